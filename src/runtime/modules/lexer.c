/* src/runtime/modules/lexer.c — JavaScript's tokens, as far as a module loader needs them.
 *
 * (1) A "/" starts a regular expression unless the token before ends an operand. For ")" that is
 *     decided by the word before its "(", for "}" by what stood before its "{".
 * (2) Every call of gy_lexer_next() takes at least one unit, or gives GY_T_END for good.
 * (3) `changes` has every name that some function might assign to after the module has run. It may
 *     have too many names (that costs speed), never too few, save for direct eval(). */
#include "runtime/modules/lexer.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/modules/keywords.h"

/* No engine accepts a program with so many open brackets: the rest of the text is ignored. */
#define MOST_DEPTH (1u << 20)

/* ---- Characters ---- */

/* U_HASH starts a word and is no other part of one: static#x */
enum unit { U_SIGN, U_LETTER, U_DIGIT, U_QUOTE, U_TEMPLATE, U_BRACKET, U_ALONE, U_HASH };

#define S U_SIGN
#define L U_LETTER
#define D U_DIGIT
#define Q U_QUOTE
#define T U_TEMPLATE
#define B U_BRACKET
#define A U_ALONE
#define H U_HASH
static const uint8_t units[128] = {
    S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, /* controls */
    S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, /* controls */
    S, S, Q, H, L, S, S, Q, B, B, S, S, A, S, S, S, /*  !"#$%&'()*+,-./ */
    D, D, D, D, D, D, D, D, D, D, A, A, S, S, S, S, /* 0123456789:;<=>? */
    S, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, /* @ABCDEFGHIJKLMNO */
    L, L, L, L, L, L, L, L, L, L, L, B, L, B, S, L, /* PQRSTUVWXYZ[\]^_ */
    T, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, /* `abcdefghijklmno */
    L, L, L, L, L, L, L, L, L, L, L, B, S, B, S, S, /* pqrstuvwxyz{|}~  */
};
#undef S
#undef L
#undef D
#undef Q
#undef T
#undef B
#undef A
#undef H

static inline bool is_newline(uint16_t unit) {
  return unit == '\n' || unit == '\r' || unit == 0x2028 || unit == 0x2029;
}

/* Spaces beyond ASCII that are no line breaks. */
static bool is_wide_space(uint16_t unit) {
  return unit == 0xA0 || unit == 0xFEFF || unit == 0x1680 || (unit >= 0x2000 && unit <= 0x200A) ||
         unit == 0x202F || unit == 0x205F || unit == 0x3000;
}

static inline bool is_name_part(uint16_t unit) {
  if (unit < 128)
    return units[unit] == U_LETTER || units[unit] == U_DIGIT;
  return !is_newline(unit) && !is_wide_space(unit);
}

/* ---- Lists ---- */

bool gy_numbers_add(struct gy_lexer* l, struct gy_numbers* list, int32_t number) {
  if (list->count == list->room) {
    size_t room = list->room ? list->room * 2 : 64;
    int32_t* more = realloc(list->at, room * sizeof(*more));
    if (more == NULL) {
      l->no_memory = true;
      gy_lexer_stop(l);
      return false;
    }
    list->at = more;
    list->room = room;
  }
  list->at[list->count++] = number;
  return true;
}

void gy_lexer_found(struct gy_lexer* l, enum gy_found kind, int64_t a, int64_t b, int64_t c,
                    int64_t d) {
  const int64_t record[GY_RECORD] = {kind, a, b, c, d, 0};
  for (int i = 0; i < GY_RECORD && gy_numbers_add(l, &l->found, (int32_t) record[i]); i++)
    continue;
}

/* ---- What is assigned to ---- */

static bool is_declaring(enum gy_token_kind kind) {
  return kind == GY_T_CONST || kind == GY_T_LET || kind == GY_T_VAR || kind == GY_T_USING;
}

static void add_change(struct gy_lexer* l, uint32_t start, uint32_t end) {
  if (l->braces > 0 || l->arrow) {
    gy_numbers_add(l, &l->changes, (int32_t) start);
    gy_numbers_add(l, &l->changes, (int32_t) (end - start));
  }
}

void gy_lexer_constant(struct gy_lexer* l, uint32_t start, uint32_t end) {
  gy_numbers_add(l, &l->changes, (int32_t) start);
  gy_numbers_add(l, &l->changes, -(int32_t) (end - start));
}

/* In a pattern every word counts. */
static void add_pattern(struct gy_lexer* l, uint32_t start, uint32_t end) {
  l->pattern_work += end - start;
  if (l->pattern_work > 4ull * l->length)
    l->all_change = true; /* patterns in patterns: each would be read again and again */
  if (l->all_change)
    return;
  while (start < end) {
    uint32_t stop = start;
    while (stop < end && is_name_part(l->text[stop]))
      stop++;
    if (stop > start)
      add_change(l, start, stop);
    start = stop + 1;
  }
}

/* What stands before an assignment is a name or a pattern. */
static void assigned_before(struct gy_lexer* l) {
  enum gy_token_kind kind = l->before->kind;
  if (kind == GY_T_SQUARE_END || kind == GY_T_BRACE_END) {
    if (!l->closed.declares && !l->closed.is_index)
      add_pattern(l, l->closed.start, l->now->start);
  } else if (l->before2->kind != GY_T_DOT && !is_declaring(l->before2->kind) && gy_is_word(kind)) {
    add_change(l, l->before->start, l->before->end);
  }
}

/* ---- Spaces and comments ---- */

static uint32_t comment_end(const struct gy_lexer* l, uint32_t at, bool* newline) {
  if (l->text[at + 1] == '/') {
    while (at < l->length && !is_newline(l->text[at]))
      at++;
    return at;
  }
  for (at += 2; at + 1 < l->length; at++) {
    if (l->text[at] == '*' && l->text[at + 1] == '/')
      return at + 2;
    *newline |= is_newline(l->text[at]);
  }
  return l->length;
}

uint32_t gy_lexer_skip(const struct gy_lexer* l, uint32_t at, bool* newline) {
  while (at < l->length) {
    uint16_t unit = l->text[at];
    if (unit > ' ' && unit < 128 && unit != '/')
      return at;
    if (unit == ' ') {
      at += l->length - at > 8 ? space_run(l->text + at) : 1;
    } else if (unit == '\t') {
      at++;
    } else if (is_newline(unit)) {
      at++;
      *newline = true;
    } else if (unit == '/') {
      if (at + 1 == l->length || (l->text[at + 1] != '/' && l->text[at + 1] != '*'))
        return at;
      at = comment_end(l, at, newline);
    } else if (unit == '\v' || unit == '\f' || (unit > 127 && is_wide_space(unit))) {
      at++;
    } else {
      return at;
    }
  }
  return at;
}

static inline uint16_t unit_at(const struct gy_lexer* l, uint32_t at) {
  return at < l->length ? l->text[at] : 0;
}

/* ---- Tokens ---- */

static inline void take(struct gy_lexer* l, enum gy_token_kind kind, bool operand) {
  l->now->kind = kind;
  l->operand = operand;
}

static void push_bracket(struct gy_lexer* l, enum gy_token_kind open, bool was_operand);

/* Up to the end of a template or to its next "${". */
static void take_chunk(struct gy_lexer* l) {
  take(l, GY_T_VALUE, true);
  while (l->at < l->length) {
    uint16_t unit = l->text[l->at++];
    if (unit == '`')
      return;
    if (unit == '\\' && l->at < l->length)
      l->at++;
    if (unit == '$' && unit_at(l, l->at) == '{') {
      l->at++;
      take(l, GY_T_TEMPLATE, false);
      push_bracket(l, GY_T_TEMPLATE, false);
      return;
    }
  }
}

static void take_string(struct gy_lexer* l) {
  uint16_t quote = l->text[l->at++];
  take(l, GY_T_STRING, true);
  while (l->at < l->length) {
    uint16_t unit = l->text[l->at];
    if (unit == '\n' || unit == '\r')
      break;
    l->at++;
    if (unit == quote)
      return;
    if (unit == '\\' && l->at < l->length) {
      bool is_pair = l->text[l->at] == '\r' && unit_at(l, l->at + 1) == '\n';
      l->at += is_pair ? 2 : 1;
    }
  }
  l->now->kind = GY_T_SIGN; /* without its end it is none */
}

static void take_number(struct gy_lexer* l) {
  l->at++;
  while (l->at < l->length && (l->text[l->at] == '.' || is_name_part(l->text[l->at])))
    l->at++;
  take(l, GY_T_VALUE, true);
}

/* False when no "/" ends it on this line. */
static bool take_regexp(struct gy_lexer* l) {
  bool in_class = false;
  for (uint32_t at = l->at + 1; at < l->length && !is_newline(l->text[at]); at++) {
    uint16_t unit = l->text[at];
    if (unit == '\\') {
      at++;
      if (at < l->length && is_newline(l->text[at]))
        return false;
    } else if (unit == '[') {
      in_class = true;
    } else if (unit == ']') {
      in_class = false;
    } else if (unit == '/' && !in_class) {
      for (at++; at < l->length && is_name_part(l->text[at]); at++)
        continue;
      l->at = at;
      take(l, GY_T_VALUE, true);
      return true;
    }
  }
  return false;
}

/* `for (x of …)` assigns to x. */
static void loop_head(struct gy_lexer* l) {
  if (l->depth == 0 || is_declaring(l->before2->kind))
    return;
  const struct gy_bracket* top = &l->stack[l->depth - 1];
  if (top->before == GY_T_FOR || (top->before == GY_T_AWAIT && top->before2 == GY_T_FOR))
    assigned_before(l);
}

bool gy_lexer_word_is(const struct gy_lexer* l, uint32_t at, const char* name) {
  uint32_t length = (uint32_t) strlen(name);

  if (l->length - at < length)
    return false;
  for (uint32_t i = 0; i < length; i++)
    if (l->text[at + i] != (uint16_t) name[i])
      return false;
  return at + length == l->length || !is_name_part(l->text[at + length]);
}

/* import(), import.source() or import.meta: one token up to its end. */
static void import_word(struct gy_lexer* l) {
  bool newline = false;
  uint32_t at = gy_lexer_skip(l, l->at, &newline);
  uint16_t unit = unit_at(l, at);

  if (unit == '(') {
    l->is_load = true;
    gy_lexer_found(l, GY_F_LOAD, l->now->start, l->at, 0, 0);
  } else if (unit == '.') {
    at = gy_lexer_skip(l, at + 1, &newline);
    bool is_source = gy_lexer_word_is(l, at, "source");
    if (!is_source && !gy_lexer_word_is(l, at, "meta"))
      return;
    l->is_load = true;
    l->at = l->now->end = at + (is_source ? 6 : 4);
    gy_lexer_found(l, is_source ? GY_F_LOAD : GY_F_META, l->now->start, l->at, 0, 0);
  }
}

/* `using x` on one line is a declaration, wherever it can stand at all. */
static void meet_using(struct gy_lexer* l) {
  bool newline = false;
  uint32_t at = gy_lexer_skip(l, l->at, &newline);
  uint16_t unit = unit_at(l, at);
  if (!newline && unit != 0 && is_name_part(unit))
    l->has_using = true;
}

static inline uint32_t name_end(const struct gy_lexer* l, uint32_t at) {
  while (at < l->length && is_name_part(l->text[at]))
    at++;
  return at;
}

/* After a word, which may contain \u{…}. */
static uint32_t long_word_end(const struct gy_lexer* l, uint32_t start) {
  uint32_t at = name_end(l, start + 1);
  while (at > start + 1 && unit_at(l, at) == '{' && l->text[at - 1] == 'u' &&
         l->text[at - 2] == '\\') {
    at = name_end(l, at + 1);
    if (unit_at(l, at) == '}')
      at = name_end(l, at + 1);
  }
  return at;
}

static bool is_instanceof(const uint16_t* text, uint32_t length) {
  static const char word[] = "instanceof";
  if (length != sizeof(word) - 1)
    return false;
  for (uint32_t i = 0; i < length; i++)
    if (text[i] != (uint16_t) word[i])
      return false;
  return true;
}

/* Reads a word; returns its keyword, or NULL. */
static const struct keyword* keyword_at(struct gy_lexer* l) {
  const uint16_t* text = l->text + l->at;
  uint64_t key = 0;
  uint16_t last[8] = {0};
  unsigned count;

  if (l->length - l->at > 8) {
    count = name_run(text, &key);
  } else {
    memcpy(last, text, (l->length - l->at) * sizeof(*text));
    count = name_run(last, &key);
  }
  uint16_t next = unit_at(l, l->at + count);
  bool is_short = count > 0 && next < 128 && next != '\\' && (count < 8 || !is_name_part(next));
  if (is_short) {
    l->at += count;
    return find_keyword(key);
  }
  uint32_t start = l->at;
  l->at = long_word_end(l, start);
  return is_instanceof(text, l->at - start) ? & instanceof : NULL;
}

/* Handles a keyword that is not the name of a member. */
static void meet_keyword(struct gy_lexer* l, enum gy_token_kind kind) {
  if (kind == GY_T_AWAIT) {
    l->awaits = true;
    if (l->braces == 0 && l->first_await < 0)
      l->first_await = l->now->start;
  } else if (kind == GY_T_IMPORT) {
    import_word(l);
  } else if (kind == GY_T_OF || kind == GY_T_IN) {
    loop_head(l);
  } else if (kind == GY_T_USING) {
    meet_using(l);
  }
}

static void take_word(struct gy_lexer* l) {
  const struct keyword* keyword = keyword_at(l);
  bool member = gy_is_member(l);
  l->now->end = l->at;
  l->is_load = false;
  take(l, keyword != NULL ? keyword->kind : GY_T_NAME,
       keyword == NULL || member || !keyword->before_operand);
  if (member)
    return;
  if (keyword != NULL)
    meet_keyword(l, keyword->kind);
  if (l->before->kind == GY_T_STEP)
    add_change(l, l->now->start, l->now->end);
  else if (l->before->kind == GY_T_CONST && l->depth == 0)
    gy_lexer_constant(l, l->now->start, l->now->end);
}

/* ---- Brackets ---- */

static bool starts_block(const struct gy_lexer* l, enum gy_token_kind open, bool was_operand) {
  switch (l->before->kind) {
    case GY_T_PAREN_END:
    case GY_T_SEMICOLON:
    case GY_T_BRACE:
    case GY_T_BRACE_END:
    case GY_T_ARROW:
    case GY_T_END:
    case GY_T_ELSE:
    case GY_T_DO: return true;
    default: return was_operand && open == GY_T_BRACE;
  }
}

/* `import(x) { … }` in a class or an object is a method. */
static bool before_method(enum gy_token_kind kind) {
  return kind == GY_T_BRACE || kind == GY_T_BRACE_END || kind == GY_T_COMMA ||
         kind == GY_T_SEMICOLON || kind == GY_T_STAR || kind == GY_T_STATIC || kind == GY_T_ASYNC ||
         kind == GY_T_GET || kind == GY_T_SET;
}

static void push_bracket(struct gy_lexer* l, enum gy_token_kind open, bool was_operand) {
  if (l->depth == MOST_DEPTH) {
    gy_lexer_stop(l);
    return;
  }
  if (l->depth == l->room) {
    size_t room = l->room ? l->room * 2 : 64;
    struct gy_bracket* more = realloc(l->stack, room * sizeof(*more));
    if (more == NULL) {
      l->no_memory = true;
      gy_lexer_stop(l);
      return;
    }
    l->stack = more;
    l->room = room;
  }
  bool is_load = open == GY_T_PAREN && l->is_load && l->before->kind == GY_T_IMPORT;
  enum gy_token_kind before = l->before->kind;
  l->stack[l->depth++] = (struct gy_bracket){
      .open = open,
      .before = before,
      .before2 = l->before2->kind,
      .start = l->now->start,
      .load = is_load ? (int32_t) (l->found.count / GY_RECORD) - 1 : -1,
      .block = open != GY_T_TEMPLATE && starts_block(l, open, was_operand),
      .declares = is_declaring(before),
      .is_method = is_load && before_method(l->before2->kind),
      .is_index = open == GY_T_SQUARE && was_operand && before != GY_T_BRACE_END,
  };
  if (open == GY_T_BRACE || open == GY_T_TEMPLATE)
    l->braces++;
}

static void drop_method(struct gy_lexer* l, const struct gy_bracket* closed) {
  bool newline = false;
  if (closed->load >= 0 && closed->is_method &&
      unit_at(l, gy_lexer_skip(l, l->at, &newline)) == '{')
    l->found.at[(size_t) closed->load * GY_RECORD] = GY_F_NONE;
}

static void pop_bracket(struct gy_lexer* l, enum gy_token_kind kind) {
  struct gy_bracket* closed = &l->closed;
  if (l->depth == 0)
    *closed = (struct gy_bracket){.start = l->now->start, .load = -1};
  else
    *closed = l->stack[--l->depth];
  if ((closed->open == GY_T_TEMPLATE || kind == GY_T_BRACE_END) && l->braces > 0)
    l->braces--;
  if (closed->open == GY_T_TEMPLATE) {
    take_chunk(l);
    return;
  }
  bool is_condition = closed->before == GY_T_IF || closed->before == GY_T_WHILE ||
                      closed->before == GY_T_FOR || closed->before == GY_T_WITH ||
                      (closed->before == GY_T_AWAIT && closed->before2 == GY_T_FOR);
  if (kind == GY_T_BRACE_END) {
    l->operand = !closed->block;
  } else if (kind == GY_T_PAREN_END) {
    l->operand = !is_condition;
    drop_method(l, closed);
  } else {
    l->operand = true;
  }
}

static void take_bracket(struct gy_lexer* l, uint16_t unit) {
  bool was_operand = l->operand;
  enum gy_token_kind kind = unit == '('   ? GY_T_PAREN
                            : unit == '[' ? GY_T_SQUARE
                            : unit == '{' ? GY_T_BRACE
                            : unit == ')' ? GY_T_PAREN_END
                            : unit == ']' ? GY_T_SQUARE_END
                                          : GY_T_BRACE_END;
  l->at++;
  take(l, kind, false);
  if (kind <= GY_T_BRACE)
    push_bracket(l, kind, was_operand);
  else
    pop_bracket(l, kind);
}

/* ---- Signs ---- */

/* Those that may be repeated before a "=": << >> >>> ** && || ?? */
static void take_operator(struct gy_lexer* l, uint16_t unit) {
  uint32_t most = unit == '>' ? 3 : 2;
  uint32_t count = 1;
  while (count < most && unit_at(l, l->at) == unit &&
         (unit == '<' || unit == '>' || unit == '*' || unit == '&' || unit == '|' || unit == '?')) {
    l->at++;
    count++;
  }
  take(l, unit == '*' && count == 1 ? GY_T_STAR : GY_T_SIGN, false);
  if (unit_at(l, l->at) != '=' || (unit == '?' && count == 1))
    return;
  l->at++;
  l->now->kind = GY_T_SIGN;
  if ((unit == '<' || unit == '>') && count == 1)
    return; /* a comparison */
  l->now->kind = GY_T_ASSIGN;
  assigned_before(l);
}

static void take_equals(struct gy_lexer* l, uint16_t unit) {
  uint16_t next = unit_at(l, l->at);
  if (unit == '=' && next == '>') {
    l->at++;
    take(l, GY_T_ARROW, false);
    l->arrow = l->arrow || l->braces == 0;
    return;
  }
  if (next == '=') {
    l->at += unit_at(l, l->at + 1) == '=' ? 2 : 1;
    take(l, GY_T_SIGN, false);
  } else if (unit == '=') {
    take(l, GY_T_EQUALS, false);
    assigned_before(l);
  } else {
    take(l, GY_T_NOT, false);
  }
}

static void take_step(struct gy_lexer* l) {
  bool postfix = l->operand;
  l->at++;
  take(l, GY_T_STEP, postfix);
  if (postfix && l->before2->kind != GY_T_DOT && gy_is_word(l->before->kind))
    add_change(l, l->before->start, l->before->end);
}

static void take_sign(struct gy_lexer* l, uint16_t unit) {
  uint16_t next = unit_at(l, l->at + 1);
  if (unit == '.' && next < 128 && units[next] == U_DIGIT) {
    take_number(l);
    return;
  }
  if (unit == '/' && !l->operand && take_regexp(l))
    return;
  l->at++;
  if (unit == '=' || unit == '!') {
    take_equals(l, unit);
  } else if (unit == '~') {
    take(l, GY_T_NOT, false);
  } else if ((unit == '+' || unit == '-') && next == unit) {
    take_step(l);
  } else if (unit == '.') {
    bool spread = next == '.' && unit_at(l, l->at + 1) == '.';
    l->at += spread ? 2 : 0;
    take(l, spread ? GY_T_SPREAD : GY_T_DOT, false);
  } else if (unit == '?' && next == '.' &&
             !(unit_at(l, l->at + 1) >= '0' && unit_at(l, l->at + 1) <= '9')) {
    l->at++;
    take(l, GY_T_OPTIONAL, false);
  } else if (unit < 128 && strchr("<>*&|?+-/%^", unit) != NULL && unit != 0) {
    take_operator(l, unit);
  } else {
    take(l, GY_T_SIGN, false);
  }
}

static void take_alone(struct gy_lexer* l, uint16_t unit) {
  l->at++;
  take(l, unit == ',' ? GY_T_COMMA : unit == ';' ? GY_T_SEMICOLON : GY_T_COLON, false);
  if (unit == ';' && l->braces == 0)
    l->arrow = false;
}

void gy_lexer_next(struct gy_lexer* l) {
  bool newline = false;
  l->at = gy_lexer_skip(l, l->at, &newline);
  struct gy_token* oldest = l->before2;
  l->before2 = l->before;
  l->before = l->now;
  l->now = oldest;
  l->now->newline = newline;
  l->now->start = l->at;
  if (l->at >= l->length) {
    l->now->kind = GY_T_END;
    l->now->end = l->at;
    return;
  }
  uint16_t unit = l->text[l->at];
  switch (unit < 128 ? units[unit] : U_LETTER) {
    case U_LETTER:
    case U_HASH: take_word(l); break;
    case U_DIGIT: take_number(l); break;
    case U_QUOTE: take_string(l); break;
    case U_TEMPLATE:
      l->at++;
      take_chunk(l);
      break;
    case U_BRACKET: take_bracket(l, unit); break;
    case U_ALONE: take_alone(l, unit); break;
    default: take_sign(l, unit);
  }
  l->now->end = l->at;
}

/* ---- From one token to another ---- */

bool gy_lexer_is_new_statement(const struct gy_lexer* l, bool ended) {
  enum gy_token_kind kind = l->now->kind;
  if (!l->now->newline || !ended || l->text[l->now->start] == '`')
    return false;
  if (kind == GY_T_IN || kind == GY_T_INSTANCEOF || kind == GY_T_OF || kind == GY_T_AS)
    return false;
  return gy_is_word(kind) || kind == GY_T_STRING || kind == GY_T_VALUE || kind == GY_T_STEP ||
         kind == GY_T_NOT;
}

void gy_lexer_skip_expression(struct gy_lexer* l, bool statement) {
  size_t depth = l->depth;
  bool ended = false;
  for (gy_lexer_next(l); l->now->kind != GY_T_END; gy_lexer_next(l)) {
    if (l->depth < depth)
      return;
    if (l->depth == depth) {
      if (l->now->kind == GY_T_COMMA || (statement && l->now->kind == GY_T_SEMICOLON))
        return;
      if (statement && gy_lexer_is_new_statement(l, ended))
        return;
    }
    ended = gy_ends_operand(l);
  }
}

void gy_lexer_stop(struct gy_lexer* l) {
  l->length = l->at < l->now->start ? l->now->start : l->at;
}

void gy_lexer_open(struct gy_lexer* l, const uint16_t* text, uint32_t length) {
  memset(l, 0, sizeof(*l));
  l->text = text;
  l->length = length;
  l->now = &l->tokens[0];
  l->before = &l->tokens[1];
  l->before2 = &l->tokens[2];
  l->first_await = -1;
  l->error_at = -1;
}

void gy_lexer_close(struct gy_lexer* l) {
  free(l->stack);
  free(l->found.at);
  free(l->changes.at);
}
