/* Socket options: checked, set, and kept for a socket that is still to come. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t tcp;

static int option(int level, int name) {
  socklen_t len = sizeof(int);
  uv_os_fd_t fd;
  int value;

  CHECK_OK(uv_fileno(H(&tcp), &fd));
  CHECK_OK(getsockopt(fd, level, name, &value, &len));
  return value;
}

static void check_keepalive(int on, int idle, int interval, int probes) {
  CHECK_EQ(option(SOL_SOCKET, SO_KEEPALIVE), on);
  CHECK_EQ(option(IPPROTO_TCP, TCP_KEEPIDLE), idle);
  CHECK_EQ(option(IPPROTO_TCP, TCP_KEEPINTVL), interval);
  CHECK_EQ(option(IPPROTO_TCP, TCP_KEEPCNT), probes);
}

TEST(tcp_keepalive_sets_what_it_is_told) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init_ex(&loop, &tcp, AF_INET));
  CHECK_OK(uv_tcp_keepalive(&tcp, 1, 60));
  check_keepalive(1, 60, 1, 10);
  CHECK_OK(uv_tcp_keepalive_ex(&tcp, 1, 77, 5, 3));
  check_keepalive(1, 77, 5, 3);
  CHECK_OK(uv_tcp_keepalive(&tcp, 0, 0));
  CHECK_EQ(option(SOL_SOCKET, SO_KEEPALIVE), 0);
  stream_close_loop(&loop);
}

TEST(tcp_keepalive_refuses_what_makes_no_sense) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  for (int with_socket = 0; with_socket < 2; with_socket++) {
    CHECK_EQ(uv_tcp_keepalive(&tcp, 1, 0), UV_EINVAL);
    CHECK_EQ(uv_tcp_keepalive(&tcp, 1, 100000), UV_EINVAL);
    CHECK_EQ(uv_tcp_keepalive_ex(&tcp, 1, 0, 10, 10), UV_EINVAL);
    CHECK_EQ(uv_tcp_keepalive_ex(&tcp, 1, 10, 0, 10), UV_EINVAL);
    CHECK_EQ(uv_tcp_keepalive_ex(&tcp, 1, 10, 10, 0), UV_EINVAL);
    CHECK_EQ(uv_tcp_keepalive_ex(&tcp, 1, 10, 10, 1000), UV_EINVAL);
    CHECK_OK(uv_tcp_keepalive_ex(&tcp, 0, 0, 0, 0));
    if (!with_socket) {
      struct sockaddr_in any = tcp_loopback(0);
      CHECK_OK(uv_tcp_bind(&tcp, ADDR(any), 0));
    }
  }
  stream_close_loop(&loop);
}

TEST(tcp_options_wait_for_the_socket) {
  struct sockaddr_in any = tcp_loopback(0);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_nodelay(&tcp, 1));
  CHECK_OK(uv_tcp_keepalive_ex(&tcp, 1, 88, 6, 4));
  CHECK_OK(uv_tcp_bind(&tcp, ADDR(any), 0));
  CHECK_EQ(option(IPPROTO_TCP, TCP_NODELAY), 1);
  check_keepalive(1, 88, 6, 4);
  CHECK_OK(uv_tcp_nodelay(&tcp, 0));
  CHECK_EQ(option(IPPROTO_TCP, TCP_NODELAY), 0);
  stream_close_loop(&loop);
}

TEST(tcp_options_taken_back_are_not_set) {
  struct sockaddr_in any = tcp_loopback(0);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_nodelay(&tcp, 1));
  CHECK_OK(uv_tcp_keepalive(&tcp, 1, 5));
  CHECK_OK(uv_tcp_nodelay(&tcp, 0));
  CHECK_OK(uv_tcp_keepalive(&tcp, 0, 0));
  CHECK_OK(uv_tcp_bind(&tcp, ADDR(any), 0));
  CHECK_EQ(option(IPPROTO_TCP, TCP_NODELAY), 0);
  CHECK_EQ(option(SOL_SOCKET, SO_KEEPALIVE), 0);
  stream_close_loop(&loop);
}
