/* test/fuzz/hex.c — hexadecimal, Latin-1 and search against any bytes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/text/text.h"

#define MUST(condition) \
  if (!(condition))     \
  abort()

/* The same question, asked byte by byte. */
static size_t find_slowly(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m,
                          size_t step) {
  for (size_t i = 0; i + m <= n; i += step)
    if (memcmp(hay + i, needle, m) == 0)
      return i;
  return GY_NOT_FOUND;
}

static void check_search(const uint8_t* data, size_t size) {
  if (size < 2)
    return;
  size_t m = data[0] % 5 + 1;
  if (m >= size)
    return;
  const uint8_t* hay = data + 1 + m;
  size_t n = size - 1 - m;
  for (unsigned step = 1; step <= 2; step++) {
    size_t first = gy_find(hay, n, data + 1, m, 0, step);
    size_t last = gy_find_last(hay, n, data + 1, m, n, step);
    MUST(first == find_slowly(hay, n, data + 1, m, step));
    MUST((first == GY_NOT_FOUND) == (last == GY_NOT_FOUND));
    MUST(last == GY_NOT_FOUND || (last >= first && memcmp(hay + last, data + 1, m) == 0));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint8_t* digits = malloc(2 * size + 1);
  uint16_t* units = malloc((size + 1) * sizeof(*units));
  uint8_t* back = malloc(size + 1);

  gy_hex_encode(data, size, digits);
  MUST(gy_hex_decode(digits, 2 * size, back, size) == size);
  MUST(memcmp(back, data, size) == 0);
  gy_latin1_to_utf16(data, size, units);
  MUST(gy_hex_decode(data, size, back, size) <= size / 2);
  MUST(gy_utf16_is_latin1(units, size));
  gy_utf16_to_latin1(units, size, back);
  MUST(memcmp(back, data, size) == 0);
  check_search(data, size);
  free(digits);
  free(units);
  free(back);
  return 0;
}
