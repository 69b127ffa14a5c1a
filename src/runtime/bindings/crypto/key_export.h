/* src/runtime/bindings/crypto/key_export.h — keys as PEM and DER, also for new ones (keygen.c). */
#ifndef BINDINGS_CRYPTO_KEY_EXPORT_H
#define BINDINGS_CRYPTO_KEY_EXPORT_H

#include "key.h"

struct gy_key_format {
  bool is_der;
  enum gy_key_encoding encoding;
  const EVP_CIPHER* cipher;  /* NULL: not encrypted */
  struct gy_blob passphrase; /* free it with gy_blob_free() */
};

/* Four arguments: isDer, encoding, name of the cipher or undefined, passphrase. */
bool gy_key_format_get(gy_env* env, size_t argc, const JSValueRef argv[], size_t first,
                       struct gy_key_format* format, JSValueRef* exception);

/* NULL after a failure. Any thread. */
BIO* gy_key_write(const struct gy_openssl* ssl, EVP_PKEY* pkey, bool is_public,
                  const struct gy_key_format* format);

/* The content of a memory BIO, which is freed: a string or an ArrayBuffer. */
JSValueRef gy_bio_value(gy_env* env, const struct gy_openssl* ssl, BIO* bio, bool is_text);

#endif
