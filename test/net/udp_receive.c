/* What recv_cb is told: datagrams, empty and cut ones, and that there are no more. */
#include "udp_test.h"

enum { MAX = 64 };

static uv_loop_t loop;
static uv_udp_t receiver, sender;
static struct sockaddr_in addr;
static char buffer[8];
static struct {
  ssize_t nread;
  int from;
  unsigned flags;
} told[MAX];
static int tellings, allocs, stop_at = -1;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  CHECK_EQ(allocs, tellings);
  allocs++;
  *buf = uv_buf_init(buffer, sizeof(buffer));
}

static void on_told(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                    unsigned flags) {
  CHECK_LT(tellings, MAX);
  CHECK(buf->base == buffer);
  CHECK_EQ(buf->len, sizeof(buffer));
  told[tellings].nread = nread;
  told[tellings].from = from != NULL;
  told[tellings].flags = flags;
  if (tellings++ == stop_at)
    CHECK_OK(uv_udp_recv_stop(h));
}

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &receiver));
  CHECK_OK(uv_udp_init(&loop, &sender));
  addr = udp_bind_free(&receiver, 0);
  CHECK_OK(uv_udp_recv_start(&receiver, on_alloc, on_told));
}

static void send_bytes(unsigned count) {
  uv_buf_t buf = uv_buf_init("0123456789", count);
  CHECK_EQ(uv_udp_try_send(&sender, &buf, 1, ADDR(addr)), (int) count);
}

TEST(udp_recv_cb_tells_of_cut_and_empty_datagrams_and_of_the_end) {
  static const struct {
    ssize_t nread;
    int from;
    unsigned flags;
  } expected[] = {{4, 1, 0}, {8, 1, 0}, {8, 1, UV_UDP_PARTIAL}, {0, 1, 0}, {0, 0, 0}};

  start();
  send_bytes(4);
  send_bytes(8);
  send_bytes(9);
  send_bytes(0);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(tellings, 5);
  for (int i = 0; i < 5; i++) {
    CHECK_EQ(told[i].nread, expected[i].nread);
    CHECK_EQ(told[i].from, expected[i].from);
    CHECK_EQ(told[i].flags, expected[i].flags);
  }
  udp_close_loop(&loop);
}

TEST(udp_recv_stop_silences_at_once) {
  start();
  stop_at = 1;
  for (int i = 0; i < 3; i++)
    send_bytes(1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(tellings, 2);
  CHECK_EQ(uv_is_active((uv_handle_t*) &receiver), 0);

  CHECK_OK(uv_udp_recv_start(&receiver, on_alloc, on_told));
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(tellings, 4); /* the third, and the end */
  CHECK_EQ(told[2].nread, 1);
  CHECK_EQ(told[3].from, 0);
  udp_close_loop(&loop);
}

/* B3.4 */
TEST(udp_a_flood_leaves_the_loop_after_32_datagrams) {
  start();
  for (int i = 0; i < 40; i++)
    send_bytes(1);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(tellings, 32);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(tellings, 41);
  CHECK_EQ(told[40].from, 0);
  udp_close_loop(&loop);
}
