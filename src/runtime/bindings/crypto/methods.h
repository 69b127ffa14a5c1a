/* src/runtime/bindings/crypto/methods.h — digests, ciphers and HMAC of OpenSSL by name.
 *
 * (1) OpenSSL 3 takes longer to fetch a method by its name than to hash a short text. So methods
 *     that were fetched are held for the life of the process; at most SLOTS of them. */
#ifndef BINDINGS_CRYPTO_METHODS_H
#define BINDINGS_CRYPTO_METHODS_H

#include "crypto.h"

/* By any name that OpenSSL knows, else NULL. Free them with EVP_MD_free(), EVP_CIPHER_free(). */
EVP_MD* gy_method_digest(const struct gy_openssl* ssl, const char* name);
EVP_CIPHER* gy_method_cipher(const struct gy_openssl* ssl, const char* name);
/* HMAC, which is not freed; NULL if there is none. */
EVP_MAC* gy_method_hmac(const struct gy_openssl* ssl);

#endif
