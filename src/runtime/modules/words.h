/* src/runtime/modules/words.h — the words of JavaScript that mean something to the lexer.
 *
 * (1) A word of up to eight ASCII letters is one number, its key: eight units are looked at in one
 *     step, so that the common word costs no loop that has to guess its end.
 * (2) No two words share a place in the table (the compiler warns of one that is given twice). */
#ifndef GYRE_MODULES_WORDS_H
#define GYRE_MODULES_WORDS_H

#ifdef __SSE2__
#  include <emmintrin.h>
#endif

#include "runtime/modules/lexer.h"

struct word {
  uint64_t key;
  uint8_t kind;
  bool before_operand; /* after it "/" starts a regular expression and "{" an object */
};

#define KEY_(a, b, c, d, e, f, g, h, ...)                                                       \
  ((uint64_t) (a) | (uint64_t) (b) << 8 | (uint64_t) (c) << 16 | (uint64_t) (d) << 24 |         \
   (uint64_t) (e) << 32 | (uint64_t) (f) << 40 | (uint64_t) (g) << 48 | (uint64_t) (h) << 56)
#define KEY(...) KEY_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0)
/* The factor was found by trying: with it the words meet nowhere. */
#define SLOT(key) (((key) * 0xd2218d5027b88521u) >> 57)
#define WORD(name, operand, ...) [SLOT(KEY(__VA_ARGS__))] = {KEY(__VA_ARGS__), GY_T_##name, operand}
static const struct word words[128] = {
    WORD(AS, false, 'a', 's'),
    WORD(ASYNC, false, 'a', 's', 'y', 'n', 'c'),
    WORD(AWAIT, true, 'a', 'w', 'a', 'i', 't'),
    WORD(CASE, true, 'c', 'a', 's', 'e'),
    WORD(CATCH, false, 'c', 'a', 't', 'c', 'h'),
    WORD(CLASS, false, 'c', 'l', 'a', 's', 's'),
    WORD(CONST, false, 'c', 'o', 'n', 's', 't'),
    WORD(DEFAULT, true, 'd', 'e', 'f', 'a', 'u', 'l', 't'),
    WORD(DELETE, true, 'd', 'e', 'l', 'e', 't', 'e'),
    WORD(DO, true, 'd', 'o'),
    WORD(ELSE, true, 'e', 'l', 's', 'e'),
    WORD(EVAL, false, 'e', 'v', 'a', 'l'),
    WORD(EXPORT, false, 'e', 'x', 'p', 'o', 'r', 't'),
    WORD(EXTENDS, true, 'e', 'x', 't', 'e', 'n', 'd', 's'),
    WORD(FINALLY, false, 'f', 'i', 'n', 'a', 'l', 'l', 'y'),
    WORD(FOR, false, 'f', 'o', 'r'),
    WORD(FROM, false, 'f', 'r', 'o', 'm'),
    WORD(FUNCTION, false, 'f', 'u', 'n', 'c', 't', 'i', 'o', 'n'),
    WORD(GET, false, 'g', 'e', 't'),
    WORD(IF, false, 'i', 'f'),
    WORD(IMPORT, false, 'i', 'm', 'p', 'o', 'r', 't'),
    WORD(IN, true, 'i', 'n'),
    WORD(LET, false, 'l', 'e', 't'),
    WORD(NEW, true, 'n', 'e', 'w'),
    WORD(OF, true, 'o', 'f'),
    WORD(RETURN, true, 'r', 'e', 't', 'u', 'r', 'n'),
    WORD(SET, false, 's', 'e', 't'),
    WORD(STATIC, false, 's', 't', 'a', 't', 'i', 'c'),
    WORD(SWITCH, false, 's', 'w', 'i', 't', 'c', 'h'),
    WORD(THROW, true, 't', 'h', 'r', 'o', 'w'),
    WORD(TRY, false, 't', 'r', 'y'),
    WORD(TYPEOF, true, 't', 'y', 'p', 'e', 'o', 'f'),
    WORD(USING, false, 'u', 's', 'i', 'n', 'g'),
    WORD(VAR, false, 'v', 'a', 'r'),
    WORD(VOID, true, 'v', 'o', 'i', 'd'),
    WORD(WHILE, false, 'w', 'h', 'i', 'l', 'e'),
    WORD(WITH, false, 'w', 'i', 't', 'h'),
    WORD(YIELD, true, 'y', 'i', 'e', 'l', 'd'),
};
#undef KEY_
#undef WORD
/* The only one that is longer. */
static const struct word instanceof = {0, GY_T_INSTANCEOF, true};

static inline const struct word* find_word(uint64_t key) {
  const struct word* word = &words[SLOT(key)];
  return word->key == key && key != 0 ? word : NULL;
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
