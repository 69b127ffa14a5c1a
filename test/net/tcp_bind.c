/* Addresses: which sockets are made, what binding refuses, what names come back. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t tcp, other;
static struct sockaddr_in addr;
static int len = sizeof(addr);

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  addr = tcp_loopback(0);
}

TEST(tcp_init_ex_makes_the_socket_at_once) {
  uv_os_fd_t fd;

  start();
  CHECK_EQ(uv_fileno(H(&tcp), &fd), UV_EBADF);
  CHECK_OK(uv_tcp_init_ex(&loop, &other, AF_INET));
  CHECK_OK(uv_fileno(H(&other), &fd));
  CHECK_NE(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
  CHECK_NE(fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
  stream_close_loop(&loop);
}

static void count(uv_handle_t* h, void* arg) {
  (void) h;
  ++*(int*) arg;
}

TEST(tcp_init_ex_refuses_other_families) {
  int handles = 0;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, 47), UV_EINVAL);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_UNIX), UV_EINVAL);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, 1024), UV_EINVAL);
  uv_walk(&loop, count, &handles);
  CHECK_EQ(handles, 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(tcp_bind_refuses_bad_arguments) {
  struct sockaddr strange = {.sa_family = 77};

  start();
  CHECK_EQ(uv_tcp_bind(&tcp, &strange, 0), UV_EINVAL);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDR(addr), UV_TCP_IPV6ONLY), UV_EINVAL);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDR(addr), 64), UV_EINVAL);
  CHECK_OK(uv_tcp_bind(&tcp, ADDR(addr), 0));
  CHECK_EQ(uv_tcp_bind(&tcp, ADDR(addr), 0), UV_EINVAL); /* once is enough */
  uv_close(H(&tcp), NULL);
  CHECK_EQ(uv_tcp_bind(&tcp, ADDR(addr), 0), UV_EINVAL);
  stream_close_loop(&loop);
}

TEST(tcp_bind_to_a_strangers_address_is_eaddrnotavail) {
  start();
  CHECK_OK(uv_ip4_addr("192.0.2.77", 0, &addr)); /* reserved for documentation */
  CHECK_EQ(uv_tcp_bind(&tcp, ADDR(addr), 0), UV_EADDRNOTAVAIL);
  stream_close_loop(&loop);
}

TEST(tcp_names_of_both_ends) {
  struct sockaddr_in mine, theirs;
  socklen_t size = sizeof(mine);
  int peer;

  start();
  CHECK_EQ(uv_tcp_getsockname(&tcp, (struct sockaddr*) &addr, &len), UV_EBADF);
  CHECK_EQ(uv_tcp_getpeername(&tcp, (struct sockaddr*) &addr, &len), UV_EBADF);
  peer = tcp_with_peer(&loop, &other);
  CHECK_OK(getsockname(peer, (struct sockaddr*) &mine, &size));
  CHECK_OK(uv_tcp_getpeername(&other, (struct sockaddr*) &theirs, &len));
  CHECK_EQ(theirs.sin_port, mine.sin_port);
  CHECK_OK(getpeername(peer, (struct sockaddr*) &mine, &size));
  CHECK_OK(uv_tcp_getsockname(&other, (struct sockaddr*) &theirs, &len));
  CHECK_EQ(theirs.sin_port, mine.sin_port);
  CHECK_EQ(len, sizeof(theirs));
  CHECK_OK(uv_tcp_bind(&tcp, ADDR(addr), 0));
  CHECK_EQ(uv_tcp_getpeername(&tcp, (struct sockaddr*) &addr, &len), UV_ENOTCONN);
  close(peer);
  stream_close_loop(&loop);
}

TEST(tcp_reuseport_lets_two_listen_on_one_port) {
  start();
  CHECK_OK(uv_tcp_bind(&tcp, ADDR(addr), UV_TCP_REUSEPORT));
  CHECK_OK(uv_tcp_getsockname(&tcp, (struct sockaddr*) &addr, &len));
  CHECK_OK(uv_tcp_init(&loop, &other));
  CHECK_OK(uv_tcp_bind(&other, ADDR(addr), UV_TCP_REUSEPORT));
  CHECK_OK(uv_listen(S(&tcp), 1, NULL));
  CHECK_OK(uv_listen(S(&other), 1, NULL));
  stream_close_loop(&loop);
}

TEST(tcp_ipv6only_leaves_ipv4_to_others) {
  struct sockaddr_in6 any6;

  start();
  CHECK_OK(uv_ip6_addr("::", 0, &any6));
  if (uv_tcp_bind(&tcp, ADDR(any6), UV_TCP_IPV6ONLY) != 0)
    SKIP("no IPv6 here");
  len = sizeof(any6);
  CHECK_OK(uv_listen(S(&tcp), 1, NULL));
  CHECK_OK(uv_tcp_getsockname(&tcp, (struct sockaddr*) &any6, &len));
  CHECK_OK(uv_ip4_addr("0.0.0.0", ntohs(any6.sin6_port), &addr));
  CHECK_OK(uv_tcp_init(&loop, &other));
  CHECK_OK(uv_tcp_bind(&other, ADDR(addr), 0));
  CHECK_OK(uv_listen(S(&other), 1, NULL));
  CHECK_EQ(uv_tcp_bind(&other, ADDR(any6), 0), UV_EINVAL); /* the wrong kind of socket */
  stream_close_loop(&loop);
}
