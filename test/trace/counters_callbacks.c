/* Turns and callbacks are counted exactly, each callback in the phase that called it. */
#include "tracing.h"

static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static uv_timer_t timer;
static uv_async_t async;
static int turns;

static void on_prepare(uv_prepare_t* handle) {
  turns++;
}

static void on_check(uv_check_t* handle) {
  if (turns == 1000)
    uv_stop(handle->loop);
}

static void on_idle(uv_idle_t* handle) {
  if (turns == 10)
    CHECK_OK(uv_async_send(&async));
}

static void on_timer(uv_timer_t* handle) {
}

static void on_async(uv_async_t* handle) {
}

TEST(callbacks_are_counted_in_their_phase) {
  uv_loop_t loop;
  uv_handle_t* handles[] = {(uv_handle_t*) &idle, (uv_handle_t*) &prepare, (uv_handle_t*) &check,
                            (uv_handle_t*) &timer, (uv_handle_t*) &async};

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle));
  CHECK_OK(uv_prepare_init(&loop, &prepare));
  CHECK_OK(uv_prepare_start(&prepare, on_prepare));
  CHECK_OK(uv_check_init(&loop, &check));
  CHECK_OK(uv_check_start(&check, on_check));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 0, 0));
  CHECK_OK(uv_async_init(&loop, &async, on_async));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 1);

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_EQ(c.turns, 1000);
  CHECK_EQ(c.phases[UV_TRACE_IDLE].callbacks, 1000);
  CHECK_EQ(c.phases[UV_TRACE_PREPARE].callbacks, 1000);
  CHECK_EQ(c.phases[UV_TRACE_CHECK].callbacks, 1000);
  CHECK_EQ(c.phases[UV_TRACE_TIMERS].callbacks, 1);
  CHECK_EQ(c.phases[UV_TRACE_POLL].callbacks, 1);
  CHECK_EQ(c.phases[UV_TRACE_CLOSE].callbacks, 0);
  CHECK_EQ(c.callbacks, 3002);

  for (int i = 0; i < 5; i++)
    uv_close(handles[i], i < 3 ? (uv_close_cb) on_timer : NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(counters_of(&loop).phases[UV_TRACE_CLOSE].callbacks, 3);
  CHECK_OK(uv_loop_close(&loop));
}
