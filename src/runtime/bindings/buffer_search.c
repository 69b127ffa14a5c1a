/* src/runtime/bindings/buffer_search.c — the half of internalBinding('buffer') that looks at bytes
 * as bytes: compare, find, reverse, validate.
 *
 * (1) Small cases never come here: lib/ does them in JavaScript, for less than the call costs. */
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
  return found == GY_NOWHERE ? -1 : (double) found;
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

/* (view, needle: view or string, from, encoding, forward) → place or -1 */
GY_FUNCTION(index_of) {
  gy_env* env = gy_env_here();
  uint8_t *hay, *needle;
  size_t n, m;
  double found = -1;

  double from = gy_arg_number(ctx, argc, argv, 2);
  int encoding = gy_arg_int(ctx, argc, argv, 3);
  bool forward = gy_arg_bool(ctx, argc, argv, 4);
  if (argc < 5 || !arg_bytes(argc, argv, 0, &hay, &n) || from < 0 || encoding < 0 ||
      encoding >= GY_ENCODINGS) {
    return gy_throw_type(env, exception, "argument must be a buffer");
  }
  if (JSValueIsString(ctx, argv[1])) {
    struct gy_chars chars;
    if (!gy_chars_open(env, argv[1], &chars, exception))
      return NULL;
    found = find_string(hay, n, &chars, (enum gy_encoding) encoding, from, forward);
    gy_chars_close(&chars);
  } else if (arg_bytes(argc, argv, 1, &needle, &m)) {
    found = find(hay, n, needle, m, from, encoding == GY_UTF16LE ? 2 : 1, forward);
  }
  return gy_number(env, found);
}

/* (view, width): reverses each group of width bytes */
GY_FUNCTION(swap) {
  gy_env* env = gy_env_here();
  int32_t width = gy_arg_int(ctx, argc, argv, 1);
  uint8_t* bytes;
  size_t n;

  if (!arg_bytes(argc, argv, 0, &bytes, &n) || (width != 2 && width != 4 && width != 8))
    return gy_throw_type(env, exception, "argument must be a buffer");
  gy_swap(bytes, n - n % (size_t) width, (unsigned) width);
  return argv[0];
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
      {"compare", compare}, {"indexOf", index_of}, {"swap", swap},
      {"isUtf8", is_utf8},  {"isAscii", is_ascii},
  };
  gy_define(env, target, functions);
}
