/* Clocks and sleeping. B3.8: uv_hrtime is monotonic, in nanoseconds. */
#include "check.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

TEST(hrtime_is_the_monotonic_clock_in_nanoseconds) {
  struct timespec t;
  uint64_t before = uv_hrtime();
  uint64_t now;

  CHECK_OK(clock_gettime(CLOCK_MONOTONIC, &t));
  now = (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
  CHECK_LE(before, now);
  CHECK_LE(now, uv_hrtime());
}

TEST(clock_gettime_knows_two_clocks) {
  uv_timespec64_t mono;
  uv_timespec64_t real;
  time_t before = time(NULL);

  CHECK_OK(uv_clock_gettime(UV_CLOCK_MONOTONIC, &mono));
  CHECK_LE((uint64_t) mono.tv_sec * 1000000000 + (uint64_t) mono.tv_nsec, uv_hrtime());
  CHECK_OK(uv_clock_gettime(UV_CLOCK_REALTIME, &real));
  CHECK_GE(real.tv_sec, before);
  CHECK_LE(real.tv_sec, time(NULL) + 1);
  CHECK_LT(real.tv_nsec, 1000000000);
}

TEST(clock_gettime_refuses_bad_arguments) {
  uv_timespec64_t t;

  CHECK_EQ(uv_clock_gettime((uv_clock_id) 1337, &t), UV_EINVAL);
  CHECK_EQ(uv_clock_gettime((uv_clock_id) -1, &t), UV_EINVAL);
  CHECK_EQ(uv_clock_gettime(UV_CLOCK_REALTIME, NULL), UV_EFAULT);
}

TEST(gettimeofday_is_the_wall_clock) {
  uv_timeval64_t tv;
  time_t before = time(NULL);

  CHECK_EQ(uv_gettimeofday(NULL), UV_EINVAL);
  CHECK_OK(uv_gettimeofday(&tv));
  CHECK_GE(tv.tv_sec, before);
  CHECK_LT(tv.tv_usec, 1000000);
}

static volatile sig_atomic_t alarms;

static void on_alarm(int signum) {
  alarms++;
}

TEST(signals_do_not_shorten_a_sleep) {
  struct itimerval every_5ms = {{0, 5000}, {0, 5000}};
  uint64_t start = uv_hrtime();

  signal(SIGALRM, on_alarm);
  CHECK_OK(setitimer(ITIMER_REAL, &every_5ms, NULL));
  uv_sleep(60);
  CHECK_GE(uv_hrtime() - start, 60000000);
  CHECK_GT(alarms, 0);
}

TEST(sleeping_for_nothing_returns) {
  uv_sleep(0);
}
