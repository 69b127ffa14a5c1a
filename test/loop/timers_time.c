/* B3.1, B3.4: a timer is never early, not by a nanosecond; repeating ones are put back before their
 * callback; huge time-outs do not wrap round. */
#include "check.h"

static uv_loop_t loop;
static uv_timer_t timer;
static uint64_t start;
static int calls;

static void on_due(uv_timer_t* t) {
  CHECK_GE(uv_hrtime() - start, (uint64_t) 3000000);
  (void) t;
  calls++;
}

TEST(a_timer_is_never_early) {
  CHECK_OK(uv_loop_init(&loop));
  uv_timer_init(&loop, &timer);
  for (int i = 0; i < 50; i++) {
    start = uv_hrtime();
    uv_update_time(&loop);
    CHECK_OK(uv_timer_start(&timer, on_due, 3, 0));
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 0);
    CHECK_EQ(calls, i + 1);
  }
  uv_close((uv_handle_t*) &timer, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}

static void on_again(uv_timer_t* t) {
  (void) t;
  calls++;
}

TEST(again_restarts_a_repeating_timer_and_leaves_others_as_they_are) {
  CHECK_OK(uv_loop_init(&loop));
  uv_timer_init(&loop, &timer);
  CHECK_OK(uv_timer_start(&timer, on_again, 60000, 0));
  CHECK_OK(uv_timer_again(&timer)); /* it does not repeat */
  CHECK(uv_is_active((uv_handle_t*) &timer));
  CHECK_GT(uv_timer_get_due_in(&timer), 50000);
  uv_timer_set_repeat(&timer, 1);
  CHECK_OK(uv_timer_again(&timer));
  CHECK_LE(uv_timer_get_due_in(&timer), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  CHECK_EQ(calls, 1);
  uv_close((uv_handle_t*) &timer, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

static void on_repeat(uv_timer_t* t) {
  CHECK(uv_is_active((uv_handle_t*) t));
  CHECK_EQ(uv_timer_get_due_in(t), 1);
  if (++calls == 3)
    uv_close((uv_handle_t*) t, NULL);
}

TEST(a_repeating_timer_is_put_back_before_its_callback) {
  CHECK_OK(uv_loop_init(&loop));
  uv_timer_init(&loop, &timer);
  CHECK_EQ(uv_timer_again(&timer), UV_EINVAL);
  CHECK_OK(uv_timer_start(&timer, on_repeat, 0, 1));
  CHECK_EQ(uv_timer_get_repeat(&timer), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 3);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(a_huge_timeout_is_never_due_instead_of_wrapping_round) {
  CHECK_OK(uv_loop_init(&loop));
  uv_timer_init(&loop, &timer);
  CHECK_EQ(uv_timer_start(&timer, NULL, 1, 0), UV_EINVAL);
  CHECK_OK(uv_timer_start(&timer, on_due, UINT64_MAX, 0));
  CHECK_NE(uv_run(&loop, UV_RUN_NOWAIT), 0);
  CHECK_EQ(calls, 0);
  uv_close((uv_handle_t*) &timer, NULL);
  CHECK_EQ(uv_timer_start(&timer, on_due, 1, 0), UV_EINVAL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}
