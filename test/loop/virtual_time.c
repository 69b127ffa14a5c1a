/* Virtual time: when nothing is ready the clock jumps to the next timer; the order stays, and what
 * others do still takes its time. */
#include "check.h"

#include <string.h>

#include "uv_trace.h"

static uv_loop_t loop;
static char order[64];

static void note(uv_timer_t* t) {
  strncat(order, t->data, 1);
}

static void open_loop(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_trace_virtual_time(&loop, 1));
  order[0] = '\0';
}

static void start(uv_timer_t* t, const char* name, uint64_t ms) {
  CHECK_OK(uv_timer_init(&loop, t));
  t->data = (void*) name;
  CHECK_OK(uv_timer_start(t, note, ms, 0));
}

static void close_timers(uv_timer_t* timers, int count) {
  for (int i = 0; i < count; i++)
    uv_close((uv_handle_t*) &timers[i], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(hours_of_timers_are_over_at_once_in_their_order) {
  static const uint64_t hour = 3600 * 1000;
  uint64_t jumped = uv_trace_virtual_ahead();
  uv_timer_t t[3];

  open_loop();
  start(&t[0], "c", 3 * hour);
  start(&t[1], "a", hour);
  start(&t[2], "b", 2 * hour);
  uint64_t began = uv_now(&loop);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(order, "abc");
  CHECK_GE(uv_now(&loop) - began, 3 * hour);
  CHECK_GE(uv_trace_virtual_ahead() - jumped, (3 * hour - 60 * 1000) * 1000000);
  close_timers(t, 3);
}

static void work(uv_work_t* req) {
  uv_sleep(20);
}

static void after_work(uv_work_t* req, int status) {
  CHECK_OK(status);
  strcat(order, "w");
}

TEST(a_job_of_the_pool_takes_its_real_time) {
  uv_timer_t t[1];
  uv_work_t job;

  open_loop();
  start(&t[0], "t", 60 * 1000);
  CHECK_OK(uv_queue_work(&loop, &job, work, after_work));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(order, "wt");
  close_timers(t, 1);
}

static void on_signal(uv_signal_t* s, int signum) {
}

TEST(a_loop_that_waits_for_no_timer_does_not_jump) {
  uint64_t jumped = uv_trace_virtual_ahead();
  uv_signal_t s;

  open_loop();
  CHECK_OK(uv_signal_init(&loop, &s));
  CHECK_OK(uv_signal_start(&s, on_signal, SIGUSR2));
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_EQ(uv_trace_virtual_ahead(), jumped);
  uv_close((uv_handle_t*) &s, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(a_turn_that_may_not_wait_does_not_jump) {
  uv_timer_t t[1];

  open_loop();
  start(&t[0], "t", 60 * 1000);
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_STR(order, "");
  CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 0);
  CHECK_STR(order, "t");
  close_timers(t, 1);
}
