/* src/os/clock.c — what time it is, and waiting for it to pass.
 *
 * (1) uv_hrtime() and the monotonic clock never go back; the real-time clock may.
 * (2) uv_sleep() never returns early: it waits for a point in time, so a signal costs nothing. */
#include <sys/time.h>
#include <time.h>
#include "os/sys.h"
#include "uv.h"

uint64_t uv_hrtime(void) {
  return uv__clock_ns();
}

int uv_clock_gettime(uv_clock_id clock_id, uv_timespec64_t* ts) {
  static const clockid_t clocks[] = {
      [UV_CLOCK_MONOTONIC] = CLOCK_MONOTONIC,
      [UV_CLOCK_REALTIME] = CLOCK_REALTIME,
  };
  struct timespec t;

  if (ts == NULL)
    return UV_EFAULT;
  if ((size_t) clock_id >= UV__COUNT(clocks))
    return UV_EINVAL;
  if (clock_gettime(clocks[clock_id], &t))
    return -errno;
  ts->tv_sec = t.tv_sec;
  ts->tv_nsec = (int32_t) t.tv_nsec;
  return 0;
}

int uv_gettimeofday(uv_timeval64_t* tv) {
  struct timeval t;

  if (tv == NULL)
    return UV_EINVAL;
  if (gettimeofday(&t, NULL))
    return -errno;
  tv->tv_sec = t.tv_sec;
  tv->tv_usec = (int32_t) t.tv_usec;
  return 0;
}

void uv_sleep(unsigned int msec) {
  uint64_t until = uv__clock_kernel_ns() + (uint64_t) msec * 1000000u;
  struct timespec t = {
      .tv_sec = (time_t) (until / 1000000000u),
      .tv_nsec = (long) (until % 1000000000u),
  };

  if (msec == 0)
    return;
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
    ;
}
