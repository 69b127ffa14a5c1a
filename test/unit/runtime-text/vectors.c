/* The conversions by vector instructions give what the portable code gives, for text of every
 * length, well-formed or not. Buffers end where the text ends, so that the sanitizers see what is
 * read or written behind it. */
#include "runtime/text/avx2.c"
#include "runtime/text/avx512.c"
#include "runtime/text/base64.c"
#include "runtime/text/hex.c"
#include "runtime/text/latin1.c"
#include "runtime/text/swap.c"
#include "runtime/text/utf8.c"
#include "runtime/text/vectors.c"

#include <stdlib.h>

#include "check.h"

#if GY_VECTORS

enum { MOST = 700, ROUNDS = 3000 };

static uint64_t seed = 1;

static uint32_t any(uint32_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) (seed >> 33) % below;
}

/* Characters of one to `widest` bytes; most are ASCII if `widest` is odd. */
static size_t make_text(uint8_t* out, size_t most, unsigned widest) {
  static const uint32_t limits[] = {0x80, 0x100, 0x800, 0x10000, 0x110000};
  size_t n = 0, size = any((uint32_t) most - 3);
  while (n < size) {
    uint32_t point = any(limits[widest % 2 && any(8) ? 0 : any(widest + 1)]);
    n += put8((point & 0xfffff800) == 0xd800 ? REPLACEMENT : point, out + n);
  }
  return n;
}

static void spoil(uint8_t* text, size_t n) {
  static const uint8_t bad[] = {0x80, 0xbf, 0xc0, 0xc2, 0xc3, 0xe0, 0xed, 0xf0, 0xf4, 0xf5, 0xff};
  for (uint32_t k = any(4); n > 0 && k > 0; k--)
    text[any((uint32_t) n)] = bad[any(sizeof(bad))];
}

/* A copy that ends where its memory ends. */
static void* exact(const void* data, size_t size) {
  void* copy = malloc(size > 0 ? size : 1);
  memcpy(copy, data, size);
  return copy;
}

struct result {
  struct gy_utf8_shape shape;
  bool is_valid;
  size_t units, length;
  struct gy_utf8_written some;
  uint16_t wide[MOST];
  uint8_t bytes[3 * MOST];
};

static void decode_with(unsigned vectors, const uint8_t* text, size_t n, struct result* result) {
  gy_text_vectors = vectors;
  memset(result, 0, sizeof(*result));
  struct gy_utf8_shape shape = gy_utf8_shape(text, n);
  result->shape.units = shape.units;
  result->shape.is_latin1 = shape.is_latin1;
  result->is_valid = gy_utf8_valid(text, n);
  uint16_t* wide = malloc(result->shape.units * 2 + 2);
  wide[result->shape.units] = 0x1234;
  result->units = gy_utf8_to_utf16(text, n, wide);
  CHECK_EQ(wide[result->shape.units], 0x1234);
  memcpy(result->wide, wide, result->units * 2);
  if (result->shape.is_latin1) {
    uint8_t* narrow = malloc(result->shape.units + 1);
    gy_utf8_to_latin1(text, n, narrow);
    memcpy(result->bytes, narrow, result->shape.units);
    free(narrow);
  }
  free(wide);
}

TEST(utf8_decodes_alike_with_and_without_vectors) {
  static struct result plain, fast;
  unsigned all = gy_text_vectors;
  for (unsigned round = 0; round < ROUNDS; round++) {
    uint8_t text[MOST];
    size_t n = make_text(text, MOST, round % 5);
    if (round % 3 == 0)
      spoil(text, n);
    uint8_t* copy = exact(text, n);
    decode_with(0, copy, n, &plain);
    CHECK_EQ(plain.units, plain.shape.units);
    for (unsigned vectors = 1; vectors <= all; vectors += 2) {
      decode_with(vectors, copy, n, &fast);
      CHECK_MEM(&fast, &plain, sizeof(fast));
    }
    free(copy);
  }
  gy_text_vectors = all;
}

static void encode_with(unsigned vectors, const uint16_t* units, size_t n, size_t room,
                        struct result* result) {
  gy_text_vectors = vectors;
  memset(result, 0, sizeof(*result));
  result->length = gy_utf8_length_of_utf16(units, n);
  uint8_t* bytes = malloc(result->length + 1);
  CHECK_EQ(gy_utf16_to_utf8(units, n, bytes), result->length);
  free(bytes);
  bytes = malloc(room + 1);
  result->some = gy_utf16_to_utf8_some(units, n, bytes, room);
  memcpy(result->bytes, bytes, result->some.written);
  free(bytes);
  result->shape.is_latin1 = gy_utf16_is_latin1(units, n);
}

TEST(utf16_encodes_alike_with_and_without_vectors) {
  static struct result plain, fast;
  unsigned all = gy_text_vectors;
  for (unsigned round = 0; round < ROUNDS; round++) {
    static const uint16_t bases[] = {0, 0, 0x80, 0x700, 0xd700, 0xd800, 0xdb80, 0xff80};
    uint16_t text[MOST];
    size_t n = any(MOST - 1), used = 1 + any(8);
    for (size_t i = 0; i < n; i++)
      text[i] = (uint16_t) (bases[any((uint32_t) used)] + any(round % 2 ? 0x80 : 0x500));
    uint16_t* copy = exact(text, n * 2);
    size_t room = any(3 * MOST - 1);
    encode_with(0, copy, n, room, &plain);
    for (unsigned vectors = 1; vectors <= all; vectors += 2) {
      encode_with(vectors, copy, n, room, &fast);
      CHECK_MEM(&fast, &plain, sizeof(fast));
    }
    free(copy);
  }
  gy_text_vectors = all;
}

static void bytes_with(unsigned vectors, const uint8_t* text, size_t n, size_t room,
                       struct result* result) {
  gy_text_vectors = vectors;
  memset(result, 0, sizeof(*result));
  result->length = gy_utf8_length_of_latin1(text, n);
  uint8_t* bytes = malloc(2 * n + room + 8);
  result->some = gy_latin1_to_utf8_some(text, n, bytes, room);
  memcpy(result->bytes, bytes, result->some.written);
  result->is_valid = gy_ascii_valid(text, n);
  gy_hex_encode(text, n, bytes);
  if (n > 0 && room % 2)
    bytes[room % (2 * n)] = "gG/:`@ "[room % 7];
  result->units = gy_hex_decode(bytes, 2 * n, result->bytes + MOST, room);
  gy_latin1_to_utf16(text, n, result->wide);
  gy_utf16_to_latin1(result->wide, n, bytes);
  CHECK_MEM(bytes, text, n);
  gy_ascii_to_latin1(text, n, bytes);
  gy_swap(bytes, n - n % 8, 2u << room % 3);
  memcpy(result->bytes + 2 * MOST, bytes, n);
  free(bytes);
}

TEST(bytes_convert_alike_with_and_without_vectors) {
  static struct result plain, fast;
  unsigned all = gy_text_vectors;
  for (unsigned round = 0; round < ROUNDS; round++) {
    uint8_t text[MOST / 2];
    size_t n = any(MOST / 2), room = any(MOST);
    for (size_t i = 0; i < n; i++)
      text[i] = (uint8_t) any(round % 3 == 0 ? 128 : 256);
    uint8_t* copy = exact(text, n);
    bytes_with(0, copy, n, room, &plain);
    for (unsigned vectors = 1; vectors <= all; vectors += 2) {
      bytes_with(vectors, copy, n, room, &fast);
      CHECK_MEM(&fast, &plain, sizeof(fast));
    }
    free(copy);
  }
  gy_text_vectors = all;
}

TEST(base64_is_written_alike_with_and_without_vectors) {
  unsigned all = gy_text_vectors;
  for (unsigned round = 0; round < ROUNDS; round++) {
    uint8_t text[MOST / 2], plain[MOST];
    size_t n = any(MOST / 2), length = gy_base64_length(n, round % 2);
    for (size_t i = 0; i < n; i++)
      text[i] = (uint8_t) any(256);
    uint8_t* copy = exact(text, n);
    uint8_t* fast = malloc(length + 1);
    gy_text_vectors = 0;
    CHECK(gy_base64_encode(copy, n, plain, round % 2) == length);
    for (unsigned vectors = 1; vectors <= all; vectors += 2) {
      gy_text_vectors = vectors;
      CHECK(gy_base64_encode(copy, n, fast, round % 2) == length);
      CHECK_MEM(fast, plain, length);
    }
    free(fast);
    free(copy);
  }
  gy_text_vectors = all;
}

TEST(bytes_above_0x7f_are_counted_in_text_of_any_length) {
  static const size_t lengths[] = {255 * 32, 255 * 128 - 1, 255 * 128, 255 * 128 + 159, 100000};
  for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
    size_t n = lengths[i];
    uint8_t* text = malloc(n);
    memset(text, 0xe9, n);
    CHECK(gy_utf8_length_of_latin1(text, n) == 2 * n);
    text[n - 1] = 'e';
    text[0] = 'e';
    CHECK(gy_utf8_length_of_latin1(text, n) == 2 * n - 2);
    free(text);
  }
}

#endif
