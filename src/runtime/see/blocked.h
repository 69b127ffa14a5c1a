/* src/runtime/see/blocked.h — detects a loop that does not turn, and finds the line that blocks it.
 *
 *   blocked.c   watches the program from the side thread and sends reports
 *   report.c    the report: a sentence, the stack, an object for 'loop:blocked'
 *   stack.c     samples the stack of one of the program's threads from the side thread
 *   code.c      which addresses belong to JavaScript
 *   frames.c    parses the engine's text of a stack
 *   collector.c how long the garbage collector has run
 *   laps.c      whether many promise jobs run, or one long one
 *   pool.c      jobs that wait because all threads of the pool are busy
 *
 * Nothing of this runs unless a threshold is set. Then the program's thread pays only for the
 * stores to struct gy_now, which it does anyway, until a callback has run for too long. */
#ifndef BLOCKED_H
#define BLOCKED_H

#include <stdio.h>

#include "runtime/gyre.h"

/* ---- Watching (blocked.c) ---- */

enum { GY_BLOCKED_DEFAULT_MS = 50, GY_BLOCKED_LEAST_MS = 5 };

/* "50", "50ms" or "1s" in milliseconds; the default for NULL; 0 for anything else. */
unsigned gy_blocked_threshold(const char* text);

/* Sets the engine up for cheap samples. Optional; before the engine is opened. */
void gy_blocked_prepare(void);

/* Reports callbacks of the main thread and of all workers that run longer than the threshold: to
 * standard error, to the program ('loop:blocked'; of the calling thread only), or to a peer that
 * reads gy_json_blocked(). Each has its own threshold, 0 for off; the watcher uses the lowest. From
 * any thread. A negative errno on failure. */
struct gy_see_loop;
int gy_blocked_report_to_stderr(unsigned threshold_ms);
int gy_blocked_report_to_program(gy_env* env, unsigned threshold_ms);
int gy_blocked_report_to_peer(unsigned threshold_ms);

/* A report on the callback that blocks this loop right now, or NULL when none does; valid until the
 * next call. Also adds the line to the current slice (uv_trace_slice_line()). Takes some
 * milliseconds, unless the callback was reported before. On the side thread. */
struct gy_report;
const struct gy_report* gy_blocked_find_now(struct gy_see_loop* loop);

/* Sends the report that is due when the process or the worker ends. On the program's thread. */
void gy_blocked_end(gy_env* env);
/* Frees what is known of a loop that is closed (loops.h). */
void gy_blocked_forget(struct gy_see_loop* closed);

/* The threshold, the number of reports on this loop and the last one, as a JSON object. On the side
 * thread. */
void gy_json_blocked(FILE* out, const struct gy_see_loop* loop);

/* Adds the duration of a sleep or period of the side thread. What exceeds the intended time by more
 * than a few milliseconds counts as time in which the machine did not run this process. On the side
 * thread. */
void gy_lost_time_add(uint64_t duration_ns);

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
  bool is_native; /* in native code, or in a regular expression */
  bool is_empty;  /* no JavaScript frame */
  bool is_regexp; /* in compiled code that is not JavaScript: a regular expression */
  struct gy_frame frames[GY_STACK_FRAMES]; /* innermost first */
  char text[GY_STACK_TEXT];                /* the strings of the frames */
};

/* Call before the loop is sampled, while it is held; on the side thread. After a negative errno
 * reports name no line. */
int gy_stack_open(const struct gy_see_loop* loop);

/* Call when the engine's time limit, which samples set, has passed; on the thread of the program.
 * Returns whether JavaScript ends. */
bool gy_stack_on_limit(gy_env* env);

/* Samples the program's stack. Takes some milliseconds, seldom more. in_js: waits for the program
 * to be in JavaScript. False when no stack was found. On the side thread. */
bool gy_stack_take(struct gy_stack* stack, bool in_js);

/* Whether many promise jobs run one after another, found by sampling for some milliseconds; and the
 * stack inside one of them, in JavaScript or in what it has called. Both return by about until_ns,
 * on the clock of uv_hrtime(). */
bool gy_stack_sees_many_jobs(uint64_t until_ns);
bool gy_stack_take_in_job(struct gy_stack* stack, bool in_js, uint64_t until_ns);

/* Index of the innermost and of the outermost frame of the program's own code; -1: none. */
int gy_stack_top(const struct gy_stack* stack);
int gy_stack_bottom(const struct gy_stack* stack);

/* The built-in function that the program's innermost frame has called, such as "fs.readSync" or
 * "JSON.parse"; "" when it has called none. */
void gy_stack_what(const struct gy_stack* stack, char* what, size_t size);

/* Copies frames and text; the frames of the copy point into its own text. */
void gy_stack_copy(struct gy_stack* to, const struct gy_stack* from);

/* Parses stack->text, written by JSContextCreateBacktrace(), into frames (frames.c). */
void gy_stack_parse(struct gy_stack* stack);

/* ---- Promise jobs (laps.c) ---- */

/* Before the program runs, on its thread. */
void gy_laps_open(gy_env* env);

/* gy_laps_request(), on the side thread, requests a count; gy_laps_begin(), on the thread of the
 * program, starts it at the next interruption. */
void gy_laps_request(gy_env* env);
void gy_laps_begin(gy_env* env);

/* Whether the job that ran then has ended. On the side thread. */
bool gy_laps_seen(const gy_env* env);

/* About how many jobs run in that time; 0 while the same one runs. On the side thread. */
uint64_t gy_laps_in(const gy_env* env, uint64_t duration_ns);

/* ---- Garbage (collector.c) ---- */

/* CPU time of the collector's threads, in nanoseconds. */
uint64_t gy_collector_time(void);

/* ---- Addresses (code.c) ---- */

struct gy_code {
  uintptr_t compiled[2];    /* from, to: code that the engine has compiled */
  uintptr_t interpreter[2]; /* its interpreter */
  uintptr_t mathematics[2]; /* the C library's sin(), pow() ... */
};

/* Reads /proc/self/maps and the symbols of the engine's library. A range that is not found is
 * empty. */
void gy_code_find(struct gy_code* code);

/* ---- The pool (pool.c) ---- */

/* Prints a line to standard error when jobs of the pool wait for longer than threshold_ns, at most
 * once in 10 s. On the side thread, every few milliseconds. */
void gy_pool_check(uv_loop_t* loop, uint64_t threshold_ns);

#endif
