/* src/runtime/bindings/crypto/digest.c — digests by name. */
#include "methods.h"

EVP_MD* gy_digest(const struct gy_openssl* ssl, gy_env* env, JSValueRef name) {
  struct gy_text text;
  JSValueRef ignored = NULL;

  if (!gy_text_get(env, name, &text, &ignored))
    return NULL;
  EVP_MD* digest = gy_method_digest(ssl, text.data);
  gy_text_free(&text);
  return digest;
}
