/* src/runtime/worker/atomics.h — threads that wait for a value in shared memory. */
#ifndef WORKER_ATOMICS_H
#define WORKER_ATOMICS_H

#include "channel.h"
#include "worker.h"

enum gy_wait_result { GY_WAIT_OK, GY_WAIT_NOT_EQUAL, GY_WAIT_TIMED_OUT };

/* `worker` is the thread that waits, NULL for the main one. If that worker is terminated, the wait
 * times out. `ms` may be infinite. */
enum gy_wait_result gy_atomics_wait(const struct gy_worker* worker, const void* address,
                                    int64_t value, bool is_wide, double ms);

/* A wait that no thread sleeps for: `message` is posted through `end` when it is notified. */
struct gy_async_wait {
  struct gy_end* end;
  struct gy_message* message; /* taken over */
  uint64_t id;                /* unique among those of this end */
};

/* GY_WAIT_OK: it waits; GY_WAIT_NOT_EQUAL; UV_ENOMEM. */
int gy_atomics_wait_async(const struct gy_async_wait* wait, const void* address, int64_t value,
                          bool is_wide);
/* Whether the wait was still listed; it is not any more. */
bool gy_atomics_cancel(const struct gy_end* end, uint64_t id);
/* All waits of the end are dropped, and it is closed. */
void gy_atomics_close(struct gy_end* end);
/* How many waits were ended, at most `count`. */
double gy_atomics_notify(const void* address, double count);
/* A worker is ended: if it waits, it does so no longer. From any thread. */
void gy_atomics_wake(const struct gy_worker* worker);

#endif
