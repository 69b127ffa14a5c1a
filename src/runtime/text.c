/* src/runtime/text.c — strings and bytes between JavaScript and C. The engine's own UTF-8
 * functions are ten times slower than widening and narrowing here (text/utf8.c does the work), so
 * they serve for names only. */
#include <stdlib.h>
#include <string.h>

#include "gyre.h"
#include "runtime/text/text.h"

enum { SMALL_UNITS = 512 };

bool gy_text_get(gy_env* env, JSValueRef value, struct gy_text* text, JSValueRef* exception) {
  JSStringRef string = JSValueToStringCopy(env->ctx, value, exception);
  const JSChar* units;
  size_t count;

  text->data = text->small;
  text->length = 0;
  text->small[0] = '\0';
  if (string == NULL)
    return false;
  units = JSStringGetCharactersPtr(string);
  count = JSStringGetLength(string);
  /* Three bytes per unit are always enough; only when that exceeds the room, count exactly. */
  if (count * 3 >= sizeof(text->small)) {
    text->data = malloc(gy_utf8_length_of_utf16(units, count) + 1);
    if (text->data == NULL) {
      text->data = text->small;
      JSStringRelease(string);
      gy_throw(env, exception, "Out of memory");
      return false;
    }
  }
  text->length = gy_utf16_to_utf8(units, count, (uint8_t*) text->data);
  text->data[text->length] = '\0';
  JSStringRelease(string);
  return true;
}

void gy_text_free(struct gy_text* text) {
  if (text->data != text->small)
    free(text->data);
  text->data = text->small;
}

JSValueRef gy_string_utf16(gy_env* env, const uint16_t* units, size_t length) {
  JSStringRef string = JSStringCreateWithCharacters(units, length);
  JSValueRef value = JSValueMakeString(env->ctx, string);

  JSStringRelease(string);
  return value;
}

JSValueRef gy_string_new(gy_env* env, const char* utf8, size_t length) {
  uint16_t small[SMALL_UNITS];
  uint16_t* units = length <= SMALL_UNITS ? small : malloc(length * sizeof(*units));
  JSValueRef value;

  if (units == NULL)
    return gy_undefined(env);
  value = gy_string_utf16(env, units, gy_utf8_to_utf16((const uint8_t*) utf8, length, units));
  if (units != small)
    free(units);
  return value;
}

JSValueRef gy_string_latin1(gy_env* env, const uint8_t* bytes, size_t length) {
  uint16_t small[SMALL_UNITS];
  uint16_t* units = length <= SMALL_UNITS ? small : malloc(length * sizeof(*units));
  JSValueRef value;

  if (units == NULL)
    return gy_undefined(env);
  units[0] = 0; /* of no bytes nothing is copied */
  gy_latin1_to_utf16(bytes, length, units);
  value = gy_string_utf16(env, units, length);
  if (units != small)
    free(units);
  return value;
}

static bool view_bytes(gy_env* env, JSObjectRef view, uint8_t** bytes, size_t* length) {
  /* The pointer is that of the whole buffer, wherever in it the view begins. */
  *bytes = (uint8_t*) JSObjectGetTypedArrayBytesPtr(env->ctx, view, NULL) +
           JSObjectGetTypedArrayByteOffset(env->ctx, view, NULL);
  *length = JSObjectGetTypedArrayByteLength(env->ctx, view, NULL);
  return true;
}

/* DataView is no typed array to the C API: it is asked by its properties. These the program may have replaced:
 * they are believed within the buffer only. */
static bool data_view_bytes(gy_env* env, JSObjectRef view, uint8_t** bytes, size_t* length) {
  JSValueRef buffer = gy_get(env, view, "buffer");

  if (JSValueGetTypedArrayType(env->ctx, buffer, NULL) != kJSTypedArrayTypeArrayBuffer)
    return false;
  double offset = JSValueToNumber(env->ctx, gy_get(env, view, "byteOffset"), NULL);
  double wanted = JSValueToNumber(env->ctx, gy_get(env, view, "byteLength"), NULL);
  size_t size = JSObjectGetArrayBufferByteLength(env->ctx, (JSObjectRef) buffer, NULL);
  if (!(offset >= 0 && wanted >= 0 && offset + wanted <= (double) size))
    return false;
  *bytes = (uint8_t*) JSObjectGetArrayBufferBytesPtr(env->ctx, (JSObjectRef) buffer, NULL) +
           (size_t) offset;
  *length = (size_t) wanted;
  return true;
}

bool gy_bytes_get(gy_env* env, JSValueRef value, uint8_t** bytes, size_t* length) {
  JSTypedArrayType type = JSValueGetTypedArrayType(env->ctx, value, NULL);

  *bytes = NULL;
  *length = 0;
  if (type == kJSTypedArrayTypeArrayBuffer) {
    *bytes = JSObjectGetArrayBufferBytesPtr(env->ctx, (JSObjectRef) value, NULL);
    *length = JSObjectGetArrayBufferByteLength(env->ctx, (JSObjectRef) value, NULL);
    return true;
  }
  if (type != kJSTypedArrayTypeNone)
    return view_bytes(env, (JSObjectRef) value, bytes, length);
  return JSValueIsObject(env->ctx, value) &&
         data_view_bytes(env, (JSObjectRef) value, bytes, length);
}

static void free_bytes(void* bytes, void* context) {
  free(bytes);
}

JSObjectRef gy_bytes_adopt(gy_env* env, void* bytes, size_t length) {
  return JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeUint8Array, bytes, length,
                                               free_bytes, NULL, NULL);
}
