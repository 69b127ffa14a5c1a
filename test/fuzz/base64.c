/* test/fuzz/base64.c — base64 against any bytes: encoding comes back, and decoding any text stays
 * within its room. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/text/text.h"

#define MUST(condition) \
  if (!(condition))     \
  abort()

static void round_trip(const uint8_t* data, size_t size, bool url) {
  size_t length = gy_base64_length(size, url);
  uint8_t* units = malloc(length + 1);
  uint8_t* back = malloc(length + 1);

  MUST(gy_base64_encode(data, size, units, url) == length);
  MUST(gy_base64_decoded_length(units, length) == size);
  MUST(gy_base64_decode(units, length, back, size) == size);
  MUST(memcmp(back, data, size) == 0);
  if (!url)
    MUST(gy_base64_forgiving(units, length, back) == (int64_t) size);
  free(units);
  free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint8_t* out = malloc(size + 1);

  round_trip(data, size, false);
  round_trip(data, size, true);
  size_t all = gy_base64_decode(data, size, out, size);
  MUST(all <= size);
  for (size_t room = 0; room < all && room < 16; room++) {
    uint8_t* exact = malloc(room + 1);
    MUST(gy_base64_decode(data, size, exact, room) == room);
    MUST(memcmp(exact, out, room) == 0);
    free(exact);
  }
  MUST(gy_base64_forgiving(data, size, out) <= (int64_t) size);
  free(out);
  return 0;
}
