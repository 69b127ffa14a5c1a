/* B3.7: running the loop again from inside one of its callbacks corrupts and loses nothing. */
#include "check.h"

static uv_loop_t loop;
static uv_async_t async[3];
static uv_timer_t timers[3];
static uv_idle_t closing[3];
static int calls;

static void on_async(uv_async_t* h) {
  calls++;
  uv_close((uv_handle_t*) h, NULL);
  if (calls == 1)
    uv_run(&loop, UV_RUN_DEFAULT); /* must run the other two: they were sent already */
}

TEST(sent_handles_are_called_by_the_inner_run) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++) {
    CHECK_OK(uv_async_init(&loop, &async[i], on_async));
    CHECK_OK(uv_async_send(&async[i]));
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 3);
  CHECK_OK(uv_loop_close(&loop));
}

static void on_close(uv_handle_t* h) {
  (void) h;
  calls++;
  if (calls == 1) {
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK_EQ(calls, 3);
  }
}

TEST(close_callbacks_are_called_once_each) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++) {
    uv_idle_init(&loop, &closing[i]);
    uv_close((uv_handle_t*) &closing[i], on_close);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 3);
  CHECK_OK(uv_loop_close(&loop));
}

static void on_timer(uv_timer_t* t) {
  calls++;
  uv_close((uv_handle_t*) t, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
}

TEST(timers_run_once_each) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++) {
    uv_timer_init(&loop, &timers[i]);
    uv_timer_start(&timers[i], on_timer, 0, 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 3);
  CHECK_OK(uv_loop_close(&loop));
}

static void count(uv_timer_t* t) {
  (void) t;
  calls++;
}

static void run_then_take_long(uv_handle_t* h) {
  uint64_t start;
  (void) h;
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_timer_start(&timers[0], count, 5, 0);
  start = uv_hrtime();
  while (uv_hrtime() - start < 6 * 1000000)
    ;
}

TEST(the_clock_is_read_before_timers_also_after_an_inner_run) {
  CHECK_OK(uv_loop_init(&loop));
  uv_idle_init(&loop, &closing[0]);
  uv_timer_init(&loop, &timers[0]);
  uv_close((uv_handle_t*) &closing[0], run_then_take_long);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 1);
  uv_close((uv_handle_t*) &timers[0], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}
