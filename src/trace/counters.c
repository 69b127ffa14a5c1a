/* src/trace/counters.c — where the time goes: the ends of segments that need more than an addition.
 *
 * (1) A segment that is timed is booked phase by phase, exactly. What is left after the last phase that
 *     called back is the loop's own work and the system call: poll's.
 * (2) A timed turn goes from one wake-up to the next. Which turns are timed does not depend on what
 *     happens in them, so their sums speak for the others of the same mix.
 * (3) A wait that ends within ASKED_NS did not sleep: the kernel had an answer, and asking is work.
 * (4) Asking without blocking never takes long. A long segment in which others called back is theirs. */
#include <unistd.h>

#include "loop/internal.h"
#include "trace/watch.h"

#if UV__TRACE

enum {
  ASKED_NS = 2000,
  /* What timing a turn costs, times 128: one turn is timed per that much work. */
  TURN_PRICE = 256 * 128,
  MAX_STRIDE = 1024
};

#define POLL_BIT (1u << UV_TRACE_POLL)

_Static_assert(offsetof(struct uv__loop_internal, trace) == 0, "uv__trace_of() looks there");

void uv__trace_loop_init(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  t->phase = UV_TRACE_OUTSIDE;
  t->countdown = 1;
  t->random = loop->time | 1;
  t->picked_at = loop->time;
}

static void uv__longest(struct uv__trace* t, unsigned phase, uint64_t ns) {
  if (ns > t->longest[phase])
    UV__TRACE_SET(t->longest[phase], ns);
}

static void uv__book_timed(struct uv__trace* t, struct uv__mix* mix, uint64_t now) {
  t->part[UV_TRACE_POLL] += now - t->chain;
  UV__BUMP(mix->timed, 1);
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    UV__BUMP(t->exact[phase], t->part[phase]);
    UV__BUMP(mix->part[phase], t->part[phase]);
    t->part[phase] = 0;
  }
}

static void uv__book_whole(struct uv__trace* t, unsigned mix, uint64_t ns) {
  unsigned others = mix & ~POLL_BIT;

  if (ns >= UV__TRACE_LONG_NS) {
    mix = others ? others : mix;
    if (mix != 0 && (mix & (mix - 1)) == 0)
      uv__longest(t, __builtin_ctz(mix), ns);
  }
  UV__BUMP(t->mixes[mix].whole, ns);
}

static void uv__segment_end(struct uv__trace* t, unsigned mix, uint64_t now) {
  if (t->state & UV__TRACE_BLIND)
    UV__BUMP(t->mixes[mix].blind, 1);
  else if (t->state & UV__TRACE_TIMING)
    uv__book_timed(t, &t->mixes[mix], now);
  else
    uv__book_whole(t, mix, now - t->began);
  t->state &= ~UV__TRACE_BLIND;
  t->began = t->chain = now;
  t->mask = 0;
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

void uv__trace_long_turn(uv_loop_t* loop, unsigned mix, uint64_t ns) {
  struct uv__trace* t = uv__trace_of(loop);
  uv__segment_end(t, mix, loop->time);
  uv__turn_took(t, ns);
}

/* ---- Timed turns ---- */

void uv__trace_stamp(uv_loop_t* loop, unsigned phase) {
  struct uv__trace* t = uv__trace_of(loop);
  uint64_t now = uv__clock_ns();
  t->part[phase] += now - t->chain;
  uv__longest(t, phase, now - t->chain);
  t->chain = now;
}

static uint64_t uv__random(struct uv__trace* t) {
  t->random ^= t->random << 13;
  t->random ^= t->random >> 7;
  t->random ^= t->random << 17;
  return t->random;
}

/* How many turns on the next one is timed. The first turns of a loop are timed more often, so that a
 * short life is described as well. */
static unsigned uv__pick_turn(struct uv__trace* t, uint64_t now) {
  uint64_t turns = t->turns - t->picked_turn;
  uint64_t work = now - t->picked_at - (t->asleep - t->picked_asleep);
  uint64_t stride = turns * TURN_PRICE / (work + 1) + 1;

  if (stride > t->picks + 1)
    stride = t->picks + 1;
  if (stride > MAX_STRIDE)
    stride = MAX_STRIDE;
  t->picks++;
  t->picked_turn = t->turns;
  t->picked_at = now;
  t->picked_asleep = t->asleep;
  return 1 + uv__random(t) % (2 * stride - 1); /* on average `stride`, in step with nothing */
}

static void uv__next_timed_turn(uv_loop_t* loop, struct uv__trace* t) {
  unsigned turns = 1;

  if (t->state & UV__TRACE_TIMING)
    turns = uv__pick_turn(t, loop->time);
  else if (!(t->state & UV__TRACE_ARMED))
    return;
  t->state &= ~(UV__TRACE_TIMING | UV__TRACE_ARMED);
  if (turns == 1 || loop->traced)
    t->state |= UV__TRACE_TIMING;
  else
    t->countdown = turns - 1;
}

/* ---- What the loop tells ---- */

void uv__trace_clock_slow(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);

  if (!(t->state & UV__TRACE_BLIND)) {
    uv__segment_end(t, t->mask, loop->time);
    return;
  }
  /* A run begins; nothing has happened in it yet. */
  t->state &= ~UV__TRACE_BLIND;
  t->began = t->chain = loop->time;
  UV__TRACE_SET(t->woke, loop->time);
}

void uv__trace_wake_slow(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  int asleep = t->state & UV__TRACE_ASLEEP;
  int blind = t->state & UV__TRACE_BLIND;
  uint64_t now = loop->time;
  uint64_t worked_until = now;

  UV__TRACE_SET(t->state, t->state & ~UV__TRACE_ASLEEP);
  if (asleep && now - t->slept_at >= ASKED_NS) {
    worked_until = t->slept_at;
    uv__segment_end(t, t->mask, worked_until);
    UV__BUMP(t->asleep, now - worked_until);
    t->began = t->chain = now;
    if (loop->traced)
      uv__watch_slept(t->watch, worked_until, now);
  } else {
    uv__segment_end(t, t->mask | POLL_BIT, now);
  }
  if (!blind)
    uv__turn_took(t, worked_until - t->woke);
  UV__TRACE_SET(t->woke, now);
  if (loop->traced)
    t->watch->stamp = now;
  uv__next_timed_turn(loop, t);
}

/* Callbacks of the outer run that are not booked yet are its phase's, not the inner one's. */
static void uv__book_outer(uv_loop_t* loop, struct uv__trace* t) {
  if (loop->callbacks != t->seen) {
    UV__BUMP(t->calls[t->phase], loop->callbacks - t->seen);
    t->seen = loop->callbacks;
    t->mask |= 1u << t->phase;
    if (t->state & UV__TRACE_TIMING)
      uv__trace_stamp(loop, t->phase);
  }
  uv__segment_end(t, t->mask, uv__clock_ns());
}

void uv__trace_begin_slow(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);

  if (t->phase != UV_TRACE_OUTSIDE) {
    uv__book_outer(loop, t);
  } else if (t->state & UV__TRACE_TIMING || loop->traced) {
    /* Timed: the length of what comes before the first reading is wanted too. */
    t->began = t->chain = uv__clock_ns();
    t->mask = 0;
    UV__TRACE_SET(t->woke, t->began);
  } else {
    t->state |= UV__TRACE_BLIND;
  }
  if (loop->traced) {
    t->watch->stamp = t->began;
    UV__TRACE_SET(t->watch->tid, gettid());
  }
}

void uv__trace_end_slow(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  uv__segment_end(t, t->mask, uv__clock_ns());
}

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
