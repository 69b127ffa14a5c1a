/* src/trace/counters.c — where the time goes: the stretches that are measured or timed.
 *
 * (1) The time of a timed stretch is counted phase by phase, exactly. The rest after the last phase
 *     with callbacks is the loop's own work and the system call: it counts for poll.
 * (2) The time of a measured stretch is counted as a whole, under the set of phases that had
 *     callbacks. A set of one is exact; for the others snapshot.c divides the time by how long each
 *     phase usually takes.
 * (3) Which stretches are timed does not depend on what happens in them.
 * (4) A wait that ends within ASKED_NS was no sleep: the kernel had an answer, and the call counts
 *     as work. */
#include <string.h>
#include <unistd.h>

#include "loop/internal.h"
#include "trace/watch.h"

#if UV__TRACE

enum {
  ASKED_NS = 2000,
  /* What timing a stretch costs, times 1024: one is timed per that much work. */
  PRICE_NS = 1024 * 1024,
  MAX_STRIDE = 8192,
  /* Longer runs count with this much for the usual time of a phase. */
  LONGEST_USUAL_NS = 16 * UV__TRACE_LONG_NS
};

_Static_assert(offsetof(struct uv__loop_internal, pulse) == 0, "uv__pulse_of() looks there");
_Static_assert(offsetof(struct uv__loop_internal, trace) == sizeof(struct uv__pulse),
               "uv__trace_of() looks there");
_Static_assert(sizeof(((struct uv__pulse*) 0)->calls) == UV_TRACE_PHASES * sizeof(uint64_t),
               "one for each phase");

void uv__trace_loop_init(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  uv__pulse_of(loop)->phase = UV_TRACE_POLL;
  uv__pulse_of(loop)->quiet = 1; /* a run stopped before its first turn books nothing */
  t->random = loop->time | 1;
  uv__pulse_of(loop)->woke = t->picked_at = loop->time;
  t->slice_until = UINT64_MAX;
}

unsigned uv__trace_phase(const uv_loop_t* loop) {
  if (__atomic_load_n(&loop->depth, __ATOMIC_RELAXED) == 0)
    return UV_TRACE_OUTSIDE;
  return __atomic_load_n(&uv__pulse_of(loop)->phase, __ATOMIC_RELAXED);
}

static void uv__longest(struct uv__trace* t, unsigned phase, uint64_t ns) {
  if (ns > t->longest[phase])
    UV__TRACE_SET(t->longest[phase], ns);
}

static void uv__turn_took(struct uv__trace* t, uint64_t ns) {
  unsigned bucket;

  if (ns > t->longest_turn)
    UV__TRACE_SET(t->longest_turn, ns);
  if (ns < UV__TRACE_LONG_NS)
    return;
  bucket = 63 - __builtin_clzll(ns) - __builtin_ctz(UV__TRACE_LONG_NS);
  UV__BUMP(t->delays[bucket < UV_TRACE_DELAYS ? bucket : UV_TRACE_DELAYS - 1], 1);
}

/* ---- Booking ---- */

/* Whether the phase has called back since the last stretch that was not just passed over; that is,
 * in this stretch or shortly before. */
static int uv__called(const uv_loop_t* loop, unsigned phase) {
  return uv__pulse_of(loop)->calls[phase] != uv__trace_of(loop)->seen[phase];
}

/* The phases that may have called back in this stretch; never empty. Poll itself knows whether it
 * did. */
static unsigned uv__called_back(const uv_loop_t* loop, const struct uv__trace* t) {
  unsigned set = 0;

  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++)
    set |= (unsigned) uv__called(loop, phase) << phase;
  if (loop->internal->pulse.quiet)
    set &= ~(1u << UV_TRACE_POLL);
  return set != 0 ? set : 1u << UV_TRACE_POLL;
}

static void uv__book_measured(uv_loop_t* loop, struct uv__trace* t, uint64_t ns) {
  unsigned set = uv__called_back(loop, t);

  if (set & (set - 1)) {
    UV__BUMP(t->shared[set], ns);
    return;
  }
  UV__BUMP(t->exact[__builtin_ctz(set)], ns);
  uv__longest(t, __builtin_ctz(set), ns);
}

static void uv__book_timed(struct uv__trace* t, uint64_t until) {
  t->part[UV_TRACE_POLL] += until - t->chain;
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    UV__BUMP(t->exact[phase], t->part[phase]);
    /* One block must not outweigh all the rest; a phase that is always long must, though. */
    if (t->part[phase] != 0) {
      UV__BUMP(t->usual_ns[phase],
               t->part[phase] < LONGEST_USUAL_NS ? t->part[phase] : LONGEST_USUAL_NS);
      UV__BUMP(t->usual_runs[phase], 1);
    }
  }
}

/* A timed stretch represents those that are not measured, if it would have been one of them. */
static void uv__sample(struct uv__trace* t, int outside) {
  uint64_t sum = 0;

  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++)
    sum += t->part[phase];
  if (!outside && (t->state & UV__TRACE_ASLEEP || sum >= UV__TRACE_LONG_NS))
    return;
  UV__BUMP(t->passed_timed, 1);
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++)
    UV__BUMP(t->passed_ns[phase], t->part[phase]);
}

/* Ends the stretch with a reading of the clock. 0: its start is not known, so it is not counted. */
static int uv__book(uv_loop_t* loop, struct uv__trace* t, uint64_t until, int outside) {
  if (t->state & UV__TRACE_TIMING)
    uv__book_timed(t, until);
  else if (outside)
    return 0;
  else
    uv__book_measured(loop, t, until - uv__pulse_of(loop)->woke);
  return 1;
}

/* Of each turn one stretch is accounted for: the one that ends in its poll phase. */
static void uv__count_turn(uv_loop_t* loop, struct uv__trace* t) {
  uint64_t turn = loop->internal->pulse.metrics.loop_count;

  if (turn != t->counted)
    UV__BUMP(t->known, 1);
  t->counted = turn;
}

static void uv__stretch_begins(uv_loop_t* loop, struct uv__trace* t, uint64_t now) {
  t->looked = loop->internal->pulse.metrics.loop_count;
  memset(t->part, 0, sizeof(t->part));
  memcpy(t->seen, uv__pulse_of(loop)->calls, sizeof(t->seen));
  t->chain = now;
  uv__pulse_of(loop)->until = t->state ? 0 : now + UV__TRACE_LONG_NS;
  UV__TRACE_SET(uv__pulse_of(loop)->woke, now);
  UV__TRACE_SET(uv__pulse_of(loop)->phase, UV_TRACE_POLL);
}

/* ---- Which stretches are timed ---- */

static uint64_t uv__random(struct uv__trace* t) {
  t->random ^= t->random << 13;
  t->random ^= t->random >> 7;
  t->random ^= t->random << 17;
  return t->random;
}

/* How many turns on the next one is timed. The first turns of a loop are timed more often, so that
 * a short life is described as well. */
static uint64_t uv__pick(struct uv__trace* t, uint64_t turn, uint64_t now) {
  uint64_t turns = turn - t->picked_turn;
  uint64_t work = now - t->picked_at - (t->asleep - t->picked_asleep);
  uint64_t stride = turns * PRICE_NS / (work + 1) + 1;

  if (stride > 16 * t->picks + 1)
    stride = 16 * t->picks + 1;
  if (stride > MAX_STRIDE)
    stride = MAX_STRIDE;
  t->picks++;
  t->picked_turn = turn;
  t->picked_at = now;
  t->picked_asleep = t->asleep;
  return 1 + uv__random(t) % (2 * stride - 1); /* on average `stride`, in step with nothing */
}

void uv__trace_next_turn(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  uv__pulse_of(loop)->next = t->watching || loop->internal->pulse.virtual_time ? 0 : t->pick;
}

static void uv__next_timed(uv_loop_t* loop, struct uv__trace* t) {
  uint64_t turn = loop->internal->pulse.metrics.loop_count;
  uint64_t turns = 1;

  if (t->state & UV__TRACE_TIMING)
    turns = uv__pick(t, turn, loop->time);
  else if (!(t->state & UV__TRACE_ARMED))
    return;
  UV__TRACE_SET(t->state, t->state & ~(UV__TRACE_TIMING | UV__TRACE_ARMED));
  if (turns == 1 || loop->traced)
    UV__TRACE_SET(t->state, t->state | UV__TRACE_TIMING);
  t->watching = t->state & UV__TRACE_TIMING || loop->traced;
  t->pick = turn + turns - 2;
  uv__trace_next_turn(loop);
}

/* ---- Called by the loop ---- */

/* A phase with callbacks is timed; the others take too little time. */
static void uv__stamp(struct uv__trace* t, unsigned phase, uint64_t now) {
  t->part[phase] += now - t->chain;
  uv__longest(t, phase, now - t->chain);
  t->chain = now;
}

/* A single turn does not read the clock first: it continues the stretch of the run before, with
 * what was done since. */
static int uv__single_turn(const uv_loop_t* loop) {
  return loop->depth == 1 && loop->internal->pulse.may_sleep != UV__SLEEP_AT_WILL;
}

/* From a callback before poll in a single turn: excludes what was done outside of the loop. */
void uv__trace_run_nested(uv_loop_t* loop) {
  unsigned phase = uv__pulse_of(loop)->phase;
  int before_poll =
      phase == UV_TRACE_PENDING || phase == UV_TRACE_IDLE || phase == UV_TRACE_PREPARE;

  if (before_poll && loop->internal->pulse.may_sleep != UV__SLEEP_AT_WILL)
    uv__stretch_begins(loop, uv__trace_of(loop), uv__clock_ns());
}

void uv__trace_timers_run(uv_loop_t* loop) {
  UV__TRACE_SET(uv__trace_of(loop)->timers_at, loop->time);
  loop->internal->pulse.quiet <<= 1; /* poll was, but it is over */
}

void uv__trace_run_clock(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);

  /* In a callback of an outer run: what it did so far belongs to that callback. */
  if (loop->depth > 1) {
    uv__stamp(t, uv__trace_phase(loop), loop->time);
    uv__book(loop, t, loop->time, 0);
  } else if (loop->time >= t->slice_until && uv_loop_alive(loop)) {
    /* Not in a program that ends with its main script. */
    uv__slice_end(loop, loop->time, loop->time, 1);
  }
  uv__stretch_begins(loop, t, loop->time);
  /* A run of a loop that has nothing to do goes through no phase. */
  if (loop->traced && uv_loop_alive(loop) && !loop->stop_flag)
    uv__watch_starts(t->watch, loop->time, UV_TRACE_TIMERS);
}

/* Timers come after the last reading. */
void uv__trace_run_end_slow(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  uint64_t now = uv__pulse_of(loop)->phase == UV_TRACE_TIMERS ? uv__clock_ns() : loop->time;

  if (now < t->chain)
    now = t->chain; /* timed to the end, and what came after took no reading */
  uv__turn_took(t, now - uv__pulse_of(loop)->woke);
  uv__book(loop, t, now, 0);
  uv__stretch_begins(loop, t, now);
  if (loop->depth == 1)
    loop->internal->pulse.quiet = 1; /* nothing is left to book */
}

int uv__trace_turn_slow(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);

  if (!t->watching && loop->internal->pulse.metrics.loop_count < t->pick)
    return 1; /* for virtual time */
  if (!t->watching) {
    UV__TRACE_SET(t->state, t->state | UV__TRACE_ARMED);
    uv__pulse_of(loop)->until = 0;
    return 1;
  }
  if (loop->depth > 1) {
    uv__stamp(t, uv__trace_phase(loop), uv__clock_ns()); /* the callback's that runs this */
    if (loop->traced && loop->internal->pulse.may_sleep != UV__SLEEP_AT_WILL)
      uv__watch_starts(t->watch, t->chain, UV_TRACE_PENDING);
  } else if (uv__single_turn(loop)) {
    t->chain = uv__clock_ns(); /* time outside of uv_run() is not counted */
    if (loop->traced)
      uv__watch_run(t->watch, t->chain);
  }
  return 1;
}

/* The wait that `until` began: asleep, or work when the kernel had an answer. */
static void uv__book_wait(struct uv__trace* t, uint64_t until, uint64_t now) {
  UV__BUMP(*(now - until >= ASKED_NS ? &t->asleep : &t->exact[UV_TRACE_POLL]), now - until);
}

void uv__trace_wake_slow(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  uint64_t now = loop->time;
  uint64_t until = t->state & UV__TRACE_ASLEEP ? t->slept_at : now;
  int outside = uv__single_turn(loop) && t->looked != loop->internal->pulse.metrics.loop_count;
  /* Here only because the next one is to be timed, or some time has gone by. */
  int passed =
      (t->state & ~UV__TRACE_ARMED) == 0 && now - uv__pulse_of(loop)->woke < UV__TRACE_LONG_NS;

  if (!outside)
    uv__turn_took(t, until - uv__pulse_of(loop)->woke);
  if (!passed && uv__book(loop, t, until, outside))
    uv__count_turn(loop, t);
  if (t->state & UV__TRACE_TIMING)
    uv__sample(t, outside);
  uv__book_wait(t, until, now);
  if (UV__UNLIKELY(now >= t->slice_until))
    uv__slice_end(loop, until, now, outside);
  if (loop->traced)
    uv__watch_woke(t->watch, now - until >= ASKED_NS ? until : now, now);
  UV__TRACE_SET(t->state, t->state & ~UV__TRACE_ASLEEP);
  uv__next_timed(loop, t);
  uv__stretch_begins(loop, t, now);
}

void uv__trace_phase_enter(uv_loop_t* loop, unsigned phase) {
  if (loop->traced)
    uv__watch_enter(uv__trace_of(loop)->watch, phase);
}

void uv__trace_phase_leave(uv_loop_t* loop, unsigned phase) {
  struct uv__trace* t = uv__trace_of(loop);

  if (t->state & UV__TRACE_TIMING && uv__called(loop, phase))
    uv__stamp(t, phase, uv__clock_ns());
  if (loop->traced)
    uv__watch_leave(t->watch, phase);
}

/* ---- The ring ---- */

static uv_trace_fallback_t* uv__fallback_slot(struct uv__trace* t, int opcode, int error) {
  uv_trace_fallback_t* f = t->fallbacks;
  uv_trace_fallback_t* last = f + UV_TRACE_FALLBACKS - 1;

  for (; f < last && f->count != 0; f++)
    if (f->opcode == opcode && f->error == error)
      return f;
  UV__TRACE_SET(f->opcode, f == last ? -1 : opcode);
  UV__TRACE_SET(f->error, f == last ? 0 : error);
  return f;
}

void uv__trace_fallback(uv_loop_t* loop, int opcode, int error) {
  struct uv__trace* t = uv__trace_of(loop);
  uv_trace_fallback_t* f = uv__fallback_slot(t, opcode, error);

  UV__BUMP(t->fallback_total, 1);
  __atomic_store_n(&f->count, f->count + 1, __ATOMIC_RELEASE);
  if (loop->traced)
    uv__record(t->watch, (struct uv__event){.type = UV__EVENT_fallback,
                                            .began = uv__clock_ns(),
                                            .n = opcode,
                                            .value = (uint64_t) -error});
}

#endif
