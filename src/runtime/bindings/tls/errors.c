/* src/runtime/bindings/tls/errors.c — OpenSSL's queue of errors as Node's error objects: message,
 * library, reason, code.
 *
 * (1) The queue is empty afterwards.
 * (2) A context reports the oldest error of the queue and has the others in opensslErrorStack. A
 *     connection has the whole queue in its message. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tls.h"

enum { TEXT = 256, QUEUE = 16 };

/* The part of a code that names a library, as in ERR_OSSL_PEM_NO_START_LINE. */
static const char* prefix_of(unsigned long error) {
  static const struct {
    int library;
    const char* prefix;
  } prefixes[] = {
      {ERR_LIB_SSL, "SSL_"},
      {ERR_LIB_RSA, "OSSL_RSA_"},
      {ERR_LIB_DH, "OSSL_DH_"},
      {ERR_LIB_EVP, "OSSL_EVP_"},
      {ERR_LIB_PEM, "OSSL_PEM_"},
      {ERR_LIB_DSA, "OSSL_DSA_"},
      {ERR_LIB_X509, "OSSL_X509_"},
      {ERR_LIB_ASN1, "OSSL_ASN1_"},
      {ERR_LIB_CONF, "OSSL_CONF_"},
      {ERR_LIB_CRYPTO, "OSSL_CRYPTO_"},
      {ERR_LIB_EC, "OSSL_EC_"},
      {ERR_LIB_BIO, "OSSL_BIO_"},
      {ERR_LIB_PKCS7, "OSSL_PKCS7_"},
      {ERR_LIB_X509V3, "OSSL_X509V3_"},
      {ERR_LIB_PKCS12, "OSSL_PKCS12_"},
      {ERR_LIB_RAND, "OSSL_RAND_"},
      {ERR_LIB_OCSP, "OSSL_OCSP_"},
      {ERR_LIB_UI, "OSSL_UI_"},
  };

  for (size_t i = 0; i < GY_COUNT(prefixes); i++)
    if (prefixes[i].library == ERR_GET_LIB(error))
      return prefixes[i].prefix;
  return "OSSL_";
}

static void set_code(gy_env* env, JSObjectRef object, unsigned long error, const char* reason) {
  char code[TEXT];
  size_t at = (size_t) snprintf(code, sizeof(code), "ERR_%s", prefix_of(error));

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

JSValueRef gy_tls_error(gy_env* env) {
  unsigned long first = gy_tls_lib->ERR_get_error(), next;
  JSValueRef rest[QUEUE];
  size_t count = 0;
  char text[TEXT];

  if (first == 0) {
    JSValueRef message = gy_string(env, "Unknown error");
    return JSObjectMakeError(env->ctx, 1, &message, NULL);
  }
  gy_tls_lib->ERR_error_string_n(first, text, sizeof(text));
  JSObjectRef error = make(env, text, first);
  while ((next = gy_tls_lib->ERR_get_error()) != 0 && count < QUEUE) {
    gy_tls_lib->ERR_error_string_n(next, text, sizeof(text));
    rest[count++] = gy_string(env, text);
  }
  gy_tls_lib->ERR_clear_error();
  if (count > 0)
    gy_set(env, error, "opensslErrorStack", JSObjectMakeArray(env->ctx, count, rest, NULL));
  return error;
}

static int append_line(const char* text, size_t length, void* argument) {
  return gy_bytes_append(argument, text, length) ? 1 : 0;
}

JSValueRef gy_tls_error_of_connection(gy_env* env) {
  unsigned long first = gy_tls_lib->ERR_peek_error();
  struct gy_bytes text = {0};
  JSObjectRef error;

  gy_tls_lib->ERR_print_errors_cb(append_line, &text);
  gy_bytes_append(&text, "", 1);
  error = make(env, text.data != NULL ? (char*) text.data : "", first);
  gy_bytes_clear(&text);
  gy_tls_lib->ERR_clear_error();
  return error;
}

JSValueRef gy_tls_throw(gy_env* env, JSValueRef* exception) {
  *exception = gy_tls_error(env);
  return NULL;
}
