/* src/runtime/modules/using.c — finds what must change where a source has `using` declarations,
 * which the engine's parser does not know. lib/internal/modules/using.js has the texts:
 *
 *   { a; using x = e; b }   →   { const u = …; try { a; const x = u.v = e; b } catch … finally … }
 *   for (using x of y) s    →   for (const v of y) { const u = …; try { const x = u.v = v; s } … }
 *   for (using x = e; …) s  →   { const u = …; try { for (const x = u.v = e; …) s } … }
 *
 * (1) `using` and a name on one line, then "=" (or `of` in the head of a loop), is a declaration:
 *     no other program has these tokens.
 * (2) The value is assigned to a member on its way: its end need not be known, only where the next
 *     declaration of a list begins.
 * (3) Loops need the end of a statement, which is looked for token by token; recursion is
 *     bounded. */
#include "runtime/modules/lexer.h"

/* Declarations and statements in each other: recursion has an end. */
#define MOST_NESTED 500

struct reader {
  struct gy_lexer* l;
  bool ended;    /* the token before the current one ended an operand */
  bool was_loop; /* the last step took a loop with its body */
  int nested;
};

struct found {
  struct gy_token first; /* `using`, or `await` before it */
  struct gy_token word;  /* `using` */
  struct gy_token name;
  bool is_async;
};

static void step(struct reader* r);

static void next(struct reader* r) {
  r->ended = gy_ends_operand(r->l);
  if (r->l->now->kind != GY_T_END)
    gy_lexer_next(r->l);
}

/* Goes one level deeper; too deep ends the reading. */
static bool enter(struct reader* r) {
  if (++r->nested <= MOST_NESTED)
    return true;
  gy_lexer_stop(r->l);
  r->l->now->kind = GY_T_END;
  return false;
}

/* The current "{" is the body of a function or a class. */
static bool is_body(const struct gy_lexer* l) {
  if (l->before->kind == GY_T_PAREN_END)
    return l->closed.before == GY_T_FUNCTION || l->closed.before == GY_T_STAR ||
           l->closed.before2 == GY_T_FUNCTION || l->closed.before2 == GY_T_STAR;
  return l->before->kind == GY_T_CLASS || l->before2->kind == GY_T_CLASS ||
         l->before2->kind == GY_T_EXTENDS;
}

/* Whether the current token is the first of a new statement, by its line break alone. */
static bool is_new_statement(const struct reader* r, size_t depth) {
  const struct gy_lexer* l = r->l;
  if (l->now->kind == GY_T_BRACE)
    return l->depth == depth + 1 && l->now->newline && r->ended && !is_body(l);
  return l->depth == depth && gy_lexer_is_new_statement(l, r->ended);
}

/* ---- Declarations ---- */

/* Up to the end of a value: a "," or what ends a statement, at its depth. */
static void value(struct reader* r) {
  struct gy_lexer* l = r->l;
  size_t depth = l->depth;
  for (next(r); l->now->kind != GY_T_END && l->depth >= depth; step(r)) {
    bool ends = l->now->kind == GY_T_COMMA || l->now->kind == GY_T_SEMICOLON;
    if ((ends && l->depth == depth) || is_new_statement(r, depth))
      return;
  }
}

/* = …, y = …: a mark after each "=". Stops at the token that ends the list. */
static void values(struct reader* r, bool is_async) {
  struct gy_lexer* l = r->l;
  if (!enter(r))
    return;
  while (l->now->kind == GY_T_EQUALS) {
    gy_lexer_found(l, GY_U_VALUE, l->now->end, is_async, 0, 0);
    value(r);
    if (l->now->kind != GY_T_COMMA)
      break;
    next(r);
    if (!gy_is_word(l->now->kind))
      break;
    next(r);
  }
  r->nested--;
}

/* Whether `first` follows the "(" of a loop. */
static bool is_loop_head(const struct gy_lexer* l, const struct gy_token* first) {
  if (l->depth == 0)
    return false;
  const struct gy_bracket* top = &l->stack[l->depth - 1];
  bool is_for = top->before == GY_T_FOR || (top->before == GY_T_AWAIT && top->before2 == GY_T_FOR);
  bool newline = false;
  return is_for && top->open == GY_T_PAREN &&
         gy_lexer_skip(l, top->start + 1, &newline) == first->start;
}

/* Keeps what the body of the loop will need, with the "(" of its head. */
static void in_loop(struct gy_lexer* l, const struct found* f) {
  struct gy_bracket* top = &l->stack[l->depth - 1];
  top->using = f->is_async ? GY_USING_ASYNC : GY_USING_SYNC;
  top->name = f->name.start;
  top->name_end = f->name.end;
  top->loop = l->now->kind == GY_T_OF ? GY_LOOP_OF : GY_LOOP_CLASSIC;
  if (top->loop == GY_LOOP_OF)
    gy_lexer_found(l, GY_U_LOOP, f->first.start, f->name.end, 0, 0);
  else
    gy_lexer_found(l, GY_U_FOR, top->head, 0, 0, 0);
}

static void in_block(struct gy_lexer* l, bool is_async) {
  uint8_t* using = l->depth > 0 ? &l->stack[l->depth - 1].using : &l->top_using;
  uint8_t kind = is_async ? GY_USING_ASYNC : GY_USING_SYNC;
  if (kind > *using)
    *using = kind;
}

/* The current token is `using`. Stops at a token that is not handled yet. */
static void using_word(struct reader* r) {
  struct gy_lexer* l = r->l;
  struct found f = {.first = *l->now, .word = *l->now};
  f.is_async = l->before->kind == GY_T_AWAIT && !l->now->newline;
  if (f.is_async)
    f.first = *l->before;
  bool member = gy_is_member(l);
  bool is_head = is_loop_head(l, &f.first);
  next(r);
  if (member || l->now->newline || !gy_is_word(l->now->kind) || l->now->kind == GY_T_IN ||
      l->now->kind == GY_T_INSTANCEOF || l->now->kind == GY_T_OF)
    return;
  f.name = *l->now;
  next(r);
  if (l->now->kind != GY_T_EQUALS && !(is_head && l->now->kind == GY_T_OF))
    return;
  if (is_head)
    in_loop(l, &f);
  else
    in_block(l, f.is_async);
  if (l->now->kind == GY_T_EQUALS) {
    gy_lexer_found(l, GY_U_WORD, f.first.start, f.word.end, 0, 0);
    values(r, f.is_async);
  }
}

/* ---- The end of a statement ---- */

static void statement(struct reader* r);

/* ( … ) or { … } */
static void brackets(struct reader* r) {
  size_t depth = r->l->depth;
  if (r->l->now->kind != GY_T_PAREN && r->l->now->kind != GY_T_BRACE)
    return;
  while (r->l->now->kind != GY_T_END && r->l->depth >= depth)
    step(r);
  step(r);
}

static void expression(struct reader* r) {
  struct gy_lexer* l = r->l;
  size_t depth = l->depth;
  bool first = true;
  /* A bracket that is current is on the stack already. */
  if (l->now->kind >= GY_T_PAREN && l->now->kind <= GY_T_BRACE)
    depth--;
  for (; l->now->kind != GY_T_END && l->depth >= depth; first = false) {
    if (!first && is_new_statement(r, depth))
      return;
    bool last = l->depth == depth && l->now->kind == GY_T_SEMICOLON;
    step(r);
    if (last)
      return;
  }
}

static void compound(struct reader* r) {
  struct gy_lexer* l = r->l;
  enum gy_token_kind word = l->now->kind;
  step(r);
  if (word == GY_T_DO) {
    statement(r);
    next(r);
    brackets(r);
    if (l->now->kind == GY_T_SEMICOLON)
      next(r);
    return;
  }
  if (l->now->kind == GY_T_AWAIT)
    next(r);
  brackets(r); /* the condition; of `for` with a declaration of ours, the body as well */
  if (word == GY_T_SWITCH)
    brackets(r);
  else if (!r->was_loop)
    statement(r);
  r->was_loop = false;
  if (word == GY_T_IF && l->now->kind == GY_T_ELSE) {
    next(r);
    statement(r);
  }
}

static void try_statement(struct reader* r) {
  next(r);
  brackets(r);
  if (r->l->now->kind == GY_T_CATCH) {
    next(r);
    if (r->l->now->kind == GY_T_PAREN)
      brackets(r);
    brackets(r);
  }
  if (r->l->now->kind == GY_T_FINALLY) {
    next(r);
    brackets(r);
  }
}

static void statement(struct reader* r) {
  if (!enter(r))
    return;
  switch (r->l->now->kind) {
    case GY_T_BRACE: brackets(r); break;
    case GY_T_IF:
    case GY_T_FOR:
    case GY_T_WHILE:
    case GY_T_WITH:
    case GY_T_DO:
    case GY_T_SWITCH: compound(r); break;
    case GY_T_TRY: try_statement(r); break;
    default: expression(r);
  }
  r->nested--;
}

/* Behind the ")" of a loop with a declaration of ours. */
static void loop_body(struct reader* r) {
  struct gy_lexer* l = r->l;
  struct gy_bracket head = l->closed;
  next(r);
  if (head.loop == GY_LOOP_OF)
    gy_lexer_found(l, GY_U_BODY, l->now->start, head.name, head.name_end,
                   head.using == GY_USING_ASYNC);
  statement(r);
  gy_lexer_found(l, GY_U_BODY_END, l->before->end, head.using == GY_USING_ASYNC, 0, 0);
  r->was_loop = true;
}

/* Takes the current token and all that belongs to it. */
static void step(struct reader* r) {
  struct gy_lexer* l = r->l;
  r->was_loop = false;
  switch (l->now->kind) {
    case GY_T_USING: using_word(r); return;
    case GY_T_PAREN:
      if (l->before->kind == GY_T_FOR || l->before2->kind == GY_T_FOR)
        l->stack[l->depth - 1].head =
            l->before->kind == GY_T_FOR ? l->before->start : l->before2->start;
      break;
    case GY_T_PAREN_END:
      if (l->closed.loop != 0) {
        loop_body(r);
        return;
      }
      break;
    case GY_T_BRACE_END:
      if (l->closed.using != 0) {
        bool is_async = l->closed.using == GY_USING_ASYNC;
        gy_lexer_found(l, GY_U_OPEN, l->closed.start + 1, 0, 0, 0);
        gy_lexer_found(l, GY_U_CLOSE, l->now->start, is_async, 0, 0);
      }
      break;
    default: break;
  }
  next(r);
}

void gy_lex_using(struct gy_lexer* l) {
  struct reader r = {.l = l};
  gy_lexer_next(l);
  while (l->now->kind != GY_T_END)
    step(&r);
}
