/* trace/counters.c and snapshot.c: how time is booked, with a clock that the test turns itself. */
#define uv__clock_ns fake_clock
#include "trace/counters.c"

#include "trace/snapshot.c"

#include <check.h>

#if UV__TRACE

static uv_loop_t loop;
static struct uv__loop_internal internal;
static uint64_t now;

uint64_t fake_clock(void) {
  return now;
}

static void begin(void) {
  now = 1000000000;
  loop.internal = &internal;
  internal.pulse.may_sleep = UV__SLEEP_AT_WILL;
  loop.time = now;
  uv__trace_loop_init(&loop);
  loop.depth = 1;
  uv__trace_run_clock(&loop);
}

static void phase(unsigned id, uint64_t ns, int watched) {
  if (watched)
    uv__trace_phase_enter(&loop, id);
  if (ns != 0)
    uv__trace_count_call(&loop, id);
  now += ns;
  if (watched)
    uv__trace_phase_leave(&loop, id);
}

/* What uv_run() does, with callbacks and a system call of the given lengths. */
static void turn(uint64_t idle, uint64_t ask, uint64_t sleep, uint64_t poll, uint64_t check,
                 uint64_t timers) {
  int watched = uv__trace_turn(&loop, &internal.pulse);

  phase(UV_TRACE_IDLE, idle, watched);
  if (watched)
    uv__trace_phase_enter(&loop, UV_TRACE_POLL);
  internal.pulse.metrics.loop_count++;
  if (sleep)
    uv__trace_poll_sleep(&loop, now);
  loop.time = now += ask + sleep;
  uv__trace_poll_wake(&loop, uv__pulse_of(&loop));
  uv__trace_poll_calls(&loop);
  if (poll)
    uv__trace_count_call(&loop, UV_TRACE_POLL);
  now += poll;
  internal.pulse.quiet = poll == 0 && check == 0;
  if (watched)
    uv__trace_phase_leave(&loop, UV_TRACE_POLL);
  phase(UV_TRACE_CHECK, check, watched);
  if (timers)
    internal.pulse.quiet <<= 1;
  phase(UV_TRACE_TIMERS, timers, watched);
}

static uv_trace_counters_t counters(void) {
  uv_trace_counters_t c = {.size = sizeof(c)};
  CHECK_OK(uv_trace_counters(&loop, &c));
  return c;
}

static void near(uint64_t ns, double wanted, double part) {
  CHECK_GE((double) ns, wanted * (1 - part));
  CHECK_LE((double) ns, wanted * (1 + part));
}

/* Turns of 100 ns: nearly all are passed over, and the few that are timed speak for them. */
TEST(short_turns_are_estimated_from_some) {
  begin();
  for (int i = 0; i < 100000; i++)
    turn(20, 50, 0, 0, 0, 0);
  uv_trace_counters_t c = counters();
  near(c.phases[UV_TRACE_IDLE].time_ns, 100000 * 20, 0.001);
  near(c.phases[UV_TRACE_POLL].time_ns, 100000 * 50, 0.001);
  CHECK_GT(c.phases[UV_TRACE_IDLE].estimated_ns, 9 * c.phases[UV_TRACE_IDLE].time_ns / 10);
  CHECK_LT(internal.trace.picks, 1000);
}

/* Turns of two kinds, in step: what is timed is not in step with them. */
TEST(sampling_is_in_step_with_nothing) {
  begin();
  for (int i = 0; i < 1000000; i++)
    turn(100, 50, 0, 0, i % 2 ? 1000 : 0, i % 4 == 0 ? 3000 : 0);
  uv_trace_counters_t c = counters();
  near(c.phases[UV_TRACE_IDLE].time_ns, 1000000 * 100, 0.05);
  near(c.phases[UV_TRACE_CHECK].time_ns, 500000 * 1000, 0.15);
  near(c.phases[UV_TRACE_TIMERS].time_ns, 250000 * 3000, 0.15);
}

/* One phase and sleep: nothing is estimated. */
TEST(what_ends_in_sleep_is_exact) {
  begin();
  for (int i = 0; i < 10000; i++)
    turn(0, 0, 50000, 4000, 0, 0);
  turn(0, 0, 50000, 0, 0, 0); /* the last stretch ends here */
  uv_trace_counters_t c = counters();
  CHECK_EQ(c.phases[UV_TRACE_POLL].time_ns, 10000 * 4000);
  CHECK_EQ(c.phases[UV_TRACE_POLL].estimated_ns, 0);
  CHECK_EQ(c.asleep_ns, 10001 * UINT64_C(50000));
}

/* A kernel that answers at once was asked, not slept in. */
TEST(asking_is_work) {
  begin();
  for (int i = 0; i < 1000; i++)
    turn(0, 0, 1000, 4000, 0, 0);
  uv_trace_counters_t c = counters();
  CHECK_EQ(c.asleep_ns, 0);
  CHECK_EQ(c.phases[UV_TRACE_POLL].time_ns, 999 * 5000 + 1000);
}

/* A block in a turn that nobody timed: seen, and exactly where only one phase can have been it. */
TEST(a_block_is_its_phases) {
  begin();
  for (int i = 0; i < 10000; i++)
    turn(20, 50, 0, 0, 0, 0);
  CHECK_EQ(internal.trace.watching, 0);
  turn(5000000, 50, 0, 0, 0, 0);
  turn(20, 50, 0, 0, 0, 0);
  uv_trace_counters_t c = counters();
  near(c.phases[UV_TRACE_IDLE].longest_ns, 5000000, 0.01);
  near(c.phases[UV_TRACE_IDLE].time_ns, 5000000 + 10000 * 20, 0.02);
  near(c.longest_turn_ns, 5000000, 0.01);
  CHECK_EQ(c.delays[6], 1); /* 4.2 to 8.4 ms */
}

/* One phase takes most of each turn, and no turn is short: it is usual for that phase to be
 * long. */
TEST(a_phase_that_is_always_long_has_its_time) {
  begin();
  for (int i = 0; i < 10000; i++)
    turn(500, 0, 0, 230000, 1000, 0);
  turn(1, 0, 0, 0, 0, 0);
  uv_trace_counters_t c = counters();
  CHECK_GT(c.phases[UV_TRACE_POLL].estimated_ns, 0);
  near(c.phases[UV_TRACE_POLL].time_ns, 10000 * 230000., 0.01);
  near(c.phases[UV_TRACE_IDLE].time_ns, 10000 * 500., 0.1);
}

/* Long turns are all timed. */
TEST(long_turns_are_exact) {
  begin();
  for (int i = 0; i < 1000; i++)
    turn(40000, 0, 0, 1000, 10000, 20000);
  turn(1, 0, 0, 0, 0, 0);
  uv_trace_counters_t c = counters();
  near(c.phases[UV_TRACE_IDLE].time_ns, 1000 * 40000, 0.002);
  near(c.phases[UV_TRACE_POLL].time_ns, 1000 * 1000, 0.002);
  near(c.phases[UV_TRACE_CHECK].time_ns, 1000 * 10000, 0.002);
  near(c.phases[UV_TRACE_TIMERS].time_ns, 1000 * 20000, 0.002);
}

#endif
