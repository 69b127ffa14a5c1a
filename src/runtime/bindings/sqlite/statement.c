/* src/runtime/bindings/sqlite/statement.c — prepared statements.
 *
 * (1) A statement whose handle is NULL has been finalized, by itself or with its database.
 * (2) Finalizing or resetting a statement may call an aggregate of the program, which may use this
 *     statement or another one. So the statement is marked, and removed from the list, before. An
 *     exception of that aggregate is dropped.
 * (3) Numbers are passed in `shared`, which lib/ sees as a Float64Array, because a call of the
 *     engine per number costs more than binding it. lib/ writes it right before a call; C reads it
 *     before SQLite can call the program, and writes results after the call. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../view.h"
#include "runtime/engine_private.h"
#include "sqlite.h"

static _Thread_local JSClassRef statement_class;

/* (3). Input: two bit masks, of the parameters that are numbers and of those that are strings, for
 * the first MOST_MARKED parameters; then the numbers. Output: see the functions. */
enum { MOST_MARKED = 30 };
static _Thread_local struct {
  double numbers, strings;
  double values[MOST_MARKED];
} shared;

static void remove_from_list(struct gy_statement* s) {
  *s->link = s->next;
  if (s->next != NULL)
    s->next->link = s->link;
}

static void add_to_list(struct gy_statement** list, struct gy_statement* s) {
  s->next = *list;
  s->link = list;
  if (s->next != NULL)
    s->next->link = &s->next;
  *list = s;
}

void gy_statement_close(struct gy_statement* s) {
  sqlite3_stmt* handle = s->handle;
  struct gy_database* d = s->database;

  if (handle == NULL)
    return;
  s->handle = NULL; /* (2) */
  remove_from_list(s);
  if (s->is_collected)
    free(s);
  d->lib->sqlite3_finalize(handle);
  gy_sqlite_forget(d);
}

/* A collected statement is finalized when its database prepares the next one. Finalizing it here
 * could call functions of the program. */
static void on_collected(JSObjectRef object) {
  struct gy_statement* s = JSObjectGetPrivate(object);

  if (s == NULL)
    return;
  s->is_collected = true;
  if (s->handle == NULL) {
    free(s);
    return;
  }
  remove_from_list(s);
  add_to_list(&s->database->collected, s);
}

static void close_collected(struct gy_database* d) {
  while (d->collected != NULL)
    gy_statement_close(d->collected);
}

void gy_statements_close(struct gy_database* d) {
  close_collected(d);
  while (d->statements != NULL)
    gy_statement_close(d->statements);
  close_collected(d); /* finalizing may have run the collector */
}

static struct gy_statement* statement_of(JSContextRef ctx, JSValueRef self, JSValueRef* exception) {
  struct gy_statement* s = gy_unwrap(ctx, self, statement_class, exception);

  if (s != NULL && s->handle == NULL) {
    gy_throw(gy_env_here(), exception, "statement has been finalized");
    return NULL;
  }
  return s;
}

/* The same, for what must not happen while SQLite is at work on the statement. */
static struct gy_statement* idle_statement_of(JSContextRef ctx, JSValueRef self,
                                              JSValueRef* exception) {
  struct gy_statement* s = statement_of(ctx, self, exception);

  if (s != NULL && s->is_running) {
    gy_throw(gy_env_here(), exception, "statement is already being executed");
    return NULL;
  }
  return s;
}

/* The functions that run a statement take it as an argument, not as `this`: the engine caches no
 * properties of objects of the C API, so looking up a method on a handle costs more than calling
 * it. */
static JSValueRef first(size_t argc, const JSValueRef argv[]) {
  return argc > 0 ? argv[0] : NULL;
}

/* The same whether it has been finalized or not. */
static struct gy_statement* handle_of(JSContextRef ctx, size_t argc, const JSValueRef argv[],
                                      JSValueRef* exception) {
  return gy_unwrap(ctx, first(argc, argv), statement_class, exception);
}

static void reset_statement(struct gy_statement* s) {
  s->is_running = true; /* (2) */
  s->database->lib->sqlite3_reset(s->handle);
  s->is_running = false;
  s->is_done = false;
  s->has_stepped = false;
  gy_sqlite_forget(s->database);
}

/* What has not been stepped is reset already. */
static void make_ready(struct gy_statement* s) {
  if (s->has_stepped)
    reset_statement(s);
  s->is_done = false;
  if (s->database->thrown != NULL)
    gy_sqlite_forget(s->database);
}

/* The collector has to know what statements need, or a program that prepares many keeps them. */
static void report_memory(gy_env* env, const struct gy_statement* s) {
  int bytes = s->database->lib->sqlite3_stmt_status(s->handle, SQLITE_STMTSTATUS_MEMUSED, 0);

  if (JSReportExtraMemoryCost != NULL && bytes > 0)
    JSReportExtraMemoryCost(env->ctx, (size_t) bytes);
}

/* prepare(database, sql, isPersistent) → statement, or null if the text has none */
GY_FUNCTION(prepare) {
  gy_env* env = gy_env_here();
  struct gy_database* d = argc > 1 ? gy_sqlite_database(ctx, argv[0], exception) : NULL;
  struct gy_statement* s;
  struct gy_text sql;
  int status;

  if (d == NULL || !gy_text_get(env, argv[1], &sql, exception))
    return NULL;
  if (sql.length >= INT_MAX) {
    gy_text_free(&sql);
    return gy_sqlite_throw_text(env, SQLITE_TOOBIG, "query string is too large",
                                "string or blob too big", exception);
  }
  close_collected(d);
  s = calloc(1, sizeof(*s));
  if (s == NULL) {
    gy_text_free(&sql);
    return gy_throw_uv(env, exception, UV_ENOMEM, "prepare", NULL, NULL);
  }
  s->database = d;
  status = d->lib->sqlite3_prepare_v3(
      d->handle, sql.data, (int) sql.length + 1,
      gy_arg_bool(ctx, argc, argv, 2) ? SQLITE_PREPARE_PERSISTENT : 0, &s->handle, NULL);
  gy_text_free(&sql);
  if (status != SQLITE_OK || d->thrown != NULL || s->handle == NULL) {
    if (s->handle != NULL)
      d->lib->sqlite3_finalize(s->handle);
    free(s);
    return status == SQLITE_OK && d->thrown == NULL ? JSValueMakeNull(ctx)
                                                    : gy_sqlite_throw(d, status, exception);
  }
  add_to_list(&d->statements, s);
  report_memory(env, s);
  return JSObjectMake(env->ctx, statement_class, s);
}

/* Why a statement cannot be run; the error is made in lib/. */
enum { REFUSED_NOT, REFUSED_FINALIZED, REFUSED_RUNNING };

/* Resets the statement and binds its parameters, from the first one on. What is left is null. */
static int begin_with(struct gy_statement* s, size_t argc, const JSValueRef argv[],
                      JSValueRef* exception) {
  uint32_t numbers = (uint32_t) shared.numbers, strings = (uint32_t) shared.strings;
  size_t marked = argc < MOST_MARKED ? argc : MOST_MARKED;
  double values[MOST_MARKED];

  memcpy(values, shared.values, marked * sizeof(*values)); /* before the reset, (2) */
  if (s->handle == NULL)
    return REFUSED_FINALIZED;
  if (s->is_running)
    return REFUSED_RUNNING;
  make_ready(s);
  if (argc < (size_t) s->database->lib->sqlite3_bind_parameter_count(s->handle))
    s->database->lib->sqlite3_clear_bindings(s->handle);
  for (size_t i = 0; i < argc; i++) {
    uint32_t bit = i < MOST_MARKED ? UINT32_C(1) << i : 0;
    int status = numbers & bit
                     ? s->database->lib->sqlite3_bind_double(s->handle, (int) i + 1, values[i])
                 : strings & bit ? gy_sqlite_bind_string(s, (int) i + 1, argv[i])
                                 : gy_sqlite_bind(s, (int) i + 1, argv[i]);
    if (status != SQLITE_OK) {
      gy_sqlite_throw(s->database, status, exception);
      for (; i < argc; i++) /* no values of an earlier run are left */
        s->database->lib->sqlite3_bind_null(s->handle, (int) i + 1);
      break;
    }
  }
  return REFUSED_NOT;
}

/* One step: whether there is a row. A statement that failed or ended is reset. */
static bool take_step(struct gy_statement* s, JSValueRef* exception) {
  struct gy_database* d = s->database;
  int status;

  s->is_running = s->has_stepped = true;
  status = d->lib->sqlite3_step(s->handle);
  s->is_running = false;
  if (status == SQLITE_ROW && d->thrown == NULL)
    return true;
  if (status != SQLITE_DONE || d->thrown != NULL)
    gy_sqlite_throw(d, status, exception);
  reset_statement(s);
  s->is_done = true;
  return false;
}

/* Reads the `count` values of the row; false with an exception. Functions that read a column take
 * the lock of the database, functions that read a value do not: so one call of the former per
 * column. */
static bool read_row(struct gy_statement* s, int count, JSValueRef values[],
                     JSValueRef* exception) {
  for (int i = 0; i < count; i++) {
    sqlite3_value* value = s->database->lib->sqlite3_column_value(s->handle, i);
    values[i] = gy_sqlite_value(s->database, value, s->bigints, exception);
    if (values[i] == NULL)
      return false;
  }
  return true;
}

/* Values that are not in an array yet are on the stack, where the engine's collector finds them.
 * SQLite has at most 2000 columns, also in Debian's build. */
enum { MOST_VALUES = 2048, MOST_ROWS = 128 };

static JSValueRef row_array(struct gy_statement* s, JSValueRef* exception) {
  JSValueRef values[MOST_VALUES];
  int count = s->database->lib->sqlite3_column_count(s->handle);

  if (count > MOST_VALUES)
    return gy_throw(s->database->env, exception, "too many columns");
  return read_row(s, count, values, exception)
             ? JSObjectMakeArray(s->database->env->ctx, (size_t) count, values, exception)
             : NULL;
}

/* Changes when the names of the columns may have changed. */
static int shape_of(struct gy_statement* s) {
  return s->database->lib->sqlite3_stmt_status(s->handle, SQLITE_STMTSTATUS_REPREPARE, 0);
}

/* begin(statement, ...values) → undefined, or why it is refused */
GY_FUNCTION(begin) {
  struct gy_statement* s = handle_of(ctx, argc, argv, exception);
  int refused = s != NULL ? begin_with(s, argc - 1, argv + 1, exception) : REFUSED_NOT;

  if (s == NULL || *exception != NULL)
    return NULL;
  return refused ? gy_number(gy_env_here(), refused) : gy_undefined(gy_env_here());
}

/* get(statement, ...values) → the first row as an array; undefined if there is none; or a number,
 * the reason of a refusal. Sets shared[0] to the result of shape(). */
GY_FUNCTION(get_row) {
  struct gy_statement* s = handle_of(ctx, argc, argv, exception);
  JSValueRef values = NULL;
  int refused = s != NULL ? begin_with(s, argc - 1, argv + 1, exception) : REFUSED_NOT;

  if (s == NULL || *exception != NULL)
    return NULL;
  if (refused)
    return gy_number(gy_env_here(), refused);
  if (take_step(s, exception)) {
    values = row_array(s, exception);
    int shape = shape_of(s);
    reset_statement(s);
    shared.numbers = shape;
  }
  if (*exception != NULL)
    return NULL;
  return values != NULL ? values : gy_undefined(gy_env_here());
}

/* run(statement, ...values) → a number, the reason of a refusal; or undefined, with the last row id
 * in shared[0] and the number of changes in shared[1]; or an array of both, if they are or may be
 * BigInts */
GY_FUNCTION(run_statement) {
  struct gy_statement* s = handle_of(ctx, argc, argv, exception);
  int refused = s != NULL ? begin_with(s, argc - 1, argv + 1, exception) : REFUSED_NOT;
  struct gy_database* d;
  JSValueRef values[2];
  int64_t id, changes;

  if (s == NULL || *exception != NULL)
    return NULL;
  if (refused)
    return gy_number(gy_env_here(), refused);
  while (take_step(s, exception)) {
  }
  if (*exception != NULL)
    return NULL;
  d = s->database;
  id = d->lib->sqlite3_last_insert_rowid(d->handle);
  changes = d->lib->sqlite3_changes64(d->handle);
  if (!s->bigints && id >= INT32_MIN && id <= INT32_MAX && changes <= INT32_MAX) {
    shared.numbers = (double) id;
    shared.strings = (double) changes;
    return gy_undefined(d->env);
  }
  values[0] = gy_sqlite_integer(d->env, id, s->bigints, exception);
  if (values[0] == NULL)
    return NULL;
  values[1] = gy_sqlite_integer(d->env, changes, s->bigints, exception);
  return values[1] != NULL ? JSObjectMakeArray(ctx, 2, values, exception) : NULL;
}

/* next(statement) → the next row as an array; undefined at the end */
GY_FUNCTION(next_row) {
  struct gy_statement* s = idle_statement_of(ctx, first(argc, argv), exception);

  if (s == NULL)
    return NULL;
  if (!take_step(s, exception))
    return *exception != NULL ? NULL : gy_undefined(gy_env_here());
  return row_array(s, exception);
}

/* rows(statement) → the values of the next rows, one row after another; undefined at the end */
GY_FUNCTION(next_rows) {
  struct gy_statement* s = idle_statement_of(ctx, first(argc, argv), exception);
  JSValueRef values[MOST_VALUES];
  int count, used = 0;

  if (s == NULL)
    return NULL;
  if (s->is_done)
    return gy_undefined(gy_env_here());
  for (int i = 0; i < MOST_ROWS && take_step(s, exception); i++) {
    count = s->database->lib->sqlite3_column_count(s->handle);
    if (count > MOST_VALUES)
      return gy_throw(s->database->env, exception, "too many columns");
    if (!read_row(s, count, values + used, exception))
      return NULL;
    used += count;
    if (used + count > MOST_VALUES)
      break;
  }
  return *exception != NULL ? NULL : JSObjectMakeArray(ctx, (size_t) used, values, exception);
}

/* shape(statement) → changes when the names of the columns may have changed */
GY_FUNCTION(shape) {
  struct gy_statement* s = statement_of(ctx, first(argc, argv), exception);

  if (s == NULL)
    return NULL;
  return gy_number(s->database->env, shape_of(s));
}

/* statement.setReadBigInts(whether) */
GY_FUNCTION(set_bigints) {
  struct gy_statement* s = statement_of(ctx, self, exception);

  if (s == NULL)
    return NULL;
  s->bigints = gy_arg_bool(ctx, argc, argv, 0);
  return gy_undefined(gy_env_here());
}

GY_FUNCTION(reset) {
  struct gy_statement* s = idle_statement_of(ctx, first(argc, argv), exception);

  if (s == NULL)
    return NULL;
  reset_statement(s);
  return gy_undefined(gy_env_here());
}

/* isRunning(statement) → whether a step of it is under way; isFinalized(statement) */
GY_FUNCTION(is_running) {
  struct gy_statement* s = handle_of(ctx, argc, argv, exception);

  return gy_bool(gy_env_here(), s != NULL && s->is_running);
}

GY_FUNCTION(is_finalized) {
  struct gy_statement* s = handle_of(ctx, argc, argv, exception);

  return gy_bool(gy_env_here(), s == NULL || s->handle == NULL);
}

GY_FUNCTION(finalize) {
  struct gy_statement* s = idle_statement_of(ctx, self, exception);

  if (s == NULL)
    return NULL;
  gy_statement_close(s);
  return gy_undefined(gy_env_here());
}

static JSValueRef text_or_null(gy_env* env, const char* text) {
  return text != NULL ? gy_string(env, text) : JSValueMakeNull(env->ctx);
}

/* statement.names() → names of the columns; statement.columnCount() */
GY_FUNCTION(column_names) {
  struct gy_statement* s = statement_of(ctx, self, exception);
  JSObjectRef list;
  int count;

  if (s == NULL)
    return NULL;
  count = s->database->lib->sqlite3_column_count(s->handle);
  list = gy_array_new(s->database->env, (size_t) count);
  for (int i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(
        ctx, list, (unsigned) i,
        text_or_null(s->database->env, s->database->lib->sqlite3_column_name(s->handle, i)), NULL);
  return list;
}

/* statement.columns() → [origin, database, name, table, type, …] */
GY_FUNCTION(columns) {
  struct gy_statement* s = statement_of(ctx, self, exception);
  const struct gy_sqlite* lib;
  JSObjectRef list;
  int count;

  if (s == NULL)
    return NULL;
  lib = s->database->lib;
  count = lib->sqlite3_column_count(s->handle);
  list = gy_array_new(s->database->env, (size_t) count * 5);
  for (int i = 0; i < count; i++) {
    const char* texts[] = {
        lib->sqlite3_column_origin_name(s->handle, i),
        lib->sqlite3_column_database_name(s->handle, i), lib->sqlite3_column_name(s->handle, i),
        lib->sqlite3_column_table_name(s->handle, i), lib->sqlite3_column_decltype(s->handle, i)};
    for (int j = 0; j < 5; j++)
      JSObjectSetPropertyAtIndex(ctx, list, (unsigned) (i * 5 + j),
                                 text_or_null(s->database->env, texts[j]), NULL);
  }
  return list;
}

/* statement.parameters() → names, null for anonymous ones */
GY_FUNCTION(parameters) {
  struct gy_statement* s = statement_of(ctx, self, exception);
  JSObjectRef list;
  int count;

  if (s == NULL)
    return NULL;
  count = s->database->lib->sqlite3_bind_parameter_count(s->handle);
  list = gy_array_new(s->database->env, (size_t) count);
  for (int i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(
        ctx, list, (unsigned) i,
        text_or_null(s->database->env,
                     s->database->lib->sqlite3_bind_parameter_name(s->handle, i + 1)),
        NULL);
  return list;
}

/* statement.sql(isExpanded) */
GY_FUNCTION(sql_text) {
  struct gy_statement* s = statement_of(ctx, self, exception);
  JSValueRef value;
  char* expanded;

  if (s == NULL)
    return NULL;
  if (!gy_arg_bool(ctx, argc, argv, 0))
    return text_or_null(s->database->env, s->database->lib->sqlite3_sql(s->handle));
  expanded = s->database->lib->sqlite3_expanded_sql(s->handle);
  if (expanded == NULL)
    return gy_sqlite_throw_text(s->database->env, SQLITE_NOMEM,
                                "Expanded SQL text would exceed configured limits", "out of memory",
                                exception);
  value = gy_string(s->database->env, expanded);
  s->database->lib->sqlite3_free(expanded);
  return value;
}

/* statement.status(counter, isReset) */
GY_FUNCTION(status_of) {
  struct gy_statement* s = statement_of(ctx, self, exception);

  if (s == NULL)
    return NULL;
  return gy_number(s->database->env,
                   s->database->lib->sqlite3_stmt_status(s->handle, gy_arg_int(ctx, argc, argv, 0),
                                                         gy_arg_bool(ctx, argc, argv, 1)));
}

void gy_bind_sqlite_statements(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"prepare", prepare},      {"begin", begin},
      {"get", get_row},          {"run", run_statement},
      {"next", next_row},        {"rows", next_rows},
      {"shape", shape},          {"reset", reset},
      {"isRunning", is_running}, {"isFinalized", is_finalized},
  };
  static const struct gy_function methods[] = {
      {"setReadBigInts", set_bigints}, {"finalize", finalize},
      {"names", column_names},         {"columns", columns},
      {"parameters", parameters},      {"sql", sql_text},
      {"status", status_of},
  };

  statement_class = gy_class_new("Statement", on_collected);
  gy_define_methods(env, statement_class, methods);
  gy_define(env, target, functions);
  gy_set_view(env, target, "shared", kJSTypedArrayTypeFloat64Array, &shared, sizeof(shared));
}
