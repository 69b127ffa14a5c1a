/* B3.7: a UDP handle may be closed, and freed by an inner run, in any of its callbacks. */
#include "udp_test.h"
#include "vanish.h"

static uv_udp_t sender;
static uv_udp_send_t sends[3];
static int order;

static void recv_vanish(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf,
                        const struct sockaddr* from, unsigned flags) {
  (void) nread;
  (void) buf;
  (void) from;
  (void) flags;
  vanish(h);
}

/* A handle with three datagrams to receive. */
static void receive(unsigned flags, uv_alloc_cb alloc_cb, uv_udp_recv_cb recv_cb) {
  uv_udp_t* h = vanish_new(sizeof(*h));
  uv_buf_t buf = uv_buf_init("x", 1);
  struct sockaddr_in addr;

  CHECK_OK(uv_loop_init(&vanish_loop));
  CHECK_OK(uv_udp_init_ex(&vanish_loop, h, AF_INET | flags));
  CHECK_OK(uv_udp_init(&vanish_loop, &sender));
  addr = udp_bind_free(h, 0);
  CHECK_OK(uv_udp_recv_start(h, alloc_cb, recv_cb));
  for (int i = 0; i < 3; i++)
    CHECK_EQ(uv_udp_try_send(&sender, &buf, 1, ADDR(addr)), 1);
  uv_close((uv_handle_t*) &sender, NULL);
  vanish_end();
}

TEST(udp_vanishes_in_its_receive_callback) {
  receive(0, vanish_alloc, recv_vanish);
}

TEST(udp_vanishes_in_its_alloc_callback) {
  receive(0, vanish_in_alloc, recv_vanish);
}

TEST(udp_vanishes_when_there_is_no_buffer) {
  receive(0, vanish_alloc_none, recv_vanish);
}

TEST(udp_vanishes_with_the_first_of_several_chunks) {
  receive(UV_UDP_RECVMMSG, vanish_alloc, recv_vanish);
}

static void recv_vanish_when_done(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf,
                                  const struct sockaddr* from, unsigned flags) {
  (void) buf;
  (void) nread;
  (void) from;
  if (flags & UV_UDP_MMSG_FREE)
    vanish(h);
}

TEST(udp_vanishes_when_its_chunks_go_back) {
  receive(UV_UDP_RECVMMSG, vanish_alloc, recv_vanish_when_done);
}

/* The rest is called back by the inner run, before the handle is gone. */
static void send_vanish(uv_udp_send_t* req, int status) {
  (void) status;
  CHECK(req == &sends[order++]);
  CHECK_EQ(vanish_gone, 0);
  if (req == &sends[0])
    vanish(req->handle);
}

TEST(udp_vanishes_in_its_send_callback) {
  uv_udp_t* h = vanish_new(sizeof(*h));
  uv_buf_t buf = uv_buf_init("x", 1);
  struct sockaddr_in addr = udp_loopback(9);

  CHECK_OK(uv_loop_init(&vanish_loop));
  CHECK_OK(uv_udp_init(&vanish_loop, h));
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_udp_send(&sends[i], h, &buf, 1, ADDR(addr), send_vanish));
  vanish_end();
  CHECK_EQ(order, 3);
}

TEST(udp_vanishes_with_an_error_of_the_network) {
  uv_udp_t* h = vanish_new(sizeof(*h));
  uv_buf_t buf = uv_buf_init("x", 1);
  struct sockaddr_in nobody;
  struct sockaddr_in any = udp_loopback(0);

  CHECK_OK(uv_loop_init(&vanish_loop));
  nobody = udp_dead_end(&vanish_loop);
  CHECK_OK(uv_udp_init(&vanish_loop, h));
  CHECK_OK(uv_udp_bind(h, ADDR(any), UV_UDP_LINUX_RECVERR));
  CHECK_OK(uv_udp_recv_start(h, vanish_alloc, recv_vanish));
  CHECK_EQ(uv_udp_try_send(h, &buf, 1, ADDR(nobody)), 1);
  vanish_end();
}
