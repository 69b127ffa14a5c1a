/* test/net/stream_test.h — what the tests of streams share. */
#ifndef STREAM_TEST_H
#define STREAM_TEST_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netinet/tcp.h>

#include "check.h"

#define H(h) ((uv_handle_t*) (h))
#define S(h) ((uv_stream_t*) (h))
#define ADDR(a) ((const struct sockaddr*) &(a))

static inline void stream_close_one(uv_handle_t* h, void* arg) {
  (void) arg;
  if (!uv_is_closing(h))
    uv_close(h, NULL);
}

/* Closes what is open, runs the loop to its end and closes it. */
static inline void stream_close_loop(uv_loop_t* loop) {
  uv_walk(loop, stream_close_one, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(loop));
}

static inline struct sockaddr_in tcp_loopback(int port) {
  struct sockaddr_in addr;
  CHECK_OK(uv_ip4_addr("127.0.0.1", port, &addr));
  return addr;
}

/* A handle bound to a free port; returns its address. */
static inline struct sockaddr_in tcp_bind_free(uv_loop_t* loop, uv_tcp_t* h) {
  struct sockaddr_in addr = tcp_loopback(0);
  int len = sizeof(addr);

  CHECK_OK(uv_tcp_init(loop, h));
  CHECK_OK(uv_tcp_bind(h, ADDR(addr), 0));
  CHECK_OK(uv_tcp_getsockname(h, (struct sockaddr*) &addr, &len));
  return addr;
}

/* A listening socket that no loop knows, and its address. */
static inline int tcp_raw_listener(struct sockaddr_in* addr, int backlog) {
  socklen_t len = sizeof(*addr);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  *addr = tcp_loopback(0);
  CHECK_OK(bind(fd, ADDR(*addr), len));
  CHECK_OK(listen(fd, backlog));
  CHECK_OK(getsockname(fd, (struct sockaddr*) addr, &len));
  return fd;
}

/* An address where nobody listens: bound once and let go. */
static inline struct sockaddr_in tcp_dead_end(void) {
  struct sockaddr_in addr;

  close(tcp_raw_listener(&addr, 1));
  return addr;
}

/* A connection: the handle's end, and a plain descriptor for the other. */
static inline int tcp_with_peer(uv_loop_t* loop, uv_tcp_t* h) {
  struct sockaddr_in addr;
  int listener = tcp_raw_listener(&addr, 1);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int peer;

  CHECK_OK(connect(fd, ADDR(addr), sizeof(addr)));
  peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  CHECK_GE(peer, 0);
  close(listener);
  CHECK_OK(uv_tcp_init(loop, h));
  CHECK_OK(uv_tcp_open(h, fd));
  return peer;
}

/* The same with a pair of unix sockets. */
static inline int pipe_with_peer(uv_loop_t* loop, uv_pipe_t* h, int ipc) {
  int fds[2];

  CHECK_OK(uv_socketpair(SOCK_STREAM, 0, fds, 0, 0));
  CHECK_OK(uv_pipe_init(loop, h, ipc));
  CHECK_OK(uv_pipe_open(h, fds[0]));
  return fds[1];
}

/* Takes everything that is there to read from a descriptor; returns how much. */
static inline size_t drain(int fd) {
  static char sink[1 << 16];
  size_t total = 0;
  ssize_t n;

  while ((n = recv(fd, sink, sizeof(sink), MSG_DONTWAIT)) > 0)
    total += (size_t) n;
  return total;
}

static inline int open_descriptors(void) {
  int count = 0;

  for (int fd = 0; fd < 256; fd++)
    count += fcntl(fd, F_GETFD) != -1;
  return count;
}

#endif
