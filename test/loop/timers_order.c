/* B3.1: due first runs first; same time, in the order of starting; at the first that is not due the
 * phase ends; what is started while timers run waits a turn. */
#include "check.h"

#include <stdlib.h>

enum { MANY = 20000 };

static uv_loop_t loop;
static uv_timer_t a, b, c, d;
static uv_timer_t* order[8];
static int calls;

static void on_timer(uv_timer_t* t) {
  order[calls++] = t;
}

static void busy_until(uint64_t ms) {
  uint64_t end = uv_hrtime() + ms * 1000000;
  while (uv_hrtime() < end)
    ;
}

static void init4(void) {
  CHECK_OK(uv_loop_init(&loop));
  uv_timer_init(&loop, &a);
  uv_timer_init(&loop, &b);
  uv_timer_init(&loop, &c);
  uv_timer_init(&loop, &d);
}

static void close_timer(uv_handle_t* h, void* arg) {
  (void) arg;
  if (!uv_is_closing(h))
    uv_close(h, NULL);
}

static void finish(void) {
  uv_walk(&loop, close_timer, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(a_late_phase_runs_exactly_the_timers_that_are_due) {
  init4();
  uv_timer_start(&d, on_timer, 4000 * 1000, 0);
  uv_timer_start(&c, on_timer, 3000 * 1000, 0);
  uv_timer_start(&b, on_timer, 20, 0);
  uv_timer_start(&a, on_timer, 10, 0);
  busy_until(25);
  uv_update_time(&loop);
  CHECK_NE(uv_run(&loop, UV_RUN_NOWAIT), 0);
  CHECK_EQ(calls, 2);
  CHECK(order[0] == &a && order[1] == &b);
  finish();
}

TEST(timers_due_at_the_same_time_run_in_the_order_of_starting) {
  init4();
  uv_timer_start(&c, on_timer, 5, 0);
  uv_timer_start(&a, on_timer, 5, 0);
  uv_timer_start(&d, on_timer, 5, 0);
  uv_timer_start(&b, on_timer, 5, 0);
  uv_timer_start(&c, on_timer, 5, 0); /* started again: last now */
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(calls, 4);
  CHECK(order[0] == &a && order[1] == &d && order[2] == &b && order[3] == &c);
  finish();
}

static void restart_at_once(uv_timer_t* t) {
  if (++calls < 3)
    uv_timer_start(t, restart_at_once, 0, 0);
}

TEST(a_timer_started_by_a_timer_waits_for_the_next_turn) {
  init4();
  uv_timer_start(&a, restart_at_once, 0, 0);
  CHECK_NE(uv_run(&loop, UV_RUN_NOWAIT), 0);
  CHECK_EQ(calls, 1);
  CHECK_NE(uv_run(&loop, UV_RUN_NOWAIT), 0);
  CHECK_EQ(calls, 2);
  finish();
}

static uint64_t last_due;
static unsigned fired;

static void on_many(uv_timer_t* t) {
  uint64_t due = (uint64_t) (uintptr_t) t->data;
  CHECK_GE(due, last_due);
  last_due = due;
  fired++;
}

/* Every way of being lazy about the heap at once: stopped, moved later, moved earlier, stopped and
 * started. */
TEST(the_heap_keeps_its_order_through_stops_and_moves) {
  uv_timer_t* t = calloc(MANY, sizeof(*t));
  unsigned expected = 0;

  CHECK(t != NULL);
  CHECK_OK(uv_loop_init(&loop));
  srand(7);
  for (int i = 0; i < MANY; i++) {
    uv_timer_init(&loop, &t[i]);
    CHECK_OK(uv_timer_start(&t[i], on_many, 1 + rand() % 50, 0));
  }
  for (int i = 0; i < 5 * MANY; i++) {
    uv_timer_t* x = &t[rand() % MANY];
    uint64_t when = 1 + rand() % 50;
    x->data = (void*) (uintptr_t) when;
    CHECK_OK(rand() % 3 == 0 ? uv_timer_stop(x) : uv_timer_start(x, on_many, when, 0));
  }
  for (int i = 0; i < MANY; i++) {
    if (!uv_is_active((uv_handle_t*) &t[i]))
      continue;
    expected++;
    t[i].data = (void*) (uintptr_t) uv_timer_get_due_in(&t[i]);
  }
  CHECK_GT(expected, MANY / 2);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(fired, expected);
  finish();
  free(t);
}
