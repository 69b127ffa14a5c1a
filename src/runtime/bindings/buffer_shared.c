/* src/runtime/bindings/buffer_shared.c — memory that JavaScript and C both know, so that C need not
 * ask the engine for its address: that takes the engine's lock, and pins the buffer.
 *
 * (1) The slab is the memory that small buffers share. newSlab() makes it; C writes strings to it
 *     until the next newSlab(). It is pinned, and lib/internal/buffer.js refers to it until then.
 * (2) The staging memory takes bytes that are to become a string. JavaScript copies them there; if
 *     they are few, that costs less than C takes to find the buffer.
 * (3) No function here touches anything else, whatever `range` is. */
#include <stdlib.h>

#include "buffer.h"
#include "runtime/options.h"
#include "view.h"

enum { STAGING = 4096 };

/* Of the thread's environment. */
static _Thread_local struct {
  double range[GY_RANGE];
  uint8_t staging[STAGING];
  uint8_t* slab;
  size_t slab_size;
} shared;

const double* gy_buffer_range(void) {
  return shared.range;
}

void* gy_buffer_memory(gy_env* env, size_t size) {
  return env->options->values[GY_OPT_zero_fill_buffers].on ? calloc(1, size) : malloc(size);
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
  buffer =
      JSObjectMakeArrayBufferWithBytesNoCopy(ctx, bytes, (size_t) size, free_slab, NULL, exception);
  if (buffer == NULL || JSObjectGetArrayBufferBytesPtr(ctx, buffer, exception) != bytes)
    return NULL;
  shared.slab = bytes;
  shared.slab_size = (size_t) size;
  return buffer;
}

/* (string), range: place → how many bytes of it were written to the slab */
static JSValueRef into_slab(enum gy_encoding encoding, const JSValueRef argv[],
                            JSValueRef* exception) {
  gy_env* env = gy_env_here();
  double place = shared.range[0];
  struct gy_chars chars;
  size_t written = 0;

  if (!gy_chars_open(env, argv[0], &chars, exception))
    return NULL;
  if (place >= 0 && place < (double) shared.slab_size)
    written = gy_encode(encoding, &chars, shared.slab + (size_t) place,
                        shared.slab_size - (size_t) place);
  gy_chars_close(&chars);
  return gy_number(env, (double) written);
}

/* (), range: -, count → the bytes of the staging memory as a string */
static JSValueRef from_staging(enum gy_encoding encoding, JSValueRef* exception) {
  double count = shared.range[1];

  if (!(count >= 0 && count <= STAGING))
    count = 0;
  return gy_decode(gy_env_here(), encoding, shared.staging, (size_t) count, exception);
}

#define DEFINE_PAIR(name, id)               \
  GY_FUNCTION(slab_##name) {                \
    return into_slab(id, argv, exception);  \
  }                                         \
  GY_FUNCTION(staging_##name) {                \
    return from_staging(id, exception);        \
  }
GY_EACH_ENCODING(DEFINE_PAIR)

void gy_bind_buffer_shared(gy_env* env, JSObjectRef target) {
#define PAIR(name, id) {#name "ToSlab", slab_##name}, {#name "FromStaging", staging_##name},
  static const struct gy_function functions[] = {
      GY_EACH_ENCODING(PAIR){"newSlab", new_slab},
  };
  gy_define(env, target, functions);
  gy_set_view(env, target, "range", kJSTypedArrayTypeFloat64Array, shared.range,
              sizeof(shared.range));
  gy_set_view(env, target, "staging", kJSTypedArrayTypeUint8Array, shared.staging,
              sizeof(shared.staging));
}
