/* src/trace/snapshot.c — uv_trace_counters(): the counters, made into one picture.
 *
 * (1) Only reads, and only whole words: any thread may call it while the loop runs.
 * (2) What was measured and shared by several phases goes to each as long as it usually takes.
 * (3) What was passed over is as long, turn by turn, as the timed stretches of its kind. */
#include <string.h>

#include "loop/internal.h"
#include "threads/pool.h"
#include "trace/watch.h"

#if UV__TRACE

#  define GET(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)

struct shares {
  double part[UV_TRACE_PHASES];
  double sum;
};

static void uv__share_out(uv_trace_phase_counters_t* phases, const struct shares* s, uint64_t ns) {
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    uint64_t part = (uint64_t) ((double) ns * s->part[phase] / s->sum);
    phases[phase].time_ns += part;
    phases[phase].estimated_ns += part;
  }
}

/* How long a run of this phase usually takes; any two alike when it was never seen. */
double uv__trace_usual(const struct uv__trace* t, unsigned phase) {
  uint64_t runs = GET(t->usual_runs[phase]);
  return runs == 0 ? 1 : (double) GET(t->usual_ns[phase]) / (double) runs;
}

static void uv__fill_shared(const struct uv__trace* t, unsigned set,
                            uv_trace_phase_counters_t* phases) {
  uint64_t ns = GET(t->shared[set]);
  struct shares s = {.sum = 0};

  if (ns == 0)
    return;
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    s.part[phase] = set >> phase & 1 ? uv__trace_usual(t, phase) : 0;
    s.sum += s.part[phase];
  }
  uv__share_out(phases, &s, ns);
}

static void uv__fill_passed(const struct uv__trace* t, uint64_t turns,
                            uv_trace_phase_counters_t* phases) {
  uint64_t known = GET(t->known);
  uint64_t timed = GET(t->passed_timed);
  struct shares s = {.sum = 0};

  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    s.part[phase] = (double) GET(t->passed_ns[phase]);
    s.sum += s.part[phase];
  }
  if (turns > known && s.sum != 0)
    uv__share_out(phases, &s, (uint64_t) (s.sum / (double) timed * (double) (turns - known)));
}

static void uv__fill_phases(const uv_loop_t* loop, const struct uv__trace* t,
                            uv_trace_counters_t* c) {
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    c->phases[phase].callbacks = GET(uv__pulse_of(loop)->calls[phase]);
    c->phases[phase].time_ns = GET(t->exact[phase]);
    c->phases[phase].longest_ns = GET(t->longest[phase]);
    c->callbacks += c->phases[phase].callbacks;
  }
  for (unsigned set = 0; set < UV__TRACE_SETS; set++)
    uv__fill_shared(t, set, c->phases);
  uv__fill_passed(t, c->turns, c->phases);
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

static void uv__fill_place(const uv_loop_t* loop, const struct uv__trace* t,
                           uv_trace_counters_t* c) {
  c->now_ns = uv__clock_ns();
  c->asleep = (GET(t->state) & UV__TRACE_ASLEEP) != 0;
  c->phase = c->asleep ? UV_TRACE_POLL : uv__trace_phase(loop);
  c->since_ns = c->asleep ? GET(t->slept_at) : GET(uv__pulse_of(loop)->woke);
  c->turns = GET(loop->internal->pulse.metrics.loop_count);
}

static void uv__fill_loop(const struct uv__trace* t, uv_trace_counters_t* c) {
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
  /* A caller compiled for another version has fewer fields, or more. */
  size_t size = counters->size < sizeof(*counters) ? counters->size : sizeof(*counters);
  uv_trace_counters_t c;

  if (size < offsetof(uv_trace_counters_t, turns))
    return UV_EINVAL;
  c.size = size;
  uv__fill_place(loop, t, &c);
  /* A caller that reads only the position of the loop does so often. */
  if (size > offsetof(uv_trace_counters_t, callbacks)) {
    memset(&c.callbacks, 0, sizeof(c) - offsetof(uv_trace_counters_t, callbacks));
    uv__fill_loop(t, &c);
    uv__fill_phases(loop, t, &c);
    uv__fill_ring(t, &c);
    uv__fill_pool(&c);
  }
  memcpy(counters, &c, size);
  return 0;
}

#endif
