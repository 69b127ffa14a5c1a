/* src/runtime/bindings/crypto/crypto.h — shared by the files of internalBinding('crypto'). */
#ifndef BINDINGS_CRYPTO_H
#define BINDINGS_CRYPTO_H

#include "runtime/gyre.h"
#include "runtime/openssl/openssl.h"

/* A digest by any name that OpenSSL knows, else NULL. Free it with EVP_MD_free(). */
EVP_MD* gy_digest(const struct gy_openssl* ssl, gy_env* env, JSValueRef name);

/* PBKDF2 with HMAC of the digest. Writes four bytes after the end of the salt. False after a
 * failure. */
bool gy_pbkdf2(const struct gy_openssl* ssl, const EVP_MD* digest, const uint8_t* password,
               size_t password_length, uint8_t* salt, size_t salt_length, int iterations,
               uint8_t* out, size_t length);

void gy_bind_crypto_jobs(gy_env* env, JSObjectRef target);

#endif
