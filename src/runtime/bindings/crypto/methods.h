/* src/runtime/bindings/crypto/methods.h — caches digests, ciphers and HMAC of OpenSSL by name.
 *
 * (1) In OpenSSL 3, fetching a method by its name takes longer than hashing a short text. So
 *     fetched methods are kept until the process ends, at most SLOTS of them. */
#ifndef BINDINGS_CRYPTO_METHODS_H
#define BINDINGS_CRYPTO_METHODS_H

#include "crypto.h"

/* By any name that OpenSSL knows, else NULL. Free them with EVP_MD_free(), EVP_CIPHER_free(). */
EVP_MD* gy_method_digest(const struct gy_openssl* ssl, const char* name);
EVP_CIPHER* gy_method_cipher(const struct gy_openssl* ssl, const char* name);
/* HMAC, which the caller does not free; NULL if OpenSSL lacks it. */
EVP_MAC* gy_method_hmac(const struct gy_openssl* ssl);

#endif
