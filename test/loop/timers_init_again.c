/* Programs initialise a timer again that has been stopped and not closed: what was left of its
 * first life in the loop must not get into its second. */
#include "check.h"

enum { TIMERS = 100 };

static uv_loop_t loop;
static uv_timer_t timers[TIMERS];
static int calls[TIMERS];
static uint64_t last;

static void on_timer(uv_timer_t* t) {
  calls[t - timers]++;
  CHECK_GE(uv_now(&loop), last);
  last = uv_now(&loop);
}

TEST(a_stopped_timer_may_be_initialised_again) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < TIMERS; i++) {
    uv_timer_init(&loop, &timers[i]);
    CHECK_OK(uv_timer_start(&timers[i], on_timer, 1 + i % 3, 0));
  }
  for (int i = 0; i < TIMERS; i += 2) {
    CHECK_OK(uv_timer_stop(&timers[i]));
    uv_timer_init(&loop, &timers[i]);
    CHECK_OK(uv_timer_start(&timers[i], on_timer, i % 7, 0));
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  for (int i = 0; i < TIMERS; i++)
    CHECK_EQ(calls[i], 1);
  /* The list of handles has been torn, here as in libuv: such a loop cannot be closed. */
}
