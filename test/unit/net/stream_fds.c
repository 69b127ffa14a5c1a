/* src/net/stream_fds.c: the queue of received descriptors (2), and what a lack of memory does
 * (3). */
#include "net/stream_fds.c"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static uv_stream_t s;

static void start(void) {
  memset(&s, 0, sizeof(s));
  s.type = UV_NAMED_PIPE;
  s.accepted_fd = -1;
}

/* As uv_accept() does it. */
static int take(void) {
  int fd = s.accepted_fd;

  s.accepted_fd = uv__fds_next(&s);
  return fd;
}

TEST(received_descriptors_come_out_in_order) {
  start();
  for (int i = 0; i < 1000; i++) {
    CHECK_EQ(uv__fds_waiting(&s), i);
    CHECK_OK(uv__fds_push(&s, 1000 + i));
  }
  for (int i = 0; i < 1000; i++)
    CHECK_EQ(take(), 1000 + i);
  CHECK_EQ(take(), -1);
  CHECK(s.u.queued_fds == NULL);
}

/* Taken as fast as they come, they need no more room than there are at once. */
TEST(received_descriptors_reuse_their_room) {
  int in = 1000, out = 1000;

  start();
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv__fds_push(&s, in++));
  for (int i = 0; i < 10000; i++) {
    CHECK_OK(uv__fds_push(&s, in++));
    CHECK_EQ(take(), out++);
  }
  CHECK_EQ(uv__fds_waiting(&s), 3);
  CHECK_LE(((struct uv__fd_queue*) s.u.queued_fds)->capacity, 16);
  while (take() != -1) {
  }
}

static int allow;

static void* scarce_realloc(void* p, size_t size) {
  return allow-- > 0 ? realloc(p, size) : NULL;
}

/* Five descriptors in a message, and memory for none but the first. */
TEST(received_descriptors_without_room_are_closed_and_reported) {
  int pair[2], fds[5];
  char c;
  uv_buf_t buf = {&c, 1};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(fds))];
  } control = {.header = {CMSG_LEN(sizeof(fds)), SOL_SOCKET, SCM_RIGHTS}};
  struct iovec io = {"m", 1};
  struct msghdr m = {
      .msg_iov = &io, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
  int next;

  start();
  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  for (int i = 0; i < 5; i++)
    fds[i] = pair[0];
  memcpy(CMSG_DATA(&control.header), fds, sizeof(fds));
  CHECK_EQ(sendmsg(pair[0], &m, 0), 1);
  CHECK_OK(uv_replace_allocator(malloc, scarce_realloc, calloc, free));
  s.io.fd = pair[1];
  CHECK_EQ(uv__receive_fds(&s, &buf), UV_ENOMEM);
  CHECK_EQ(uv__fds_waiting(&s), 1);
  CHECK_NE(fcntl(s.accepted_fd, F_GETFD) & FD_CLOEXEC, 0);
  next = dup(0);
  CHECK_EQ(next, s.accepted_fd + 1); /* the other four are closed */
}
