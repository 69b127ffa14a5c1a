/* src/runtime/url/text.c — growing text, and percent-encoding by a table of what each component
 * may not hold. */
#include <stdlib.h>
#include <string.h>

#include "url.h"

/* The sets grow into each other, so a byte's entry names every set that has it. */
#define USER GY_URL_IN_USERINFO
#define PATH (GY_URL_IN_PATH | USER)
#define SPQ GY_URL_IN_SPECIAL_QUERY
#define QUERY (GY_URL_IN_QUERY | SPQ | PATH)
#define FRAG GY_URL_IN_FRAGMENT
#define NOHOST (GY_URL_NO_HOST | GY_URL_NO_DOMAIN)
#define NODOM GY_URL_NO_DOMAIN
#define C0 (GY_URL_C0 | FRAG | QUERY)
#define LOW (C0 | NODOM)
#define TWO(v) v, v
#define EIGHT(v) TWO(v), TWO(v), TWO(v), TWO(v)
#define THIRTYTWO(v) EIGHT(v), EIGHT(v), EIGHT(v), EIGHT(v)

const uint8_t gy_url_bytes[256] = {
    [0x00] = C0 | NOHOST,   [0x01] = EIGHT(LOW),
    [0x09] = C0 | NOHOST,   [0x0a] = C0 | NOHOST,
    [0x0b] = TWO(LOW),      [0x0d] = C0 | NOHOST,
    [0x0e] = EIGHT(LOW),    [0x16] = EIGHT(LOW),
    [0x1e] = TWO(LOW),      [' '] = FRAG | QUERY | NOHOST,
    ['"'] = FRAG | QUERY,   ['#'] = QUERY | NOHOST,
    ['%'] = NODOM,          ['\''] = SPQ,
    ['/'] = USER | NOHOST,  [':'] = USER | NOHOST,
    [';'] = USER,           ['<'] = FRAG | QUERY | NOHOST,
    ['='] = USER,           ['>'] = FRAG | QUERY | NOHOST,
    ['?'] = PATH | NOHOST,  ['@'] = USER | NOHOST,
    ['['] = USER | NOHOST,  ['\\'] = USER | NOHOST,
    [']'] = USER | NOHOST,  ['^'] = PATH | NOHOST,
    ['`'] = FRAG | PATH,    ['{'] = PATH,
    ['|'] = USER | NOHOST,  ['}'] = PATH,
    [0x7f] = LOW,           [0x80] = THIRTYTWO(C0),
    [0xa0] = THIRTYTWO(C0), [0xc0] = THIRTYTWO(C0),
    [0xe0] = THIRTYTWO(C0),
};

void gy_url_text_init(struct gy_url_text* text) {
  text->data = text->small;
  text->length = 0;
  text->capacity = sizeof(text->small);
  text->failed = false;
}

void gy_url_text_free(struct gy_url_text* text) {
  if (text->data != text->small)
    free(text->data);
  gy_url_text_init(text);
}

static bool reserve(struct gy_url_text* text, size_t more) {
  if (text->failed)
    return false;
  if (text->capacity - text->length >= more)
    return true;
  size_t capacity = text->capacity * 2;
  while (capacity - text->length < more)
    capacity *= 2;
  char* data = text->data == text->small ? malloc(capacity) : realloc(text->data, capacity);
  if (data == NULL) {
    text->failed = true;
    return false;
  }
  if (text->data == text->small)
    memcpy(data, text->small, text->length);
  text->data = data;
  text->capacity = capacity;
  return true;
}

void gy_url_put(struct gy_url_text* text, const char* bytes, size_t length) {
  if (length == 0 || !reserve(text, length))
    return;
  memcpy(text->data + text->length, bytes, length);
  text->length += length;
}

void gy_url_put_byte(struct gy_url_text* text, char byte) {
  gy_url_put(text, &byte, 1);
}

void gy_url_put_encoded(struct gy_url_text* text, const char* bytes, size_t length,
                        enum gy_url_set set) {
  static const char digits[] = "0123456789ABCDEF";
  if (!reserve(text, 3 * length))
    return;
  char* out = text->data + text->length;
  for (size_t i = 0; i < length; i++) {
    uint8_t byte = (uint8_t) bytes[i];
    if (gy_url_bytes[byte] & set) {
      *out++ = '%';
      *out++ = digits[byte >> 4];
      *out++ = digits[byte & 15];
    } else {
      *out++ = (char) byte;
    }
  }
  text->length = (size_t) (out - text->data);
}

void gy_url_put_decoded(struct gy_url_text* text, const char* bytes, size_t length) {
  if (!reserve(text, length))
    return;
  char* out = text->data + text->length;
  for (size_t i = 0; i < length; i++) {
    bool escape = bytes[i] == '%' && length - i > 2 && gy_url_hex(bytes[i + 1]) >= 0 &&
                  gy_url_hex(bytes[i + 2]) >= 0;
    if (escape) {
      *out++ = (char) (gy_url_hex(bytes[i + 1]) * 16 + gy_url_hex(bytes[i + 2]));
      i += 2;
    } else {
      *out++ = bytes[i];
    }
  }
  text->length = (size_t) (out - text->data);
}

static bool is_break(char c) {
  return c == '\t' || c == '\n' || c == '\r';
}

bool gy_url_has_breaks(const char* bytes, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (is_break(bytes[i]))
      return true;
  return false;
}

void gy_url_put_clean(struct gy_url_text* text, const char* bytes, size_t length) {
  if (!reserve(text, length))
    return;
  for (size_t i = 0; i < length; i++)
    if (!is_break(bytes[i]))
      text->data[text->length++] = bytes[i];
}
