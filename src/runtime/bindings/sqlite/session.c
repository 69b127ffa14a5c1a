/* src/runtime/bindings/sqlite/session.c — sessions and changesets. */
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

static _Thread_local JSClassRef session_class;

void gy_session_close(struct gy_session* s) {
  if (s->handle == NULL)
    return;
  s->database->lib->sqlite3session_delete(s->handle);
  s->handle = NULL;
  *s->link = s->next;
  if (s->next != NULL)
    s->next->link = s->link;
}

static void on_collected(JSObjectRef object) {
  struct gy_session* s = JSObjectGetPrivate(object);

  if (s != NULL && s->handle == NULL)
    free(s);
}

static const char* text_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i,
                            struct gy_text* text, JSValueRef* exception) {
  *text = (struct gy_text){0};
  if (i >= argc || !JSValueIsString(ctx, argv[i]) ||
      !gy_text_get(gy_env_here(), argv[i], text, exception))
    return NULL;
  return text->data;
}

/* createSession(database, name, table) → session; without a table all are tracked */
GY_FUNCTION(create_session) {
  gy_env* env = gy_env_here();
  struct gy_database* d = argc > 0 ? gy_sqlite_database(ctx, argv[0], exception) : NULL;
  struct gy_session* s = d != NULL ? calloc(1, sizeof(*s)) : NULL;
  struct gy_text texts[2];
  const char* name = text_arg(ctx, argc, argv, 1, &texts[0], exception);
  const char* table = text_arg(ctx, argc, argv, 2, &texts[1], exception);
  int status = SQLITE_NOMEM;

  if (s != NULL && name != NULL) {
    status = d->lib->sqlite3session_create(d->handle, name, &s->handle);
    if (status == SQLITE_OK)
      status = d->lib->sqlite3session_attach(s->handle, table);
  }
  gy_text_free(&texts[0]);
  gy_text_free(&texts[1]);
  if (d == NULL)
    return NULL;
  if (status != SQLITE_OK) {
    if (s != NULL && s->handle != NULL)
      d->lib->sqlite3session_delete(s->handle);
    free(s);
    return gy_sqlite_throw(d, status, exception);
  }
  s->database = d;
  s->next = d->sessions;
  s->link = &d->sessions;
  if (s->next != NULL)
    s->next->link = &s->next;
  d->sessions = s;
  return JSObjectMake(env->ctx, session_class, s);
}

/* session.changes(isPatchset) → bytes */
GY_FUNCTION(changes) {
  struct gy_session* s = gy_unwrap(ctx, self, session_class, exception);
  const struct gy_sqlite* lib;
  void *data = NULL, *copy;
  int size = 0, status;

  if (s == NULL || s->handle == NULL)
    return gy_throw(gy_env_here(), exception, "session is not open");
  lib = s->database->lib;
  status = gy_arg_bool(ctx, argc, argv, 0) ? lib->sqlite3session_patchset(s->handle, &size, &data)
                                           : lib->sqlite3session_changeset(s->handle, &size, &data);
  if (status != SQLITE_OK)
    return gy_sqlite_throw(s->database, status, exception);
  copy = malloc((size_t) size + 1);
  if (copy != NULL && size > 0)
    memcpy(copy, data, (size_t) size);
  lib->sqlite3_free(data);
  if (copy == NULL)
    return gy_throw_uv(gy_env_here(), exception, UV_ENOMEM, "changeset", NULL, NULL);
  return gy_bytes_adopt(s->database->env, copy, (size_t) size);
}

GY_FUNCTION(close_session) {
  struct gy_session* s = gy_unwrap(ctx, self, session_class, exception);

  if (s != NULL)
    gy_session_close(s);
  return gy_undefined(gy_env_here());
}

GY_FUNCTION(is_open) {
  struct gy_session* s = gy_unwrap(ctx, self, session_class, exception);

  return gy_bool(gy_env_here(), s != NULL && s->handle != NULL);
}

/* ---- Applying ---- */

struct apply {
  struct gy_database* database;
  JSObjectRef filter, conflict;
};

static JSValueRef call_program(struct apply* a, JSObjectRef fn, JSValueRef argument) {
  JSValueRef error = NULL;
  JSValueRef result = gy_sqlite_call(a->database, fn, 1, &argument, &error);

  if (error != NULL)
    gy_sqlite_set_thrown(a->database, error);
  return error != NULL ? NULL : result;
}

static int on_filter(void* data, const char* table) {
  struct apply* a = data;
  JSValueRef result;

  if (a->database->thrown != NULL)
    return 0;
  result = call_program(a, a->filter, gy_string(a->database->env, table));
  return result != NULL && JSValueToBoolean(a->database->env->ctx, result);
}

static int on_conflict(void* data, int kind, sqlite3_changeset_iter* changes) {
  struct apply* a = data;
  JSContextRef ctx = a->database->env->ctx;
  JSValueRef result;

  (void) changes;
  if (a->conflict == NULL)
    return SQLITE_CHANGESET_ABORT;
  result = call_program(a, a->conflict, gy_number(a->database->env, kind));
  return result != NULL && JSValueIsNumber(ctx, result) ? JSValueToInt32(ctx, result, NULL) : -1;
}

/* SQLite 3.40 reads a value that is not there if a key is missing in a change. */
static bool has_key(const struct gy_sqlite* lib, sqlite3_changeset_iter* changes) {
  unsigned char* keys = NULL;
  const char* table;
  int count = 0, operation = 0, indirect;

  lib->sqlite3changeset_op(changes, &table, &count, &operation, &indirect);
  lib->sqlite3changeset_pk(changes, &keys, &count);
  for (int i = 0; i < count; i++) {
    sqlite3_value* value = NULL;
    if (!keys[i])
      continue;
    if (operation == SQLITE_INSERT)
      lib->sqlite3changeset_new(changes, i, &value);
    else
      lib->sqlite3changeset_old(changes, i, &value);
    if (value == NULL)
      return false;
  }
  return true;
}

/* Whether the bytes can be applied at all: they may come from anywhere. */
static int check_changes(const struct gy_sqlite* lib, void* bytes, int length) {
  sqlite3_changeset_iter* changes = NULL;
  int status = lib->sqlite3changeset_start(&changes, length, bytes), end;

  while (status == SQLITE_OK && (status = lib->sqlite3changeset_next(changes)) == SQLITE_ROW)
    status = has_key(lib, changes) ? SQLITE_OK : SQLITE_CORRUPT;
  end = changes != NULL ? lib->sqlite3changeset_finalize(changes) : SQLITE_OK;
  if (status == SQLITE_DONE)
    status = SQLITE_OK;
  return status != SQLITE_OK ? status : end;
}

/* applyChangeset(database, bytes, filter, onConflict) → whether it was applied */
GY_FUNCTION(apply_changeset) {
  gy_env* env = gy_env_here();
  struct gy_database* d = argc > 1 ? gy_sqlite_database(ctx, argv[0], exception) : NULL;
  struct apply a = {d, gy_arg_function(ctx, argc, argv, 2), gy_arg_function(ctx, argc, argv, 3)};
  uint8_t* bytes;
  void* copy;
  size_t length;
  int status;

  if (d == NULL || !gy_bytes_get(env, argv[1], &bytes, &length) || length > INT32_MAX)
    return NULL;
  /* Functions of the program could change the bytes. */
  copy = malloc(length + 1);
  if (copy == NULL)
    return gy_throw_uv(env, exception, UV_ENOMEM, "applyChangeset", NULL, NULL);
  memcpy(copy, bytes, length);
  status = gy_sqlite_is_changeset(copy, length) ? check_changes(d->lib, copy, (int) length)
                                                : SQLITE_CORRUPT;
  if (status == SQLITE_OK)
    status = d->lib->sqlite3changeset_apply(d->handle, (int) length, copy,
                                            a.filter != NULL ? on_filter : NULL, on_conflict, &a);
  free(copy);
  if (d->thrown == NULL && (status == SQLITE_OK || status == SQLITE_ABORT))
    return gy_bool(env, status == SQLITE_OK);
  if (d->thrown == NULL)
    return gy_sqlite_throw_text(env, status, d->lib->sqlite3_errstr(status),
                                d->lib->sqlite3_errstr(status), exception);
  return gy_sqlite_throw(d, status, exception);
}

void gy_bind_sqlite_sessions(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"createSession", create_session},
      {"applyChangeset", apply_changeset},
  };
  static const struct gy_function methods[] = {
      {"changes", changes},
      {"close", close_session},
      {"isOpen", is_open},
  };

  session_class = gy_class_new("Session", on_collected);
  gy_define_methods(env, session_class, methods);
  gy_define(env, target, functions);
}
