/* src/runtime/openssl/error.c — see error.h. The Error itself is made by lib/. */
#include "error.h"

void gy_openssl_errors_take(const struct gy_openssl* ssl, struct gy_openssl_errors* errors) {
  unsigned long code;

  errors->count = 0;
  while ((code = ssl->ERR_get_error()) != 0)
    if (errors->count < GY_OPENSSL_ERRORS)
      errors->codes[errors->count++] = code;
}

static JSValueRef call_maker(gy_env* env, const char* name, size_t argc, const JSValueRef* argv) {
  JSObjectRef make = gy_builtin_function(env, "internal/crypto/openssl_error", name);
  JSValueRef error = NULL, made;

  if (make == NULL)
    return argv[0];
  made = JSObjectCallAsFunction(env->ctx, make, NULL, argc, argv, &error);
  return made != NULL ? made : error;
}

static JSValueRef maybe_string(gy_env* env, const char* text) {
  return text != NULL ? gy_string(env, text) : gy_undefined(env);
}

/* Per error: text, number of the library, name of the library, reason. */
static JSObjectRef list_of(gy_env* env, const struct gy_openssl* ssl,
                           const struct gy_openssl_errors* errors) {
  JSObjectRef list = gy_array_new(env, 4 * errors->count);
  char text[256];

  for (size_t i = 0; i < errors->count; i++) {
    unsigned long code = errors->codes[i];
    ssl->ERR_error_string_n(code, text, sizeof(text));
    JSValueRef parts[] = {gy_string(env, text), gy_number(env, ERR_GET_LIB(code)),
                          maybe_string(env, ssl->ERR_lib_error_string(code)),
                          maybe_string(env, ssl->ERR_reason_error_string(code))};
    for (unsigned k = 0; k < 4; k++)
      JSObjectSetPropertyAtIndex(env->ctx, list, (unsigned) (4 * i) + k, parts[k], NULL);
  }
  return list;
}

JSValueRef gy_openssl_error(gy_env* env, const struct gy_openssl* ssl,
                            const struct gy_openssl_errors* errors,
                            enum gy_openssl_wording wording, const char* message) {
  JSValueRef argv[] = {gy_string(env, message), list_of(env, ssl, errors),
                       gy_number(env, wording)};

  return call_maker(env, "opensslError", GY_COUNT(argv), argv);
}

JSValueRef gy_openssl_throw(gy_env* env, JSValueRef* exception, enum gy_openssl_wording wording,
                            const char* message) {
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_openssl_errors errors;

  if (ssl == NULL)
    return NULL;
  gy_openssl_errors_take(ssl, &errors);
  *exception = gy_openssl_error(env, ssl, &errors, wording, message);
  return NULL;
}

JSValueRef gy_openssl_fail(gy_env* env, JSValueRef* exception, const char* message) {
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_openssl_errors none = {0};

  if (ssl == NULL)
    return NULL;
  ssl->ERR_clear_error();
  *exception = gy_openssl_error(env, ssl, &none, GY_OSSL_FIRST, message);
  return NULL;
}

JSValueRef gy_code_error(gy_env* env, const char* code, const char* argument) {
  JSValueRef argv[] = {gy_string(env, code), maybe_string(env, argument)};

  return call_maker(env, "codeError", GY_COUNT(argv), argv);
}

JSValueRef gy_throw_code(gy_env* env, JSValueRef* exception, const char* code,
                         const char* argument) {
  *exception = gy_code_error(env, code, argument);
  return NULL;
}
