/* src/runtime/bindings/buffer_slab.c — the memory that small buffers share, known to C: a string goes
 * there without a question to the engine about the place. Each such question takes its lock.
 *
 * (1) The slab is the one that newSlab() made last. It is pinned: no transfer takes its memory away
 *     while its ArrayBuffer lives, and lib/internal/buffer.js keeps that until it asks for the next.
 * (2) Nothing is written outside of it, whatever `place` says. */
#include <stdlib.h>

#include "buffer.h"
#include "cli/options.h"

/* Of the thread's environment. JavaScript sees `place`: where in the slab the next string goes. */
static _Thread_local struct {
  uint32_t place;
  uint8_t* bytes;
  size_t size;
} slab;

void* gy_buffer_memory(gy_env* env, size_t size) {
  return env->options->values[GY_OPT_zero_fill_buffers].on ? calloc(1, size) : malloc(size);
}

static void keep(void* bytes, void* context) {
}

static void free_slab(void* bytes, void* context) {
  free(bytes);
}

/* (size) → an ArrayBuffer that nobody has cleared, from now on the slab */
GY_FUNCTION(new_slab) {
  gy_env* env = gy_env_here();
  double size = gy_arg_number(ctx, argc, argv, 0);
  uint8_t* bytes = NULL;
  JSObjectRef buffer;

  if (size >= 1 && size <= (double) UINT32_MAX)
    bytes = gy_buffer_memory(env, (size_t) size);
  if (bytes == NULL)
    return gy_throw(env, exception, "Array buffer allocation failed");
  buffer = JSObjectMakeArrayBufferWithBytesNoCopy(ctx, bytes, (size_t) size, free_slab, NULL,
                                                  exception);
  if (buffer == NULL || JSObjectGetArrayBufferBytesPtr(ctx, buffer, exception) != bytes)
    return NULL;
  slab.bytes = bytes;
  slab.size = (size_t) size;
  return buffer;
}

/* (string) → how many bytes of it were put into the slab, at `place` */
static JSValueRef into_slab(JSContextRef ctx, enum gy_encoding encoding, size_t argc,
                            const JSValueRef argv[], JSValueRef* exception) {
  JSStringRef string = JSValueToStringCopy(ctx, argv[0], exception);
  size_t written = 0;

  if (string == NULL)
    return NULL;
  if (slab.place < slab.size)
    written = gy_encode(encoding, JSStringGetCharactersPtr(string), JSStringGetLength(string),
                        slab.bytes + slab.place, slab.size - slab.place);
  JSStringRelease(string);
  return JSValueMakeNumber(ctx, (double) written);
}

GY_FUNCTION(slab_utf8) {
  return into_slab(ctx, GY_UTF8, argc, argv, exception);
}

GY_FUNCTION(slab_latin1) {
  return into_slab(ctx, GY_LATIN1, argc, argv, exception);
}

void gy_bind_buffer_slab(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"newSlab", new_slab},
      {"slabUtf8", slab_utf8},
      {"slabLatin1", slab_latin1},
  };
  gy_define(env, target, functions);
  gy_set(env, target, "place",
         JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeUint32Array, &slab.place,
                                               sizeof(slab.place), keep, NULL, NULL));
}
