/* src/runtime/bindings/buffer_shared.c — memory that JavaScript and C both know, so that neither
 * asks the engine where it is: each such question takes the engine's lock.
 *
 * (1) The slab, which small buffers share, is the one that newSlab() made last. It is pinned: no
 *     transfer takes its memory away while its ArrayBuffer lives, and lib/internal/buffer.js keeps
 *     that until it asks for the next. Strings go straight there.
 * (2) The desk takes the bytes that are to become a string: JavaScript copies them there, which is
 *     cheaper than asking for their address, and does not pin the buffer they come from.
 * (3) Nothing outside of the two is touched, whatever `place` says. */
#include <stdlib.h>

#include "buffer.h"
#include "runtime/options.h"
#include "view.h"

enum { DESK = 4096 };

/* Of the thread's environment. */
static _Thread_local struct {
  uint32_t place[2]; /* where in the slab the next string goes, how many bytes are on the desk */
  uint8_t desk[DESK];
  uint8_t* slab;
  size_t slab_size;
} shared;

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

/* (string) → how many bytes of it were put into the slab, at place[0] */
static JSValueRef into_slab(JSContextRef ctx, enum gy_encoding encoding, size_t argc,
                            const JSValueRef argv[], JSValueRef* exception) {
  struct gy_chars chars;
  size_t written = 0;

  if (!gy_chars_open(gy_env_here(), argv[0], &chars, exception))
    return NULL;
  if (shared.place[0] < shared.slab_size)
    written = gy_encode(encoding, &chars, shared.slab + shared.place[0],
                        shared.slab_size - shared.place[0]);
  gy_chars_close(&chars);
  return JSValueMakeNumber(ctx, (double) written);
}

GY_FUNCTION(slab_utf8) {
  return into_slab(ctx, GY_UTF8, argc, argv, exception);
}

GY_FUNCTION(slab_latin1) {
  return into_slab(ctx, GY_LATIN1, argc, argv, exception);
}

/* () → the bytes on the desk as a string */
static JSValueRef from_desk(enum gy_encoding encoding, JSValueRef* exception) {
  size_t count = shared.place[1] < DESK ? shared.place[1] : DESK;

  return gy_decode(gy_env_here(), encoding, shared.desk, count, exception);
}

GY_FUNCTION(desk_utf8) {
  return from_desk(GY_UTF8, exception);
}

GY_FUNCTION(desk_latin1) {
  return from_desk(GY_LATIN1, exception);
}

GY_FUNCTION(desk_ascii) {
  return from_desk(GY_ASCII, exception);
}

void gy_bind_buffer_shared(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"newSlab", new_slab},   {"slabUtf8", slab_utf8},     {"slabLatin1", slab_latin1},
      {"deskUtf8", desk_utf8}, {"deskLatin1", desk_latin1}, {"deskAscii", desk_ascii},
  };
  gy_define(env, target, functions);
  gy_set_view(env, target, "place", kJSTypedArrayTypeUint32Array, shared.place,
              sizeof(shared.place));
  gy_set_view(env, target, "desk", kJSTypedArrayTypeUint8Array, shared.desk, sizeof(shared.desk));
}
