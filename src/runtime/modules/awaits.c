/* src/runtime/modules/awaits.c — finds the awaits of a source, and what else an async function
 * needs so that its async context is its own after each of them:
 *
 *   await e                   →  r(await w(e, f = c.g), f, f = void 0)
 *   catch (x) {, finally {    →  … { f = k(f);
 *   async function () { … }   →  async function () { try { … } catch (e) { throw x(e, f) } var f }
 *   async x => e              →  async x => { try { return q(e) } catch … var f }
 *   for await (x of y) { … }  →  for await (x of i(y, (v) => f = v)) { f = k(f); … } f = k(f);
 *   return e, yield e, yield* e, eval(e), new Promise(e): a function is passed through.
 *
 * (1) Texts are only inserted, never on a new line: lines stay, columns can be mapped back.
 * (2) `await` is an operator in async functions only; a word where a name of a property stands is
 *     a name. Both need to know what each open bracket is: `frames` has one entry per bracket, and
 *     one per expression or function whose end is not reached yet.
 * (3) The operand of `await` is a unary expression. It ends where a token follows an operand that
 *     neither calls it nor reads of it. Expressions behind `yield`, `return` and "=>" end like
 *     those of a statement, by a line break too.
 * (4) Where this reader is wrong the result is no program, and the source is taken as it was. */
#include "runtime/modules/awaits.h"

#include <stdlib.h>
#include <string.h>

enum { IS_ASYNC = 1, IS_GENERATOR = 2 };

enum frame_type {
  T_BRACKET, /* ( [ ${ */
  T_BLOCK,
  T_OBJECT,
  T_CLASS,     /* the body of one */
  T_BODY,      /* of a function */
  T_FUNCTION,  /* from `function` to the end of its body */
  T_CLASS_DEF, /* from `class` to the end of its body */
  T_OPERAND,   /* of await */
  T_VALUE,     /* an assignment expression: of yield, of an arrow function */
  T_LIST,      /* an expression with commas: of return */
  T_STATEMENT, /* the body of a for await without braces */
};

/* Of a loop's head: what is expected in it. Of a block: that it is the body of one. */
enum loop { L_NONE, L_HEAD, L_SOURCE, L_BODY };

struct frame {
  uint8_t type;
  uint8_t kind;      /* IS_ASYNC, IS_GENERATOR: of the function around */
  uint8_t body_kind; /* T_FUNCTION: of its body; T_OBJECT, T_CLASS: of the method that begins */
  uint8_t close;     /* inserted at its end; GY_A_COUNT: nothing */
  uint8_t loop;
  bool wraps;     /* the loop needs a block around it */
  bool in_value;  /* T_OBJECT, T_CLASS: after ":" or "=" */
  bool condition; /* T_STATEMENT: the next parenthesis is a condition */
  bool begins;    /* T_STATEMENT: the next token begins a statement in it */
  bool do_end;    /* T_STATEMENT: the condition is that of a do statement */
  uint32_t ifs;   /* T_STATEMENT: `if` without an `else` yet */
  uint32_t dos;   /* T_STATEMENT: `do` without their `while` */
  uint32_t questions; /* "?" without their ":" */
};

struct reader {
  struct gy_lexer* l;
  enum gy_await_mode mode;
  struct gy_numbers* inserts;
  struct frame outside; /* what is around all brackets */
  struct frame* frames;
  size_t count;
  size_t room;
  bool ended;         /* the token before ended an operand */
  bool ternary_colon; /* the token before is the ":" of "?" */
  bool fails;
  uint32_t inserted; /* where the last one went */
  uint8_t arrow_kind; /* of the arrow function whose body opens next */
  uint8_t loop;       /* L_HEAD: "(" opens the head of a for await; L_BODY: its body comes */
  bool wraps;
};

/* ---- Frames ---- */

static struct frame* top(struct reader* r) {
  return r->count > 0 ? &r->frames[r->count - 1] : &r->outside;
}

static struct frame* push(struct reader* r, enum frame_type type) {
  if (r->count == r->room) {
    size_t room = r->room ? r->room * 2 : 64;
    struct frame* more = realloc(r->frames, room * sizeof(*more));
    if (more == NULL) {
      r->fails = true;
      return &r->outside;
    }
    r->frames = more;
    r->room = room;
  }
  uint8_t kind = top(r)->kind;
  struct frame* made = &r->frames[r->count++];
  *made = (struct frame){.type = (uint8_t) type, .kind = kind, .close = GY_A_COUNT};
  return made;
}

/* In order, for any text: the function that copies the parts between them relies on it. */
static void insert(struct reader* r, uint32_t at, enum gy_await_text text) {
  if (at < r->inserted || at > r->l->length) {
    r->fails = true;
    return;
  }
  r->inserted = at;
  gy_numbers_add(r->l, r->inserts, (int32_t) at);
  gy_numbers_add(r->l, r->inserts, (int32_t) text);
}

/* The first unit after spaces from `at` on. */
static uint16_t peek(const struct gy_lexer* l, uint32_t at, uint32_t* found, bool* newline) {
  *newline = false;
  *found = gy_lexer_skip(l, at, newline);
  return *found < l->length ? l->text[*found] : 0;
}

static bool is_one_of(uint16_t unit, const char* units) {
  return unit == 0 || (unit < 128 && strchr(units, unit) != NULL);
}

static bool is_closer(const struct gy_lexer* l) {
  return l->now->start < l->length && l->now->kind != GY_T_END &&
         (l->now->kind == GY_T_PAREN_END || l->now->kind == GY_T_SQUARE_END ||
          l->text[l->now->start] == '}');
}

/* ---- Where expressions end ---- */

static bool ends_operand(const struct reader* r) {
  const struct gy_lexer* l = r->l;
  enum gy_token_kind kind = l->now->kind;
  if (is_closer(l) || kind == GY_T_COMMA || kind == GY_T_SEMICOLON || kind == GY_T_COLON ||
      kind == GY_T_END)
    return true;
  if (!r->ended || kind == GY_T_DOT || kind == GY_T_OPTIONAL || kind == GY_T_PAREN ||
      kind == GY_T_SQUARE || l->text[l->now->start] == '`')
    return false;
  if (kind == GY_T_STEP || (kind == GY_T_FUNCTION && l->before->kind == GY_T_ASYNC))
    return l->now->newline;
  return true;
}

static bool starts_statement(const struct reader* r) {
  const struct gy_lexer* l = r->l;
  return gy_lexer_is_new_statement(l, r->ended) ||
         (r->ended && l->now->newline && l->now->kind == GY_T_BRACE);
}

static bool ends_expression(const struct reader* r, const struct frame* frame) {
  const struct gy_lexer* l = r->l;
  enum gy_token_kind kind = l->now->kind;
  return is_closer(l) || kind == GY_T_SEMICOLON || kind == GY_T_END ||
         (kind == GY_T_COMMA && frame->type == T_VALUE) ||
         (kind == GY_T_COLON && frame->questions == 0) || starts_statement(r);
}

static void end_statement(struct reader* r, uint32_t at);

static bool ends_statement(const struct reader* r, struct frame* frame) {
  bool begins = frame->begins;
  frame->begins = false;
  if (begins || frame->condition)
    return false;
  switch (r->l->now->kind) {
    case GY_T_ELSE: return frame->ifs == 0;
    case GY_T_CATCH:
    case GY_T_FINALLY: return false;
    case GY_T_WHILE: return frame->dos == 0 && starts_statement(r);
    default: return is_closer(r->l) || starts_statement(r);
  }
}

/* Ends what the current token does not belong to any more. */
static void close_ended(struct reader* r) {
  for (;;) {
    struct frame* frame = top(r);
    bool ends = frame->type == T_OPERAND ? ends_operand(r)
                : frame->type == T_VALUE || frame->type == T_LIST ? ends_expression(r, frame)
                : frame->type == T_FUNCTION || frame->type == T_CLASS_DEF
                    ? is_closer(r->l) || r->l->now->kind == GY_T_END
                    : false;
    if (frame->type == T_STATEMENT && ends_statement(r, frame)) {
      end_statement(r, r->l->before->end);
      if (top(r)->type != T_STATEMENT)
        continue;
    }
    if (!ends)
      return;
    if (frame->close != GY_A_COUNT)
      insert(r, r->l->before->end, frame->close);
    r->count--;
  }
}

/* ---- Loops ---- */

static void after_loop(struct reader* r, uint32_t at, bool wraps) {
  insert(r, at, wraps ? GY_A_WRAP_END : GY_A_RESTORE);
}

static bool is_word(const struct gy_lexer* l, uint32_t at, const char* word) {
  for (; *word != '\0'; at++, word++)
    if (at >= l->length || l->text[at] != (uint16_t) *word)
      return false;
  return at >= l->length || is_one_of(l->text[at], " \t\r\n/({;");
}

/* Whether the statement that ended at `at` is part of a longer one in the same body. */
static bool goes_on(const struct reader* r, const struct frame* frame, uint32_t at, bool is_block) {
  uint32_t next;
  bool newline;
  if (peek(r->l, at, &next, &newline) == ';' && !is_block)
    peek(r->l, next + 1, &next, &newline);
  return (frame->ifs > 0 && is_word(r->l, next, "else")) ||
         (frame->dos > 0 && is_word(r->l, next, "while")) ||
         (is_block && (is_word(r->l, next, "catch") || is_word(r->l, next, "finally")));
}

/* A statement in the body of a loop without braces ends at `at`. The loop ends there too, unless
 * `else`, `while`, `catch` or `finally` continues it. */
static void end_statement(struct reader* r, uint32_t at) {
  bool is_block = at > 0 && r->l->text[at - 1] == '}';
  while (r->count > 0 && top(r)->type == T_STATEMENT && !goes_on(r, top(r), at, is_block)) {
    bool wraps = top(r)->wraps;
    r->count--;
    insert(r, at, GY_A_STATEMENT_END);
    after_loop(r, at, wraps);
  }
}

/* The token after the head of a for await. */
static void loop_body(struct reader* r) {
  r->loop = L_NONE;
  if (r->l->now->kind == GY_T_BRACE)
    return;
  insert(r, r->l->now->start, GY_A_STATEMENT);
  push(r, T_STATEMENT)->wraps = r->wraps;
}

static void statement_word(struct reader* r) {
  struct frame* frame = top(r);
  enum gy_token_kind before = r->l->before->kind;
  switch (r->l->now->kind) {
    case GY_T_DO: frame->dos++; break;
    case GY_T_ELSE: frame->ifs--; break;
    case GY_T_WHILE:
      frame->condition = true;
      frame->do_end = frame->dos > 0 && (before == GY_T_SEMICOLON || before == GY_T_BRACE_END ||
                                         (r->ended && r->l->now->newline));
      break;
    case GY_T_IF: frame->ifs++; /* fallthrough */
    case GY_T_FOR:
    case GY_T_SWITCH:
    case GY_T_WITH: frame->condition = true; break;
    default: break;
  }
}

/* `for await`: the current token is `await`. */
static void for_await(struct reader* r) {
  const struct gy_lexer* l = r->l;
  enum gy_token_kind before = l->before2->kind;
  enum gy_token_kind head = l->closed.before;
  r->loop = L_HEAD;
  r->wraps = before == GY_T_ELSE || before == GY_T_DO ||
             (before == GY_T_PAREN_END &&
              (head == GY_T_IF || head == GY_T_WHILE || head == GY_T_FOR || head == GY_T_WITH));
  if (r->wraps)
    insert(r, l->before->start, GY_A_WRAP);
}

/* ---- Brackets ---- */

/* Behind the directives of a body, which must stay its first statements. */
static uint32_t behind_directives(const struct gy_lexer* l, uint32_t at) {
  for (;;) {
    uint32_t start, next;
    bool newline;
    uint16_t quote = peek(l, at, &start, &newline);
    if (quote != '\'' && quote != '"')
      return at;
    uint32_t end = start + 1;
    while (end < l->length && l->text[end] != quote && l->text[end] != '\n')
      end += l->text[end] == '\\' ? 2 : 1;
    if (end >= l->length || l->text[end] != quote)
      return at;
    uint16_t unit = peek(l, end + 1, &next, &newline);
    if (unit == ';')
      at = next + 1;
    else if (newline && !is_one_of(unit, ".,+-*/%&|^<>=?([`"))
      at = next;
    else
      return at;
  }
}

static void open_body(struct reader* r, uint8_t kind) {
  struct frame* body = push(r, T_BODY);
  bool plain = r->mode == GY_AWAIT_PLAIN;
  body->kind = kind;
  if (!(kind & IS_ASYNC))
    return;
  body->close = plain ? GY_A_PLAIN_END : GY_A_BODY_END;
  if (!plain)
    insert(r, behind_directives(r->l, r->l->now->end), GY_A_BODY);
}

static void open_loop_body(struct reader* r) {
  struct frame* block = push(r, T_BLOCK);
  block->loop = L_BODY;
  block->wraps = r->wraps;
  insert(r, r->l->now->end, GY_A_RESTORE);
}

static bool is_handler(const struct gy_lexer* l) {
  return l->before->kind == GY_T_CATCH || l->before->kind == GY_T_FINALLY ||
         (l->before->kind == GY_T_PAREN_END && l->closed.before == GY_T_CATCH);
}

static bool has_members(const struct frame* frame) {
  return frame->type == T_OBJECT || frame->type == T_CLASS;
}

/* A "{" that is no body of a function or class. */
static void open_plain_brace(struct reader* r, bool is_loop) {
  struct gy_lexer* l = r->l;
  if (is_loop) {
    open_loop_body(r);
  } else if (is_handler(l)) {
    push(r, T_BLOCK);
    if (top(r)->kind & IS_ASYNC)
      insert(r, l->now->end, GY_A_RESTORE);
  } else if (l->before->kind == GY_T_COLON) {
    push(r, r->ternary_colon || top(r)->type == T_OBJECT ? T_OBJECT : T_BLOCK);
  } else {
    bool is_block = l->depth > 0 && l->stack[l->depth - 1].block;
    push(r, is_block ? T_BLOCK : T_OBJECT);
  }
}

static void open_brace(struct reader* r, bool is_loop) {
  struct gy_lexer* l = r->l;
  struct frame* frame = top(r);
  enum gy_token_kind before = l->before->kind;

  if (before == GY_T_ARROW) {
    open_body(r, r->arrow_kind);
  } else if (frame->type == T_FUNCTION) {
    open_body(r, frame->body_kind);
  } else if (frame->type == T_CLASS_DEF) {
    push(r, before == GY_T_EXTENDS ? T_OBJECT : T_CLASS);
  } else if (has_members(frame) && !frame->in_value && before == GY_T_PAREN_END) {
    open_body(r, frame->body_kind);
  } else if (frame->type == T_CLASS && before == GY_T_STATIC) {
    open_body(r, 0);
  } else {
    open_plain_brace(r, is_loop);
  }
}

static void open_paren(struct reader* r) {
  const struct gy_lexer* l = r->l;
  bool is_eval = l->before->kind == GY_T_EVAL && l->before2->kind != GY_T_DOT &&
                 l->before2->kind != GY_T_OPTIONAL && top(r)->type != T_FUNCTION &&
                 !(has_members(top(r)) && !top(r)->in_value);
  uint32_t at;
  bool newline;
  struct frame* bracket = push(r, T_BRACKET);
  if (r->loop == L_HEAD) {
    bracket->loop = L_HEAD;
    bracket->wraps = r->wraps;
    r->loop = L_NONE;
  } else if (is_eval && peek(l, l->now->end, &at, &newline) != ')') {
    insert(r, l->now->end, GY_A_EVAL);
    bracket->close = GY_A_EVAL_END;
  }
}

/* The body of a function or class ends with it. */
static void end_definition(struct reader* r, enum frame_type body) {
  enum frame_type around = body == T_CLASS ? T_CLASS_DEF : T_FUNCTION;
  if (top(r)->type == around && r->count > 0)
    r->count--;
  else if (body == T_BODY && has_members(top(r)) && !top(r)->in_value)
    top(r)->body_kind = 0;
}

/* The condition of a do statement ends the statement; behind any other a statement begins. */
static void end_condition(struct reader* r) {
  struct frame* frame = top(r);
  frame->condition = false;
  frame->begins = !frame->do_end;
  if (!frame->do_end)
    return;
  frame->do_end = false;
  frame->dos--;
  end_statement(r, r->l->now->end);
}

static void close_bracket(struct reader* r) {
  struct gy_lexer* l = r->l;
  if (r->count == 0) {
    r->fails = true;
    return;
  }
  struct frame closed = r->frames[--r->count];
  if (closed.close != GY_A_COUNT)
    insert(r, l->now->start, closed.close);
  if (closed.type == T_BODY || closed.type == T_CLASS)
    end_definition(r, closed.type);
  if (closed.loop == L_SOURCE) {
    insert(r, l->now->start, GY_A_LOOP_END);
    r->loop = L_BODY;
    r->wraps = closed.wraps;
  } else if (closed.loop == L_BODY) {
    after_loop(r, l->now->end, closed.wraps);
  }
  if (top(r)->type != T_STATEMENT || r->loop == L_BODY)
    return;
  if (closed.type == T_BLOCK)
    end_statement(r, l->now->end);
  else if (top(r)->condition)
    end_condition(r);
}

/* ---- Words ---- */

static void arrow(struct reader* r) {
  const struct gy_lexer* l = r->l;
  bool is_async = l->before->kind == GY_T_PAREN_END
                      ? l->closed.before == GY_T_ASYNC
                      : l->before2->kind == GY_T_ASYNC && !l->before->newline;
  uint32_t at;
  bool newline;
  r->arrow_kind = is_async ? IS_ASYNC : 0;
  if (peek(l, l->now->end, &at, &newline) == '{')
    return;
  bool plain = r->mode == GY_AWAIT_PLAIN;
  struct frame* body = push(r, T_VALUE);
  body->kind = r->arrow_kind;
  if (is_async) {
    body->close = plain ? GY_A_PLAIN_ARROW_END : GY_A_ARROW_END;
    insert(r, at, plain ? GY_A_PLAIN_ARROW : GY_A_ARROW);
  }
}

static void yield_word(struct reader* r) {
  const struct gy_lexer* l = r->l;
  uint32_t at;
  bool newline;
  uint16_t unit = peek(l, l->now->end, &at, &newline);
  if (newline || is_one_of(unit, ")]},;:")) {
    insert(r, l->now->end, GY_A_YIELD_NOTHING);
    return;
  }
  bool delegates = unit == '*';
  insert(r, delegates ? at + 1 : l->now->end, delegates ? GY_A_DELEGATE : GY_A_YIELD);
  push(r, T_VALUE)->close = delegates ? GY_A_DELEGATE_END : GY_A_YIELD_END;
}

static void return_word(struct reader* r, bool is_generator) {
  const struct gy_lexer* l = r->l;
  uint32_t at;
  bool newline;
  uint16_t unit = peek(l, l->now->end, &at, &newline);
  if (newline || is_one_of(unit, ";})]"))
    return;
  insert(r, l->now->end, is_generator ? GY_A_GIVE_BACK : GY_A_RETURN);
  push(r, T_LIST)->close = is_generator ? GY_A_GIVE_BACK_END : GY_A_RETURN_END;
}

static void await_word(struct reader* r) {
  const struct gy_lexer* l = r->l;
  uint32_t at;
  bool newline;
  if (l->before->kind == GY_T_FOR) {
    for_await(r);
    return;
  }
  if (is_one_of(peek(l, l->now->end, &at, &newline), ")]},;:=.?"))
    return;
  insert(r, l->now->start, GY_A_AWAIT);
  insert(r, l->now->end, GY_A_OPERAND);
  push(r, T_OPERAND)->close = GY_A_OPERAND_END;
}

/* `of` in the head of a for await. */
static void of_word(struct reader* r) {
  const struct gy_lexer* l = r->l;
  enum gy_token_kind before = l->before->kind;
  if (top(r)->loop != L_HEAD || top(r)->type != T_BRACKET || before == GY_T_PAREN ||
      before == GY_T_CONST || before == GY_T_LET || before == GY_T_VAR || !r->ended)
    return;
  top(r)->loop = L_SOURCE;
  insert(r, l->now->end, GY_A_LOOP);
}

/* A word where the name of a property is expected. */
static void member_word(struct reader* r) {
  const struct gy_lexer* l = r->l;
  uint32_t at;
  bool newline;
  if (l->now->kind != GY_T_ASYNC)
    return;
  uint16_t unit = peek(l, l->now->end, &at, &newline);
  if (!newline && !is_one_of(unit, "(:,}=;"))
    top(r)->body_kind |= IS_ASYNC;
}

/* `new Promise(…)`: the class may be one that minds what it is resolved with. */
static void promise_word(struct reader* r) {
  static const char name[] = "Promise";
  const struct gy_lexer* l = r->l;
  uint32_t at;
  bool newline;
  if (l->before->kind != GY_T_NEW || l->now->end - l->now->start != sizeof(name) - 1)
    return;
  for (uint32_t i = 0; i < sizeof(name) - 1; i++)
    if (l->text[l->now->start + i] != (uint16_t) name[i])
      return;
  if (peek(l, l->now->end, &at, &newline) != '(')
    return;
  insert(r, l->now->start, GY_A_PROMISE);
  insert(r, l->now->end, GY_A_PROMISE_END);
}

static void word(struct reader* r) {
  const struct gy_lexer* l = r->l;
  uint8_t kind = top(r)->kind;
  switch (l->now->kind) {
    case GY_T_FUNCTION: {
      bool is_async = l->before->kind == GY_T_ASYNC && !l->now->newline;
      push(r, T_FUNCTION)->body_kind = is_async ? IS_ASYNC : 0;
      break;
    }
    case GY_T_CLASS: push(r, T_CLASS_DEF); break;
    case GY_T_AWAIT:
      if (kind & IS_ASYNC)
        await_word(r);
      break;
    case GY_T_YIELD:
      if (kind == (IS_ASYNC | IS_GENERATOR))
        yield_word(r);
      break;
    case GY_T_RETURN:
      if (kind & IS_ASYNC)
        return_word(r, kind & IS_GENERATOR);
      break;
    case GY_T_OF: of_word(r); break;
    case GY_T_NAME: promise_word(r); break;
    default: break;
  }
}

/* ---- Tokens ---- */

static void colon(struct reader* r) {
  struct frame* frame = top(r);
  r->ternary_colon = frame->questions > 0;
  if (frame->questions > 0)
    frame->questions--;
  else if (frame->type == T_OBJECT)
    frame->in_value = true;
}

/* What separates the members of an object or class, or begins their values. */
static void member_sign(struct reader* r, struct frame* frame) {
  const struct gy_lexer* l = r->l;
  switch (l->now->kind) {
    case GY_T_COMMA:
    case GY_T_SEMICOLON:
      frame->in_value = false;
      frame->body_kind = 0;
      break;
    case GY_T_EQUALS:
    case GY_T_SPREAD: frame->in_value = true; break;
    case GY_T_STAR:
      if (!frame->in_value)
        frame->body_kind |= IS_GENERATOR;
      break;
    default: break;
  }
}

static bool is_question(const struct gy_lexer* l) {
  return l->now->kind == GY_T_SIGN && l->now->end - l->now->start == 1 &&
         l->text[l->now->start] == '?';
}

/* A token that is no bracket. */
static void plain_token(struct reader* r) {
  const struct gy_lexer* l = r->l;
  struct frame* frame = top(r);
  if (frame->type == T_CLASS && frame->in_value && starts_statement(r)) {
    frame->in_value = false;
    frame->body_kind = 0;
  }
  if (gy_is_word(l->now->kind)) {
    bool is_name = gy_is_member(l);
    if (has_members(frame) && !frame->in_value)
      member_word(r);
    else if (!is_name) {
      if (frame->type == T_STATEMENT)
        statement_word(r);
      word(r);
    }
    return;
  }
  if (has_members(frame))
    member_sign(r, frame);
  if (l->now->kind == GY_T_COLON)
    colon(r);
  else if (is_question(l))
    frame->questions++;
  else if (l->now->kind == GY_T_ARROW)
    arrow(r);
  else if (l->now->kind == GY_T_STAR && frame->type == T_FUNCTION &&
           l->before->kind == GY_T_FUNCTION)
    frame->body_kind |= IS_GENERATOR;
  else if (l->now->kind == GY_T_SEMICOLON && frame->type == T_STATEMENT && !frame->condition)
    end_statement(r, l->now->end);
}

static void token(struct reader* r) {
  struct gy_lexer* l = r->l;
  enum gy_token_kind kind = l->now->kind;
  bool is_loop = r->loop == L_BODY;
  if (is_loop)
    loop_body(r);
  else
    close_ended(r);
  if (is_closer(l))
    close_bracket(r);
  if (kind == GY_T_BRACE)
    open_brace(r, is_loop);
  else if (kind == GY_T_PAREN)
    open_paren(r);
  else if (kind == GY_T_SQUARE || kind == GY_T_TEMPLATE)
    push(r, T_BRACKET);
  else if (!is_closer(l))
    plain_token(r);
  if (kind != GY_T_COLON)
    r->ternary_colon = false;
}

bool gy_lex_awaits(struct gy_lexer* l, enum gy_await_mode mode, struct gy_numbers* inserts) {
  struct reader r = {.l = l,
                     .mode = mode,
                     .inserts = inserts,
                     .outside = {.type = T_BLOCK, .close = GY_A_COUNT}};
  for (gy_lexer_next(l); l->now->kind != GY_T_END && !r.fails; gy_lexer_next(l)) {
    token(&r);
    r.ended = gy_ends_operand(l);
  }
  bool fine = !r.fails && !l->no_memory && inserts->count > 0;
  if (fine) {
    close_ended(&r);
    fine = r.count == 0;
  }
  free(r.frames);
  return fine;
}
