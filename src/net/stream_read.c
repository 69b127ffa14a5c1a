/* src/net/stream_read.c — bytes in.
 *
 * (1) The user gives the buffer right before each read, and gets it back with the read callback.
 * (2) After uv_read_stop() or uv_close() nothing is called any more, also when they come from
 *     inside one of the two callbacks; nor is the stream touched when it is gone after one.
 * (3) A read that did not fill its buffer has emptied the socket: the next one waits for poll. If
 *     the peer has hung up, the end is read at once. So the user learns of the end of a child's
 *     channel before the child's exit, when both come in one turn: signals are last.
 * (4) The end and errors stop reading before the callback is called. The end may be read again;
 *     after an error the stream is neither readable nor writable. */
#include <sys/socket.h>
#include <unistd.h>

#include "net/stream.h"
#include "trace/trace.h"

enum {
  SUGGESTED_SIZE = 64 * 1024,
  READS_PER_TURN = 32 /* a fast sender must not keep the other handles waiting */
};

static void uv__read_end(uv_stream_t* s) {
  s->flags &= ~UV__READING;
  s->read_cb = NULL;
  s->alloc_cb = NULL;
  uv__io_stop(s->loop, &s->io, POLLIN);
  uv__handle_stop(s);
}

int uv_read_start(uv_stream_t* s, uv_alloc_cb alloc_cb, uv_read_cb read_cb) {
  int err;

  if (s == NULL || alloc_cb == NULL || read_cb == NULL || uv__is_closing(s))
    return UV_EINVAL;
  if (s->flags & UV__READING)
    return UV_EALREADY;
  if (!(s->flags & UV__READABLE))
    return UV_ENOTCONN;
  if (s->io.fd == -1)
    return UV_EBADF; /* programs are known to set the flag themselves */

  err = uv__stream_watch(s, POLLIN);
  if (err)
    return err;
  s->flags |= UV__READING;
  s->alloc_cb = alloc_cb;
  s->read_cb = read_cb;
  uv__handle_start(s);
  return 0;
}

int uv_read_stop(uv_stream_t* s) {
  if (s->flags & UV__READING)
    uv__read_end(s);
  return 0;
}

int uv__read_alloc(uv_stream_t* s, uv_buf_t* buf) {
  uv_loop_t* loop = s->loop;

  *buf = uv_buf_init(NULL, 0);
  UV__CALL_ALLOC(loop, s, s->alloc_cb((uv_handle_t*) s, SUGGESTED_SIZE, buf));
  if (uv__is_gone(loop) || !(s->flags & UV__READING))
    return 0;
  if (buf->base != NULL && buf->len > 0)
    return 1;
  UV__CALL_HANDLE(loop, s, s->read_cb(s, UV_ENOBUFS, buf));
  return 0;
}

/* recv() where it should be a socket: one lookup less than read(). Programs are known to open a TCP
 * handle on something else, which works in libuv. */
static ssize_t uv__read_once(uv_stream_t* s, const uv_buf_t* buf) {
  ssize_t n;

  if (uv__stream_is_ipc(s))
    return uv__receive_fds(s, buf);
  if (s->type == UV_TCP) {
    n = UV__RETRY(recv(s->io.fd, buf->base, buf->len, 0));
    if (n != -1 || errno != ENOTSOCK)
      return n == -1 ? UV__ERR(errno) : n;
  }
  n = UV__RETRY(read(s->io.fd, buf->base, buf->len));
  return n == -1 ? UV__ERR(errno) : n;
}

int uv__read_deliver(uv_stream_t* s, ssize_t nread, const uv_buf_t* buf) {
  uv_loop_t* loop = s->loop;
  uv_read_cb read_cb = s->read_cb;
  int more = nread > 0 && (size_t) nread == buf->len && !(s->flags & UV__BLOCKING_WRITES);

  if (!(s->flags & UV__READING))
    return 0;
  if (nread == UV_EAGAIN) {
    nread = 0; /* poll was wrong, or someone else was faster: the buffer goes back all the same */
  } else if (nread == 0) {
    nread = UV_EOF;
    uv__read_end(s);
  } else if (nread < 0) {
    s->flags &= ~(UV__READABLE | UV__WRITABLE);
    uv__read_end(s);
  }
  UV__CALL_HANDLE(loop, s, read_cb(s, nread, buf));
  return more && !uv__is_gone(loop);
}

void uv__stream_read(uv_stream_t* s, unsigned events) {
  const uv_loop_t* loop = s->loop;
  int left = READS_PER_TURN;
  int more = 1;
  uv_buf_t buf;
  ssize_t n;

  while (more && left-- > 0 && (s->flags & UV__READING)) {
    if (!uv__read_alloc(s, &buf))
      return;
    n = uv__read_once(s, &buf);
    more = uv__read_deliver(s, n, &buf);
    if (n > 0 && (events & POLLHUP)) /* (3) */
      more = !uv__is_gone(loop);
  }
}
