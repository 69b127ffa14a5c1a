/* src/runtime/see/survive.c — a trace that survives SIGKILL. The signal cannot be caught, so the
 * recorded events are written to a file every second while the program runs.
 *
 * (1) The side thread writes: the program's thread does nothing for it, and may be blocked.
 * (2) Only the last events and slices are written, so that the time does not depend on their rate;
 *     nothing when the loop has not moved since the last file.
 * (3) When gy_survive_stop() returns, no file is being written, and none will be. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "see.h"
#include "uv_trace.h"

enum { FIRST_MS = 200, EVERY_MS = 1000, EVENTS = 1 << 14 };

static struct {
  pthread_mutex_t lock; /* held while a file is written */
  char* path;           /* NULL: stopped */
  uv_timer_t timer;
  uint64_t last_ns; /* time of the last file; not on the loop's clock, which may jump */
  uint64_t moved;   /* how_far() at that time */
} survive = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t real_ns(void) {
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t) now.tv_sec * 1000000000 + (uint64_t) now.tv_nsec;
}

/* Grows whenever there is something to write: turns, callbacks, entries of JavaScript. */
static uint64_t how_far(gy_env* env) {
  uv_trace_counters_t c = {.size = sizeof(c)};

  return uv_trace_counters(env->loop, &c) != 0
             ? 0
             : c.turns + c.callbacks + GY_NOW_READ(env->now.entries);
}

static void on_time(uv_timer_t* timer) {
  gy_env* env = gy_side_env();
  uint64_t now = real_ns(), moved = how_far(env);

  (void) timer;
  if (moved == survive.moved || now - survive.last_ns < EVERY_MS * 900000ull)
    return;
  pthread_mutex_lock(&survive.lock);
  if (survive.path != NULL)
    uv_trace_dump_file(env->loop, survive.path,
                       EVENTS); /* after a failure the next one may succeed */
  pthread_mutex_unlock(&survive.lock);
  survive.moved = moved;
  survive.last_ns = now;
}

static void start(void* arg) {
  (void) arg;
  if (uv_timer_init(gy_side_loop(), &survive.timer) == 0)
    uv_timer_start(&survive.timer, on_time, FIRST_MS, EVERY_MS);
}

int gy_survive(const char* path) {
  survive.path = strdup(path);
  return survive.path == NULL ? UV_ENOMEM : gy_side_post(start, NULL);
}

void gy_survive_stop(void) {
  pthread_mutex_lock(&survive.lock);
  free(survive.path);
  survive.path = NULL;
  pthread_mutex_unlock(&survive.lock);
}
