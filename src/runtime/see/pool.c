/* src/runtime/see/pool.c — warns when jobs wait because all threads of the pool are busy.
 *
 * (1) Jobs start in the order in which they were queued. So the oldest one that waits was queued
 *     before the first sample with more queued jobs than have started by now. Samples are stored as
 *     far back as necessary; the wait is known with the precision of the interval between samples.
 * (2) At most one warning in quiet_ns. */
#include <string.h>
#include <unistd.h>

#include "blocked.h"
#include "uv_trace.h"

enum { SAMPLES = 64 };
static const uint64_t quiet_ns = 10000000000u;

static struct {
  struct {
    uint64_t when_ns, queued; /* jobs that had been queued by then */
  } samples[SAMPLES];
  int first, count;
  uint64_t warned_ns;
} pool;

struct state {
  uint64_t queued, begun;
  const uv_trace_pool_kind_t* holder; /* the kind that occupies most threads */
};

static struct state sum(const uv_trace_counters_t* c) {
  struct state state = {0};

  for (int i = 0; i < UV_TRACE_POOL_KINDS && c->pool[i].name != NULL; i++) {
    const uv_trace_pool_kind_t* kind = &c->pool[i];
    state.begun += kind->done + kind->running + kind->cancelled;
    state.queued += kind->queued;
    if (state.holder == NULL || kind->running > state.holder->running)
      state.holder = kind;
  }
  state.queued += state.begun;
  return state;
}

/* A time by which the oldest waiting job was queued; 0: none waits. */
static uint64_t waiting_since(const struct state* state, uint64_t now) {
  while (pool.count > 0 && pool.samples[pool.first].queued <= state->begun) {
    pool.first = (pool.first + 1) % SAMPLES;
    pool.count--;
  }
  if (state->queued <= state->begun)
    return 0;
  if (pool.count < SAMPLES) {
    int last = (pool.first + pool.count++) % SAMPLES;
    pool.samples[last].when_ns = now;
    pool.samples[last].queued = state->queued;
  }
  return pool.samples[pool.first].when_ns;
}

static void print_warning(const uv_trace_counters_t* c, const struct state* state,
                          uint64_t waited_ns) {
  char text[400];
  int length = snprintf(
      text, sizeof(text),
      "gyre: the pool is full: %llu job%s wait%s for its %u threads, the first since %llu ms; "
      "%llu of them %s busy with %s. Start fewer at a time, or set UV_THREADPOOL_SIZE.\n",
      (unsigned long long) c->pool_depth, c->pool_depth == 1 ? "" : "s",
      c->pool_depth == 1 ? "s" : "", c->pool_threads, (unsigned long long) waited_ns / 1000000,
      (unsigned long long) state->holder->running, state->holder->running == 1 ? "is" : "are",
      state->holder->name);

  (void) !write(STDERR_FILENO, text, (size_t) length);
}

void gy_pool_check(uv_loop_t* loop, uint64_t threshold_ns) {
  uv_trace_counters_t c = {.size = sizeof(c)};
  struct state state;
  uint64_t since;

  if (uv_trace_counters(loop, &c) != 0 || c.pool_threads == 0)
    return;
  state = sum(&c);
  since = waiting_since(&state, c.now_ns);
  if (since == 0 || state.holder == NULL || c.pool_busy < c.pool_threads ||
      c.now_ns - since < threshold_ns ||
      (pool.warned_ns != 0 && c.now_ns - pool.warned_ns < quiet_ns))
    return;
  pool.warned_ns = c.now_ns;
  print_warning(&c, &state, c.now_ns - since);
}
