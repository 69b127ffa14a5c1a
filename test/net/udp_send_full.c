/* When the kernel has no room, sends wait in the queue and leave when there is. A UNIX socket whose
 * peer does not read is full after a few datagrams. */
#include <sys/socket.h>
#include <unistd.h>

#include "udp_test.h"

enum { WAITING = 70 };

static uv_loop_t loop;
static uv_udp_t udp;
static uv_udp_send_t sends[WAITING];
static int peer, filled, called;

static void fill(void) {
  int pair[2];
  uv_buf_t buf = uv_buf_init("x", 1);
  int r;

  CHECK_OK(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
  peer = pair[1];
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &udp));
  CHECK_OK(uv_udp_open(&udp, pair[0]));
  while ((r = uv_udp_try_send(&udp, &buf, 1, NULL)) == 1)
    filled++;
  CHECK_EQ(r, UV_EAGAIN);
}

static void on_sent(uv_udp_send_t* req, int status) {
  CHECK(req == &sends[called]);
  CHECK_EQ(status, 0);
  called++;
}

static void on_canceled(uv_udp_send_t* req, int status) {
  CHECK(req == &sends[called]);
  CHECK_EQ(status, UV_ECANCELED);
  CHECK(uv_is_closing((uv_handle_t*) req->handle));
  called++;
}

/* Each with more buffers than fit into the request. */
static void send_more(uv_udp_send_cb cb) {
  static char numbers[WAITING];

  for (int i = 0; i < WAITING; i++) {
    uv_buf_t bufs[6] = {{&numbers[i], 1}, {"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}};
    numbers[i] = (char) i;
    CHECK_OK(uv_udp_send(&sends[i], &udp, bufs, 6, NULL, cb));
  }
  CHECK_EQ(uv_udp_get_send_queue_size(&udp), WAITING * 6);
  CHECK_EQ(uv_udp_get_send_queue_count(&udp), WAITING);
  CHECK_EQ(uv_is_active((uv_handle_t*) &udp), 1);
}

TEST(udp_sends_wait_for_room) {
  char got[16];

  fill();
  send_more(on_sent);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(called, 0);

  for (int i = 0; i < filled; i++)
    CHECK_EQ(recv(peer, got, sizeof(got), 0), 1);
  for (int i = 0; i < WAITING; i++) {
    while (recv(peer, got, sizeof(got), MSG_DONTWAIT) != 6) {
      CHECK_LT(called, WAITING); /* it can only be still in the queue */
      uv_run(&loop, UV_RUN_ONCE);
    }
    CHECK_EQ(got[0], i);
    CHECK_MEM(got + 1, "abcde", 5);
  }
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(called, WAITING);
  CHECK_EQ(uv_is_active((uv_handle_t*) &udp), 0);
  udp_close_loop(&loop);
  close(peer);
}

TEST(udp_close_cancels_waiting_sends_in_order) {
  fill();
  send_more(on_canceled);
  uv_close((uv_handle_t*) &udp, NULL);
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, WAITING);
  CHECK_EQ(uv_udp_get_send_queue_size(&udp), 0);
  CHECK_OK(uv_loop_close(&loop));
  close(peer);
}
