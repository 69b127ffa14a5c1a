/* src/runtime/see/see.h — inspection of a running program from a side thread, which has a loop of
 * its own and so answers while the program's loop is blocked.
 *
 * (1) An ordinary program pays for one thread that sleeps (attach.c) and nothing else. The side
 *     thread starts when a peer connects, or when an option needs it.
 * (2) Threads post functions to each other: gy_side_post() to the side thread, gy_main_post() to
 *     the main thread, gy_loop_post() (loops.h) to any thread of the program. The latter two run
 *     from the program's loop, and so only when it turns.
 * (3) The side thread and those of the program access without a lock: struct gy_now and the loop's
 *     counters (uv_trace.h). Everything else is guarded. */
#ifndef SEE_H
#define SEE_H

#include <stdio.h>

#include "loops.h"
#include "runtime/gyre.h"

/* ---- The side thread (side.c) ---- */

/* Before the main script, on its thread. A negative errno on failure. */
int gy_side_open(gy_env* env);

/* Starts the side thread unless it runs. From any thread. A negative errno on failure. */
int gy_side_start(void);

/* Starts a detached thread that blocks all signals: those are for the program. stack 0: the default
 * size. */
int gy_thread_start(void* (*run)(void*), size_t stack);

/* The loop of the side thread. Only for functions that run there. */
uv_loop_t* gy_side_loop(void);

/* The environment of the main thread. Those of workers: loops.h. */
gy_env* gy_side_env(void);

/* Runs fn(arg) on that thread, in the order of posting. From any thread. A negative errno when
 * memory is short or the side thread cannot be started. */
int gy_side_post(void (*fn)(void* arg), void* arg);
int gy_main_post(void (*fn)(void* arg), void* arg);

/* As gy_side_post(), for the result of a query of the side thread. `post` is part of the query, so
 * that sending the result allocates nothing and cannot fail. */
void gy_side_answer(struct gy_post* post, void (*fn)(void* arg), void* arg);

/* ---- The last seconds (last_seconds.c) ---- */

/* Starts to keep them. Before the main script, on its thread. */
void gy_last_seconds_open(gy_env* env);

/* Returns them as a trace in one line, malloc()ed, or NULL. From any thread. */
char* gy_last_seconds(gy_env* env, size_t* length);

/* ---- Workers in a recording (record_workers.c) ---- */

/* Makes each new worker record the last `events` events of its loop, and records messages between
 * threads. Call before there are workers. A negative errno on failure. */
int gy_record_workers(unsigned events);
/* On the worker's thread, when its loop is open and before it is closed. */
void gy_record_worker_begin(gy_env* env);
void gy_record_worker_end(gy_env* env);

/* Passes the traces of all workers, including ended ones, to the callback; `text` is one line,
 * valid during the call. On the main thread. */
typedef void gy_worker_trace(void* arg, uint32_t id, const char* name, const char* text,
                             size_t length);
void gy_recorded_workers(gy_worker_trace* use, void* arg);
/* An arrow per message, as a JSON array of events. */
void gy_recorded_messages(FILE* out);

/* ---- A trace that survives SIGKILL (survive.c) ---- */

/* Starts writing the last recorded events to `path` every second. Call once, on the thread of the
 * program. A negative errno on failure. */
int gy_survive(const char* path);
void gy_survive_stop(void);

/* ---- Attaching to a process (attach.c) ---- */

/* Starts the thread that waits for `gyre top PID` and `gyre why PID`. If that fails the program
 * continues; with is_wanted (--attach was given) a line on standard error gives the reason. */
void gy_attach_open(bool is_wanted);

/* Connects to the process `pid`. `name` is the number in its name: its id in its own PID namespace.
 * Returns a descriptor; UV_ECONNREFUSED: no process has the name; UV_EADDRINUSE: another process
 * has it; UV_EPERM: that process belongs to another user. *holder and *user are the process that
 * has the name and its user; 0: a process outside of this PID namespace. */
int gy_attach_connect(int name, int pid, int* holder, unsigned* user);

/* Sends one line with the reason, a text without quotes, and closes the descriptor. */
void gy_attach_refuse(int fd, const char* reason);

/* ---- The conversation (control.c) ---- */

/* Serves the connected peer until it disconnects; takes the descriptor. On the side thread. */
void gy_control_serve(int fd);

/* answer(name) of lib/internal/see/answer.js, a line of JSON, malloc()ed; NULL when it throws. On
 * the thread of that environment. */
char* gy_answer(gy_env* env, const char* name);

/* ---- Questions to workers (workers.c) ---- */

/* Queries all workers, and passes each answer to onWorker() of lib/internal/see/commands/why.js.
 * `name` is a constant. On the main thread. */
void gy_query_workers(const char* name);

/* Calls function `name` of built-in module `id` with a text in each worker, and waits for the
 * answers, which are JSON: `ms` milliseconds at most. Returns those that came as a JSON array,
 * malloc()ed; NULL when memory is short. On the main thread. */
char* gy_wait_for_workers(const char* id, const char* name, const char* text, unsigned ms);

/* ---- Which line of the program made something (origin.c) ---- */

/* "file:line" of the innermost frame of the program's own code, or NULL. When that frame belongs to
 * a package in node_modules, its caller is added: "file:line, from file:line". The text lives as
 * long as the process. Costs about 2 us: for objects that are made rarely. */
const char* gy_origin_here(gy_env* env);

/* A copy of such a text that lives as long as the process, one per text; NULL when memory is
 * short. */
const char* gy_origin_intern(const char* text, size_t length);

/* Sets it as the origin of a handle, and returns it. */
const char* gy_origin_set(gy_env* env, uv_handle_t* handle);
void gy_origin_set_req(gy_env* env, uv_req_t* req); /* call after the request is started */

/* Whether the origin of a file request may be recorded now. File requests are frequent, so at most
 * 0.15 % of the time is spent on it, unless all are recorded (records_request_origins). */
bool gy_origin_is_cheap(gy_env* env);

/* ---- What keeps the loop alive (alive.c) ---- */

/* An array of what keeps the loop alive, except for JavaScript's timers and immediates: objects
 * with type, isRequest, isClosing, age (ns), callbacks, fd; where they apply: pid, signum, what,
 * local, peer, path, origin; and owner, the object of lib/ that has the handle. On the program's
 * thread. */
JSValueRef gy_alive_list(gy_env* env);

/* ---- Numbers as text (numbers.c) ---- */

/* Writes `s` as a JSON string; NULL is null. */
void gy_json_string(FILE* out, const char* s);

/* What JavaScript does in that environment, such as "promise jobs". From any thread. */
const char* gy_doing_name(const gy_env* env);

/* All counters of the loop, the pool and the ring as one JSON object. From any thread. */
void gy_json_counters(FILE* out, gy_env* env);

#endif
