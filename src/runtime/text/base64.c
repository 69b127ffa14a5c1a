/* src/runtime/text/base64.c — base64 and base64url, as Node reads them and as atob() does.
 *
 * (1) Node's decoder never fails: it takes both alphabets, skips other characters, and ends at the
 *     first '='. A last digit alone (6 bits) makes no byte.
 * (2) atob() refuses all but the standard alphabet, ASCII whitespace and right padding. */
#include "text.h"

#include "vectors.h"

#define NO_DIGIT 0xff

static const char alphabets[2][65] = {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
};

/* The value of an ASCII character in either alphabet, NO_DIGIT (NO) for all others. */
/* clang-format off */
#define NO NO_DIGIT
static const uint8_t base64_values[128] = {
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 62, NO, 62, NO, 63, /* ' ' to '/' */
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, NO, NO, NO, NO, NO, NO, /* '0' to '?' */
    NO,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, /* '@' to 'O' */
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, NO, NO, NO, NO, 63, /* 'P' to '_' */
    NO, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, /* '`' to 'o' */
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, NO, NO, NO, NO, NO, /* 'p' to DEL */
};
#undef NO
/* clang-format on */

static inline uint8_t base64_value_of(uint8_t unit) {
  return unit < 128 ? base64_values[unit] : NO_DIGIT;
}

size_t gy_base64_length(size_t n, bool url) {
  size_t rest = n % 3;
  size_t whole = n / 3 * 4;
  if (rest == 0)
    return whole;
  return whole + (url ? rest + 1 : 4);
}

size_t gy_base64_encode(const uint8_t* in, size_t n, uint8_t* out, bool url) {
  const char* digits = alphabets[url];
  size_t i = 0;
#if GY_VECTORS
  if (n >= GY_LONG_TEXT && gy_has_avx512())
    i = gy_avx512_base64_encode(in, n, out, digits);
  else if (n >= GY_LONG_TEXT && gy_has_avx2())
    i = gy_avx2_base64_encode(in, n, out, digits);
#endif
  size_t o = i / 3 * 4;
  for (; i + 3 <= n; i += 3, o += 4) {
    uint32_t bits = (uint32_t) in[i] << 16 | (uint32_t) in[i + 1] << 8 | in[i + 2];
    out[o] = (uint8_t) digits[bits >> 18];
    out[o + 1] = (uint8_t) digits[bits >> 12 & 63];
    out[o + 2] = (uint8_t) digits[bits >> 6 & 63];
    out[o + 3] = (uint8_t) digits[bits & 63];
  }
  if (i == n)
    return o;
  uint32_t bits = (uint32_t) in[i] << 16 | (i + 1 < n ? (uint32_t) in[i + 1] << 8 : 0);
  out[o++] = (uint8_t) digits[bits >> 18];
  out[o++] = (uint8_t) digits[bits >> 12 & 63];
  if (i + 1 < n)
    out[o++] = (uint8_t) digits[bits >> 6 & 63];
  while (!url && o % 4 != 0)
    out[o++] = '=';
  return o;
}

/* Groups of four digits with nothing between them, which is what nearly all base64 is. Returns how
 * many units it took: a multiple of four; three bytes for each group were written. */
static size_t decode_groups(const uint8_t* in, size_t n, uint8_t* out, size_t room) {
  size_t groups = n / 4 < room / 3 ? n / 4 : room / 3;
  size_t g = 0;
#if GY_VECTORS
  if (groups >= 16 && gy_has_avx512())
    g = gy_avx512_base64_decode(in, groups, out, base64_values) / 4;
  if (groups - g >= 8 && gy_has_avx2())
    g += gy_avx2_base64_decode(in + g * 4, groups - g, out + g * 3) / 4;
#endif
  in += g * 4;
  out += g * 3;
  for (; g < groups; g++, in += 4, out += 3) {
    uint8_t a = base64_value_of(in[0]);
    uint8_t b = base64_value_of(in[1]);
    uint8_t c = base64_value_of(in[2]);
    uint8_t d = base64_value_of(in[3]);
    if ((a | b | c | d) == NO_DIGIT)
      break;
    out[0] = (uint8_t) (a << 2 | b >> 4);
    out[1] = (uint8_t) (b << 4 | c >> 2);
    out[2] = (uint8_t) (c << 6 | d);
  }
  return g * 4;
}

size_t gy_base64_decode(const uint8_t* in, size_t n, uint8_t* out, size_t room) {
  size_t i = decode_groups(in, n, out, room);
  size_t o = i / 4 * 3;
  uint32_t bits = 0;
  unsigned have = 0;
  for (; i < n && o < room && in[i] != '='; i++) {
    uint8_t value = base64_value_of(in[i]);
    if (value == NO_DIGIT)
      continue;
    bits = bits << 6 | value;
    have += 6;
    if (have >= 8) {
      have -= 8;
      out[o++] = (uint8_t) (bits >> have);
    }
    /* At the end of a line the digits are in step again. */
    if (have == 0) {
      size_t taken = decode_groups(in + i + 1, n - i - 1, out + o, room - o);
      i += taken;
      o += taken / 4 * 3;
    }
  }
  return o;
}

size_t gy_base64_decoded_length(const uint8_t* in, size_t n) {
  if (n == 0)
    return 0;
  if (in[n - 1] == '=')
    n--;
  if (n > 1 && in[n - 1] == '=')
    n--;
  /* Not n * 3 / 4: that product may not fit. */
  return n / 4 * 3 + n % 4 * 3 / 4;
}

static inline bool is_space(uint8_t unit) {
  return unit == ' ' || unit == '\t' || unit == '\n' || unit == '\f' || unit == '\r';
}

int64_t gy_base64_forgiving(const uint8_t* in, size_t n, uint8_t* out) {
  size_t digits = 0;
  size_t padding = 0;
  size_t o = 0;
  uint32_t bits = 0;
  for (size_t i = 0; i < n; i++) {
    if (is_space(in[i]))
      continue;
    if (in[i] == '=') {
      padding++;
      continue;
    }
    uint8_t value = in[i] == '-' || in[i] == '_' ? NO_DIGIT : base64_value_of(in[i]);
    if (value == NO_DIGIT || padding > 0)
      return GY_BASE64_BAD_CHARACTER;
    bits = bits << 6 | value;
    digits++;
    /* The second digit of a group leaves 4 bits over, the third 2, the fourth none. */
    if (digits % 4 != 1)
      out[o++] = (uint8_t) (bits >> (4 - digits % 4) % 4 * 2);
  }
  if (padding > 2)
    return GY_BASE64_BAD_CHARACTER;
  if (digits % 4 == 1 || (padding > 0 && (digits + padding) % 4 != 0))
    return GY_BASE64_BAD_LENGTH;
  return (int64_t) o;
}
