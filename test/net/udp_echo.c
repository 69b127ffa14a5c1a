/* A datagram goes there and back; nothing calls back from inside the call (B6.5). */
#include "udp_test.h"

static uv_udp_t server, client;
static uv_udp_send_t ping, pong;
static char buffer[65536];
static int inside_call, pings_sent, pongs_sent, answers;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  CHECK_EQ(suggested, 65536);
  *buf = uv_buf_init(buffer, sizeof(buffer));
}

static void on_ping_sent(uv_udp_send_t* req, int status) {
  CHECK(!inside_call);
  CHECK_EQ(status, 0);
  CHECK(req->handle == &client);
  CHECK_EQ(uv_udp_get_send_queue_count(&client), 0);
  CHECK_EQ(uv_udp_get_send_queue_size(&client), 0);
  pings_sent++;
}

static void on_pong_sent(uv_udp_send_t* req, int status) {
  CHECK(!inside_call);
  CHECK_EQ(status, 0);
  pongs_sent++;
}

static void on_ping(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                    unsigned flags) {
  uv_buf_t reply = uv_buf_init("pong", 4);

  CHECK_EQ(flags, 0);
  if (from == NULL)
    return;
  CHECK_EQ(nread, 4);
  CHECK_MEM(buf->base, "ping", 4);
  inside_call = 1;
  CHECK_OK(uv_udp_send(&pong, h, &reply, 1, from, on_pong_sent));
  inside_call = 0;
}

static void on_pong(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                    unsigned flags) {
  if (from == NULL)
    return;
  CHECK_MEM(buf->base, "pong", 4);
  answers++;
  uv_close((uv_handle_t*) &server, NULL);
  uv_close((uv_handle_t*) &client, NULL);
}

TEST(udp_datagrams_go_there_and_back) {
  uv_buf_t parts[] = {{"pi", 2}, {"n", 1}, {"g", 1}};
  struct sockaddr_in addr;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &server));
  CHECK_OK(uv_udp_init(&loop, &client));
  addr = udp_bind_free(&server, 0);
  CHECK_OK(uv_udp_recv_start(&server, on_alloc, on_ping));

  inside_call = 1;
  CHECK_OK(uv_udp_send(&ping, &client, parts, 3, ADDR(addr), on_ping_sent));
  inside_call = 0;
  CHECK_EQ(uv_udp_get_send_queue_count(&client), 1);
  CHECK_EQ(uv_udp_get_send_queue_size(&client), 4);
  CHECK_OK(uv_udp_recv_start(&client, on_alloc, on_pong));

  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(pings_sent, 1);
  CHECK_EQ(pongs_sent, 1);
  CHECK_EQ(answers, 1);
  CHECK_OK(uv_loop_close(&loop));
}
