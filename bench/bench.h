/* bench/bench.h — what every benchmark shares: clocks, slices, one JSON line, a forked peer.
 * Only the public API of libuv 1.44 is used, so one binary runs on any libuv.so.1.
 *
 * (1) CPU time is that of the whole process: pool threads, kernel workers and helpers all count.
 *     A load generator that must not count lives in a forked peer, written without the loop.
 * (2) A run is cut into slices; the figure is a quartile of them, so that a burst of noise on the
 *     machine spoils some slices and not the run. Before the first one there is a warm-up.
 * (3) Every run is bounded: by its time budget, and by an alarm that kills it. */
#ifndef GYRE_BENCH_H_
#define GYRE_BENCH_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

enum { BENCH_MAX_SLICES = 64 };

struct bench {
  uv_loop_t loop;
  long arg;           /* the size of the case: connections, requests in flight, live timers */
  uint64_t budget_ns; /* measured wall time to aim at */
  uint64_t ops;       /* since the slice began */
  uint64_t next_look; /* the clock is not read before that many */
  uint64_t stride;    /* operations between two looks; grows until a look is rare */
  uint64_t looked_at;
  uint64_t slice_cpu;
  uint64_t slice_wall;
  int warm; /* the warm-up is over */
  int slices;
  double cpu[BENCH_MAX_SLICES]; /* ns per operation */
  double wall[BENCH_MAX_SLICES];
  uint64_t total_ops;
  uint64_t total_wall;
  double bytes_per_op; /* for the cases that weigh instead of time */
};

/* A case: what bench/cases.def lists. Goals are those of the design, as libuv's cost over ours. */
struct bench_case {
  const char* name;
  void (*run)(struct bench* b);
  long arg;
  int sched; /* enum bench_sched */
  double goal;
  const char* goal_text;
  const char* what; /* one operation, in words */
};

/* LOCKSTEP: one CPU, and a wake-up never preempts. The peer then sends all it wants to send before
 * the loop runs, so that "50 ready" are 50 in one turn, and no idle core has to be woken. */
enum bench_sched { FREE, LOCKSTEP };

/* The benchmark cannot go on: says where and ends the process, which ends the peer too. */
_Noreturn void bench_die(const char* file, int line, const char* expression, long value);

#define CHECK(expression)                                 \
  do {                                                    \
    long value_ = (long) (expression);                    \
    if (value_ < 0)                                       \
      bench_die(__FILE__, __LINE__, #expression, value_); \
  } while (0)

#define REQUIRE(condition) CHECK((condition) ? 0 : -1)

/* Slices by hand, for cases that prepare between measurements:
 *   while (bench_more(b)) { prepare; bench_begin(b); work; bench_end(b, ops); } */
int bench_more(const struct bench* b);
void bench_begin(struct bench* b);
void bench_end(struct bench* b, uint64_t ops);

/* Slices by themselves, for cases that run on and on: bench_begin() once, then bench_lap() for
 * every operation; it is 0 when the budget is spent. */
int bench_look(struct bench* b);

static inline int bench_lap(struct bench* b, uint64_t ops) {
  b->ops += ops;
  return b->ops < b->next_look ? 1 : bench_look(b);
}

/* As bench_lap(), from a callback: stops the loop at the end. */
static inline void bench_lap_or_stop(struct bench* b) {
  if (!bench_lap(b, 1))
    uv_stop(&b->loop);
}

/* Closes every handle, runs the close callbacks and requires that the loop is then free. */
void bench_close_loop(struct bench* b);

/* Small, fast and the same on every run. */
static inline uint64_t bench_random(uint64_t* state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Makes a file of zeros; the caller unlinks it. */
void bench_temp_file(char path[64], size_t size);

#endif
