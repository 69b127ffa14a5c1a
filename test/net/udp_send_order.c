/* Sends made in one go all leave, in order, and call back in order; an error is about its own
 * only. */
#include "udp_test.h"

enum { SENDS = 100 };

static uv_udp_t server, client;
static uv_udp_send_t sends[SENDS];
static char big[70000];
static int called, received, too_big = -1;
static unsigned char buffer[64];

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init((char*) buffer, sizeof(buffer));
}

static void on_sent(uv_udp_send_t* req, int status) {
  CHECK(req == &sends[called]);
  CHECK_EQ(status, called == too_big ? UV_EMSGSIZE : 0);
  called++;
  CHECK_EQ(uv_udp_get_send_queue_count(&client), SENDS - called);
}

static void on_datagram(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf,
                        const struct sockaddr* from, unsigned flags) {
  if (from == NULL)
    return;
  if (received == too_big)
    received++;
  CHECK_EQ(buffer[0], received);
  if (++received == SENDS)
    uv_close((uv_handle_t*) h, NULL);
}

static void send_all(void) {
  static unsigned char numbers[SENDS];
  struct sockaddr_in addr;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &server));
  CHECK_OK(uv_udp_init(&loop, &client));
  addr = udp_bind_free(&server, 0);
  CHECK_OK(uv_udp_recv_start(&server, on_alloc, on_datagram));

  for (int i = 0; i < SENDS; i++) {
    uv_buf_t buf = uv_buf_init((char*) &numbers[i], 1);
    numbers[i] = (unsigned char) i;
    if (i == too_big)
      buf = uv_buf_init(big, sizeof(big));
    CHECK_OK(uv_udp_send(&sends[i], &client, &buf, 1, ADDR(addr), on_sent));
  }
  CHECK_EQ(uv_udp_get_send_queue_count(&client), SENDS);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, SENDS);
  CHECK_EQ(received, SENDS);
  CHECK_EQ(uv_is_active((uv_handle_t*) &client), 0);
  udp_close_loop(&loop);
}

TEST(udp_sends_keep_their_order) {
  send_all();
}

TEST(udp_an_error_ends_only_its_own_send) {
  too_big = 50;
  send_all();
}

TEST(udp_an_error_of_the_first_send_is_called_back) {
  too_big = 0;
  send_all();
}
