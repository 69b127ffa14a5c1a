/* src/runtime/bindings/sqlite/sqlite.c — internalBinding('sqlite'): databases and backups.
 *
 * (1) A collected database is closed when the next one is opened: closing releases values of the
 *     program, which is not allowed during a collection.
 * (2) Databases that are open when their worker ends are closed then, because files and locks do
 *     not end with a thread. */
#include "sqlite.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local JSClassRef database_class, backup_class;
static _Thread_local struct gy_database *collected, *opened;

static void close_database(struct gy_database* d) {
  sqlite3* handle = d->handle;

  while (d->sessions != NULL)
    gy_session_close(d->sessions);
  gy_statements_close(d);
  gy_sqlite_close_kept(d);
  d->handle = NULL;
  if (d->link != NULL && (*d->link = d->next) != NULL)
    d->next->link = d->link;
  d->link = NULL;
  if (handle != NULL)
    d->lib->sqlite3_close_v2(handle);
  gy_drop(d->env, d->authorizer);
  gy_drop(d->env, d->thrown);
  d->authorizer = NULL;
  d->thrown = NULL;
}

static void on_collected(JSObjectRef object) {
  struct gy_database* d = JSObjectGetPrivate(object);

  if (d == NULL)
    return;
  d->next_collected = collected;
  collected = d;
}

/* (1). Their memory stays while statements may point to it. */
static void close_collected(void) {
  while (collected != NULL) {
    struct gy_database* d = collected;
    collected = d->next_collected;
    close_database(d);
  }
}

/* (2) */
static void close_all(gy_env* env) {
  while (opened != NULL)
    close_database(opened);
}

struct gy_database* gy_sqlite_database(JSContextRef ctx, JSValueRef value, JSValueRef* exception) {
  struct gy_database* d = gy_unwrap(ctx, value, database_class, exception);

  if (d != NULL && d->handle == NULL) {
    gy_throw(gy_env_here(), exception, "database is not open");
    return NULL;
  }
  return d;
}

/* The same, for what no function that SQLite calls may do. */
static struct gy_database* unused_database(JSContextRef ctx, JSValueRef self,
                                           JSValueRef* exception) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);

  if (d != NULL && d->uses > 0) {
    gy_throw(gy_env_here(), exception, "database is in use");
    return NULL;
  }
  return d;
}

/* version() → that of the library */
GY_FUNCTION(version) {
  gy_env* env = gy_env_here();
  const struct gy_sqlite* lib = gy_sqlite(env, exception);

  return lib != NULL ? gy_string(env, lib->sqlite3_libversion()) : NULL;
}

/* open(path, flags, timeout) → database */
GY_FUNCTION(open_database) {
  gy_env* env = gy_env_here();
  const struct gy_sqlite* lib = gy_sqlite(env, exception);
  struct gy_database* d;
  struct gy_text path;
  int status;

  if (lib == NULL || argc < 1 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  close_collected();
  d = calloc(1, sizeof(*d));
  if (d == NULL) {
    gy_text_free(&path);
    return gy_throw_uv(env, exception, UV_ENOMEM, "open", NULL, NULL);
  }
  d->env = env;
  d->lib = lib;
  /* Only this thread uses the connection: SQLite need not lock it at every call. */
  status = lib->sqlite3_open_v2(path.data, &d->handle,
                                gy_arg_int(ctx, argc, argv, 1) | SQLITE_OPEN_NOMUTEX, NULL);
  gy_text_free(&path);
  if (status != SQLITE_OK) {
    gy_sqlite_throw(d, status, exception);
    close_database(d);
    free(d);
    return NULL;
  }
  d->next = opened;
  d->link = &opened;
  if (opened != NULL)
    opened->link = &d->next;
  opened = d;
  lib->sqlite3_extended_result_codes(d->handle, 1);
  lib->sqlite3_busy_timeout(d->handle, gy_arg_int(ctx, argc, argv, 2));
  return JSObjectMake(env->ctx, database_class, d);
}

GY_FUNCTION(close_now) {
  struct gy_database* d = unused_database(ctx, self, exception);

  if (d == NULL)
    return NULL;
  close_database(d);
  return gy_undefined(gy_env_here());
}

/* exec(database, sql) */
GY_FUNCTION(exec) {
  gy_env* env = gy_env_here();
  struct gy_database* d = argc > 1 ? gy_sqlite_database(ctx, argv[0], exception) : NULL;
  struct gy_text sql;
  int status;

  if (d == NULL || !gy_text_get(env, argv[1], &sql, exception))
    return NULL;
  status = gy_sqlite_exec(d, &sql);
  gy_text_free(&sql);
  return status == SQLITE_OK && d->thrown == NULL ? gy_undefined(env)
                                                  : gy_sqlite_throw(d, status, exception);
}

/* database.config(option, value) */
GY_FUNCTION(config) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  int status, now;

  if (d == NULL)
    return NULL;
  gy_sqlite_close_kept(d);
  status = d->lib->sqlite3_db_config(d->handle, gy_arg_int(ctx, argc, argv, 0),
                                     gy_arg_int(ctx, argc, argv, 1), &now);
  return status == SQLITE_OK ? gy_undefined(d->env) : gy_sqlite_throw(d, status, exception);
}

/* database.limit(id, value) → the limit before; -1 changes nothing */
GY_FUNCTION(limit) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);

  if (d == NULL)
    return NULL;
  gy_sqlite_close_kept(d); /* texts are measured when they are compiled */
  return gy_number(d->env, d->lib->sqlite3_limit(d->handle, gy_arg_int(ctx, argc, argv, 0),
                                                 gy_arg_int(ctx, argc, argv, 1)));
}

/* database.changes(asBigInts, isRowid) */
GY_FUNCTION(changes) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  int64_t value;

  if (d == NULL)
    return NULL;
  value = gy_arg_bool(ctx, argc, argv, 1) ? d->lib->sqlite3_last_insert_rowid(d->handle)
                                          : d->lib->sqlite3_changes64(d->handle);
  return gy_sqlite_integer(d->env, value, gy_arg_bool(ctx, argc, argv, 0), exception);
}

GY_FUNCTION(is_transaction) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);

  return d == NULL ? NULL : gy_bool(d->env, !d->lib->sqlite3_get_autocommit(d->handle));
}

/* database.location(name) → path or null */
GY_FUNCTION(location) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  const char* path;
  struct gy_text name;

  if (d == NULL || argc < 1 || !gy_text_get(d->env, argv[0], &name, exception))
    return NULL;
  path = d->lib->sqlite3_db_filename(d->handle, name.data);
  gy_text_free(&name);
  return path == NULL || path[0] == '\0' ? JSValueMakeNull(ctx) : gy_string(d->env, path);
}

/* database.enableLoadExtension(allow) */
GY_FUNCTION(enable_load_extension) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  int status;

  if (d == NULL)
    return NULL;
  status = d->lib->sqlite3_db_config(d->handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
                                     (int) gy_arg_bool(ctx, argc, argv, 0), NULL);
  return status == SQLITE_OK ? gy_undefined(d->env) : gy_sqlite_throw(d, status, exception);
}

/* database.loadExtension(path, entry point or undefined) */
GY_FUNCTION(load_extension) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  struct gy_text path, entry = {0};
  bool has_entry = argc > 1 && JSValueIsString(ctx, argv[1]);
  char* message = NULL;
  int status;

  if (d == NULL || argc < 1 || !gy_text_get(d->env, argv[0], &path, exception))
    return NULL;
  if (has_entry && !gy_text_get(d->env, argv[1], &entry, exception))
    has_entry = false;
  status =
      d->lib->sqlite3_load_extension(d->handle, path.data, has_entry ? entry.data : NULL, &message);
  gy_text_free(&path);
  gy_text_free(&entry);
  if (status == SQLITE_OK)
    return gy_undefined(d->env);
  gy_throw(d->env, exception, message != NULL ? message : d->lib->sqlite3_errstr(status));
  d->lib->sqlite3_free(message);
  gy_set_own(d->env, (JSObjectRef) *exception, "code",
             gy_string(d->env, "ERR_LOAD_SQLITE_EXTENSION"));
  return NULL;
}

/* database.serialize(name) → bytes */
GY_FUNCTION(serialize) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  sqlite3_int64 size = 0;
  struct gy_text name;
  unsigned char* data;
  void* copy;

  if (d == NULL || argc < 1 || !gy_text_get(d->env, argv[0], &name, exception))
    return NULL;
  data = d->lib->sqlite3_serialize(d->handle, name.data, &size, 0);
  if (data == NULL && size == 0 && d->lib->sqlite3_get_autocommit(d->handle)) {
    /* A database without pages. Newer versions of SQLite write the first one themselves. */
    d->lib->sqlite3_exec(d->handle, "BEGIN IMMEDIATE; COMMIT", NULL, NULL, NULL);
    data = d->lib->sqlite3_serialize(d->handle, name.data, &size, 0);
  }
  gy_text_free(&name);
  if (data == NULL && size != 0)
    return gy_sqlite_throw(d, SQLITE_ERROR, exception);
  copy = malloc((size_t) size + 1);
  if (copy != NULL && size > 0)
    memcpy(copy, data, (size_t) size);
  d->lib->sqlite3_free(data);
  if (copy == NULL)
    return gy_throw_uv(d->env, exception, UV_ENOMEM, "serialize", NULL, NULL);
  return gy_bytes_adopt(d->env, copy, (size_t) size);
}

/* database.deserialize(bytes, name): finalizes all statements first */
GY_FUNCTION(deserialize) {
  struct gy_database* d = unused_database(ctx, self, exception);
  struct gy_text name;
  uint8_t* bytes;
  unsigned char* copy;
  size_t length;
  int status;

  if (d == NULL || argc < 2 || !gy_bytes_get(d->env, argv[0], &bytes, &length) ||
      !gy_text_get(d->env, argv[1], &name, exception))
    return NULL;
  gy_sqlite_close_kept(d);
  gy_statements_close(d);
  copy = d->lib->sqlite3_malloc64(length);
  if (copy == NULL) {
    gy_text_free(&name);
    return gy_throw_uv(d->env, exception, UV_ENOMEM, "deserialize", NULL, NULL);
  }
  memcpy(copy, bytes, length);
  status = d->lib->sqlite3_deserialize(
      d->handle, name.data, copy, (sqlite3_int64) length, (sqlite3_int64) length,
      SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  gy_text_free(&name);
  return status == SQLITE_OK ? gy_undefined(d->env) : gy_sqlite_throw(d, status, exception);
}

/* database.addFunction(name, argument count, flags, bigints, function) */
GY_FUNCTION(add_function) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  JSObjectRef function = gy_arg_function(ctx, argc, argv, 4);
  struct gy_text name;
  int status;

  if (d == NULL || function == NULL || !gy_text_get(d->env, argv[0], &name, exception))
    return NULL;
  status = gy_sqlite_add_function(d, name.data, gy_arg_int(ctx, argc, argv, 1),
                                  gy_arg_int(ctx, argc, argv, 2), gy_arg_bool(ctx, argc, argv, 3),
                                  function);
  gy_text_free(&name);
  return status == SQLITE_OK ? gy_undefined(d->env) : gy_sqlite_throw(d, status, exception);
}

/* database.addAggregate(name, argument count, flags, bigints, start, step, inverse, result) */
GY_FUNCTION(add_aggregate) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  struct gy_aggregate_functions functions = {
      .start = gy_arg_function(ctx, argc, argv, 4),
      .step = gy_arg_function(ctx, argc, argv, 5),
      .inverse = gy_arg_function(ctx, argc, argv, 6),
      .result = gy_arg_function(ctx, argc, argv, 7),
  };
  struct gy_text name;
  int status;

  if (d == NULL || functions.start == NULL || functions.step == NULL ||
      !gy_text_get(d->env, argv[0], &name, exception))
    return NULL;
  status = gy_sqlite_add_aggregate(d, name.data, gy_arg_int(ctx, argc, argv, 1),
                                   gy_arg_int(ctx, argc, argv, 2), gy_arg_bool(ctx, argc, argv, 3),
                                   &functions);
  gy_text_free(&name);
  return status == SQLITE_OK ? gy_undefined(d->env) : gy_sqlite_throw(d, status, exception);
}

/* database.setAuthorizer(function or null) */
GY_FUNCTION(set_authorizer) {
  struct gy_database* d = gy_sqlite_database(ctx, self, exception);
  int status;

  if (d == NULL)
    return NULL;
  gy_sqlite_close_kept(d);
  status = gy_sqlite_set_authorizer(d, gy_arg_function(ctx, argc, argv, 0));
  return status == SQLITE_OK ? gy_undefined(d->env) : gy_sqlite_throw(d, status, exception);
}

/* ---- Backups ---- */

struct backup {
  struct gy_database* source;
  const struct gy_sqlite* lib;
  sqlite3* target;
  sqlite3_backup* handle;
};

static void end_backup(struct backup* b) {
  if (b->handle != NULL)
    b->lib->sqlite3_backup_finish(b->handle);
  if (b->target != NULL)
    b->lib->sqlite3_close_v2(b->target);
  b->handle = NULL;
  b->target = NULL;
}

static void on_backup_collected(JSObjectRef object) {
  struct backup* b = JSObjectGetPrivate(object);

  if (b == NULL)
    return;
  end_backup(b);
  free(b);
}

static JSValueRef throw_target(struct backup* b, int status, JSValueRef* exception) {
  int code = b->target != NULL ? b->lib->sqlite3_extended_errcode(b->target) : status;
  const char* message =
      b->target != NULL ? b->lib->sqlite3_errmsg(b->target) : b->lib->sqlite3_errstr(status);

  if (code == SQLITE_OK) {
    code = status;
    message = b->lib->sqlite3_errstr(status);
  }
  return gy_sqlite_throw_text(b->source->env, code, message, b->lib->sqlite3_errstr(code),
                              exception);
}

/* backup(database, path, source name, target name) → backup */
GY_FUNCTION(start_backup) {
  gy_env* env = gy_env_here();
  struct gy_database* d = argc > 3 ? gy_sqlite_database(ctx, argv[0], exception) : NULL;
  struct backup* b = d != NULL ? calloc(1, sizeof(*b)) : NULL;
  struct gy_text texts[3] = {{0}};
  int status = SQLITE_NOMEM;

  if (b == NULL)
    return NULL;
  b->source = d;
  b->lib = d->lib;
  for (size_t i = 0; i < 3; i++)
    gy_text_get(env, argv[i + 1], &texts[i], exception);
  status =
      b->lib->sqlite3_open_v2(texts[0].data, &b->target,
                              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI, NULL);
  if (status == SQLITE_OK) {
    b->handle = b->lib->sqlite3_backup_init(b->target, texts[2].data, d->handle, texts[1].data);
    status = b->handle != NULL ? SQLITE_OK : SQLITE_ERROR;
  }
  for (size_t i = 0; i < 3; i++)
    gy_text_free(&texts[i]);
  if (status == SQLITE_OK)
    return JSObjectMake(env->ctx, backup_class, b);
  throw_target(b, status, exception);
  end_backup(b);
  free(b);
  return NULL;
}

/* backup.step(pages) → whether all is copied */
GY_FUNCTION(backup_step) {
  struct backup* b = gy_unwrap(ctx, self, backup_class, exception);
  int status;

  if (b == NULL || b->handle == NULL)
    return NULL;
  if (b->source->handle == NULL)
    return gy_throw(gy_env_here(), exception, "database is not open");
  status = b->lib->sqlite3_backup_step(b->handle, gy_arg_int(ctx, argc, argv, 0));
  if (status == SQLITE_DONE || status == SQLITE_OK || status == SQLITE_BUSY ||
      status == SQLITE_LOCKED)
    return gy_bool(gy_env_here(), status == SQLITE_DONE);
  return throw_target(b, status, exception);
}

/* backup.pages(isTotal) */
GY_FUNCTION(backup_pages) {
  struct backup* b = gy_unwrap(ctx, self, backup_class, exception);

  if (b == NULL || b->handle == NULL)
    return NULL;
  return gy_number(gy_env_here(), gy_arg_bool(ctx, argc, argv, 0)
                                      ? b->lib->sqlite3_backup_pagecount(b->handle)
                                      : b->lib->sqlite3_backup_remaining(b->handle));
}

GY_FUNCTION(backup_end) {
  struct backup* b = gy_unwrap(ctx, self, backup_class, exception);

  if (b != NULL)
    end_backup(b);
  return gy_undefined(gy_env_here());
}

void gy_bind_sqlite(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"open", open_database}, {"backup", start_backup}, {"version", version}, {"exec", exec}};
  static const struct gy_function methods[] = {
      {"close", close_now},
      {"config", config},
      {"limit", limit},
      {"changes", changes},
      {"isTransaction", is_transaction},
      {"location", location},
      {"enableLoadExtension", enable_load_extension},
      {"loadExtension", load_extension},
      {"serialize", serialize},
      {"deserialize", deserialize},
      {"addFunction", add_function},
      {"addAggregate", add_aggregate},
      {"setAuthorizer", set_authorizer},
  };
  static const struct gy_function backups[] = {
      {"step", backup_step}, {"pages", backup_pages}, {"end", backup_end}};

  database_class = gy_class_new("Database", on_collected);
  backup_class = gy_class_new("Backup", on_backup_collected);
  gy_define_methods(env, database_class, methods);
  gy_define_methods(env, backup_class, backups);
  gy_define(env, target, functions);
  gy_bind_sqlite_statements(env, target);
  gy_bind_sqlite_sessions(env, target);
  gy_before_close(env, close_all);
}
