/* src/runtime/bindings/sqlite/values.c — values between SQLite and JavaScript, and errors. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

#define MAX_SAFE INT64_C(9007199254740991)

JSValueRef gy_sqlite_integer(gy_env* env, int64_t value, bool bigints, JSValueRef* exception) {
  char text[128];
  JSValueRef error;

  if (bigints)
    return JSBigIntCreateWithInt64(env->ctx, value, exception);
  if (value >= -MAX_SAFE && value <= MAX_SAFE)
    return gy_number(env, (double) value);
  snprintf(text, sizeof(text),
           "Value is too large to be represented as a JavaScript number: %" PRId64, value);
  gy_throw_range(env, &error, text);
  gy_set_own(env, (JSObjectRef) error, "code", gy_string(env, "ERR_OUT_OF_RANGE"));
  *exception = error;
  return NULL;
}

static JSValueRef bytes(gy_env* env, const void* data, int length, JSValueRef* exception) {
  void* copy = malloc((size_t) length + 1);

  if (copy == NULL)
    return gy_throw_uv(env, exception, UV_ENOMEM, "sqlite", NULL, NULL);
  if (length > 0)
    memcpy(copy, data, (size_t) length);
  return gy_bytes_adopt(env, copy, (size_t) length);
}

JSValueRef gy_sqlite_value(struct gy_database* d, sqlite3_value* value, bool bigints,
                           JSValueRef* exception) {
  const struct gy_sqlite* lib = d->lib;
  const char* text;

  switch (lib->sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      return gy_sqlite_integer(d->env, lib->sqlite3_value_int64(value), bigints, exception);
    case SQLITE_FLOAT: return gy_number(d->env, lib->sqlite3_value_double(value));
    case SQLITE_TEXT:
      text = (const char*) lib->sqlite3_value_text(value);
      return gy_string_new(d->env, text != NULL ? text : "",
                           (size_t) lib->sqlite3_value_bytes(value));
    case SQLITE_BLOB:
      return bytes(d->env, lib->sqlite3_value_blob(value), lib->sqlite3_value_bytes(value),
                   exception);
    default: return JSValueMakeNull(d->env->ctx);
  }
}

int gy_sqlite_bind_string(struct gy_statement* s, int index, JSValueRef value) {
  struct gy_text text;
  JSValueRef ignored = NULL;
  int status;

  if (!gy_text_get(s->database->env, value, &text, &ignored))
    return SQLITE_NOMEM;
  status = s->database->lib->sqlite3_bind_text64(s->handle, index, text.data, text.length,
                                                 SQLITE_TRANSIENT, SQLITE_UTF8);
  gy_text_free(&text);
  return status;
}

int gy_sqlite_bind(struct gy_statement* s, int index, JSValueRef value) {
  const struct gy_sqlite* lib = s->database->lib;
  gy_env* env = s->database->env;
  uint8_t* data;
  size_t length;

  if (JSValueIsNumber(env->ctx, value))
    return lib->sqlite3_bind_double(s->handle, index, JSValueToNumber(env->ctx, value, NULL));
  if (JSValueIsBigInt(env->ctx, value))
    return lib->sqlite3_bind_int64(s->handle, index, JSValueToInt64(env->ctx, value, NULL));
  if (JSValueIsString(env->ctx, value))
    return gy_sqlite_bind_string(s, index, value);
  if (gy_bytes_get(env, value, &data, &length))
    return lib->sqlite3_bind_blob64(s->handle, index, length > 0 ? (void*) data : "", length,
                                    SQLITE_TRANSIENT);
  return lib->sqlite3_bind_null(s->handle, index);
}

/* SQLite's integers have 64 bits: the conversion takes the low ones of a larger number. */
static bool fits_integer(JSContextRef ctx, JSValueRef bigint) {
  int64_t value = JSValueToInt64(ctx, bigint, NULL);

  return JSValueIsStrictEqual(ctx, JSBigIntCreateWithInt64(ctx, value, NULL), bigint);
}

const char* gy_sqlite_result(struct gy_database* d, sqlite3_context* context, JSValueRef value) {
  const struct gy_sqlite* lib = d->lib;
  JSContextRef ctx = d->env->ctx;
  struct gy_text text;
  JSValueRef ignored = NULL;
  uint8_t* data;
  size_t length;

  if (JSValueIsNull(ctx, value) || JSValueIsUndefined(ctx, value))
    lib->sqlite3_result_null(context);
  else if (JSValueIsNumber(ctx, value))
    lib->sqlite3_result_double(context, JSValueToNumber(ctx, value, NULL));
  else if (JSValueIsBigInt(ctx, value)) {
    if (!fits_integer(ctx, value))
      return "BigInt value is too large for SQLite";
    lib->sqlite3_result_int64(context, JSValueToInt64(ctx, value, NULL));
  } else if (JSValueIsString(ctx, value) && gy_text_get(d->env, value, &text, &ignored)) {
    lib->sqlite3_result_text64(context, text.data, text.length, SQLITE_TRANSIENT, SQLITE_UTF8);
    gy_text_free(&text);
  } else if (gy_bytes_get(d->env, value, &data, &length))
    lib->sqlite3_result_blob64(context, length > 0 ? (void*) data : "", length, SQLITE_TRANSIENT);
  else if (gy_is_promise(d->env, value)) /* it is not asked for `then`: functions.c (3) */
    return "Asynchronous user-defined functions are not supported";
  else
    return "Returned JavaScript value cannot be converted to a SQLite value";
  return NULL;
}

JSValueRef gy_sqlite_throw_text(gy_env* env, int status, const char* message, const char* text,
                                JSValueRef* exception) {
  JSValueRef error = NULL;

  gy_throw(env, &error, message);
  if (error != NULL && JSValueIsObject(env->ctx, error)) {
    gy_set_own(env, (JSObjectRef) error, "code", gy_string(env, "ERR_SQLITE_ERROR"));
    gy_set_own(env, (JSObjectRef) error, "errcode", gy_number(env, status));
    gy_set_own(env, (JSObjectRef) error, "errstr", gy_string(env, text));
  }
  *exception = error;
  return NULL;
}

JSValueRef gy_sqlite_throw(struct gy_database* d, int status, JSValueRef* exception) {
  int code = d->handle != NULL ? d->lib->sqlite3_extended_errcode(d->handle) : status;
  bool has_own = d->handle != NULL && code != SQLITE_OK; /* misuse is not remembered */

  if (d->thrown != NULL) {
    *exception = d->thrown;
    gy_drop(d->env, d->thrown);
    d->thrown = NULL;
    return NULL;
  }
  if (code == SQLITE_OK)
    code = status;
  return gy_sqlite_throw_text(d->env, code,
                              has_own ? d->lib->sqlite3_errmsg(d->handle)
                                      : d->lib->sqlite3_errstr(status),
                              d->lib->sqlite3_errstr(code), exception);
}

void gy_sqlite_set_thrown(struct gy_database* d, JSValueRef error) {
  if (d->thrown == NULL)
    d->thrown = gy_hold(d->env, error);
}

void gy_sqlite_forget(struct gy_database* d) {
  gy_drop(d->env, d->thrown);
  d->thrown = NULL;
}

JSValueRef gy_sqlite_call(struct gy_database* d, JSObjectRef fn, size_t argc,
                          const JSValueRef* argv, JSValueRef* error) {
  JSValueRef result;

  d->uses++;
  result = JSObjectCallAsFunction(d->env->ctx, fn, NULL, argc, argv, error);
  d->uses--;
  return result;
}
