/* src/runtime/modules/statements.c — the import and export statements of a module.
 *
 * (1) Statements are looked for outside of all brackets only.
 * (2) A token that cannot stand in a statement ends the reading: error_at, error_end.
 * (3) Of each exported variable it is known in the end whether it may still change. */
#include <stdlib.h>
#include <string.h>

#include "runtime/modules/lexer.h"

/* A bound for recursion: deeper than any real pattern. */
#define MOST_NESTED 500

struct span {
  uint32_t start;
  uint32_t end;
};

static void fail(struct gy_lexer* l) {
  if (l->error_at < 0) {
    l->error_at = l->now->start;
    l->error_end = l->now->end;
  }
  gy_lexer_stop(l);
  l->now->kind = GY_T_END;
}

static bool take_if(struct gy_lexer* l, enum gy_token_kind kind) {
  if (l->now->kind != kind)
    return false;
  gy_lexer_next(l);
  return true;
}

static void expect(struct gy_lexer* l, enum gy_token_kind kind) {
  if (!take_if(l, kind))
    fail(l);
}

/* A name of an export: a word or a string. */
static struct span export_name(struct gy_lexer* l) {
  struct span name = {l->now->start, l->now->end};
  if (gy_is_word(l->now->kind) || l->now->kind == GY_T_STRING)
    gy_lexer_next(l);
  else
    fail(l);
  return name;
}

static struct span local_name(struct gy_lexer* l) {
  if (l->now->kind == GY_T_STRING)
    fail(l);
  return export_name(l);
}

/* ---- The ends of statements ---- */

/* Takes the statement out, with its ";". */
static void finish(struct gy_lexer* l, uint32_t start, uint32_t end) {
  if (l->now->kind == GY_T_SEMICOLON) {
    end = l->now->end;
    gy_lexer_next(l);
  }
  gy_lexer_found(l, GY_F_BLANK, start, end, 0, 0);
}

/* with { key: 'value', … }; gives back its end */
static uint32_t attributes(struct gy_lexer* l) {
  gy_lexer_next(l);
  expect(l, GY_T_BRACE);
  while (l->now->kind != GY_T_BRACE_END && l->now->kind != GY_T_END) {
    struct span key = export_name(l);
    expect(l, GY_T_COLON);
    if (l->now->kind != GY_T_STRING)
      fail(l);
    gy_lexer_found(l, GY_F_ATTRIBUTE, key.start, key.end, l->now->start, l->now->end);
    gy_lexer_next(l);
    if (!take_if(l, GY_T_COMMA) && l->now->kind != GY_T_BRACE_END)
      fail(l);
  }
  uint32_t end = l->now->end;
  expect(l, GY_T_BRACE_END);
  return end;
}

/* 'x' with { … } ; — the end of every statement that names a module. */
static void request(struct gy_lexer* l, uint32_t start) {
  struct span name = {l->now->start, l->now->end};
  uint32_t end = l->now->end;
  expect(l, GY_T_STRING);
  if (l->now->kind == GY_T_WITH)
    end = attributes(l);
  gy_lexer_found(l, GY_F_REQUEST, name.start, name.end, start, 0);
  if (l->error_at < 0)
    finish(l, start, end);
}

/* { a, b as c, "d" as e }; gives back its end. A record each: GY_F_IMPORT or GY_F_INDIRECT. */
static uint32_t name_list(struct gy_lexer* l, enum gy_found kind) {
  expect(l, GY_T_BRACE);
  while (l->now->kind != GY_T_BRACE_END && l->now->kind != GY_T_END) {
    struct span first = export_name(l);
    struct span second = take_if(l, GY_T_AS) ? export_name(l) : first;
    gy_lexer_found(l, kind, first.start, first.end, second.start, second.end);
    if (!take_if(l, GY_T_COMMA) && l->now->kind != GY_T_BRACE_END)
      fail(l);
  }
  uint32_t end = l->now->end;
  expect(l, GY_T_BRACE_END);
  return end;
}

/* ---- import ---- */

/* After the word `source`: whether `import source x from` is meant, not `import source from`. */
static bool is_source_phase(const struct gy_lexer* l) {
  bool newline = false;
  if (l->now->kind != GY_T_FROM)
    return gy_is_word(l->now->kind);
  uint32_t at = gy_lexer_skip(l, l->now->end, &newline);
  return at < l->length && l->text[at] != '"' && l->text[at] != '\'';
}

static void import_default(struct gy_lexer* l) {
  bool may_be_phase = gy_lexer_word_is(l, l->now->start, "source");
  int64_t name = GY_DEFAULT;
  struct span local = local_name(l);
  if (may_be_phase && is_source_phase(l)) {
    name = GY_SOURCE;
    local = local_name(l);
  }
  gy_lexer_found(l, GY_F_IMPORT, name, 0, local.start, local.end);
  if (l->now->kind != GY_T_FROM) {
    if (name == GY_SOURCE)
      fail(l);
    expect(l, GY_T_COMMA);
  }
}

static void import_statement(struct gy_lexer* l) {
  uint32_t start = l->now->start;
  l->is_module = true;
  gy_lexer_next(l);
  if (l->now->kind != GY_T_STRING) {
    if (gy_is_word(l->now->kind))
      import_default(l);
    if (take_if(l, GY_T_STAR)) {
      expect(l, GY_T_AS);
      struct span local = local_name(l);
      gy_lexer_found(l, GY_F_IMPORT, GY_ALL, 0, local.start, local.end);
    } else if (l->now->kind == GY_T_BRACE) {
      name_list(l, GY_F_IMPORT);
    }
    expect(l, GY_T_FROM);
  }
  request(l, start);
}

/* ---- export ---- */

static void local(struct gy_lexer* l, struct span name) {
  gy_lexer_found(l, GY_F_LOCAL, name.start, name.end, name.start, name.end);
}

static void export_all(struct gy_lexer* l, uint32_t start) {
  if (take_if(l, GY_T_AS)) {
    struct span name = export_name(l);
    gy_lexer_found(l, GY_F_INDIRECT, GY_ALL, 0, name.start, name.end);
  } else {
    gy_lexer_found(l, GY_F_STAR, 0, 0, 0, 0);
  }
  expect(l, GY_T_FROM);
  request(l, start);
}

static void export_list(struct gy_lexer* l, uint32_t start) {
  size_t first = l->found.count;
  uint32_t end = name_list(l, GY_F_INDIRECT);
  if (take_if(l, GY_T_FROM)) {
    request(l, start);
    return;
  }
  for (size_t i = first; i + GY_RECORD <= l->found.count; i += GY_RECORD)
    if (l->found.at[i] == GY_F_INDIRECT)
      l->found.at[i] = GY_F_LOCAL;
  if (l->error_at < 0)
    finish(l, start, end);
}

/* `async function` on one line. */
static bool is_async_function(const struct gy_lexer* l) {
  if (l->now->kind != GY_T_ASYNC)
    return false;
  bool newline = false;
  uint32_t at = gy_lexer_skip(l, l->now->end, &newline);
  return !newline && gy_lexer_word_is(l, at, "function");
}

static void export_default(struct gy_lexer* l, uint32_t start) {
  uint32_t end = l->now->end;
  gy_lexer_next(l);
  bool is_async = is_async_function(l);
  if (!is_async && l->now->kind != GY_T_FUNCTION && l->now->kind != GY_T_CLASS) {
    gy_lexer_found(l, GY_F_DEFAULT_VALUE, start, end, 0, 0);
    gy_lexer_found(l, GY_F_LOCAL, GY_DEFAULT, 0, GY_DEFAULT, 0);
    return;
  }
  struct span keyword = {l->now->start, l->now->end};
  if (is_async)
    gy_lexer_next(l);
  keyword.end = l->now->end;
  bool is_class = l->now->kind == GY_T_CLASS;
  gy_lexer_next(l);
  if (!is_class && l->now->kind == GY_T_STAR) {
    keyword.end = l->now->end;
    gy_lexer_next(l);
  }
  if (gy_is_word(l->now->kind) && !(is_class && l->now->kind == GY_T_EXTENDS)) {
    gy_lexer_found(l, GY_F_BLANK, start, keyword.start, 0, 0);
    gy_lexer_found(l, GY_F_LOCAL, l->now->start, l->now->end, GY_DEFAULT, 0);
    return;
  }
  gy_lexer_found(l, GY_F_DEFAULT_NAME, start, keyword.start, keyword.end, 0);
  gy_lexer_found(l, GY_F_LOCAL, GY_DEFAULT, 0, GY_DEFAULT, 0);
}

/* ---- export const a = 1, { b, c: [d = 2] } = x ---- */

struct declaration {
  bool is_const;
  int nested;
};

static void target(struct gy_lexer* l, struct declaration* d);

static void declare(struct gy_lexer* l, const struct declaration* d, struct span name) {
  local(l, name);
  if (d->is_const)
    gy_lexer_constant(l, name.start, name.end);
}

static void default_value(struct gy_lexer* l) {
  if (l->now->kind == GY_T_EQUALS)
    gy_lexer_skip_expression(l, false);
}

static void object_pattern(struct gy_lexer* l, struct declaration* d) {
  gy_lexer_next(l);
  while (l->now->kind != GY_T_BRACE_END && l->now->kind != GY_T_END) {
    if (take_if(l, GY_T_SPREAD)) {
      target(l, d);
    } else {
      struct span name = {l->now->start, l->now->end};
      bool is_word = gy_is_word(l->now->kind);
      if (l->now->kind == GY_T_SQUARE)
        gy_lexer_skip_expression(l, false);
      gy_lexer_next(l);
      if (take_if(l, GY_T_COLON))
        target(l, d);
      else if (is_word)
        declare(l, d, name);
      else
        fail(l);
    }
    default_value(l);
    take_if(l, GY_T_COMMA);
  }
  gy_lexer_next(l);
}

static void array_pattern(struct gy_lexer* l, struct declaration* d) {
  gy_lexer_next(l);
  while (l->now->kind != GY_T_SQUARE_END && l->now->kind != GY_T_END) {
    if (take_if(l, GY_T_COMMA))
      continue;
    take_if(l, GY_T_SPREAD);
    target(l, d);
    default_value(l);
  }
  gy_lexer_next(l);
}

static void target(struct gy_lexer* l, struct declaration* d) {
  if (++d->nested > MOST_NESTED)
    fail(l);
  if (gy_is_word(l->now->kind)) {
    declare(l, d, (struct span){l->now->start, l->now->end});
    gy_lexer_next(l);
  } else if (l->now->kind == GY_T_BRACE) {
    object_pattern(l, d);
  } else if (l->now->kind == GY_T_SQUARE) {
    array_pattern(l, d);
  } else {
    fail(l);
  }
  d->nested--;
}

static void declarations(struct gy_lexer* l) {
  struct declaration d = {.is_const = l->now->kind == GY_T_CONST};
  do {
    gy_lexer_next(l);
    target(l, &d);
    if (l->now->kind == GY_T_EQUALS)
      gy_lexer_skip_expression(l, true);
  } while (l->now->kind == GY_T_COMMA);
}

static void export_statement(struct gy_lexer* l) {
  uint32_t start = l->now->start;
  uint32_t end = l->now->end;
  l->is_module = true;
  gy_lexer_next(l);
  if (take_if(l, GY_T_STAR)) {
    export_all(l, start);
  } else if (l->now->kind == GY_T_BRACE) {
    export_list(l, start);
  } else if (l->now->kind == GY_T_DEFAULT) {
    export_default(l, start);
  } else {
    enum gy_token_kind word = l->now->kind;
    gy_lexer_found(l, GY_F_BLANK, start, end, 0, 0);
    if (word == GY_T_CONST || word == GY_T_LET || word == GY_T_VAR) {
      declarations(l);
      return;
    }
    take_if(l, GY_T_ASYNC);
    if (l->now->kind != GY_T_FUNCTION && l->now->kind != GY_T_CLASS)
      fail(l);
    gy_lexer_next(l);
    take_if(l, GY_T_STAR);
    local(l, local_name(l));
  }
}

/* ---- Which exports may change ---- */

struct exported {
  uint32_t start;
  uint32_t length;
  bool changes;
  bool constant;
};

static uint32_t hash_of(const uint16_t* name, uint32_t length) {
  uint32_t hash = 2166136261u;
  for (uint32_t i = 0; i < length; i++)
    hash = (hash ^ name[i]) * 16777619u;
  return hash;
}

/* The place of a name: taken by it, or free. The table is never more than half full. */
static struct exported* place_of(const struct gy_lexer* l, struct exported* table, size_t mask,
                                 uint32_t start, uint32_t length) {
  size_t i = hash_of(l->text + start, length) & mask;
  while (table[i].length != 0 &&
         (table[i].length != length ||
          memcmp(l->text + table[i].start, l->text + start, length * sizeof(uint16_t)) != 0))
    i = (i + 1) & mask;
  return &table[i];
}

static bool is_named_local(const int32_t* record) {
  return record[0] == GY_F_LOCAL && record[1] >= 0;
}

static void record_assignments(const struct gy_lexer* l, struct exported* table, size_t mask) {
  for (size_t i = 0; i + 2 <= l->changes.count; i += 2) {
    int32_t length = l->changes.at[i + 1];
    bool constant = length < 0;
    struct exported* one = place_of(l, table, mask, (uint32_t) l->changes.at[i],
                                    (uint32_t) (constant ? -length : length));
    one->constant |= constant && one->length != 0;
    one->changes |= !constant && one->length != 0;
  }
}

static void decide_changes(struct gy_lexer* l) {
  size_t count = 0;
  size_t size = 4;
  for (size_t i = 0; i + GY_RECORD <= l->found.count; i += GY_RECORD)
    count += is_named_local(l->found.at + i);
  while (size < 2 * count)
    size *= 2;
  struct exported* table = count > 0 ? calloc(size, sizeof(*table)) : NULL;
  if (table == NULL) {
    l->no_memory = l->no_memory || count > 0;
    return;
  }
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i + GY_RECORD <= l->found.count; i += GY_RECORD) {
      int32_t* record = l->found.at + i;
      if (!is_named_local(record))
        continue;
      uint32_t start = (uint32_t) record[1];
      uint32_t length = (uint32_t) record[2] - start;
      struct exported* one = place_of(l, table, size - 1, start, length);
      one->start = start;
      one->length = length;
      record[5] = (one->changes || l->all_change) && !one->constant;
    }
    if (pass == 0)
      record_assignments(l, table, size - 1);
  }
  free(table);
}

void gy_lex_module(struct gy_lexer* l, bool classic) {
  gy_lexer_next(l);
  while (l->now->kind != GY_T_END) {
    bool is_statement = l->depth == 0 && !classic && !gy_is_member(l);
    if (is_statement && l->now->kind == GY_T_IMPORT && !l->is_load)
      import_statement(l);
    else if (is_statement && l->now->kind == GY_T_EXPORT)
      export_statement(l);
    else
      gy_lexer_next(l);
  }
  if (l->error_at < 0 && !l->no_memory)
    decide_changes(l);
}
