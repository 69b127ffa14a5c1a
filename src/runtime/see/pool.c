/* src/runtime/see/pool.c — says when jobs wait because all threads of the pool are taken.
 *
 * (1) Jobs begin in the order in which they were queued. So the oldest that waits was queued before
 *     the first look at which more had been queued than have begun by now: kept are the last looks,
 *     as far back as needed. Its wait is known to the length of a look.
 * (2) Said once in QUIET_NS at most. */
#include <string.h>
#include <unistd.h>

#include "blocked.h"
#include "uv_trace.h"

enum { LOOKS = 64 };
static const uint64_t quiet_ns = 10000000000u;

static struct {
  struct {
    uint64_t when_ns, queued; /* how many jobs there had been */
  } looks[LOOKS];
  int first, count;
  uint64_t said_ns;
} pool;

struct state {
  uint64_t queued, begun;
  const uv_trace_pool_kind_t* holder; /* the kind that has most threads */
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

/* When the oldest job that waits was queued, at the latest; 0: none waits. */
static uint64_t waiting_since(const struct state* state, uint64_t now) {
  while (pool.count > 0 && pool.looks[pool.first].queued <= state->begun) {
    pool.first = (pool.first + 1) % LOOKS;
    pool.count--;
  }
  if (state->queued <= state->begun)
    return 0;
  if (pool.count < LOOKS) {
    int last = (pool.first + pool.count++) % LOOKS;
    pool.looks[last].when_ns = now;
    pool.looks[last].queued = state->queued;
  }
  return pool.looks[pool.first].when_ns;
}

static void say(const uv_trace_counters_t* c, const struct state* state, uint64_t waited_ns) {
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

void gy_pool_look(uv_loop_t* loop, uint64_t threshold_ns) {
  uv_trace_counters_t c = {.size = sizeof(c)};
  struct state state;
  uint64_t since;

  if (uv_trace_counters(loop, &c) != 0 || c.pool_threads == 0)
    return;
  state = sum(&c);
  since = waiting_since(&state, c.now_ns);
  if (since == 0 || state.holder == NULL || c.pool_busy < c.pool_threads ||
      c.now_ns - since < threshold_ns || (pool.said_ns != 0 && c.now_ns - pool.said_ns < quiet_ns))
    return;
  pool.said_ns = c.now_ns;
  say(&c, &state, c.now_ns - since);
}
