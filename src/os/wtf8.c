/* src/os/wtf8.c — between UTF-16 and WTF-8, for text of systems that count in 16-bit units.
 *
 * (1) WTF-8 is UTF-8 that also takes a surrogate standing alone, so every array of 16-bit units
 *     survives the way there and back. A pair of surrogates becomes one sequence of four bytes.
 * (2) A length of -1 means that a NUL ends the text; with any other length a NUL is a unit like
 *     others.
 * (3) Lengths of WTF-8 are without the final NUL, lengths of UTF-16 with it. Both outputs always
 *     end in one. */
#include "os/mem.h"
#include "uv.h"

/* ---- UTF-16 to WTF-8 ---- */

/* Takes one code point off the text. 0 when it has ended. */
static int uv__utf16_next(const uint16_t** text, ssize_t* left, uint32_t* code) {
  const uint16_t* p = *text;
  int units = 1;

  if (*left == 0 || (*left < 0 && *p == 0))
    return 0;
  *code = p[0];
  /* Without a length the NUL at the end stands in for the second half that is not there. */
  if ((p[0] & 0xfc00) == 0xd800 && *left != 1 && (p[1] & 0xfc00) == 0xdc00) {
    *code = 0x10000 + ((uint32_t) (p[0] & 0x3ff) << 10) + (p[1] & 0x3ff);
    units = 2;
  }
  *text += units;
  if (*left > 0)
    *left -= units;
  return 1;
}

static int uv__wtf8_size(uint32_t code) {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static int uv__wtf8_encode(uint32_t code, char out[4]) {
  static const unsigned char lead[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
  int size = uv__wtf8_size(code);

  for (int i = size - 1; i > 0; i--) {
    out[i] = (char) (0x80 | (code & 0x3f));
    code >>= 6;
  }
  out[0] = (char) (lead[size] | code);
  return size;
}

size_t uv_utf16_length_as_wtf8(const uint16_t* utf16, ssize_t utf16_len) {
  size_t length = 0;
  uint32_t code;

  while (uv__utf16_next(&utf16, &utf16_len, &code))
    length += (size_t) uv__wtf8_size(code);
  return length;
}

/* Writes as many bytes as fit, and a NUL after them. */
static void uv__utf16_write(const uint16_t* utf16, ssize_t utf16_len, char* out, size_t room) {
  char bytes[4];
  uint32_t code;

  while (room > 0 && uv__utf16_next(&utf16, &utf16_len, &code)) {
    int size = uv__wtf8_encode(code, bytes);

    for (int i = 0; i < size && room > 0; i++, room--)
      *out++ = bytes[i];
  }
  *out = '\0';
}

int uv_utf16_to_wtf8(const uint16_t* utf16, ssize_t utf16_len, char** wtf8_ptr,
                     size_t* wtf8_len_ptr) {
  size_t length = uv_utf16_length_as_wtf8(utf16, utf16_len);
  size_t room = length;

  if (wtf8_ptr != NULL && *wtf8_ptr != NULL) {
    if (wtf8_len_ptr == NULL)
      return UV_EINVAL;
    room = *wtf8_len_ptr;
  }
  if (wtf8_len_ptr != NULL)
    *wtf8_len_ptr = length;
  if (wtf8_ptr == NULL)
    return 0;
  if (*wtf8_ptr == NULL)
    *wtf8_ptr = uv__malloc(length + 1);
  if (*wtf8_ptr == NULL)
    return UV_ENOMEM;
  uv__utf16_write(utf16, utf16_len, *wtf8_ptr, room);
  return length > room ? UV_ENOBUFS : 0;
}

/* ---- WTF-8 to UTF-16 ---- */

/* Takes one code point off a text that ends in NUL; -1, and one byte taken, when it is malformed.
 * The NUL is no continuation byte, so a cut sequence at the end is malformed and not overrun. */
static int32_t uv__wtf8_next(const char** text) {
  static const struct {
    unsigned char low, high, mask; /* range of the first byte, and its share of the code point */
    int32_t least;                 /* anything below has a shorter form, which is the right one */
  } kinds[] = {
      {0x00, 0x7f, 0x7f, 0},
      {0xc2, 0xdf, 0x1f, 0x80},
      {0xe0, 0xef, 0x0f, 0x800},
      {0xf0, 0xf4, 0x07, 0x10000},
  };
  const unsigned char* p = (const unsigned char*) (*text)++;

  for (int more = 0; more < 4; more++) {
    int32_t code = p[0] & kinds[more].mask;
    int i = 1;

    if (p[0] < kinds[more].low || p[0] > kinds[more].high)
      continue;
    for (; i <= more && (p[i] & 0xc0) == 0x80; i++)
      code = code << 6 | (p[i] & 0x3f);
    if (i <= more || code < kinds[more].least || code > 0x10ffff)
      return -1;
    *text += more;
    return code;
  }
  return -1;
}

ssize_t uv_wtf8_length_as_utf16(const char* wtf8) {
  ssize_t length = 1;

  while (*wtf8 != '\0') {
    int32_t code = uv__wtf8_next(&wtf8);

    if (code < 0)
      return UV_EINVAL;
    length += code < 0x10000 ? 1 : 2;
  }
  return length;
}

/* The caller has computed the length first, which also found the text well-formed. If not: a
 * malformed byte becomes U+FFFD, and what does not fit is left out. */
void uv_wtf8_to_utf16(const char* wtf8, uint16_t* utf16, size_t utf16_len) {
  while (*wtf8 != '\0' && utf16_len > 1) {
    int32_t code = uv__wtf8_next(&wtf8);

    if (code < 0)
      code = 0xfffd;
    if (code >= 0x10000) {
      if (utf16_len < 3)
        break;
      *utf16++ = (uint16_t) (0xd800 + ((code - 0x10000) >> 10));
      code = 0xdc00 + (code & 0x3ff);
      utf16_len--;
    }
    *utf16++ = (uint16_t) code;
    utf16_len--;
  }
  if (utf16_len > 0)
    *utf16 = 0;
}
