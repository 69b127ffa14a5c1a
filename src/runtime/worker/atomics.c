/* src/runtime/worker/atomics.c — Atomics.wait() of programs with workers. Another thread cannot
 * interrupt the engine's own.
 * (1) Threads that wait are in one list, in the order in which they began. Each sleeps on a futex
 *     of its own, `state`.
 * (2) Comparing the value and listing the thread happen under the lock that notify() takes, so no
 *     notification in between is lost.
 * (3) Who notifies takes waiters out of the list under the lock, and sets their states and wakes
 *     them without it: a thread that wakes up finds the lock free. A waiter that is out of the list
 *     when its time is over waits for its state. It may be gone once its state is set.
 * (4) A thread spins before it sleeps (spin.h).
 * (5) Waits of Atomics.waitAsync() are in the same list. No thread sleeps for them: who notifies
 *     posts a message, under the lock, so that the end through which it goes is still open. */
#include "atomics.h"

#include <errno.h>
#include <linux/futex.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "spin.h"
#include "uv.h"

enum state { WAITING, NOTIFIED, ENDED };

struct waiter {
  struct waiter* next; /* in the list, or of those that one call of notify() wakes */
  const void* address;
  const struct gy_worker* worker;
  bool is_listed;
  uint32_t state; /* enum state; atomic */

  /* (5) */
  struct gy_end* end; /* NULL: a thread sleeps */
  struct gy_message* message;
  uint64_t id;
};

static pthread_mutex_t lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static struct waiter* first;
static _Thread_local struct gy_spin spin = {.ns = GY_SPIN_NS};

static void enlist(struct waiter* waiter) {
  struct waiter** at = &first;

  while (*at != NULL)
    at = &(*at)->next;
  *at = waiter;
  waiter->is_listed = true;
}

static void take_out(struct waiter* waiter) {
  struct waiter** at = &first;

  while (*at != waiter)
    at = &(*at)->next;
  *at = waiter->next;
  waiter->is_listed = false;
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

static uint32_t state_of(const struct waiter* waiter) {
  return __atomic_load_n(&waiter->state, __ATOMIC_ACQUIRE);
}

/* The futex may be gone by then, which the kernel does not mind. */
static void set_state(struct waiter* waiter, enum state state) {
  uint32_t* futex = &waiter->state;

  __atomic_store_n(futex, state, __ATOMIC_RELEASE);
  syscall(SYS_futex, futex, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* Until the state is set or the time is over. */
static void sleep_until_changed(struct waiter* waiter, const struct timespec* end) {
  long result = 0;

  while (state_of(waiter) == WAITING && (result == 0 || errno == EINTR || errno == EAGAIN))
    result = syscall(SYS_futex, &waiter->state, FUTEX_WAIT_BITSET_PRIVATE, WAITING, end, NULL,
                     FUTEX_BITSET_MATCH_ANY);
}

/* (3) */
static void leave(struct waiter* waiter) {
  bool was_listed;

  pthread_mutex_lock(&lock);
  was_listed = waiter->is_listed;
  if (was_listed)
    take_out(waiter);
  pthread_mutex_unlock(&lock);
  if (!was_listed)
    sleep_until_changed(waiter, NULL);
}

enum gy_wait_result gy_atomics_wait(const struct gy_worker* worker, const void* address,
                                    int64_t value, bool is_wide, double ms) {
  struct waiter waiter = {.address = address, .worker = worker};
  bool is_endless = ms > 0 && isinf(ms);
  struct timespec end = is_endless ? (struct timespec){0} : end_of(ms > 0 ? ms : 0);

  pthread_mutex_lock(&lock);
  if (!is_equal(address, value, is_wide)) {
    pthread_mutex_unlock(&lock);
    return GY_WAIT_NOT_EQUAL;
  }
  enlist(&waiter);
  pthread_mutex_unlock(&lock);
  if (gy_worker_is_stopping(worker)) { /* gy_atomics_wake() may have come before enlist() */
    leave(&waiter);
    return GY_WAIT_TIMED_OUT;
  }
  gy_spin_while(&spin, &waiter.state, WAITING); /* (4) */
  sleep_until_changed(&waiter, is_endless ? NULL : &end);
  if (state_of(&waiter) == WAITING)
    leave(&waiter);
  return state_of(&waiter) == NOTIFIED ? GY_WAIT_OK : GY_WAIT_TIMED_OUT;
}

int gy_atomics_wait_async(const struct gy_async_wait* wait, const void* address, int64_t value,
                          bool is_wide) {
  struct waiter* waiter = malloc(sizeof(*waiter));
  bool is_waiting;

  if (waiter == NULL) {
    gy_message_free(wait->message);
    return UV_ENOMEM;
  }
  *waiter = (struct waiter){
      .address = address, .end = wait->end, .message = wait->message, .id = wait->id};
  pthread_mutex_lock(&lock);
  is_waiting = is_equal(address, value, is_wide);
  if (is_waiting)
    enlist(waiter);
  pthread_mutex_unlock(&lock);
  if (is_waiting)
    return GY_WAIT_OK;
  gy_message_free(waiter->message);
  free(waiter);
  return GY_WAIT_NOT_EQUAL;
}

/* With the lock: takes out the waits of an end, all or the one with this number. */
static struct waiter* take_out_waits(const struct gy_end* end, uint64_t id, bool takes_all) {
  struct waiter* taken = NULL;

  for (struct waiter** at = &first; *at != NULL;) {
    struct waiter* waiter = *at;
    if (waiter->end != end || !(takes_all || waiter->id == id)) {
      at = &waiter->next;
      continue;
    }
    *at = waiter->next;
    waiter->next = taken;
    taken = waiter;
  }
  return taken;
}

static bool free_waits(struct waiter* list) {
  bool had_one = list != NULL;

  for (struct waiter* next; list != NULL; list = next) {
    next = list->next;
    gy_message_free(list->message);
    free(list);
  }
  return had_one;
}

bool gy_atomics_cancel(const struct gy_end* end, uint64_t id) {
  struct waiter* taken;

  pthread_mutex_lock(&lock);
  taken = take_out_waits(end, id, false);
  pthread_mutex_unlock(&lock);
  return free_waits(taken);
}

void gy_atomics_close(struct gy_end* end) {
  struct waiter* taken;

  pthread_mutex_lock(&lock);
  taken = take_out_waits(end, 0, true);
  pthread_mutex_unlock(&lock);
  free_waits(taken);
  gy_end_close(end);
}

double gy_atomics_notify(const void* address, double count) {
  struct waiter *woken = NULL, **last = &woken;
  double sum = 0;

  pthread_mutex_lock(&lock);
  for (struct waiter** at = &first; *at != NULL && sum < count;) {
    struct waiter* waiter = *at;
    if (waiter->address != address) {
      at = &waiter->next;
      continue;
    }
    *at = waiter->next;
    sum++;
    if (waiter->end != NULL) { /* (5) */
      gy_end_post(waiter->end, waiter->message);
      free(waiter);
      continue;
    }
    waiter->is_listed = false;
    *last = waiter;
    last = &waiter->next;
  }
  *last = NULL;
  pthread_mutex_unlock(&lock);
  for (struct waiter* next; woken != NULL; woken = next) {
    next = woken->next;
    set_state(woken, NOTIFIED);
  }
  return sum;
}

void gy_atomics_wake(const struct gy_worker* worker) {
  pthread_mutex_lock(&lock);
  for (struct waiter* at = first; at != NULL; at = at->next)
    if (at->end == NULL && at->worker == worker) {
      take_out(at);
      set_state(at, ENDED);
      break; /* a thread waits once */
    }
  pthread_mutex_unlock(&lock);
}
