/* Socket addresses from text, zones, and the names of interfaces. */
#include <net/if.h>
#include <string.h>

#include "check.h"

TEST(inet_ip4_addr_fills_the_whole_address) {
  struct sockaddr_in addr;
  char text[INET_ADDRSTRLEN];

  memset(&addr, 0xee, sizeof(addr));
  CHECK_OK(uv_ip4_addr("192.168.0.1", 8080, &addr));
  CHECK_EQ(addr.sin_family, AF_INET);
  CHECK_EQ(ntohs(addr.sin_port), 8080);
  CHECK_MEM(addr.sin_zero, "\0\0\0\0\0\0\0\0", 8);
  CHECK_OK(uv_ip4_name(&addr, text, sizeof(text)));
  CHECK_STR(text, "192.168.0.1");
  CHECK_OK(uv_ip_name((struct sockaddr*) &addr, text, sizeof(text)));
  CHECK_STR(text, "192.168.0.1");
  CHECK_EQ(uv_ip4_addr("192.168.0", 8080, &addr), UV_EINVAL);
}

TEST(inet_ip6_addr_looks_up_the_zone) {
  unsigned lo = if_nametoindex("lo");
  struct sockaddr_in6 addr;
  char text[INET6_ADDRSTRLEN];

  memset(&addr, 0xee, sizeof(addr));
  CHECK_OK(uv_ip6_addr("fe80::1%lo", 8080, &addr));
  CHECK_EQ(addr.sin6_family, AF_INET6);
  CHECK_EQ(ntohs(addr.sin6_port), 8080);
  CHECK_EQ(addr.sin6_flowinfo, 0);
  CHECK_EQ(addr.sin6_scope_id, lo);
  CHECK_OK(uv_ip6_name(&addr, text, sizeof(text)));
  CHECK_STR(text, "fe80::1");
  CHECK_OK(uv_ip_name((struct sockaddr*) &addr, text, sizeof(text)));
  CHECK_STR(text, "fe80::1");

  CHECK_OK(uv_ip6_addr("fe80::1%no-such-interface", 0, &addr));
  CHECK_EQ(addr.sin6_scope_id, 0);
  CHECK_OK(uv_ip6_addr("fe80::1", 0, &addr));
  CHECK_EQ(addr.sin6_scope_id, 0);
  CHECK_EQ(uv_ip6_addr("nonsense%lo", 0, &addr), UV_EINVAL);
}

TEST(inet_interfaces_have_names) {
  unsigned lo = if_nametoindex("lo");
  char name[UV_IF_NAMESIZE];
  size_t size = sizeof(name);

  CHECK_OK(uv_if_indextoname(lo, name, &size));
  CHECK_STR(name, "lo");
  CHECK_EQ(size, 2);
  size = 3;
  CHECK_OK(uv_if_indextoiid(lo, name, &size));
  size = 2;
  CHECK_EQ(uv_if_indextoname(lo, name, &size), UV_ENOBUFS);
  CHECK_EQ(size, 3);
  size = 0;
  CHECK_EQ(uv_if_indextoname(lo, name, &size), UV_EINVAL);
  CHECK_EQ(uv_if_indextoname(lo, name, NULL), UV_EINVAL);
  size = sizeof(name);
  CHECK_EQ(uv_if_indextoname(lo, NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_if_indextoname(0, name, &size), UV_ENXIO);
}
