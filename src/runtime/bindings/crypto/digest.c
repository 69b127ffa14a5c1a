/* src/runtime/bindings/crypto/digest.c — digests by name. */
#include <strings.h>

#include "crypto.h"

EVP_MD* gy_digest(const struct gy_openssl* ssl, gy_env* env, JSValueRef name) {
  struct gy_text text;
  JSValueRef ignored = NULL;
  EVP_MD* digest;

  if (!gy_text_get(env, name, &text, &ignored))
    return NULL;
  /* DSS1 is an old name of SHA-1 in OpenSSL. */
  digest = ssl->EVP_MD_fetch(NULL, strcasecmp(text.data, "dss1") == 0 ? "SHA1" : text.data, NULL);
  if (digest == NULL) {
    /* Names like RSA-SHA256 are only in the older table. */
    const EVP_MD* old = ssl->EVP_get_digestbyname(text.data);
    if (old != NULL)
      digest = ssl->EVP_MD_fetch(NULL, ssl->EVP_MD_get0_name(old), NULL);
  }
  ssl->ERR_clear_error();
  gy_text_free(&text);
  return digest;
}
