/* src/runtime/text/avx512.c — see vectors.h. Units of different width are laid out at their full
 * width first; then an instruction moves the bytes that count together (VBMI2). Every last store is
 * masked: the room may end right after the text. */
#include "vectors.h"

#if GY_VECTORS

#  include <immintrin.h>

GY_AVX512 static inline uint64_t first_bits(size_t count) {
  return _bzhi_u64(~0ull, (unsigned) (count < 64 ? count : 64));
}

GY_AVX512 size_t gy_avx512_base64_decode(const uint8_t* in, size_t groups, uint8_t* out,
                                         const uint8_t digits[128]) {
  const __m512i low = _mm512_loadu_si512(digits), high = _mm512_loadu_si512(digits + 64);
  /* The three low bytes of each lane, in the other order. */
  const __m512i order = _mm512_set_epi32(
      0, 0, 0, 0, 0x3c3d3e38, 0x393a3435, 0x36303132, 0x2c2d2e28, 0x292a2425, 0x26202122,
      0x1c1d1e18, 0x191a1415, 0x16101112, 0x0c0d0e08, 0x090a0405, 0x06000102);
  size_t i = 0;
  for (; i + 64 <= groups * 4; i += 64, out += 48) {
    __m512i units = _mm512_loadu_si512(in + i);
    __m512i value = _mm512_permutex2var_epi8(low, units, high);
    if (_mm512_movepi8_mask(_mm512_or_si512(units, value)) != 0)
      break;
    __m512i twelve = _mm512_maddubs_epi16(value, _mm512_set1_epi32(0x01400140));
    __m512i bytes = _mm512_madd_epi16(twelve, _mm512_set1_epi32(0x00011000));
    _mm512_mask_storeu_epi8(out, first_bits(48), _mm512_permutexvar_epi8(order, bytes));
  }
  return i;
}

GY_AVX512 size_t gy_avx512_base64_encode(const uint8_t* in, size_t n, uint8_t* out,
                                         const char digits[64]) {
  /* Of three bytes a, b, c the lane b a c b, from which the four digits are cut. */
  const __m512i order = _mm512_set_epi32(
      0x2e2f2d2e, 0x2b2c2a2b, 0x28292728, 0x25262425, 0x22232122, 0x1f201e1f, 0x1c1d1b1c,
      0x191a1819, 0x16171516, 0x13141213, 0x10110f10, 0x0d0e0c0d, 0x0a0b090a, 0x07080607,
      0x04050304, 0x01020001);
  const __m512i places = _mm512_set1_epi64(0x3036242a1016040a);
  const __m512i alphabet = _mm512_loadu_si512(digits);
  size_t i = 0;
  for (; i + 48 <= n; i += 48, out += 64) {
    __m512i bytes = _mm512_maskz_loadu_epi8(first_bits(48), in + i);
    bytes = _mm512_multishift_epi64_epi8(places, _mm512_permutexvar_epi8(order, bytes));
    _mm512_storeu_si512(out, _mm512_permutexvar_epi8(bytes, alphabet));
  }
  return i;
}

/* C2 is followed by the byte itself, C3 by the byte less 0x40. */
GY_AVX512 void gy_avx512_utf8_to_latin1(const uint8_t* in, size_t n, uint8_t* out) {
  const __m512i c3 = _mm512_set1_epi8((char) 0xc3), add = _mm512_set1_epi8(0x40);
  uint64_t carry = 0;

  for (size_t i = 0; i < n; i += 64) {
    uint64_t valid = first_bits(n - i);
    __m512i bytes = _mm512_maskz_loadu_epi8(valid, in + i);
    uint64_t lead = _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8((char) 0xc0));
    uint64_t after_c3 = _mm512_cmpeq_epi8_mask(bytes, c3);
    bytes = _mm512_mask_add_epi8(bytes, after_c3 << 1 | carry, bytes, add);
    carry = after_c3 >> 63;
    size_t count = (size_t) __builtin_popcountll(valid & ~lead);
    _mm512_mask_storeu_epi8(out, first_bits(count), _mm512_maskz_compress_epi8(~lead, bytes));
    out += count;
  }
}

GY_AVX512 struct gy_utf8_written gy_avx512_latin1_to_utf8(const uint8_t* in, size_t n, uint8_t* out,
                                                          size_t room) {
  struct gy_utf8_written done = {0, 0};

  while (done.read < n) {
    if (n - done.read >= 64 && room - done.written >= 64) {
      __m512i bytes = _mm512_loadu_si512(in + done.read);
      if (_mm512_movepi8_mask(bytes) == 0) {
        _mm512_storeu_si512(out + done.written, bytes);
        done.read += 64;
        done.written += 64;
        continue;
      }
    }
    size_t left = n - done.read < 32 ? n - done.read : 32;
    __m256i bytes = _mm256_maskz_loadu_epi8((uint32_t) first_bits(left), in + done.read);
    uint32_t high = (uint32_t) _mm256_movemask_epi8(bytes);
    size_t count = left + (size_t) __builtin_popcount(high);
    if (count > room - done.written)
      break;
    __m512i wide = _mm512_cvtepu8_epi16(bytes);
    __m512i pair = _mm512_or_si512(
        _mm512_srli_epi16(wide, 6),
        _mm512_slli_epi16(_mm512_and_si512(wide, _mm512_set1_epi16(0x3f)), 8));
    pair = _mm512_or_si512(pair, _mm512_set1_epi16((short) 0x80c0));
    wide = _mm512_mask_mov_epi16(wide, high, pair);
    uint64_t used = 0x5555555555555555u | _pdep_u64(high, 0xaaaaaaaaaaaaaaaau);
    _mm512_mask_storeu_epi8(out + done.written, first_bits(count),
                            _mm512_maskz_compress_epi8(used, wide));
    done.read += left;
    done.written += count;
  }
  return done;
}

/* ---- UTF-16 to UTF-8 ---- */

/* The bytes of each code point, the first in the lowest place. `two`, `three` and `four` are those
 * with at least so many bytes. */
GY_AVX512 static inline __m512i encode_lanes(__m512i point, __mmask16 two, __mmask16 three,
                                       __mmask16 four) {
  const __m512i six = _mm512_set1_epi32(0x3f);
  __m512i bytes = _mm512_srli_epi32(point, 18);
  bytes = _mm512_or_si512(
      bytes, _mm512_slli_epi32(_mm512_and_si512(_mm512_srli_epi32(point, 12), six), 8));
  bytes = _mm512_or_si512(
      bytes, _mm512_slli_epi32(_mm512_and_si512(_mm512_srli_epi32(point, 6), six), 16));
  bytes = _mm512_or_si512(bytes, _mm512_slli_epi32(_mm512_and_si512(point, six), 24));

  __m512i shift = _mm512_set1_epi32(16), tag = _mm512_set1_epi32(0x80c0);
  shift = _mm512_mask_mov_epi32(shift, three, _mm512_set1_epi32(8));
  shift = _mm512_mask_mov_epi32(shift, four, _mm512_setzero_si512());
  tag = _mm512_mask_mov_epi32(tag, three, _mm512_set1_epi32(0x8080e0));
  tag = _mm512_mask_mov_epi32(tag, four, _mm512_set1_epi32((int) 0x808080f0));
  bytes = _mm512_or_si512(_mm512_srlv_epi32(bytes, shift), tag);
  return _mm512_mask_mov_epi32(point, two, bytes);
}

GY_AVX512 static inline __mmask16 is_half(__m512i units, int kind) {
  return _mm512_cmpeq_epi32_mask(_mm512_and_si512(units, _mm512_set1_epi32(0xfc00)),
                                 _mm512_set1_epi32(kind));
}

/* The block of at most 16 units at `in + i`. A pair that begins in it is written whole, its second
 * unit is skipped in the next block, so that no block waits for the result of the one before. False
 * if there is not enough room. */
GY_AVX512 static inline bool encode_block(const uint16_t* in, size_t n, size_t i, uint8_t* out,
                                          size_t room, size_t* written) {
  size_t left = n - i;
  __mmask16 active = (__mmask16) first_bits(left), others = (__mmask16) first_bits(left - 1);
  __m512i units = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(active, in + i));
  __m512i next = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(others, in + i + 1));
  __mmask16 first = is_half(units, 0xd800), second = is_half(units, 0xdc00);
  __mmask16 pair = first & is_half(next, 0xdc00);
  __mmask16 rest = second & (__mmask16) (first << 1);
  if (i > 0 && (in[i - 1] & 0xfc00) == 0xd800)
    rest |= second & 1;

  /* 0x10000 + (first - 0xd800) * 0x400 + (second - 0xdc00) */
  __m512i joined = _mm512_add_epi32(_mm512_add_epi32(_mm512_slli_epi32(units, 10), next),
                                    _mm512_set1_epi32(0x10000 - (0xd800 << 10) - 0xdc00));
  units = _mm512_mask_mov_epi32(units, (first | second) & ~(pair | rest),
                                _mm512_set1_epi32(0xfffd));
  units = _mm512_mask_mov_epi32(units, pair, joined);
  __mmask16 two = _mm512_cmpge_epu32_mask(units, _mm512_set1_epi32(0x80));
  __mmask16 three = _mm512_cmpge_epu32_mask(units, _mm512_set1_epi32(0x800));
  active &= ~rest;
  uint64_t used = _pdep_u64(active, 0x1111111111111111u) |
                  _pdep_u64(active & two, 0x2222222222222222u) |
                  _pdep_u64(active & three, 0x4444444444444444u) |
                  _pdep_u64(pair, 0x8888888888888888u);
  size_t bytes = (size_t) __builtin_popcountll(used);
  if (bytes > room - *written)
    return false;
  __m512i packed = _mm512_maskz_compress_epi8(used, encode_lanes(units, two, three, pair));
  _mm512_mask_storeu_epi8(out + *written, first_bits(bytes), packed);
  *written += bytes;
  return true;
}

GY_AVX512 struct gy_utf8_written gy_avx512_utf16_to_utf8(const uint16_t* in, size_t n, uint8_t* out,
                                                         size_t room) {
  size_t i = 0, written = 0;

  while (i < n) {
    if (n - i >= 32 && room - written >= 32) {
      __m512i units = _mm512_loadu_si512(in + i);
      if (_mm512_test_epi16_mask(units, _mm512_set1_epi16((short) 0xff80)) == 0) {
        _mm256_storeu_si256((__m256i*) (out + written), _mm512_cvtepi16_epi8(units));
        i += 32;
        written += 32;
        continue;
      }
    }
    if (!encode_block(in, n, i, out, room, &written))
      break;
    i += n - i < 16 ? n - i : 16;
  }
  /* The first unit of a pair was the last of a block: the second is written, too. */
  if (i > 0 && i < n && (in[i - 1] & 0xfc00) == 0xd800 && (in[i] & 0xfc00) == 0xdc00)
    i++;
  return (struct gy_utf8_written){i, written};
}

/* ---- Well-formed UTF-8 ---- */

/* Up to 64 bytes at any place of a text that is well-formed before it; a bit of each mask is a
 * byte. No block waits for what the one before has found: it reads the three bytes before it
 * again. */
struct characters {
  __m512i bytes, before, before2; /* before: of each byte the one before it */
  uint64_t valid, high, continuation;
  uint64_t two, three; /* the last bytes of characters of so many bytes */
  bool four;           /* a longer one */
};

GY_AVX512 static inline __m512i bytes_before(const uint8_t* in, size_t i, unsigned back,
                                             uint64_t valid) {
  uint64_t inside = i >= back ? valid : valid & ~0ull << (back - i);
  return _mm512_maskz_loadu_epi8(inside, (const void*) ((uintptr_t) in + i - back));
}

/* The second byte after E0, ED, F0 or F4 has a smaller range than 80 to BF; C0, C1 and F5 to FF
 * begin nothing. */
GY_AVX512 static inline bool has_range_fault(const struct characters* c) {
  uint64_t bit5 = _mm512_test_epi8_mask(c->bytes, _mm512_set1_epi8(0x20));
  __m512i even = _mm512_and_si512(c->bytes, _mm512_set1_epi8((char) 0xfe));
  uint64_t bad = _mm512_cmpeq_epi8_mask(even, _mm512_set1_epi8((char) 0xc0));

  bad |= _mm512_cmpeq_epi8_mask(c->before, _mm512_set1_epi8((char) 0xe0)) & ~bit5;
  bad |= _mm512_cmpeq_epi8_mask(c->before, _mm512_set1_epi8((char) 0xed)) & bit5;
  if (c->four) {
    uint64_t bits = _mm512_test_epi8_mask(c->bytes, _mm512_set1_epi8(0x30));
    bad |= _mm512_cmpeq_epi8_mask(c->before, _mm512_set1_epi8((char) 0xf0)) & ~bits;
    bad |= _mm512_cmpeq_epi8_mask(c->before, _mm512_set1_epi8((char) 0xf4)) & bits;
    bad |= _mm512_cmpge_epu8_mask(c->bytes, _mm512_set1_epi8((char) 0xf5));
  }
  return bad != 0;
}

/* False if a byte is not well-formed. The last character may be incomplete. */
GY_AVX512 static inline bool find_characters(const uint8_t* in, size_t i, size_t n,
                                             struct characters* c) {
  const __m512i c0 = _mm512_set1_epi8((char) 0xc0), e0 = _mm512_set1_epi8((char) 0xe0);
  const __m512i f0 = _mm512_set1_epi8((char) 0xf0);

  c->valid = first_bits(n - i);
  c->bytes = _mm512_maskz_loadu_epi8(c->valid, in + i);
  c->high = _mm512_movepi8_mask(c->bytes);
  c->continuation = _mm512_cmplt_epi8_mask(c->bytes, _mm512_set1_epi8(-64));
  c->before = bytes_before(in, i, 1, c->valid);
  c->before2 = bytes_before(in, i, 2, c->valid);
  uint64_t second = _mm512_cmpge_epu8_mask(c->before, c0);
  uint64_t third = _mm512_cmpge_epu8_mask(c->before2, e0);
  uint64_t fourth = _mm512_cmpge_epu8_mask(bytes_before(in, i, 3, c->valid), f0);
  c->two = second & ~_mm512_cmpge_epu8_mask(c->before, e0);
  c->three = third & ~_mm512_cmpge_epu8_mask(c->before2, f0);
  c->four = fourth != 0 || _mm512_cmpge_epu8_mask(c->bytes, f0) != 0 || third != c->three;
  return (second | third | fourth) == c->continuation && !has_range_fault(c);
}

GY_AVX512 size_t gy_avx512_utf8_shape(const uint8_t* in, size_t n, struct gy_utf8_shape* shape) {
  struct characters c;
  uint64_t beyond = 0;
  size_t i = 0, units = 0;

  for (; i < n; i += n - i < 64 ? n - i : 64) {
    if (!find_characters(in, i, n, &c))
      break;
    beyond |= _mm512_cmpge_epu8_mask(c.bytes, _mm512_set1_epi8((char) 0xc4));
    units += (size_t) __builtin_popcountll(c.valid & ~c.continuation);
    if (c.four)
      units += (size_t) __builtin_popcountll(
          _mm512_cmpge_epu8_mask(c.bytes, _mm512_set1_epi8((char) 0xf0)));
  }
  size_t end = gy_whole_characters(in, i);
  if (end != i)
    units -= in[end] >= 0xf0 ? 2 : 1;
  shape->units += units;
  shape->is_latin1 &= beyond == 0;
  return end;
}

/* ---- UTF-8 to UTF-16 ---- */

/* Code points of sixteen characters: each lane has four bytes from the first byte of its character
 * on, the first in the highest place. *bad: those that are no character. */
GY_AVX512 static inline __m512i decode_lanes(__m512i lanes, __mmask16* bad) {
  __m512i lead = _mm512_srli_epi32(lanes, 24);
  __mmask16 two = _mm512_cmpge_epu32_mask(lead, _mm512_set1_epi32(0xc0));
  __mmask16 three = _mm512_cmpge_epu32_mask(lead, _mm512_set1_epi32(0xe0));
  __mmask16 four = _mm512_cmpge_epu32_mask(lead, _mm512_set1_epi32(0xf0));
  __m512i shift = _mm512_set1_epi32(16), least = _mm512_set1_epi32(0x80);
  shift = _mm512_mask_mov_epi32(shift, three, _mm512_set1_epi32(8));
  shift = _mm512_mask_mov_epi32(shift, four, _mm512_setzero_si512());
  least = _mm512_mask_mov_epi32(least, three, _mm512_set1_epi32(0x800));
  least = _mm512_mask_mov_epi32(least, four, _mm512_set1_epi32(0x10000));

  /* Six bits of each byte; the tag of a lead byte of three has one bit among them. */
  __m512i x = _mm512_srlv_epi32(lanes, shift);
  __m512i point = _mm512_and_si512(x, _mm512_set1_epi32(0x3f));
  point = _mm512_or_si512(
      point, _mm512_and_si512(_mm512_srli_epi32(x, 2), _mm512_set1_epi32(0xfc0)));
  point = _mm512_or_si512(
      point, _mm512_and_si512(_mm512_srli_epi32(x, 4), _mm512_set1_epi32(0x3f000)));
  point = _mm512_or_si512(
      point, _mm512_and_si512(_mm512_srli_epi32(x, 6), _mm512_set1_epi32(0x1c0000)));
  point = _mm512_mask_and_epi32(point, three & ~four, point, _mm512_set1_epi32(0xffff));
  *bad = _mm512_mask_cmplt_epu32_mask(two, point, least) |
         _mm512_mask_cmpgt_epu32_mask(four, point, _mm512_set1_epi32(0x10ffff)) |
         _mm512_cmpeq_epi32_mask(_mm512_and_si512(point, _mm512_set1_epi32((int) 0xfffff800)),
                                 _mm512_set1_epi32(0xd800));
  return _mm512_mask_mov_epi32(lead, two, point);
}

/* Stores `count` code points as UTF-16; returns the units. */
GY_AVX512 static inline size_t put_units(__m512i points, size_t count, uint16_t* out) {
  __mmask16 active = (__mmask16) first_bits(count);
  __mmask16 pairs = active & _mm512_cmpgt_epu32_mask(points, _mm512_set1_epi32(0xffff));

  if (pairs == 0) {
    _mm256_mask_storeu_epi16(out, active, _mm512_cvtepi32_epi16(points));
    return count;
  }
  __m512i high = _mm512_add_epi32(_mm512_srli_epi32(points, 10), _mm512_set1_epi32(0xd7c0));
  __m512i low = _mm512_or_si512(_mm512_and_si512(points, _mm512_set1_epi32(0x3ff)),
                                _mm512_set1_epi32(0xdc00));
  __m512i units = _mm512_mask_mov_epi32(points, pairs,
                                        _mm512_or_si512(high, _mm512_slli_epi32(low, 16)));
  uint32_t used = _pdep_u32(active, 0x55555555u) | _pdep_u32(pairs, 0xaaaaaaaau);
  size_t total = (size_t) __builtin_popcount(used);
  _mm512_mask_storeu_epi16(out, (uint32_t) first_bits(total),
                           _mm512_maskz_compress_epi16(used, units));
  return total;
}

GY_AVX512 static inline __m512i numbers_0_to_63(void) {
  __m512i eights = _mm512_set_epi64(56, 48, 40, 32, 24, 16, 8, 0);
  __m512i each = _mm512_shuffle_epi8(eights, _mm512_set_epi64(0x0808080808080808, 0,
                                                              0x0808080808080808, 0,
                                                              0x0808080808080808, 0,
                                                              0x0808080808080808, 0));
  return _mm512_add_epi8(each, _mm512_set1_epi64(0x0706050403020100));
}

/* The characters of 64 bytes that begin at the places of `starts`. False if one is ill-formed;
 * then nothing counts as written. */
GY_AVX512 static inline bool decode_block(__m512i bytes, uint64_t starts, uint16_t* out,
                                          size_t* written) {
  const __m512i spread = _mm512_broadcast_i32x4(
      _mm_set_epi8(12, 12, 12, 12, 8, 8, 8, 8, 4, 4, 4, 4, 0, 0, 0, 0));
  const __m512i steps = _mm512_set1_epi32(0x00010203);
  uint8_t places[64];
  size_t total = (size_t) __builtin_popcountll(starts), units = 0;

  _mm512_storeu_si512(places, _mm512_maskz_compress_epi8(starts, numbers_0_to_63()));
  for (size_t k = 0; k < total; k += 16) {
    size_t count = total - k < 16 ? total - k : 16;
    __m512i place = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*) (places + k)));
    __m512i lanes = _mm512_permutexvar_epi8(
        _mm512_add_epi8(_mm512_shuffle_epi8(place, spread), steps), bytes);
    __mmask16 bad;
    __m512i points = decode_lanes(lanes, &bad);
    if (bad & first_bits(count))
      return false;
    units += put_units(points, count, out + units);
  }
  *written += units;
  return true;
}

/* Characters of up to three bytes. Each byte that is the last of one takes the bits of the two
 * before it: all characters of the block at once. */
GY_AVX512 static inline size_t put_characters(const struct characters* c, uint16_t* out) {
  const __m512i six = _mm512_set1_epi8(0x3f);
  uint64_t ends = (c->valid & ~c->high) | c->two | c->three;
  __m512i middle = _mm512_maskz_mov_epi8(c->two | c->three, _mm512_and_si512(c->before, six));
  __m512i first = _mm512_maskz_mov_epi8(c->three, c->before2);

  __m512i last = _mm512_mask_mov_epi8(c->bytes, c->continuation, _mm512_and_si512(c->bytes, six));
  __m512i low = _mm512_or_si512(
      last, _mm512_and_si512(_mm512_slli_epi16(middle, 6), _mm512_set1_epi8((char) 0xc0)));
  __m512i high = _mm512_or_si512(
      _mm512_and_si512(_mm512_srli_epi16(middle, 2), _mm512_set1_epi8(0x0f)),
      _mm512_and_si512(_mm512_slli_epi16(first, 4), _mm512_set1_epi8((char) 0xf0)));
  low = _mm512_maskz_compress_epi8(ends, low);
  high = _mm512_maskz_compress_epi8(ends, high);

  size_t count = (size_t) __builtin_popcountll(ends);
  for (size_t k = 0; k < count; k += 32) {
    __m512i units = _mm512_or_si512(
        _mm512_cvtepu8_epi16(_mm512_castsi512_si256(low)),
        _mm512_slli_epi16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(high)), 8));
    _mm512_mask_storeu_epi16(out + k, (uint32_t) first_bits(count - k), units);
    low = _mm512_shuffle_i64x2(low, low, 0xee);
    high = _mm512_shuffle_i64x2(high, high, 0xee);
  }
  return count;
}

/* False if it is none. */
GY_AVX512 static inline bool put_ascii_block(const uint8_t* in, uint16_t* out) {
  __m512i bytes = _mm512_loadu_si512(in);

  if (_mm512_movepi8_mask(bytes) != 0)
    return false;
  _mm512_storeu_si512(out, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes)));
  _mm512_storeu_si512(out + 32, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(bytes, 1)));
  return true;
}

/* A block with longer ones, from the beginning of a character on. Returns how many bytes it took:
 * 0 if some are ill-formed. *four: whether it had any. */
GY_AVX512 static inline size_t put_long_characters(const uint8_t* in, size_t n, uint16_t* out,
                                                   size_t* written, bool* four) {
  size_t size = n < 64 ? gy_whole_characters(in, n) : 64;
  __m512i bytes = _mm512_maskz_loadu_epi8(first_bits(size), in);
  uint64_t high = _mm512_movepi8_mask(bytes);
  uint64_t continuation = _mm512_cmplt_epi8_mask(bytes, _mm512_set1_epi8(-64));
  uint64_t three = _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8((char) 0xe0));
  uint64_t longest = _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8((char) 0xf0));
  uint64_t expected = (high & ~continuation) << 1 | three << 2 | longest << 3;

  *four = longest != 0;
  if (expected != continuation ||
      _mm512_cmpge_epu8_mask(bytes, _mm512_set1_epi8((char) 0xf5)) != 0)
    return 0;
  /* What begins in the last three bytes may not be complete: it waits for the next block. */
  if (size == 64 && ~continuation >> 61 != 0)
    size = 61 + (size_t) __builtin_ctzll(~continuation >> 61);
  return decode_block(bytes, ~continuation & first_bits(size), out, written) ? size : 0;
}

GY_AVX512 size_t gy_avx512_utf8_to_utf16(const uint8_t* in, size_t n, uint16_t* out,
                                         size_t* written) {
  struct characters c = {.four = false};
  size_t i = 0;

  *written = 0;
  while (i < n) {
    if (!c.four && n - i >= 64 && (i == 0 || in[i - 1] < 0x80) &&
        put_ascii_block(in + i, out + *written)) {
      i += 64;
      *written += 64;
      continue;
    }
    size_t start = i;
    if (!c.four) {
      if (!find_characters(in, i, n, &c))
        break;
      if (!c.four) {
        *written += put_characters(&c, out + *written);
        i += n - i < 64 ? n - i : 64;
        continue;
      }
      start = gy_whole_characters(in, i);
    }
    size_t taken = put_long_characters(in + start, n - start, out + *written, written, &c.four);
    if (taken == 0 || start + taken <= i)
      break;
    i = start + taken;
  }
  return gy_whole_characters(in, i);
}

#endif
