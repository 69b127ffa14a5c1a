/* Punycode: the examples of RFC 3492 (7.1), names of UTS #46, and what is not UTF-8. */
#include "net/idna.h"

#include <string.h>

#include "check.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void check_name(const char* name, const char* expected) {
  char out[UV__IDNA_MAX];
  char again[UV__IDNA_MAX];

  CHECK_EQ(uv__idna_toascii(name, out, sizeof(out)), (ssize_t) strlen(expected));
  CHECK_STR(out, expected);
  CHECK_EQ(uv__idna_toascii(out, again, sizeof(again)), (ssize_t) strlen(expected));
  CHECK_STR(again, expected); /* what is ASCII stays as it is */
}

TEST(idna_encodes_the_examples_of_rfc_3492) {
  static const char* const names[][2] = {
      {"ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"},
      {"他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"},
      {"他們爲什麽不說中文", "xn--ihqwctvzc91f659drss3x8bo0yb"},
      {"Pročprostěnemluvíčesky", "xn--Proprostnemluvesky-uyb24dma41a"},
      {"למההםפשוטלאמדבריםעברית", "xn--4dbcagdahymbxekheh6e0a7fei0b"},
      {"यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "xn--i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"},
      {"なぜみんな日本語を話してくれないのか", "xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"},
      {"세계의모든사람들이한국어를이해한다면얼마나좋을까",
       "xn--989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"},
      {"почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"},
      {"PorquénopuedensimplementehablarenEspañol",
       "xn--PorqunopuedensimplementehablarenEspaol-fmd56a"},
      {"TạisaohọkhôngthểchỉnóitiếngViệt", "xn--TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"},
      {"3年B組金八先生", "xn--3B-ww4c5e180e575a65lsy2b"},
      {"安室奈美恵-with-SUPER-MONKEYS", "xn---with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"},
      {"Hello-Another-Way-それぞれの場所", "xn--Hello-Another-Way--fc4qua05auwb3674vfr0b"},
      {"ひとつ屋根の下2", "xn--2-u9tlzr9756bt3uc0v"},
      {"MajiでKoiする5秒前", "xn--MajiKoi5-783gue6qz075azm5e"},
      {"パフィーdeルンバ", "xn--de-jg4avhby1noc0d"},
      {"そのスピードで", "xn--d9juau41awczczp"},
      {"-> $1.00 <-", "-> $1.00 <-"},
  };

  for (size_t i = 0; i < COUNT(names); i++)
    check_name(names[i][0], names[i][1]);
}

TEST(idna_encodes_label_by_label) {
  static const char* const names[][2] = {
      {".", "."},
      {"example.com.", "example.com."},
      {"EXAMPLE-", "EXAMPLE-"},
      {"bücher.com", "xn--bcher-kva.com"},
      {"ü.ü.", "xn--tda.xn--tda."},
      {".ü", ".xn--tda"},
      {"faß.de", "xn--fa-hia.de"},
      {"βόλος.com", "xn--nxasmm1c.com"},
      {"نامه‌ای.com", "xn--mgba3gch31f060k.com"},
      {"💩.la", "xn--ls8h.la"},
      {"mañana。com", "xn--maana-pta.com"}, /* the other full stops */
      {"mañana．com", "xn--maana-pta.com"},
      {"mañana｡com", "xn--maana-pta.com"},
  };

  for (size_t i = 0; i < COUNT(names); i++)
    check_name(names[i][0], names[i][1]);
}

TEST(idna_refuses_what_is_not_utf8) {
  static const char* const names[] = {
      "",
      "\xc0\x80", /* overlong, 2 bytes */
      "\xc1\xbf.com",
      "\xe0\x9f\xbf",     /* overlong, 3 bytes */
      "\xf0\x8f\xbf\xbf", /* overlong, 4 bytes */
      "\xed\xa0\x80",     /* surrogates */
      "\xed\xbf\xbf",
      "\xf4\x90\x80\x80", /* above U+10FFFF */
      "\xf8\x88\x80\x80\x80",
      "\xff",
      "\x80",   /* a continuation of nothing */
      "a.\xc3", /* cut off */
      "a.\xe2\x98",
      "a.\xf0\x9f\x92",
      "\xc3.com",
  };
  char out[UV__IDNA_MAX];

  for (size_t i = 0; i < COUNT(names); i++)
    CHECK_EQ(uv__idna_toascii(names[i], out, sizeof(out)), UV_EINVAL);
}

TEST(idna_the_limits_of_utf8_are_characters) {
  static const char* const names[] = {"\xc2\x80",         "\xdf\xbf",        "\xe0\xa0\x80",
                                      "\xed\x9f\xbf",     "\xee\x80\x80",    "\xef\xbf\xbf",
                                      "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};
  char out[UV__IDNA_MAX];

  for (size_t i = 0; i < COUNT(names); i++)
    CHECK_GT(uv__idna_toascii(names[i], out, sizeof(out)), 4);
}

/* Whatever does not fit with its NUL is refused, and no byte is written behind the end. */
TEST(idna_refuses_what_does_not_fit) {
  static const char name[] = "bücher.com";
  static const char expected[] = "xn--bcher-kva.com";
  char out[sizeof(expected) + 1];
  char longest[2 * UV__IDNA_MAX + 1];

  for (size_t size = 0; size < sizeof(expected); size++) {
    memset(out, '#', sizeof(out));
    CHECK_EQ(uv__idna_toascii(name, out, size), UV_EINVAL);
    CHECK_EQ(out[size], '#');
  }
  CHECK_EQ(uv__idna_toascii(name, out, sizeof(expected)), (ssize_t) strlen(expected));

  memset(longest, 'a', sizeof(longest));
  longest[UV__IDNA_MAX - 1] = '\0';
  char full[UV__IDNA_MAX];
  CHECK_EQ(uv__idna_toascii(longest, full, sizeof(full)), UV__IDNA_MAX - 1);
  longest[UV__IDNA_MAX - 1] = 'a';
  longest[UV__IDNA_MAX] = '\0';
  CHECK_EQ(uv__idna_toascii(longest, full, sizeof(full)), UV_EINVAL);
  longest[UV__IDNA_MAX] = 'a';
  longest[2 * UV__IDNA_MAX] = '\0';
  CHECK_EQ(uv__idna_toascii(longest, full, sizeof(full)), UV_EINVAL);
}
