/* src/runtime/bytes.c — the memory of typed arrays, DataViews and ArrayBuffers.
 * (1) The C API gives the address of a typed array only under the engine's lock, which costs more
 *     than what most callers then do with the bytes.
 * (2) So an address that was given is known until the next collection. It stays right: an object
 *     is not moved, its place is used again only after a collection, and giving the address pins
 *     the buffer. A buffer of WebAssembly can be detached nevertheless; then the length is 0. */
#include <stdlib.h>
#include <string.h>

#include "engine_private.h"
#include "runtime/engine.h"

static bool view_bytes(gy_env* env, JSObjectRef view, uint8_t** bytes) {
  /* The pointer is that of the whole buffer, wherever in it the view begins. */
  *bytes = (uint8_t*) JSObjectGetTypedArrayBytesPtr(env->ctx, view, NULL) +
           JSObjectGetTypedArrayByteOffset(env->ctx, view, NULL);
  return true;
}

/* ---- Addresses that are known (2) ---- */

enum { KNOWN = 64, CELL_BITS = 4 }; /* an object begins at a multiple of 16 bytes */

struct known {
  JSObjectRef view;
  uint8_t* bytes;
};

static _Thread_local struct known known[KNOWN];
static _Thread_local bool is_told_of_collections;

static void forget_all(JSContextGroupRef group, void* data) {
  memset(data, 0, sizeof(known));
}

static void close_known(gy_env* env) {
  forget_all(env->group, known);
  is_told_of_collections = false;
}

static bool can_know(gy_env* env) {
  if (!is_told_of_collections && JSContextGroupAddHeapFinalizer != NULL) {
    JSContextGroupAddHeapFinalizer(env->group, forget_all, known);
    gy_at_close(env, close_known);
    is_told_of_collections = true;
  }
  return is_told_of_collections;
}

/* Of a typed array that is not empty. */
static bool typed_array_bytes(gy_env* env, JSObjectRef view, uint8_t** bytes) {
  struct known* place = &known[((uintptr_t) view >> CELL_BITS) % KNOWN];

  if (place->view == view) {
    *bytes = place->bytes;
    return true;
  }
  view_bytes(env, view, bytes);
  if (can_know(env))
    *place = (struct known){.view = view, .bytes = *bytes};
  return true;
}

/* ---- Views ---- */

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
    return typed_array_bytes(env, (JSObjectRef) value, bytes);
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
