/* UTF-8 both ways: the boundaries of each length, what is ill-formed, and the vector paths'
 * edges. */
#include "runtime/text/utf8.c"

#include "runtime/text/avx2.c"
#include "runtime/text/avx512.c"
#include "runtime/text/vectors.c"

#include "check.h"

static size_t decode(const char* bytes, size_t n, uint16_t* units) {
  size_t length = gy_utf8_to_utf16((const uint8_t*) bytes, n, units);
  struct gy_utf8_shape shape = gy_utf8_shape((const uint8_t*) bytes, n);
  CHECK_EQ(shape.units, length); /* text.h (3) */
  bool is_latin1 = true;
  for (size_t i = 0; i < length; i++)
    is_latin1 &= units[i] < 0x100;
  CHECK_EQ(shape.is_latin1, is_latin1);
  return length;
}

TEST(characters_of_one_to_four_bytes_are_read_and_written_back) {
  static const char text[] =
      "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf";
  static const uint16_t expected[] = {0x7f,   0x80,   0x7ff,  0x800, 0xffff,
                                      0xd800, 0xdc00, 0xdbff, 0xdfff};
  uint16_t units[32];
  uint8_t back[32];

  CHECK_EQ(decode(text, sizeof(text) - 1, units), 9);
  CHECK_MEM(units, expected, sizeof(expected));
  CHECK_EQ(gy_utf8_length_of_utf16(units, 9), sizeof(text) - 1);
  CHECK_EQ(gy_utf16_to_utf8(units, 9, back), sizeof(text) - 1);
  CHECK_MEM(back, text, sizeof(text) - 1);
  CHECK(gy_utf8_valid((const uint8_t*) text, sizeof(text) - 1));
}

TEST(each_maximal_subpart_is_one_replacement) {
  static const struct {
    const char* bytes;
    size_t n, replacements;
  } cases[] = {
      {"\x80", 1, 1},             /* a byte that only continues */
      {"\xc0\xaf", 2, 2},         /* overlong */
      {"\xe0\x80\x80", 3, 3},     /* overlong: wrong at the second byte */
      {"\xed\xa0\x80", 3, 3},     /* a surrogate */
      {"\xf4\x90\x80\x80", 4, 4}, /* above U+10FFFF */
      {"\xf5\x80", 2, 2},         /* no such lead byte */
      {"\xe2\x82", 2, 1},         /* cut off */
      {"\xf0\x9f\x98", 3, 1},     /* cut off later */
      {"\xf0\x9f\xc3", 3, 2},     /* cut off by another lead byte */
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
    uint16_t units[8];
    CHECK_EQ(decode(cases[i].bytes, cases[i].n, units), cases[i].replacements);
    for (size_t u = 0; u < cases[i].replacements; u++)
      CHECK_EQ(units[u], 0xfffd);
    CHECK(!gy_utf8_valid((const uint8_t*) cases[i].bytes, cases[i].n));
  }
}

TEST(a_lone_surrogate_is_written_as_a_replacement) {
  static const uint16_t units[] = {'a', 0xd83d, 'b', 0xdc00, 0xd83d};
  static const char expected[] = "a\xef\xbf\xbd\x62\xef\xbf\xbd\xef\xbf\xbd";
  uint8_t bytes[16];

  CHECK_EQ(gy_utf16_to_utf8(units, 5, bytes), sizeof(expected) - 1);
  CHECK_MEM(bytes, expected, sizeof(expected) - 1);
  CHECK_EQ(gy_utf8_length_of_utf16(units, 5), sizeof(expected) - 1);
}

TEST(one_wide_character_is_found_at_every_place_of_a_long_text) {
  for (size_t n = 2; n < 150; n++) {
    for (size_t place = 0; place + 2 <= n; place++) {
      char text[160];
      uint16_t units[160];
      uint8_t back[160];
      memset(text, 'x', n);
      memcpy(text + place, "\xc3\xa9", 2);
      CHECK_EQ(decode(text, n, units), n - 1);
      CHECK_EQ(units[place], 0xe9);
      CHECK_EQ(gy_utf16_to_utf8(units, n - 1, back), n);
      CHECK_MEM(back, text, n);
    }
  }
}

TEST(a_short_room_takes_whole_characters_only) {
  static const uint16_t units[] = {'a', 0x20ac, 0xd83d, 0xde00, 'b'};
  static const size_t written[] = {0, 1, 1, 1, 4, 4, 4, 4, 8, 9, 9};
  static const size_t read[] = {0, 1, 1, 1, 2, 2, 2, 2, 4, 5, 5};

  for (size_t room = 0; room < sizeof(written) / sizeof(*written); room++) {
    uint8_t bytes[16];
    memset(bytes, 0xaa, sizeof(bytes));
    struct gy_utf8_written done = gy_utf16_to_utf8_some(units, 5, bytes, room);
    CHECK_EQ(done.written, written[room]);
    CHECK_EQ(done.read, read[room]);
    CHECK_EQ(bytes[room], 0xaa);
  }
}

TEST(the_tail_is_what_more_bytes_could_complete) {
  static const struct {
    const char* bytes;
    size_t n, tail;
  } cases[] = {
      {"abc", 3, 0},          {"a\xc3", 2, 1},        {"a\xe2\x82", 3, 2},
      {"\xf0\x9f\x98", 3, 3}, {"\xe2\x82\xac", 3, 0}, {"\x80\x80", 2, 0},
      {"\xe0\x80", 2, 0},     {"\xf5", 1, 0},         {"", 0, 0},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
    CHECK_EQ(gy_utf8_tail((const uint8_t*) cases[i].bytes, cases[i].n), cases[i].tail);
}

TEST(text_below_256_is_decoded_to_single_bytes) {
  for (size_t n = 0; n < 80; n++) {
    uint8_t in[160], out[80], expected[80];
    size_t size = 0;
    for (size_t i = 0; i < n; i++) {
      expected[i] = (uint8_t) (i % 19 > 16 ? 0x80 + i : 'a');
      size += put8(expected[i], in + size);
    }
    CHECK(gy_utf8_shape(in, size).is_latin1);
    CHECK_EQ(gy_utf8_shape(in, size).units, n);
    gy_utf8_to_latin1(in, size, out);
    CHECK_MEM(out, expected, n);
  }
}
