/* src/runtime/modules/keywords.h — the keywords of JavaScript that the lexer distinguishes.
 *
 * (1) A word of up to eight ASCII letters is one number, its key: eight units are read in one step,
 *     so that a common word needs no loop whose end must be predicted.
 * (2) No two keywords share a slot of the table (the compiler warns of one that is initialised
 *     twice). */
#ifndef GYRE_MODULES_KEYWORDS_H
#define GYRE_MODULES_KEYWORDS_H

#ifdef __SSE2__
#  include <emmintrin.h>
#endif

#include "runtime/modules/lexer.h"

struct keyword {
  uint64_t key;
  uint8_t kind;
  bool before_operand; /* after it "/" starts a regular expression and "{" an object */
};

#define KEY_(a, b, c, d, e, f, g, h, ...)                                                       \
  ((uint64_t) (a) | (uint64_t) (b) << 8 | (uint64_t) (c) << 16 | (uint64_t) (d) << 24 |         \
   (uint64_t) (e) << 32 | (uint64_t) (f) << 40 | (uint64_t) (g) << 48 | (uint64_t) (h) << 56)
#define KEY(...) KEY_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0)
/* The factor was found by trial: with it no two keywords collide. */
#define SLOT(key) (((key) * 0xd2218d5027b88521u) >> 57)
#define KEYWORD(name, operand, ...) \
  [SLOT(KEY(__VA_ARGS__))] = {KEY(__VA_ARGS__), GY_T_##name, operand}
static const struct keyword keywords[128] = {
    KEYWORD(AS, false, 'a', 's'),
    KEYWORD(ASYNC, false, 'a', 's', 'y', 'n', 'c'),
    KEYWORD(AWAIT, true, 'a', 'w', 'a', 'i', 't'),
    KEYWORD(CASE, true, 'c', 'a', 's', 'e'),
    KEYWORD(CATCH, false, 'c', 'a', 't', 'c', 'h'),
    KEYWORD(CLASS, false, 'c', 'l', 'a', 's', 's'),
    KEYWORD(CONST, false, 'c', 'o', 'n', 's', 't'),
    KEYWORD(DEFAULT, true, 'd', 'e', 'f', 'a', 'u', 'l', 't'),
    KEYWORD(DELETE, true, 'd', 'e', 'l', 'e', 't', 'e'),
    KEYWORD(DO, true, 'd', 'o'),
    KEYWORD(ELSE, true, 'e', 'l', 's', 'e'),
    KEYWORD(EVAL, false, 'e', 'v', 'a', 'l'),
    KEYWORD(EXPORT, false, 'e', 'x', 'p', 'o', 'r', 't'),
    KEYWORD(EXTENDS, true, 'e', 'x', 't', 'e', 'n', 'd', 's'),
    KEYWORD(FINALLY, false, 'f', 'i', 'n', 'a', 'l', 'l', 'y'),
    KEYWORD(FOR, false, 'f', 'o', 'r'),
    KEYWORD(FROM, false, 'f', 'r', 'o', 'm'),
    KEYWORD(FUNCTION, false, 'f', 'u', 'n', 'c', 't', 'i', 'o', 'n'),
    KEYWORD(GET, false, 'g', 'e', 't'),
    KEYWORD(IF, false, 'i', 'f'),
    KEYWORD(IMPORT, false, 'i', 'm', 'p', 'o', 'r', 't'),
    KEYWORD(IN, true, 'i', 'n'),
    KEYWORD(LET, false, 'l', 'e', 't'),
    KEYWORD(NEW, true, 'n', 'e', 'w'),
    KEYWORD(OF, true, 'o', 'f'),
    KEYWORD(RETURN, true, 'r', 'e', 't', 'u', 'r', 'n'),
    KEYWORD(SET, false, 's', 'e', 't'),
    KEYWORD(STATIC, false, 's', 't', 'a', 't', 'i', 'c'),
    KEYWORD(SWITCH, false, 's', 'w', 'i', 't', 'c', 'h'),
    KEYWORD(THROW, true, 't', 'h', 'r', 'o', 'w'),
    KEYWORD(TRY, false, 't', 'r', 'y'),
    KEYWORD(TYPEOF, true, 't', 'y', 'p', 'e', 'o', 'f'),
    KEYWORD(USING, false, 'u', 's', 'i', 'n', 'g'),
    KEYWORD(VAR, false, 'v', 'a', 'r'),
    KEYWORD(VOID, true, 'v', 'o', 'i', 'd'),
    KEYWORD(WHILE, false, 'w', 'h', 'i', 'l', 'e'),
    KEYWORD(WITH, false, 'w', 'i', 't', 'h'),
    KEYWORD(YIELD, true, 'y', 'i', 'e', 'l', 'd'),
};
#undef KEY_
#undef KEYWORD
/* The only one that is longer. */
static const struct keyword instanceof = {0, GY_T_INSTANCEOF, true};

static inline const struct keyword* find_keyword(uint64_t key) {
  const struct keyword* keyword = &keywords[SLOT(key)];
  return keyword->key == key && key != 0 ? keyword : NULL;
}

#ifdef __SSE2__
static inline __m128i between(__m128i units, char first, char last) {
  __m128i above = _mm_cmpgt_epi16(units, _mm_set1_epi16((short) (first - 1)));
  return _mm_and_si128(above, _mm_cmplt_epi16(units, _mm_set1_epi16((short) (last + 1))));
}

/* How many of the eight units at `text` begin a name; their key. Units above 0x7FFF are negative
 * here, and so in no range. */
static inline unsigned name_run(const uint16_t* text, uint64_t* key) {
  __m128i units = _mm_loadu_si128((const __m128i*) text);
  __m128i lower = _mm_or_si128(units, _mm_set1_epi16(0x20));
  __m128i part = _mm_or_si128(between(lower, 'a', 'z'), between(units, '0', '9'));
  part = _mm_or_si128(part, _mm_cmpeq_epi16(units, _mm_set1_epi16('_')));
  part = _mm_or_si128(part, _mm_cmpeq_epi16(units, _mm_set1_epi16('$')));
  unsigned others = (unsigned) _mm_movemask_epi8(_mm_packs_epi16(part, part)) ^ 0xFFFFu;
  unsigned count = (unsigned) __builtin_ctz(others | 1u << 8);
  uint64_t bytes = (uint64_t) _mm_cvtsi128_si64(_mm_packus_epi16(units, units));
  *key = count == 8 ? bytes : bytes & ((1ull << 8 * count) - 1);
  return count;
}

/* How many of the eight units at `text` are spaces. */
static inline unsigned space_run(const uint16_t* text) {
  __m128i units = _mm_loadu_si128((const __m128i*) text);
  __m128i same = _mm_cmpeq_epi16(units, _mm_set1_epi16(' '));
  unsigned others = (unsigned) _mm_movemask_epi8(_mm_packs_epi16(same, same)) ^ 0xFFFFu;
  return (unsigned) __builtin_ctz(others | 1u << 8);
}
#else
static inline unsigned name_run(const uint16_t* text, uint64_t* key) {
  unsigned count = 0;
  *key = 0;
  for (; count < 8; count++) {
    uint16_t unit = text[count];
    bool letter = (unit | 0x20) >= 'a' && (unit | 0x20) <= 'z';
    if (!letter && !(unit >= '0' && unit <= '9') && unit != '_' && unit != '$')
      break;
    *key |= (uint64_t) unit << 8 * count;
  }
  return count;
}

static inline unsigned space_run(const uint16_t* text) {
  unsigned count = 0;
  while (count < 8 && text[count] == ' ')
    count++;
  return count;
}
#endif

#endif
