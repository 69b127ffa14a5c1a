/* src/runtime/url/mapping.c — characters that domain names may hold since UTS #46 of Unicode 15.1
 * and 16, for an ICU that is older than its rules. A newer one maps them all by itself. */
#include "url.h"

static const struct {
  uint32_t first;
  uint32_t last;
  uint32_t to; /* of the first; 0: nothing stays */
} mapped[] = {
    {0x4c0, 0x4c0, 0x4cf},      {0x10a0, 0x10c5, 0x2d00},   {0x115f, 0x1160, 0},
    {0x17b4, 0x17b5, 0},        {0x180e, 0x180e, 0},        {0x1e9e, 0x1e9e, 0xdf},
    {0x206a, 0x206f, 0},        {0x2132, 0x2132, 0x214e},   {0x2183, 0x2183, 0x2184},
    {0x3164, 0x3164, 0},        {0xffa0, 0xffa0, 0},        {0x1d173, 0x1d17a, 0},
    {0x2f868, 0x2f868, 0x36fc}, {0x2f874, 0x2f874, 0x5f53}, {0x2f91f, 0x2f91f, 0x243ab},
    {0x2f95f, 0x2f95f, 0x7aee}, {0x2f9bf, 0x2f9bf, 0x45d7},
};

/* The code point at p and its length; 0 for what is no UTF-8. */
static size_t decode(const char* p, size_t left, uint32_t* code) {
  uint8_t lead = (uint8_t) p[0];
  size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead > 0xf4 || (lead >= 0x80 && lead < 0xc2) || length > left)
    return 0;
  *code = length == 1 ? lead : lead & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if (((uint8_t) p[i] & 0xc0) != 0x80)
      return 0;
    *code = *code << 6 | ((uint8_t) p[i] & 0x3f);
  }
  return length;
}

static void put_code(struct gy_url_text* out, uint32_t code) {
  if (code < 0x800) {
    gy_url_put_byte(out, (char) (0xc0 | code >> 6));
  } else {
    if (code >= 0x10000)
      gy_url_put_byte(out, (char) (0xf0 | code >> 18));
    gy_url_put_byte(out, (char) (code < 0x10000 ? 0xe0 | code >> 12 : 0x80 | (code >> 12 & 0x3f)));
    gy_url_put_byte(out, (char) (0x80 | (code >> 6 & 0x3f)));
  }
  gy_url_put_byte(out, (char) (0x80 | (code & 0x3f)));
}

/* Appends what becomes of the code point; false when it stays as it is. */
static bool put_mapped(struct gy_url_text* out, uint32_t code) {
  for (size_t i = 0; i < sizeof(mapped) / sizeof(mapped[0]); i++) {
    if (code < mapped[i].first || code > mapped[i].last)
      continue;
    if (mapped[i].to != 0)
      put_code(out, mapped[i].to + (code - mapped[i].first));
    return true;
  }
  return false;
}

void gy_url_put_domain(struct gy_url_text* out, const char* domain, size_t length) {
  for (size_t i = 0; i < length;) {
    uint32_t code = 0;
    size_t taken = decode(domain + i, length - i, &code);
    if (taken == 0)
      taken = 1; /* the conversion will refuse it */
    if (taken == 1 || !put_mapped(out, code))
      gy_url_put(out, domain + i, taken);
    i += taken;
  }
}
