/* src/runtime/bindings/crypto.h — what the files behind internalBinding('crypto') share.
 *
 * (1) OpenSSL is loaded when the first hash is made, not when the program starts: mapping and
 *     relocating it would cost every program a millisecond. Its headers give the types. */
#ifndef BINDINGS_CRYPTO_H
#define BINDINGS_CRYPTO_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>

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
  X(EVP_PBE_scrypt)                   \
  X(OpenSSL_version)                  \
  X(OSSL_PARAM_construct_end)         \
  X(OSSL_PARAM_construct_utf8_string) \
  X(PKCS5_PBKDF2_HMAC)

struct gy_openssl {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): no expression, a declaration */
#define X(name) __typeof__(name)* name;
  GY_OPENSSL_FUNCTIONS(X)
#undef X
};

/* NULL and an exception when the library is not there. */
const struct gy_openssl* gy_openssl(gy_env* env, JSValueRef* exception);

/* A digest by any name OpenSSL knows, NULL for others. Free it with EVP_MD_free(). */
EVP_MD* gy_digest(const struct gy_openssl* ssl, gy_env* env, JSValueRef name);

void gy_bind_crypto_jobs(gy_env* env, JSObjectRef target);

#endif
