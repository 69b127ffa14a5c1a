/* UTF-16 to WTF-8 and back. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

/* The same text both ways: units (NUL-terminated) and bytes. */
static const struct {
  uint16_t utf16[8];
  const char* wtf8;
} texts[] = {
    {{0}, ""},
    {{'A', 0x7f, 0}, "A\x7f"},
    {{0x80, 0x7ff, 0}, "\xc2\x80\xdf\xbf"},
    {{0x800, 0x4e2d, 0xffff, 0}, "\xe0\xa0\x80\xe4\xb8\xad\xef\xbf\xbf"},
    {{0xd800, 0xdc00, 0}, "\xf0\x90\x80\x80"},
    {{0xdbff, 0xdfff, 0}, "\xf4\x8f\xbf\xbf"},
    {{0xd800, 0}, "\xed\xa0\x80"},
    {{0xdc00, 0xd800, 'x', 0}, "\xed\xb0\x80\xed\xa0\x80x"},
};

static ssize_t units(const uint16_t* text) {
  ssize_t n = 0;

  while (text[n] != 0)
    n++;
  return n;
}

TEST(every_text_survives_both_ways) {
  uint16_t back[8];

  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
    const uint16_t* utf16 = texts[i].utf16;
    char* bytes = NULL;
    size_t len;

    CHECK_EQ(uv_utf16_length_as_wtf8(utf16, -1), strlen(texts[i].wtf8));
    CHECK_EQ(uv_utf16_length_as_wtf8(utf16, units(utf16)), strlen(texts[i].wtf8));
    CHECK_OK(uv_utf16_to_wtf8(utf16, -1, &bytes, &len));
    CHECK_EQ(len, strlen(texts[i].wtf8));
    CHECK_STR(bytes, texts[i].wtf8);
    CHECK_EQ(uv_wtf8_length_as_utf16(bytes), units(utf16) + 1);
    uv_wtf8_to_utf16(bytes, back, (size_t) units(utf16) + 1);
    CHECK_MEM(back, utf16, 2 * ((size_t) units(utf16) + 1));
    free(bytes);
  }
}

TEST(with_a_length_a_nul_is_a_unit_like_others) {
  static const uint16_t text[] = {'A', 0, 'B'};
  char* bytes = NULL;
  size_t len;

  CHECK_EQ(uv_utf16_length_as_wtf8(text, 3), 3);
  CHECK_OK(uv_utf16_to_wtf8(text, 3, &bytes, &len));
  CHECK_EQ(len, 3);
  CHECK_MEM(bytes, "A\0B", 4);
  free(bytes);
}

TEST(a_pair_cut_by_the_length_is_half_a_pair) {
  static const uint16_t text[] = {0xd800, 0xdc00};

  CHECK_EQ(uv_utf16_length_as_wtf8(text, 1), 3);
  CHECK_EQ(uv_utf16_length_as_wtf8(text, 2), 4);
}

TEST(a_small_buffer_gets_what_fits_and_the_length_needed) {
  static const uint16_t text[] = {'a', 0x4e2d};
  char buf[6];

  for (size_t room = 0; room < 6; room++) {
    char* at = buf;
    size_t len = room;

    memset(buf, 'Q', sizeof(buf));
    CHECK_EQ(uv_utf16_to_wtf8(text, 2, &at, &len), room < 4 ? UV_ENOBUFS : 0);
    CHECK_EQ(len, 4);
    CHECK_EQ(at, buf);
    CHECK_MEM(buf, "a\xe4\xb8\xad", room < 4 ? room : 4);
    CHECK_EQ(buf[room < 4 ? room : 4], '\0');
    for (size_t i = (room < 4 ? room : 4) + 1; i < sizeof(buf); i++)
      CHECK_EQ(buf[i], 'Q');
  }
}

TEST(without_a_buffer_only_the_length_is_told) {
  static const uint16_t text[] = {'a', 0x4e2d};
  char buf[1];
  char* at = buf;
  size_t len = 0;

  CHECK_OK(uv_utf16_to_wtf8(text, 2, NULL, &len));
  CHECK_EQ(len, 4);
  CHECK_EQ(uv_utf16_to_wtf8(text, 2, &at, NULL), UV_EINVAL);
}

TEST(malformed_bytes_are_refused) {
  static const char* const bad[] = {
      "\x80", /* no first byte */
      "\xff",
      "a\xff",
      "\xc3", /* cut short */
      "\xc3!",
      "\xe4\xb8",
      "\xe4!\xad",
      "\xf0\x90\x80",
      "\xc0\x80", /* overlong */
      "\xc1\xbf",
      "\xe0\x80\x80",
      "\xe0\x9f\xbf",
      "\xf0\x8f\xbf\xbf",
      "\xf4\x90\x80\x80", /* too large */
      "\xf5\x80\x80\x80",
      "\xf8\x88\x80\x80\x80",
  };

  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
    CHECK_EQ(uv_wtf8_length_as_utf16(bad[i]), UV_EINVAL);
}

TEST(converting_never_writes_past_the_room) {
  uint16_t out[4] = {1, 1, 1, 1};

  uv_wtf8_to_utf16("ab\xf0\x90\x80\x80", out, 3);
  CHECK_EQ(out[0], 'a');
  CHECK_EQ(out[1], 'b');
  CHECK_EQ(out[2], 0);
  CHECK_EQ(out[3], 1);
  uv_wtf8_to_utf16("\xff!", out, 4);
  CHECK_EQ(out[0], 0xfffd);
  CHECK_EQ(out[1], '!');
  CHECK_EQ(out[2], 0);
}
