/* src/net/udp.h — what the files of the UDP handle share.
 *
 * A handle has no socket until something needs one: bind, connect, the first send or receive.
 * (1) The handle is active exactly while it receives or has sends whose callback has not run.
 * (2) A send is on write_queue until the kernel took or refused it, then on write_done until its
 *     callback; both are in the order of the calls, and nothing on write_queue is older than
 *     anything on write_done.
 * (3) While write_done is not empty the watcher is on the loop's pending queue; while only
 *     write_queue is not empty it is there or wants POLLOUT.
 * (4) send_queue_count and send_queue_size count what is on either queue. */
#ifndef UV__UDP_H
#define UV__UDP_H

#include "io/io.h"

/* The length of an address that a UDP handle can be given, 0 for a family that it cannot. */
socklen_t uv__udp_addrlen(const struct sockaddr* addr);

/* Creates the socket if there is none, bound to any address of `family` and any port. */
int uv__udp_ensure_bound(uv_udp_t* h, int family, unsigned flags);

/* Adds events to those of the watcher. UV_EEXIST when another handle watches the same
 * descriptor. */
int uv__udp_watch(uv_udp_t* h, unsigned events);

/* Neither receiving nor sending: the handle no longer keeps the loop alive. */
void uv__udp_rest(uv_udp_t* h);

/* udp_recv.c: the socket is readable or has an error. Like the other functions that call back,
 * wants a frame around it, and the handle may be gone afterwards. */
void uv__udp_receive(uv_udp_t* h, unsigned events);

/* udp_batch.c: datagrams that leave with one system call. */
enum { UV__UDP_BATCH = 64 };

struct uv__udp_batch {
  struct mmsghdr msgs[UV__UDP_BATCH];
  size_t sizes[UV__UDP_BATCH];
  unsigned count;
};

static inline void uv__udp_batch_add(struct uv__udp_batch* b, const uv_buf_t* bufs, unsigned nbufs,
                                     const struct sockaddr* addr, socklen_t addrlen, size_t size) {
  b->msgs[b->count].msg_hdr = (struct msghdr){.msg_name = addrlen ? (void*) addr : NULL,
                                              .msg_namelen = addrlen,
                                              .msg_iov = (struct iovec*) bufs,
                                              .msg_iovlen = nbufs};
  b->sizes[b->count++] = size;
}

/* How many of them, from the first on, the kernel took; or an error that is about the first. */
int uv__udp_send_batch(uv_udp_t* h, struct uv__udp_batch* b);

/* udp_send.c: sends what waits, then calls back what is done. */
void uv__udp_writable(uv_udp_t* h);

/* udp_send.c: after close, all that was not sent is called back with UV_ECANCELED. */
void uv__udp_cancel_sends(uv_udp_t* h);

static inline int uv__udp_is_receiving(const uv_udp_t* h) {
  return h->recv_cb != NULL && h->io.fd != -1;
}

static inline int uv__udp_is_sending(const uv_udp_t* h) {
  return h->send_queue_count != 0;
}

#endif
