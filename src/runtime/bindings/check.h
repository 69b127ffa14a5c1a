/* src/runtime/bindings/check.h — work of the runtime that is done in the next check phase, before
 * the immediates of the program.
 * (1) The loop does not sleep and does not end while a job is queued.
 * (2) Jobs that jobs queue run in the same phase, in a limited number of rounds.
 * (3) When the thread closes, the jobs that are left run while `exiting` is set: they can release
 *     what they hold, and do not reach JavaScript. */
#ifndef BINDINGS_CHECK_H
#define BINDINGS_CHECK_H

#include "runtime/gyre.h"

struct gy_check_job {
  struct gy_check_job* next;
  void (*run)(struct gy_check_job* job);
};

/* The job is the caller's, and must not be queued already. */
void gy_check_queue(gy_env* env, struct gy_check_job* job);

#endif
