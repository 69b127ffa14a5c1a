/* Hexadecimal, Latin-1, byte order and search. */
#include "runtime/text/hex.c"
#include "runtime/text/latin1.c"
#include "runtime/text/search.c"
#include "runtime/text/swap.c"

#include "runtime/text/avx2.c"
#include "runtime/text/avx512.c"
#include "runtime/text/vectors.c"

#include "check.h"

TEST(every_byte_at_every_length_has_two_digits) {
  static const char digits[] = "0123456789abcdef";
  uint8_t bytes[256], back[256];
  uint8_t units[512];
  for (size_t i = 0; i < 256; i++)
    bytes[i] = (uint8_t) (255 - i);
  for (size_t n = 0; n <= 256; n++) {
    gy_hex_encode(bytes, n, units);
    for (size_t i = 0; i < n; i++) {
      CHECK_EQ(units[2 * i], digits[bytes[i] >> 4]);
      CHECK_EQ(units[2 * i + 1], digits[bytes[i] & 15]);
    }
    CHECK_EQ(gy_hex_decode(units, 2 * n, back, sizeof(back)), n);
    CHECK_MEM(back, bytes, n);
  }
}

TEST(digits_end_at_the_first_pair_that_is_none) {
  static const uint8_t units[] = {'A', 'b', '0', '9', '1', 'g', '2', '2'};
  uint8_t bytes[4];

  CHECK_EQ(gy_hex_decode(units, 8, bytes, 4), 2);
  CHECK_MEM(bytes, "\xab\x09", 2);
  CHECK_EQ(gy_hex_decode(units, 3, bytes, 4), 1);
  CHECK_EQ(gy_hex_decode(units, 8, bytes, 1), 1);
  static const uint16_t wide[] = {0x130, 0x131};
  uint8_t marked[2];
  gy_utf16_to_latin1_marked(wide, 2, marked);
  CHECK_EQ(gy_hex_decode(marked, 2, bytes, 4), 0);
}

TEST(latin1_keeps_low_bytes_and_is_told_from_wider_text) {
  uint16_t units[40], back[40];
  uint8_t bytes[40];
  for (size_t i = 0; i < 40; i++)
    units[i] = (uint16_t) (0x1c0 + i);
  gy_utf16_to_latin1(units, 40, bytes);
  gy_latin1_to_utf16(bytes, 40, back);
  for (size_t i = 0; i < 40; i++)
    CHECK_EQ(back[i], (units[i] & 0xff));
  CHECK(!gy_utf16_is_latin1(units, 40));
  CHECK(gy_utf16_is_latin1(back, 40));
  CHECK(!gy_ascii_valid(bytes, 40));
  gy_ascii_to_latin1(bytes, 40, bytes);
  for (size_t i = 0; i < 40; i++)
    CHECK_EQ(bytes[i], (back[i] & 0x7f));
}

TEST(latin1_as_utf8_has_two_bytes_above_0x7f_and_whole_characters_only) {
  for (size_t n = 0; n < 100; n++) {
    uint8_t in[100] = {0}, out[200], cut[200];
    for (size_t i = 0; i < n; i++)
      in[i] = (uint8_t) (i % 21 == 20 ? 0xc0 + i % 64 : 'a' + i % 26);
    size_t length = gy_latin1_to_utf8(in, n, out);
    CHECK_EQ(gy_utf8_length_of_latin1(in, n), length); /* text.h (3) */
    for (size_t room = 0; room <= length; room++) {
      struct gy_utf8_written done = gy_latin1_to_utf8_some(in, n, cut, room);
      CHECK(done.written == room || done.written + 1 == room);
      CHECK_EQ(gy_utf8_length_of_latin1(in, done.read), done.written);
      CHECK_MEM(cut, out, done.written);
    }
  }
}

TEST(ascii_is_told_from_one_high_byte_anywhere) {
  for (size_t n = 1; n < 200; n++) {
    uint8_t bytes[200];
    memset(bytes, 0x7f, n);
    CHECK(gy_ascii_valid(bytes, n));
    bytes[n - 1] = 0x80;
    CHECK(!gy_ascii_valid(bytes, n));
    bytes[n - 1] = 0x7f;
    bytes[n / 2] = 0xff;
    CHECK(!gy_ascii_valid(bytes, n));
  }
}

TEST(groups_of_bytes_are_reversed) {
  uint8_t bytes[] = {0, 1, 2, 3, 4, 5, 6, 7};
  gy_swap(bytes, 8, 2);
  CHECK_MEM(bytes, ((uint8_t[]){1, 0, 3, 2, 5, 4, 7, 6}), 8);
  gy_swap(bytes, 8, 4);
  CHECK_MEM(bytes, ((uint8_t[]){2, 3, 0, 1, 6, 7, 4, 5}), 8);
  gy_swap(bytes, 8, 8);
  CHECK_MEM(bytes, ((uint8_t[]){5, 4, 7, 6, 1, 0, 3, 2}), 8);
}

static const uint8_t* b(const char* text) {
  return (const uint8_t*) text;
}

TEST(search_finds_the_first_from_a_place_and_the_last_up_to_one) {
  CHECK_EQ(gy_find(b("abcabc"), 6, b("bc"), 2, 0, 1), 1);
  CHECK_EQ(gy_find(b("abcabc"), 6, b("bc"), 2, 2, 1), 4);
  CHECK_EQ(gy_find(b("abcabc"), 6, b("bc"), 2, 5, 1), GY_NOT_FOUND);
  CHECK_EQ(gy_find(b("abc"), 3, b("abcd"), 4, 0, 1), GY_NOT_FOUND);
  CHECK_EQ(gy_find(b("abc"), 3, b("c"), 1, 9, 1), GY_NOT_FOUND);
  CHECK_EQ(gy_find_last(b("abcabc"), 6, b("bc"), 2, 6, 1), 4);
  CHECK_EQ(gy_find_last(b("abcabc"), 6, b("bc"), 2, 3, 1), 1);
  CHECK_EQ(gy_find_last(b("abcabc"), 6, b("bc"), 2, 0, 1), GY_NOT_FOUND);
  CHECK_EQ(gy_find_last(b("ab"), 2, b("abc"), 3, 0, 1), GY_NOT_FOUND);
}

TEST(search_by_units_passes_over_odd_places) {
  CHECK_EQ(gy_find(b("xababab"), 6, b("ab"), 2, 0, 2), GY_NOT_FOUND);
  CHECK_EQ(gy_find(b("xaabxx"), 6, b("ab"), 2, 0, 2), 2);
  CHECK_EQ(gy_find_last(b("abxabx"), 6, b("ab"), 2, 6, 2), 0);
}

TEST(search_outlasts_many_false_beginnings) {
  uint8_t hay[1000];
  memset(hay, 'a', sizeof(hay));
  hay[999] = 'b';
  CHECK_EQ(gy_find(hay, 1000, b("aab"), 3, 0, 1), 997);
  CHECK_EQ(gy_find(hay, 999, b("aab"), 3, 0, 1), GY_NOT_FOUND);
  CHECK_EQ(gy_find_last(hay, 1000, b("baa"), 3, 1000, 1), GY_NOT_FOUND);
}
