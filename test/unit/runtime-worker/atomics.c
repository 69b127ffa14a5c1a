/* Atomics.wait() and notify() between threads, without an engine. */
#define WORKER_WORKER_H /* a stand-in for the worker */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gy_worker {
  uint32_t stops;
};

static bool gy_worker_is_stopping(const struct gy_worker* worker) {
  return worker != NULL && __atomic_load_n(&worker->stops, __ATOMIC_ACQUIRE) != 0;
}

#include "runtime/worker/atomics.c"
#include "runtime/worker/channel.c"
#include "runtime/worker/spin.c"

#include "check.h"

enum { ROUNDS = 2000, WAITERS = 8 };

static int32_t ball;

/* Waits while the ball is the other's, and gives it back. */
static void play(int32_t mine) {
  for (int i = 0; i < ROUNDS; i++) {
    while (__atomic_load_n(&ball, __ATOMIC_SEQ_CST) != mine)
      gy_atomics_wait(NULL, &ball, !mine, false, INFINITY);
    __atomic_store_n(&ball, !mine, __ATOMIC_SEQ_CST);
    gy_atomics_notify(&ball, 1);
  }
}

static void* play_other(void* arg) {
  (void) arg;
  play(1);
  return NULL;
}

TEST(no_notification_between_two_threads_is_lost) {
  pthread_t thread;

  ball = 0;
  CHECK_EQ(pthread_create(&thread, NULL, play_other, NULL), 0);
  play(0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

struct sleeper {
  struct gy_worker worker;
  pthread_t thread;
  enum gy_wait_result result;
};

static int64_t wide;

static void* sleep_for_ever(void* arg) {
  struct sleeper* sleeper = arg;

  sleeper->result = gy_atomics_wait(&sleeper->worker, &wide, 0, true, INFINITY);
  return NULL;
}

TEST(the_end_of_a_worker_ends_its_wait_whenever_it_comes) {
  struct sleeper sleepers[WAITERS] = {0};

  for (int i = 0; i < WAITERS; i++)
    CHECK_EQ(pthread_create(&sleepers[i].thread, NULL, sleep_for_ever, &sleepers[i]), 0);
  for (int i = 0; i < WAITERS; i++) { /* some wait already, some do not yet */
    __atomic_store_n(&sleepers[i].worker.stops, 1, __ATOMIC_RELEASE);
    gy_atomics_wake(&sleepers[i].worker);
  }
  for (int i = 0; i < WAITERS; i++) {
    CHECK_EQ(pthread_join(sleepers[i].thread, NULL), 0);
    CHECK_EQ(sleepers[i].result, GY_WAIT_TIMED_OUT);
  }
  CHECK(first == NULL);
}

TEST(a_wait_ends_by_its_time_or_at_once_for_another_value) {
  CHECK_EQ(gy_atomics_wait(NULL, &wide, 1, true, INFINITY), GY_WAIT_NOT_EQUAL);
  CHECK_EQ(gy_atomics_wait(NULL, &wide, 0, true, 1), GY_WAIT_TIMED_OUT);
  CHECK(gy_atomics_notify(&wide, INFINITY) == 0);
}

static int32_t short_lived;
static uint32_t running;

/* Returns how many of its waits were notified. */
static void* wait_for_moments(void* arg) {
  intptr_t notified = 0;

  (void) arg;
  for (int i = 0; i < ROUNDS / 8; i++)
    notified += gy_atomics_wait(NULL, &short_lived, 0, false, i % 2 == 0 ? 0 : 0.05) == GY_WAIT_OK;
  __atomic_fetch_sub(&running, 1, __ATOMIC_RELEASE);
  return (void*) notified;
}

TEST(each_thread_that_notify_counts_was_notified_even_if_its_time_is_over) {
  pthread_t threads[WAITERS];
  intptr_t notified = 0;
  double counted = 0;

  running = WAITERS;
  for (int i = 0; i < WAITERS; i++)
    CHECK_EQ(pthread_create(&threads[i], NULL, wait_for_moments, NULL), 0);
  while (__atomic_load_n(&running, __ATOMIC_ACQUIRE) != 0)
    counted += gy_atomics_notify(&short_lived, 3);
  for (int i = 0; i < WAITERS; i++) {
    void* result;
    CHECK_EQ(pthread_join(threads[i], &result), 0);
    notified += (intptr_t) result;
  }
  CHECK_EQ(notified, (intptr_t) counted);
  CHECK(first == NULL);
}

/* ---- Waits that no thread sleeps for ---- */

static int wakes;

static void count_wake(struct gy_mailbox* box) {
  (void) box;
  __atomic_add_fetch(&wakes, 1, __ATOMIC_SEQ_CST);
}

struct line {
  struct gy_mailbox box;
  struct gy_end* near_end; /* messages arrive here */
  struct gy_end* far_end;
};

static void open_line(struct line* line) {
  struct gy_end* ends[2];

  wakes = 0;
  gy_mailbox_open(&line->box, count_wake);
  CHECK(gy_channel_new(ends));
  gy_end_attach(ends[0], &line->box, NULL);
  line->near_end = ends[0];
  line->far_end = ends[1];
}

static int wait_for(const struct line* line, uint64_t id, const int32_t* value, int32_t wanted) {
  struct gy_async_wait wait = {.end = line->far_end, .message = gy_message_new(1), .id = id};

  wait.message->bytes[0] = (uint8_t) id;
  return gy_atomics_wait_async(&wait, value, wanted, false);
}

static int take_message(const struct line* line) {
  unsigned flags = 0;
  struct gy_message* message = gy_end_take(line->near_end, &flags);
  int id = message != NULL ? message->bytes[0] : 0;

  if (message != NULL)
    gy_message_free(message);
  return id;
}

static void close_line(struct line* line) {
  gy_atomics_close(line->far_end);
  gy_end_close(line->near_end);
  gy_mailbox_close(&line->box);
}

TEST(a_wait_without_a_thread_is_notified_by_a_message) {
  int32_t value = 5;
  struct line line;

  open_line(&line);
  CHECK_EQ(wait_for(&line, 1, &value, 4), GY_WAIT_NOT_EQUAL);
  CHECK_EQ(wait_for(&line, 2, &value, 5), GY_WAIT_OK);
  CHECK_EQ(wait_for(&line, 3, &value, 5), GY_WAIT_OK);
  CHECK_EQ((int) gy_atomics_notify(&value, 1), 1);
  CHECK_EQ(wakes, 1);
  CHECK_EQ(take_message(&line), 2);
  CHECK_EQ(take_message(&line), 0);
  CHECK(!gy_atomics_cancel(line.far_end, 2));
  CHECK(gy_atomics_cancel(line.far_end, 3));
  CHECK_EQ((int) gy_atomics_notify(&value, INFINITY), 0);
  close_line(&line);
}

TEST(waits_of_a_thread_that_ends_are_dropped) {
  int32_t value = 0;
  struct line line;

  open_line(&line);
  CHECK_EQ(wait_for(&line, 1, &value, 0), GY_WAIT_OK);
  CHECK_EQ(wait_for(&line, 2, &value, 0), GY_WAIT_OK);
  close_line(&line);
  CHECK_EQ((int) gy_atomics_notify(&value, INFINITY), 0);
}
