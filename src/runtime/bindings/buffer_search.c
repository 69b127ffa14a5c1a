/* src/runtime/bindings/buffer_search.c — the functions of internalBinding('buffer') for bytes as
 * bytes: compare, find, fill, reverse, validate.
 *
 * (1) lib/ does small cases in JavaScript, for less than the call costs.
 * (2) Numbers are passed in the range (buffer.h). */
#include "buffer.h"

#include <string.h>

#include "runtime/text/text.h"

static bool arg_bytes(size_t argc, const JSValueRef* argv, size_t i, uint8_t** bytes,
                      size_t* length) {
  return i < argc && gy_bytes_get(gy_env_here(), argv[i], bytes, length);
}

/* (a, b) → -1, 0 or 1 */
GY_FUNCTION(compare) {
  gy_env* env = gy_env_here();
  uint8_t *a, *b;
  size_t na, nb;

  bool good = arg_bytes(argc, argv, 0, &a, &na) && arg_bytes(argc, argv, 1, &b, &nb);
  if (!good)
    return gy_throw_type(env, exception, "argument must be a buffer");
  size_t both = na < nb ? na : nb;
  int order = both == 0 ? 0 : memcmp(a, b, both);
  if (order == 0)
    order = (na > nb) - (na < nb);
  return gy_number(env, (order > 0) - (order < 0));
}

static double find(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m, double from,
                   unsigned step, bool forward) {
  size_t found;
  if (m == 0 || m > n || m % step != 0)
    return -1;
  n -= n % step;
  found = (forward ? gy_find : gy_find_last)(hay, n, needle, m, (size_t) from, step);
  return found == GY_NOT_FOUND ? -1 : (double) found;
}

static double find_string(const uint8_t* hay, size_t n, const struct gy_chars* chars,
                          enum gy_encoding encoding, double from, bool forward) {
  struct gy_scratch scratch;
  double found;

  if (!gy_scratch_get(&scratch, chars->length * 3))
    return -1;
  size_t m = gy_encode(encoding, chars, scratch.data, chars->length * 3);
  found = find(hay, n, scratch.data, m, from, encoding == GY_UTF16LE ? 2 : 1, forward);
  gy_scratch_free(&scratch);
  return found;
}

/* (view, needle: view or string), range: from, encoding, 1 forwards or 0 → place or -1 */
GY_FUNCTION(index_of) {
  gy_env* env = gy_env_here();
  const double* range = gy_buffer_range();
  double from = range[0];
  bool forward = range[2] != 0;
  uint8_t *hay, *needle;
  size_t n, m;
  double found = -1;

  if (argc < 2 || !arg_bytes(argc, argv, 0, &hay, &n) || !(from >= 0) ||
      !(range[1] >= 0 && range[1] < GY_ENCODINGS))
    return gy_throw_type(env, exception, "argument must be a buffer");
  enum gy_encoding encoding = (enum gy_encoding) range[1];
  if (JSValueIsString(ctx, argv[1])) {
    struct gy_chars chars;
    if (!gy_chars_open(env, argv[1], &chars, exception))
      return NULL;
    found = find_string(hay, n, &chars, encoding, from, forward);
    gy_chars_close(&chars);
  } else if (arg_bytes(argc, argv, 1, &needle, &m)) {
    found = find(hay, n, needle, m, from, encoding == GY_UTF16LE ? 2 : 1, forward);
  }
  return gy_number(env, found);
}

/* (view), range: start, end, size: repeats the first `size` bytes of the part up to its end */
GY_FUNCTION(repeat) {
  const double* range = gy_buffer_range();
  double start = range[0], end = range[1], size = range[2];
  uint8_t* bytes;
  size_t n;

  if (!arg_bytes(argc, argv, 0, &bytes, &n) || !(start >= 0 && end <= (double) n && size >= 1))
    return gy_throw_type(gy_env_here(), exception, "argument must be a buffer");
  size_t at = (size_t) start, stop = end > start ? (size_t) end : at;
  for (size_t done = (size_t) size; done < stop - at;) {
    size_t more = done < stop - at - done ? done : stop - at - done;
    memcpy(bytes + at + done, bytes + at, more);
    done += more;
  }
  return argv[0];
}

/* (view): reverses each group of `width` bytes */
static JSValueRef swap(unsigned width, size_t argc, const JSValueRef argv[],
                       JSValueRef* exception) {
  uint8_t* bytes;
  size_t n;

  if (!arg_bytes(argc, argv, 0, &bytes, &n))
    return gy_throw_type(gy_env_here(), exception, "argument must be a buffer");
  gy_swap(bytes, n - n % width, width);
  return argv[0];
}

GY_FUNCTION(swap16) {
  return swap(2, argc, argv, exception);
}

GY_FUNCTION(swap32) {
  return swap(4, argc, argv, exception);
}

GY_FUNCTION(swap64) {
  return swap(8, argc, argv, exception);
}

GY_FUNCTION(is_utf8) {
  uint8_t* bytes;
  size_t n;
  return gy_bool(gy_env_here(), arg_bytes(argc, argv, 0, &bytes, &n) && gy_utf8_valid(bytes, n));
}

GY_FUNCTION(is_ascii) {
  uint8_t* bytes;
  size_t n;
  return gy_bool(gy_env_here(), arg_bytes(argc, argv, 0, &bytes, &n) && gy_ascii_valid(bytes, n));
}

void gy_bind_buffer_search(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"compare", compare}, {"indexOf", index_of}, {"repeat", repeat},  {"swap16", swap16},
      {"swap32", swap32},   {"swap64", swap64},    {"isUtf8", is_utf8}, {"isAscii", is_ascii},
  };
  gy_define(env, target, functions);
}
