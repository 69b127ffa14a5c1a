/* src/runtime/see/loops.h — the loops of this process, for the side thread: number 0 is that of the
 * main thread, the others are those of workers, by their threadId.
 *
 * (1) A loop is in the list from gy_loop_open() to gy_loop_close(), both on its own thread.
 * (2) Other threads use a loop only while they hold it. gy_loop_close() waits for them: hold it for
 *     milliseconds, never for an answer of its thread. A loop that is held does not stop others.
 * (3) A post that was accepted is run, on the loop's thread: by the loop, or by gy_loop_close(),
 *     where gy_loop_is_closing() is true and no JavaScript may run.
 *
 * Pure C: no engine. */
#ifndef LOOPS_H
#define LOOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "uv.h"
#include "uv_trace.h"

enum { GY_LOOP_NAME = 64 };

struct gy_post {
  struct gy_post* next;
  void (*fn)(void* arg);
  void* arg;
  bool ours; /* allocated by a post, freed after it has run */
};

struct gy_env;
struct gy_watch;
struct gy_see_loop {
  struct gy_env* env;
  uint32_t id;
  int tid;                               /* the kernel's number of its thread */
  char name[GY_LOOP_NAME];               /* of the worker; "" for the main thread */
  struct gy_watch* watch;                /* of blocked.c, and guarded there */
  unsigned program_ms;                   /* the same: the threshold of 'loop:blocked' */
  uint64_t reported_ns[UV_TRACE_PHASES]; /* of metrics.c */
  /* ---- of loops.c ---- */
  uv_async_t wake;
  struct gy_post* first;
  struct gy_post** last;
  unsigned holders;
  bool is_closing;
  struct gy_see_loop* next; /* by growing id */
};

/* A negative errno on failure. */
int gy_loop_open(uv_loop_t* uv, struct gy_env* env, uint32_t id, const char* name,
                 struct gy_see_loop** loop);
void gy_loop_close(struct gy_see_loop* loop);
/* Frees the memory of a closed loop, after its handles are closed. */
void gy_loop_free(struct gy_see_loop* loop);

/* Returns the loop with that number, held, or NULL. From any thread. */
struct gy_see_loop* gy_loop_hold(uint32_t id);
/* Returns the first loop with a higher number, held, or NULL. Start with gy_loop_hold(0). */
struct gy_see_loop* gy_loop_hold_after(uint32_t id);
void gy_loop_release(struct gy_see_loop* loop);
unsigned gy_loop_count(void);

/* Runs fn(arg) on the thread of that loop. A negative errno if the loop has ended or memory is
 * short. */
int gy_loop_post(uint32_t id, void (*fn)(void* arg), void* arg);
/* On its own thread: (3). */
bool gy_loop_is_closing(const struct gy_see_loop* loop);

#endif
