/* Base64: both alphabets, Node's tolerance, atob's lack of it. */
#include "runtime/text/base64.c"

#include <string.h>

#include "runtime/text/avx2.c"
#include "runtime/text/avx512.c"
#include "runtime/text/vectors.c"

#include "check.h"

static const uint8_t* units_of(const char* text) {
  return (const uint8_t*) text;
}

static void decodes(const char* text, const char* expected) {
  uint8_t bytes[64];

  CHECK_EQ(gy_base64_decode(units_of(text), strlen(text), bytes, sizeof(bytes)), strlen(expected));
  CHECK_MEM(bytes, expected, strlen(expected));
}

TEST(every_length_comes_back_from_both_alphabets) {
  uint8_t bytes[70], back[70];
  for (size_t i = 0; i < sizeof(bytes); i++)
    bytes[i] = (uint8_t) (i * 37 + 251);
  for (size_t n = 0; n <= sizeof(bytes); n++) {
    for (int url = 0; url < 2; url++) {
      uint8_t units[100];
      size_t length = gy_base64_encode(bytes, n, units, url);
      CHECK_EQ(length, gy_base64_length(n, url)); /* text.h (3) */
      CHECK_EQ(gy_base64_decoded_length(units, length), n);
      CHECK_EQ(gy_base64_decode(units, length, back, sizeof(back)), n);
      CHECK_MEM(back, bytes, n);
    }
  }
}

TEST(strangers_are_skipped_and_the_first_padding_ends) {
  decodes("YWJj", "abc");
  decodes("YW\nJ j", "abc");
  decodes("Y*W*J*j", "abc");
  decodes("YQ==YQ==", "a");
  decodes("YWI", "ab");
  decodes("YWJjZ", "abc");
  decodes("=YWJj", "");
  decodes("Pz8_Pz8/", "??????");
}

TEST(no_more_is_written_than_there_is_room) {
  const uint8_t* units = units_of("YWJjZGVm");
  for (size_t room = 0; room < 7; room++) {
    uint8_t bytes[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    CHECK_EQ(gy_base64_decode(units, 8, bytes, room), room);
    CHECK_MEM(bytes, "abcdef", room);
    CHECK_EQ(bytes[room], 0);
  }
}

static int64_t forgiving(const char* text, uint8_t* bytes) {
  return gy_base64_forgiving(units_of(text), strlen(text), bytes);
}

TEST(atob_takes_whitespace_and_right_padding_and_nothing_else) {
  uint8_t bytes[64];

  CHECK_EQ(forgiving(" YW\tJj\r\n", bytes), 3);
  CHECK_MEM(bytes, "abc", 3);
  CHECK_EQ(forgiving("YWI=", bytes), 2);
  CHECK_EQ(forgiving("YWI", bytes), 2);
  CHECK_MEM(bytes, "ab", 2);
  CHECK_EQ(forgiving("YQ", bytes), 1);
  CHECK_EQ(forgiving("", bytes), 0);
  CHECK_EQ(forgiving("YW-_", bytes), GY_BASE64_BAD_CHARACTER);
  CHECK_EQ(forgiving("YQ==YQ==", bytes), GY_BASE64_BAD_CHARACTER);
  CHECK_EQ(forgiving("Y", bytes), GY_BASE64_BAD_LENGTH);
  CHECK_EQ(forgiving("YQ=", bytes), GY_BASE64_BAD_LENGTH);
  CHECK_EQ(forgiving("YWJj=", bytes), GY_BASE64_BAD_LENGTH);
}
