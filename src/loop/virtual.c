/* src/loop/virtual.c — when nothing is ready, the clock jumps to the next timer.
 *
 * (1) Only waiting is skipped: the order of callbacks is that of a program whose callbacks take no
 *     time.
 * (2) There is one clock per process: uv_hrtime() and the time of every loop jump together.
 * (3) Work outside of the loop takes its real time: no jump while a request is in progress (a file,
 *     a look-up, a connection, a job of the pool) or a child process runs.
 * (4) Descriptors that are only read do not stop the clock: it jumps when they have been quiet for
 *     LULL_NS, so that data on its way through the kernel arrives before the next timer. */
#include "loop/virtual.h"

#include "loop/internal.h"
#include "os/sys.h"
#include "uv_trace.h"

enum { LULL_NS = 1000000 };

/* What else could end the wait, in rising order of how long that may take. */
enum uv__others { NOBODY, SOMEBODY, BUSY };

static enum uv__others uv__others_of(const uv_handle_t* h) {
  switch (h->type) {
    case UV_TIMER:
    case UV_IDLE:
    case UV_PREPARE:
    case UV_CHECK: return NOBODY;
    case UV_PROCESS: return BUSY;
    default: return SOMEBODY;
  }
}

static enum uv__others uv__others(const uv_loop_t* loop) {
  enum uv__others most =
      loop->active_reqs != 0 || loop->internal->ring.in_flight != 0 ? BUSY : NOBODY;

  for (const struct uv__queue* q = uv__queue_head(&loop->handle_queue);
       q != &loop->handle_queue && most < BUSY; q = q->next) {
    const uv_handle_t* h = uv__container(q, uv_handle_t, handle_queue);
    enum uv__others these = uv__others_of(h);
    if (these > most && uv_is_active(h) && uv_has_ref(h))
      most = these;
  }
  return most;
}

uint64_t uv__virtual_deadline(uv_loop_t* loop, uint64_t deadline) {
  if (deadline == 0 || deadline == UINT64_MAX)
    return deadline;
  switch (uv__others(loop)) {
    case NOBODY: return 0;
    case SOMEBODY: return deadline - loop->time < LULL_NS ? deadline : loop->time + LULL_NS;
    default: return deadline;
  }
}

void uv__virtual_jump(uv_loop_t* loop) {
  uint64_t due = uv__timer_next_due(loop);

  if (due == UINT64_MAX || due <= loop->time || !loop->internal->pulse.may_sleep ||
      uv__must_not_block(loop) || uv__others(loop) == BUSY)
    return;
  uv__trace_poll_sleep(loop, loop->time);
  __atomic_fetch_add(&uv__clock_ahead, due - loop->time, __ATOMIC_RELAXED);
  uv__update_time(loop);
  uv__trace_poll_wake(loop, uv__pulse_of(loop));
}

int uv_trace_virtual_time(uv_loop_t* loop, int on) {
  loop->internal->pulse.virtual_time = on != 0;
  uv__trace_next_turn(loop);
  return 0;
}

uint64_t uv_trace_virtual_ahead(void) {
  return __atomic_load_n(&uv__clock_ahead, __ATOMIC_RELAXED);
}
