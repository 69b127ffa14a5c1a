/* Ending one of many handles costs no more than ending one of few: nothing searches a list for it.
 * Where it did, 40,000 handles took seconds; now it is milliseconds, and some hundred under a
 * sanitizer. */
#include "check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MANY = 40000 };

static uv_loop_t loop;

static double cpu_seconds(void) {
  struct timespec t;

  CHECK_OK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t));
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static void* make(size_t size) {
  void* handles = calloc(MANY, size);

  CHECK_NE(handles, NULL);
  CHECK_OK(uv_loop_init(&loop));
  return handles;
}

static void finish(void* handles) {
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  free(handles);
}

static void never(uv_async_t* h) {
  (void) h;
  CHECK(0);
}

TEST(closing_many_async_handles_that_were_sent_takes_linear_time) {
  uv_async_t* h = make(sizeof(*h));
  double began;

  for (int i = 0; i < MANY; i++) {
    CHECK_OK(uv_async_init(&loop, &h[i], never));
    CHECK_OK(uv_async_send(&h[i]));
  }
  began = cpu_seconds();
  for (int i = 0; i < MANY; i++)
    uv_close((uv_handle_t*) &h[i], NULL);
  CHECK_LT(cpu_seconds() - began, 1.0);
  finish(h);
}

static void on_change(uv_fs_poll_t* h, int status, const uv_stat_t* a, const uv_stat_t* b) {
  (void) h;
  (void) status;
  (void) a;
  (void) b;
}

/* Names that the kernel does not know yet: the pool looks for them, and the oldest comes back
 * first. */
TEST(starting_one_fs_poll_handle_again_and_again_takes_linear_time) {
  uv_fs_poll_t* h = make(sizeof(*h));
  char name[32];
  double began;

  CHECK_OK(uv_fs_poll_init(&loop, h));
  for (int i = 0; i < MANY; i++) {
    snprintf(name, sizeof(name), "missing-%d", i);
    CHECK_OK(uv_fs_poll_start(h, on_change, name, 1000));
    CHECK_OK(uv_fs_poll_stop(h));
  }
  uv_close((uv_handle_t*) h, NULL);
  began = cpu_seconds();
  finish(h);
  CHECK_LT(cpu_seconds() - began, 1.0);
}

static void on_signal(uv_signal_t* h, int signum) {
  CHECK_EQ(signum, SIGUSR1);
  uv_stop(h->loop);
}

static double deliver(int count) {
  double began = cpu_seconds();

  for (int i = 0; i < count; i++) {
    CHECK_OK(uv_kill(getpid(), SIGUSR1));
    uv_run(&loop, UV_RUN_DEFAULT);
  }
  return cpu_seconds() - began;
}

TEST(a_signal_costs_nothing_for_handles_of_other_signals) {
  uv_signal_t* h = make(sizeof(*h));
  uv_signal_t one;
  double alone, among_many;

  CHECK_OK(uv_signal_init(&loop, &one));
  CHECK_OK(uv_signal_start(&one, on_signal, SIGUSR1));
  alone = deliver(1000);
  for (int i = 0; i < MANY; i++) {
    CHECK_OK(uv_signal_init(&loop, &h[i]));
    CHECK_OK(uv_signal_start(&h[i], on_signal, SIGUSR2));
  }
  among_many = deliver(1000);
  CHECK_LT(among_many, alone * 5);
  uv_close((uv_handle_t*) &one, NULL);
  for (int i = 0; i < MANY; i++)
    uv_close((uv_handle_t*) &h[i], NULL);
  finish(h);
}
