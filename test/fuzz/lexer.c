/* test/fuzz/lexer.c — the module lexer against any text, by each of its readers.
 * sources: src/runtime/modules/lexer.c src/runtime/modules/statements.c
 * sources: src/runtime/modules/references.c src/runtime/modules/using.c
 * sources: src/runtime/modules/awaits.c */
#include <stdlib.h>
#include <string.h>

#include "runtime/modules/awaits.h"
#include "runtime/modules/lexer.h"

#define MUST(condition) \
  if (!(condition))     \
  abort()

/* Which numbers of a record are offsets (pairs: start, end). */
static const uint8_t offsets[] = {
    [GY_F_IMPORT] = 4,       [GY_F_INDIRECT] = 4, [GY_F_STAR] = 0,  [GY_F_ATTRIBUTE] = 4,
    [GY_F_REQUEST] = 3,      [GY_F_LOCAL] = 4,    [GY_F_BLANK] = 2, [GY_F_DEFAULT_VALUE] = 2,
    [GY_F_DEFAULT_NAME] = 3, [GY_F_LOAD] = 1,     [GY_F_META] = 2,  [GY_F_NONE] = 0,
    [GY_F_USE] = 2,          [GY_U_OPEN] = 1,     [GY_U_CLOSE] = 1, [GY_U_WORD] = 2,
    [GY_U_VALUE] = 1,        [GY_U_LOOP] = 2,     [GY_U_FOR] = 1,   [GY_U_BODY] = 3,
    [GY_U_BODY_END] = 1,
};

static void check_records(const struct gy_lexer* l, uint32_t length) {
  MUST(l->found.count % GY_RECORD == 0);
  for (size_t i = 0; i < l->found.count; i += GY_RECORD) {
    const int32_t* record = l->found.at + i;
    MUST(record[0] >= 0 && record[0] <= GY_U_BODY_END);
    for (int n = 1; n <= offsets[record[0]]; n++)
      MUST(record[n] >= GY_ALL && record[n] <= (int64_t) length);
    if (offsets[record[0]] >= 2 && record[1] >= 0 && record[0] != GY_U_BODY)
      MUST(record[1] <= record[2]);
  }
}

static void read_module(const uint16_t* text, uint32_t length, bool classic) {
  struct gy_lexer l;
  gy_lexer_open(&l, text, length);
  gy_lex_module(&l, classic);
  check_records(&l, length);
  MUST(l.first_await < (int64_t) length && l.error_at <= (int64_t) length);
  gy_lexer_close(&l);
}

static void read_references(const uint16_t* text, uint32_t length) {
  static const uint16_t names[] = {'a', ',', 'b', 'c', ',', 'x'};
  const int32_t skip[] = {2, 5, 9, 9};
  struct gy_lexer l;
  gy_lexer_open(&l, text, length);
  gy_lex_references(&l, names, 6, skip, 4);
  check_records(&l, length);
  gy_lexer_close(&l);
}

static void read_awaits(const uint16_t* text, uint32_t length, enum gy_await_mode mode) {
  struct gy_numbers inserts = {0};
  struct gy_lexer l;
  int32_t last = 0;
  gy_lexer_open(&l, text, length);
  gy_lex_awaits(&l, mode, &inserts);
  MUST(inserts.count % 2 == 0);
  for (size_t i = 0; i < inserts.count; i += 2) {
    MUST(inserts.at[i] >= last && inserts.at[i] <= (int64_t) length);
    MUST(inserts.at[i + 1] >= 0 && inserts.at[i + 1] < GY_A_COUNT);
    last = inserts.at[i];
  }
  gy_lexer_close(&l);
  free(inserts.at);
}

static void read_using(const uint16_t* text, uint32_t length) {
  struct gy_lexer l;
  gy_lexer_open(&l, text, length);
  gy_lex_using(&l);
  check_records(&l, length);
  gy_lexer_close(&l);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  /* The first byte says whether the rest is units or bytes of ASCII; each in memory of its own
   * size, so that a look beyond the end is seen. */
  if (size == 0)
    return 0;
  bool wide = data[0] & 1;
  uint32_t length = (uint32_t) (wide ? (size - 1) / 2 : size - 1);
  uint16_t* text = malloc(length * sizeof(*text) + (length == 0));
  for (uint32_t i = 0; i < length; i++)
    text[i] = wide ? (uint16_t) (data[1 + 2 * i] | data[2 + 2 * i] << 8) : data[1 + i];
  read_module(text, length, false);
  read_module(text, length, true);
  read_references(text, length);
  read_awaits(text, length, GY_AWAIT_ALL);
  read_awaits(text, length, GY_AWAIT_PLAIN);
  read_using(text, length);
  free(text);
  return 0;
}
