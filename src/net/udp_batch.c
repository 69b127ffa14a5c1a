/* src/net/udp_batch.c — many datagrams with one system call.
 *
 * Most of what a datagram costs is the way through the kernel: routing, filters, the device, the
 * receiver's socket. Datagrams to the same place and of the same size can go that way as one
 * message that is cut up at its end (UDP_SEGMENT); that makes them several times cheaper. All
 * others go with sendmmsg(), which saves only the system calls.
 * (1) What arrives is the same either way.
 * (2) The kernel is asked before the first attempt, socket by socket: where it does not know
 *     UDP_SEGMENT (before 4.18, other protocols) it would ignore it and send all as one datagram.
 * (3) When a device or route cannot do it, the same datagrams go again without, and so do all later
 *     ones. */
#include <string.h>
#include <netinet/udp.h>

#include "net/udp.h"

#ifndef UDP_SEGMENT
#  define UDP_SEGMENT 103
#endif

enum {
  SEGMENT_MAX =
      1232, /* with IPv6 headers no more than the least MTU: such datagrams are never split */
  SEGMENTS_BYTES = 60000, /* a message, before it is cut up, is a datagram in length */
  SEGMENTS_IOVS = 128
};

/* ---- Segments ---- */

static int uv__udp_can_segment(uv_udp_t* h) {
  int size;
  socklen_t len = sizeof(size);

  if (h->flags & (UV__UDP_GSO | UV__UDP_NO_GSO))
    return (h->flags & UV__UDP_GSO) != 0;
  /* Other than 0: the owner of the socket has set its own segment size. */
  if (getsockopt(h->io.fd, SOL_UDP, UDP_SEGMENT, &size, &len) || size != 0)
    h->flags |= UV__UDP_NO_GSO;
  else
    h->flags |= UV__UDP_GSO;
  return (h->flags & UV__UDP_GSO) != 0;
}

static int uv__udp_same_address(const struct msghdr* a, const struct msghdr* b) {
  if (a->msg_namelen != b->msg_namelen)
    return 0;
  return a->msg_namelen == 0 || memcmp(a->msg_name, b->msg_name, a->msg_namelen) == 0;
}

/* How many, from the first on, can be one message: all of one size, but for a shorter one at the
 * end. */
static unsigned uv__udp_count_alike(const struct uv__udp_batch* b) {
  const struct msghdr* first = &b->msgs[0].msg_hdr;
  size_t bytes = b->sizes[0];
  size_t iovs = first->msg_iovlen;
  unsigned n = 1;

  if (b->sizes[0] == 0 || b->sizes[0] > SEGMENT_MAX)
    return 1;
  for (; n < b->count && b->sizes[n - 1] == b->sizes[0]; n++) {
    bytes += b->sizes[n];
    iovs += b->msgs[n].msg_hdr.msg_iovlen;
    if (b->sizes[n] == 0 || b->sizes[n] > b->sizes[0] || bytes > SEGMENTS_BYTES ||
        iovs > SEGMENTS_IOVS || !uv__udp_same_address(first, &b->msgs[n].msg_hdr))
      break;
  }
  return n;
}

static int uv__udp_send_segments(uv_udp_t* h, const struct uv__udp_batch* b, unsigned count) {
  struct iovec iovs[SEGMENTS_IOVS];
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(uint16_t))];
  } control = {0};
  struct msghdr m = b->msgs[0].msg_hdr;
  uint16_t size = (uint16_t) b->sizes[0];

  m.msg_iov = iovs;
  m.msg_iovlen = 0;
  for (unsigned i = 0; i < count; i++) {
    const struct msghdr* from = &b->msgs[i].msg_hdr;
    memcpy(&iovs[m.msg_iovlen], from->msg_iov, from->msg_iovlen * sizeof(*iovs));
    m.msg_iovlen += from->msg_iovlen;
  }
  m.msg_control = &control;
  m.msg_controllen = sizeof(control);
  control.header.cmsg_level = SOL_UDP;
  control.header.cmsg_type = UDP_SEGMENT;
  control.header.cmsg_len = CMSG_LEN(sizeof(size));
  memcpy(CMSG_DATA(&control.header), &size, sizeof(size));
  return UV__RETRY(sendmsg(h->io.fd, &m, MSG_DONTWAIT)) == -1 ? UV__ERR(errno) : (int) count;
}

/* Errors about cutting up rather than about the datagrams: the device computes no checksums, the
 * route encrypts, the segments do not fit. */
static int uv__udp_refused_segments(int err) {
  return err == UV_EIO || err == UV_EINVAL || err == UV_EMSGSIZE || err == UV_ENOTSUP;
}

/* ---- Either way ---- */

int uv__udp_send_batch(uv_udp_t* h, struct uv__udp_batch* b) {
  unsigned alike = uv__udp_count_alike(b);
  int n;

  if (alike > 1 && uv__udp_can_segment(h)) {
    n = uv__udp_send_segments(h, b, alike);
    if (!uv__udp_refused_segments(n))
      return n;
    h->flags ^= UV__UDP_GSO | UV__UDP_NO_GSO;
  }
  n = UV__RETRY(sendmmsg(h->io.fd, b->msgs, b->count, MSG_DONTWAIT));
  return n == -1 ? UV__ERR(errno) : n;
}
