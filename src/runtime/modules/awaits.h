/* src/runtime/modules/awaits.h — what is inserted into a source so that the async context follows
 * `await`. awaits.c finds the places, awaiting.c applies them to a script and maps columns back. */
#ifndef GYRE_MODULES_AWAITS_H
#define GYRE_MODULES_AWAITS_H

#include "runtime/modules/lexer.h"

/* The texts, by the place they stand at. `_$$f` holds the context of the function while it waits.
 * Each is unlike all others, also next to text of the program: removing them gives the source
 * (lib/internal/async_context/source_text.js has the same list). */
#define GY_AWAIT_TEXTS(X)                                                               \
  X(GY_A_AWAIT, "_$$r(")    /* before `await` */                                        \
  X(GY_A_OPERAND, " _$$w(") /* after it */                                              \
  X(GY_A_OPERAND_END, ",_$$f=_$$c.g),_$$f,_$$f=void 0)")                                \
  X(GY_A_RESTORE, "_$$f=_$$k(_$$f);") /* catch, finally, loops: where they begin */     \
  X(GY_A_BODY, "_$$f;try{")           /* the body of an async function */               \
  X(GY_A_BODY_END, "}catch(_$$e){throw _$$x(_$$e,_$$f)}var _$$f")                       \
  X(GY_A_PLAIN_END, ";var _$$f")           /* the same without the try statement */     \
  X(GY_A_ARROW, "{_$$a;try{return _$$q((") /* the expression of an async arrow */       \
  X(GY_A_ARROW_END, "),_$$q)}catch(_$$a){throw _$$x(_$$a,_$$f)}var _$$f,_$$a}")         \
  X(GY_A_PLAIN_ARROW, "{_$$a;return _$$q((")                                            \
  X(GY_A_PLAIN_ARROW_END, "),_$$q);var _$$f,_$$a}")                                     \
  X(GY_A_RETURN, " _$$q((")                                                             \
  X(GY_A_RETURN_END, "),_$$q)")                                                         \
  X(GY_A_GIVE_BACK, " _$$z((") /* `return` of an async generator */                     \
  X(GY_A_GIVE_BACK_END, "),_$$z)")                                                      \
  X(GY_A_YIELD, " _$$y(")                                                               \
  X(GY_A_YIELD_END, ",_$$y)")                                                           \
  X(GY_A_YIELD_NOTHING, " _$$y()")                                                      \
  X(GY_A_DELEGATE, " _$$d(") /* yield* */                                               \
  X(GY_A_DELEGATE_END, ",_$$d)")                                                        \
  X(GY_A_LOOP, " _$$i(") /* after `of` of a for await */                                \
  X(GY_A_LOOP_END, ",_$$1=>_$$f=_$$1)")                                                 \
  X(GY_A_WRAP, "{_$$k();") /* around a for await that is no statement  \
                                                       of a list */                \
  X(GY_A_WRAP_END, "_$$f=_$$k(_$$f),_$$k();}")                                          \
  X(GY_A_STATEMENT, "{_$$k(),_$$f=_$$k(_$$f);") /* the body of a loop without braces */ \
  X(GY_A_STATEMENT_END, ";_$$k()}")                                                     \
  X(GY_A_EVAL, "_$$v(") /* the text of a direct eval */                                 \
  X(GY_A_EVAL_END, ",_$$v)")                                                            \
  X(GY_A_PROMISE, "(_$$p(") /* new Promise(…) */                                      \
  X(GY_A_PROMISE_END, ",_$$p))")

enum gy_await_text {
#define X(name, text) name,
  GY_AWAIT_TEXTS(X)
#undef X
      GY_A_COUNT
};

/* How much of it: all; without a try statement around the bodies, for sources whose declarations
 * may not stand in a block; nothing. */
enum gy_await_mode { GY_AWAIT_ALL, GY_AWAIT_PLAIN, GY_AWAIT_NONE };

/* Adds {offset, enum gy_await_text} to `inserts` for each insertion, in order; the caller frees the
 * list. False when the source is better left alone. */
bool gy_lex_awaits(struct gy_lexer* l, enum gy_await_mode mode, struct gy_numbers* inserts);

#endif
