/* src/loop/run.c — the order of these lines is what docs/loop.md promises, what the tracer prints and
 * what test/loop checks.
 *
 * (1) Nothing but a phase calls user code.
 * (2) The clock is read before timers run and after poll returns, and not in between.
 * (3) A nested uv_run() (from inside a callback) finds the loop whole and leaves it whole. */
#include "loop/async.h"
#include "loop/internal.h"

static void (*const uv__phases[])(uv_loop_t*) = {
    [UV_TRACE_TIMERS] = uv__run_timers,   [UV_TRACE_PENDING] = uv__run_pending_phase,
    [UV_TRACE_IDLE] = uv__run_idle,       [UV_TRACE_PREPARE] = uv__run_prepare,
    [UV_TRACE_POLL] = uv__run_poll,       [UV_TRACE_CHECK] = uv__run_check,
    [UV_TRACE_CLOSE] = uv__run_close,
};

static inline void uv__phase(uv_loop_t* loop, uv_trace_phase phase, int watched) {
  if (watched)
    uv__trace_phase_enter(loop, phase);
  uv__phases[phase](loop);
  if (watched)
    uv__trace_phase_leave(loop, phase);
}

static inline int uv__alive(const uv_loop_t* loop) {
  return uv__has_active(loop) || !uv__queue_empty(&loop->pending_queue) ||
         loop->closing_handles != NULL || loop->closing_round != NULL;
}

/* Decides whether this turn's poll may block. A single turn that has callbacks waiting already will run
 * something, so it has no reason to. Returns 1 when this turn is watched. */
static int uv__turn_begin(uv_loop_t* loop, uv_run_mode mode) {
  int waiting = !uv__queue_empty(&loop->pending_queue) || !uv__queue_empty(&loop->idle_handles);

  loop->internal->may_sleep = mode == UV_RUN_DEFAULT || (mode == UV_RUN_ONCE && !waiting);
  return uv__trace_turn(loop, loop->internal->metrics.loop_count + 1);
}

/* When poll found nothing and no check or close callback is waiting, the clock it read is still good. */
static void uv__turn_end(uv_loop_t* loop) {
  if (!loop->internal->quiet)
    uv__update_time(loop);
}

/* One turn. `watched` is a constant: the compiler makes two of this, and the one that nobody watches has
 * no trace of it. */
static inline void uv__turn(uv_loop_t* loop, int watched) {
  uv__phase(loop, UV_TRACE_PENDING, watched);
  uv__phase(loop, UV_TRACE_IDLE, watched);
  uv__phase(loop, UV_TRACE_PREPARE, watched);
  uv__phase(loop, UV_TRACE_POLL, watched);
  uv__phase(loop, UV_TRACE_CHECK, watched);
  uv__phase(loop, UV_TRACE_CLOSE, watched);
  uv__turn_end(loop);
  uv__phase(loop, UV_TRACE_TIMERS, watched);
}

int uv_run(uv_loop_t* loop, uv_run_mode mode) {
  int outer_may_sleep = loop->internal->may_sleep;
  int alive = uv__alive(loop);

  uv__loop_enter(loop);
  if (mode == UV_RUN_DEFAULT || !alive) {
    uv__update_time(loop);
    uv__trace_run_clock(loop);
  }
  if (alive && mode == UV_RUN_DEFAULT && !loop->stop_flag)
    uv__phase(loop, UV_TRACE_TIMERS, uv__trace_watching(loop));

  while (alive && !loop->stop_flag) {
    if (uv__turn_begin(loop, mode))
      uv__turn(loop, 1);
    else
      uv__turn(loop, 0);
    alive = uv__alive(loop);
    if (mode != UV_RUN_DEFAULT)
      break;
  }

  loop->stop_flag = 0;
  loop->internal->may_sleep = outer_may_sleep;
  uv__trace_run_end(loop);
  uv__loop_leave(loop);
  return alive;
}

int uv_loop_alive(const uv_loop_t* loop) {
  return uv__alive(loop);
}

void uv_stop(uv_loop_t* loop) {
  loop->stop_flag = 1;
}
