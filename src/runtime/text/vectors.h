/* src/runtime/text/vectors.h — the conversions of long text, by instructions that not every
 * processor has.
 *
 * (1) The program checks the processor when it starts. Every function here has a portable
 *     counterpart in utf8.c, latin1.c, hex.c or ascii.h, and does only a part of the work: whole
 *     blocks from the start. It returns how far it came; the counterpart does the rest.
 * (2) No function reads past n or writes past the room it is given. */
#ifndef GYRE_TEXT_VECTORS_H
#define GYRE_TEXT_VECTORS_H

#include "text.h"

#if defined(__x86_64__) && defined(__GNUC__)
#  define GY_VECTORS 1
#  define GY_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#  define GY_AVX512                                                                          \
    __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512vl,avx512vbmi," \
                          "avx512vbmi2")))

/* What the processor has; tests clear bits of it. vectors.c sets it before main(). */
enum { GY_USE_AVX2 = 1, GY_USE_AVX512 = 2 };
extern unsigned gy_text_vectors;

static inline bool gy_has_avx2(void) {
  return gy_text_vectors & GY_USE_AVX2;
}

static inline bool gy_has_avx512(void) {
  return gy_text_vectors & GY_USE_AVX512;
}

#else
#  define GY_VECTORS 0
static inline bool gy_has_avx2(void) {
  return false;
}
static inline bool gy_has_avx512(void) {
  return false;
}
#endif

/* Below this many units the portable code is as fast. */
#define GY_LONG_TEXT 64

/* Where the character begins that is not complete at `end`; `end` if there is none. */
static inline size_t gy_whole_characters(const uint8_t* in, size_t end) {
  for (size_t back = 1; back <= 3 && back <= end; back++) {
    uint8_t byte = in[end - back];
    if (byte < 0x80)
      return end;
    if (byte >= 0xc0) {
      size_t length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      return length > back ? end - back : end;
    }
  }
  return end;
}

/* ---- avx2.c ---- */

/* How many bytes (units) at the start are ASCII, in whole blocks. */
size_t gy_avx2_ascii_prefix(const uint8_t* in, size_t n);
size_t gy_avx2_latin1_prefix16(const uint16_t* in, size_t n);
/* These return how many units they took. */
size_t gy_avx2_widen(const uint8_t* in, size_t n, void* out);
size_t gy_avx2_narrow(const uint16_t* in, size_t n, uint8_t* out);
size_t gy_avx2_clear_high_bits(const uint8_t* in, size_t n, uint8_t* out);
size_t gy_avx2_swap(uint8_t* bytes, size_t n, unsigned width);
/* How many bytes are 0x80 or above; *taken: among how many. */
size_t gy_avx2_count_high(const uint8_t* in, size_t n, size_t* taken);
/* The length in UTF-8 of the first *taken units. If a pair begins in the last of them, its second
 * unit counts three bytes, as one of its own does: the sum with the rest is right. */
size_t gy_avx2_utf8_length(const uint16_t* in, size_t n, size_t* taken);
size_t gy_avx2_hex_encode(const uint8_t* in, size_t n, uint8_t* out);
/* Stops before the first block with a unit that is no digit; n is even. */
size_t gy_avx2_hex_decode(const uint8_t* in, size_t n, uint8_t* out);
/* By the 64 digits of an alphabet that begins with the letters and ends with two other signs;
 * returns how many bytes it took, a multiple of three. */
size_t gy_avx2_base64_encode(const uint8_t* in, size_t n, uint8_t* out, const char digits[64]);
/* At most `groups` groups of four digits of either alphabet; returns how many units it took. */
size_t gy_avx2_base64_decode(const uint8_t* in, size_t groups, uint8_t* out);

/* Adds to *shape what the first bytes decode to, as long as they are well-formed; returns how many
 * bytes that were, whole characters. */
size_t gy_avx2_utf8_shape(const uint8_t* in, size_t n, struct gy_utf8_shape* shape);

/* ---- avx512.c ---- */

/* As gy_avx2_base64_encode(). */
size_t gy_avx512_base64_encode(const uint8_t* in, size_t n, uint8_t* out, const char digits[64]);
/* As gy_avx2_base64_decode(). `digits` has the value of each ASCII character, 0xff for no digit. */
size_t gy_avx512_base64_decode(const uint8_t* in, size_t groups, uint8_t* out,
                               const uint8_t digits[128]);

/* As gy_avx2_utf8_shape(), to the end of the text. */
size_t gy_avx512_utf8_shape(const uint8_t* in, size_t n, struct gy_utf8_shape* shape);

/* Bytes that are known to be UTF-8 of Latin-1; all of them. */
void gy_avx512_utf8_to_latin1(const uint8_t* in, size_t n, uint8_t* out);
/* *written: how many units. Stops at what is ill-formed. */
size_t gy_avx512_utf8_to_utf16(const uint8_t* in, size_t n, uint16_t* out, size_t* written);
struct gy_utf8_written gy_avx512_latin1_to_utf8(const uint8_t* in, size_t n, uint8_t* out,
                                                size_t room);
struct gy_utf8_written gy_avx512_utf16_to_utf8(const uint16_t* in, size_t n, uint8_t* out,
                                               size_t room);

#endif
