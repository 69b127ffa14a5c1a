/* src/runtime/see/see.h — what looks at a running program from beside it: a thread with a loop of its
 * own, so that it answers while the program's loop is blocked.
 *
 * (1) An ordinary program pays for one parked thread (attach.c) and nothing else. The side thread is
 *     started when somebody connects, or when an option asks for what it serves.
 * (2) Threads hand each other functions: gy_side_post() to the side, gy_main_post() to the program. The
 *     latter run from its loop, and so only when that turns.
 * (3) What is written while the program runs and read beside it are the words of struct gy_now, the
 *     loop's counters (uv_trace.h), and what a lock guards. */
#ifndef SEE_H
#define SEE_H

#include <stdio.h>

#include "runtime/gyre.h"

/* ---- The side thread (side.c) ---- */

/* Opens the program's end; before the main script, on its thread. A negative errno. */
int gy_side_open(gy_env* env);

/* Starts the side thread unless it runs. From any thread. A negative errno. */
int gy_side_start(void);

/* A thread that nobody waits for and that gets no signals: those are the program's. `stack` 0: as usual. */
int gy_thread_start(void* (*run)(void*), size_t stack);

/* The loop of the side thread; for functions that run there. */
uv_loop_t* gy_side_loop(void);

/* The program that is looked at. */
gy_env* gy_side_env(void);

/* Runs fn(arg) there, in the order of posting. From any thread. A negative errno when memory is short or,
 * on the side, when the thread cannot be started. */
int gy_side_post(void (*fn)(void* arg), void* arg);
int gy_main_post(void (*fn)(void* arg), void* arg);

struct gy_post {
  struct gy_post* next;
  void (*fn)(void* arg);
  void* arg;
  bool ours; /* made by a post, freed when it has run */
};

/* As gy_side_post(), for what the side thread asked and must hear of again: `post` lies in what it handed
 * over, so that the way back needs no memory and cannot fail. */
void gy_side_answer(struct gy_post* post, void (*fn)(void* arg), void* arg);

/* ---- The last seconds (last_seconds.c) ---- */

/* From now on they are kept; before the main script, on its thread. */
void gy_last_seconds_open(gy_env* env);

/* As a trace in one line, malloc()ed; NULL when they cannot be had. From any thread. */
char* gy_last_seconds(gy_env* env, size_t* length);

/* ---- A trace that survives SIGKILL (survive.c) ---- */

/* From now on what is recorded is written there every second, as far as the last events go. On the program's thread,
 * once. A negative errno. */
int gy_survive(const char* path);
void gy_survive_stop(void);

/* ---- Who may connect (attach.c) ---- */

/* Parks the thread that waits for `gyre top PID` and `gyre why PID`. A process that cannot have it runs on
 * without. */
void gy_attach_open(void);

/* ---- The conversation (control.c) ---- */

/* On the side thread: answers the one who is connected there, and closes the descriptor at the end. */
void gy_control_serve(int fd);

/* ---- Which line of the program made something (origin.c) ---- */

/* "file:line" of the innermost frame that is the program's own, or NULL; behind one of a package, in node_modules, who
 * called that: "file:line, from file:line". The text lives as long as the process. Costs some 2 us: for what is
 * made rarely. */
const char* gy_origin_here(gy_env* env);

/* A copy of such a text that lives as long as the process, one of each; or NULL. */
const char* gy_origin_keep(const char* text, size_t length);

/* Puts it on a handle, and returns it. */
const char* gy_origin_note(gy_env* env, uv_handle_t* handle);
void gy_origin_note_req(gy_env* env, uv_req_t* req); /* after it was started */

/* For what is made often, file requests: whether it can be afforded now. At most 0.15 % of the time goes into it,
 * unless somebody has asked for all of them (notes_requests). */
bool gy_origin_is_cheap(gy_env* env);

/* What keeps the loop alive but JavaScript's timers and immediates, as a JSON array (alive.c). */
void gy_json_alive(FILE* out, gy_env* env);

/* The objects of lib/ that stand for these, in that order; null where there is none. */
JSValueRef gy_alive_owners(gy_env* env);

/* ---- Numbers as text (numbers.c) ---- */

/* Writes `s` as a JSON string; NULL is null. */
void gy_json_string(FILE* out, const char* s);

/* All counters of the loop, the pool and the ring as one JSON object. From any thread. */
void gy_json_counters(FILE* out, gy_env* env);

#endif
