/* src/net/idna.c — host names that are not ASCII: UTF-8 in, punycode (RFC 3492) out.
 *
 * Nothing is mapped or normalised and nothing is forbidden: which names exist is for the resolver
 * to say.
 * (1) UTF-8 is read strictly: no overlong forms, no surrogates, nothing above U+10FFFF.
 * (2) A label holds fewer than UV__IDNA_MAX characters, as each takes a byte of the output at
 *     least. So no sum below can overflow 32 bits: it stays under 2^21 * 2^8.
 * (3) The output is NUL-terminated when, and only when, there is no error. */
#include "net/idna.h"

#include <stdint.h>
#include <string.h>

#include "uv.h"

struct uv__idna_out {
  char* next;
  char* end; /* one past the last byte */
};

struct uv__label {
  uint32_t chars[UV__IDNA_MAX];
  unsigned count;
  unsigned ascii; /* how many of them */
};

static int uv__idna_put(struct uv__idna_out* out, char c) {
  if (out->next == out->end)
    return UV_EINVAL;
  *out->next++ = c;
  return 0;
}

/* ---- UTF-8 ---- */

/* By the length of a sequence: bits of its first byte, and the least character that needs it. */
static const struct {
  unsigned char mask, lead;
  uint32_t least;
} uv__utf8_forms[] = {
    {0x80, 0x00, 0x0},
    {0xe0, 0xc0, 0x80},
    {0xf0, 0xe0, 0x800},
    {0xf8, 0xf0, 0x10000},
};

/* Reads one character and moves past it; -1 when there is none. The NUL at the end of the text is
 * no continuation byte, so a sequence that is cut off ends there. */
static int32_t uv__utf8_next(const char** text) {
  const unsigned char* s = (const unsigned char*) *text;
  unsigned extra = 0;
  uint32_t c;

  while (extra < 4 && (s[0] & uv__utf8_forms[extra].mask) != uv__utf8_forms[extra].lead)
    extra++;
  if (extra == 4)
    return -1;
  c = s[0] & (uint32_t) ~uv__utf8_forms[extra].mask & 0xff;
  for (unsigned i = 1; i <= extra; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return -1;
    c = c << 6 | (s[i] & 0x3f);
  }
  if (c < uv__utf8_forms[extra].least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
    return -1;
  *text += extra + 1;
  return (int32_t) c;
}

/* ---- Punycode ---- */

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, FIRST_BIAS = 72, FIRST_CHAR = 128 };

static unsigned uv__puny_adapt(unsigned delta, unsigned handled, int first) {
  unsigned k = 0;

  delta = first ? delta / DAMP : delta / 2;
  delta += delta / handled;
  for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
    delta /= BASE - T_MIN;
  return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

/* A number in digits whose base changes from one to the next, the last one recognisable as such. */
static int uv__puny_put(struct uv__idna_out* out, unsigned n, unsigned bias) {
  static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";

  for (unsigned k = BASE;; k += BASE) {
    unsigned t = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
    if (n < t)
      return uv__idna_put(out, digits[n]);
    if (uv__idna_put(out, digits[t + (n - t) % (BASE - t)]))
      return UV_EINVAL;
    n = (n - t) / (BASE - t);
  }
}

static uint32_t uv__label_least_above(const struct uv__label* label, uint32_t limit) {
  uint32_t least = UINT32_MAX;

  for (unsigned i = 0; i < label->count; i++)
    if (label->chars[i] >= limit && label->chars[i] < least)
      least = label->chars[i];
  return least;
}

/* The characters that are not ASCII, from the least up; for each, how many steps of a decoder that
 * counts through all characters at all places lie between it and the one before. */
static int uv__puny_encode(const struct uv__label* label, struct uv__idna_out* out) {
  unsigned handled = label->ascii;
  unsigned delta = 0;
  unsigned bias = FIRST_BIAS;
  uint32_t c = FIRST_CHAR;

  while (handled < label->count) {
    uint32_t next = uv__label_least_above(label, c);
    delta += (next - c) * (handled + 1);
    c = next;
    for (unsigned i = 0; i < label->count; i++) {
      if (label->chars[i] < c)
        delta++;
      if (label->chars[i] != c)
        continue;
      if (uv__puny_put(out, delta, bias))
        return UV_EINVAL;
      bias = uv__puny_adapt(delta, handled + 1, handled == label->ascii);
      delta = 0;
      handled++;
    }
    delta++;
    c++;
  }
  return 0;
}

/* ---- Labels ---- */

/* Besides the ASCII full stop: the ideographic, fullwidth and halfwidth ones (RFC 3490, 3.1). */
static int uv__is_dot(int32_t c) {
  return c == '.' || c == 0x3002 || c == 0xff0e || c == 0xff61;
}

/* Reads up to and past the next dot. 1: a dot was there; 0: the name ends here; or an error. */
static int uv__label_read(const char** name, struct uv__label* label) {
  label->count = 0;
  label->ascii = 0;
  while (**name != '\0') {
    int32_t c = uv__utf8_next(name);
    if (c < 0 || label->count == UV__IDNA_MAX)
      return UV_EINVAL;
    if (uv__is_dot(c))
      return 1;
    label->chars[label->count++] = (uint32_t) c;
    label->ascii += c < FIRST_CHAR;
  }
  return 0;
}

static int uv__label_write(const struct uv__label* label, struct uv__idna_out* out) {
  int foreign = label->ascii < label->count;
  int err = 0;

  for (const char* p = "xn--"; foreign && err == 0 && *p != '\0'; p++)
    err = uv__idna_put(out, *p);
  for (unsigned i = 0; err == 0 && i < label->count; i++)
    if (label->chars[i] < FIRST_CHAR)
      err = uv__idna_put(out, (char) label->chars[i]);
  if (err || !foreign)
    return err;
  if (label->ascii > 0)
    err = uv__idna_put(out, '-');
  return err ? err : uv__puny_encode(label, out);
}

ssize_t uv__idna_toascii(const char* name, char* out, size_t size) {
  struct uv__idna_out o = {out, out + size};
  struct uv__label label;
  int dot = 1;

  if (*name == '\0')
    return UV_EINVAL;
  while (dot) {
    dot = uv__label_read(&name, &label);
    if (dot < 0 || uv__label_write(&label, &o) || (dot && uv__idna_put(&o, '.')))
      return UV_EINVAL;
  }
  if (uv__idna_put(&o, '\0'))
    return UV_EINVAL;
  return o.next - out - 1;
}
