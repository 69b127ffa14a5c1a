/* src/runtime/bindings/crypto/library.c — state of libcrypto that belongs to the process: the
 * secure heap and the FIPS mode.
 *
 * (1) The secure heap is created when the library is loaded (openssl.c), before any key exists. */
#include "crypto.h"

/* secureHeap() → [size and least allocation of the options, bytes that are allocated] */
GY_FUNCTION(secure_heap) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  size_t size, least;

  if (ssl == NULL)
    return NULL;
  gy_openssl_get_heap(&size, &least);
  bool has_heap = ssl->CRYPTO_secure_malloc_initialized() == 1;
  JSValueRef parts[] = {gy_number(env, (double) size), gy_number(env, (double) least),
                        gy_number(env, has_heap ? (double) ssl->CRYPTO_secure_used() : 0)};
  return JSObjectMakeArray(ctx, GY_COUNT(parts), parts, NULL);
}

/* fipsMode() → whether algorithms are looked up with fips=yes */
GY_FUNCTION(fips_mode) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);

  return ssl != NULL ? gy_bool(env, ssl->EVP_default_properties_is_fips_enabled(NULL) == 1) : NULL;
}

/* setFipsMode(on) → whether it was possible */
GY_FUNCTION(set_fips_mode) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  int on = gy_arg_bool(ctx, argc, argv, 0);

  return ssl != NULL ? gy_bool(env, ssl->EVP_default_properties_enable_fips(NULL, on) == 1) : NULL;
}

void gy_bind_crypto_library(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"secureHeap", secure_heap},
      {"fipsMode", fips_mode},
      {"setFipsMode", set_fips_mode},
  };

  gy_define(env, target, functions);
}
