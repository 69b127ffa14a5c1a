/* src/runtime/bindings/crypto/mac.c — createMac(): any MAC of OpenSSL. It returns a Digest of
 * crypto.c and uses its functions. */
#include "crypto.h"
#include "runtime/openssl/error.h"

enum { DIGEST = 2, CIPHER, IV, CUSTOMIZATION, SALT, LENGTH, ARGUMENTS };

struct parameters {
  OSSL_PARAM list[ARGUMENTS];
  struct gy_text texts[2];
  size_t count, text_count, length;
};

static bool add_text(gy_env* env, const struct gy_openssl* ssl, struct parameters* p,
                     const char* name, JSValueRef value, JSValueRef* exception) {
  struct gy_text* text = &p->texts[p->text_count];

  if (!JSValueIsString(env->ctx, value))
    return true;
  if (!gy_text_get(env, value, text, exception))
    return false;
  p->text_count++;
  p->list[p->count++] = ssl->OSSL_PARAM_construct_utf8_string(name, (char*) text->data, 0);
  return true;
}

static void add_bytes(gy_env* env, const struct gy_openssl* ssl, struct parameters* p,
                      const char* name, JSValueRef value) {
  uint8_t* bytes;
  size_t length;

  if (!JSValueIsUndefined(env->ctx, value) && gy_bytes_get(env, value, &bytes, &length))
    p->list[p->count++] =
        ssl->OSSL_PARAM_construct_octet_string(name, length > 0 ? (void*) bytes : "", length);
}

static bool collect(gy_env* env, const struct gy_openssl* ssl, struct parameters* p,
                    const JSValueRef* argv, JSValueRef* exception) {
  if (!add_text(env, ssl, p, OSSL_MAC_PARAM_DIGEST, argv[DIGEST], exception) ||
      !add_text(env, ssl, p, OSSL_MAC_PARAM_CIPHER, argv[CIPHER], exception))
    return false;
  add_bytes(env, ssl, p, OSSL_MAC_PARAM_IV, argv[IV]);
  add_bytes(env, ssl, p, OSSL_MAC_PARAM_CUSTOM, argv[CUSTOMIZATION]);
  add_bytes(env, ssl, p, OSSL_MAC_PARAM_SALT, argv[SALT]);
  if (JSValueIsNumber(env->ctx, argv[LENGTH])) {
    p->length = (size_t) JSValueToNumber(env->ctx, argv[LENGTH], NULL);
    p->list[p->count++] = ssl->OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &p->length);
  }
  p->list[p->count] = ssl->OSSL_PARAM_construct_end();
  return true;
}

/* macNew(name, key, digest, cipher, iv, customization, salt, output length); the last six may be
 * undefined → Digest; false if the MAC is unknown; undefined after a failure without a reason */
GY_FUNCTION(mac_new) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct parameters p = {.count = 0};
  struct gy_text name;
  uint8_t* key;
  size_t length;

  if (ssl == NULL || argc < ARGUMENTS || !gy_bytes_get(env, argv[1], &key, &length) ||
      !gy_text_get(env, argv[0], &name, exception))
    return NULL;
  ssl->ERR_clear_error();
  EVP_MAC* mac = ssl->EVP_MAC_fetch(NULL, name.data, NULL);
  gy_text_free(&name);
  if (mac == NULL) {
    ssl->ERR_clear_error();
    return gy_bool(env, false);
  }
  EVP_MAC_CTX* context = ssl->EVP_MAC_CTX_new(mac);
  ssl->EVP_MAC_free(mac);
  bool done = context != NULL && collect(env, ssl, &p, argv, exception) &&
              ssl->EVP_MAC_init(context, length > 0 ? key : (uint8_t*) "", length, p.list) == 1;
  while (p.text_count > 0)
    gy_text_free(&p.texts[--p.text_count]);
  if (done)
    return gy_digest_of_mac(env, context, ssl->EVP_MAC_CTX_get_mac_size(context));
  ssl->EVP_MAC_CTX_free(context);
  if (*exception != NULL || ssl->ERR_peek_error() == 0)
    return *exception != NULL ? NULL : gy_undefined(env);
  return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "");
}

void gy_bind_crypto_mac(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"macNew", mac_new}};

  gy_define(env, target, functions);
}
