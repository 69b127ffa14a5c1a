/* src/trace/snapshot.c — uv_trace_counters(): the counters, made into one picture.
 *
 * (1) Only reads, and only whole words: any thread may ask while the loop runs.
 * (2) The times of all phases and the time asleep add up to the time spent in uv_run(). What is shared
 *     out by sampling moves time from one phase to another; it invents none, except for the stretches
 *     whose length was never known (uv_run() in a mode that does not read the clock first). */
#include <string.h>

#include "loop/internal.h"
#include "threads/pool.h"
#include "trace/watch.h"

#if UV__TRACE

#define GET(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)
#define POLL_BIT (1u << UV_TRACE_POLL)

struct shares {
  double part[UV_TRACE_PHASES];
  double sum;
};

/* What was measured of a mix, of the phases in `mask`. */
static struct shares uv__measured(const struct uv__mix* mix, unsigned mask) {
  struct shares s = {.sum = 0};

  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    s.part[phase] = mask >> phase & 1 ? (double) GET(mix->part[phase]) : 0;
    s.sum += s.part[phase];
  }
  return s;
}

/* As the mix itself was measured; else the same with or without poll's system call, which is a small part
 * of it; else to each phase alike. */
static struct shares uv__shares(const struct uv__trace* t, unsigned mix) {
  struct shares s = uv__measured(&t->mixes[mix], mix);

  if (s.sum == 0)
    s = uv__measured(&t->mixes[mix ^ POLL_BIT], mix);
  if (s.sum != 0)
    return s;
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++)
    s.part[phase] = mix >> phase & 1;
  s.sum = __builtin_popcount(mix);
  return s;
}

static void uv__share_out(uv_trace_phase_counters_t* phases, const struct shares* s, uint64_t ns) {
  uint64_t left = ns;
  unsigned last = UV_TRACE_POLL;

  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    uint64_t part = (uint64_t) ((double) ns * (s->part[phase] / s->sum));
    if (part > left)
      part = left;
    if (part != 0)
      last = phase;
    phases[phase].time_ns += part;
    phases[phase].estimated_ns += part;
    left -= part;
  }
  phases[last].time_ns += left; /* what rounding left over */
  phases[last].estimated_ns += left;
}

static void uv__fill_mix(const struct uv__trace* t, unsigned mix, uv_trace_phase_counters_t* phases) {
  const struct uv__mix* m = &t->mixes[mix];
  struct shares measured = uv__measured(m, ~0u);
  uint64_t whole = GET(m->whole);
  uint64_t blind = GET(m->blind);
  uint64_t timed = GET(m->timed);

  if (whole != 0 && (mix & (mix - 1)) == 0) {
    phases[mix ? __builtin_ctz(mix) : UV_TRACE_POLL].time_ns += whole; /* one phase: exact */
  } else if (whole != 0) {
    struct shares s = uv__shares(t, mix);
    uv__share_out(phases, &s, whole);
  }
  if (blind != 0 && timed != 0 && measured.sum != 0)
    uv__share_out(phases, &measured, (uint64_t) (measured.sum / (double) timed * (double) blind));
}

static void uv__fill_phases(const struct uv__trace* t, uv_trace_phase_counters_t* phases) {
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    phases[phase].callbacks = GET(t->calls[phase]);
    phases[phase].time_ns = GET(t->exact[phase]);
    phases[phase].longest_ns = GET(t->longest[phase]);
  }
  for (unsigned mix = 0; mix < UV__MIXES; mix++)
    uv__fill_mix(t, mix, phases);
}

static void uv__fill_ring(const struct uv__trace* t, uv_trace_counters_t* c) {
  c->ring_submitted = GET(t->ring_submitted);
  c->ring_completed = GET(t->ring_completed);
  c->ring_fallbacks = GET(t->fallback_total);
  for (unsigned i = 0; i < UV_TRACE_FALLBACKS; i++) {
    c->fallbacks[i].count = __atomic_load_n(&t->fallbacks[i].count, __ATOMIC_ACQUIRE);
    c->fallbacks[i].opcode = GET(t->fallbacks[i].opcode);
    c->fallbacks[i].error = GET(t->fallbacks[i].error);
  }
}

_Static_assert(UV_TRACE_POOL_KINDS >= (int) UV__POOL_KINDS, "each kind of job has an entry");

static void uv__fill_pool(uv_trace_counters_t* c) {
  struct uv__pool_stats stats;

  uv__pool_stats(&stats);
  c->pool_threads = stats.threads;
  c->pool_busy = stats.threads - stats.idle;
  for (unsigned i = 0; i < stats.kinds; i++) {
    const struct uv__pool_count* k = &stats.kind[i];
    c->pool_depth += k->queued;
    c->pool[i] = (uv_trace_pool_kind_t){.name = k->name,
                                        .queued = k->queued,
                                        .running = k->running,
                                        .done = k->jobs,
                                        .cancelled = k->cancelled,
                                        .wait_ns = k->wait_ns,
                                        .run_ns = k->run_ns,
                                        .longest_wait_ns = k->longest_wait_ns};
  }
}

static void uv__fill_loop(const uv_loop_t* loop, const struct uv__trace* t, uv_trace_counters_t* c) {
  c->now_ns = uv__clock_ns();
  c->phase = GET(t->phase);
  c->asleep = (GET(t->state) & UV__TRACE_ASLEEP) != 0;
  c->since_ns = c->asleep ? GET(t->slept_at) : GET(t->woke);
  c->turns = GET(t->turns);
  c->callbacks = GET(loop->callbacks);
  c->asleep_ns = GET(t->asleep);
  c->longest_turn_ns = GET(t->longest_turn);
  for (unsigned i = 0; i < UV_TRACE_DELAYS; i++)
    c->delays[i] = GET(t->delays[i]);
  c->late_timers = GET(t->late);
  c->late_total_ns = GET(t->late_total);
  c->late_worst_ns = GET(t->late_worst);
}

int uv_trace_counters(const uv_loop_t* loop, uv_trace_counters_t* counters) {
  const struct uv__trace* t = uv__trace_of(loop);
  uv_trace_counters_t c = {.size = sizeof(c)};

  if (counters->size < offsetof(uv_trace_counters_t, turns))
    return UV_EINVAL;
  /* A caller of another age knows fewer fields, or more. */
  if (counters->size < c.size)
    c.size = counters->size;
  uv__fill_loop(loop, t, &c);
  uv__fill_phases(t, c.phases);
  uv__fill_ring(t, &c);
  uv__fill_pool(&c);
  memcpy(counters, &c, c.size);
  return 0;
}

#endif
