/* src/runtime/text.c — strings between JavaScript and C. The conversions are those of
 * text/; the engine's own UTF-8 functions are ten times slower and serve for names only.
 * (1) A string that C makes is 8-bit whenever its text allows it: half the memory, and the engine's
 *     faster paths. */
#include <stdlib.h>
#include <string.h>

#include "engine/lanes.h"
#include "runtime/engine.h"
#include "runtime/text/text.h"

bool gy_chars_open(gy_env* env, JSValueRef value, struct gy_chars* chars, JSValueRef* exception) {
  return gy_engine.open_chars(env, value, chars, exception);
}

void gy_chars_close(struct gy_chars* chars) {
  gy_engine.close_chars(chars);
}

size_t gy_chars_utf8_length(const struct gy_chars* chars) {
  return chars->narrow != NULL ? gy_utf8_length_of_latin1(chars->narrow, chars->length)
                               : gy_utf8_length_of_utf16(chars->wide, chars->length);
}

struct gy_utf8_written gy_chars_to_utf8(const struct gy_chars* chars, uint8_t* out, size_t room) {
  return chars->narrow != NULL ? gy_latin1_to_utf8_some(chars->narrow, chars->length, out, room)
                               : gy_utf16_to_utf8_some(chars->wide, chars->length, out, room);
}

bool gy_text_get(gy_env* env, JSValueRef value, struct gy_text* text, JSValueRef* exception) {
  struct gy_chars chars;
  size_t most;

  text->data = text->small;
  text->length = 0;
  text->small[0] = '\0';
  if (!gy_chars_open(env, value, &chars, exception))
    return false;
  /* Three bytes per unit are always enough; only when that exceeds the room, count exactly. */
  most = chars.length * 3;
  if (most >= sizeof(text->small)) {
    most = gy_chars_utf8_length(&chars);
    text->data = malloc(most + 1);
    if (text->data == NULL) {
      text->data = text->small;
      gy_chars_close(&chars);
      gy_throw(env, exception, "Out of memory");
      return false;
    }
  }
  text->length = gy_chars_to_utf8(&chars, (uint8_t*) text->data, most).written;
  text->data[text->length] = '\0';
  gy_chars_close(&chars);
  return true;
}

void gy_text_free(struct gy_text* text) {
  if (text->data != text->small)
    free(text->data);
  text->data = text->small;
}

JSValueRef gy_string_utf16(gy_env* env, const uint16_t* units, size_t length) {
  bool is_wide = !gy_utf16_is_latin1(units, length);
  struct gy_draft draft;

  if (!gy_engine.start_string(env, &draft, length, is_wide))
    return gy_undefined(env);
  if (!is_wide)
    gy_utf16_to_latin1(units, length, draft.data);
  else
    memcpy(draft.data, units, length * sizeof(*units));
  return gy_engine.finish_string(env, &draft);
}

JSValueRef gy_string_new(gy_env* env, const char* utf8, size_t length) {
  const uint8_t* bytes = (const uint8_t*) utf8;
  struct gy_utf8_shape shape = gy_utf8_shape(bytes, length);
  struct gy_draft draft;

  if (!gy_engine.start_string(env, &draft, shape.units, !shape.is_latin1))
    return gy_undefined(env);
  if (shape.is_latin1 && shape.units == length) { /* ASCII */
    if (length > 0)                               /* the pointer of an empty text may be NULL */
      memcpy(draft.data, bytes, length);
  } else if (shape.is_latin1)
    gy_utf8_to_latin1(bytes, length, draft.data);
  else
    gy_utf8_to_utf16(bytes, length, draft.data);
  return gy_engine.finish_string(env, &draft);
}

JSValueRef gy_string_latin1(gy_env* env, const uint8_t* bytes, size_t length) {
  struct gy_draft draft;

  if (!gy_engine.start_string(env, &draft, length, false))
    return gy_undefined(env);
  if (length > 0)
    memcpy(draft.data, bytes, length);
  return gy_engine.finish_string(env, &draft);
}
