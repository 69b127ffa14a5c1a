/* src/runtime/text.c — strings and bytes between JavaScript and C. The conversions are those of
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
    if (length > 0) /* the pointer of an empty text may be NULL */
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

static bool view_bytes(gy_env* env, JSObjectRef view, uint8_t** bytes) {
  /* The pointer is that of the whole buffer, wherever in it the view begins. */
  *bytes = (uint8_t*) JSObjectGetTypedArrayBytesPtr(env->ctx, view, NULL) +
           JSObjectGetTypedArrayByteOffset(env->ctx, view, NULL);
  return true;
}

/* DataView is no typed array to the C API: it is asked by the accessors of its prototype, those of
 * the realm that no program reaches. They run no code of the program, which could free what a
 * caller has found before. */
enum { VIEW_BUFFER, VIEW_OFFSET, VIEW_LENGTH, VIEW_ACCESSORS };

static const char accessors_source[] =
    "['buffer', 'byteOffset', 'byteLength'].map((name) =>"
    " Object.getOwnPropertyDescriptor(DataView.prototype, name).get)";

static _Thread_local JSObjectRef view_accessors[VIEW_ACCESSORS];

static bool find_accessors(gy_env* env) {
  JSContextRef realm = gy_engine_pristine(env);
  JSStringRef source = JSStringCreateWithUTF8CString(accessors_source);
  JSObjectRef list = (JSObjectRef) JSEvaluateScript(realm, source, NULL, NULL, 1, NULL);

  JSStringRelease(source);
  for (unsigned i = 0; list != NULL && i < VIEW_ACCESSORS; i++)
    view_accessors[i] =
        (JSObjectRef) gy_hold(env, JSObjectGetPropertyAtIndex(realm, list, i, NULL));
  return list != NULL;
}

static JSValueRef ask_view(gy_env* env, JSObjectRef view, int accessor) {
  return JSObjectCallAsFunction(env->ctx, view_accessors[accessor], view, 0, NULL, NULL);
}

/* A view whose buffer is gone, or has become too short for it, has no bytes. */
static bool data_view_bytes(gy_env* env, JSObjectRef view, uint8_t** bytes, size_t* length) {
  JSValueRef buffer, offset, size;

  if (view_accessors[VIEW_LENGTH] == NULL && !find_accessors(env))
    return false;
  buffer = ask_view(env, view, VIEW_BUFFER);
  if (buffer == NULL ||
      JSValueGetTypedArrayType(env->ctx, buffer, NULL) != kJSTypedArrayTypeArrayBuffer)
    return false;
  offset = ask_view(env, view, VIEW_OFFSET);
  size = ask_view(env, view, VIEW_LENGTH);
  if (offset == NULL || size == NULL)
    return true;
  *length = (size_t) JSValueToNumber(env->ctx, size, NULL);
  *bytes = (uint8_t*) JSObjectGetArrayBufferBytesPtr(env->ctx, (JSObjectRef) buffer, NULL) +
           (size_t) JSValueToNumber(env->ctx, offset, NULL);
  return true;
}

bool gy_bytes_get(gy_env* env, JSValueRef value, uint8_t** bytes, size_t* length) {
  *bytes = NULL;
  *length = 0;
  if (!JSValueIsObject(env->ctx, value))
    return false;
  /* The length is 0 for other objects. To ask for the type takes the engine's lock once more. */
  *length = JSObjectGetTypedArrayByteLength(env->ctx, (JSObjectRef) value, NULL);
  if (*length > 0)
    return view_bytes(env, (JSObjectRef) value, bytes);
  JSTypedArrayType type = JSValueGetTypedArrayType(env->ctx, value, NULL);
  if (type == kJSTypedArrayTypeArrayBuffer) {
    *bytes = JSObjectGetArrayBufferBytesPtr(env->ctx, (JSObjectRef) value, NULL);
    *length = JSObjectGetArrayBufferByteLength(env->ctx, (JSObjectRef) value, NULL);
    return true;
  }
  if (type != kJSTypedArrayTypeNone)
    return view_bytes(env, (JSObjectRef) value, bytes);
  return data_view_bytes(env, (JSObjectRef) value, bytes, length);
}

static void free_bytes(void* bytes, void* context) {
  free(bytes);
}

JSObjectRef gy_bytes_adopt(gy_env* env, void* bytes, size_t length) {
  return JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeUint8Array, bytes, length,
                                               free_bytes, NULL, NULL);
}
