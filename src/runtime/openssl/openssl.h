/* src/runtime/openssl/openssl.h — OpenSSL 3, loaded when a program first needs it.
 *
 * (1) The first hash loads libcrypto, the first TLS context libssl, not the start of the program:
 *     mapping and relocating them takes milliseconds. The headers are used for the types only.
 * (2) functions.def lists every function that is called. */
#ifndef RUNTIME_OPENSSL_H
#define RUNTIME_OPENSSL_H

/* SHA256_Transform() and its like: see bindings/crypto/pbkdf2.c. DH and EC: see
 * bindings/crypto/exchange.c. All headers are included here, after this line. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/dh.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "runtime/gyre.h"

struct gy_openssl {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): no expression, a declaration */
#define CRYPTO(name) __typeof__(name)* name;
/* NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define TLS(name) __typeof__(name)* name;
/* NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define OPTIONAL(name) __typeof__(name)* name;
#include "functions.def"
  bool has_optional;
};

/* --secure-heap, --secure-heap-min: before the library is loaded. Secrets are allocated there. */
void gy_openssl_set_heap(size_t size, size_t least);
void gy_openssl_get_heap(size_t* size, size_t* least);

/* The functions of libcrypto. NULL with an exception if the library cannot be loaded. */
const struct gy_openssl* gy_openssl(gy_env* env, JSValueRef* exception);

/* As gy_openssl(), and the functions of libssl. */
const struct gy_openssl* gy_openssl_tls(gy_env* env, JSValueRef* exception);

#endif
