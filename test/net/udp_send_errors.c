/* What the sending calls refuse, and with which code. */
#include "udp_test.h"

static uv_loop_t loop;
static uv_udp_t udp;
static uv_udp_send_t req;
static uv_buf_t data = {"x", 1};
static struct sockaddr_in to;

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  to = udp_dead_end(&loop);
  CHECK_OK(uv_udp_init(&loop, &udp));
}

TEST(udp_send_refuses_bad_arguments) {
  struct sockaddr strange = {.sa_family = 77};
  struct sockaddr none = {.sa_family = AF_UNSPEC};

  start();
  CHECK_EQ(uv_udp_send(&req, &udp, &data, 1, NULL, NULL), UV_EDESTADDRREQ);
  CHECK_EQ(uv_udp_send(&req, &udp, &data, 1, &strange, NULL), UV_EINVAL);
  CHECK_EQ(uv_udp_send(&req, &udp, &data, 1, &none, NULL), UV_EINVAL);
  CHECK_EQ(uv_udp_send(&req, &udp, &data, 0, ADDR(to), NULL), UV_EINVAL);
  CHECK_EQ(uv_udp_send(&req, &udp, &data, -1, ADDR(to), NULL), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send(&udp, &data, 1, NULL), UV_EDESTADDRREQ);
  CHECK_EQ(uv_udp_try_send(&udp, &data, 1, &strange), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send(&udp, &data, 0, ADDR(to)), UV_EINVAL);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  udp_close_loop(&loop);
}

TEST(udp_try_send_does_not_overtake) {
  start();
  CHECK_EQ(uv_udp_try_send(&udp, &data, 1, ADDR(to)), 1);
  CHECK_OK(uv_udp_send(&req, &udp, &data, 1, ADDR(to), NULL));
  CHECK_EQ(uv_udp_try_send(&udp, &data, 1, ADDR(to)), UV_EAGAIN);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_udp_try_send(&udp, &data, 1, ADDR(to)), 1);
  udp_close_loop(&loop);
}

TEST(udp_try_send2_sends_all_or_says_how_many) {
  enum { MANY = 100 };
  uv_buf_t* bufs[MANY];
  unsigned nbufs[MANY];
  struct sockaddr* addrs[MANY];

  start();
  for (int i = 0; i < MANY; i++) {
    bufs[i] = &data;
    nbufs[i] = 1;
    addrs[i] = (struct sockaddr*) &to;
  }
  CHECK_EQ(uv_udp_try_send2(&udp, MANY, bufs, nbufs, addrs, 0), UV_EINVAL); /* no socket yet */
  udp_bind_free(&udp, 0);
  CHECK_EQ(uv_udp_try_send2(&udp, 0, bufs, nbufs, addrs, 0), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send2(&udp, 1, bufs, nbufs, addrs, 1), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send2(&udp, MANY, bufs, nbufs, addrs, 0), MANY);
  nbufs[MANY - 1] = 0;
  CHECK_EQ(uv_udp_try_send2(&udp, MANY, bufs, nbufs, addrs, 0), UV_EINVAL);
  nbufs[MANY - 1] = 1;
  addrs[MANY - 1] = NULL;
  CHECK_EQ(uv_udp_try_send2(&udp, MANY, bufs, nbufs, addrs, 0), UV_EDESTADDRREQ);
  addrs[MANY - 1] = addrs[0];
  CHECK_OK(uv_udp_send(&req, &udp, &data, 1, ADDR(to), NULL));
  CHECK_EQ(uv_udp_try_send2(&udp, MANY, bufs, nbufs, addrs, 0), UV_EAGAIN);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  udp_close_loop(&loop);
}

TEST(udp_try_send2_stops_at_the_datagram_that_cannot_be_sent) {
  static char big[70000];
  uv_buf_t too_big = uv_buf_init(big, sizeof(big));
  uv_buf_t* bufs[] = {&data, &data, &too_big, &data};
  unsigned nbufs[] = {1, 1, 1, 1};
  struct sockaddr* addrs[4];

  start();
  udp_bind_free(&udp, 0);
  for (int i = 0; i < 4; i++)
    addrs[i] = (struct sockaddr*) &to;
  CHECK_EQ(uv_udp_try_send2(&udp, 4, bufs, nbufs, addrs, 0), 2);
  CHECK_EQ(uv_udp_try_send2(&udp, 2, bufs + 2, nbufs, addrs, 0), UV_EMSGSIZE);
  udp_close_loop(&loop);
}
