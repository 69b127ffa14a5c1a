/* A loop that is told to stay awake is alive and does not block, though nobody is called for it. */
#include "check.h"

#include "uv_trace.h"

static uv_loop_t loop;
static uv_check_t check;
static int turns;

static void three_turns(uv_check_t* handle) {
  if (++turns == 3)
    CHECK_OK(uv_trace_stay_awake(handle->loop, 0));
}

static void open_loop(void) {
  turns = 0;
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_check_init(&loop, &check));
  CHECK_OK(uv_check_start(&check, three_turns));
  uv_unref((uv_handle_t*) &check);
}

static void close_loop(void) {
  uv_close((uv_handle_t*) &check, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(the_loop_turns_until_it_is_told_otherwise) {
  open_loop();
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_OK(uv_trace_stay_awake(&loop, 1));
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(turns, 3);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  close_loop();
}

TEST(to_say_so_twice_is_to_say_so_once) {
  open_loop();
  CHECK_OK(uv_trace_stay_awake(&loop, 1));
  CHECK_OK(uv_trace_stay_awake(&loop, 1));
  CHECK_OK(uv_trace_stay_awake(&loop, 0));
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_OK(uv_trace_stay_awake(&loop, 0));
  CHECK_EQ(uv_loop_alive(&loop), 0);
  close_loop();
}

static int fired;

static void on_timer(uv_timer_t* timer) {
  fired++;
}

/* Were there a sleep for the timer in it, one turn would be enough to run it. */
TEST(poll_does_not_sleep_for_a_timer) {
  uv_timer_t timer;

  open_loop();
  fired = 0;
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 60 * 1000, 0));
  CHECK_OK(uv_trace_stay_awake(&loop, 1));
  CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  CHECK_EQ(turns, 1);
  CHECK_EQ(fired, 0);
  CHECK_OK(uv_trace_stay_awake(&loop, 0));
  uv_close((uv_handle_t*) &timer, NULL);
  close_loop();
}

static void sleep_again(uv_prepare_t* handle) {
  CHECK_OK(uv_trace_stay_awake(handle->loop, 0));
}

TEST(told_otherwise_before_poll_it_sleeps_in_that_poll) {
  uv_prepare_t prepare;
  uv_timer_t timer;

  open_loop();
  fired = 0;
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 1, 0));
  CHECK_OK(uv_prepare_init(&loop, &prepare));
  CHECK_OK(uv_prepare_start(&prepare, sleep_again));
  CHECK_OK(uv_trace_stay_awake(&loop, 1));
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(fired, 1);
  uv_close((uv_handle_t*) &prepare, NULL);
  uv_close((uv_handle_t*) &timer, NULL);
  close_loop();
}
