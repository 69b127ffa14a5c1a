/* src/runtime/openssl/error.h — OpenSSL's errors as Node's: `code` (ERR_OSSL_…, ERR_SSL_…),
 * `library`, `reason`, `opensslErrorStack`.
 *
 * (1) OpenSSL queues errors per thread. A job that fails on a thread of the pool takes them there,
 *     by gy_openssl_errors_take(), and the Error is made on the JavaScript thread.
 * (2) After a call of any function here the queue of the calling thread is empty. */
#ifndef RUNTIME_OPENSSL_ERROR_H
#define RUNTIME_OPENSSL_ERROR_H

#include "openssl.h"

#define GY_OPENSSL_ERRORS 12

/* The oldest error is the first, as in OpenSSL. Those beyond the capacity are dropped. */
struct gy_openssl_errors {
  size_t count;
  unsigned long codes[GY_OPENSSL_ERRORS];
};

void gy_openssl_errors_take(const struct gy_openssl* ssl, struct gy_openssl_errors* errors);

/* The form of the message in Node, which differs by operation. */
enum gy_openssl_wording {
  GY_OSSL_FIRST,  /* the first error; the others are in opensslErrorStack */
  GY_OSSL_ALL,    /* the first error; all of them are in opensslErrorStack */
  GY_OSSL_MESSAGE /* as GY_OSSL_ALL, but the message is the given one */
};

/* An Error of what was taken. `message` is used if there was no error. */
JSValueRef gy_openssl_error(gy_env* env, const struct gy_openssl* ssl,
                            const struct gy_openssl_errors* errors, enum gy_openssl_wording wording,
                            const char* message);

/* Takes the errors of this thread and throws them. Returns NULL. */
JSValueRef gy_openssl_throw(gy_env* env, JSValueRef* exception, enum gy_openssl_wording wording,
                            const char* message);

/* Throws an Error with this message, and ignores the errors of OpenSSL. Returns NULL. */
JSValueRef gy_openssl_fail(gy_env* env, JSValueRef* exception, const char* message);

/* Node's Error of a code of lib/internal/error_table.js, with one argument or NULL. */
JSValueRef gy_code_error(gy_env* env, const char* code, const char* argument);
JSValueRef gy_throw_code(gy_env* env, JSValueRef* exception, const char* code,
                         const char* argument);

#endif
