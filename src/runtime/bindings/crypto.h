/* src/runtime/bindings/crypto.h — shared by the files of internalBinding('crypto').
 *
 * (1) OpenSSL is loaded by the first hash, not when the program starts: to map and relocate it
 *     takes a millisecond. Its headers are used for the types only. */
#ifndef BINDINGS_CRYPTO_H
#define BINDINGS_CRYPTO_H

#define OPENSSL_SUPPRESS_DEPRECATED /* SHA256_Transform() and its like: see crypto_pbkdf2.c */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include "runtime/gyre.h"

#define GY_OPENSSL_FUNCTIONS(X)       \
  X(ERR_clear_error)                  \
  X(ERR_error_string_n)               \
  X(ERR_get_error)                    \
  X(ERR_reason_error_string)          \
  X(EVP_DigestFinalXOF)               \
  X(EVP_DigestFinal_ex)               \
  X(EVP_DigestInit_ex)                \
  X(EVP_DigestUpdate)                 \
  X(EVP_MAC_CTX_free)                 \
  X(EVP_MAC_CTX_new)                  \
  X(EVP_MAC_fetch)                    \
  X(EVP_MAC_final)                    \
  X(EVP_MAC_free)                     \
  X(EVP_MAC_init)                     \
  X(EVP_MAC_update)                   \
  X(EVP_MD_CTX_copy_ex)               \
  X(EVP_MD_CTX_free)                  \
  X(EVP_MD_CTX_new)                   \
  X(EVP_MD_do_all_sorted)             \
  X(EVP_MD_fetch)                     \
  X(EVP_MD_free)                      \
  X(EVP_MD_get_flags)                 \
  X(EVP_MD_get0_name)                 \
  X(EVP_get_digestbyname)             \
  X(EVP_MD_get_size)                  \
  X(EVP_MD_get_type)                  \
  X(EVP_PBE_scrypt)                   \
  X(OpenSSL_version)                  \
  X(OSSL_PARAM_construct_end)         \
  X(OSSL_PARAM_construct_utf8_string) \
  X(PKCS5_PBKDF2_HMAC)

/* NULL if OpenSSL was built without deprecated functions. */
#define GY_OPENSSL_OPTIONAL(X) \
  X(SHA1_Init)                 \
  X(SHA1_Transform)            \
  X(SHA224_Init)               \
  X(SHA256_Init)               \
  X(SHA256_Transform)          \
  X(SHA384_Init)               \
  X(SHA512_Init)               \
  X(SHA512_Transform)

struct gy_openssl {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): no expression, a declaration */
#define X(name) __typeof__(name)* name;
  GY_OPENSSL_FUNCTIONS(X)
  GY_OPENSSL_OPTIONAL(X)
#undef X
  bool has_optional;
};

/* NULL with an exception if the library cannot be loaded. */
const struct gy_openssl* gy_openssl(gy_env* env, JSValueRef* exception);

/* A digest by any name that OpenSSL knows, else NULL. Free it with EVP_MD_free(). */
EVP_MD* gy_digest(const struct gy_openssl* ssl, gy_env* env, JSValueRef name);

/* PBKDF2 with HMAC of the digest. Writes four bytes after the end of the salt. False after a
 * failure. */
bool gy_pbkdf2(const struct gy_openssl* ssl, const EVP_MD* digest, const uint8_t* password,
               size_t password_length, uint8_t* salt, size_t salt_length, int iterations,
               uint8_t* out, size_t length);

void gy_bind_crypto_jobs(gy_env* env, JSObjectRef target);

#endif
