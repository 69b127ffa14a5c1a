/* src/trace/trace.h — the places where the library can be watched. Compiled with UV__TRACE=0, all of it is
 * nothing.
 *
 * Reading the clock costs as much as a tenth of an idle turn, so the counters use the readings the loop
 * makes for itself: after polling, and before timers. The stretch between two readings is a *segment*.
 *
 * (1) Every nanosecond inside uv_run() belongs to one segment or to sleep, and is counted once.
 * (2) A segment is booked under its mix: the set of phases that called back in it. A mix of one phase
 *     is exact. Of the other mixes, turns picked at random are timed phase by phase; the sums of these
 *     say how to share out the rest (counters.c).
 * (3) Turns are timed as often as costs 1 % of the loop's work: all of them when turns are long.
 * (4) The loop's thread is the only writer. Counters are stored atomically, so that any thread may read.
 * (5) `traced` is set while hooks or the ring are attached, and until what was begun meanwhile has
 *     ended; only then is more done for a callback than to count it (hooks.c). */
#ifndef UV__TRACE_H
#define UV__TRACE_H

#include "loop/loop.h"
#include "uv_trace.h"

#ifndef UV__TRACE
#define UV__TRACE 1
#endif

#if UV__TRACE

/* Why the next reading of the clock is more than the end of a plain segment. */
enum {
  UV__TRACE_BLIND = 1,  /* uv_run() has begun without a reading: the segment's start is not known */
  UV__TRACE_ARMED = 2,  /* the next turn is to be timed */
  UV__TRACE_TIMING = 4, /* this turn is timed */
  UV__TRACE_ASLEEP = 8
};

enum { UV__MIXES = 1 << UV_TRACE_PHASES, UV__TRACE_LONG_NS = 1 << 16 };

struct uv__mix {
  uint64_t whole;                 /* ns of segments that were not timed */
  uint64_t blind;                 /* segments of unknown length */
  uint64_t timed;                 /* segments that were timed, */
  uint64_t part[UV_TRACE_PHASES]; /* and their ns */
};

struct uv__watch; /* hooks and the event ring; made when first attached */

/* The first member of struct uv__loop_internal. */
struct uv__trace {
  unsigned state;
  unsigned mask;      /* phases that have called back in this segment */
  unsigned phase;     /* where the loop is */
  unsigned countdown; /* turns until the next timed one */
  uint64_t seen;      /* loop->callbacks when a phase was last left */
  uint64_t began;     /* of this segment */
  uint64_t woke;      /* when the kernel was last looked at */
  uint64_t turns;
  uint64_t calls[UV_TRACE_PHASES];
  uint64_t ring_submitted, ring_completed;
  uint64_t late, late_total, late_worst;
  /* The lines above are what a turn touches. */
  struct uv__watch* watch;
  uint64_t asleep;
  uint64_t slept_at;
  uint64_t chain;     /* timing: the last reading */
  uint64_t part[UV_TRACE_PHASES];
  uint64_t exact[UV_TRACE_PHASES]; /* ns from timed turns */
  uint64_t longest[UV_TRACE_PHASES];
  uint64_t longest_turn;
  uint64_t delays[UV_TRACE_DELAYS];
  uint64_t picked_at, picked_turn, picked_asleep; /* when a turn was last picked to be timed */
  uint64_t picks;
  uint64_t random;
  uint64_t fallback_total;
  uv_trace_fallback_t fallbacks[UV_TRACE_FALLBACKS];
  struct uv__mix mixes[UV__MIXES];
};

static inline struct uv__trace* uv__trace_of(const uv_loop_t* loop) {
  return (struct uv__trace*) loop->internal;
}

/* One writer: a plain add, but readers on other threads see whole numbers. */
#define UV__BUMP(counter, n)                                                                      \
  __atomic_store_n(&(counter), __atomic_load_n(&(counter), __ATOMIC_RELAXED) + (n), __ATOMIC_RELAXED)
#define UV__TRACE_SET(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELAXED)

void uv__trace_loop_init(uv_loop_t* loop);  /* loop->internal is there, its contents are not */
void uv__trace_loop_close(uv_loop_t* loop); /* frees what was attached */

/* What the functions below leave to counters.c. */
void uv__trace_begin_slow(uv_loop_t* loop);
void uv__trace_end_slow(uv_loop_t* loop);
void uv__trace_clock_slow(uv_loop_t* loop);
void uv__trace_wake_slow(uv_loop_t* loop);
void uv__trace_long_turn(uv_loop_t* loop, unsigned mix, uint64_t ns);
void uv__trace_stamp(uv_loop_t* loop, unsigned phase);
void uv__trace_late_event(uv_loop_t* loop, const uv_timer_t* timer, uint64_t late);
void uv__trace_ring_event(uv_loop_t* loop, unsigned opcode, const void* op);
void uv__trace_ring_done_event(uv_loop_t* loop, const void* op, int result);
void uv__trace_fallback(uv_loop_t* loop, int opcode, int error); /* UV_E*: why the ring was not used */
/* And to hooks.c. */
void uv__trace_enter_watched(uv_loop_t* loop, unsigned phase);
void uv__trace_leave_watched(uv_loop_t* loop, unsigned phase);
void uv__trace_before_handle(uv_loop_t* loop, const uv_handle_t* h);
void uv__trace_before_req(uv_loop_t* loop, const uv_req_t* r);
void uv__trace_after(uv_loop_t* loop);

static inline void uv__trace_segment(struct uv__trace* t, unsigned mix, uint64_t now) {
  UV__BUMP(t->mixes[mix].whole, now - t->began);
  t->began = now;
  t->mask = 0;
}

/* ---- The loop tells ---- */

/* First thing in uv_run(), before it reads the clock; what it returns is for the end. */
static inline unsigned uv__trace_run_begin(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  unsigned outer = t->phase;
  if (UV__UNLIKELY(outer != UV_TRACE_OUTSIDE || t->state != 0 || loop->traced))
    uv__trace_begin_slow(loop);
  else
    t->state = UV__TRACE_BLIND;
  return outer;
}

/* Last thing in uv_run(). */
static inline void uv__trace_run_end(uv_loop_t* loop, unsigned outer) {
  struct uv__trace* t = uv__trace_of(loop);
  if (UV__UNLIKELY(t->mask != 0 || outer != UV_TRACE_OUTSIDE))
    uv__trace_end_slow(loop);
  UV__TRACE_SET(t->phase, outer);
}

/* A turn begins. */
static inline void uv__trace_turn(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  UV__BUMP(t->turns, 1);
  if (UV__UNLIKELY(--t->countdown == 0))
    t->state |= UV__TRACE_ARMED;
}

/* The loop has just read the clock into loop->time: when a run begins, and before timers. */
static inline void uv__trace_clock(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  if (UV__UNLIKELY(t->state != 0 || loop->time - t->began >= UV__TRACE_LONG_NS))
    uv__trace_clock_slow(loop);
  else
    uv__trace_segment(t, t->mask, loop->time);
}

static inline void uv__trace_phase_enter(uv_loop_t* loop, unsigned phase) {
  UV__TRACE_SET(uv__trace_of(loop)->phase, phase);
  if (UV__UNLIKELY(loop->traced))
    uv__trace_enter_watched(loop, phase);
}

static inline void uv__trace_phase_leave(uv_loop_t* loop, unsigned phase) {
  struct uv__trace* t = uv__trace_of(loop);
  uint64_t calls = loop->callbacks;
  if (calls != t->seen) {
    UV__BUMP(t->calls[phase], calls - t->seen);
    t->seen = calls;
    t->mask |= 1u << phase;
    if (UV__UNLIKELY(t->state & UV__TRACE_TIMING))
      uv__trace_stamp(loop, phase);
  }
  if (UV__UNLIKELY(loop->traced))
    uv__trace_leave_watched(loop, phase);
}

/* Right before a wait that may block; the clock has just been read. */
static inline void uv__trace_poll_sleep(uv_loop_t* loop, uint64_t now) {
  struct uv__trace* t = uv__trace_of(loop);
  UV__TRACE_SET(t->slept_at, now);
  UV__TRACE_SET(t->state, t->state | UV__TRACE_ASLEEP);
}

/* After every wait, also one that could not block; loop->time has just been read. */
static inline void uv__trace_poll_wake(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  uint64_t now = loop->time;
  if (UV__UNLIKELY(t->state != 0)) {
    uv__trace_wake_slow(loop);
    return;
  }
  if (UV__UNLIKELY(now - t->woke >= UV__TRACE_LONG_NS))
    uv__trace_long_turn(loop, t->mask | 1u << UV_TRACE_POLL, now - t->woke);
  else
    uv__trace_segment(t, t->mask | 1u << UV_TRACE_POLL, now);
  UV__TRACE_SET(t->woke, now);
}

/* A timer due at `due` runs; `now` is the loop's time. */
static inline void uv__trace_timer_late(uv_loop_t* loop, const uv_timer_t* timer, uint64_t due,
                                        uint64_t now) {
  struct uv__trace* t = uv__trace_of(loop);
  uint64_t late = now - due;
  if (late < UV_TRACE_LATE_NS)
    return;
  UV__BUMP(t->late, 1);
  UV__BUMP(t->late_total, late);
  if (late > t->late_worst)
    UV__TRACE_SET(t->late_worst, late);
  if (UV__UNLIKELY(loop->traced))
    uv__trace_late_event(loop, timer, late);
}

/* An operation was put on the ring; its result came back. */
static inline void uv__trace_ring_op(uv_loop_t* loop, unsigned opcode, const void* op) {
  UV__BUMP(uv__trace_of(loop)->ring_submitted, 1);
  if (UV__UNLIKELY(loop->traced))
    uv__trace_ring_event(loop, opcode, op);
}

static inline void uv__trace_ring_done(uv_loop_t* loop, const void* op, int result) {
  UV__BUMP(uv__trace_of(loop)->ring_completed, 1);
  if (UV__UNLIKELY(loop->traced))
    uv__trace_ring_done_event(loop, op, result);
}

/* ---- The pool tells, on its threads ---- */

extern unsigned uv__trace_pool_watched; /* loops that record */

void uv__trace_pool_event(const char* kind, const void* job, uint64_t queued_ns, uint64_t began_ns,
                          uint64_t ended_ns);

/* A job has run on this thread; the times are those the pool keeps for its own counters. */
static inline void uv__trace_pool_job(const char* kind, const void* job, uint64_t queued_ns,
                                      uint64_t began_ns, uint64_t ended_ns) {
  if (UV__UNLIKELY(__atomic_load_n(&uv__trace_pool_watched, __ATOMIC_RELAXED) != 0))
    uv__trace_pool_event(kind, job, queued_ns, began_ns, ended_ns);
}

/* ---- Every user callback is called through one of these two ----
 * The object may be gone when the callback returns: nothing touches it afterwards. */

#define UV__CALL(loop_, before_, call_)                                                           \
  do {                                                                                            \
    uv_loop_t* uv__l = (loop_);                                                                   \
    UV__BUMP(uv__l->callbacks, 1);                                                                \
    if (UV__LIKELY(!uv__l->traced)) {                                                             \
      call_;                                                                                      \
    } else {                                                                                      \
      before_;                                                                                    \
      call_;                                                                                      \
      uv__trace_after(uv__l);                                                                     \
    }                                                                                             \
  } while (0)

#define UV__CALL_HANDLE(loop, h, call)                                                            \
  do {                                                                                            \
    ((uv_handle_t*) (h))->callbacks++;                                                            \
    UV__CALL(loop, uv__trace_before_handle(uv__l, (const uv_handle_t*) (h)), call);               \
  } while (0)
#define UV__CALL_REQ(loop, r, call)                                                               \
  UV__CALL(loop, uv__trace_before_req(uv__l, (const uv_req_t*) (r)), call)

#else

struct uv__trace {
  char nothing;
};

#define UV__CALL_HANDLE(loop, h, call) do { call; } while (0)
#define UV__CALL_REQ(loop, r, call) do { call; } while (0)

#define uv__trace_loop_init(loop) ((void) 0)
#define uv__trace_loop_close(loop) ((void) 0)
#define uv__trace_run_begin(loop) 0u
#define uv__trace_run_end(loop, outer) ((void) (outer))
#define uv__trace_turn(loop) ((void) 0)
#define uv__trace_clock(loop) ((void) 0)
#define uv__trace_phase_enter(loop, phase) ((void) 0)
#define uv__trace_phase_leave(loop, phase) ((void) 0)
#define uv__trace_poll_sleep(loop, now) ((void) (now))
#define uv__trace_poll_wake(loop) ((void) 0)
#define uv__trace_timer_late(loop, timer, due, now) ((void) (due))
#define uv__trace_ring_op(loop, opcode, op) ((void) 0)
#define uv__trace_ring_done(loop, op, result) ((void) 0)
#define uv__trace_fallback(loop, opcode, error) ((void) 0)
#define uv__trace_pool_job(kind, job, queued_ns, began_ns, ended_ns) ((void) 0)

#endif

#endif
