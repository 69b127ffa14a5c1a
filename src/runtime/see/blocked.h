/* src/runtime/see/blocked.h — a loop that does not turn, and the line that holds it.
 *
 *   blocked.c  watches, from the side thread, and says so
 *   report.c   what is said: a sentence, the stack, an object for 'loop:blocked'
 *   stack.c    which line the program is at, asked from beside it
 *   code.c     which addresses are JavaScript's
 *   frames.c   the engine's text of a stack, taken apart
 *   collector.c how long garbage was collected
 *   laps.c     whether many promise jobs run, or one
 *   pool.c     jobs that wait because all threads of the pool are taken
 *
 * While nobody watches nothing of this runs. While somebody does, the program's thread pays for
 * nothing but the stores that are there anyway (struct gy_now), until a callback has run too long. */
#ifndef BLOCKED_H
#define BLOCKED_H

#include <stdio.h>

#include "runtime/gyre.h"

/* ---- Watching (blocked.c) ---- */

enum { GY_BLOCKED_DEFAULT_MS = 50, GY_BLOCKED_LEAST_MS = 5 };

/* "50", "50ms" or "1s" as milliseconds; NULL is the default, what is none of these 0. */
unsigned gy_blocked_threshold(const char* text);

/* Before the engine is opened: it is built to be looked at. For --blocked; works without. */
void gy_blocked_prepare(void);

/* Watches from now on and tells standard error, the program, or who asks by gy_json_blocked(). Each
 * has a threshold, 0 for no longer; the least counts. From any thread. A negative errno. */
int gy_blocked_say(unsigned threshold_ms);
int gy_blocked_tell(unsigned threshold_ms);
int gy_blocked_watch(unsigned threshold_ms);

/* When one callback holds the loop right now, finds its line, unless a watcher has, and notes it for the slice that it
 * is in (uv_trace_slice_line()). Takes some milliseconds then. What was found, until the next call, or NULL. On the
 * side thread. */
struct gy_report;
const struct gy_report* gy_blocked_note(void);

/* The process ends: says what it was about to. On the program's thread. */
void gy_blocked_end(void);

/* What was seen so far, as a JSON object. On the side thread. */
void gy_json_blocked(FILE* out);

/* ---- Which line (stack.c) ---- */

enum { GY_STACK_FRAMES = 24, GY_STACK_TEXT = 6144 };

struct gy_frame {
  const char* name; /* "" for the top level of a file and for functions without a name */
  const char* file; /* "" for the engine's own functions */
  int line;
  bool is_user;
};

struct gy_stack {
  int count;
  bool is_native; /* it was inside native code, or inside a regular expression */
  bool is_empty;  /* there was no JavaScript on it */
  bool is_regexp; /* compiled code ran that is not JavaScript's: only regular expressions are so */
  struct gy_frame frames[GY_STACK_FRAMES]; /* innermost first */
  char text[GY_STACK_TEXT];                /* what they point into */
};

/* Once, before the first; on the side thread. A negative errno: there will be no lines. */
int gy_stack_open(gy_env* env);

/* Where the program is now, on the side thread: takes some milliseconds, seldom more. in_js: it is
 * worth waiting until it is in JavaScript. False when it could not be found. */
bool gy_stack_take(struct gy_stack* stack, bool in_js);

/* Whether promise jobs come and go, looked at for some milliseconds; and if so, where inside one the
 * program is, in JavaScript or in what that has called. Until a time on the clock of uv_hrtime(), or
 * little longer. */
bool gy_stack_is_row(uint64_t until_ns);
bool gy_stack_take_in_row(struct gy_stack* stack, bool in_js, uint64_t until_ns);

/* The innermost frame of the program's own, and the outermost; -1 when there is none. */
int gy_stack_top(const struct gy_stack* stack);
int gy_stack_bottom(const struct gy_stack* stack);

/* Which built-in function the program's innermost frame has called: "fs.readSync", "JSON.parse"; ""
 * when it is at its own work. */
void gy_stack_what(const struct gy_stack* stack, char* what, size_t size);

/* Its frames point into its own text. */
void gy_stack_copy(struct gy_stack* to, const struct gy_stack* from);

/* Takes apart stack->text, as JSContextCreateBacktrace() writes it (frames.c). */
void gy_stack_parse(struct gy_stack* stack);

/* ---- Promise jobs (laps.c) ---- */

/* Before the program runs, on its thread. */
void gy_laps_open(gy_env* env);

/* On the side thread: counts from when the program is stopped next; then, on its thread. */
void gy_laps_want(void);
void gy_laps_begin(gy_env* env);

/* On the side thread, later: whether jobs come and go, */
bool gy_laps_seen(void);

/* and about how many run in that time; 0 when the same still runs. */
uint64_t gy_laps_in(uint64_t duration_ns);

/* ---- Garbage (collector.c) ---- */

/* How long the collector's threads have run, in nanoseconds. */
uint64_t gy_collector_time(void);

/* ---- Addresses (code.c) ---- */

struct gy_code {
  uintptr_t compiled[2];    /* from, to: where the engine puts code that it compiles */
  uintptr_t interpreter[2]; /* its interpreter */
  uintptr_t mathematics[2]; /* the C library's sin(), pow() ... */
};

/* Reads the maps of the process and the tables of the engine's library. Empty when not found. */
void gy_code_find(struct gy_code* code);

/* ---- The pool (pool.c) ---- */

/* Looks at the pool's counters; writes a sentence to standard error when jobs wait for longer than
 * threshold_ns, at most once in 10 s. On the side thread, every few milliseconds. */
void gy_pool_look(uv_loop_t* loop, uint64_t threshold_ns);

#endif
