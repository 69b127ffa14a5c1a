/* Receiving: no buffer, wrong calls, and what keeps the loop alive (B2.2). */
#include "udp_test.h"

static uv_loop_t loop;
static uv_udp_t udp;
static int told;

static void no_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  CHECK(buf->base == NULL);
  CHECK_EQ(buf->len, 0);
}

static void stop_in_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  static char buffer[16];
  *buf = uv_buf_init(buffer, sizeof(buffer));
  CHECK_OK(uv_udp_recv_stop((uv_udp_t*) h));
}

static void close_in_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  uv_close(h, NULL);
}

static void on_no_buffer(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf,
                         const struct sockaddr* from, unsigned flags) {
  CHECK_EQ(nread, UV_ENOBUFS);
  CHECK(from == NULL);
  CHECK_EQ(flags, 0);
  told++;
  uv_close((uv_handle_t*) h, NULL);
}

static void never(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                  unsigned flags) {
  CHECK(!"called");
}

static void start(uv_alloc_cb alloc_cb, uv_udp_recv_cb recv_cb) {
  uv_buf_t data = uv_buf_init("x", 1);
  struct sockaddr_in addr;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &udp));
  addr = udp_bind_free(&udp, 0);
  CHECK_OK(uv_udp_recv_start(&udp, alloc_cb, recv_cb));
  CHECK_EQ(uv_udp_try_send(&udp, &data, 1, ADDR(addr)), 1); /* to itself */
}

TEST(udp_no_buffer_is_enobufs) {
  start(no_alloc, on_no_buffer);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(told, 1);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(udp_stop_in_the_alloc_callback_is_obeyed) {
  start(stop_in_alloc, never);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  udp_close_loop(&loop);
}

TEST(udp_close_in_the_alloc_callback_is_obeyed) {
  start(close_in_alloc, never);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(udp_recv_start_and_stop_check_their_state) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &udp));
  CHECK_EQ(uv_udp_recv_start(&udp, NULL, never), UV_EINVAL);
  CHECK_EQ(uv_udp_recv_start(&udp, no_alloc, NULL), UV_EINVAL);
  CHECK_OK(uv_udp_recv_stop(&udp));
  CHECK_OK(uv_udp_recv_start(&udp, no_alloc, never));
  CHECK_EQ(uv_udp_recv_start(&udp, no_alloc, never), UV_EALREADY);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  uv_unref((uv_handle_t*) &udp);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  uv_ref((uv_handle_t*) &udp);
  CHECK_OK(uv_udp_recv_stop(&udp));
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_OK(uv_udp_recv_start(&udp, no_alloc, never));
  uv_close((uv_handle_t*) &udp, NULL);
  CHECK_EQ(uv_udp_recv_start(&udp, no_alloc, never), UV_EBADF);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}
