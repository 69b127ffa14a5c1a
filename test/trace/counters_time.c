/* Time goes to the phase that took it, asleep is apart, and all of it adds up. */
#include "tracing.h"

static uv_timer_t timer;
static uv_idle_t idle;
static uv_check_t check;
static int turns;

static void on_timer(uv_timer_t* handle) {
  spin(30);
}

static void on_short_timer(uv_timer_t* handle) {
}

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
  if (++turns == 200)
    uv_stop(handle->loop);
  idle_ns += spin_us(900);
}

static void on_check(uv_check_t* handle) {
  check_ns += spin_us(300);
}

TEST(a_long_timer_and_the_sleep_before_it) {
  uint64_t began;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_timer_init(&loop, &timer));
  began = uv_hrtime();
  do { /* a pause of the machine may be longer than the sleep */
    CHECK_OK(uv_timer_start(&timer, on_timer, 50, 0));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  } while (counters_of(&loop).asleep_ns == 0);
  began = uv_hrtime() - began;

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_GE(c.phases[UV_TRACE_TIMERS].time_ns, 30 * MS);
  CHECK_GE(c.phases[UV_TRACE_TIMERS].longest_ns, 30 * MS);
  CHECK_EQ(c.phases[UV_TRACE_TIMERS].estimated_ns, 0);
  CHECK_LE(c.asleep_ns + worked_ns(&c), began);
  close_all(&loop);
}

/* One block among thousands of short turns, none of which is measured, is found and is the idle
 * phase's. */
TEST(one_block_among_short_turns_is_seen) {
  uint64_t long_turns = 0;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle_once));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_GE(c.phases[UV_TRACE_IDLE].longest_ns, 30 * MS);
  CHECK_GE(c.phases[UV_TRACE_IDLE].time_ns, 30 * MS);
  CHECK_GE(c.longest_turn_ns, 30 * MS);
  for (size_t i = 8; i < sizeof(c.delays) / sizeof(c.delays[0]); i++)
    long_turns += c.delays[i]; /* 17 ms and more */
  CHECK_GE(long_turns, 1);
  close_all(&loop);
}

/* Phases that share their stretches are told apart. Turns that long are all timed, so that the time
 * inside the callbacks lies within what is told, and that within the run, to the nanosecond. */
TEST(phases_that_alternate_get_their_shares) {
  uint64_t inside;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle));
  CHECK_OK(uv_check_init(&loop, &check));
  CHECK_OK(uv_check_start(&check, on_check));
  inside = uv_hrtime();
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 1);
  inside = uv_hrtime() - inside;

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_GE(c.phases[UV_TRACE_IDLE].time_ns, idle_ns);
  CHECK_GE(c.phases[UV_TRACE_CHECK].time_ns, check_ns);
  CHECK_LE(worked_ns(&c), inside);
  close_all(&loop);
}

/* What the program does between two runs is not the loop's. */
TEST(what_is_outside_does_not_count) {
  uint64_t inside = 0;
  uint64_t outside = 0;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle));
  for (int i = 0; i < 100; i++) {
    uint64_t began = uv_hrtime();
    uv_run(&loop, UV_RUN_NOWAIT);
    inside += uv_hrtime() - began;
    if (i == 0)
      idle_ns = 0; /* this one was not timed, and has no reading of the clock to begin with */
    outside += spin_us(1000);
  }
  uv_trace_counters_t c = counters_of(&loop);
  CHECK_EQ(c.turns, 100);
  CHECK_GE(c.phases[UV_TRACE_IDLE].time_ns, idle_ns);
  CHECK_LE(worked_ns(&c), inside + outside / 10);
  close_all(&loop);
}

static void on_idle_run(uv_idle_t* handle) {
  uv_idle_stop(handle);
  uv_run(handle->loop, UV_RUN_NOWAIT);
}

/* Nor is it, when the loop is stopped before its first turn. */
TEST(a_run_without_a_turn_takes_no_time) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 60000, 0));
  spin_us(1000);
  uv_update_time(&loop);
  uv_stop(&loop);
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_EQ(counters_of(&loop).longest_turn_ns, 0);
  CHECK_EQ(counters_of(&loop).turns, 0);
  uv_timer_stop(&timer);
  close_all(&loop);
}

/* Nor for a run inside of a callback that comes before the single turn looks at the kernel. */
TEST(what_is_outside_is_no_turn_of_a_nested_run) {
  uint64_t began, inside = 0;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 60000, 0));
  CHECK_OK(uv_idle_init(&loop, &idle));
  for (int i = 0; i < 3; i++) {
    CHECK_OK(uv_idle_start(&idle, on_idle_run));
    began = uv_hrtime();
    uv_run(&loop, UV_RUN_NOWAIT);
    inside += uv_hrtime() - began;
    spin_us(20000);
  }
  CHECK_LE(counters_of(&loop).longest_turn_ns, inside);
  uv_timer_stop(&timer);
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
  CHECK_GE(c.late_worst_ns, UV_TRACE_LATE_NS);
  CHECK_GE(c.late_total_ns, c.late_worst_ns);
  close_all(&loop);
}
