/* src/runtime/text/utf8.c — UTF-8 to UTF-16 and back.
 *
 * (1) Decoding never fails: each maximal subpart of an ill-formed sequence is one U+FFFD.
 * (2) Encoding never fails: each lone surrogate is one U+FFFD.
 * (3) Blocks of well-formed text go through vectors.h. The code here decodes character by character
 *     what is ill-formed or short, and runs of ASCII by ascii.h. */
#include "text.h"

#include "ascii.h"

#define REPLACEMENT 0xfffdu
#define GY_SHORT_TEXT 16 /* below this many bytes no block is tried */

/* What the byte after a lead byte may be. Only the second byte's range depends on the lead byte (it
 * excludes overlong forms, surrogates and what is above U+10FFFF); later ones are 80..BF. */
struct lead {
  uint8_t length; /* of the whole sequence; 0 when no sequence starts so */
  uint8_t low;
  uint8_t high;
};

static inline struct lead lead_of(uint8_t byte) {
  if (byte < 0xc2)
    return (struct lead){0, 0, 0};
  if (byte < 0xe0)
    return (struct lead){2, 0x80, 0xbf};
  if (byte < 0xf0)
    return (struct lead){3, byte == 0xe0 ? 0xa0 : 0x80, byte == 0xed ? 0x9f : 0xbf};
  if (byte < 0xf5)
    return (struct lead){4, byte == 0xf0 ? 0x90 : 0x80, byte == 0xf4 ? 0x8f : 0xbf};
  return (struct lead){0, 0, 0};
}

/* One step over in[0], which is not ASCII. Returns the bytes it took; *point is the character, or
 * U+FFFD with *bad set. *more is set when the input ended before the sequence was complete. */
static inline size_t step(const uint8_t* in, size_t n, uint32_t* point, bool* bad, bool* more) {
  struct lead lead = lead_of(in[0]);
  size_t have = 1;
  *point = REPLACEMENT;
  *bad = true;
  *more = false;
  if (lead.length == 0)
    return 1;
  uint32_t bits = in[0] & (0x7fu >> lead.length);
  while (have < lead.length) {
    if (have == n) {
      *more = true;
      return have;
    }
    if (in[have] < lead.low || in[have] > lead.high)
      return have;
    bits = bits << 6 | (in[have++] & 0x3fu);
    lead.low = 0x80;
    lead.high = 0xbf;
  }
  *point = bits;
  *bad = false;
  return have;
}

static inline size_t put16(uint32_t point, uint16_t* out) {
  if (point < 0x10000) {
    out[0] = (uint16_t) point;
    return 1;
  }
  out[0] = (uint16_t) (0xd7c0 + (point >> 10));
  out[1] = (uint16_t) (0xdc00 + (point & 0x3ff));
  return 2;
}

/* After this many bytes the blocks of vectors.h are tried again. */
static inline size_t retry_at(size_t i, size_t n) {
  return n - i > GY_LONG_TEXT ? i + GY_LONG_TEXT : n;
}

size_t gy_utf8_to_utf16(const uint8_t* in, size_t n, uint16_t* out) {
  bool by_blocks = n >= GY_SHORT_TEXT && gy_has_avx512();
  size_t i = 0;
  size_t o = 0;
  bool bad, more;
  while (i < n) {
    size_t units = 0;
    if (by_blocks)
      i += gy_avx512_utf8_to_utf16(in + i, n - i, out + o, &units);
    o += units;
    for (size_t stop = by_blocks ? retry_at(i, n) : n; i < stop;) {
      if (in[i] < 0x80) {
        size_t run = gy_ascii_widen(in + i, stop - i, out + o);
        i += run;
        o += run;
        continue;
      }
      uint32_t point;
      i += step(in + i, n - i, &point, &bad, &more);
      o += put16(point, out + o);
    }
  }
  return o;
}

/* AVX2 is faster for whole blocks, AVX-512 takes what is left at the end. */
static inline size_t shape_of_blocks(const uint8_t* in, size_t n, struct gy_utf8_shape* shape) {
  size_t done = gy_avx2_utf8_shape(in, n, shape);

  if (n - done < 2 * GY_LONG_TEXT && gy_has_avx512())
    done += gy_avx512_utf8_shape(in + done, n - done, shape);
  return done;
}

struct gy_utf8_shape gy_utf8_shape(const uint8_t* in, size_t n) {
  bool by_blocks = n >= GY_SHORT_TEXT && gy_has_avx2();
  size_t i = gy_ascii_prefix(in, n);
  struct gy_utf8_shape shape = {i, true};
  bool bad, more;
  while (i < n) {
    if (by_blocks)
      i += shape_of_blocks(in + i, n - i, &shape);
    for (size_t stop = by_blocks ? retry_at(i, n) : n; i < stop;) {
      if (in[i] < 0x80) {
        size_t run = gy_ascii_prefix(in + i, stop - i);
        i += run;
        shape.units += run;
        continue;
      }
      uint32_t point;
      i += step(in + i, n - i, &point, &bad, &more);
      shape.units += point < 0x10000 ? 1 : 2;
      shape.is_latin1 &= point < 0x100;
    }
  }
  return shape;
}

void gy_utf8_to_latin1(const uint8_t* in, size_t n, uint8_t* out) {
  size_t i = 0;
#if GY_VECTORS
  if (gy_has_avx512()) {
    gy_avx512_utf8_to_latin1(in, n, out);
    return;
  }
#endif
  while (i < n) {
    size_t run = gy_ascii_copy(in + i, n - i, out);
    i += run;
    out += run;
    for (; i + 1 < n && in[i] >= 0x80; i += 2)
      *out++ = (uint8_t) (in[i] << 6 | (in[i + 1] & 0x3f));
  }
}

bool gy_utf8_valid(const uint8_t* in, size_t n) {
  bool by_blocks = n >= GY_SHORT_TEXT && gy_has_avx2();
  size_t i = gy_ascii_prefix(in, n);
  struct gy_utf8_shape ignored = {0, true};
  bool more;
  while (i < n) {
    if (by_blocks)
      i += shape_of_blocks(in + i, n - i, &ignored);
    for (size_t stop = by_blocks ? retry_at(i, n) : n; i < stop;) {
      uint32_t point;
      bool bad = false;
      i += in[i] < 0x80 ? 1 : step(in + i, n - i, &point, &bad, &more);
      if (bad)
        return false;
    }
  }
  return true;
}

size_t gy_utf8_tail(const uint8_t* in, size_t n) {
  /* A sequence has at most four bytes, so an unfinished one starts in the last three. */
  for (size_t back = 1; back <= 3 && back <= n; back++) {
    uint8_t byte = in[n - back];
    uint32_t point;
    bool bad, more;
    if (byte < 0x80)
      return 0;
    if (byte < 0xc0)
      continue;
    step(in + n - back, back, &point, &bad, &more);
    return more ? back : 0;
  }
  return 0;
}

/* The character at in[0]: a pair is read whole, half a pair is U+FFFD. Returns the units it
 * took. */
static inline size_t take16(const uint16_t* in, size_t n, uint32_t* point) {
  uint32_t unit = in[0];
  *point = unit;
  if ((unit & 0xf800) != 0xd800)
    return 1;
  if (unit < 0xdc00 && n > 1 && (in[1] & 0xfc00) == 0xdc00) {
    *point = 0x10000 + ((unit & 0x3ff) << 10) + (in[1] & 0x3ffu);
    return 2;
  }
  *point = REPLACEMENT;
  return 1;
}

static inline size_t width8(uint32_t point) {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

static inline size_t put8(uint32_t point, uint8_t* out) {
  size_t width = width8(point);
  switch (width) {
    case 1: out[0] = (uint8_t) point; break;
    case 2:
      out[0] = (uint8_t) (0xc0 | point >> 6);
      out[1] = (uint8_t) (0x80 | (point & 0x3f));
      break;
    case 3:
      out[0] = (uint8_t) (0xe0 | point >> 12);
      out[1] = (uint8_t) (0x80 | (point >> 6 & 0x3f));
      out[2] = (uint8_t) (0x80 | (point & 0x3f));
      break;
    default:
      out[0] = (uint8_t) (0xf0 | point >> 18);
      out[1] = (uint8_t) (0x80 | (point >> 12 & 0x3f));
      out[2] = (uint8_t) (0x80 | (point >> 6 & 0x3f));
      out[3] = (uint8_t) (0x80 | (point & 0x3f));
  }
  return width;
}

size_t gy_utf16_to_utf8(const uint16_t* in, size_t n, uint8_t* out) {
  return gy_utf16_to_utf8_some(in, n, out, 3 * n).written;
}

size_t gy_utf8_length_of_utf16(const uint16_t* in, size_t n) {
  size_t i = 0;
  size_t length = 0;
  if (n >= GY_LONG_TEXT && gy_has_avx2())
    length = gy_avx2_utf8_length(in, n, &i);
  while (i < n) {
    size_t run = gy_ascii_prefix16(in + i, n - i);
    i += run;
    length += run;
    while (i < n && in[i] >= 0x80) {
      uint32_t point;
      i += take16(in + i, n - i, &point);
      length += width8(point);
    }
  }
  return length;
}

struct gy_utf8_written gy_utf16_to_utf8_some(const uint16_t* in, size_t n, uint8_t* out,
                                             size_t room) {
  struct gy_utf8_written done = {0, 0};
  if (gy_has_avx512())
    done = gy_avx512_utf16_to_utf8(in, n, out, room);
  while (done.read < n && done.written < room) {
    size_t left = room - done.written;
    size_t most = n - done.read < left ? n - done.read : left;
    size_t run = gy_ascii_narrow(in + done.read, most, out + done.written);
    done.read += run;
    done.written += run;
    if (run == most)
      continue;
    uint32_t point;
    size_t units = take16(in + done.read, n - done.read, &point);
    if (width8(point) > room - done.written)
      break;
    done.read += units;
    done.written += put8(point, out + done.written);
  }
  return done;
}
