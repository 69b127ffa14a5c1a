/* src/runtime/bindings/buffer.c — internalBinding('buffer'): strings out of bytes, and into them.
 *
 * (1) Types and ranges are checked in lib/; what arrives here is clipped once more, so that no
 *     caller can make C touch what is outside the view.
 * (2) A string that would be longer than the longest is not made: the answer is undefined, and lib/
 *     throws.
 * (3) Conversions work on UTF-16 units: the engine's own UTF-8 functions are ten times slower. */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/text/text.h"

#define MAX_STRING_LENGTH 0x1fffffe8u

bool gy_scratch_get(struct gy_scratch* scratch, size_t bytes) {
  scratch->data = bytes <= sizeof(scratch->small) ? scratch->small : malloc(bytes);
  return scratch->data != NULL;
}

void gy_scratch_free(struct gy_scratch* scratch) {
  if (scratch->data != scratch->small)
    free(scratch->data);
}

/* ---- Out of bytes ---- */

static size_t decode_utf16(const uint8_t* in, size_t n, uint16_t* out) {
  memcpy(out, in, n / 2 * 2);
  return n / 2;
}

static size_t decode_latin1(const uint8_t* in, size_t n, uint16_t* out) {
  gy_latin1_to_utf16(in, n, out);
  return n;
}

static size_t decode_ascii(const uint8_t* in, size_t n, uint16_t* out) {
  gy_ascii_to_utf16(in, n, out);
  return n;
}

static size_t decode_base64(const uint8_t* in, size_t n, uint16_t* out) {
  return gy_base64_encode(in, n, out, false);
}

static size_t decode_base64url(const uint8_t* in, size_t n, uint16_t* out) {
  return gy_base64_encode(in, n, out, true);
}

static size_t decode_hex(const uint8_t* in, size_t n, uint16_t* out) {
  gy_hex_encode(in, n, out);
  return 2 * n;
}

static size_t (*const decoders[GY_ENCODINGS])(const uint8_t*, size_t, uint16_t*) = {
    [GY_UTF8] = gy_utf8_to_utf16, [GY_UTF16LE] = decode_utf16, [GY_LATIN1] = decode_latin1,
    [GY_ASCII] = decode_ascii,    [GY_BASE64] = decode_base64, [GY_BASE64URL] = decode_base64url,
    [GY_HEX] = decode_hex,
};

/* How many units the text of n bytes can have. */
static size_t most_units(enum gy_encoding encoding, size_t n) {
  switch (encoding) {
    case GY_UTF16LE: return n / 2;
    case GY_HEX: return 2 * n;
    case GY_BASE64:
    case GY_BASE64URL: return gy_base64_length(n, encoding == GY_BASE64URL);
    default: return n;
  }
}

JSValueRef gy_decode(gy_env* env, enum gy_encoding encoding, const uint8_t* bytes, size_t n,
                     JSValueRef* exception) {
  struct gy_scratch scratch;
  size_t most = most_units(encoding, n);
  JSValueRef result;

  /* Only UTF-8 can turn out shorter than the estimate. */
  if (most > MAX_STRING_LENGTH &&
      (encoding != GY_UTF8 || gy_utf16_length_of_utf8(bytes, n) > MAX_STRING_LENGTH))
    return gy_undefined(env);
  if (!gy_scratch_get(&scratch, most * sizeof(uint16_t)))
    return gy_throw(env, exception, "Out of memory");
  result = gy_string_utf16(env, scratch.data, decoders[encoding](bytes, n, scratch.data));
  gy_scratch_free(&scratch);
  return result;
}

/* (view, start, end) → string */
static JSValueRef slice(JSContextRef ctx, enum gy_encoding encoding, size_t argc,
                        const JSValueRef argv[], JSValueRef* exception) {
  gy_env* env = gy_env_here();
  uint8_t* bytes;
  size_t length;
  JSValueRef result;

  gy_lock(ctx);
  if (argc < 3 || !gy_bytes_get(env, argv[0], &bytes, &length)) {
    result = gy_throw_type(env, exception, "argument must be a buffer");
  } else {
    double start = gy_arg_number(ctx, argc, argv, 1);
    double end = gy_arg_number(ctx, argc, argv, 2);
    if (end > (double) length)
      end = (double) length;
    if (!(start >= 0))
      start = 0;
    result = end > start ? gy_decode(env, encoding, bytes + (size_t) start,
                                     (size_t) end - (size_t) start, exception)
                         : gy_string_utf16(env, NULL, 0);
  }
  gy_unlock(ctx);
  return result;
}

/* ---- Into bytes ---- */

static size_t encode_utf8(const uint16_t* in, size_t n, uint8_t* out, size_t room) {
  return gy_utf16_to_utf8_some(in, n, out, room).written;
}

static size_t encode_utf16(const uint16_t* in, size_t n, uint8_t* out, size_t room) {
  size_t units = n < room / 2 ? n : room / 2;
  memcpy(out, in, units * 2);
  return units * 2;
}

static size_t encode_latin1(const uint16_t* in, size_t n, uint8_t* out, size_t room) {
  size_t count = n < room ? n : room;
  gy_utf16_to_latin1(in, count, out);
  return count;
}

static size_t (*const encoders[GY_ENCODINGS])(const uint16_t*, size_t, uint8_t*, size_t) = {
    [GY_UTF8] = encode_utf8,    [GY_UTF16LE] = encode_utf16,    [GY_LATIN1] = encode_latin1,
    [GY_ASCII] = encode_latin1, [GY_BASE64] = gy_base64_decode, [GY_BASE64URL] = gy_base64_decode,
    [GY_HEX] = gy_hex_decode,
};

size_t gy_encode(enum gy_encoding encoding, const uint16_t* units, size_t n, uint8_t* out,
                 size_t room) {
  return encoders[encoding](units, n, out, room);
}

/* (view, string, start, length) → how many bytes were written */
static JSValueRef put(JSContextRef ctx, enum gy_encoding encoding, size_t argc,
                      const JSValueRef argv[], JSValueRef* exception) {
  gy_env* env = gy_env_here();
  uint8_t* bytes;
  size_t length;
  size_t written = 0;

  gy_lock(ctx);
  if (argc < 4 || !gy_bytes_get(env, argv[0], &bytes, &length)) {
    gy_unlock(ctx);
    return gy_throw_type(env, exception, "argument must be a buffer");
  }
  double start = gy_arg_number(ctx, argc, argv, 2);
  double room = gy_arg_number(ctx, argc, argv, 3);
  JSStringRef string = JSValueToStringCopy(ctx, argv[1], exception);
  if (string != NULL && start >= 0 && start < (double) length && room > 0) {
    if (room > (double) length - start)
      room = (double) length - start;
    written = gy_encode(encoding, JSStringGetCharactersPtr(string), JSStringGetLength(string),
                        bytes + (size_t) start, (size_t) room);
  }
  if (string != NULL)
    JSStringRelease(string);
  gy_unlock(ctx);
  return gy_number(env, (double) written);
}

#define EACH_ENCODING(X)     \
  X(utf8, GY_UTF8)           \
  X(utf16le, GY_UTF16LE)     \
  X(latin1, GY_LATIN1)       \
  X(ascii, GY_ASCII)         \
  X(base64, GY_BASE64)       \
  X(base64url, GY_BASE64URL) \
  X(hex, GY_HEX)

#define DEFINE_PAIR(name, id)                     \
  GY_FUNCTION(slice_##name) {                     \
    return slice(ctx, id, argc, argv, exception); \
  }                                               \
  GY_FUNCTION(put_##name) {                       \
    return put(ctx, id, argc, argv, exception);   \
  }
EACH_ENCODING(DEFINE_PAIR)

/* ---- Whole strings ---- */

/* (string) → its length in UTF-8 */
GY_FUNCTION(byte_length_utf8) {
  gy_env* env = gy_env_here();
  JSStringRef string = JSValueToStringCopy(ctx, argv[0], exception);
  size_t length;

  if (string == NULL)
    return NULL;
  length = gy_utf8_length_of_utf16(JSStringGetCharactersPtr(string), JSStringGetLength(string));
  JSStringRelease(string);
  return gy_number(env, (double) length);
}

static void free_bytes(void* bytes, void* context) {
  (void) context;
  free(bytes);
}

/* (size) → an ArrayBuffer that nobody has cleared */
GY_FUNCTION(allocate) {
  gy_env* env = gy_env_here();
  double size = gy_arg_number(ctx, argc, argv, 0);
  void* bytes = NULL;

  if (size >= 0 && size <= (double) (1ull << 32))
    bytes = gy_buffer_memory(env, (size_t) size + 1);
  if (bytes == NULL)
    return gy_throw(env, exception, "Array buffer allocation failed");
  return JSObjectMakeArrayBufferWithBytesNoCopy(ctx, bytes, (size_t) size, free_bytes, NULL,
                                                exception);
}

/* (ArrayBuffer, alignment) → the first offset whose address is a multiple of it */
GY_FUNCTION(aligned_offset) {
  gy_env* env = gy_env_here();
  double alignment = gy_arg_number(ctx, argc, argv, 1);
  uint8_t* bytes;
  size_t length;

  if (argc < 2 || !gy_bytes_get(env, argv[0], &bytes, &length) || !(alignment >= 1))
    return gy_throw_type(env, exception, "argument must be a buffer");
  uintptr_t past = (uintptr_t) bytes % (uintptr_t) alignment;
  return gy_number(env, past == 0 ? 0 : alignment - (double) past);
}

/* (string) → an ArrayBuffer with its UTF-8: one look at the string for its length and its bytes */
GY_FUNCTION(encode_string) {
  gy_env* env = gy_env_here();
  JSStringRef string = JSValueToStringCopy(ctx, argv[0], exception);
  const uint16_t* units;
  size_t length;
  uint8_t* bytes;

  if (string == NULL)
    return NULL;
  units = JSStringGetCharactersPtr(string);
  length = gy_utf8_length_of_utf16(units, JSStringGetLength(string));
  bytes = malloc(length + 1);
  if (bytes != NULL)
    gy_utf16_to_utf8(units, JSStringGetLength(string), bytes);
  JSStringRelease(string);
  if (bytes == NULL)
    return gy_throw(env, exception, "Out of memory");
  return JSObjectMakeArrayBufferWithBytesNoCopy(ctx, bytes, length, free_bytes, NULL, exception);
}

/* (string, view, words): as much as fits; words[0] units were read, words[1] bytes written */
GY_FUNCTION(encode_into) {
  gy_env* env = gy_env_here();
  uint8_t *bytes, *words;
  size_t length, size;

  if (argc < 3 || !gy_bytes_get(env, argv[1], &bytes, &length) ||
      !gy_bytes_get(env, argv[2], &words, &size) || size < 2 * sizeof(uint32_t))
    return gy_throw_type(env, exception, "argument must be a buffer");
  JSStringRef string = JSValueToStringCopy(ctx, argv[0], exception);
  if (string == NULL)
    return NULL;
  struct gy_utf8_written done = gy_utf16_to_utf8_some(JSStringGetCharactersPtr(string),
                                                      JSStringGetLength(string), bytes, length);
  JSStringRelease(string);
  uint32_t counts[2] = {(uint32_t) done.read, (uint32_t) done.written};
  memcpy(words, counts, sizeof(counts));
  return gy_undefined(env);
}

/* (string) → base64 of its Latin-1 bytes, or -1 when a unit is above 255 */
GY_FUNCTION(btoa_string) {
  gy_env* env = gy_env_here();
  JSStringRef string = JSValueToStringCopy(ctx, argv[0], exception);
  struct gy_scratch scratch;
  size_t length;
  JSValueRef result;

  if (string == NULL)
    return NULL;
  length = JSStringGetLength(string);
  if (!gy_scratch_get(&scratch, length)) {
    JSStringRelease(string);
    return gy_throw(env, exception, "Out of memory");
  }
  if (gy_utf16_to_latin1_strict(JSStringGetCharactersPtr(string), length, scratch.data))
    result = gy_decode(env, GY_BASE64, scratch.data, length, exception);
  else
    result = gy_number(env, -1);
  gy_scratch_free(&scratch);
  JSStringRelease(string);
  return result;
}

/* (string) → the bytes as a Latin-1 string, or a negative number: see gy_base64_forgiving() */
GY_FUNCTION(atob_string) {
  gy_env* env = gy_env_here();
  JSStringRef string = JSValueToStringCopy(ctx, argv[0], exception);
  struct gy_scratch scratch;
  JSValueRef result;

  if (string == NULL)
    return NULL;
  size_t length = JSStringGetLength(string);
  if (!gy_scratch_get(&scratch, length)) {
    JSStringRelease(string);
    return gy_throw(env, exception, "Out of memory");
  }
  int64_t n = gy_base64_forgiving(JSStringGetCharactersPtr(string), length, scratch.data);
  result = n < 0 ? gy_number(env, (double) n) : gy_string_latin1(env, scratch.data, (size_t) n);
  gy_scratch_free(&scratch);
  JSStringRelease(string);
  return result;
}

void gy_bind_buffer(gy_env* env, JSObjectRef target) {
#define PAIR(name, id) {#name "Slice", slice_##name}, {#name "Write", put_##name},
  static const struct gy_function functions[] = {
      EACH_ENCODING(PAIR){"alignedOffset", aligned_offset},
      {"allocate", allocate},
      {"byteLengthUtf8", byte_length_utf8},
      {"encodeUtf8", encode_string},
      {"encodeInto", encode_into},
      {"btoa", btoa_string},
      {"atob", atob_string},
  };
  gy_define(env, target, functions);
  gy_bind_buffer_search(env, target);
  gy_bind_buffer_shared(env, target);
}
