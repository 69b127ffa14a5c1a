/* src/runtime/script.c — source text, compiled and run. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/text/text.h"

static bool is_plain(const char* source, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (source[i] <= 0)
      return false;
  return true;
}

JSStringRef gy_script_text(const char* source, size_t length) {
  JSStringRef text;
  uint16_t* units;
  char* copy;

  if (is_plain(source, length)) {
    if (source[length] == '\0')
      return JSStringCreateWithUTF8CString(source);
    copy = strndup(source, length);
    text = copy != NULL ? JSStringCreateWithUTF8CString(copy) : NULL;
    free(copy);
    return text;
  }
  units = malloc((length + 1) * sizeof(*units));
  if (units == NULL)
    return NULL;
  text =
      JSStringCreateWithCharacters(units, gy_utf8_to_utf16((const uint8_t*) source, length, units));
  free(units);
  return text;
}

JSValueRef gy_script_run(gy_env* env, const char* source, size_t length, const char* url,
                         JSValueRef* exception) {
  JSStringRef text = gy_script_text(source, length);
  JSStringRef name = JSStringCreateWithUTF8CString(url);
  JSValueRef value = NULL;

  if (text != NULL)
    value = JSEvaluateScript(env->ctx, text, NULL, name, 1, exception);
  else
    gy_throw(env, exception, "Out of memory");
  if (text != NULL)
    JSStringRelease(text);
  JSStringRelease(name);
  return value;
}
