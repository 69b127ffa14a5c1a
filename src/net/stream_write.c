/* src/net/stream_write.c — bytes out.
 *
 * A write with nothing before it goes to the kernel inside the call, from the caller's own array
 * of buffers; most writes end there, and only their callback waits for the pending phase. The
 * others are queued and go out together, many requests in one system call, when the descriptor
 * is writable.
 * (1) Requests are called back in the order of the calls, never from inside one.
 * (2) The array of buffers is copied when, and only when, the request has to wait; the data
 *     never.
 * (3) An error ends all requests that are queued: a stream with a hole in it is of no use.
 * (4) A call fails only if nothing of it has been written; later errors come with the callback.
 * (5) A descriptor to be passed belongs to its handle until the call returns: a request that has
 *     to wait holds a copy. */
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "net/stream.h"
#include "trace/trace.h"

enum {
  GATHER = 64,         /* buffers of several requests in one system call */
  WRITES_PER_TURN = 32 /* a fast reader must not keep the other handles waiting */
};

static uv_write_t* uv__write_first(const struct uv__queue* q) {
  return uv__container(uv__queue_head(q), uv_write_t, queue);
}

static size_t uv__bufs_size(const uv_buf_t* bufs, unsigned nbufs) {
  size_t size = 0;

  for (unsigned i = 0; i < nbufs; i++)
    size += bufs[i].len;
  return size;
}

/* ---- System calls ---- */

/* A blocking stream whose descriptor is non-blocking: another owner of the descriptor has set
 * it. */
static int uv__wait_writable(const uv_stream_t* s) {
  struct pollfd p = {.fd = s->io.fd, .events = POLLOUT};

  return (s->flags & UV__BLOCKING_WRITES) && UV__RETRY(poll(&p, 1, -1)) == 1;
}

static ssize_t uv__send(int fd, const uv_buf_t* bufs, unsigned nbufs) {
  struct msghdr m = {.msg_iov = (struct iovec*) bufs, .msg_iovlen = nbufs};

  if (nbufs == 1)
    return UV__RETRY(send(fd, bufs->base, bufs->len, MSG_NOSIGNAL));
  return UV__RETRY(sendmsg(fd, &m, MSG_NOSIGNAL));
}

static ssize_t uv__write(int fd, const uv_buf_t* bufs, unsigned nbufs) {
  if (nbufs == 1)
    return UV__RETRY(write(fd, bufs->base, bufs->len));
  return UV__RETRY(writev(fd, (const struct iovec*) bufs, (int) nbufs));
}

/* MSG_NOSIGNAL works for sockets only. A TCP handle may have been opened on a FIFO or a
 * terminal. */
static ssize_t uv__write_call(const uv_stream_t* s, const uv_buf_t* bufs, unsigned nbufs) {
  ssize_t n;

  if (s->type == UV_TCP) {
    n = uv__send(s->io.fd, bufs, nbufs);
    if (n != -1 || errno != ENOTSOCK)
      return n == -1 ? UV__ERR(errno) : n;
  }
  n = uv__write(s->io.fd, bufs, nbufs);
  return n == -1 ? UV__ERR(errno) : n;
}

/* Bytes that the kernel took, or an error; `fd` is passed along unless it is -1. */
static ssize_t uv__write_now(const uv_stream_t* s, const uv_buf_t* bufs, unsigned nbufs, int fd) {
  ssize_t n;

  if (nbufs > IOV_MAX)
    nbufs = IOV_MAX;
  do
    n = fd == -1 ? uv__write_call(s, bufs, nbufs) : uv__send_fd(s->io.fd, bufs, nbufs, fd);
  while (n == UV_EAGAIN && uv__wait_writable(s));
  return n;
}

/* ---- The queue ---- */

static void uv__write_end(uv_stream_t* s, uv_write_t* req, int err) {
  uv__queue_remove(&req->queue);
  req->error = err;
  if (req->send_fd != -1)
    uv__close(req->send_fd);
  req->send_fd = -1;
  uv__queue_push_tail(&s->write_done, &req->queue);
}

void uv__write_fail(uv_stream_t* s, int err) {
  while (!uv__queue_empty(&s->write_queue))
    uv__write_end(s, uv__write_first(&s->write_queue), err);
}

/* The buffers at the head of the queue, as many as fit; a request that passes a descriptor
 * begins a new system call, so that it travels with its own bytes. */
static unsigned uv__write_gather(const uv_stream_t* s, uv_buf_t* out) {
  struct uv__queue* q;
  unsigned count = 0;

  uv__queue_each (q, &s->write_queue) {
    const uv_write_t* req = uv__container(q, uv_write_t, queue);
    if (req->send_fd != -1 && q != uv__queue_head(&s->write_queue))
      break;
    for (unsigned i = req->write_index; i < req->nbufs && count < GATHER; i++)
      out[count++] = req->bufs[i];
    if (count == GATHER)
      break;
  }
  return count;
}

/* Takes n written bytes off the head of the queue. */
static void uv__write_advance(uv_stream_t* s, size_t n) {
  s->write_queue_size -= n;
  while (!uv__queue_empty(&s->write_queue)) {
    uv_write_t* req = uv__write_first(&s->write_queue);

    for (; req->write_index < req->nbufs; req->write_index++) {
      uv_buf_t* buf = &req->bufs[req->write_index];
      if (n < buf->len) {
        buf->base += n;
        buf->len -= n;
        return;
      }
      n -= buf->len;
    }
    uv__write_end(s, req, 0);
  }
}

/* One system call's worth. 1 when the kernel took all it was offered, 0 when it has had enough,
 * or an error. A lone request may have more buffers than are gathered: they are offered as they
 * are. */
static int uv__write_step(uv_stream_t* s) {
  uv_write_t* req = uv__write_first(&s->write_queue);
  uv_buf_t gathered[GATHER];
  const uv_buf_t* bufs = gathered;
  unsigned nbufs;
  size_t offered;
  ssize_t n;

  if (req->queue.next == &s->write_queue) {
    bufs = req->bufs + req->write_index;
    nbufs = req->nbufs - req->write_index;
    nbufs = nbufs > IOV_MAX ? IOV_MAX : nbufs;
  } else {
    nbufs = uv__write_gather(s, gathered);
  }
  offered = uv__bufs_size(bufs, nbufs);

  n = uv__write_now(s, bufs, nbufs, req->send_fd);
  if (n < 0)
    return n == UV_EAGAIN ? 0 : (int) n;
  if (req->send_fd != -1)
    uv__close(req->send_fd);
  req->send_fd = -1;
  uv__write_advance(s, (size_t) n);
  return (size_t) n == offered || (s->flags & UV__BLOCKING_WRITES);
}

void uv__write_queued(uv_stream_t* s) {
  int left = WRITES_PER_TURN;
  int r = 1;

  while (r > 0 && !uv__queue_empty(&s->write_queue)) {
    if (left-- == 0 && !(s->flags & UV__BLOCKING_WRITES))
      break;
    r = uv__write_step(s);
  }
  if (r >= 0 && !uv__queue_empty(&s->write_queue))
    r = uv__stream_watch(s, POLLOUT);
  if (r < 0)
    uv__write_fail(s, r);
  if (uv__queue_empty(&s->write_queue))
    uv__io_stop(s->loop, &s->io, POLLOUT);
}

/* ---- Callbacks ---- */

static size_t uv__write_left(const uv_write_t* req) {
  if (req->bufs == NULL)
    return 0;
  return uv__bufs_size(req->bufs + req->write_index, req->nbufs - req->write_index);
}

static void uv__write_call_back(uv_stream_t* s, uv_write_t* req) {
  uv_loop_t* loop = s->loop;

  s->write_queue_size -= uv__write_left(req);
  if (req->bufs != req->bufsml)
    uv__free(req->bufs);
  req->bufs = NULL;
  uv__req_done(loop, req);
  if (req->cb != NULL)
    UV__CALL_REQ(loop, req, req->cb(req, req->error));
}

/* What is done while this runs waits for the next round: a callback that writes again must not
 * keep the loop here. Meanwhile the rest is fed, so that a nested uv_run() finds it. */
void uv__write_report(uv_stream_t* s) {
  const uv_loop_t* loop = s->loop;
  const struct uv__queue* last = s->write_done.prev;
  const struct uv__queue* q = NULL;

  while (q != last && !uv__queue_empty(&s->write_done)) {
    uv_write_t* req = uv__write_first(&s->write_done);

    q = &req->queue;
    uv__queue_remove(&req->queue);
    if (!uv__queue_empty(&s->write_done) && s->io.fd != -1)
      uv__io_feed(s->loop, &s->io, 0);
    uv__write_call_back(s, req);
    if (uv__is_gone(loop))
      return;
  }
  if (uv__queue_empty(&s->write_done) && s->shutdown_req == NULL && s->io.fed == 0)
    uv__io_unfeed(&s->io);
}

/* ---- Requests ---- */

static int uv__fd_to_send(uv_stream_t* send_handle) {
  uv_os_fd_t fd;

  if (send_handle == NULL || uv_fileno((const uv_handle_t*) send_handle, &fd))
    return -1;
  return fd;
}

static int uv__write_check(const uv_stream_t* s, const uv_buf_t bufs[], unsigned nbufs,
                           uv_stream_t* send_handle) {
  if (nbufs == 0 || !uv__bufs_fit(bufs, nbufs))
    return UV_EINVAL;
  if (s->io.fd == -1)
    return UV_EBADF;
  if (!(s->flags & UV__WRITABLE))
    return UV_EPIPE;
  if (send_handle == NULL)
    return 0;
  /* Nothing travels without a byte to travel with. */
  if (!uv__stream_is_ipc(s) || uv__bufs_size(bufs, nbufs) == 0)
    return UV_EINVAL;
  return uv__fd_to_send(send_handle) == -1 ? UV_EBADF : 0;
}

static int uv__write_may_go(const uv_stream_t* s) {
  return s->connect_req == NULL && uv__queue_empty(&s->write_queue);
}

static void uv__write_init(uv_write_t* req, uv_stream_t* s, uv_stream_t* send_handle,
                           uv_write_cb cb) {
  req->handle = s;
  req->send_handle = send_handle;
  req->cb = cb;
  req->bufs = NULL;
  req->nbufs = 0;
  req->write_index = 0;
  req->send_fd = -1;
  uv__queue_init(&req->queue);
}

/* Copies what is left of the array after the first `done` bytes. */
static int uv__write_keep_bufs(uv_write_t* req, const uv_buf_t bufs[], unsigned nbufs,
                               size_t done) {
  unsigned first = 0;
  uv_buf_t* copy = req->bufsml;

  while (first < nbufs && done >= bufs[first].len)
    done -= bufs[first++].len;
  nbufs -= first;
  if (nbufs > UV__COUNT(req->bufsml))
    copy = uv__malloc(nbufs * sizeof(*copy));
  if (copy == NULL)
    return UV_ENOMEM;

  memcpy(copy, bufs + first, nbufs * sizeof(*copy));
  if (nbufs > 0) {
    copy[0].base += done;
    copy[0].len -= done;
  }
  req->bufs = copy;
  req->nbufs = nbufs;
  return 0;
}

static void uv__write_forget(uv_write_t* req) {
  if (req->send_fd != -1)
    uv__close(req->send_fd);
  if (req->bufs != req->bufsml)
    uv__free(req->bufs);
  req->send_fd = -1;
  req->bufs = NULL;
}

/* Puts a request, of which `done` bytes are out, at the end of the queue. */
static int uv__write_enqueue(uv_stream_t* s, uv_write_t* req, const uv_buf_t bufs[], unsigned nbufs,
                             size_t done) {
  int err = uv__write_keep_bufs(req, bufs, nbufs, done);

  if (err == 0 && req->send_handle != NULL && done == 0) {
    req->send_fd = UV__RETRY(fcntl(uv__fd_to_send(req->send_handle), F_DUPFD_CLOEXEC, 0));
    err = req->send_fd == -1 ? UV__ERR(errno) : 0;
  }
  if (err == 0 && uv__write_may_go(s))
    err = uv__stream_watch(s, POLLOUT);
  if (err) {
    uv__write_forget(req);
    return err;
  }
  s->write_queue_size += uv__write_left(req);
  uv__queue_push_tail(&s->write_queue, &req->queue);
  return 0;
}

int uv_write2(uv_write_t* req, uv_stream_t* s, const uv_buf_t bufs[], unsigned nbufs,
              uv_stream_t* send_handle, uv_write_cb cb) {
  int err = uv__write_check(s, bufs, nbufs, send_handle);
  int now = uv__write_may_go(s);
  ssize_t n = UV_EAGAIN;

  if (err)
    return err;
  uv__write_init(req, s, send_handle, cb);
  if (now)
    n = uv__write_now(s, bufs, nbufs, uv__fd_to_send(send_handle));

  if (n == UV_EAGAIN || (n >= 0 && (size_t) n < uv__bufs_size(bufs, nbufs))) {
    err = uv__write_enqueue(s, req, bufs, nbufs, n < 0 ? 0 : (size_t) n);
    if (err && n <= 0)
      return err;
    n = err;
  }
  uv__req_init(s->loop, req, UV_WRITE);
  if (uv__queue_empty(&req->queue))
    uv__write_end(s, req, n < 0 ? (int) n : 0);
  else if (now && (nbufs > IOV_MAX || (s->flags & UV__BLOCKING_WRITES)))
    uv__write_queued(s); /* it was not the kernel that stopped; or the caller means to wait */
  if (!uv__queue_empty(&s->write_done))
    uv__io_feed(s->loop, &s->io, 0);
  return 0;
}

int uv_write(uv_write_t* req, uv_stream_t* s, const uv_buf_t bufs[], unsigned nbufs,
             uv_write_cb cb) {
  return uv_write2(req, s, bufs, nbufs, NULL, cb);
}

int uv_try_write2(uv_stream_t* s, const uv_buf_t bufs[], unsigned nbufs, uv_stream_t* send_handle) {
  int err = uv__write_check(s, bufs, nbufs, send_handle);

  if (err)
    return err;
  if (!uv__write_may_go(s))
    return UV_EAGAIN;
  return (int) uv__write_now(s, bufs, nbufs, uv__fd_to_send(send_handle));
}

int uv_try_write(uv_stream_t* s, const uv_buf_t bufs[], unsigned nbufs) {
  return uv_try_write2(s, bufs, nbufs, NULL);
}
