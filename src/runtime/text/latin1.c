/* src/runtime/text/latin1.c — one byte for one unit: Latin-1, and ASCII as Node reads it, seven
 * bits of each byte.
 *
 * (1) From UTF-16 the low byte of each unit is taken, as Node's 'latin1' does; only
 *     gy_utf16_to_latin1_marked() checks the high byte.
 * (2) No loop branches per unit. */
#include "text.h"

#include "ascii.h"

bool gy_ascii_valid(const uint8_t* in, size_t n) {
  return gy_ascii_prefix(in, n) == n;
}

void gy_latin1_to_utf16(const uint8_t* in, size_t n, void* out) {
  gy_widen(in, n, out);
}

void gy_ascii_to_latin1(const uint8_t* in, size_t n, uint8_t* out) {
  gy_clear_high_bits(in, n, out);
}

void gy_utf16_to_latin1(const uint16_t* in, size_t n, uint8_t* out) {
  gy_narrow(in, n, out);
}

bool gy_utf16_is_latin1(const uint16_t* in, size_t n) {
  return gy_latin1_prefix16(in, n) == n;
}

void gy_utf16_to_latin1_marked(const uint16_t* in, size_t n, uint8_t* out) {
  for (size_t i = 0; i < n; i++)
    out[i] = in[i] < 0x100 ? (uint8_t) in[i] : 0xff;
}

/* ---- UTF-8 of Latin-1: a byte below 0x80 stays, the others become two ---- */

size_t gy_utf8_length_of_latin1(const uint8_t* in, size_t n) {
  return n + gy_count_high(in, n);
}

struct gy_utf8_written gy_latin1_to_utf8_some(const uint8_t* in, size_t n, uint8_t* out,
                                              size_t room) {
  struct gy_utf8_written done = {0, 0};

#if GY_VECTORS
  if (gy_has_avx512())
    done = gy_avx512_latin1_to_utf8(in, n, out, room);
#endif
  while (done.read < n && done.written < room) {
    size_t left = room - done.written;
    size_t most = n - done.read < left ? n - done.read : left;
    size_t run = gy_ascii_copy(in + done.read, most, out + done.written);
    done.read += run;
    done.written += run;
    while (done.read < n && in[done.read] >= 0x80) {
      if (room - done.written < 2)
        return done;
      out[done.written++] = (uint8_t) (0xc0 | in[done.read] >> 6);
      out[done.written++] = (uint8_t) (0x80 | (in[done.read++] & 0x3f));
    }
  }
  return done;
}

size_t gy_latin1_to_utf8(const uint8_t* in, size_t n, uint8_t* out) {
  return gy_latin1_to_utf8_some(in, n, out, 2 * n).written;
}
