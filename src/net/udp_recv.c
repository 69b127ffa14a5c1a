/* src/net/udp_recv.c — datagrams in.
 *
 * (1) Each buffer that alloc_cb gave comes back in one recv_cb, or, cut into chunks, in a last one
 *     with UV_UDP_MMSG_FREE; except when a callback stops or closes the handle: from then on it is
 *     silent.
 * (2) Readiness is answered with datagrams until there are none, which is reported with nread 0 and
 *     no address, or until a bound: a flood on one socket does not stop the others.
 * (3) recvfrom() rather than recvmsg(): a message header costs more to hand over than the
 *     answer. */
#include <time.h> /* before errqueue.h, which needs it and does not include it */
#include <linux/errqueue.h>

#include "net/udp.h"
#include "trace/trace.h"

enum {
  DATAGRAM_MAX = 64 * 1024, /* the size passed to alloc_cb, and the size of a chunk */
  RECEIVES_PER_EVENT = 32,
  CHUNKS_PER_EVENT = 64, /* datagrams; they are cheaper, and so is a larger share of the turn */
  CHUNKS = 32            /* at most, for one recvmmsg() */
};

static void uv__udp_deliver(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf,
                            const struct sockaddr* from, unsigned flags) {
  UV__CALL_HANDLE(h->loop, h, h->recv_cb(h, nread, buf, from, flags));
}

/* After a callback: the handle is still there, and still wants more. */
static int uv__udp_goes_on(const uv_loop_t* loop, const uv_udp_t* h) {
  return !uv__is_gone(loop) && uv__udp_is_receiving(h);
}

/* 1 when there is a buffer to receive into. */
static int uv__udp_alloc(uv_udp_t* h, uv_buf_t* buf) {
  uv_loop_t* loop = h->loop;

  *buf = uv_buf_init(NULL, 0);
  UV__CALL_ALLOC(loop, h, h->alloc_cb((uv_handle_t*) h, DATAGRAM_MAX, buf));
  if (!uv__udp_goes_on(loop, h))
    return 0;
  if (buf->base != NULL && buf->len != 0)
    return 1;
  uv__udp_deliver(h, UV_ENOBUFS, buf, NULL, 0);
  return 0;
}

/* Nothing was received: the buffer goes back, with the error or the news that there is no more. */
static void uv__udp_give_back(uv_udp_t* h, const uv_buf_t* buf, int error) {
  uv__udp_deliver(h, error == EAGAIN ? 0 : UV__ERR(error), buf, NULL, 0);
}

/* A path that fills its address has no end of its own; and there may be no address at all. */
static void uv__udp_end_address(struct sockaddr* addr, socklen_t len, socklen_t room) {
  if (len < sizeof(addr->sa_family))
    addr->sa_family = AF_UNSPEC;
  if (len < room)
    ((char*) addr)[len] = '\0';
}

/* ---- One at a time ----
 *
 * The functions that receive return how many datagrams came; 0 when one should not ask again. */

static int uv__udp_receive_one(uv_udp_t* h) {
  struct sockaddr_storage from;
  socklen_t len = sizeof(from);
  unsigned flags = 0;
  uv_buf_t buf;
  ssize_t n;

  if (!uv__udp_alloc(h, &buf))
    return 0;

  /* MSG_TRUNC: the answer is the length of the datagram, not of what fitted. */
  n = UV__RETRY(recvfrom(h->io.fd, buf.base, buf.len,
                         h->flags & UV__UDP_STREAM ? MSG_DONTWAIT : MSG_DONTWAIT | MSG_TRUNC,
                         (struct sockaddr*) &from, &len));
  if (n == -1) {
    uv__udp_give_back(h, &buf, errno);
    return 0;
  }
  if ((size_t) n > buf.len) {
    n = (ssize_t) buf.len;
    flags = UV_UDP_PARTIAL;
  }
  uv__udp_end_address((struct sockaddr*) &from, len, sizeof(from));
  uv__udp_deliver(h, n, &buf, (struct sockaddr*) &from, flags);
  return 1;
}

/* ---- Many with one call, into chunks of one buffer ---- */

/* Addresses lie close together, to keep all this in few cache lines. Those of IP need 28 bytes. */
enum { ADDRESS_IP = 32, ADDRESS_ANY = sizeof(struct sockaddr_storage) };

struct uv__udp_chunks {
  struct mmsghdr msgs[CHUNKS];
  struct iovec iovs[CHUNKS];
  _Alignas(struct sockaddr_storage) char addresses[CHUNKS * ADDRESS_ANY];
};

static int uv__udp_receive_chunks(uv_udp_t* h, const uv_buf_t* buf, struct uv__udp_chunks* c,
                                  int count) {
  socklen_t stride = h->flags & UV__UDP_NOT_IP ? ADDRESS_ANY : ADDRESS_IP;

  for (int i = 0; i < count; i++) {
    c->iovs[i] = (struct iovec){buf->base + (size_t) i * DATAGRAM_MAX, DATAGRAM_MAX};
    c->msgs[i].msg_hdr = (struct msghdr){.msg_name = c->addresses + (size_t) i * stride,
                                         .msg_namelen = stride,
                                         .msg_iov = &c->iovs[i],
                                         .msg_iovlen = 1};
  }
  return UV__RETRY(recvmmsg(h->io.fd, c->msgs, count, MSG_DONTWAIT, NULL));
}

static void uv__udp_deliver_chunks(uv_udp_t* h, struct uv__udp_chunks* c, int count) {
  const uv_loop_t* loop = h->loop;
  socklen_t stride = h->flags & UV__UDP_NOT_IP ? ADDRESS_ANY : ADDRESS_IP;

  for (int i = 0; i < count && uv__udp_goes_on(loop, h); i++) {
    const struct msghdr* m = &c->msgs[i].msg_hdr;
    uv_buf_t chunk = uv_buf_init(c->iovs[i].iov_base, DATAGRAM_MAX);
    unsigned flags = UV_UDP_MMSG_CHUNK | (m->msg_flags & MSG_TRUNC ? UV_UDP_PARTIAL : 0);

    uv__udp_end_address(m->msg_name, m->msg_namelen, stride);
    uv__udp_deliver(h, c->msgs[i].msg_len, &chunk, m->msg_name, flags);
  }
}

/* The call came back with fewer than it had room for: there are no more, and one need not ask
 * again. */
static void uv__udp_deliver_drained(uv_udp_t* h) {
  uv_buf_t buf;

  if (uv__udp_alloc(h, &buf))
    uv__udp_deliver(h, 0, &buf, NULL, 0);
}

static int uv__udp_receive_many(uv_udp_t* h) {
  const uv_loop_t* loop = h->loop;
  struct uv__udp_chunks c;
  uv_buf_t buf;
  size_t room;
  int n;

  if (!uv__udp_alloc(h, &buf))
    return 0;
  room = buf.len / DATAGRAM_MAX;
  if (room == 0) {
    uv__udp_give_back(h, &buf, EINVAL);
    return 0;
  }
  if (room > CHUNKS)
    room = CHUNKS;

  n = uv__udp_receive_chunks(h, &buf, &c, (int) room);
  if (n == -1) {
    uv__udp_give_back(h, &buf, errno);
    return 0;
  }
  uv__udp_deliver_chunks(h, &c, n);
  if (uv__udp_goes_on(loop, h))
    uv__udp_deliver(h, 0, &buf, NULL, UV_UDP_MMSG_FREE);
  if ((size_t) n == room)
    return n;
  if (uv__udp_goes_on(loop, h))
    uv__udp_deliver_drained(h);
  return 0;
}

/* ---- Errors that the network reported (UV_UDP_LINUX_RECVERR) ---- */

/* The errno of a message of the error queue; 0 when it has none. */
static int uv__udp_queued_errno(struct msghdr* m) {
  for (struct cmsghdr* c = CMSG_FIRSTHDR(m); c != NULL; c = CMSG_NXTHDR(m, c))
    if ((c->cmsg_level == SOL_IP && c->cmsg_type == IP_RECVERR) ||
        (c->cmsg_level == SOL_IPV6 && c->cmsg_type == IPV6_RECVERR))
      return (int) ((struct sock_extended_err*) CMSG_DATA(c))->ee_errno;
  return 0;
}

/* What comes back is the datagram that could not be delivered and the address it was sent to. */
static int uv__udp_receive_error(uv_udp_t* h) {
  union {
    struct cmsghdr align;
    char space[CMSG_SPACE(sizeof(struct sock_extended_err) + sizeof(struct sockaddr_in6))];
  } control;
  struct sockaddr_storage to;
  struct msghdr m = {.msg_name = &to, .msg_namelen = sizeof(to), .msg_iovlen = 1};
  unsigned flags = UV_UDP_LINUX_RECVERR;
  uv_buf_t buf;
  ssize_t n;
  int err;

  if (!uv__udp_alloc(h, &buf))
    return 0;
  m.msg_iov = (struct iovec*) &buf;
  m.msg_control = &control;
  m.msg_controllen = sizeof(control);
  n = UV__RETRY(recvmsg(h->io.fd, &m, MSG_ERRQUEUE | MSG_DONTWAIT));
  if (n == -1) {
    uv__udp_give_back(h, &buf, errno);
    return 0;
  }

  err = uv__udp_queued_errno(&m);
  flags |= m.msg_flags & MSG_TRUNC ? UV_UDP_PARTIAL : 0;
  uv__udp_end_address((struct sockaddr*) &to, m.msg_namelen, sizeof(to));
  uv__udp_deliver(h, err ? UV__ERR(err) : n, &buf, (struct sockaddr*) &to, flags);
  return 1;
}

/* Nobody listens. But a queue that is not emptied keeps the socket ready, and the loop awake. */
static void uv__udp_discard_errors(int fd) {
  char byte;
  int left = RECEIVES_PER_EVENT;

  while (left-- > 0 && recv(fd, &byte, 1, MSG_ERRQUEUE | MSG_DONTWAIT) != -1)
    continue;
}

/* ---- Start, stop, and what happens in between ---- */

static void uv__udp_repeat(uv_udp_t* h, int (*receive)(uv_udp_t*), int left) {
  const uv_loop_t* loop = h->loop;
  int n;

  do {
    n = receive(h);
    left -= n;
  } while (n > 0 && left > 0 && uv__udp_goes_on(loop, h));
}

void uv__udp_receive(uv_udp_t* h, unsigned events) {
  const uv_loop_t* loop = h->loop;

  if (!uv__udp_is_receiving(h)) {
    uv__udp_discard_errors(h->io.fd);
    return;
  }
  if (h->flags & UV__UDP_RECVMMSG)
    uv__udp_repeat(h, uv__udp_receive_many, CHUNKS_PER_EVENT);
  else
    uv__udp_repeat(h, uv__udp_receive_one, RECEIVES_PER_EVENT);
  if ((events & POLLERR) && uv__udp_goes_on(loop, h))
    uv__udp_repeat(h, uv__udp_receive_error, RECEIVES_PER_EVENT);
}

int uv_udp_recv_start(uv_udp_t* h, uv_alloc_cb alloc_cb, uv_udp_recv_cb recv_cb) {
  int err;

  if (h->type != UV_UDP || alloc_cb == NULL || recv_cb == NULL)
    return UV_EINVAL;
  if (uv__udp_is_receiving(h))
    return UV_EALREADY;

  err = uv__udp_ensure_bound(h, AF_INET, 0);
  if (err == 0)
    err = uv__udp_watch(h, POLLIN);
  if (err)
    return err;
  h->alloc_cb = alloc_cb;
  h->recv_cb = recv_cb;
  uv__handle_start(h);
  return 0;
}

int uv_udp_recv_stop(uv_udp_t* h) {
  if (h->type != UV_UDP)
    return UV_EINVAL;
  uv__io_stop(h->loop, &h->io, POLLIN);
  h->alloc_cb = NULL;
  h->recv_cb = NULL;
  uv__udp_rest(h);
  return 0;
}
