/* src/net/stream.c — the life of a stream: open, connect, shut down, close.
 *
 * (1) A stream has at most one connect in flight. Its outcome is known when the descriptor
 *     becomes writable, or is kept in delayed_error and reported in the pending phase.
 * (2) shutdown(2) is called once nothing is left to write, after the last write was called back.
 * (3) When a stream is closed, its requests end in the order connect, writes, shutdown, and all
 *     of them before the close callback. */
#include "net/stream.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "trace/trace.h"

void uv__stream_init(uv_loop_t* loop, uv_stream_t* s, uv_handle_type type) {
  uv__handle_init(loop, s, type);
  s->write_queue_size = 0;
  s->alloc_cb = NULL;
  s->read_cb = NULL;
  s->connect_req = NULL;
  s->shutdown_req = NULL;
  s->connection_cb = NULL;
  s->delayed_error = 0;
  s->accepted_fd = -1;
  s->u.queued_fds = NULL;
  uv__queue_init(&s->write_queue);
  uv__queue_init(&s->write_done);
  uv__io_init(&s->io, uv__stream_io, -1);
}

int uv__stream_open(uv_stream_t* s, int fd, unsigned flags) {
  int err;

  if (s->io.fd != -1 && s->io.fd != fd)
    return UV_EBUSY;
  if (s->type == UV_TCP) {
    err = uv__tcp_late_options((uv_tcp_t*) s, fd);
    if (err)
      return err;
  }
  s->io.fd = fd;
  s->flags |= flags;
  return 0;
}

unsigned uv__access_flags(int open_flags) {
  static const unsigned flags[O_ACCMODE + 1] = {
      [O_RDONLY] = UV__READABLE, [O_WRONLY] = UV__WRITABLE, [O_RDWR] = UV__READABLE | UV__WRITABLE};
  return flags[open_flags & O_ACCMODE];
}

int uv__stream_watch(uv_stream_t* s, unsigned events) {
  if (s->io.wanted == 0 && uv__io_fd_in_use(s->loop, s->io.fd))
    return UV_EEXIST;
  return uv__io_start(s->loop, &s->io, events);
}

/* ---- Connecting ---- */

int uv__stream_connecting(uv_stream_t* s, uv_connect_t* req, int outcome, uv_connect_cb cb) {
  int err = outcome ? 0 : uv__stream_watch(s, POLLOUT);

  if (err)
    return err;
  uv__req_init(s->loop, req, UV_CONNECT);
  uv__queue_init(&req->queue);
  req->handle = s;
  req->cb = cb;
  s->connect_req = req;
  s->delayed_error = outcome;
  if (outcome == 0)
    s->flags |= UV__READABLE | UV__WRITABLE;
  else if (!uv__is_closing(s)) /* else the close phase ends it */
    uv__io_feed(s->loop, &s->io, POLLOUT);
  return 0;
}

static void uv__connect_call(uv_loop_t* loop, uv_connect_t* req, int err) {
  uv__req_done(loop, req);
  if (req->cb != NULL)
    UV__CALL_REQ(loop, req, req->cb(req, err));
}

/* Also ends the requests that came while this one was in flight and could not be refused otherwise:
 * uv_pipe_connect() has no return value. */
static void uv__connect_end(uv_stream_t* s, int err) {
  uv_loop_t* loop = s->loop;
  uv_connect_t* req = s->connect_req;
  struct uv__queue late;

  s->connect_req = NULL;
  uv__queue_move(&req->queue, &late);
  uv__connect_call(loop, req, err);
  while (!uv__queue_empty(&late)) {
    req = uv__container(uv__queue_head(&late), uv_connect_t, queue);
    uv__queue_remove(&req->queue);
    uv__connect_call(loop, req, UV_EALREADY);
  }
}

static void uv__shutdown_end(uv_stream_t* s, int err) {
  uv_shutdown_t* req = s->shutdown_req;

  s->shutdown_req = NULL;
  s->flags &= ~UV__SHUTTING;
  s->flags |= err ? 0 : UV__SHUT;
  uv__req_done(s->loop, req);
  if (req->cb != NULL)
    UV__CALL_REQ(s->loop, req, req->cb(req, err));
}

/* Writable without an error or a hang-up: the connection is there, and SO_ERROR would be 0. */
static int uv__connect_outcome(uv_stream_t* s, unsigned events) {
  int err = s->delayed_error;
  socklen_t len = sizeof(err);

  if (err) {
    s->delayed_error = 0;
    return err;
  }
  if (s->type == UV_TCP && events == POLLOUT)
    return 0;
  if (getsockopt(s->io.fd, SOL_SOCKET, SO_ERROR, &err, &len))
    return UV__ERR(errno);
  return UV__ERR(err);
}

static void uv__stream_ready(uv_stream_t* s, unsigned events);

/* Writes on a connection that failed are cancelled before the connect callback: it may start
 * another connect, and write again. */
static void uv__stream_connected(uv_stream_t* s, unsigned events) {
  const uv_loop_t* loop = s->loop;
  int err = uv__connect_outcome(s, events);
  int shutting = s->shutdown_req != NULL;

  if (err == UV__ERR(EINPROGRESS))
    return;
  if (err)
    uv__write_fail(s, UV_ECANCELED);
  if (uv__queue_empty(&s->write_queue))
    uv__io_stop(s->loop, &s->io, POLLOUT);

  uv__connect_end(s, err);
  if (uv__is_gone(loop))
    return;
  if (err == 0) {
    if (s->io.fd != -1 && s->connect_req == NULL)
      uv__stream_ready(s, POLLOUT);
    return;
  }
  uv__write_report(s);
  if (!uv__is_gone(loop) && shutting && s->shutdown_req != NULL)
    uv__shutdown_end(s, UV_ECANCELED);
}

/* ---- Readiness ---- */

static void uv__stream_drained(uv_stream_t* s) {
  uv__shutdown_end(s, shutdown(s->io.fd, SHUT_WR) ? UV__ERR(errno) : 0);
}

/* An error or a hang-up is read by trying: the result of the system call goes to the user. */
static void uv__stream_ready(uv_stream_t* s, unsigned events) {
  const uv_loop_t* loop = s->loop;

  if (s->connect_req != NULL && events != 0) {
    uv__stream_connected(s, events);
    return;
  }
  if ((events & (POLLIN | POLLERR | POLLHUP)) && (s->flags & UV__READING))
    uv__stream_read(s, events);
  if (uv__is_gone(loop) || s->io.fd == -1)
    return;

  if ((events & (POLLOUT | POLLERR | POLLHUP)) && !uv__queue_empty(&s->write_queue))
    uv__write_queued(s);
  if (!uv__queue_empty(&s->write_done))
    uv__write_report(s);
  if (uv__is_gone(loop))
    return;
  if (s->shutdown_req != NULL && s->io.fd != -1 && s->connect_req == NULL &&
      uv__queue_empty(&s->write_queue) && uv__queue_empty(&s->write_done))
    uv__stream_drained(s);
}

void uv__stream_io(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  uv_stream_t* s = uv__container(w, uv_stream_t, io);
  struct uv__frame frame;

  uv__frame_enter(loop, &frame, s);
  uv__stream_ready(s, events);
  uv__frame_leave(loop, &frame);
}

/* ---- The end ---- */

int uv_shutdown(uv_shutdown_t* req, uv_stream_t* s, uv_shutdown_cb cb) {
  if (!(s->flags & UV__WRITABLE) || (s->flags & (UV__SHUT | UV__SHUTTING)) || uv__is_closing(s))
    return UV_ENOTCONN;

  uv__req_init(s->loop, req, UV_SHUTDOWN);
  req->handle = s;
  req->cb = cb;
  s->shutdown_req = req;
  s->flags |= UV__SHUTTING;
  s->flags &= ~UV__WRITABLE;
  if (s->connect_req == NULL && uv__queue_empty(&s->write_queue))
    uv__io_feed(s->loop, &s->io, 0);
  return 0;
}

void uv__stream_close(uv_stream_t* s) {
  if ((s->flags & UV__SOLE_OWNER) && s->io.fd > STDERR_FILENO) /* the others stay open, see below */
    uv__io_close_sole(s->loop, &s->io);
  else
    uv__io_close(s->loop, &s->io);
  uv__handle_stop(s);
  s->flags &= ~(UV__READING | UV__READABLE | UV__WRITABLE | UV__LISTENING);
  s->read_cb = NULL;
  s->alloc_cb = NULL;

  if (s->accepted_fd != -1)
    uv__close(s->accepted_fd);
  s->accepted_fd = -1;
  if (uv__stream_is_ipc(s))
    uv__fds_drop(s);
  if (s->io.fd > STDERR_FILENO)
    uv__close(s->io.fd);
  s->io.fd = -1;
}

void uv__stream_finish(uv_stream_t* s) {
  if (s->connect_req != NULL)
    uv__connect_end(s, UV_ECANCELED);
  uv__write_fail(s, UV_ECANCELED);
  uv__write_report(s);
  if (s->shutdown_req != NULL)
    uv__shutdown_end(s, UV_ECANCELED);
}

/* ---- Small questions ---- */

int uv_is_readable(const uv_stream_t* s) {
  return (s->flags & UV__READABLE) != 0;
}

int uv_is_writable(const uv_stream_t* s) {
  return (s->flags & UV__WRITABLE) != 0;
}

size_t uv_stream_get_write_queue_size(const uv_stream_t* s) {
  return s->write_queue_size;
}

/* The flag makes writes wait for the rest, and reads take no more than what poll has promised. */
int uv_stream_set_blocking(uv_stream_t* s, int blocking) {
  int err;

  if (s->io.fd == -1)
    return UV_EBADF;
  err = uv__nonblock(s->io.fd, !blocking);
  if (err)
    return err;
  if (blocking)
    s->flags |= UV__BLOCKING_WRITES;
  else
    s->flags &= ~UV__BLOCKING_WRITES;
  return 0;
}
