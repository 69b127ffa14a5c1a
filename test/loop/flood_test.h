/* test/loop/flood_test.h — a timer of 10 ms beside events that come without end.
 *
 * A timer that is due waits for the rest of one poll phase, so for a bounded number of events. The
 * tests count these events instead of measuring time: a slow machine, a sanitizer or valgrind
 * changes how long an event takes, but not how many of them may run first. At 10 us each, the bound
 * is 41 ms. */
#ifndef FLOOD_TEST_H
#define FLOOD_TEST_H

#include "check.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { FLOOD_FIRES = 10, FLOOD_TIMER_MS = 10, FLOOD_MAX_EVENTS = 4096 };

static uv_loop_t flood_loop;
static uv_timer_t flood_timer;
static atomic_int flood_over;
static int flood_fires;
static long flood_events;
static long flood_events_after_due;
static uint64_t flood_due_ns;

static inline int flood_is_over(void) {
  return atomic_load(&flood_over);
}

/* One of the events that come without end. Checked here: in a poll phase without end the timer
 * never fires. */
static inline void flood_event(void) {
  flood_events++;
  if (!flood_is_over() && uv_hrtime() >= flood_due_ns)
    CHECK_LE(++flood_events_after_due, FLOOD_MAX_EVENTS);
}

static inline void flood_expect_timer(void) {
  flood_events_after_due = 0;
  flood_due_ns = uv_hrtime() + FLOOD_TIMER_MS * UINT64_C(1000000);
}

static inline void flood_close(uv_handle_t* h, void* arg) {
  (void) arg;
  if (!uv_is_closing(h))
    uv_close(h, NULL);
}

/* Counts only if there were events since the last time: on a loaded machine the thread that makes
 * them may not have run. */
static inline void flood_on_timer(uv_timer_t* timer) {
  flood_expect_timer();
  if (flood_events == 0)
    return;
  flood_events = 0;
  if (++flood_fires < FLOOD_FIRES)
    return;
  atomic_store(&flood_over, 1);
  uv_stop(timer->loop);
}

static inline void flood_begin(void) {
  CHECK_OK(uv_loop_init(&flood_loop));
  CHECK_OK(uv_timer_init(&flood_loop, &flood_timer));
}

/* Runs until the timer has fired often enough, beside a thread that makes events. */
static inline void flood_run(uv_thread_cb source) {
  uv_thread_t thread;

  if (source != NULL)
    CHECK_OK(uv_thread_create(&thread, source, NULL));
  CHECK_OK(uv_timer_start(&flood_timer, flood_on_timer, FLOOD_TIMER_MS, FLOOD_TIMER_MS));
  flood_expect_timer();
  uv_run(&flood_loop, UV_RUN_DEFAULT);
  if (source != NULL)
    CHECK_OK(uv_thread_join(&thread));
  uv_walk(&flood_loop, flood_close, NULL);
  CHECK_EQ(uv_run(&flood_loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&flood_loop));
}

#endif
