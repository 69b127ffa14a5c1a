/* Ending one of many handles costs no more than ending one of few: nothing searches a list for it.
 * Where it did, 200,000 handles would take minutes, which is longer than the runner waits for a
 * test; now it is a fraction of a second. bench/growth measures it. */
#include "check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MANY = 200000, STARTS = 60000, SIGNALS = 5000 };

static uv_loop_t loop;

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

  for (int i = 0; i < MANY; i++) {
    CHECK_OK(uv_async_init(&loop, &h[i], never));
    CHECK_OK(uv_async_send(&h[i]));
  }
  for (int i = 0; i < MANY; i++)
    uv_close((uv_handle_t*) &h[i], NULL);
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

  CHECK_OK(uv_fs_poll_init(&loop, h));
  for (int i = 0; i < STARTS; i++) {
    snprintf(name, sizeof(name), "missing-%d", i);
    CHECK_OK(uv_fs_poll_start(h, on_change, name, 1000));
    CHECK_OK(uv_fs_poll_stop(h));
  }
  uv_close((uv_handle_t*) h, NULL);
  finish(h);
}

static int signals;

static void on_signal(uv_signal_t* h, int signum) {
  CHECK_EQ(signum, SIGUSR1);
  signals++;
  uv_stop(h->loop);
}

TEST(a_signal_costs_nothing_for_handles_of_other_signals) {
  uv_signal_t* h = make(sizeof(*h));
  uv_signal_t one;

  CHECK_OK(uv_signal_init(&loop, &one));
  CHECK_OK(uv_signal_start(&one, on_signal, SIGUSR1));
  for (int i = 0; i < MANY; i++) {
    CHECK_OK(uv_signal_init(&loop, &h[i]));
    CHECK_OK(uv_signal_start(&h[i], on_signal, SIGUSR2));
  }
  for (int i = 0; i < SIGNALS; i++) {
    CHECK_OK(uv_kill(getpid(), SIGUSR1));
    uv_run(&loop, UV_RUN_DEFAULT);
  }
  CHECK_EQ(signals, SIGNALS);
  uv_close((uv_handle_t*) &one, NULL);
  for (int i = 0; i < MANY; i++)
    uv_close((uv_handle_t*) &h[i], NULL);
  finish(h);
}
