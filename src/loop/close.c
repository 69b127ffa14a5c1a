/* src/loop/close.c — handles leave the loop here and nowhere else.
 *
 * (1) A handle is on the closing list exactly while CLOSING is set and CLOSED is not, except for
 *     types that must first wait for something (UV__CLOSE_LATER): these keep the loop alive until
 *     then.
 * (2) Its close callback runs once, in a close phase, never inside uv_close().
 * (3) When that callback is called, the loop holds no pointer to the handle. Callbacks of the
 *     handle that are on the stack, with this run of the loop inside them, see it by their frames.
 * (4) Of the handles closed since the last close phase, the newest is called back first. The
 *     contract of the phases says first in, first out, but libuv behaves like this, and programs
 *     see it. */
#define UV__PHASE UV_TRACE_CLOSE
#include <assert.h>

#include "loop/loop.h"
#include "trace/trace.h"

struct uv__close_ops {
  int (*close)(uv_handle_t* h);
  void (*finish)(uv_handle_t* h);
};

#define CLOSE(f) ((int (*)(uv_handle_t*))(f))
#define FINISH(f) ((void (*)(uv_handle_t*))(f))

static const struct uv__close_ops uv__close_table[UV_HANDLE_TYPE_MAX] = {
    [UV_ASYNC] = {CLOSE(uv__async_close), NULL},
    [UV_CHECK] = {CLOSE(uv__check_close), NULL},
    [UV_FS_EVENT] = {CLOSE(uv__fs_event_close), NULL},
    [UV_FS_POLL] = {CLOSE(uv__fs_poll_close), NULL},
    [UV_IDLE] = {CLOSE(uv__idle_close), NULL},
    [UV_NAMED_PIPE] = {CLOSE(uv__pipe_close), FINISH(uv__stream_finish)},
    [UV_POLL] = {CLOSE(uv__poll_close), NULL},
    [UV_PREPARE] = {CLOSE(uv__prepare_close), NULL},
    [UV_PROCESS] = {CLOSE(uv__process_close), NULL},
    [UV_TCP] = {CLOSE(uv__tcp_close), FINISH(uv__stream_finish)},
    [UV_TIMER] = {CLOSE(uv__timer_close), NULL},
    [UV_TTY] = {CLOSE(uv__tty_close), FINISH(uv__stream_finish)},
    [UV_UDP] = {CLOSE(uv__udp_close), FINISH(uv__udp_finish)},
    [UV_SIGNAL] = {CLOSE(uv__signal_close), NULL},
};

void uv_close(uv_handle_t* h, uv_close_cb close_cb) {
  assert(!uv__is_closing(h));
  assert(uv__close_table[h->type].close != NULL);

  h->flags |= UV__CLOSING;
  h->close_cb = close_cb;
  if (uv__close_table[h->type].close(h) == UV__CLOSE_NOW) {
    uv__close_soon(h);
    return;
  }

  /* The handle waits for something first: it is counted, referenced or not, so that the loop stays
   * alive. */
  uv__handle_stop(h);
  h->flags |= UV__REF;
  uv__handle_start(h);
}

void uv__close_soon(uv_handle_t* h) {
  assert(h->flags & UV__CLOSING);
  assert(!(h->flags & UV__CLOSED));
  uv__handle_stop(h);
  h->next_closing = h->loop->closing_handles;
  h->loop->closing_handles = h;
}

static void uv__finish_requests(uv_handle_t* h) {
  uint64_t calls = uv__trace_adopt_begin(h->loop, UV_TRACE_CLOSE);
  struct uv__frame frame;

  uv__frame_enter(h->loop, &frame, h);
  uv__close_table[h->type].finish(h);
  uv__frame_leave(h->loop, &frame);
  uv__trace_adopt_end(h->loop, UV_TRACE_CLOSE, calls);
}

static void uv__close_finish(uv_handle_t* h) {
  h->flags |= UV__CLOSED;
  if (uv__close_table[h->type].finish != NULL)
    uv__finish_requests(h);

  uv__queue_remove(&h->handle_queue);
  for (struct uv__frame* frame = h->loop->frames; frame != NULL; frame = frame->outer)
    if (frame->handle == h)
      frame->handle = NULL;
  if (h->close_cb != NULL)
    UV__CALL_HANDLE(h->loop, h, h->close_cb(h));
}

/* Handles closed during this phase wait for the next turn. The rest of the round is kept in the
 * loop, not on the stack, so that a nested uv_run() can finish it. */
void uv__run_close(uv_loop_t* loop) {
  uv_handle_t* h;

  if (loop->closing_round == NULL) {
    loop->closing_round = loop->closing_handles;
    loop->closing_handles = NULL;
  }
  while ((h = loop->closing_round) != NULL) {
    loop->closing_round = h->next_closing;
    h->next_closing = NULL;
    uv__close_finish(h);
  }
}
