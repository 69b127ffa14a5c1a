/* Groups are joined and left; what is sent to one arrives while, and only while, it is joined. The
 * loopback interface is enough: its address is given, so no route is needed. */
#include <unistd.h>

#include "udp_test.h"

static uv_loop_t loop;
static uv_udp_t receiver, sender;
static struct sockaddr_in group;
static char group_name[24];
static char buffer[16];
static int received;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(buffer, sizeof(buffer));
}

static void on_told(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                    unsigned flags) {
  received += from != NULL;
}

/* How many arrive of one datagram that is sent to the group. */
static int send_one(void) {
  uv_buf_t data = uv_buf_init("x", 1);

  received = 0;
  CHECK_EQ(uv_udp_try_send(&sender, &data, 1, ADDR(group)), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  return received;
}

static void start(void) {
  struct sockaddr_in any;
  int len = sizeof(any);

  /* A group of this process's own: a socket bound to 0.0.0.0 hears every group that any socket of
   * the machine has joined, so tests that run beside this one must join others. */
  snprintf(group_name, sizeof(group_name), "239.%d.%d.%d", getpid() >> 16 & 255,
           getpid() >> 8 & 255, getpid() & 255);
  CHECK_OK(uv_ip4_addr("0.0.0.0", 0, &any));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &receiver));
  CHECK_OK(uv_udp_bind(&receiver, ADDR(any), 0));
  CHECK_OK(uv_udp_getsockname(&receiver, (struct sockaddr*) &any, &len));
  CHECK_OK(uv_udp_recv_start(&receiver, on_alloc, on_told));
  CHECK_OK(uv_ip4_addr(group_name, ntohs(any.sin_port), &group));
  CHECK_OK(uv_udp_init_ex(&loop, &sender, AF_INET));
  CHECK_OK(uv_udp_set_multicast_interface(&sender, "127.0.0.1"));
}

TEST(udp_a_group_is_received_while_it_is_joined) {
  start();
  CHECK_EQ(send_one(), 0);
  CHECK_OK(uv_udp_set_membership(&receiver, group_name, "127.0.0.1", UV_JOIN_GROUP));
  CHECK_EQ(send_one(), 1);
  CHECK_EQ(uv_udp_set_membership(&receiver, group_name, "127.0.0.1", UV_JOIN_GROUP), UV_EADDRINUSE);
  CHECK_OK(uv_udp_set_membership(&receiver, group_name, "127.0.0.1", UV_LEAVE_GROUP));
  CHECK_EQ(send_one(), 0);
  CHECK_EQ(uv_udp_set_membership(&receiver, group_name, "127.0.0.1", UV_LEAVE_GROUP),
           UV_EADDRNOTAVAIL);
  udp_close_loop(&loop);
}

TEST(udp_a_source_is_received_while_it_is_joined) {
  start();
  CHECK_OK(
      uv_udp_set_source_membership(&receiver, group_name, "127.0.0.1", "127.0.0.9", UV_JOIN_GROUP));
  CHECK_EQ(send_one(), 0); /* it comes from 127.0.0.1 */
  CHECK_OK(
      uv_udp_set_source_membership(&receiver, group_name, "127.0.0.1", "127.0.0.1", UV_JOIN_GROUP));
  CHECK_EQ(send_one(), 1);
  CHECK_OK(uv_udp_set_source_membership(&receiver, group_name, "127.0.0.1", "127.0.0.1",
                                        UV_LEAVE_GROUP));
  CHECK_EQ(send_one(), 0);
  udp_close_loop(&loop);
}

TEST(udp_membership_refuses_what_does_not_fit) {
  uv_os_fd_t fd;
  uv_udp_t h;

  start();
  CHECK_OK(uv_udp_init(&loop, &h));
  CHECK_EQ(uv_udp_set_membership(&h, "nonsense", NULL, UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_membership(&h, group_name, "nonsense", UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_membership(&h, group_name, "::1", UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_membership(&h, group_name, NULL, (uv_membership) 5), UV_EINVAL);
  CHECK_EQ(uv_udp_set_source_membership(&h, group_name, NULL, "::1", UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_source_membership(&h, "ff02::1", NULL, "1.2.3.4", UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_fileno((uv_handle_t*) &h, &fd), UV_EBADF); /* nothing was made for them */
  CHECK_EQ(uv_udp_set_membership(&receiver, "10.0.0.1", NULL, UV_JOIN_GROUP), UV_EINVAL);
  CHECK_EQ(uv_udp_set_multicast_interface(&receiver, "nonsense"), UV_EINVAL);
  CHECK_EQ(uv_udp_set_multicast_interface(&receiver, "10.9.8.7"), UV_EADDRNOTAVAIL);
  CHECK_OK(uv_udp_set_membership(&h, group_name, "127.0.0.1", UV_JOIN_GROUP));
  CHECK_OK(uv_fileno((uv_handle_t*) &h, &fd));
  udp_close_loop(&loop);
}
