/* src/runtime/text/ascii.h — the fast path of every conversion: runs of bytes below 0x80.
 *
 * (1) SSE2 is part of x86-64 and needs no test at run time; elsewhere a word at a time. Long text
 *     goes through vectors.h first.
 * (2) Each function returns how many units at the start are ASCII, and has converted those. */
#ifndef GYRE_TEXT_ASCII_H
#define GYRE_TEXT_ASCII_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "vectors.h"

#ifdef __SSE2__
#  include <emmintrin.h>
#endif

#define GY_HIGH_BITS 0x8080808080808080u
#define GY_HIGH_UNITS 0xff80ff80ff80ff80u

static inline size_t gy_ascii_prefix(const uint8_t* in, size_t n) {
  size_t i = n >= GY_LONG_TEXT && gy_has_avx2() ? gy_avx2_ascii_prefix(in, n) : 0;
#ifdef __SSE2__
  for (; i + 64 <= n; i += 64) {
    const __m128i* p = (const __m128i*) (in + i);
    __m128i any = _mm_or_si128(_mm_or_si128(_mm_loadu_si128(p), _mm_loadu_si128(p + 1)),
                               _mm_or_si128(_mm_loadu_si128(p + 2), _mm_loadu_si128(p + 3)));
    if (_mm_movemask_epi8(any) != 0)
      break;
  }
#endif
  for (; i + 8 <= n; i += 8) {
    uint64_t word;
    memcpy(&word, in + i, 8);
    if (word & GY_HIGH_BITS)
      break;
  }
  while (i < n && in[i] < 0x80)
    i++;
  return i;
}

static inline size_t gy_ascii_widen(const uint8_t* in, size_t n, uint16_t* out) {
  size_t i = 0;
#ifdef __SSE2__
  const __m128i zero = _mm_setzero_si128();
  for (; i + 16 <= n; i += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i*) (in + i));
    if (_mm_movemask_epi8(bytes) != 0)
      break;
    _mm_storeu_si128((__m128i*) (out + i), _mm_unpacklo_epi8(bytes, zero));
    _mm_storeu_si128((__m128i*) (out + i + 8), _mm_unpackhi_epi8(bytes, zero));
  }
#endif
  for (; i < n && in[i] < 0x80; i++)
    out[i] = in[i];
  return i;
}

static inline size_t gy_ascii_narrow(const uint16_t* in, size_t n, uint8_t* out) {
  size_t i = 0;
#ifdef __SSE2__
  const __m128i high = _mm_set1_epi16((short) 0xff80);
  const __m128i zero = _mm_setzero_si128();
  for (; i + 16 <= n; i += 16) {
    __m128i a = _mm_loadu_si128((const __m128i*) (in + i));
    __m128i b = _mm_loadu_si128((const __m128i*) (in + i + 8));
    __m128i bad = _mm_and_si128(_mm_or_si128(a, b), high);
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(bad, zero)) != 0xffff)
      break;
    _mm_storeu_si128((__m128i*) (out + i), _mm_packus_epi16(a, b));
  }
#endif
  for (; i < n && in[i] < 0x80; i++)
    out[i] = (uint8_t) in[i];
  return i;
}

/* All bytes, whatever they are: the compiler does not make vectors of such loops at -O2. `out` need
 * not be aligned. */
static inline void gy_widen(const uint8_t* in, size_t n, void* to) {
  uint8_t* out = to;
  size_t i = n >= GY_LONG_TEXT && gy_has_avx2() ? gy_avx2_widen(in, n, out) : 0;
#ifdef __SSE2__
  const __m128i zero = _mm_setzero_si128();
  for (; i + 16 <= n; i += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i*) (in + i));
    _mm_storeu_si128((__m128i*) (out + 2 * i), _mm_unpacklo_epi8(bytes, zero));
    _mm_storeu_si128((__m128i*) (out + 2 * i + 16), _mm_unpackhi_epi8(bytes, zero));
  }
#endif
  for (; i < n; i++) {
    uint16_t unit = in[i];
    memcpy(out + 2 * i, &unit, sizeof(unit));
  }
}

/* The low byte of each unit. */
static inline void gy_narrow(const uint16_t* in, size_t n, uint8_t* out) {
  size_t i = n >= GY_LONG_TEXT && gy_has_avx2() ? gy_avx2_narrow(in, n, out) : 0;
#ifdef __SSE2__
  const __m128i low = _mm_set1_epi16(0xff);
  for (; i + 16 <= n; i += 16) {
    __m128i a = _mm_and_si128(_mm_loadu_si128((const __m128i*) (in + i)), low);
    __m128i b = _mm_and_si128(_mm_loadu_si128((const __m128i*) (in + i + 8)), low);
    _mm_storeu_si128((__m128i*) (out + i), _mm_packus_epi16(a, b));
  }
#endif
  for (; i < n; i++)
    out[i] = (uint8_t) in[i];
}

/* How many UTF-16 units at the start are ASCII. */
static inline size_t gy_ascii_prefix16(const uint16_t* in, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t words[2];
    memcpy(words, in + i, 16);
    if ((words[0] | words[1]) & GY_HIGH_UNITS)
      break;
  }
  while (i < n && in[i] < 0x80)
    i++;
  return i;
}

/* Copies bytes while they are ASCII. */
static inline size_t gy_ascii_copy(const uint8_t* in, size_t n, uint8_t* out) {
  size_t i = 0;
#ifdef __SSE2__
  for (; i + 16 <= n; i += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i*) (in + i));
    if (_mm_movemask_epi8(bytes) != 0)
      break;
    _mm_storeu_si128((__m128i*) (out + i), bytes);
  }
#endif
  for (; i < n && in[i] < 0x80; i++)
    out[i] = in[i];
  return i;
}

/* How many bytes are 0x80 or above. */
static inline size_t gy_count_high(const uint8_t* in, size_t n) {
  size_t i = 0, count = 0;
  if (n >= GY_LONG_TEXT && gy_has_avx2())
    count = gy_avx2_count_high(in, n, &i);
#ifdef __SSE2__
  for (; i + 16 <= n; i += 16) {
    int mask = _mm_movemask_epi8(_mm_loadu_si128((const __m128i*) (in + i)));
    if (mask != 0)
      count += (size_t) __builtin_popcount((unsigned) mask);
  }
#endif
  for (; i < n; i++)
    count += in[i] >> 7;
  return count;
}

static inline void gy_clear_high_bits(const uint8_t* in, size_t n, uint8_t* out) {
  size_t i = n >= GY_LONG_TEXT && gy_has_avx2() ? gy_avx2_clear_high_bits(in, n, out) : 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t word;
    memcpy(&word, in + i, 8);
    word &= ~GY_HIGH_BITS;
    memcpy(out + i, &word, 8);
  }
  for (; i < n; i++)
    out[i] = in[i] & 0x7f;
}

/* How many units at the start are below 256. */
static inline size_t gy_latin1_prefix16(const uint16_t* in, size_t n) {
  size_t i = n >= GY_LONG_TEXT && gy_has_avx2() ? gy_avx2_latin1_prefix16(in, n) : 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t words[2];
    memcpy(words, in + i, 16);
    if ((words[0] | words[1]) & 0xff00ff00ff00ff00u)
      break;
  }
  while (i < n && in[i] < 0x100)
    i++;
  return i;
}

#endif
