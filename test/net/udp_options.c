/* Socket options: their ranges, and that they reach the kernel. */
#include <netinet/in.h>
#include <sys/socket.h>

#include "udp_test.h"

static int option(uv_udp_t* h, int level, int name) {
  uv_os_fd_t fd;
  int value = -1;
  socklen_t len = sizeof(value);

  CHECK_OK(uv_fileno((uv_handle_t*) h, &fd));
  CHECK_OK(getsockopt(fd, level, name, &value, &len));
  return value;
}

static void check_ranges(uv_udp_t* h) {
  static const struct {
    int value, ttl, multicast_ttl, loop;
  } cases[] = {
      {-1, UV_EINVAL, UV_EINVAL, UV_EINVAL},
      {0, UV_EINVAL, 0, 0},
      {1, 0, 0, 0},
      {256, UV_EINVAL, UV_EINVAL, UV_EINVAL},
  };

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    CHECK_EQ(uv_udp_set_ttl(h, cases[i].value), cases[i].ttl);
    CHECK_EQ(uv_udp_set_multicast_ttl(h, cases[i].value), cases[i].multicast_ttl);
    CHECK_EQ(uv_udp_set_multicast_loop(h, cases[i].value), cases[i].loop);
    CHECK_EQ(uv_udp_set_broadcast(h, cases[i].value), 0);
  }
  CHECK_OK(uv_udp_set_ttl(h, 255));
  CHECK_OK(uv_udp_set_multicast_ttl(h, 255));
}

TEST(udp_options_reach_an_ipv4_socket) {
  uv_loop_t loop;
  uv_udp_t h;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init_ex(&loop, &h, AF_INET));
  check_ranges(&h);
  CHECK_OK(uv_udp_set_ttl(&h, 17));
  CHECK_OK(uv_udp_set_multicast_ttl(&h, 18));
  CHECK_OK(uv_udp_set_multicast_loop(&h, 0));
  CHECK_OK(uv_udp_set_broadcast(&h, 1));
  CHECK_EQ(option(&h, SOL_IP, IP_TTL), 17);
  CHECK_EQ(option(&h, SOL_IP, IP_MULTICAST_TTL), 18);
  CHECK_EQ(option(&h, SOL_IP, IP_MULTICAST_LOOP), 0);
  CHECK_EQ(option(&h, SOL_SOCKET, SO_BROADCAST), 1);
  udp_close_loop(&loop);
}

TEST(udp_options_reach_an_ipv6_socket) {
  struct sockaddr_in6 any;
  uv_loop_t loop;
  uv_udp_t h;

  CHECK_OK(uv_ip6_addr("::", 0, &any));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &h));
  if (uv_udp_bind(&h, ADDR(any), UV_UDP_IPV6ONLY) == UV_EAFNOSUPPORT)
    SKIP("no IPv6");
  check_ranges(&h);
  CHECK_OK(uv_udp_set_ttl(&h, 17));
  CHECK_OK(uv_udp_set_multicast_ttl(&h, 18));
  CHECK_OK(uv_udp_set_multicast_loop(&h, 0));
  CHECK_EQ(option(&h, SOL_IPV6, IPV6_UNICAST_HOPS), 17);
  CHECK_EQ(option(&h, SOL_IPV6, IPV6_MULTICAST_HOPS), 18);
  CHECK_EQ(option(&h, SOL_IPV6, IPV6_MULTICAST_LOOP), 0);
  CHECK_EQ(option(&h, SOL_IPV6, IPV6_V6ONLY), 1);
  udp_close_loop(&loop);
}
