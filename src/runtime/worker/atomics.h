/* src/runtime/worker/atomics.h — threads that wait for a value in shared memory. */
#ifndef WORKER_ATOMICS_H
#define WORKER_ATOMICS_H

#include "worker.h"

enum gy_wait_result { GY_WAIT_OK, GY_WAIT_NOT_EQUAL, GY_WAIT_TIMED_OUT };

/* `worker` is the thread that waits, NULL for the main one. If that worker is terminated, the wait
 * times out. `ms` may be infinite. */
enum gy_wait_result gy_atomics_wait(const struct gy_worker* worker, const void* address,
                                    int64_t value, bool is_wide, double ms);
/* How many threads were woken, at most `count`. */
double gy_atomics_notify(const void* address, double count);
/* A worker is ended: if it waits, it does so no longer. From any thread. */
void gy_atomics_wake(const struct gy_worker* worker);

#endif
