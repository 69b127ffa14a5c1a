/* src/trace/trace.h — the probes of the library. With UV__TRACE=0 all of them compile to nothing.
 *
 * An idle turn takes about forty nanoseconds, half of them for reading the clock once. So the
 * counters read no clock, and an unobserved turn does next to nothing for them. A *stretch* goes
 * from one query of the kernel to the next; at its end the clock is compared with a deadline
 * (counters.c has the rest). What changes with every turn is not stored by it but derived from the
 * number of turns.
 *
 * (1) Callbacks are counted one by one, in the phase that calls them.
 * (2) Stretches that end in sleep, or are long, are measured: the loop has read the clock at both
 *     ends.
 * (3) Of the others, some are picked at random and timed phase by phase, so rarely that it costs
 *     0.1 % of the loop's work. They represent the rest.
 * (4) The loop's thread is the only writer. Counters are stored atomically, so that any thread may
 *     read.
 * (5) `traced` is set while hooks or the recorder are attached, and until the brackets opened
 *     meanwhile are closed. Only then a callback costs more than counting it (hooks.c). */
#ifndef UV__TRACE_H
#define UV__TRACE_H

#include "loop/loop.h"
#include "uv_trace.h"

#ifndef UV__TRACE
#  define UV__TRACE 1
#endif

#if UV__TRACE

/* Why the end of a stretch is more than one comparison. */
enum {
  UV__TRACE_ARMED = 1,  /* the next stretch is to be timed */
  UV__TRACE_TIMING = 2, /* this one is */
  UV__TRACE_ASLEEP = 4
};

enum { UV__TRACE_LONG_NS = 1 << 16 };

#  define UV__TRACE_SETS (1u << UV_TRACE_PHASES)

struct uv__slices; /* the last seconds; allocated by uv_trace_slices_start() */
struct uv__watch;  /* hooks and the recorder; made when first attached */

/* Follows the pulse in struct uv__loop_internal. */
struct uv__trace {
  unsigned watching; /* phases are distinguished: this stretch is timed, or a hook is attached */
  uint64_t late, late_total, late_worst;
  uint64_t ring_submitted, ring_completed;
  struct uv__watch* watch;
  unsigned state;
  unsigned last_type; /* the last object called back in poll, and its origin */
  const char* last_origin;
  struct uv__slices* slices;
  uint64_t timers_at;   /* when timers last ran */
  uint64_t looked;      /* poll had callbacks in this turn, or a stretch was measured */
  uint64_t slice_until; /* what ends later ends the slice too; UINT64_MAX: there are none */
  uint64_t slept_at;
  uint64_t asleep;
  uint64_t known;   /* turns whose stretch was measured or timed */
  uint64_t counted; /* the last of these */
  uint64_t
      seen[UV_TRACE_PHASES]; /* calls[] when the last stretch ended that was not just passed over */

  uint64_t chain; /* timing: the last reading of the clock */
  uint64_t part[UV_TRACE_PHASES];
  uint64_t exact[UV_TRACE_PHASES];      /* ns known to be of this phase */
  uint64_t shared[UV__TRACE_SETS];      /* measured ns, by the set of phases that share them */
  uint64_t usual_ns[UV_TRACE_PHASES];   /* timed stretches in which the phase called back: ns, */
  uint64_t usual_runs[UV_TRACE_PHASES]; /* and how many */
  uint64_t passed_ns[UV_TRACE_PHASES];  /* timed stretches like those that are passed over: ns, */
  uint64_t passed_timed;                /* and how many */
  uint64_t longest[UV_TRACE_PHASES];
  uint64_t longest_turn;
  uint64_t delays[UV_TRACE_DELAYS];

  uint64_t picked_at, picked_turn, picked_asleep; /* when a stretch was last picked to be timed */
  uint64_t picks;
  uint64_t pick; /* after so many turns one is to be timed */
  uint64_t random;
  uint64_t fallback_total;
  uv_trace_fallback_t fallbacks[UV_TRACE_FALLBACKS];
};

static inline struct uv__trace* uv__trace_of(const uv_loop_t* loop) {
  return (struct uv__trace*) (uv__pulse_of(loop) + 1);
}

/* One writer: a plain addition, but readers on other threads see whole numbers. On x86 one
 * instruction does it, which compilers do not make of atomics; the counting of callbacks costs
 * twice as much without. */
#  if defined(__x86_64__)
#    define UV__BUMP(counter, n) \
      __asm__ volatile("addq %1, %0" : "+m"(counter) : "er"((uint64_t) (n)) : "cc")
#  else
#    define UV__BUMP(counter, n)                                                        \
      __atomic_store_n(&(counter), __atomic_load_n(&(counter), __ATOMIC_RELAXED) + (n), \
                       __ATOMIC_RELAXED)
#  endif
#  define UV__TRACE_SET(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELAXED)

void uv__trace_loop_init(uv_loop_t* loop);  /* loop->internal is there, and zero */
void uv__trace_loop_close(uv_loop_t* loop); /* frees what was attached */

/* What the functions below leave to counters.c, recorder.c and hooks.c. */
int uv__trace_turn_slow(uv_loop_t* loop);
void uv__trace_wake_slow(uv_loop_t* loop);
void uv__trace_late_event(uv_loop_t* loop, const uv_timer_t* timer, uint64_t late);
void uv__trace_ring_event(uv_loop_t* loop, unsigned opcode, const void* op);
void uv__trace_ring_done_event(uv_loop_t* loop, const void* op, int result);
void uv__trace_before_handle(uv_loop_t* loop, const uv_handle_t* h);
void uv__trace_before_req(uv_loop_t* loop, const uv_req_t* r);
void uv__trace_after(uv_loop_t* loop);
void uv__trace_call(uv_loop_t* loop, uv_handle_t* h, void (*cb)(void*));

/* ---- Called by the loop ---- */

/* A run begins, and the loop has just read its clock. */
void uv__trace_run_clock(uv_loop_t* loop);

/* One begins inside of a callback. */
void uv__trace_run_nested(uv_loop_t* loop);

void uv__trace_run_end_slow(uv_loop_t* loop);

/* A run ends. The stretch since the last query of the kernel is measured, if anything ran in it. */
static inline void uv__trace_run_end(uv_loop_t* loop, int quiet) {
  if (quiet != 1)
    uv__trace_run_end_slow(loop);
}

/* What watched turns depend on has changed. */
void uv__trace_next_turn(uv_loop_t* loop);

/* A turn begins. 1: it is observed, so its phases are entered and left. Virtual time applies to
 * observed turns only, so that the others need not check for it. */
static inline int uv__trace_turn(uv_loop_t* loop, const struct uv__pulse* pulse) {
  return UV__UNLIKELY(pulse->metrics.loop_count >= pulse->next) ? uv__trace_turn_slow(loop) : 0;
}

void uv__trace_phase_enter(uv_loop_t* loop, unsigned phase);
void uv__trace_phase_leave(uv_loop_t* loop, unsigned phase);

/* Whether timers before the first turn are watched. */
static inline int uv__trace_watching(const uv_loop_t* loop) {
  return UV__UNLIKELY(uv__trace_of(loop)->watching != 0);
}

/* Around a phase that finishes what other phases began: the callbacks in between are its own,
 * though the code that calls them lies elsewhere. Only when there is something to run. */
static inline uint64_t uv__trace_adopt_begin(uv_loop_t* loop, unsigned phase) {
  UV__TRACE_SET(uv__pulse_of(loop)->phase, phase);
  return uv__pulse_of(loop)->calls[UV_TRACE_POLL];
}

static inline void uv__trace_adopt_end(uv_loop_t* loop, unsigned phase, uint64_t before) {
  UV__BUMP(uv__pulse_of(loop)->calls[phase], uv__pulse_of(loop)->calls[UV_TRACE_POLL] - before);
  UV__TRACE_SET(uv__pulse_of(loop)->calls[UV_TRACE_POLL], before);
}

/* Right before a wait that may block; the clock has just been read. */
static inline void uv__trace_poll_sleep(uv_loop_t* loop, uint64_t now) {
  struct uv__trace* t = uv__trace_of(loop);
  UV__TRACE_SET(t->slept_at, now);
  UV__TRACE_SET(t->state, t->state | UV__TRACE_ASLEEP);
  UV__TRACE_SET(uv__pulse_of(loop)->phase, UV_TRACE_POLL);
  uv__pulse_of(loop)->until = 0;
}

/* After every query of the kernel, also one that could not block; loop->time has just been read. */
static inline void uv__trace_poll_wake(uv_loop_t* loop, struct uv__pulse* pulse) {
  uint64_t now = loop->time;
  if (UV__UNLIKELY(now >= pulse->until))
    uv__trace_wake_slow(loop);
  else
    UV__TRACE_SET(pulse->woke, now);
}

/* Poll has callbacks to make, or may have. */
static inline void uv__trace_poll_calls(uv_loop_t* loop) {
  struct uv__pulse* pulse = uv__pulse_of(loop);
  UV__TRACE_SET(pulse->phase, UV_TRACE_POLL);
  uv__trace_of(loop)->looked = pulse->metrics.loop_count;
}

/* A round of timers begins, at the loop's time. */
void uv__trace_timers_run(uv_loop_t* loop);

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

/* `error` is a UV_E*: why the ring was not used. */
void uv__trace_fallback(uv_loop_t* loop, int opcode, int error);

static inline void uv__trace_ring_done(uv_loop_t* loop, const void* op, int result) {
  UV__BUMP(uv__trace_of(loop)->ring_completed, 1);
  if (UV__UNLIKELY(loop->traced))
    uv__trace_ring_done_event(loop, op, result);
}

/* ---- Called by the pool, on its threads ---- */

extern unsigned uv__trace_pool_watched; /* loops that record */

void uv__trace_pool_event(const char* kind, const void* job, uint64_t queued_ns, uint64_t began_ns,
                          uint64_t ended_ns);

/* A job has run on this thread; the times are those the pool keeps for its own counters. */
static inline void uv__trace_pool_job(const char* kind, const void* job, uint64_t queued_ns,
                                      uint64_t began_ns, uint64_t ended_ns) {
  if (UV__UNLIKELY(__atomic_load_n(&uv__trace_pool_watched, __ATOMIC_RELAXED) != 0))
    uv__trace_pool_event(kind, job, queued_ns, began_ns, ended_ns);
}

/* ---- Every user callback is called through one of these ----
 * The object may be gone when the callback returns: nothing touches it afterwards. A file whose
 * callbacks all belong to one phase defines UV__PHASE before it includes this. */

#  ifndef UV__PHASE
#    define UV__PHASE UV_TRACE_POLL
#  endif

static inline void uv__trace_count_call(uv_loop_t* loop, unsigned phase) {
  struct uv__pulse* pulse = uv__pulse_of(loop);
  UV__BUMP(pulse->calls[phase], 1);
  if (phase != UV_TRACE_POLL)
    UV__TRACE_SET(pulse->phase, phase);
}

/* Only for poll: elsewhere the phase is enough. */
static inline void uv__trace_last(uv_loop_t* loop, unsigned phase, unsigned type,
                                  const char* origin) {
  struct uv__trace* t = uv__trace_of(loop);
  if (phase != UV_TRACE_POLL)
    return;
  UV__TRACE_SET(t->last_type, type);
  UV__TRACE_SET(t->last_origin, origin);
}

/* Of the type of an object: it is a request. */
#  define UV__REQUEST_BIT 0x100

#  define UV__CALL(loop_, before_, call_)     \
    do {                                      \
      uv_loop_t* uv__l = (loop_);             \
      uv__trace_count_call(uv__l, UV__PHASE); \
      if (UV__LIKELY(!uv__l->traced)) {       \
        call_;                                \
      } else {                                \
        before_;                              \
        call_;                                \
        uv__trace_after(uv__l);               \
      }                                       \
    } while (0)

#  define UV__CALL_HANDLE(loop, h, call)                                                         \
    do {                                                                                         \
      ((uv_handle_t*) (h))->callbacks++;                                                         \
      uv__trace_last(loop, UV__PHASE, ((uv_handle_t*) (h))->type, ((uv_handle_t*) (h))->origin); \
      UV__CALL(loop, uv__trace_before_handle(uv__l, (const uv_handle_t*) (h)), call);            \
    } while (0)

/* For callbacks that only provide memory: counted, but without a bracket. There is one before each
 * read, and it takes less time than reading the clock twice. */
#  define UV__CALL_ALLOC(loop, h, call)                                                          \
    do {                                                                                         \
      ((uv_handle_t*) (h))->callbacks++;                                                         \
      uv__trace_last(loop, UV__PHASE, ((uv_handle_t*) (h))->type, ((uv_handle_t*) (h))->origin); \
      uv__trace_count_call(loop, UV__PHASE);                                                     \
      call;                                                                                      \
    } while (0)

#  define UV__CALL_REQ(loop, r, call)                                            \
    do {                                                                         \
      uv__trace_last(loop, UV__PHASE, ((uv_req_t*) (r))->type | UV__REQUEST_BIT, \
                     ((uv_req_t*) (r))->origin);                                 \
      UV__CALL(loop, uv__trace_before_req(uv__l, (const uv_req_t*) (r)), call);  \
    } while (0)

/* A handle that is called in each turn is started or stopped, after so many turns: while it is
 * active, its `callbacks` are how many there were before it, less its calls of earlier. */
#  define uv__trace_each_turn(h, turns) \
    (((uv_handle_t*) (h))->callbacks = (unsigned) (turns) - ((uv_handle_t*) (h))->callbacks)

/* As UV__CALL_HANDLE(loop, h, cb(h)), for handles that are called in each turn: turns are counted,
 * not the calls of each handle. `watched` is a constant; the work for an observed call is out of
 * line. */
#  define UV__CALL_CB(loop, h, cb, watched)                              \
    do {                                                                 \
      uv__trace_count_call(loop, UV__PHASE);                             \
      if (!(watched) || UV__LIKELY(!(loop)->traced))                     \
        (cb)(h);                                                         \
      else                                                               \
        uv__trace_call(loop, (uv_handle_t*) (h), (void (*)(void*))(cb)); \
    } while (0)

#else

struct uv__trace {
  char nothing;
};

#  define UV__CALL_HANDLE(loop, h, call) \
    do {                                 \
      call;                              \
    } while (0)
#  define UV__CALL_ALLOC(loop, h, call) UV__CALL_HANDLE(loop, h, call)
#  define UV__CALL_REQ(loop, r, call) \
    do {                              \
      call;                           \
    } while (0)
#  define UV__CALL_CB(loop, h, cb, watched) ((void) (watched), (cb) (h))
#  define uv__trace_each_turn(h, turns) ((void) 0)

#  define uv__trace_loop_init(loop) ((void) 0)
#  define uv__trace_loop_close(loop) ((void) 0)
#  define uv__trace_run_end(loop, quiet) ((void) 0)
#  define uv__trace_run_clock(loop) ((void) 0)
#  define uv__trace_run_nested(loop) ((void) 0)
#  define uv__trace_turn(loop, pulse) UV__UNLIKELY((pulse)->virtual_time)
#  define uv__trace_next_turn(loop) ((void) 0)
#  define uv__trace_watching(loop) 0
#  define uv__trace_timers_run(loop) ((void) 0)
#  define uv__trace_phase_enter(loop, phase) ((void) 0)
#  define uv__trace_phase_leave(loop, phase) ((void) 0)
#  define uv__trace_adopt_begin(loop, phase) 0
#  define uv__trace_adopt_end(loop, phase, before) ((void) (before))
#  define uv__trace_poll_sleep(loop, now) ((void) (now))
#  define uv__trace_poll_wake(loop, pulse) ((void) 0)
#  define uv__trace_poll_calls(loop) ((void) 0)
#  define uv__trace_timer_late(loop, timer, due, now) ((void) (due))
#  define uv__trace_ring_op(loop, opcode, op) ((void) 0)
#  define uv__trace_ring_done(loop, op, result) ((void) 0)
#  define uv__trace_fallback(loop, opcode, error) ((void) 0)
#  define uv__trace_pool_job(kind, job, queued_ns, began_ns, ended_ns) ((void) 0)

#endif

#endif
