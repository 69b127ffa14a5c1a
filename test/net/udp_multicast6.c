/* IPv6 groups: the zone, of the interface's address or else of the group's, names the interface.
 * The kernel tells by its errors which groups are joined: the loopback interface carries no IPv6
 * multicast. */
#include "udp_test.h"

#define GROUP "ff01::17"

static int set(uv_udp_t* h, const char* group, const char* interface, uv_membership membership) {
  return uv_udp_set_membership(h, group, interface, membership);
}

TEST(udp_an_ipv6_group_is_joined_on_the_interface_of_its_zone) {
  uv_loop_t loop;
  uv_udp_t h;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &h));
  if (set(&h, GROUP, "::1%lo", UV_JOIN_GROUP) == UV_EAFNOSUPPORT)
    SKIP("no IPv6");
  CHECK_EQ(set(&h, GROUP, "::1%lo", UV_JOIN_GROUP), UV_EADDRINUSE);
  CHECK_EQ(set(&h, GROUP "%lo", NULL, UV_JOIN_GROUP), UV_EADDRINUSE);
  CHECK_OK(set(&h, GROUP "%lo", NULL, UV_LEAVE_GROUP));
  CHECK_EQ(set(&h, GROUP, "::1%lo", UV_LEAVE_GROUP), UV_EADDRNOTAVAIL);
  CHECK_EQ(set(&h, GROUP, "nonsense", UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(set(&h, GROUP, "127.0.0.1", UV_JOIN_GROUP), UV_EINVAL);
  udp_close_loop(&loop);
}

TEST(udp_an_ipv6_source_is_joined_and_left) {
  uv_loop_t loop;
  uv_udp_t h;
  int r;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &h));
  r = uv_udp_set_source_membership(&h, GROUP, "::1%lo", "fe80::1", UV_JOIN_GROUP);
  if (r == UV_EAFNOSUPPORT)
    SKIP("no IPv6");
  CHECK_EQ(r, 0);
  CHECK_EQ(uv_udp_set_source_membership(&h, GROUP, "::1%lo", "fe80::2", UV_LEAVE_GROUP),
           UV_EADDRNOTAVAIL);
  CHECK_OK(uv_udp_set_source_membership(&h, GROUP, "::1%lo", "fe80::1", UV_LEAVE_GROUP));
  CHECK_OK(uv_udp_set_multicast_interface(&h, "::1%lo"));
  CHECK_OK(uv_udp_set_multicast_interface(&h, NULL));
  udp_close_loop(&loop);
}
