/* src/runtime/text/hex.c — bytes as pairs of hexadecimal digits.
 *
 * (1) Decoding stops at the first pair that is not two digits: what came before it counts.
 * (2) A last digit without its partner is dropped. */
#include "text.h"

#include "ascii.h"

static inline uint8_t digit(unsigned nibble) {
  /* '0'..'9' then 'a'..'f', without a branch: 39 is the gap between '9' + 1 and 'a'. */
  return (uint8_t) ('0' + nibble + (((9 - nibble) >> 8) & 39));
}

#ifdef __SSE2__
/* Sixteen nibbles as digits: those above 9 get the gap as well. */
static inline __m128i digits16(__m128i nibbles) {
  __m128i letters = _mm_cmpgt_epi8(nibbles, _mm_set1_epi8(9));
  __m128i digits = _mm_add_epi8(nibbles, _mm_set1_epi8('0'));
  return _mm_add_epi8(digits, _mm_and_si128(letters, _mm_set1_epi8(39)));
}

static inline size_t encode16(const uint8_t* in, size_t n, uint8_t* out) {
  const __m128i low = _mm_set1_epi8(15);
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i*) (in + i));
    __m128i first = digits16(_mm_and_si128(_mm_srli_epi16(bytes, 4), low));
    __m128i second = digits16(_mm_and_si128(bytes, low));
    _mm_storeu_si128((__m128i*) (out + 2 * i), _mm_unpacklo_epi8(first, second));
    _mm_storeu_si128((__m128i*) (out + 2 * i + 16), _mm_unpackhi_epi8(first, second));
  }
  return i;
}
#else
static inline size_t encode16(const uint8_t* in, size_t n, uint8_t* out) {
  return 0;
}
#endif

void gy_hex_encode(const uint8_t* in, size_t n, uint8_t* out) {
  size_t i = n >= GY_LONG_TEXT && gy_has_avx2() ? gy_avx2_hex_encode(in, n, out) : 0;
  for (i += encode16(in + i, n - i, out + 2 * i); i < n; i++) {
    out[2 * i] = digit(in[i] >> 4);
    out[2 * i + 1] = digit(in[i] & 15);
  }
}

/* The value of each digit; 0xff for what is none. */
#define X 0xff
#define NONE X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X
/* clang-format off */
static const uint8_t values[256] = {
    NONE, NONE, NONE,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, X, X, X, X, X, X,
    X, 10, 11, 12, 13, 14, 15, X, X, X, X, X, X, X, X, X,
    NONE,
    X, 10, 11, 12, 13, 14, 15, X, X, X, X, X, X, X, X, X,
    NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
};
/* clang-format on */
#undef NONE
#undef X

size_t gy_hex_decode(const uint8_t* in, size_t n, uint8_t* out, size_t room) {
  size_t most = n / 2 < room ? n / 2 : room;
  size_t i = most >= 16 && gy_has_avx2() ? gy_avx2_hex_decode(in, most * 2, out) / 2 : 0;
  for (; i < most; i++) {
    uint8_t high = values[in[2 * i]];
    uint8_t low = values[in[2 * i + 1]];
    if ((high | low) > 15)
      return i;
    out[i] = (uint8_t) (high << 4 | low);
  }
  return most;
}
