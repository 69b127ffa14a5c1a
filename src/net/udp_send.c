/* src/net/udp_send.c — datagrams out.
 *
 * A send with nothing before it goes to the kernel inside the call, from the caller's own buffers;
 * only its callback waits for the pending phase. What is sent while such a callback waits is
 * queued, and goes out together (udp_batch.c) when the callback's turn comes.
 * (1) Requests are called back in the order of the calls, never from inside one.
 * (2) The buffers' descriptions are copied when, and only when, the request has to wait; the data
 *     never.
 * (3) An error ends the one datagram it is about; the others are still tried. */
#include <limits.h>
#include <string.h>

#include "net/udp.h"
#include "trace/trace.h"

enum { BATCHES_PER_TURN = 32 };

static uv_udp_send_t* uv__udp_first(const struct uv__queue* q) {
  return uv__container(uv__queue_head(q), uv_udp_send_t, queue);
}

/* The kernel has no room now: the socket buffer is full, or the queue of the network device. */
static int uv__udp_must_wait(int err) {
  return err == UV_EAGAIN || err == UV_ENOBUFS;
}

/* ---- One datagram ---- */

/* The length of the address (0: connected, none needed), or an error. */
static int uv__udp_check_address(const uv_udp_t* h, const struct sockaddr* addr) {
  socklen_t len;

  if (addr == NULL)
    return h->flags & UV__UDP_CONNECTED ? 0 : UV_EDESTADDRREQ;
  if (h->flags & UV__UDP_CONNECTED)
    return UV_EISCONN;
  len = uv__udp_addrlen(addr);
  return len == 0 ? UV_EINVAL : (int) len;
}

static int uv__udp_check_send(const uv_udp_t* h, const uv_buf_t* bufs, unsigned nbufs,
                              const struct sockaddr* addr) {
  int len;

  if (h->type != UV_UDP || !uv__bufs_fit(bufs, nbufs))
    return UV_EINVAL;
  len = uv__udp_check_address(h, addr);
  return len >= 0 && nbufs == 0 ? UV_EINVAL : len;
}

/* Bytes sent, or an error. sendto() where it will do: a message header costs more to hand over. */
static ssize_t uv__udp_send_now(const uv_udp_t* h, const uv_buf_t* bufs, unsigned nbufs,
                                const struct sockaddr* addr, socklen_t addrlen) {
  ssize_t n;

  if (nbufs == 1) {
    n = UV__RETRY(
        sendto(h->io.fd, bufs->base, bufs->len, MSG_DONTWAIT, addrlen ? addr : NULL, addrlen));
  } else {
    struct msghdr m = {.msg_name = addrlen ? (void*) addr : NULL,
                       .msg_namelen = addrlen,
                       .msg_iov = (struct iovec*) bufs,
                       .msg_iovlen = nbufs};
    n = UV__RETRY(sendmsg(h->io.fd, &m, MSG_DONTWAIT));
  }
  return n == -1 ? UV__ERR(errno) : n;
}

/* ---- Requests ---- */

/* The kernel has answered: a number of bytes or an error. */
static void uv__udp_settle(uv_udp_t* h, uv_udp_send_t* req, ssize_t status) {
  uv__queue_remove(&req->queue);
  req->status = status;
  uv__queue_push_tail(&h->write_done, &req->queue);
}

static void uv__udp_settle_all(uv_udp_t* h, int error) {
  while (!uv__queue_empty(&h->write_queue))
    uv__udp_settle(h, uv__udp_first(&h->write_queue), error);
}

/* Sends the head of the queue, a batch at most. How many the kernel took, or an error about the
 * first. */
static int uv__udp_send_head(uv_udp_t* h) {
  struct uv__udp_batch b;
  struct uv__queue* q = uv__queue_head(&h->write_queue);
  uv_udp_send_t* req = uv__udp_first(&h->write_queue);

  if (q->next == &h->write_queue) {
    ssize_t n =
        uv__udp_send_now(h, req->bufs, req->nbufs, (struct sockaddr*) &req->addr, req->addrlen);
    return n < 0 ? (int) n : 1;
  }
  b.count = 0;
  for (; q != &h->write_queue && b.count < UV__UDP_BATCH; q = q->next) {
    req = uv__container(q, uv_udp_send_t, queue);
    uv__udp_batch_add(&b, req->bufs, req->nbufs, (struct sockaddr*) &req->addr, req->addrlen,
                      req->bytes);
  }
  return uv__udp_send_batch(h, &b);
}

/* From the queue to the kernel, as much as it takes; the rest waits until the socket is
 * writable. */
static void uv__udp_flush(uv_udp_t* h) {
  int rounds = BATCHES_PER_TURN;
  int n;

  while (!uv__queue_empty(&h->write_queue)) {
    if (rounds-- == 0) {
      uv__io_feed(h->loop, &h->io, POLLOUT);
      return;
    }
    n = uv__udp_send_head(h);
    if (n > 0) {
      while (n-- > 0)
        uv__udp_settle(h, uv__udp_first(&h->write_queue), 0);
    } else if (!uv__udp_must_wait(n)) {
      uv__udp_settle(h, uv__udp_first(&h->write_queue), n);
    } else {
      n = uv__udp_watch(h, POLLOUT);
      if (n)
        uv__udp_settle_all(h, n);
      return;
    }
  }
  uv__io_stop(h->loop, &h->io, POLLOUT);
}

/* Calls back what is done, but no more than there are now: a callback that sends again waits its
 * turn. What is left is fed meanwhile, so that a nested uv_run() finds it. */
static void uv__udp_call_back(uv_udp_t* h) {
  uv_loop_t* loop = h->loop;
  size_t left = h->send_queue_count;

  while (left-- > 0 && !uv__queue_empty(&h->write_done)) {
    uv_udp_send_t* req = uv__udp_first(&h->write_done);

    uv__queue_remove(&req->queue);
    uv__req_done(loop, req);
    h->send_queue_size -= req->bytes;
    h->send_queue_count--;
    if (req->bufs != req->bufsml)
      uv__free(req->bufs);
    req->bufs = NULL;
    if (!uv__queue_empty(&h->write_done) && !uv__is_closing(h))
      uv__io_feed(h->loop, &h->io, POLLOUT);
    if (req->cb != NULL)
      UV__CALL_REQ(loop, req, req->cb(req, req->status < 0 ? (int) req->status : 0));
    if (uv__is_gone(loop))
      return;
  }
}

void uv__udp_writable(uv_udp_t* h) {
  const uv_loop_t* loop = h->loop;

  uv__udp_flush(h);
  uv__udp_call_back(h);
  if (uv__is_gone(loop) || uv__is_closing(h))
    return;
  if (uv__udp_is_sending(h)) {
    if (!uv__queue_empty(&h->write_done) || !uv__io_wants(&h->io, POLLOUT))
      uv__io_feed(h->loop, &h->io, POLLOUT);
    return;
  }
  /* Nothing is left to send: a needless visit would keep the loop from sleeping. */
  uv__io_unfeed(&h->io);
  uv__udp_rest(h);
}

void uv__udp_cancel_sends(uv_udp_t* h) {
  uv__udp_settle_all(h, UV_ECANCELED);
  uv__udp_call_back(h);
}

/* ---- The calls ---- */

static size_t uv__udp_count_bytes(const uv_buf_t* bufs, unsigned nbufs) {
  size_t bytes = 0;

  for (unsigned i = 0; i < nbufs; i++)
    bytes += bufs[i].len;
  return bytes;
}

/* A connected handle has a socket, unless it is closed: then this fails. */
static inline int uv__udp_ensure_socket_for(uv_udp_t* h, const struct sockaddr* addr) {
  if (UV__LIKELY(h->io.fd != -1))
    return 0;
  return uv__udp_ensure_bound(h, addr == NULL ? AF_UNSPEC : addr->sa_family, 0);
}

/* What a request that has to wait must remember. */
static int uv__udp_copy(uv_udp_send_t* req, const uv_buf_t* bufs, const struct sockaddr* addr) {
  if (req->nbufs > UV__COUNT(req->bufsml)) {
    req->bufs = uv__malloc(req->nbufs * sizeof(*bufs));
    if (req->bufs == NULL)
      return UV_ENOMEM;
  }
  memcpy(req->bufs, bufs, req->nbufs * sizeof(*bufs));
  if (req->addrlen != 0)
    memcpy(&req->addr, addr, req->addrlen);
  return 0;
}

static void uv__udp_start_request(uv_udp_t* h, uv_udp_send_t* req, struct uv__queue* queue) {
  uv__req_init(h->loop, req, UV_UDP_SEND);
  uv__queue_push_tail(queue, &req->queue);
  h->send_queue_size += req->bytes;
  h->send_queue_count++;
  uv__handle_start(h);
}

/* Adds to the queue. If it was empty, the socket must first become writable. */
static int uv__udp_enqueue(uv_udp_t* h, uv_udp_send_t* req, const uv_buf_t* bufs,
                           const struct sockaddr* addr) {
  int err = uv__udp_copy(req, bufs, addr);

  if (err)
    return err;
  if (!uv__udp_is_sending(h))
    err = uv__udp_watch(h, POLLOUT);
  if (err) {
    if (req->bufs != req->bufsml)
      uv__free(req->bufs);
    return err;
  }
  uv__udp_start_request(h, req, &h->write_queue);
  return 0;
}

int uv_udp_send(uv_udp_send_t* req, uv_udp_t* h, const uv_buf_t bufs[], unsigned nbufs,
                const struct sockaddr* addr, uv_udp_send_cb cb) {
  int addrlen = uv__udp_check_send(h, bufs, nbufs, addr);
  int err;

  if (addrlen < 0)
    return addrlen;
  err = uv__udp_ensure_socket_for(h, addr);
  if (err)
    return err;

  req->handle = h;
  req->cb = cb;
  req->nbufs = nbufs;
  req->addrlen = (unsigned) addrlen;
  req->bufs = req->bufsml;
  req->bytes = uv__udp_count_bytes(bufs, nbufs);
  if (uv__udp_is_sending(h))
    return uv__udp_enqueue(h, req, bufs, addr);

  req->status = uv__udp_send_now(h, bufs, nbufs, addr, (socklen_t) addrlen);
  if (req->status < 0 && uv__udp_must_wait((int) req->status))
    return uv__udp_enqueue(h, req, bufs, addr);
  uv__udp_start_request(h, req, &h->write_done);
  uv__io_feed(h->loop, &h->io, POLLOUT);
  return 0;
}

int uv_udp_try_send(uv_udp_t* h, const uv_buf_t bufs[], unsigned nbufs,
                    const struct sockaddr* addr) {
  int addrlen = uv__udp_check_send(h, bufs, nbufs, addr);
  ssize_t n;
  int err;

  if (addrlen < 0)
    return addrlen;
  if (uv__udp_is_sending(h))
    return UV_EAGAIN;
  err = uv__udp_ensure_socket_for(h, addr);
  if (err)
    return err;
  n = uv__udp_send_now(h, bufs, nbufs, addr, (socklen_t) addrlen);
  return n < 0 && uv__udp_must_wait((int) n) ? UV_EAGAIN : (int) n;
}

/* ---- Several at once ---- */

/* The next batch, beginning with datagram `i`. */
static int uv__udp_try_batch(uv_udp_t* h, unsigned i, unsigned count, uv_buf_t** bufs,
                             const unsigned* nbufs, struct sockaddr** addrs) {
  struct uv__udp_batch b;

  for (b.count = 0; i < count && b.count < UV__UDP_BATCH; i++) {
    const struct sockaddr* addr = addrs == NULL ? NULL : addrs[i];
    uv__udp_batch_add(&b, bufs[i], nbufs[i], addr, addr == NULL ? 0 : uv__udp_addrlen(addr),
                      uv__udp_count_bytes(bufs[i], nbufs[i]));
  }
  return uv__udp_send_batch(h, &b);
}

int uv_udp_try_send2(uv_udp_t* h, unsigned count, uv_buf_t* bufs[], unsigned nbufs[],
                     struct sockaddr* addrs[], unsigned flags) {
  unsigned sent = 0;
  int n;

  if (count == 0 || count > INT_MAX || flags != 0 || h->io.fd == -1)
    return UV_EINVAL;
  for (unsigned i = 0; i < count; i++)
    if ((n = uv__udp_check_send(h, bufs[i], nbufs[i], addrs ? addrs[i] : NULL)) < 0)
      return n;
  if (uv__udp_is_sending(h))
    return UV_EAGAIN;

  do {
    n = uv__udp_try_batch(h, sent, count, bufs, nbufs, addrs);
    if (n > 0)
      sent += (unsigned) n;
  } while (n > 0 && sent < count);
  if (sent == 0)
    return uv__udp_must_wait(n) ? UV_EAGAIN : n;
  return (int) sent;
}

size_t uv_udp_get_send_queue_size(const uv_udp_t* h) {
  return h->send_queue_size;
}

size_t uv_udp_get_send_queue_count(const uv_udp_t* h) {
  return h->send_queue_count;
}
