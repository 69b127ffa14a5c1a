/* src/runtime/modules/lexer.h — what a module loader must know of a source, found in its tokens.
 *
 * lexer.c reads tokens; three readers stand on it: statements.c (import and export, import() and
 * import.meta), references.c (uses of some names) and using.c (declarations the engine lacks).
 * Grammar is the engine's business: it says later what is wrong with the rest.
 *
 * (1) Text is UTF-16 and any text will do; offsets are in its units and below 2^31.
 * (2) Time and memory are linear in the length, recursion is bounded.
 * (3) What is found is a list of records of GY_RECORD numbers each, in `found`. */
#ifndef GYRE_MODULES_LEXER_H
#define GYRE_MODULES_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gy_token_kind {
  GY_T_END,
  GY_T_NAME, /* a name: a word that is no keyword */
  GY_T_STRING,
  GY_T_VALUE,    /* a number, a regular expression, the end of a template */
  GY_T_TEMPLATE, /* up to "${" */
  GY_T_PAREN,    /* ( */
  GY_T_SQUARE,   /* [ */
  GY_T_BRACE,    /* { */
  GY_T_PAREN_END,
  GY_T_SQUARE_END,
  GY_T_BRACE_END,
  GY_T_COMMA,
  GY_T_SEMICOLON,
  GY_T_COLON,
  GY_T_DOT,
  GY_T_OPTIONAL, /* ?. */
  GY_T_SPREAD,
  GY_T_ARROW,
  GY_T_STEP,   /* ++ -- */
  GY_T_EQUALS, /* = */
  GY_T_ASSIGN, /* += and the like */
  GY_T_STAR,
  GY_T_NOT,      /* ! ~ */
  GY_T_SIGN,     /* all others, and what is no token at all */
  GY_T_KEYWORDS, /* from here on: keywords */
  GY_T_AS = GY_T_KEYWORDS,
  GY_T_ASYNC,
  GY_T_AWAIT,
  GY_T_CASE,
  GY_T_CATCH,
  GY_T_CLASS,
  GY_T_CONST,
  GY_T_DEFAULT,
  GY_T_DELETE,
  GY_T_DO,
  GY_T_ELSE,
  GY_T_EVAL,
  GY_T_EXPORT,
  GY_T_EXTENDS,
  GY_T_FINALLY,
  GY_T_FOR,
  GY_T_FROM,
  GY_T_FUNCTION,
  GY_T_GET,
  GY_T_IF,
  GY_T_IMPORT,
  GY_T_IN,
  GY_T_INSTANCEOF,
  GY_T_LET,
  GY_T_NEW,
  GY_T_OF,
  GY_T_RETURN,
  GY_T_SET,
  GY_T_STATIC,
  GY_T_SWITCH,
  GY_T_THROW,
  GY_T_TRY,
  GY_T_TYPEOF,
  GY_T_USING,
  GY_T_VAR,
  GY_T_VOID,
  GY_T_WHILE,
  GY_T_WITH,
  GY_T_YIELD,
  GY_T_KINDS
};

struct gy_token {
  enum gy_token_kind kind;
  uint32_t start;
  uint32_t end;
  bool newline; /* one stands before it */
};

struct gy_bracket {
  enum gy_token_kind open; /* GY_T_PAREN, SQUARE, BRACE or TEMPLATE */
  enum gy_token_kind before;
  enum gy_token_kind before2;
  uint32_t start;
  int32_t load;   /* index of the record of the import() that it is the "(" of, or -1 */
  bool block;     /* a block, not an object: what follows it starts a statement */
  bool declares;  /* the pattern of a declaration */
  bool is_method; /* may be the "(" of a method called `import` */
  bool is_index;  /* a[b]: no pattern */
  /* Of using.c: */
  uint8_t using; /* enum gy_using: what the block, or the head of a loop, declares */
  uint8_t loop;  /* enum gy_loop */
  uint32_t head; /* start of the `for` that it is the "(" of */
  uint32_t name; /* what the head declares */
  uint32_t name_end;
};

enum gy_using { GY_USING_SYNC = 1, GY_USING_ASYNC };
enum gy_loop { GY_LOOP_OF = 1, GY_LOOP_CLASSIC };

struct gy_numbers {
  int32_t* at;
  size_t count;
  size_t room;
};

/* The kinds of records: lib/internal/modules/esm/statements.js reads them by these numbers. An
 * offset pair may be GY_DEFAULT or GY_ALL instead. Those marked + belong to the next REQUEST. */
enum gy_found {
  GY_F_IMPORT,        /* + name, local */
  GY_F_INDIRECT,      /* + name there, exported name */
  GY_F_STAR,          /* + */
  GY_F_ATTRIBUTE,     /* + key, value: strings with their quotes, or words */
  GY_F_REQUEST,       /* the string, start of the statement */
  GY_F_LOCAL,         /* local, exported name, whether it may change after the module has run */
  GY_F_BLANK,         /* start, end: taken out */
  GY_F_DEFAULT_VALUE, /* start, end of "export default" before an expression */
  GY_F_DEFAULT_NAME,  /* start, start and end of "function" or "class" without a name */
  GY_F_LOAD,          /* start, end of the `import` or `import.source` of import() */
  GY_F_META,          /* start, end of import.meta */
  GY_F_NONE,          /* nothing any more */
  GY_F_USE,           /* start, end of a name, enum gy_use: of gy_lex_references() only */
  /* Of gy_lex_using() only; where "async" is 0 or 1. */
  GY_U_OPEN,     /* a block begins here */
  GY_U_CLOSE,    /* and ends here, async */
  GY_U_WORD,     /* start, end of `using` or `await using` */
  GY_U_VALUE,    /* a value begins here, async */
  GY_U_LOOP,     /* start, end of `using x` before `of` */
  GY_U_FOR,      /* start of a loop with "=" in its head */
  GY_U_BODY,     /* the body of a loop with `of` begins here, start, end of the name, async */
  GY_U_BODY_END, /* a loop ends here, async */
};
#define GY_RECORD 6
#define GY_DEFAULT (-1) /* "default" */
#define GY_ALL (-2)     /* "*": the namespace */
#define GY_SOURCE (-3)  /* the source phase of the module */

struct gy_lexer {
  const uint16_t* text;
  uint32_t length;
  uint32_t at; /* end of the current token */
  /* The current token and the two before it: the pointers change, copies would stall. */
  struct gy_token* now;
  struct gy_token* before;
  struct gy_token* before2;
  struct gy_token tokens[3];
  bool operand; /* the current token ends an operand */
  bool is_load; /* the current word is the `import` of import() or import.meta */
  struct gy_bracket* stack;
  size_t depth;
  size_t room;
  struct gy_bracket closed; /* the bracket that was closed last */
  uint32_t braces;          /* open ones */
  bool arrow;               /* "=>" seen in this statement outside of braces */
  bool no_memory;
  struct gy_numbers found;
  struct gy_numbers changes; /* start, length of names that some function assigns to; the length
                                of a constant is negative */
  uint64_t pattern_work;     /* units read twice, for changes in patterns */
  bool all_change;           /* too many to store */
  bool is_module;            /* import or export statements */
  bool awaits;
  bool has_using;      /* perhaps a `using` declaration */
  uint8_t top_using;   /* enum gy_using: outside of all brackets */
  int64_t first_await; /* outside of braces, where a module most likely waits; or -1 */
  int64_t error_at;    /* a token that makes no statement; or -1 */
  uint32_t error_end;
};

void gy_lexer_open(struct gy_lexer* lexer, const uint16_t* text, uint32_t length);
void gy_lexer_close(struct gy_lexer* lexer);
void gy_lexer_next(struct gy_lexer* lexer);
/* The offset after spaces and comments. */
uint32_t gy_lexer_skip(const struct gy_lexer* lexer, uint32_t at, bool* newline);
/* Whether the word `name`, and nothing longer, stands at an offset. */
bool gy_lexer_word_is(const struct gy_lexer* lexer, uint32_t at, const char* name);
/* Keeps one number; false without memory, which also ends the reading. */
bool gy_numbers_add(struct gy_lexer* lexer, struct gy_numbers* list, int32_t number);
void gy_lexer_found(struct gy_lexer* lexer, enum gy_found kind, int64_t a, int64_t b, int64_t c,
                    int64_t d);
/* Nobody can assign to the name. */
void gy_lexer_constant(struct gy_lexer* lexer, uint32_t start, uint32_t end);
/* The next token goes to the end: nothing more is read. */
void gy_lexer_stop(struct gy_lexer* lexer);
/* Takes the "=" or "[" and goes on until a "," or what ends a declaration stands at its depth. */
void gy_lexer_skip_expression(struct gy_lexer* lexer, bool statement);
/* Whether the current token starts a new statement by its line break alone, after `ended`: the
 * token before ended an operand. */
bool gy_lexer_is_new_statement(const struct gy_lexer* lexer, bool ended);

static inline bool gy_is_word(enum gy_token_kind kind) {
  return kind == GY_T_NAME || kind >= GY_T_KEYWORDS;
}
static inline bool gy_is_member(const struct gy_lexer* lexer) {
  return lexer->before->kind == GY_T_DOT || lexer->before->kind == GY_T_OPTIONAL;
}
static inline bool gy_ends_operand(const struct gy_lexer* lexer) {
  return lexer->operand || lexer->now->kind == GY_T_BRACE_END || lexer->now->kind == GY_T_PAREN_END;
}

/* ---- The readers ---- */

/* All imports and exports of a module, or (classic) the import() of a script. */
void gy_lex_module(struct gy_lexer* lexer, bool classic);

/* How a name is used: x, { x }, x(), and x() where a statement begins. */
enum gy_use { GY_USE_PLAIN, GY_USE_SHORTHAND, GY_USE_CALL, GY_USE_CALL_FIRST };
/* Finds the uses of `names` (joined by ",") outside of the ranges `skip` (start, end, …). False
 * when a direct eval() might see the names. */
bool gy_lex_references(struct gy_lexer* lexer, const uint16_t* names, uint32_t names_length,
                       const int32_t* skip, size_t skip_count);

/* What must be put in the places of `using` declarations; `top_using`. */
void gy_lex_using(struct gy_lexer* lexer);

#endif
