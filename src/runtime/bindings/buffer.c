/* src/runtime/bindings/buffer.c — internalBinding('buffer'): bytes to strings and strings to bytes.
 *
 * (1) lib/ checks types and ranges. C clips the range once more, so that no caller can make it
 *     touch what is outside of the view.
 * (2) If a string would exceed the limit of strings, the result is undefined, and lib/ throws.
 * (3) A string is 8-bit if all its characters are below 256. */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/engine/lanes.h"
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

/* ---- Bytes to strings ---- */

static void fill_latin1(const uint8_t* in, size_t n, uint8_t* out) {
  memcpy(out, in, n);
}

static void fill_base64(const uint8_t* in, size_t n, uint8_t* out) {
  gy_base64_encode(in, n, out, false);
}

static void fill_base64url(const uint8_t* in, size_t n, uint8_t* out) {
  gy_base64_encode(in, n, out, true);
}

/* The encodings whose text is always 8-bit. */
static void (*const fillers[GY_ENCODINGS])(const uint8_t*, size_t, uint8_t*) = {
    [GY_LATIN1] = fill_latin1,       [GY_ASCII] = gy_ascii_to_latin1, [GY_BASE64] = fill_base64,
    [GY_BASE64URL] = fill_base64url, [GY_HEX] = gy_hex_encode,
};

/* How many units the text of n bytes has; of UTF-8, at most. */
static size_t count_units(enum gy_encoding encoding, size_t n) {
  switch (encoding) {
    case GY_UTF16LE: return n / 2;
    case GY_HEX: return 2 * n;
    case GY_BASE64:
    case GY_BASE64URL: return gy_base64_length(n, encoding == GY_BASE64URL);
    default: return n;
  }
}

/* UTF-16 units at any address. */
static JSValueRef decode_utf16(gy_env* env, const uint8_t* bytes, size_t units) {
  struct gy_scratch scratch;
  JSValueRef result;

  if ((uintptr_t) bytes % sizeof(uint16_t) == 0)
    return gy_string_utf16(env, (const uint16_t*) (const void*) bytes, units);
  if (!gy_scratch_get(&scratch, units * sizeof(uint16_t)))
    return NULL;
  memcpy(scratch.data, bytes, units * sizeof(uint16_t));
  result = gy_string_utf16(env, scratch.data, units);
  gy_scratch_free(&scratch);
  return result;
}

JSValueRef gy_decode(gy_env* env, enum gy_encoding encoding, const uint8_t* bytes, size_t n,
                     JSValueRef* exception) {
  size_t units = count_units(encoding, n);
  struct gy_draft draft;
  JSValueRef result = NULL;

  /* Only UTF-8 can turn out shorter than the estimate. */
  if (units > MAX_STRING_LENGTH &&
      (encoding != GY_UTF8 || gy_utf8_shape(bytes, n).units > MAX_STRING_LENGTH))
    return gy_undefined(env);
  if (encoding == GY_UTF8) {
    result = gy_string_new(env, (const char*) bytes, n);
  } else if (encoding == GY_UTF16LE) {
    result = decode_utf16(env, bytes, units);
  } else if (gy_engine.start_string(env, &draft, units, false)) {
    fillers[encoding](bytes, n, draft.data);
    result = gy_engine.finish_string(env, &draft);
  }
  return result != NULL ? result : gy_throw(env, exception, "Out of memory");
}

/* (view), range: start, end → string */
static JSValueRef slice(enum gy_encoding encoding, size_t argc, const JSValueRef argv[],
                        JSValueRef* exception) {
  gy_env* env = gy_env_here();
  const double* range = gy_buffer_range();
  uint8_t* bytes;
  size_t length;

  if (argc < 1 || !gy_bytes_get(env, argv[0], &bytes, &length))
    return gy_throw_type(env, exception, "argument must be a buffer");
  double start = range[0] >= 0 ? range[0] : 0;
  double end = range[1] <= (double) length ? range[1] : (double) length;
  if (!(end > start))
    return gy_string_utf16(env, NULL, 0);
  return gy_decode(env, encoding, bytes + (size_t) start, (size_t) end - (size_t) start,
                   exception);
}

/* ---- Strings to bytes ---- */

static size_t encode_utf8(const struct gy_chars* chars, uint8_t* out, size_t room) {
  return chars->narrow != NULL
             ? gy_latin1_to_utf8_some(chars->narrow, chars->length, out, room).written
             : gy_utf16_to_utf8_some(chars->wide, chars->length, out, room).written;
}

/* `out` need not be aligned. */
static size_t encode_utf16(const struct gy_chars* chars, uint8_t* out, size_t room) {
  size_t units = chars->length < room / 2 ? chars->length : room / 2;

  if (chars->narrow != NULL)
    gy_latin1_to_utf16(chars->narrow, units, out);
  else
    memcpy(out, chars->wide, units * 2);
  return units * 2;
}

static size_t encode_latin1(const struct gy_chars* chars, uint8_t* out, size_t room) {
  size_t count = chars->length < room ? chars->length : room;

  if (chars->narrow != NULL)
    memcpy(out, chars->narrow, count);
  else
    gy_utf16_to_latin1(chars->wide, count, out);
  return count;
}

/* The decoders of digits read 8-bit units. */
static size_t encode_digits(const struct gy_chars* chars, uint8_t* out, size_t room,
                            size_t (*decode)(const uint8_t*, size_t, uint8_t*, size_t)) {
  struct gy_scratch scratch;
  size_t written;

  if (chars->narrow != NULL)
    return decode(chars->narrow, chars->length, out, room);
  if (!gy_scratch_get(&scratch, chars->length))
    return 0;
  gy_utf16_to_latin1_marked(chars->wide, chars->length, scratch.data);
  written = decode(scratch.data, chars->length, out, room);
  gy_scratch_free(&scratch);
  return written;
}

static size_t encode_base64(const struct gy_chars* chars, uint8_t* out, size_t room) {
  return encode_digits(chars, out, room, gy_base64_decode);
}

static size_t encode_hex(const struct gy_chars* chars, uint8_t* out, size_t room) {
  return encode_digits(chars, out, room, gy_hex_decode);
}

static size_t (*const encoders[GY_ENCODINGS])(const struct gy_chars*, uint8_t*, size_t) = {
    [GY_UTF8] = encode_utf8,    [GY_UTF16LE] = encode_utf16,  [GY_LATIN1] = encode_latin1,
    [GY_ASCII] = encode_latin1, [GY_BASE64] = encode_base64, [GY_BASE64URL] = encode_base64,
    [GY_HEX] = encode_hex,
};

size_t gy_encode(enum gy_encoding encoding, const struct gy_chars* chars, uint8_t* out,
                 size_t room) {
  return encoders[encoding](chars, out, room);
}

/* (view, string), range: start, room → how many bytes were written */
static JSValueRef put(enum gy_encoding encoding, size_t argc, const JSValueRef argv[],
                      JSValueRef* exception) {
  gy_env* env = gy_env_here();
  double start = gy_buffer_range()[0], room = gy_buffer_range()[1];
  uint8_t* bytes;
  size_t length;
  size_t written = 0;
  struct gy_chars chars;

  if (argc < 2 || !gy_bytes_get(env, argv[0], &bytes, &length))
    return gy_throw_type(env, exception, "argument must be a buffer");
  if (!gy_chars_open(env, argv[1], &chars, exception))
    return NULL;
  if (start >= 0 && start < (double) length && room > 0) {
    if (room > (double) length - start)
      room = (double) length - start;
    written = gy_encode(encoding, &chars, bytes + (size_t) start, (size_t) room);
  }
  gy_chars_close(&chars);
  return gy_number(env, (double) written);
}

#define DEFINE_PAIR(name, id)                \
  GY_FUNCTION(slice_##name) {                \
    return slice(id, argc, argv, exception); \
  }                                          \
  GY_FUNCTION(put_##name) {                  \
    return put(id, argc, argv, exception);   \
  }
GY_EACH_ENCODING(DEFINE_PAIR)

/* ---- Whole strings ---- */

/* (string) → its length in UTF-8 */
GY_FUNCTION(byte_length_utf8) {
  gy_env* env = gy_env_here();
  struct gy_chars chars;
  size_t length;

  if (!gy_chars_open(env, argv[0], &chars, exception))
    return NULL;
  length = gy_chars_utf8_length(&chars);
  gy_chars_close(&chars);
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

/* (string) → an ArrayBuffer with its UTF-8 */
GY_FUNCTION(encode_string) {
  gy_env* env = gy_env_here();
  struct gy_chars chars;
  size_t length;
  uint8_t* bytes;

  if (!gy_chars_open(env, argv[0], &chars, exception))
    return NULL;
  length = gy_chars_utf8_length(&chars);
  bytes = malloc(length + 1);
  if (bytes != NULL)
    gy_chars_to_utf8(&chars, bytes, length);
  gy_chars_close(&chars);
  if (bytes == NULL)
    return gy_throw(env, exception, "Out of memory");
  return JSObjectMakeArrayBufferWithBytesNoCopy(ctx, bytes, length, free_bytes, NULL, exception);
}

/* (string, view, counts): as much as fits; counts[0] units were read, counts[1] bytes written */
GY_FUNCTION(encode_into) {
  gy_env* env = gy_env_here();
  uint8_t *bytes, *counts_out;
  size_t length, size;
  struct gy_chars chars;

  if (argc < 3 || !gy_bytes_get(env, argv[1], &bytes, &length) ||
      !gy_bytes_get(env, argv[2], &counts_out, &size) || size < 2 * sizeof(uint32_t))
    return gy_throw_type(env, exception, "argument must be a buffer");
  if (!gy_chars_open(env, argv[0], &chars, exception))
    return NULL;
  struct gy_utf8_written done = gy_chars_to_utf8(&chars, bytes, length);
  gy_chars_close(&chars);
  uint32_t counts[2] = {(uint32_t) done.read, (uint32_t) done.written};
  memcpy(counts_out, counts, sizeof(counts));
  return gy_undefined(env);
}

/* (string) → base64 of its Latin-1 bytes, or -1 when a unit is above 255 */
GY_FUNCTION(btoa_string) {
  gy_env* env = gy_env_here();
  struct gy_scratch scratch;
  struct gy_chars chars;
  JSValueRef result;

  if (!gy_chars_open(env, argv[0], &chars, exception))
    return NULL;
  if (chars.narrow != NULL) {
    result = gy_decode(env, GY_BASE64, chars.narrow, chars.length, exception);
  } else if (!gy_utf16_is_latin1(chars.wide, chars.length)) {
    result = gy_number(env, -1);
  } else if (gy_scratch_get(&scratch, chars.length)) {
    gy_utf16_to_latin1(chars.wide, chars.length, scratch.data);
    result = gy_decode(env, GY_BASE64, scratch.data, chars.length, exception);
    gy_scratch_free(&scratch);
  } else {
    result = gy_throw(env, exception, "Out of memory");
  }
  gy_chars_close(&chars);
  return result;
}

/* (string) → the bytes as a Latin-1 string, or a negative number: see gy_base64_forgiving() */
GY_FUNCTION(atob_string) {
  gy_env* env = gy_env_here();
  struct gy_scratch scratch;
  struct gy_chars chars;
  const uint8_t* text;
  JSValueRef result;

  if (!gy_chars_open(env, argv[0], &chars, exception))
    return NULL;
  if (gy_scratch_get(&scratch, 2 * chars.length)) {
    uint8_t* bytes = scratch.data;
    text = chars.narrow;
    if (text == NULL) {
      gy_utf16_to_latin1_marked(chars.wide, chars.length, bytes + chars.length);
      text = bytes + chars.length;
    }
    int64_t n = gy_base64_forgiving(text, chars.length, bytes);
    result = n < 0 ? gy_number(env, (double) n) : gy_string_latin1(env, bytes, (size_t) n);
    gy_scratch_free(&scratch);
  } else {
    result = gy_throw(env, exception, "Out of memory");
  }
  gy_chars_close(&chars);
  return result;
}

void gy_bind_buffer(gy_env* env, JSObjectRef target) {
#define PAIR(name, id) {#name "Slice", slice_##name}, {#name "Write", put_##name},
  static const struct gy_function functions[] = {
      GY_EACH_ENCODING(PAIR){"alignedOffset", aligned_offset},
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
