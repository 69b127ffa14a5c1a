/* Flags and families of init and bind; what a handle without a socket says. */
#include "udp_test.h"

TEST(udp_init_knows_its_flags) {
  uv_os_fd_t fd;
  uv_loop_t loop;
  uv_udp_t h[3];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_udp_init_ex(&loop, &h[0], 47), UV_EINVAL);
  CHECK_EQ(uv_udp_init_ex(&loop, &h[0], AF_UNIX), UV_EINVAL);
  CHECK_EQ(uv_udp_init_ex(&loop, &h[0], AF_INET | 512), UV_EINVAL);
  CHECK_EQ(uv_udp_init_ex(&loop, &h[0], 1024), UV_EINVAL);
  CHECK_OK(uv_loop_close(&loop)); /* none of them is on the loop */

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &h[0]));
  CHECK_EQ(uv_fileno((uv_handle_t*) &h[0], &fd), UV_EBADF);
  CHECK_OK(uv_udp_init_ex(&loop, &h[1], AF_INET));
  CHECK_OK(uv_fileno((uv_handle_t*) &h[1], &fd));
  CHECK_OK(uv_udp_init_ex(&loop, &h[2], AF_INET6 | UV_UDP_RECVMMSG));
  udp_close_loop(&loop);
}

TEST(udp_bind_knows_its_flags) {
  unsigned good4 = UV_UDP_REUSEADDR | UV_UDP_REUSEPORT | UV_UDP_LINUX_RECVERR;
  struct sockaddr_in6 any6;
  struct sockaddr_in any4 = udp_loopback(0);
  uv_loop_t loop;
  uv_udp_t h[20];

  CHECK_OK(uv_ip6_addr("::1", 0, &any6));
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 10; i++) {
    unsigned flag = 1u << i;
    CHECK_OK(uv_udp_init(&loop, &h[i]));
    CHECK_EQ(uv_udp_bind(&h[i], ADDR(any4), flag), flag & good4 ? 0 : UV_EINVAL);
    CHECK_OK(uv_udp_init(&loop, &h[10 + i]));
    CHECK_EQ(uv_udp_bind(&h[10 + i], ADDR(any6), flag),
             flag & (good4 | UV_UDP_IPV6ONLY) ? 0 : UV_EINVAL);
  }
  udp_close_loop(&loop);
}

TEST(udp_an_address_is_bound_once_unless_it_is_shared) {
  static const unsigned shared[] = {UV_UDP_REUSEADDR, UV_UDP_REUSEPORT,
                                    UV_UDP_REUSEADDR | UV_UDP_REUSEPORT};
  struct sockaddr strange = {.sa_family = 77};
  struct sockaddr_in addr;
  uv_loop_t loop;
  uv_udp_t h[8];

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 8; i++)
    CHECK_OK(uv_udp_init(&loop, &h[i]));
  CHECK_EQ(uv_udp_bind(&h[0], &strange, 0), UV_EINVAL);
  addr = udp_bind_free(&h[0], 0);
  CHECK_EQ(uv_udp_bind(&h[0], ADDR(addr), 0), UV_EINVAL);
  CHECK_EQ(uv_udp_bind(&h[1], ADDR(addr), 0), UV_EADDRINUSE);
  for (int i = 0; i < 3; i++) {
    addr = udp_bind_free(&h[2 + 2 * i], shared[i]);
    CHECK_OK(uv_udp_bind(&h[3 + 2 * i], ADDR(addr), shared[i]));
  }
  udp_close_loop(&loop);
}

TEST(udp_a_handle_without_socket_is_ebadf) {
  struct sockaddr_storage name;
  int len = sizeof(name);
  uv_loop_t loop;
  uv_udp_t h;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &h));
  CHECK_EQ(uv_udp_getsockname(&h, (struct sockaddr*) &name, &len), UV_EBADF);
  CHECK_EQ(uv_udp_getpeername(&h, (struct sockaddr*) &name, &len), UV_EBADF);
  CHECK_EQ(uv_udp_set_ttl(&h, 1), UV_EBADF);
  CHECK_EQ(uv_udp_set_broadcast(&h, 1), UV_EBADF);
  CHECK_EQ(uv_udp_set_multicast_ttl(&h, 1), UV_EBADF);
  CHECK_EQ(uv_udp_set_multicast_loop(&h, 1), UV_EBADF);
  CHECK_EQ(uv_udp_set_multicast_interface(&h, NULL), UV_EBADF);
  CHECK_EQ(uv_udp_connect(&h, NULL), UV_ENOTCONN);
  udp_close_loop(&loop);
}
