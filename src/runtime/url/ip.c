/* src/runtime/url/ip.c — hosts that are addresses. IPv4 in all its historical spellings becomes
 * four decimal numbers, IPv6 its shortest form. */
#include <stdio.h>
#include <string.h>

#include "url.h"

/* A number as inet_aton() reads it: decimal, 0 octal, 0x hexadecimal. Values beyond 32 bits are
 * all alike: too large. */
static bool read_number(const char* text, size_t length, uint64_t* value) {
  unsigned radix = 10;
  if (length == 0)
    return false;
  if (length >= 2 && text[0] == '0') {
    bool hex = text[1] == 'x' || text[1] == 'X';
    radix = hex ? 16 : 8;
    text += hex ? 2 : 1;
    length -= hex ? 2 : 1;
  }
  *value = 0;
  for (size_t i = 0; i < length; i++) {
    int digit = gy_url_hex(text[i]);
    if (digit < 0 || (unsigned) digit >= radix)
      return false;
    *value = *value * radix + (unsigned) digit;
    if (*value > UINT32_MAX)
      *value = (uint64_t) UINT32_MAX + 1;
  }
  return true;
}

static bool digits_only(const char* text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!gy_url_is_digit(text[i]))
      return false;
  return length > 0;
}

bool gy_url_ends_in_number(const char* host, size_t length) {
  if (length > 0 && host[length - 1] == '.')
    length--;
  const char* dot = length == 0 ? NULL : memrchr(host, '.', length);
  const char* last = dot == NULL ? host : dot + 1;
  size_t count = (size_t) (host + length - last);
  uint64_t value;
  bool hex = count >= 2 && last[0] == '0' && (last[1] == 'x' || last[1] == 'X');
  return digits_only(last, count) || (hex && read_number(last, count, &value));
}

bool gy_url_ipv4(struct gy_url_text* out, const char* input, size_t length) {
  uint64_t numbers[4];
  size_t count = 0;
  if (length > 0 && input[length - 1] == '.')
    length--;
  for (size_t start = 0; start <= length; count++) {
    const char* dot = memchr(input + start, '.', length - start);
    size_t end = dot == NULL ? length : (size_t) (dot - input);
    if (count == 4 || !read_number(input + start, end - start, &numbers[count]))
      return false;
    start = end + 1;
  }
  /* The last number fills the bytes that the others leave. */
  uint64_t limit = (uint64_t) 1 << (8 * (5 - count));
  if (numbers[count - 1] >= limit)
    return false;
  uint64_t address = numbers[count - 1];
  for (size_t i = 0; i + 1 < count; i++) {
    if (numbers[i] > 255)
      return false;
    address |= numbers[i] << (8 * (3 - i));
  }
  char text[16];
  int written = snprintf(text, sizeof(text), "%u.%u.%u.%u", (unsigned) (address >> 24 & 255),
                         (unsigned) (address >> 16 & 255), (unsigned) (address >> 8 & 255),
                         (unsigned) (address & 255));
  gy_url_put(out, text, (size_t) written);
  return true;
}

/* The dotted end of an IPv6 address: exactly four decimal numbers, without leading zeros. */
static bool read_dotted(const char* p, const char* end, uint16_t pieces[2]) {
  uint8_t bytes[4];
  for (int i = 0; i < 4; i++) {
    if (i > 0 && (p == end || *p++ != '.'))
      return false;
    if (p == end || !gy_url_is_digit(*p))
      return false;
    unsigned value = 0;
    const char* start = p;
    for (; p < end && gy_url_is_digit(*p); p++) {
      value = value * 10 + (unsigned) (*p - '0');
      if (value > 255 || (p > start && *start == '0'))
        return false;
    }
    bytes[i] = (uint8_t) value;
  }
  pieces[0] = (uint16_t) (bytes[0] << 8 | bytes[1]);
  pieces[1] = (uint16_t) (bytes[2] << 8 | bytes[3]);
  return p == end;
}

static const char* read_piece(const char* p, const char* end, uint16_t* piece) {
  unsigned value = 0;
  const char* start = p;
  while (p < end && p - start < 4 && gy_url_hex(*p) >= 0)
    value = value * 16 + (unsigned) gy_url_hex(*p++);
  *piece = (uint16_t) value;
  return p;
}

/* Moves the pieces after "::" to the end and puts zeros between. */
static void expand(uint16_t pieces[8], int count, int gap) {
  int after = count - gap;
  memmove(pieces + 8 - after, pieces + gap, sizeof(*pieces) * (size_t) after);
  memset(pieces + gap, 0, sizeof(*pieces) * (size_t) (8 - count));
}

static bool read_ipv6(const char* p, const char* end, uint16_t pieces[8]) {
  int count = 0;
  int gap = -1;
  if (p < end && *p == ':') {
    if (end - p < 2 || p[1] != ':')
      return false;
    p += 2;
    gap = 0;
  }
  while (p < end) {
    if (count == 8)
      return false;
    if (*p == ':') {
      if (gap >= 0)
        return false;
      gap = count;
      p++;
      continue;
    }
    const char* next = read_piece(p, end, &pieces[count]);
    if (next < end && *next == '.') {
      if (next == p || count > 6 || !read_dotted(p, end, pieces + count))
        return false;
      count += 2;
      break;
    }
    if (next == p)
      return false;
    count++;
    if (next < end && (*next != ':' || next + 1 == end))
      return false;
    p = next < end ? next + 1 : next;
  }
  if (gap >= 0) {
    if (count == 8)
      return false;
    expand(pieces, count, gap);
    return true;
  }
  return count == 8;
}

/* The first of the longest runs of zeros that are worth a "::". */
static int longest_zeros(const uint16_t pieces[8], int* length) {
  int best = -1;
  *length = 1;
  for (int i = 0; i < 8; i++) {
    int run = 0;
    while (i + run < 8 && pieces[i + run] == 0)
      run++;
    if (run > *length) {
      best = i;
      *length = run;
    }
    i += run;
  }
  return best;
}

bool gy_url_ipv6(struct gy_url_text* out, const char* input, size_t length) {
  uint16_t pieces[8];
  if (!read_ipv6(input, input + length, pieces))
    return false;
  int zeros;
  int gap = longest_zeros(pieces, &zeros);
  gy_url_put_byte(out, '[');
  for (int i = 0; i < 8; i++) {
    if (i == gap) {
      gy_url_put(out, i == 0 ? "::" : ":", i == 0 ? 2 : 1);
      i += zeros - 1;
      continue;
    }
    char piece[8];
    int written = snprintf(piece, sizeof(piece), "%x%s", pieces[i], i < 7 ? ":" : "");
    gy_url_put(out, piece, (size_t) written);
  }
  gy_url_put_byte(out, ']');
  return true;
}
