/* src/runtime/text/latin1.c — one byte, one unit: Latin-1 and Node's seven-bit reading of it.
 *
 * (1) Going down, a unit keeps its low byte, as Node's 'latin1' does; only the strict form looks.
 * (2) No loop branches per unit. */
#include "text.h"

#include "ascii.h"

bool gy_ascii_valid(const uint8_t* in, size_t n) {
  return gy_ascii_prefix(in, n) == n;
}

void gy_latin1_to_utf16(const uint8_t* in, size_t n, uint16_t* out) {
  gy_widen(in, n, out);
}

void gy_ascii_to_utf16(const uint8_t* in, size_t n, uint16_t* out) {
  for (size_t i = 0; i < n; i++)
    out[i] = in[i] & 0x7f;
}

void gy_utf16_to_latin1(const uint16_t* in, size_t n, uint8_t* out) {
  gy_narrow(in, n, out);
}

bool gy_utf16_to_latin1_strict(const uint16_t* in, size_t n, uint8_t* out) {
  uint16_t all = 0;
  for (size_t i = 0; i < n; i++)
    all |= in[i];
  if (all > 0xff)
    return false;
  gy_narrow(in, n, out);
  return true;
}
