/* src/runtime/text/avx2.c — see vectors.h. Blocks of 32 or 64 bytes. */
#include "vectors.h"

#if GY_VECTORS

#  include <immintrin.h>

GY_AVX2 static inline __m256i load(const void* at) {
  return _mm256_loadu_si256(at);
}

GY_AVX2 static inline void store(void* at, __m256i value) {
  _mm256_storeu_si256(at, value);
}

GY_AVX2 size_t gy_avx2_ascii_prefix(const uint8_t* in, size_t n) {
  size_t i = 0;
  for (; i + 128 <= n; i += 128) {
    __m256i any = _mm256_or_si256(_mm256_or_si256(load(in + i), load(in + i + 32)),
                                  _mm256_or_si256(load(in + i + 64), load(in + i + 96)));
    if (_mm256_movemask_epi8(any) != 0)
      break;
  }
  for (; i + 32 <= n; i += 32)
    if (_mm256_movemask_epi8(load(in + i)) != 0)
      break;
  return i;
}

GY_AVX2 size_t gy_avx2_latin1_prefix16(const uint16_t* in, size_t n) {
  const __m256i high = _mm256_set1_epi16((short) 0xff00);
  size_t i = 0;
  for (; i + 64 <= n; i += 64) {
    __m256i any = _mm256_or_si256(_mm256_or_si256(load(in + i), load(in + i + 16)),
                                  _mm256_or_si256(load(in + i + 32), load(in + i + 48)));
    if (!_mm256_testz_si256(any, high))
      break;
  }
  return i;
}

GY_AVX2 size_t gy_avx2_widen(const uint8_t* in, size_t n, void* to) {
  uint8_t* out = to;
  size_t i = 0;
  for (; i + 32 <= n; i += 32) {
    __m256i bytes = load(in + i);
    store(out + 2 * i, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(bytes)));
    store(out + 2 * i + 32, _mm256_cvtepu8_epi16(_mm256_extracti128_si256(bytes, 1)));
  }
  return i;
}

GY_AVX2 size_t gy_avx2_narrow(const uint16_t* in, size_t n, uint8_t* out) {
  const __m256i low = _mm256_set1_epi16(0xff);
  size_t i = 0;
  for (; i + 32 <= n; i += 32) {
    __m256i a = _mm256_and_si256(load(in + i), low);
    __m256i b = _mm256_and_si256(load(in + i + 16), low);
    /* The instruction packs each half of 128 bits by itself. */
    store(out + i, _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8));
  }
  return i;
}

GY_AVX2 size_t gy_avx2_clear_high_bits(const uint8_t* in, size_t n, uint8_t* out) {
  const __m256i low = _mm256_set1_epi8(0x7f);
  size_t i = 0;
  for (; i + 32 <= n; i += 32)
    store(out + i, _mm256_and_si256(load(in + i), low));
  return i;
}

GY_AVX2 size_t gy_avx2_swap(uint8_t* bytes, size_t n, unsigned width) {
  const __m128i places = _mm_set_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_xor_si128(places, _mm_set1_epi8((char) (width - 1))));
  size_t i = 0;
  for (; i + 32 <= n; i += 32)
    store(bytes + i, _mm256_shuffle_epi8(load(bytes + i), order));
  return i;
}

GY_AVX2 static inline size_t sum64(__m256i words) {
  return (size_t) _mm256_extract_epi64(words, 0) + (size_t) _mm256_extract_epi64(words, 1) +
         (size_t) _mm256_extract_epi64(words, 2) + (size_t) _mm256_extract_epi64(words, 3);
}

GY_AVX2 static inline __m256i count_block(__m256i counts, const uint8_t* in) {
  return _mm256_sub_epi8(counts, _mm256_cmpgt_epi8(_mm256_setzero_si256(), load(in)));
}

/* Four sums, so that no block waits for the one before. */
GY_AVX2 size_t gy_avx2_count_high(const uint8_t* in, size_t n, size_t* taken) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i total = zero;
  size_t i = 0;
  while (i + 128 <= n) {
    __m256i a = zero, b = zero, c = zero, d = zero; /* a byte for each place: 255 blocks fill it */
    size_t end = (n - i) / 128 < 255 ? n - (n - i) % 128 : i + 255 * 128;
    for (; i < end; i += 128) {
      a = count_block(a, in + i);
      b = count_block(b, in + i + 32);
      c = count_block(c, in + i + 64);
      d = count_block(d, in + i + 96);
    }
    total = _mm256_add_epi64(total,
                             _mm256_add_epi64(_mm256_sad_epu8(a, zero), _mm256_sad_epu8(b, zero)));
    total = _mm256_add_epi64(total,
                             _mm256_add_epi64(_mm256_sad_epu8(c, zero), _mm256_sad_epu8(d, zero)));
  }
  __m256i last = zero;
  for (; i + 32 <= n; i += 32)
    last = count_block(last, in + i);
  *taken = i;
  return sum64(_mm256_add_epi64(total, _mm256_sad_epu8(last, zero)));
}

/* A unit below 0x80 takes one byte, below 0x800 two, and three above. The two units of a pair take
 * four together, a lone surrogate three, as U+FFFD. */
GY_AVX2 size_t gy_avx2_utf8_length(const uint16_t* in, size_t n, size_t* taken) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i c80 = _mm256_set1_epi16(0x80), c800 = _mm256_set1_epi16(0x800);
  const __m256i kind = _mm256_set1_epi16((short) 0xfc00);
  const __m256i first = _mm256_set1_epi16((short) 0xd800);
  const __m256i second = _mm256_set1_epi16((short) 0xdc00);
  size_t i = 0, length = 0;
  while (i + 17 <= n) {
    /* What is added to each place: at most 2, at least -2, for 100 blocks within 16 bits. */
    __m256i more = zero;
    for (unsigned k = 0; k < 100 && i + 17 <= n; k++, i += 16) {
      __m256i units = load(in + i), next = load(in + i + 1);
      __m256i is80 = _mm256_cmpeq_epi16(_mm256_max_epu16(units, c80), units);
      __m256i is800 = _mm256_cmpeq_epi16(_mm256_max_epu16(units, c800), units);
      __m256i pair =
          _mm256_and_si256(_mm256_cmpeq_epi16(_mm256_and_si256(units, kind), first),
                           _mm256_cmpeq_epi16(_mm256_and_si256(next, kind), second));
      more = _mm256_sub_epi16(more, _mm256_add_epi16(is80, is800));
      more = _mm256_add_epi16(more, _mm256_add_epi16(pair, pair));
    }
    __m256i sums = _mm256_madd_epi16(more, _mm256_set1_epi16(1));
    __m256i low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sums));
    __m256i high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(sums, 1));
    length += sum64(_mm256_add_epi64(low, high));
  }
  *taken = i;
  return length + i;
}

/* ---- Hexadecimal ---- */

GY_AVX2 size_t gy_avx2_hex_encode(const uint8_t* in, size_t n, uint8_t* out) {
  const __m256i digits = _mm256_broadcastsi128_si256(
      _mm_set_epi8('f', 'e', 'd', 'c', 'b', 'a', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0'));
  const __m256i low = _mm256_set1_epi16(0x0f0f);
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    __m256i wide = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i*) (in + i)));
    /* The first digit goes to the low byte, the second to the high byte. */
    __m256i nibbles = _mm256_or_si256(_mm256_slli_epi16(wide, 8), _mm256_srli_epi16(wide, 4));
    store(out + 2 * i, _mm256_shuffle_epi8(digits, _mm256_and_si256(nibbles, low)));
  }
  return i;
}

GY_AVX2 size_t gy_avx2_hex_decode(const uint8_t* in, size_t n, uint8_t* out) {
  const __m256i nine = _mm256_set1_epi8(9), five = _mm256_set1_epi8(5);
  size_t i = 0;
  for (; i + 32 <= n; i += 32) {
    __m256i units = load(in + i);
    __m256i digit = _mm256_sub_epi8(units, _mm256_set1_epi8('0'));
    __m256i letter = _mm256_sub_epi8(_mm256_or_si256(units, _mm256_set1_epi8(0x20)),
                                     _mm256_set1_epi8('a'));
    __m256i is_digit = _mm256_cmpeq_epi8(_mm256_min_epu8(digit, nine), digit);
    __m256i is_letter = _mm256_cmpeq_epi8(_mm256_min_epu8(letter, five), letter);
    if (_mm256_movemask_epi8(_mm256_or_si256(is_digit, is_letter)) != -1)
      break;
    __m256i values =
        _mm256_blendv_epi8(_mm256_add_epi8(letter, _mm256_set1_epi8(10)), digit, is_digit);
    /* Each pair of bytes as 16 * first + second. */
    __m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0110));
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(pairs, pairs), 0xd8);
    _mm_storeu_si128((__m128i*) (out + i / 2), _mm256_castsi256_si128(packed));
  }
  return i;
}

/* ---- Base64 ---- */

/* Adds `add` to `*value` where a unit is from first to last; *known collects those places. */
GY_AVX2 static inline void map_range(__m256i units, char first, char last, char add,
                                     __m256i* value, __m256i* known) {
  __m256i from = _mm256_sub_epi8(units, _mm256_set1_epi8(first));
  __m256i most = _mm256_set1_epi8((char) (last - first));
  __m256i inside = _mm256_cmpeq_epi8(_mm256_min_epu8(from, most), from);
  __m256i mapped = _mm256_add_epi8(from, _mm256_set1_epi8(add));
  *value = _mm256_or_si256(*value, _mm256_and_si256(inside, mapped));
  *known = _mm256_or_si256(*known, inside);
}

GY_AVX2 size_t gy_avx2_base64_decode(const uint8_t* in, size_t groups, uint8_t* out) {
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_set_epi8(-1, -1, -1, -1, 12, 13, 14, 8, 9, 10, 4, 5, 6, 0, 1, 2));
  const __m256i together = _mm256_set_epi32(7, 3, 6, 5, 4, 2, 1, 0);
  size_t i = 0;
  for (; i + 32 <= groups * 4; i += 32, out += 24) {
    __m256i units = load(in + i);
    __m256i value = _mm256_setzero_si256(), known = value;
    map_range(units, 'A', 'Z', 0, &value, &known);
    map_range(units, 'a', 'z', 26, &value, &known);
    map_range(units, '0', '9', 52, &value, &known);
    map_range(units, '+', '+', 62, &value, &known);
    map_range(units, '-', '-', 62, &value, &known);
    map_range(units, '/', '/', 63, &value, &known);
    map_range(units, '_', '_', 63, &value, &known);
    if (_mm256_movemask_epi8(known) != -1)
      break;
    /* Two digits to 12 bits, two of those to 24, then the three bytes in order. */
    __m256i twelve = _mm256_maddubs_epi16(value, _mm256_set1_epi32(0x01400140));
    __m256i bytes = _mm256_madd_epi16(twelve, _mm256_set1_epi32(0x00011000));
    bytes = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(bytes, order), together);
    _mm_storeu_si128((__m128i*) out, _mm256_castsi256_si128(bytes));
    _mm_storel_epi64((__m128i*) (out + 16), _mm256_extracti128_si256(bytes, 1));
  }
  return i;
}

GY_AVX2 size_t gy_avx2_base64_encode(const uint8_t* in, size_t n, uint8_t* out,
                                     const char digits[64]) {
  /* Of three bytes a, b, c the lane b a c b. */
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_set_epi8(10, 11, 9, 10, 7, 8, 6, 7, 4, 5, 3, 4, 1, 2, 0, 1));
  /* What is added to a digit's value, by its range: 0 to 25, 26 to 51, each of 52 to 63. */
  const __m256i add = _mm256_broadcastsi128_si256(_mm_set_epi8(
      0, 0, 'A', (char) (digits[63] - 63), (char) (digits[62] - 62), '0' - 52, '0' - 52, '0' - 52,
      '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, 'a' - 26));
  size_t i = 0;
  for (; i + 28 <= n; i += 24, out += 32) {
    __m256i bytes = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i*) (in + i))),
        _mm_loadu_si128((const __m128i*) (in + i + 12)), 1);
    bytes = _mm256_shuffle_epi8(bytes, order);
    __m256i first = _mm256_mulhi_epu16(_mm256_and_si256(bytes, _mm256_set1_epi32(0x0fc0fc00)),
                                       _mm256_set1_epi32(0x04000040));
    __m256i second = _mm256_mullo_epi16(_mm256_and_si256(bytes, _mm256_set1_epi32(0x003f03f0)),
                                        _mm256_set1_epi32(0x01000010));
    __m256i value = _mm256_or_si256(first, second);
    /* 0 for 26 to 51, 1 to 12 for 52 to 63, 13 for the first range. */
    __m256i range = _mm256_subs_epu8(value, _mm256_set1_epi8(51));
    __m256i is_first = _mm256_cmpgt_epi8(_mm256_set1_epi8(26), value);
    range = _mm256_or_si256(range, _mm256_and_si256(is_first, _mm256_set1_epi8(13)));
    store(out, _mm256_add_epi8(value, _mm256_shuffle_epi8(add, range)));
  }
  return i;
}

/* ---- The shape of UTF-8 ---- */

/* A block of 64 bytes; a bit of each mask is a byte. */
struct block {
  uint64_t high;         /* 0x80 and above */
  uint64_t continuation; /* 80 to BF */
  uint64_t three, four;  /* E0 and above, F0 and above */
};

GY_AVX2 static inline uint64_t bits(__m256i low, __m256i high) {
  return (uint32_t) _mm256_movemask_epi8(low) |
         (uint64_t) (uint32_t) _mm256_movemask_epi8(high) << 32;
}

GY_AVX2 static inline uint64_t equal(__m256i a, __m256i b, uint8_t byte) {
  __m256i wanted = _mm256_set1_epi8((char) byte);
  return bits(_mm256_cmpeq_epi8(a, wanted), _mm256_cmpeq_epi8(b, wanted));
}

GY_AVX2 static inline uint64_t at_least(__m256i a, __m256i b, uint8_t byte) {
  __m256i least = _mm256_set1_epi8((char) byte);
  return bits(_mm256_cmpeq_epi8(_mm256_max_epu8(a, least), a),
              _mm256_cmpeq_epi8(_mm256_max_epu8(b, least), b));
}

/* What the bytes before a block leave to it. */
struct carry {
  uint64_t expected;       /* continuation bytes at its start */
  bool e0, ed, f0, f4;     /* the last byte before it was this one */
};

/* The second byte after E0, ED, F0 or F4 has a smaller range than 80 to BF; C0, C1 and F5 to FF
 * begin nothing. */
GY_AVX2 static inline bool has_bad_range(__m256i a, __m256i b, const struct block* block,
                                         struct carry* carry) {
  uint64_t bit5 = bits(_mm256_slli_epi16(a, 2), _mm256_slli_epi16(b, 2));
  uint64_t bit4 = bits(_mm256_slli_epi16(a, 3), _mm256_slli_epi16(b, 3));
  uint64_t e0 = equal(a, b, 0xe0), ed = equal(a, b, 0xed);
  uint64_t f0 = 0, f4 = 0, bad = 0;

  if (block->four != 0) {
    f0 = equal(a, b, 0xf0);
    f4 = equal(a, b, 0xf4);
    bad = at_least(a, b, 0xf5);
  }
  bad |= (e0 << 1 | carry->e0) & ~bit5;
  bad |= (ed << 1 | carry->ed) & bit5;
  bad |= (f0 << 1 | carry->f0) & ~(bit5 | bit4);
  bad |= (f4 << 1 | carry->f4) & (bit5 | bit4);
  carry->e0 = e0 >> 63;
  carry->ed = ed >> 63;
  carry->f0 = f0 >> 63;
  carry->f4 = f4 >> 63;
  return bad != 0;
}

GY_AVX2 static inline bool is_bad_block(__m256i a, __m256i b, const struct block* block,
                                        struct carry* carry) {
  uint64_t lead = block->high & ~block->continuation;
  uint64_t expected = lead << 1 | block->three << 2 | block->four << 3 | carry->expected;
  bool was_special = carry->e0 || carry->ed || carry->f0 || carry->f4;

  carry->expected = lead >> 63 | block->three >> 62 | block->four >> 61;
  if (expected != block->continuation)
    return true;
  __m256i even = _mm256_set1_epi8((char) 0xfe);
  if (equal(_mm256_and_si256(a, even), _mm256_and_si256(b, even), 0xc0) != 0)
    return true;
  return (block->three != 0 || was_special) && has_bad_range(a, b, block, carry);
}

GY_AVX2 size_t gy_avx2_utf8_shape(const uint8_t* in, size_t n, struct gy_utf8_shape* shape) {
  struct carry carry = {0};
  __m256i most = _mm256_setzero_si256();
  size_t i = 0, units = 0;

  for (; i + 64 <= n; i += 64) {
    __m256i a = load(in + i), b = load(in + i + 32);
    struct block block = {.high = bits(a, b)};
    if ((block.high | carry.expected) == 0) {
      units += 64;
      continue;
    }
    /* As signed numbers 80 to BF are the lowest. */
    const __m256i limit = _mm256_set1_epi8(-64);
    block.continuation = bits(_mm256_cmpgt_epi8(limit, a), _mm256_cmpgt_epi8(limit, b));
    block.three = at_least(a, b, 0xe0);
    block.four = block.three != 0 ? at_least(a, b, 0xf0) : 0;
    if (is_bad_block(a, b, &block, &carry))
      break;
    most = _mm256_max_epu8(most, _mm256_max_epu8(a, b));
    units += 64 - (size_t) __builtin_popcountll(block.continuation) +
             (size_t) __builtin_popcountll(block.four);
  }
  size_t end = gy_whole_characters(in, i);
  if (end != i)
    units -= in[end] >= 0xf0 ? 2 : 1;
  shape->units += units;
  shape->is_latin1 &= at_least(most, most, 0xc4) == 0;
  return end;
}

#endif
