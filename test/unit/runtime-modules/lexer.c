/* What the module lexer takes for tokens, and what its readers find in them. */
#include "runtime/modules/lexer.c"
#include "runtime/modules/statements.c"
#include "runtime/modules/using.c"

#include "check.h"

/* Text of its own size: a look beyond its end is an error that sanitizers see. */
static uint16_t* wide(const char* text, size_t length) {
  uint16_t* units16 = malloc(length * sizeof(*units16) + (length == 0));
  for (size_t i = 0; i < length; i++)
    units16[i] = (uint8_t) text[i];
  return units16;
}

/* The tokens of a text, with a "|" behind each. */
static const char* tokens(const char* text) {
  static char out[1024];
  size_t length = strlen(text), at = 0;
  uint16_t* units16 = wide(text, length);
  struct gy_lexer l;
  gy_lexer_open(&l, units16, (uint32_t) length);
  for (gy_lexer_next(&l); l.now->kind != GY_T_END; gy_lexer_next(&l)) {
    for (uint32_t i = l.now->start; i < l.now->end; i++)
      out[at++] = (char) units16[i];
    out[at++] = '|';
  }
  out[at] = '\0';
  gy_lexer_close(&l);
  free(units16);
  return out;
}

TEST(a_slash_divides_behind_an_operand_only) {
  CHECK_STR(tokens("a / b / c"), "a|/|b|/|c|");
  CHECK_STR(tokens("a = /b/ / /c/g"), "a|=|/b/|/|/c/g|");
  CHECK_STR(tokens("if (a) /b/.c"), "if|(|a|)|/b/|.|c|");
  CHECK_STR(tokens("f(a) / b"), "f|(|a|)|/|b|");
  CHECK_STR(tokens("{} /a/.b"), "{|}|/a/|.|b|");
  CHECK_STR(tokens("x = {} / a"), "x|=|{|}|/|a|");
  CHECK_STR(tokens("return /[/\\]]/"), "return|/[/\\]]/|");
  CHECK_STR(tokens("a.return / b"), "a|.|return|/|b|");
  CHECK_STR(tokens("a++ / b"), "a|++|/|b|");
  CHECK_STR(tokens("x / y\n/z"), "x|/|y|/|z|");
}

TEST(templates_strings_and_comments_hide_what_they_hold) {
  CHECK_STR(tokens("`a${b}c${`d`}`"), "`a${|b|}c${|`d`|}`|");
  CHECK_STR(tokens("'\\'' \"//\" // '\n/* ` */ a"), "'\\''|\"//\"|a|");
  CHECK_STR(tokens("static#x = a?.5:b?.c"), "static|#x|=|a|?|.5|:|b|?.|c|");
  CHECK_STR(tokens("a >>>= b ?"
                   "? c => d ** e"),
            "a|>>>=|b|?"
            "?|c|=>|d|**|e|");
}

TEST(every_word_with_a_meaning_is_known) {
  for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
    char text[9] = {0};
    if (keywords[i].key == 0)
      continue;
    memcpy(text, &keywords[i].key, 8);
    uint16_t* units16 = wide(text, strlen(text));
    struct gy_lexer l;
    gy_lexer_open(&l, units16, (uint32_t) strlen(text));
    gy_lexer_next(&l);
    CHECK_EQ(l.now->kind, keywords[i].kind);
    gy_lexer_close(&l);
    free(units16);
  }
}

/* Whether the one export of a module may change. */
static int changes(const char* text) {
  uint16_t* units16 = wide(text, strlen(text));
  struct gy_lexer l;
  int answer = -1;
  gy_lexer_open(&l, units16, (uint32_t) strlen(text));
  gy_lex_module(&l, false);
  for (size_t i = 0; i < l.found.count; i += GY_RECORD)
    if (l.found.at[i] == GY_F_LOCAL)
      answer = l.found.at[i + 5];
  gy_lexer_close(&l);
  free(units16);
  return answer;
}

TEST(an_export_changes_when_a_function_assigns_to_it) {
  CHECK_EQ(changes("export let a = 1; a = 2"), 0);
  CHECK_EQ(changes("export let a = 1; function f() { a = 2 }"), 1);
  CHECK_EQ(changes("export let a = 1; const f = () => a++"), 1);
  CHECK_EQ(changes("export let a = 1; function f() { [b, { c: a }] = d }"), 1);
  CHECK_EQ(changes("export let a = 1; function f() { for (a of b); }"), 1);
  CHECK_EQ(changes("export let a = 1; function f() { b[a] = c.a = 1 }"), 0);
  CHECK_EQ(changes("export const a = 1; function f() { let a = 2, b; a = 3 }"), 0);
}

static uint8_t top_using(const char* text) {
  uint16_t* units16 = wide(text, strlen(text));
  struct gy_lexer l;
  gy_lexer_open(&l, units16, (uint32_t) strlen(text));
  gy_lex_using(&l);
  uint8_t top = l.top_using;
  gy_lexer_close(&l);
  free(units16);
  return top;
}

TEST(using_is_a_declaration_before_a_name_on_its_line) {
  CHECK_EQ(top_using("using a = b"), GY_USING_SYNC);
  CHECK_EQ(top_using("using a = b; await using c = d"), GY_USING_ASYNC);
  CHECK_EQ(top_using("using\na = b"), 0);
  CHECK_EQ(top_using("using = a; x.using; using in b; for (using of c);"), 0);
  CHECK_EQ(top_using("{ using a = b } import using from 'x'"), 0);
}

TEST(any_piece_of_a_text_can_be_read) {
  static const char text[] =
      "#x import a, { b as 'c' } from \"d\" with { e: 'f' }; export default async function* () {}"
      "export const { g: [h = `i${j}k`], ...l } = /[m]/u; for (await using n of o) { p \\u{61}b }"
      "/* q */ import.meta.r; import source x from 'y'; import.source('s'); import('s'); t?.[u] ?"
      "?= v\n++w // x";
  for (size_t start = 0; start < sizeof(text); start++) {
    for (size_t end = start; end < sizeof(text); end++) {
      uint16_t* units16 = wide(text + start, end - start);
      struct gy_lexer l;
      gy_lexer_open(&l, units16, (uint32_t) (end - start));
      gy_lex_module(&l, false);
      CHECK_EQ(l.now->kind, GY_T_END);
      CHECK_EQ(l.found.count % GY_RECORD, 0);
      gy_lexer_close(&l);
      free(units16);
    }
  }
}

TEST(brackets_without_end_take_bounded_memory) {
  size_t length = 3u << 20;
  char* text = malloc(length + 1);
  memset(text, '(', length);
  text[length] = '\0';
  CHECK_EQ(top_using(text), 0);
  uint16_t* units16 = wide(text, length);
  struct gy_lexer l;
  gy_lexer_open(&l, units16, (uint32_t) length);
  gy_lex_module(&l, false);
  CHECK_EQ(l.now->kind, GY_T_END);
  CHECK_EQ(l.depth, MOST_DEPTH);
  CHECK_EQ(l.no_memory, false);
  gy_lexer_close(&l);
  free(units16);
  free(text);
}
