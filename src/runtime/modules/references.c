/* src/runtime/modules/references.c — where a source uses some names.
 *
 * Whether the source has variables of its own by such a name needs no look at scopes: a member is
 * no name for a variable, so the engine's parser refuses the rewritten text then (translate.js). */
#include <stdlib.h>
#include <string.h>

#include "runtime/modules/lexer.h"

struct names {
  const uint16_t* text;
  uint32_t length;
  uint64_t lengths; /* a bit for each length below 64 that some name has */
  uint64_t firsts;  /* and for each first unit, modulo 64 */
};

/* Most words are rejected by their length or first unit; lists are short. */
static void names_open(struct names* names, const uint16_t* text, uint32_t length) {
  *names = (struct names){.text = text, .length = length};
  for (uint32_t start = 0, at = 0; at <= length; at++) {
    if (at < length && text[at] != ',')
      continue;
    if (at > start) {
      names->lengths |= 1ull << ((at - start) & 63);
      names->firsts |= 1ull << (text[start] & 63);
    }
    start = at + 1;
  }
}

static bool names_have(const struct names* names, const uint16_t* word, uint32_t length) {
  if (!(names->lengths >> (length & 63) & 1) || !(names->firsts >> (word[0] & 63) & 1))
    return false;
  for (uint32_t start = 0, at = 0; at <= names->length; at++) {
    if (at < names->length && names->text[at] != ',')
      continue;
    if (at - start == length && memcmp(names->text + start, word, length * sizeof(*word)) == 0)
      return true;
    start = at + 1;
  }
  return false;
}

/* `ended`: an operand or a block ended before this word, so a new statement begins with it. */
static void add_use(struct gy_lexer* l, bool ended) {
  bool newline = false;
  uint32_t at = gy_lexer_skip(l, l->now->end, &newline);
  uint16_t next = at < l->length ? l->text[at] : 0;
  uint16_t after = at + 1 < l->length ? l->text[at + 1] : 0;
  bool in_braces = l->depth > 0 && l->stack[l->depth - 1].open == GY_T_BRACE;
  bool first = in_braces && (l->before->kind == GY_T_BRACE || l->before->kind == GY_T_COMMA);
  enum gy_use use = GY_USE_PLAIN;

  if (first && next == ':')
    return; /* a key */
  if (first && (next == ',' || next == '}'))
    use = GY_USE_SHORTHAND;
  else if (next == '(' || next == '`' || (next == '?' && after == '.'))
    use = ended ? GY_USE_CALL_FIRST : GY_USE_CALL;
  gy_lexer_found(l, GY_F_USE, l->now->start, l->now->end, use, 0);
}

bool gy_lex_references(struct gy_lexer* l, const uint16_t* text, uint32_t length,
                       const int32_t* skip, size_t skip_count) {
  struct names names;
  size_t skipped = 0;
  bool ended = false;

  names_open(&names, text, length);
  for (gy_lexer_next(l); l->now->kind != GY_T_END; gy_lexer_next(l)) {
    if (gy_is_word(l->now->kind) && !gy_is_member(l)) {
      if (l->now->kind == GY_T_EVAL)
        return false;
      while (skipped + 2 <= skip_count && (int64_t) l->now->start >= skip[skipped + 1])
        skipped += 2;
      bool inside = skipped + 2 <= skip_count && (int64_t) l->now->start >= skip[skipped];
      if (!inside && names_have(&names, l->text + l->now->start, l->now->end - l->now->start))
        add_use(l, ended);
    }
    ended = l->operand || l->now->kind == GY_T_BRACE_END;
  }
  return true;
}
