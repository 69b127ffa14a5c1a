/* src/net/stream_fds.c — descriptors passed over a pipe (SCM_RIGHTS).
 *
 * (1) A descriptor travels with the first byte of the message it was sent with.
 * (2) Received ones wait in the order of arrival: the first in accepted_fd, the others in
 *     u.queued_fds.
 * (3) Every received descriptor is close-on-exec from birth, and is either waiting, handed out
 *     by uv_accept() or closed. */
#include <string.h>
#include <sys/socket.h>

#include "net/stream.h"

enum {
  MAX_FDS_PER_MESSAGE = 253, /* SCM_MAX_FD: with room for all of them the kernel drops none */
  FIRST_CAPACITY = 8
};

struct uv__fd_queue {
  unsigned capacity;
  unsigned first;
  unsigned count;
  int fds[];
};

/* ---- Waiting ---- */

unsigned uv__fds_waiting(const uv_stream_t* s) {
  const struct uv__fd_queue* q = s->u.queued_fds;

  return s->accepted_fd == -1 ? 0 : q == NULL ? 1 : 1 + q->count;
}

/* Makes room after the last one: moves up what is left, or grows the queue. */
static struct uv__fd_queue* uv__fds_reserve(struct uv__fd_queue* old) {
  struct uv__fd_queue* q = old;
  unsigned capacity = old == NULL ? FIRST_CAPACITY : old->capacity;

  if (old != NULL && old->count < capacity / 2) {
    memmove(q->fds, q->fds + q->first, q->count * sizeof(int));
    q->first = 0;
    return q;
  }
  capacity *= old == NULL ? 1 : 2;
  q = uv__realloc(old, sizeof(*q) + capacity * sizeof(int));
  if (q == NULL)
    return NULL;
  if (old == NULL)
    q->first = q->count = 0;
  q->capacity = capacity;
  return q;
}

static int uv__fds_push(uv_stream_t* s, int fd) {
  struct uv__fd_queue* q = s->u.queued_fds;

  if (s->accepted_fd == -1) {
    s->accepted_fd = fd;
    return 0;
  }
  if (q == NULL || q->first + q->count == q->capacity) {
    q = uv__fds_reserve(q);
    if (q == NULL)
      return UV_ENOMEM;
    s->u.queued_fds = q;
  }
  q->fds[q->first + q->count++] = fd;
  return 0;
}

int uv__fds_next(uv_stream_t* s) {
  struct uv__fd_queue* q = s->u.queued_fds;
  int fd;

  if (q == NULL)
    return -1;
  fd = q->fds[q->first++];
  if (--q->count == 0) {
    uv__free(q);
    s->u.queued_fds = NULL;
  }
  return fd;
}

void uv__fds_drop(uv_stream_t* s) {
  int fd;

  while ((fd = uv__fds_next(s)) != -1)
    uv__close(fd);
}

/* ---- Travelling ---- */

ssize_t uv__send_fd(int sock, const uv_buf_t* bufs, unsigned nbufs, int fd) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr m = {.msg_iov = (struct iovec*) bufs,
                     .msg_iovlen = nbufs,
                     .msg_control = &control,
                     .msg_controllen = sizeof(control)};
  ssize_t n;

  memset(&control, 0, sizeof(control));
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(&control.header), &fd, sizeof(fd));
  n = UV__RETRY(sendmsg(sock, &m, MSG_NOSIGNAL));
  return n == -1 ? UV__ERR(errno) : n;
}

/* Stores as many as it can and closes the others. */
static int uv__fds_take(uv_stream_t* s, struct cmsghdr* c) {
  size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  int err = 0;

  for (size_t i = 0; i < count; i++) {
    int fd;
    memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof(fd));
    if (err == 0)
      err = uv__fds_push(s, fd);
    if (err)
      uv__close(fd);
  }
  return err;
}

ssize_t uv__receive_fds(uv_stream_t* s, const uv_buf_t* buf) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(MAX_FDS_PER_MESSAGE * sizeof(int))];
  } control;
  struct msghdr m = {.msg_iov = (struct iovec*) buf,
                     .msg_iovlen = 1,
                     .msg_control = &control,
                     .msg_controllen = sizeof(control)};
  ssize_t n = UV__RETRY(recvmsg(s->io.fd, &m, MSG_CMSG_CLOEXEC));
  int err = 0;

  if (n == -1)
    return UV__ERR(errno);
  for (struct cmsghdr* c = CMSG_FIRSTHDR(&m); c != NULL; c = CMSG_NXTHDR(&m, c)) {
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
      int r = uv__fds_take(s, c);
      err = err ? err : r;
    }
  }
  return err ? err : n;
}
