/* src/runtime/bindings/encoding.c — internalBinding('encoding'): the legacy encodings of the
 * Encoding standard, read by ICU's converters. UTF-8 and UTF-16 never come here.
 *
 * (1) A converter belongs to one JavaScript object and is closed when that is collected.
 * (2) A converter remembers an unfinished character between calls until it is flushed. */
#include <stdlib.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

#include "runtime/gyre.h"

static _Thread_local JSClassRef converter_class;

static void close_converter(JSObjectRef object) {
  ucnv_close(JSObjectGetPrivate(object));
}

/* (name, fatal) → converter, or undefined when ICU has none of that name */
GY_FUNCTION(open_converter) {
  gy_env* env = gy_env_here();
  struct gy_text name;
  UErrorCode status = U_ZERO_ERROR;

  if (argc < 2 || !gy_text_get(env, argv[0], &name, exception))
    return gy_undefined(env);
  UConverter* converter = ucnv_open(name.data, &status);
  gy_text_free(&name);
  if (U_SUCCESS(status) && gy_arg_bool(ctx, argc, argv, 1))
    ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
  if (U_FAILURE(status)) {
    ucnv_close(converter);
    return gy_undefined(env);
  }
  return JSObjectMake(ctx, converter_class, converter);
}

/* (converter, bytes, flush) → string, or undefined when the bytes are not valid and it is fatal */
GY_FUNCTION(decode) {
  gy_env* env = gy_env_here();
  UConverter* converter = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, converter_class, exception);
  UErrorCode status = U_ZERO_ERROR;
  uint8_t* bytes;
  size_t n;

  if (converter == NULL)
    return NULL;
  if (argc < 3 || !gy_bytes_get(env, argv[1], &bytes, &n))
    return gy_throw_type(env, exception, "argument must be a buffer");
  /* No encoding here makes more than two units of a byte; an unfinished character adds a few. */
  size_t room = 2 * n + 16;
  UChar* units = malloc(room * sizeof(*units));
  if (units == NULL)
    return gy_throw(env, exception, "Out of memory");
  bool flush = gy_arg_bool(ctx, argc, argv, 2);
  UChar* to = units;
  const char* from = (const char*) bytes;
  ucnv_toUnicode(converter, &to, units + room, &from, from + n, NULL, flush, &status);
  JSValueRef result = U_FAILURE(status)
                          ? gy_undefined(env)
                          : gy_string_utf16(env, (const uint16_t*) units, (size_t) (to - units));
  if (flush || U_FAILURE(status))
    ucnv_resetToUnicode(converter);
  free(units);
  return result;
}

void gy_bind_encoding(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"open", open_converter},
      {"decode", decode},
  };
  if (converter_class == NULL)
    converter_class = gy_class_new("Converter", close_converter);
  gy_define(env, target, functions);
}
