/* src/loop/run.c — the order of these lines is what docs/loop.md promises, what the tracer prints
 * and what test/loop checks.
 *
 * (1) Nothing but a phase calls user code.
 * (2) The clock is read before timers run and after poll returns, and not in between.
 * (3) A nested uv_run() (from inside a callback) finds the loop whole and leaves it whole. */
#include "loop/async.h"
#include "loop/internal.h"

typedef void (*uv__phase_fn)(uv_loop_t*);

static const struct {
  uv__phase_fn run, run_watched;
} uv__phases[] = {
    [UV_TRACE_TIMERS] = {uv__run_timers, uv__run_timers},
    [UV_TRACE_PENDING] = {uv__run_pending_phase, uv__run_pending_phase},
    [UV_TRACE_IDLE] = {uv__run_idle, uv__run_idle_watched},
    [UV_TRACE_PREPARE] = {uv__run_prepare, uv__run_prepare_watched},
    [UV_TRACE_POLL] = {uv__run_poll, uv__run_poll_watched},
    [UV_TRACE_CHECK] = {uv__run_check, uv__run_check_watched},
    [UV_TRACE_CLOSE] = {uv__run_close, uv__run_close},
};

/* Most phases of most turns have nothing to do: checking here saves the call. */
static inline int uv__phase_is_empty(const uv_loop_t* loop, uv_trace_phase phase) {
  switch (phase) {
    case UV_TRACE_TIMERS: return loop->timer_count == 0;
    case UV_TRACE_PENDING: return UV__LIKELY(uv__queue_empty(&loop->pending_queue));
    case UV_TRACE_IDLE: return uv__queue_empty(&loop->idle_handles);
    case UV_TRACE_PREPARE: return uv__queue_empty(&loop->prepare_handles);
    case UV_TRACE_CHECK: return uv__queue_empty(&loop->check_handles);
    case UV_TRACE_CLOSE: return UV__LIKELY(!loop->closing_handles && !loop->closing_round);
    default: return 0;
  }
}

/* Both arguments are constants: this compiles to a comparison and a call. */
static inline __attribute__((always_inline)) void uv__phase(uv_loop_t* loop, uv_trace_phase phase,
                                                            int watched) {
  uv__phase_fn run = watched ? uv__phases[phase].run_watched : uv__phases[phase].run;

  if (watched)
    uv__trace_phase_enter(loop, phase);
  if (!uv__phase_is_empty(loop, phase))
    run(loop);
  if (watched)
    uv__trace_phase_leave(loop, phase);
}

static inline int uv__alive(const uv_loop_t* loop) {
  return uv__has_active(loop) || !uv__queue_empty(&loop->pending_queue) ||
         loop->closing_handles != NULL || loop->closing_round != NULL;
}

/* Whether poll may block in the turns of this run. A single turn that has callbacks waiting already
 * will run something, so it has no reason to. */
static int uv__may_sleep(const uv_loop_t* loop, uv_run_mode mode) {
  if (mode == UV_RUN_DEFAULT)
    return UV__SLEEP_AT_WILL;
  return mode == UV_RUN_ONCE && uv__queue_empty(&loop->pending_queue) &&
         uv__queue_empty(&loop->idle_handles);
}

/* When poll found nothing and no check or close callback is waiting, the clock it read is still
 * good. */
static void uv__turn_end(uv_loop_t* loop) {
  if (!loop->internal->pulse.quiet)
    uv__update_time(loop);
}

/* One turn. `watched` is a constant: the compiler makes two versions, and the one for unobserved
 * turns has no tracing code. */
static inline __attribute__((always_inline)) void uv__turn(uv_loop_t* loop, int watched) {
  uv__phase(loop, UV_TRACE_PENDING, watched);
  uv__phase(loop, UV_TRACE_IDLE, watched);
  uv__phase(loop, UV_TRACE_PREPARE, watched);
  uv__phase(loop, UV_TRACE_POLL, watched);
  uv__phase(loop, UV_TRACE_CHECK, watched);
  uv__phase(loop, UV_TRACE_CLOSE, watched);
  uv__turn_end(loop);
  uv__phase(loop, UV_TRACE_TIMERS, watched);
}

/* Apart, so that the other one is short and straight. */
static __attribute__((noinline, cold)) void uv__turn_watched(uv_loop_t* loop) {
  uv__turn(loop, 1);
}

int uv_run(uv_loop_t* loop, uv_run_mode mode) {
  struct uv__loop_internal* in = loop->internal;
  int outer_may_sleep = in->pulse.may_sleep;
  int alive = uv__alive(loop);

  uv__loop_enter(loop);
  if (mode == UV_RUN_DEFAULT || !alive) {
    uv__update_time(loop);
    uv__trace_run_clock(loop);
  }
  if (alive && mode == UV_RUN_DEFAULT && !loop->stop_flag)
    uv__phase(loop, UV_TRACE_TIMERS, uv__trace_watching(loop));

  in->pulse.may_sleep = uv__may_sleep(loop, mode);
  while (alive && !loop->stop_flag) {
    /* Watched, or its time is virtual. */
    if (uv__trace_turn(loop, &in->pulse))
      uv__turn_watched(loop);
    else
      uv__turn(loop, 0);
    alive = uv__alive(loop);
    if (mode != UV_RUN_DEFAULT)
      break;
  }

  loop->stop_flag = 0;
  in->pulse.may_sleep = outer_may_sleep;
  uv__trace_run_end(loop, in->pulse.quiet);
  uv__loop_leave(loop);
  return alive;
}

int uv_loop_alive(const uv_loop_t* loop) {
  return uv__alive(loop);
}

void uv_stop(uv_loop_t* loop) {
  loop->stop_flag = 1;
}
