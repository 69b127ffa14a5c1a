/* test/fuzz/utf8.c — UTF-8 against any bytes: lengths are what the conversions write, what was decoded
 * is well-formed when written again, and valid input comes back as it was. */
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

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  size_t n = gy_utf16_length_of_utf8(data, size);
  uint16_t* units = malloc((size + 1) * sizeof(*units));
  uint8_t* back = malloc(3 * n + 1);

  MUST(n <= size);
  MUST(gy_utf8_to_utf16(data, size, units) == n);
  size_t length = gy_utf16_to_utf8(units, n, back);
  if (gy_utf8_valid(data, size))
    MUST(length == size && memcmp(back, data, size) == 0);
  MUST(gy_utf8_tail(data, size) <= 3);
  check_units(units, n);
  /* The same bytes as units: lone surrogates and all. */
  memcpy(units, data, size / 2 * 2);
  check_units(units, size / 2);
  free(units);
  free(back);
  return 0;
}
