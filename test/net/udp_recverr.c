/* ICMP errors: told to a connected socket; with UV_UDP_LINUX_RECVERR to any, with the lost
 * datagram. */
#include "udp_test.h"

static uv_loop_t loop;
static uv_udp_t udp;
static char buffer[16];
static int errors, returned, ends;
static struct sockaddr_in to;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(buffer, sizeof(buffer));
}

static void on_told(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* addr,
                    unsigned flags) {
  if (nread == 0) {
    CHECK(addr == NULL);
    ends++;
    return;
  }
  CHECK_EQ(nread, UV_ECONNREFUSED);
  if (flags == 0) {
    CHECK(addr == NULL);
    errors++;
    return;
  }
  CHECK_EQ(flags, UV_UDP_LINUX_RECVERR);
  CHECK_MEM(buf->base, "lost", 4);
  CHECK_MEM(addr, &to, sizeof(to));
  returned++;
}

/* The answer of the loopback interface is there when the send returns. */
static void send_to_nobody(unsigned flags, int connected) {
  uv_buf_t data = uv_buf_init("lost", 4);

  CHECK_OK(uv_loop_init(&loop));
  to = udp_dead_end(&loop);
  CHECK_OK(uv_udp_init(&loop, &udp));
  udp_bind_free(&udp, flags);
  if (connected)
    CHECK_OK(uv_udp_connect(&udp, ADDR(to)));
  CHECK_OK(uv_udp_recv_start(&udp, on_alloc, on_told));
  CHECK_EQ(uv_udp_try_send(&udp, &data, 1, connected ? NULL : ADDR(to)), 4);
  uv_run(&loop, UV_RUN_NOWAIT);
  udp_close_loop(&loop);
}

TEST(udp_an_unconnected_socket_hears_of_no_error) {
  send_to_nobody(0, 0);
  CHECK_EQ(errors + returned + ends, 0);
}

TEST(udp_a_connected_socket_is_told_of_the_error) {
  send_to_nobody(0, 1);
  CHECK_EQ(errors, 1);
  CHECK_EQ(returned, 0);
}

TEST(udp_recverr_returns_the_lost_datagram) {
  send_to_nobody(UV_UDP_LINUX_RECVERR, 0);
  CHECK_EQ(errors, 1);
  CHECK_EQ(returned, 1);
  CHECK_EQ(ends, 1);
}

static void on_sent(uv_udp_send_t* req, int status) {
  CHECK_EQ(status, req->data == NULL ? 0 : UV_ECONNREFUSED);
  errors++;
}

/* Nobody receives: the error comes back with the next send, and the loop does not spin on it. */
TEST(udp_errors_that_nobody_receives_end_with_the_next_send) {
  uv_buf_t data = uv_buf_init("lost", 4);
  uv_udp_send_t sends[2] = {{.data = NULL}, {.data = &errors}};

  CHECK_OK(uv_loop_init(&loop));
  to = udp_dead_end(&loop);
  CHECK_OK(uv_udp_init(&loop, &udp));
  udp_bind_free(&udp, UV_UDP_LINUX_RECVERR);
  CHECK_OK(uv_udp_connect(&udp, ADDR(to)));
  CHECK_OK(uv_udp_send(&sends[0], &udp, &data, 1, NULL, on_sent));
  CHECK_OK(uv_udp_send(&sends[1], &udp, &data, 1, NULL, on_sent));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(errors, 2);
  udp_close_loop(&loop);
}
