/* src/runtime/worker/atomics.c — Atomics.wait() of programs with workers. Another thread cannot
 * interrupt the engine's own.
 * (1) Threads that wait are in one list, in the order in which they began. Each has a condition of
 *     its own.
 * (2) Comparing the value and listing the thread happen under the lock that notify() takes, so no
 *     notification in between is lost.
 * (3) Atomics.waitAsync() is still the engine's: lib/internal/worker/atomics.js notifies its
 *     waiters after those here. */
#include "atomics.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <time.h>

struct waiter {
  struct waiter* next;
  const void* address;
  const struct gy_worker* worker;
  pthread_cond_t changed;
  bool is_notified;
  bool is_ended;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct waiter* first;

static void append(struct waiter* waiter) {
  struct waiter** at = &first;

  while (*at != NULL)
    at = &(*at)->next;
  *at = waiter;
}

static void take_out(struct waiter* waiter) {
  struct waiter** at = &first;

  while (*at != NULL && *at != waiter)
    at = &(*at)->next;
  if (*at != NULL)
    *at = waiter->next;
}

static bool is_equal(const void* address, int64_t value, bool is_wide) {
  if (is_wide)
    return __atomic_load_n((const int64_t*) address, __ATOMIC_SEQ_CST) == value;
  return __atomic_load_n((const int32_t*) address, __ATOMIC_SEQ_CST) == (int32_t) value;
}

static struct timespec end_of(double ms) {
  struct timespec end;
  time_t seconds;

  clock_gettime(CLOCK_MONOTONIC, &end);
  if (ms > 1e12)
    ms = 1e12;
  seconds = (time_t) (ms / 1000);
  end.tv_sec += seconds;
  end.tv_nsec += (long) ((ms - 1000 * (double) seconds) * 1e6);
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec++;
    end.tv_nsec -= 1000000000;
  }
  return end;
}

static void sleep_until_changed(struct waiter* waiter, double ms) {
  struct timespec end = end_of(ms);
  int err = 0;

  while (!waiter->is_notified && !waiter->is_ended && err != ETIMEDOUT) {
    if (isinf(ms))
      pthread_cond_wait(&waiter->changed, &lock);
    else
      err = pthread_cond_timedwait(&waiter->changed, &lock, &end);
  }
}

enum gy_wait_result gy_atomics_wait(const struct gy_worker* worker, const void* address,
                                    int64_t value, bool is_wide, double ms) {
  struct waiter waiter = {.address = address, .worker = worker};
  pthread_condattr_t attr;

  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&waiter.changed, &attr);
  pthread_mutex_lock(&lock);
  waiter.is_ended = gy_worker_is_stopping(worker);
  if (!is_equal(address, value, is_wide)) {
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&waiter.changed);
    return GY_WAIT_NOT_EQUAL;
  }
  append(&waiter);
  sleep_until_changed(&waiter, ms);
  take_out(&waiter);
  pthread_mutex_unlock(&lock);
  pthread_cond_destroy(&waiter.changed);
  return waiter.is_notified ? GY_WAIT_OK : GY_WAIT_TIMED_OUT;
}

double gy_atomics_notify(const void* address, double count) {
  double woken = 0;

  pthread_mutex_lock(&lock);
  for (struct waiter* at = first; at != NULL && woken < count; at = at->next) {
    if (at->address != address || at->is_notified)
      continue;
    at->is_notified = true;
    pthread_cond_signal(&at->changed);
    woken++;
  }
  pthread_mutex_unlock(&lock);
  return woken;
}

void gy_atomics_wake(const struct gy_worker* worker) {
  pthread_mutex_lock(&lock);
  for (struct waiter* at = first; at != NULL; at = at->next)
    if (at->worker == worker) {
      at->is_ended = true;
      pthread_cond_signal(&at->changed);
    }
  pthread_mutex_unlock(&lock);
}
