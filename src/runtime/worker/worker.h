/* src/runtime/worker/worker.h — the life of a worker: a thread with an environment of its own.
 *
 * (1) A worker belongs to the environment that started it, its parent. All functions but
 *     gy_worker_stop() are called on the parent's thread.
 * (2) done(worker) is called on the parent's thread, from its loop, after the thread has ended.
 * (3) A worker whose parent ends is ended and joined first. */
#ifndef WORKER_WORKER_H
#define WORKER_WORKER_H

#include "channel.h"
#include "runtime/gyre.h"

#define GY_WORKER_UNNAMED "WorkerThread" /* the name of a worker that was given none */

enum { GY_WORKER_PUBLIC, GY_WORKER_PRIVATE, GY_WORKER_ENDS };
/* What it runs, and its environment, as lib/internal/worker/ writes and reads them. */
enum { GY_WORKER_START, GY_WORKER_ENVIRONMENT, GY_WORKER_TEXTS };

struct gy_worker_text {
  char* data; /* allocated by malloc(); NULL: taken, or none */
  size_t length;
};

struct gy_worker_start {
  struct gy_end* ends[GY_WORKER_ENDS];          /* the worker takes them over, also when it fails */
  struct gy_worker_text texts[GY_WORKER_TEXTS]; /* likewise */
  const struct gy_options* options;             /* or NULL: the parent's, with its command line */
  int argc;                                     /* what the options were parsed from */
  char** argv;
  size_t stack_size; /* of the thread; 0: the default */
  double heap_limit; /* bytes; 0: none */
  char name[64];
  void (*done)(struct gy_worker* worker);
  void (*drop)(struct gy_worker* worker); /* instead of done(): the parent has ended, too */
  void* data;
};

/* A negative errno on failure. */
int gy_worker_new(gy_env* parent, const struct gy_worker_start* start, struct gy_worker** worker);
/* Asks the thread to end; it does so soon, whatever it does. */
void gy_worker_terminate(struct gy_worker* worker);
void gy_worker_ref(struct gy_worker* worker, bool on);
bool gy_worker_has_ref(const struct gy_worker* worker);
/* Ends and joins all workers of an environment. */
void gy_workers_end(gy_env* parent);

uint32_t gy_worker_id(const struct gy_worker* worker); /* 0 for NULL, the main thread */
const char* gy_worker_name(const struct gy_worker* worker);
/* The worker of this thread whose end a handle of its loop waits for; NULL for other handles. */
const struct gy_worker* gy_worker_of(const uv_handle_t* handle);
int gy_worker_exit_code(const struct gy_worker* worker);
/* Why it could not start or ended without a code of its own; "" otherwise. */
const char* gy_worker_reason(const struct gy_worker* worker);
void* gy_worker_data(const struct gy_worker* worker);
/* On its own thread: whether the heap exceeds the worker's limit. The worker then ends. */
struct gy_heap;
bool gy_worker_heap_is_full(gy_env* env, const struct gy_heap* heap);
bool gy_worker_is_stopping(const struct gy_worker* worker);
/* On its own thread, when the engine's time limit has passed: whether all JavaScript ends. */
bool gy_worker_on_limit(gy_env* env);
/* On its own thread: the ends that it was started with. */
struct gy_end* gy_worker_take_end(struct gy_worker* worker, int which);
/* The same for its texts; free() the data. */
struct gy_worker_text gy_worker_take_text(struct gy_worker* worker, int which);
/* Call on the own thread of the worker, while it runs a loop of its own (spawnSync): `async` wakes
 * that loop when the worker is terminated. NULL removes it. */
void gy_worker_set_interrupt(struct gy_worker* worker, uv_async_t* async);
/* Measurements of a running worker: CPU time in microseconds (user, system); idle time of its loop
 * and time since its loop began, in nanoseconds; bytes of its heap. False when it has ended. */
bool gy_worker_cpu(struct gy_worker* worker, double times[2]);
bool gy_worker_loop_times(struct gy_worker* worker, double times[2]);

#endif
