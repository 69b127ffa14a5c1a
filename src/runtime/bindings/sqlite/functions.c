/* src/runtime/bindings/sqlite/functions.c — functions of the program that SQLite calls: scalar,
 * aggregate and window functions, and the authorizer.
 *
 * (1) SQLite owns the registration of a function and frees it (destroy) when the function is
 *     replaced or the database is closed.
 * (2) The state of an aggregate is protected from the collector from its first row to its
 *     result.
 * (3) A result is not asked for its properties: an accessor is code of the program, which could
 *     close the statement that is at work. */
#include <stdlib.h>

#include "sqlite.h"

enum { FEW = 8 };

struct function {
  struct gy_database* database;
  bool bigints;
  JSObjectRef call; /* of a plain function */
  struct gy_aggregate_functions of;
};

static void destroy(void* data) {
  struct function* f = data;
  gy_env* env = f->database->env;

  gy_drop(env, f->call);
  gy_drop(env, f->of.start);
  gy_drop(env, f->of.step);
  gy_drop(env, f->of.inverse);
  gy_drop(env, f->of.result);
  free(f);
}

/* Calls `fn` with `first`, unless that is NULL, and the values. Stores an exception and returns
 * NULL. */
static JSValueRef call(struct function* f, JSObjectRef fn, JSValueRef first, int count,
                       sqlite3_value** values) {
  gy_env* env = f->database->env;
  JSValueRef few[FEW + 1], *argv = few, error = NULL, result = NULL;
  size_t used = 0;

  if (env->exiting) /* the end of a worker closes the database in the middle of an aggregate */
    return NULL;
  if (count > FEW && (argv = malloc(((size_t) count + 1) * sizeof(*argv))) == NULL)
    return NULL;
  if (first != NULL)
    argv[used++] = first;
  for (int i = 0; i < count && error == NULL; i++) {
    JSValueRef value = gy_sqlite_value(f->database, values[i], f->bigints, &error);
    if (value != NULL)
      argv[used++] = gy_hold(env, value);
  }
  if (error == NULL)
    result = gy_sqlite_call(f->database, fn, used, argv, &error);
  for (size_t i = first != NULL; i < used; i++)
    gy_drop(env, argv[i]);
  if (argv != few)
    free(argv);
  if (error != NULL)
    gy_sqlite_set_thrown(f->database, error);
  return error != NULL ? NULL : result;
}

static void answer(struct function* f, sqlite3_context* context, JSValueRef value) {
  const char* problem = value != NULL ? gy_sqlite_result(f->database, context, value) : "";

  if (problem != NULL)
    f->database->lib->sqlite3_result_error(context, problem, -1);
}

static struct function* of_context(sqlite3_context* context) {
  JSValueRef ignored = NULL;

  return gy_sqlite(gy_env_here(), &ignored)->sqlite3_user_data(context);
}

static void on_function(sqlite3_context* context, int count, sqlite3_value** values) {
  struct function* f = of_context(context);

  answer(f, context, call(f, f->call, NULL, count, values));
}

int gy_sqlite_add_function(struct gy_database* d, const char* name, int count, int flags,
                           bool bigints, JSObjectRef function) {
  struct function* f = calloc(1, sizeof(*f));

  if (f == NULL)
    return SQLITE_NOMEM;
  f->database = d;
  f->bigints = bigints;
  f->call = (JSObjectRef) gy_hold(d->env, function);
  return d->lib->sqlite3_create_function_v2(d->handle, name, count, SQLITE_UTF8 | flags, f,
                                            on_function, NULL, NULL, destroy);
}

/* ---- Aggregates ---- */

struct state {
  JSValueRef value; /* held; NULL before the first row */
  bool has_failed;
  bool is_window; /* its result was given with the rows */
};

static struct state* state_of(struct function* f, sqlite3_context* context) {
  struct state* s =
      f->database->lib->sqlite3_aggregate_context(context, (int) sizeof(struct state));

  if (s != NULL && s->value == NULL && !s->has_failed) {
    JSValueRef value = call(f, f->of.start, NULL, 0, NULL);
    s->has_failed = value == NULL;
    if (value != NULL)
      s->value = gy_hold(f->database->env, value);
  }
  return s;
}

static void advance(sqlite3_context* context, JSObjectRef fn, int count, sqlite3_value** values) {
  struct function* f = of_context(context);
  struct state* s = state_of(f, context);
  JSValueRef next = s != NULL && !s->has_failed ? call(f, fn, s->value, count, values) : NULL;

  if (next == NULL) {
    if (s != NULL)
      s->has_failed = true;
    f->database->lib->sqlite3_result_error(context, "", 0);
    return;
  }
  gy_hold(f->database->env, next);
  gy_drop(f->database->env, s->value);
  s->value = next;
}

static void on_step(sqlite3_context* context, int count, sqlite3_value** values) {
  advance(context, of_context(context)->of.step, count, values);
}

static void on_inverse(sqlite3_context* context, int count, sqlite3_value** values) {
  advance(context, of_context(context)->of.inverse, count, values);
}

static void give_result(sqlite3_context* context) {
  struct function* f = of_context(context);
  struct state* s = state_of(f, context);
  JSValueRef value = NULL;

  if (s != NULL && !s->has_failed)
    value = f->of.result != NULL ? call(f, f->of.result, s->value, 0, NULL) : s->value;
  answer(f, context, value);
}

static void on_value(sqlite3_context* context) {
  struct state* s = state_of(of_context(context), context);

  if (s != NULL)
    s->is_window = true;
  give_result(context);
}

static void on_final(sqlite3_context* context) {
  struct function* f = of_context(context);
  struct state* s = state_of(f, context);

  if (s == NULL || !s->is_window)
    give_result(context);
  s = f->database->lib->sqlite3_aggregate_context(context, (int) sizeof(struct state));
  if (s != NULL) {
    gy_drop(f->database->env, s->value);
    s->value = NULL;
    s->has_failed = true;
  }
}

static JSObjectRef hold(gy_env* env, JSObjectRef fn) {
  return fn != NULL ? (JSObjectRef) gy_hold(env, fn) : NULL;
}

int gy_sqlite_add_aggregate(struct gy_database* d, const char* name, int count, int flags,
                            bool bigints, const struct gy_aggregate_functions* functions) {
  struct function* f = calloc(1, sizeof(*f));
  bool is_window = functions->inverse != NULL;

  if (f == NULL)
    return SQLITE_NOMEM;
  f->database = d;
  f->bigints = bigints;
  f->of.start = hold(d->env, functions->start);
  f->of.step = hold(d->env, functions->step);
  f->of.inverse = hold(d->env, functions->inverse);
  f->of.result = hold(d->env, functions->result);
  return d->lib->sqlite3_create_window_function(d->handle, name, count, SQLITE_UTF8 | flags, f,
                                                on_step, on_final, is_window ? on_value : NULL,
                                                is_window ? on_inverse : NULL, destroy);
}

/* ---- The authorizer ---- */

static JSValueRef text_or_null(gy_env* env, const char* text) {
  return text != NULL ? gy_string(env, text) : JSValueMakeNull(env->ctx);
}

static int on_authorize(void* data, int action, const char* first, const char* second,
                        const char* name, const char* trigger) {
  struct gy_database* d = data;
  gy_env* env = d->env;
  JSValueRef argv[] = {gy_number(env, action), text_or_null(env, first), text_or_null(env, second),
                       text_or_null(env, name), text_or_null(env, trigger)};
  JSValueRef error = NULL;
  JSValueRef result = gy_sqlite_call(d, d->authorizer, GY_COUNT(argv), argv, &error);

  if (error != NULL) {
    gy_sqlite_set_thrown(d, error);
    return SQLITE_DENY;
  }
  return JSValueIsNumber(env->ctx, result) ? JSValueToInt32(env->ctx, result, NULL) : SQLITE_DENY;
}

int gy_sqlite_set_authorizer(struct gy_database* d, JSObjectRef function) {
  gy_drop(d->env, d->authorizer);
  d->authorizer = hold(d->env, function);
  return d->lib->sqlite3_set_authorizer(d->handle, function != NULL ? on_authorize : NULL, d);
}
