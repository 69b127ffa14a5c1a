/* src/runtime/bindings/tls/errors.c — converts OpenSSL's queue of errors to the errors that Node
 * reports for TLS.
 *
 * (1) The queue is empty afterwards.
 * (2) An error of a context is the oldest of the queue, as in all of crypto (openssl/error.h). The
 *     message of a connection's error contains the whole queue. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/openssl/error.h"
#include "tls.h"

enum { TEXT = 256 };

static void set_code(gy_env* env, JSObjectRef object, unsigned long error, const char* reason) {
  char code[TEXT];
  size_t at = (size_t) snprintf(code, sizeof(code), "ERR_%s",
                                ERR_GET_LIB(error) == ERR_LIB_SSL ? "SSL_" : "OSSL_");

  for (; *reason != '\0' && at < sizeof(code) - 1; reason++)
    code[at++] = *reason == ' ' ? '_' : (char) toupper((unsigned char) *reason);
  code[at] = '\0';
  gy_set_string(env, object, "code", code);
}

static JSObjectRef make(gy_env* env, const char* message, unsigned long error) {
  JSValueRef text = gy_string(env, message);
  JSObjectRef object = JSObjectMakeError(env->ctx, 1, &text, NULL);
  const char* library = gy_tls_lib->ERR_lib_error_string(error);
  const char* reason = gy_tls_lib->ERR_reason_error_string(error);

  if (library != NULL)
    gy_set_string(env, object, "library", library);
  if (reason != NULL) {
    gy_set_string(env, object, "reason", reason);
    set_code(env, object, error, reason);
  }
  return object;
}

static int append_line(const char* text, size_t length, void* argument) {
  return gy_bytes_append(argument, text, length) ? 1 : 0;
}

JSValueRef gy_tls_error_of_connection(gy_env* env) {
  unsigned long first = gy_tls_lib->ERR_peek_error();
  struct gy_bytes text = {0};
  JSObjectRef error;

  /* Only our BIO fails without an error of OpenSSL: when there is no memory for a record. */
  if (first == 0) {
    error = make(env, "Out of memory for a TLS record", 0);
    gy_set_string(env, error, "code", "ENOMEM");
    return error;
  }
  gy_tls_lib->ERR_print_errors_cb(append_line, &text);
  gy_bytes_append(&text, "", 1);
  error = make(env, text.data != NULL ? (char*) text.data : "", first);
  gy_bytes_clear(&text);
  gy_tls_lib->ERR_clear_error();
  return error;
}

JSValueRef gy_tls_throw(gy_env* env, JSValueRef* exception) {
  return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Unknown error");
}
