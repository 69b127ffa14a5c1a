/* src/runtime/text/hex.c — bytes as pairs of hexadecimal digits.
 *
 * (1) Decoding stops at the first pair that is not two digits: what came before it counts.
 * (2) A last digit without its partner is dropped. */
#include "text.h"

static inline uint16_t digit(unsigned nibble) {
  /* '0'..'9' then 'a'..'f', without a branch: 39 is the gap between '9' + 1 and 'a'. */
  return (uint16_t) ('0' + nibble + (((9 - nibble) >> 8) & 39));
}

void gy_hex_encode(const uint8_t* in, size_t n, uint16_t* out) {
  for (size_t i = 0; i < n; i++) {
    out[2 * i] = digit(in[i] >> 4);
    out[2 * i + 1] = digit(in[i] & 15);
  }
}

/* 0 to 15, or something above. */
static inline unsigned value(uint16_t unit) {
  unsigned decimal = unit - '0' + 0u;
  if (decimal < 10)
    return decimal;
  unsigned letter = (unit | 0x20u) - 'a';
  return letter < 6 ? letter + 10 : 16;
}

size_t gy_hex_decode(const uint16_t* in, size_t n, uint8_t* out, size_t room) {
  size_t most = n / 2 < room ? n / 2 : room;
  for (size_t i = 0; i < most; i++) {
    unsigned high = value(in[2 * i]);
    unsigned low = value(in[2 * i + 1]);
    if ((high | low) > 15)
      return i;
    out[i] = (uint8_t) (high << 4 | low);
  }
  return most;
}
