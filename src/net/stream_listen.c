/* src/net/stream_listen.c — connections in.
 *
 * (1) A connection that was accepted waits in accepted_fd until uv_accept() takes it; the next
 *     one is not accepted before that.
 * (2) One connection is taken per turn while they come one by one. While there are always more,
 *     twice as many each time, up to a limit: a burst is served in few turns, and processes that
 *     share a door leave each other something. Each attempt that finds no second connection
 *     doubles the number of turns before the next attempt: a calm server makes almost no system
 *     call in vain.
 * (3) When descriptors run out, a spare one is given up to take the waiting connections and
 *     close them: their peers learn of it, and poll does not report them for ever.
 * (4) Of the errors of accept(), only a lack of descriptors or memory is reported. The others tell
 *     of one connection that is gone, or that the program has put something else at the number of
 *     the descriptor: as in libuv nobody is called, and the next turn tries again. */
#include <fcntl.h>
#include <sys/socket.h>

#include "net/stream.h"
#include "trace/trace.h"

enum { BURST_LIMIT = 32, SHED_LIMIT = 128, PATIENCE_LIMIT = 64 };

static int uv__accept_fd(int listener) {
  int fd = UV__RETRY(accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC));

  return fd == -1 ? UV__ERR(errno) : fd;
}

static void uv__spare_open(uv_loop_t* loop) {
  int fd;

  if (loop->emfile_fd != -1)
    return;
  fd = uv__open_cloexec("/dev/null", O_RDONLY);
  loop->emfile_fd = fd < 0 ? -1 : fd;
}

/* UV_EAGAIN when no connection is left, or when there were too many for one turn. */
static int uv__accept_shed(uv_loop_t* loop, int listener) {
  int fd = UV_EAGAIN;

  uv__close(loop->emfile_fd);
  loop->emfile_fd = -1;
  for (int left = SHED_LIMIT; left > 0; left--) {
    fd = uv__accept_fd(listener);
    if (fd >= 0)
      uv__close(fd);
    else if (fd != UV_ECONNABORTED)
      break;
  }
  uv__spare_open(loop);
  return fd >= 0 || fd == UV_ECONNABORTED ? UV_EAGAIN : fd;
}

static int uv__accept_next(uv_stream_t* s) {
  int fd = uv__accept_fd(s->io.fd);

  if ((fd == UV_EMFILE || fd == UV_ENFILE) && s->loop->emfile_fd != -1)
    fd = uv__accept_shed(s->loop, s->io.fd);
  return fd;
}

static void uv__server_call(uv_stream_t* s, int status) {
  UV__CALL_HANDLE(s->loop, s, s->connection_cb(s, status));
}

/* The attempt to take more than one has found `taken` connections and no more. */
static void uv__burst_ended(uv_stream_t* s, unsigned taken) {
  if (s->u.accept.burst > 1) {
    if (taken > 1)
      s->u.accept.patience = 1;
    else if (s->u.accept.patience < PATIENCE_LIMIT)
      s->u.accept.patience *= 2;
  }
  s->u.accept.burst = 1;
  s->u.accept.full_turns = 0;
}

/* All that this turn may take were there. */
static void uv__burst_full(uv_stream_t* s) {
  if (s->u.accept.burst == BURST_LIMIT || (s->flags & UV__SINGLE_ACCEPT))
    return;
  if (s->u.accept.burst > 1 || ++s->u.accept.full_turns >= s->u.accept.patience)
    s->u.accept.burst *= 2;
}

static int uv__accept_lacks_resources(int err) {
  return err == UV_EMFILE || err == UV_ENFILE || err == UV_ENOBUFS || err == UV_ENOMEM;
}

/* 1 when a connection was given to the user and the next one may be taken. */
static int uv__server_give(uv_loop_t* loop, uv_stream_t* s, int fd) {
  s->accepted_fd = fd;
  uv__server_call(s, 0);
  if (uv__is_gone(loop) || s->io.fd == -1)
    return 0;
  if (s->accepted_fd == -1)
    return 1;
  uv__io_stop(loop, &s->io, POLLIN);
  return 0;
}

static void uv__server_ready(uv_loop_t* loop, uv_stream_t* s) {
  unsigned limit = s->u.accept.burst;

  if (!uv__io_wants(&s->io, POLLIN)) { /* uv_accept() could not, and fed us */
    int err = uv__io_start(loop, &s->io, POLLIN);
    if (err) {
      uv__server_call(s, err);
      return;
    }
  }
  for (unsigned taken = 0; taken < limit; taken++) {
    int fd = uv__accept_next(s);
    if (fd == UV_ECONNABORTED)
      continue;
    if (fd < 0) {
      uv__burst_ended(s, taken);
      if (uv__accept_lacks_resources(fd))
        uv__server_call(s, fd);
      return;
    }
    if (!uv__server_give(loop, s, fd))
      return;
  }
  uv__burst_full(s);
}

static void uv__server_io(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  uv_stream_t* s = uv__container(w, uv_stream_t, io);
  struct uv__frame frame;

  (void) events;
  uv__frame_enter(loop, &frame, s);
  uv__server_ready(loop, s);
  uv__frame_leave(loop, &frame);
}

int uv_listen(uv_stream_t* s, int backlog, uv_connection_cb cb) {
  int err = UV_EINVAL;

  if (uv__is_closing(s))
    return UV_EINVAL;
  if (s->type == UV_TCP)
    err = uv__tcp_before_listen((uv_tcp_t*) s);
  else if (s->type == UV_NAMED_PIPE)
    err = uv__pipe_before_listen((uv_pipe_t*) s);
  if (err)
    return err;
  if (listen(s->io.fd, backlog))
    return UV__ERR(errno);
  if (cb != NULL) { /* without one, whoever comes waits in the backlog */
    err = uv__stream_watch(s, POLLIN);
    if (err)
      return err;
  }

  uv__spare_open(s->loop);
  s->io.cb = uv__server_io;
  s->connection_cb = cb;
  s->u.accept.burst = 1;
  s->u.accept.patience = 1;
  s->u.accept.full_turns = 0;
  s->flags |= UV__LISTENING;
  s->flags &= ~(UV__READABLE | UV__WRITABLE | UV__SOLE_OWNER); /* servers are often shared */
  uv__handle_start(s);
  return 0;
}

int uv_accept(uv_stream_t* server, uv_stream_t* client) {
  unsigned flags = UV__READABLE | UV__WRITABLE;
  int fd = server->accepted_fd;
  int err;

  if (fd == -1)
    return UV_EAGAIN;
  if (server->flags & UV__LISTENING)
    flags |= UV__SOLE_OWNER; /* else another process has sent it */
  switch (client->type) {
    case UV_TCP:
    case UV_NAMED_PIPE: err = uv__stream_open(client, fd, flags); break;
    case UV_UDP: err = uv_udp_open((uv_udp_t*) client, fd); break;
    default: return UV_EINVAL;
  }
  if (err)
    uv__close(fd);

  server->accepted_fd = uv__stream_is_ipc(server) ? uv__fds_next(server) : -1;
  if ((server->flags & UV__LISTENING) && uv__io_start(server->loop, &server->io, POLLIN))
    uv__io_feed(server->loop, &server->io, POLLIN); /* tries again, and reports */
  return err;
}
