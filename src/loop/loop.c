/* src/loop/loop.c — making, configuring, forking and closing a loop. */
#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/epoll.h"
#include "loop/async.h"
#include "loop/internal.h"
#include "threads/pool.h"

static uv_loop_t uv__default_loop_storage;
static uv_loop_t* uv__default_loop_ptr;

static void uv__loop_init_queues(uv_loop_t* loop) {
  uv__queue_init(&loop->pending_queue);
  uv__queue_init(&loop->idle_handles);
  uv__queue_init(&loop->prepare_handles);
  uv__queue_init(&loop->check_handles);
  uv__queue_init(&loop->handle_queue);
  uv__queue_init(&loop->active_reqs_queue);
  uv__queue_init(&loop->process_handles);
  uv__queue_init(&loop->async_handles);
  loop->done_tail = &loop->done_head;
}

int uv_loop_init(uv_loop_t* loop) {
  void* data = loop->data; /* the owner's, also before init */
  int err;

  memset(loop, 0, sizeof(*loop));
  loop->data = data;
  loop->backend_fd = loop->wake_fd = loop->emfile_fd = -1;
  loop->signal_pipe[0] = loop->signal_pipe[1] = -1;
  uv__io_init(&loop->signal_io, NULL, -1);
  uv__io_init(&loop->inotify_io, NULL, -1);
  uv__io_init(&loop->process_io, NULL, -1);
  uv__loop_init_queues(loop);
  uv__update_time(loop);

  loop->internal = uv__calloc(1, sizeof(*loop->internal));
  if (loop->internal == NULL)
    return UV_ENOMEM;
  uv__ring_init(&loop->internal->ring);
  uv__quiet_init(&loop->internal->lull);
  uv__trace_loop_init(loop);

  err = uv__epoll_init(loop);
  if (err)
    goto fail_epoll;
  err = uv__async_loop_init(loop);
  if (err)
    goto fail_async;
  err = uv__work_loop_init(loop);
  if (err)
    goto fail_work;
  err = uv__signal_loop_init(loop);
  if (err)
    goto fail_signal;
  err = uv__process_loop_init(loop);
  if (err == 0)
    return 0;

  uv__signal_loop_close(loop);
fail_signal:
  uv__work_loop_close(loop);
fail_work:
  uv__async_loop_close(loop);
fail_async:
  uv__epoll_close(loop);
fail_epoll:
  uv__trace_loop_close(loop);
  uv__free(loop->internal);
  loop->internal = NULL;
  return err;
}

static int uv__loop_busy(const uv_loop_t* loop) {
  struct uv__queue* q;

  if (loop->active_reqs > 0 || loop->closing_handles != NULL || loop->closing_round != NULL)
    return 1;
  uv__queue_each (q, &loop->handle_queue)
    if (!(uv__container(q, uv_handle_t, handle_queue)->flags & UV__INTERNAL))
      return 1;
  return 0;
}

static void uv__loop_release(uv_loop_t* loop) {
  uv__signal_loop_close(loop);
  uv__process_loop_close(loop);
  uv__inotify_loop_close(loop);
  uv__work_loop_close(loop);
  uv__ring_close(&loop->internal->ring);
  uv__quiet_close(&loop->internal->lull);
  uv__async_loop_close(loop);
  uv__epoll_close(loop);
  if (loop->emfile_fd != -1)
    uv__close(loop->emfile_fd);
  loop->emfile_fd = -1;
  uv__free(loop->timer_memory);
  loop->timer_memory = NULL;
  uv__trace_loop_close(loop);
  uv__free(loop->internal);
  loop->internal = NULL;
}

/* With UV_TRACE_BUSY in the environment, prints the handles that are still open. */
static void uv__print_busy(uv_loop_t* loop) {
  if (getenv("UV_TRACE_BUSY") == NULL)
    return;
  fputs("uv_loop_close: the loop is busy:\n", stderr);
  uv_print_all_handles(loop, stderr);
  uv_trace_print_alive(loop, stderr);
}

int uv_loop_close(uv_loop_t* loop) {
  if (loop->internal == NULL)
    return UV_EBUSY; /* already closed: netdata closes again and again until it gets this error */
  if (uv__loop_busy(loop)) {
    uv__print_busy(loop);
    return UV_EBUSY;
  }
  uv__loop_release(loop);
  if (loop == uv__default_loop_ptr)
    uv__default_loop_ptr = NULL;
  return 0;
}

uv_loop_t* uv_default_loop(void) {
  if (uv__default_loop_ptr != NULL)
    return uv__default_loop_ptr;
  if (uv_loop_init(&uv__default_loop_storage))
    return NULL;
  uv__default_loop_ptr = &uv__default_loop_storage;
  return uv__default_loop_ptr;
}

uv_loop_t* uv_loop_new(void) {
  uv_loop_t* loop = uv__calloc(1, sizeof(*loop));
  if (loop == NULL)
    return NULL;
  if (uv_loop_init(loop)) {
    uv__free(loop);
    return NULL;
  }
  return loop;
}

void uv_loop_delete(uv_loop_t* loop) {
  uv_loop_t* default_loop = uv__default_loop_ptr;
  int err = uv_loop_close(loop);

  assert(err == 0);
  (void) err;
  if (loop != default_loop)
    uv__free(loop);
}

int uv_loop_fork(uv_loop_t* loop) {
  int err;

  uv__quiet_close(&loop->internal->lull);
  err = uv__epoll_fork(loop);
  if (err)
    return err;
  uv__ring_close(&loop->internal->ring);
  err = uv__async_loop_fork(loop);
  if (err)
    return err;
  err = uv__signal_loop_fork(loop);
  if (err)
    return err;
  uv__process_loop_fork(loop);
  return uv__inotify_loop_fork(loop);
}

int uv_loop_configure(uv_loop_t* loop, uv_loop_option option, ...) {
  va_list ap;
  int err = UV_ENOSYS;

  va_start(ap, option);
  switch (option) {
    case UV_METRICS_IDLE_TIME:
      loop->flags |= UV__LOOP_IDLE_METRICS;
      err = 0;
      break;
    case UV_LOOP_BLOCK_SIGNAL:
      err = va_arg(ap, int) == SIGPROF ? 0 : UV_EINVAL;
      if (err == 0)
        loop->flags |= UV__LOOP_BLOCK_SIGPROF;
      break;
    case UV_LOOP_USE_IO_URING_SQPOLL:
      err = 0; /* asks for the ring, which is used anyway, without a kernel thread */
      break;
  }
  va_end(ap);
  return err;
}

size_t uv_loop_size(void) {
  return sizeof(uv_loop_t);
}

void* uv_loop_get_data(const uv_loop_t* loop) {
  return loop->data;
}

void uv_loop_set_data(uv_loop_t* loop, void* data) {
  loop->data = data;
}

int uv_backend_fd(const uv_loop_t* loop) {
  if (loop->internal != NULL) /* not closed */
    uv__quiet_forbid(&loop->internal->lull);
  return loop->backend_fd;
}

uint64_t uv_now(const uv_loop_t* loop) {
  return loop->time / 1000000;
}

void uv_update_time(uv_loop_t* loop) {
  uv__update_time(loop);
}

int uv_metrics_info(uv_loop_t* loop, uv_metrics_t* metrics) {
  *metrics = loop->internal->pulse.metrics;
  return 0;
}
