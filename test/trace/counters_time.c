/* Time goes to the phase that took it, asleep is apart, and all of it adds up. */
#include "tracing.h"

static uv_timer_t timer;
static uv_idle_t idle;
static uv_check_t check;
static int turns;

static void on_timer(uv_timer_t* handle) {
  spin(30);
}

static void on_short_timer(uv_timer_t* handle) {}

static void on_idle_once(uv_idle_t* handle) {
  if (++turns == 5000)
    spin(30);
  if (turns == 10000)
    uv_idle_stop(handle);
}

/* Spins, and says how long it took: more than asked for, on a busy machine. */
static uint64_t spin_us(uint64_t us) {
  uint64_t began = uv_hrtime();
  while (uv_hrtime() < began + us * 1000)
    continue;
  return uv_hrtime() - began;
}

static uint64_t idle_ns;
static uint64_t check_ns;

static void on_idle(uv_idle_t* handle) {
  if (++turns == 2000)
    uv_stop(handle->loop);
  idle_ns += spin_us(30);
}

static void on_check(uv_check_t* handle) {
  check_ns += spin_us(10);
}

static void check_near(uint64_t ns, uint64_t wanted) {
  CHECK_GT((double) ns, 0.8 * (double) wanted);
  CHECK_LT((double) ns, 1.2 * (double) wanted);
}

TEST(a_long_timer_and_the_sleep_before_it) {
  uint64_t began;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 50, 0));
  began = uv_hrtime();
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  began = uv_hrtime() - began;

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_GE(c.phases[UV_TRACE_TIMERS].time_ns, 30 * MS);
  CHECK_GE(c.phases[UV_TRACE_TIMERS].longest_ns, 30 * MS);
  CHECK_GE(c.asleep_ns, 45 * MS); /* the clock of the timer began to run before this run */
  CHECK_LE(c.asleep_ns + worked_ns(&c), began);
  CHECK_EQ(c.phases[UV_TRACE_TIMERS].estimated_ns, 0);
  close_all(&loop);
}

/* One block among thousands of short turns, none of which is measured, is found and is the idle phase's. */
TEST(one_block_among_short_turns_is_seen) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle_once));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_GE(c.phases[UV_TRACE_IDLE].longest_ns, 30 * MS);
  CHECK_GE(c.phases[UV_TRACE_IDLE].time_ns, 30 * MS);
  CHECK_GE(c.longest_turn_ns, 30 * MS);
  CHECK_GE(c.delays[8] + c.delays[9] + c.delays[10], 1); /* 17 to 134 ms */
  close_all(&loop);
}

/* Phases that share their stretches are told apart: 30 us against 10 us. */
TEST(phases_that_alternate_get_their_shares) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle));
  CHECK_OK(uv_check_init(&loop, &check));
  CHECK_OK(uv_check_start(&check, on_check));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 1);

  uv_trace_counters_t c = counters_of(&loop);
  check_near(c.phases[UV_TRACE_IDLE].time_ns, idle_ns);
  check_near(c.phases[UV_TRACE_CHECK].time_ns, check_ns);
  check_near(worked_ns(&c), idle_ns + check_ns);
  close_all(&loop);
}

/* uv_run(NOWAIT) reads no clock when it begins: what comes before its first reading is timed now and
 * then. What the program does between two runs is not the loop's. */
TEST(short_runs_are_estimated) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle));
  for (int i = 0; i < 500; i++) {
    uv_run(&loop, UV_RUN_NOWAIT);
    spin_us(100);
  }
  uv_trace_counters_t c = counters_of(&loop);
  CHECK_EQ(c.turns, 500);
  check_near(c.phases[UV_TRACE_IDLE].time_ns, idle_ns);
  check_near(worked_ns(&c), idle_ns);
  close_all(&loop);
}

TEST(late_timers_are_counted) {
  uv_timer_t late;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_init(&loop, &late));
  CHECK_OK(uv_timer_start(&timer, on_timer, 0, 0));
  CHECK_OK(uv_timer_start(&late, on_short_timer, 10, 0));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_GE(c.late_timers, 1);
  CHECK_GE(c.late_worst_ns, 19 * MS);
  CHECK_GE(c.late_total_ns, c.late_worst_ns);
  close_all(&loop);
}
