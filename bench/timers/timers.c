/* bench/timers/timers.c — N live timers, picked at random, moved or fired.
 * Random picks make the caches miss as they do in a program that does something else as well;
 * where none is to fire, the deadlines lie far beyond the end of the run. */
#include "../cases.h"

#include <time.h>

enum {
  BATCH = 1000,
  FAR_MS = 3600 * 1000,
  SPREAD_MS = 1000 * 1000,
  IDLE_MS = 50, /* longer than one round of resets, much shorter than the run */
  RESETS_PER_TURN = 100,
  FIRE_SPREAD_MS = 500,
};

static uv_timer_t* timers;
static uint64_t seed = 0x9e3779b97f4a7c15u;
static long fired;

static void on_timer(uv_timer_t* timer) {
  fired++;
}

static uint64_t below(uint64_t bound) {
  return bench_random(&seed) % bound;
}

static void make_timers(struct bench* b) {
  timers = calloc((size_t) b->arg, sizeof(*timers));
  REQUIRE(timers != NULL);
  CHECK(uv_loop_init(&b->loop));
  for (long i = 0; i < b->arg; i++)
    CHECK(uv_timer_init(&b->loop, &timers[i]));
}

static void free_timers(struct bench* b) {
  bench_close_loop(b);
  free(timers);
}

static void start_far(uv_timer_t* timer) {
  CHECK(uv_timer_start(timer, on_timer, FAR_MS + below(SPREAD_MS), 0));
}

void bench_timers_restart(struct bench* b) {
  make_timers(b);
  for (long i = 0; i < b->arg; i++)
    start_far(&timers[i]);
  bench_begin(b);
  do {
    for (int i = 0; i < BATCH; i++) {
      uv_timer_t* timer = &timers[below((uint64_t) b->arg)];
      CHECK(uv_timer_stop(timer));
      start_far(timer);
    }
  } while (bench_lap(b, BATCH));
  free_timers(b);
}

/* Time-outs of connections: a few lengths, moved to the future whenever something arrives. */
void bench_timers_again(struct bench* b) {
  make_timers(b);
  for (long i = 0; i < b->arg; i++)
    CHECK(uv_timer_start(&timers[i], on_timer, FAR_MS + below(SPREAD_MS), FAR_MS << below(4)));
  bench_begin(b);
  do {
    uv_update_time(&b->loop);
    for (int i = 0; i < BATCH; i++)
      CHECK(uv_timer_again(&timers[below((uint64_t) b->arg)]));
  } while (bench_lap(b, BATCH));
  free_timers(b);
}

/* The same in a loop that turns: a reset that is only noted must be paid for when the old
 * deadline passes, and it passes here many times. */
void bench_timers_idle_reset(struct bench* b) {
  long next = 0;

  make_timers(b);
  for (long i = 0; i < b->arg; i++)
    CHECK(uv_timer_start(&timers[i], on_timer, IDLE_MS, IDLE_MS));
  bench_begin(b);
  do {
    for (int i = 0; i < RESETS_PER_TURN; i++) {
      CHECK(uv_timer_again(&timers[next]));
      next = next + 1 < b->arg ? next + 1 : 0;
    }
    CHECK(uv_run(&b->loop, UV_RUN_NOWAIT));
  } while (bench_lap(b, RESETS_PER_TURN));
  free_timers(b);
}

static void sleep_ms(long ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  CHECK(nanosleep(&t, NULL));
}

/* All are due when the loop runs, their deadlines spread over half a second; only firing counts. */
void bench_timers_fire(struct bench* b) {
  make_timers(b);
  while (bench_more(b)) {
    uint64_t start;

    uv_update_time(&b->loop);
    start = uv_now(&b->loop);
    for (long i = 0; i < b->arg; i++)
      CHECK(uv_timer_start(&timers[i], on_timer, 1 + below(FIRE_SPREAD_MS), 0));
    do {
      sleep_ms(50);
      uv_update_time(&b->loop);
    } while (uv_now(&b->loop) - start < FIRE_SPREAD_MS + 10);
    fired = 0;
    bench_begin(b);
    CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
    bench_end(b, (uint64_t) b->arg);
    REQUIRE(fired == b->arg);
  }
  free_timers(b);
}
