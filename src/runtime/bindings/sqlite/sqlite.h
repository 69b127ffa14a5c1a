/* src/runtime/bindings/sqlite/sqlite.h — node:sqlite on SQLite 3.
 *
 * (1) The first database loads the library. The headers are used for the types only.
 * (2) lib/ checks arguments and states. C does what needs SQLite, and prevents use after free: a
 *     closed database and a finalized statement have no handle.
 * (3) SQLite calls functions of the program in the middle of a step. An exception of theirs is
 *     stored in `thrown`; the step then throws it instead of SQLite's own error.
 * (4) Such a function cannot close the database or the running statement: lib/ throws Node's error,
 *     and `uses` and `is_running` enforce it. */
#ifndef BINDINGS_SQLITE_H
#define BINDINGS_SQLITE_H

/* Declarations of the session extension. */
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_COLUMN_METADATA 1
#include <sqlite3.h>

#include "runtime/gyre.h"

struct gy_sqlite {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): no expression, a declaration */
#define SQLITE(name) __typeof__(name)* name;
#include "functions.def"
};

/* The functions of SQLite. NULL with an exception if the library cannot be loaded. */
const struct gy_sqlite* gy_sqlite(gy_env* env, JSValueRef* exception);

struct gy_statement;

/* A text of exec(), compiled. */
enum { GY_EXEC_KEPT = 4, GY_EXEC_ROOM = 256 };

struct gy_exec {
  sqlite3_stmt* handle; /* NULL: the place is free */
  size_t length;
  char text[GY_EXEC_ROOM];
};

struct gy_database {
  gy_env* env;
  const struct gy_sqlite* lib;
  sqlite3* handle;
  struct gy_statement* statements; /* that have a handle and an object */
  struct gy_statement* collected;  /* that have a handle, and whose object was collected */
  struct gy_session* sessions;     /* likewise */
  struct gy_exec kept[GY_EXEC_KEPT];
  unsigned next_kept;
  unsigned uses;                   /* calls of the program under way, by SQLite */
  JSValueRef thrown;               /* held */
  JSObjectRef authorizer;          /* held */
  struct gy_database* next_collected;
  struct gy_database *next, **link; /* in the list of the open ones of this thread */
};

struct gy_statement {
  struct gy_database* database;
  sqlite3_stmt* handle;
  bool is_running;   /* inside sqlite3_step() */
  bool is_done;      /* the last step was the last one */
  bool has_stepped;  /* since it was reset */
  bool bigints;      /* integers are read as BigInts */
  bool is_collected; /* the object was collected */
  struct gy_statement *next, **link;
};

struct gy_session {
  struct gy_database* database;
  sqlite3_session* handle;
  struct gy_session *next, **link;
};

/* A number that is too large for one throws, unless it may be a BigInt. */
JSValueRef gy_sqlite_integer(gy_env* env, int64_t value, bool bigints, JSValueRef* exception);
/* A value of SQLite's. */
JSValueRef gy_sqlite_value(struct gy_database* d, sqlite3_value* value, bool bigints,
                           JSValueRef* exception);
/* Binds a value: null, number, bigint, string, bytes. A status of SQLite. */
int gy_sqlite_bind(struct gy_statement* s, int index, JSValueRef value);
int gy_sqlite_bind_string(struct gy_statement* s, int index, JSValueRef value);
/* The result of a function. NULL, or why it is no value for SQLite. */
const char* gy_sqlite_result(struct gy_database* d, sqlite3_context* context, JSValueRef value);

/* After a status that is not SQLITE_OK: what the program threw, or SQLite's error. Returns NULL. */
JSValueRef gy_sqlite_throw(struct gy_database* d, int status, JSValueRef* exception);
JSValueRef gy_sqlite_throw_text(gy_env* env, int status, const char* message, const char* text,
                                JSValueRef* exception);
/* Calls a function of the program for SQLite, (4). */
JSValueRef gy_sqlite_call(struct gy_database* d, JSObjectRef fn, size_t argc,
                          const JSValueRef* argv, JSValueRef* error);
/* Keeps what a function of the program threw. */
void gy_sqlite_set_thrown(struct gy_database* d, JSValueRef error);
/* Drops it. */
void gy_sqlite_forget(struct gy_database* d);

/* functions.c */
int gy_sqlite_add_function(struct gy_database* d, const char* name, int count, int flags,
                           bool bigints, JSObjectRef function);
struct gy_aggregate_functions {
  JSObjectRef start, step, inverse, result; /* start() → state; inverse may be NULL */
};
int gy_sqlite_add_aggregate(struct gy_database* d, const char* name, int count, int flags,
                            bool bigints, const struct gy_aggregate_functions* functions);
int gy_sqlite_set_authorizer(struct gy_database* d, JSObjectRef function);

/* exec.c */
int gy_sqlite_exec(struct gy_database* d, const struct gy_text* sql); /* a status of SQLite */
void gy_sqlite_close_kept(struct gy_database* d);

/* changeset.c: whether SQLite can read these bytes as a changeset. */
bool gy_sqlite_is_changeset(const uint8_t* bytes, size_t length);

/* The methods of the other files. */
struct gy_database* gy_sqlite_database(JSContextRef ctx, JSValueRef value, JSValueRef* exception);
void gy_bind_sqlite_statements(gy_env* env, JSObjectRef target);
void gy_bind_sqlite_sessions(gy_env* env, JSObjectRef target);

/* Gives up the handle. */
void gy_statement_close(struct gy_statement* s);
/* All of the database. */
void gy_statements_close(struct gy_database* d);
void gy_session_close(struct gy_session* s);

#endif
