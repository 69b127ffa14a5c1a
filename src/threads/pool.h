/* src/threads/pool.h — jobs that can only be done by blocking a thread.
 *
 * One pool for the process, started with the first job; UV_THREADPOOL_SIZE threads (4; 1 to 1024).
 * A job type says what runs where: `work` on a pool thread, `done` on the loop's thread in its poll
 * phase (status 0, or UV_ECANCELED when it was cancelled before it began). */
#ifndef UV__POOL_H
#define UV__POOL_H

#include "uv.h"

/* Lanes. SLOW jobs (name look-ups may hang for minutes) never hold more than half of the
 * threads. */
enum uv__lane { UV__LANE_CPU, UV__LANE_FAST_IO, UV__LANE_SLOW_IO, UV__LANES };

struct uv__job_type {
  void (*work)(struct uv__work* w);
  void (*done)(struct uv__work* w, int status);
  enum uv__lane lane;
  const char* name; /* "fs", "dns", "work", "random": shown by the tracer */
};

/* Hands the job over. 0, or -errno when no thread could be started at all. */
int uv__work_submit(uv_loop_t* loop, struct uv__work* w, const struct uv__job_type* type);

/* 0: `done` will run with UV_ECANCELED. UV_EBUSY: it has begun or is finished. */
int uv__work_cancel(uv_loop_t* loop, struct uv__work* w);

/* Runs `done` of the finished jobs of this loop; called by the loop when it was woken. Returns how
 * many. */
unsigned uv__work_run_done(uv_loop_t* loop);

/* Puts a job among the finished ones of its loop. 1: it is the first there, wake the loop.
 * Afterwards the job, and unless something else holds it the loop too, may be gone. */
int uv__work_finish(struct uv__work* w);

int uv__work_loop_init(uv_loop_t* loop);
void uv__work_loop_close(uv_loop_t* loop); /* asserts that no job is left */
void uv__pool_shutdown(void);              /* runs what is queued, then joins the threads */

/* Returns when no pool thread is about to wake this loop any more. */
void uv__pool_leave_loop(const uv_loop_t* loop);

/* ---- For the tracer ---- */

/* Sums since the pool was started; a job counts from the moment it is finished, before its loop
 * knows. */
struct uv__pool_count {
  const char* name; /* of the kind of job; NULL for a lane */
  uint64_t jobs;    /* finished */
  uint64_t cancelled;
  uint64_t wait_ns; /* between being handed in and beginning */
  uint64_t run_ns;
  uint64_t longest_wait_ns;
  unsigned queued;  /* now */
  unsigned running; /* now */
};

enum { UV__POOL_KINDS = 8 };

struct uv__pool_stats {
  unsigned threads;
  unsigned idle;
  unsigned kinds; /* entries of kind[] in use; the last one takes all further kinds */
  struct uv__pool_count lane[UV__LANES];
  struct uv__pool_count kind[UV__POOL_KINDS];
};

/* A consistent copy. From any thread. */
void uv__pool_stats(struct uv__pool_stats* out);

#endif
