/* test/fuzz/utf8.c — UTF-8 against any bytes: lengths are what the conversions write, what was
 * decoded is well-formed when written again, and valid input comes back as it was. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/text/text.h"

#define MUST(condition) \
  if (!(condition))     \
  abort()

static void check_units(const uint16_t* units, size_t n) {
  size_t length = gy_utf8_length_of_utf16(units, n);
  uint8_t* bytes = malloc(length + 1);
  uint8_t* some = malloc(length + 1);

  MUST(gy_utf16_to_utf8(units, n, bytes) == length);
  MUST(gy_utf8_valid(bytes, length));
  MUST(gy_utf8_tail(bytes, length) == 0);
  for (size_t room = 0; room <= length && room < 64; room++) {
    memset(some, 0xff, length + 1); /* no byte of UTF-8: it shows what was written */
    struct gy_utf8_written done = gy_utf16_to_utf8_some(units, n, some, room);
    MUST(done.written <= room && done.read <= n);
    MUST(memcmp(some, bytes, done.written) == 0);
    MUST(some[done.written] == 0xff);
  }
  free(bytes);
  free(some);
}

static void check_latin1(const uint8_t* data, size_t size) {
  size_t length = gy_utf8_length_of_latin1(data, size);
  uint8_t* bytes = malloc(length + 1);
  uint8_t* back = malloc(size + 1);

  MUST(gy_latin1_to_utf8(data, size, bytes) == length);
  MUST(gy_utf8_shape(bytes, length).is_latin1 && gy_utf8_shape(bytes, length).units == size);
  gy_utf8_to_latin1(bytes, length, back);
  MUST(memcmp(back, data, size) == 0);
  free(bytes);
  free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  struct gy_utf8_shape shape = gy_utf8_shape(data, size);
  size_t n = shape.units;
  uint16_t* units = malloc((size + 1) * sizeof(*units));
  uint8_t* back = malloc(3 * n + 1);

  MUST(n <= size);
  MUST(gy_utf8_to_utf16(data, size, units) == n);
  size_t length = gy_utf16_to_utf8(units, n, back);
  if (gy_utf8_valid(data, size))
    MUST(length == size && memcmp(back, data, size) == 0);
  MUST(gy_utf8_tail(data, size) <= 3);
  check_units(units, n);
  check_latin1(data, size);
  MUST(shape.is_latin1 == gy_utf16_is_latin1(units, n));
  if (shape.is_latin1) {
    gy_utf8_to_latin1(data, size, back);
    for (size_t i = 0; i < n; i++)
      MUST(back[i] == units[i]);
  }
  /* The same bytes as units: lone surrogates and all. */
  memcpy(units, data, size / 2 * 2);
  check_units(units, size / 2);
  free(units);
  free(back);
  return 0;
}
