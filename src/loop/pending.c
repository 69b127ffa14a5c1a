/* src/loop/pending.c — callbacks that are deferred because they must not run inside the call that
 * caused them: finished writes, connects that failed at once.
 *
 * What is added while this runs waits for the next round, so the phase always ends. */
#include "io/io.h"
#include "trace/trace.h"

void uv__io_feed(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  w->fed |= events;
  if (uv__queue_empty(&w->pending_link))
    uv__queue_push_tail(&loop->pending_queue, &w->pending_link);
}

/* A count, not a list that is moved away: a nested uv_run() must see what is left. */
void uv__run_pending(uv_loop_t* loop) {
  struct uv__queue* q;
  unsigned left = 0;

  uv__queue_each (q, &loop->pending_queue)
    left++;

  while (left-- > 0 && !uv__queue_empty(&loop->pending_queue)) {
    uv__io_t* w = uv__container(uv__queue_head(&loop->pending_queue), uv__io_t, pending_link);
    unsigned events = w->fed;

    uv__queue_remove(&w->pending_link);
    w->fed = 0;
    w->cb(loop, w, events);
  }
}

/* The phase of that name; poll also ends with a round of these. */
void uv__run_pending_phase(uv_loop_t* loop) {
  uint64_t calls = uv__trace_adopt_begin(loop, UV_TRACE_PENDING);
  uv__run_pending(loop);
  uv__trace_adopt_end(loop, UV_TRACE_PENDING, calls);
}
