/* src/runtime/bindings/sqlite/exec.c — database.exec(): statements of a text, without their rows.
 *
 * (1) Programs run the same short texts again and again ("begin", "commit"), and SQLite takes
 *     three times as long to compile one as to run it. So a database keeps the last ones compiled.
 * (2) Only what does nothing while it is compiled is kept, and nothing while an authorizer is set,
 *     who is asked by the compiler.
 * (3) A statement that runs is not among the kept ones: a function of the program that it calls may
 *     run the same text. It is reset before it is kept, and so locks nothing.
 * (4) SQLite itself compiles a kept statement again when the schema, functions or settings have
 *     changed. */
#include <string.h>
#include <strings.h>

#include "sqlite.h"

static bool is_end(const char* rest) {
  return rest[strspn(rest, " \t\n\r\f")] == '\0';
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char) c >= 128;
}

/* (2): a PRAGMA, for one, may act while it is compiled. */
static bool may_be_kept(const struct gy_database* d, const struct gy_text* sql) {
  static const char* const words[] = {"begin",     "commit",  "delete",  "end",
                                      "insert",    "release", "replace", "rollback",
                                      "savepoint", "select",  "update",  "with"};
  const char* end = memchr(sql->data, ';', sql->length);
  size_t length = 0;

  if (end != NULL && !is_end(end + 1)) /* several statements, probably */
    return false;
  if (d->authorizer != NULL || sql->length >= GY_EXEC_ROOM)
    return false;
  while (is_word(sql->data[length]))
    length++;
  for (size_t i = 0; i < GY_COUNT(words); i++)
    if (strlen(words[i]) == length && strncasecmp(words[i], sql->data, length) == 0)
      return true;
  return false;
}

/* (3) */
static sqlite3_stmt* take(struct gy_database* d, const struct gy_text* sql) {
  for (size_t i = 0; i < GY_EXEC_KEPT; i++) {
    struct gy_exec* e = d->kept + i;
    sqlite3_stmt* handle = e->handle;

    if (handle != NULL && e->length == sql->length && memcmp(e->text, sql->data, e->length) == 0) {
      e->handle = NULL;
      return handle;
    }
  }
  return NULL;
}

/* In the place that is free, or that was filled first. */
static void keep(struct gy_database* d, const struct gy_text* sql, sqlite3_stmt* handle) {
  struct gy_exec* e = NULL;
  sqlite3_stmt* old;

  for (size_t i = 0; i < GY_EXEC_KEPT && e == NULL; i++)
    if (d->kept[i].handle == NULL)
      e = d->kept + i;
  if (e == NULL)
    e = d->kept + d->next_kept++ % GY_EXEC_KEPT;
  old = e->handle;
  e->handle = handle;
  e->length = sql->length;
  memcpy(e->text, sql->data, sql->length);
  d->lib->sqlite3_finalize(old);
}

void gy_sqlite_close_kept(struct gy_database* d) {
  for (size_t i = 0; i < GY_EXEC_KEPT; i++) {
    sqlite3_stmt* handle = d->kept[i].handle;
    d->kept[i].handle = NULL;
    d->lib->sqlite3_finalize(handle);
  }
}

/* The statement of a text that is kept: compiled now, or before. NULL if it has another form or is
 * wrong: then sqlite3_exec() is to run it, or to say what is wrong. */
static sqlite3_stmt* statement_of(struct gy_database* d, const struct gy_text* sql) {
  sqlite3_stmt* handle = take(d, sql);
  const char* rest = NULL;

  if (handle != NULL)
    return handle;
  if (d->lib->sqlite3_prepare_v3(d->handle, sql->data, (int) sql->length + 1,
                                 SQLITE_PREPARE_PERSISTENT, &handle, &rest) == SQLITE_OK &&
      handle != NULL && is_end(rest))
    return handle;
  d->lib->sqlite3_finalize(handle);
  return NULL;
}

int gy_sqlite_exec(struct gy_database* d, const struct gy_text* sql) {
  sqlite3_stmt* handle = may_be_kept(d, sql) ? statement_of(d, sql) : NULL;
  int status;

  if (handle == NULL || d->thrown != NULL) {
    d->lib->sqlite3_finalize(handle);
    return d->thrown != NULL ? SQLITE_ERROR
                             : d->lib->sqlite3_exec(d->handle, sql->data, NULL, NULL, NULL);
  }
  do
    status = d->lib->sqlite3_step(handle);
  while (status == SQLITE_ROW);
  if (status == SQLITE_DONE && d->thrown == NULL && d->authorizer == NULL) {
    d->lib->sqlite3_reset(handle);
    keep(d, sql, handle);
    return SQLITE_OK;
  }
  return d->lib->sqlite3_finalize(handle);
}
