/* Datagrams that are sent together arrive one by one, in order and as they were, whether they are
 * alike or not, and whether or not the kernel can take those that are alike as one. */
#include <sys/socket.h>

#include "udp_test.h"

enum { MAX = 200, LARGEST = 1500 };

static uv_loop_t loop;
static uv_udp_t receivers[2], sender;
static struct sockaddr_in addrs[2];
static uv_udp_send_t sends[MAX];
static struct {
  int to;
  unsigned size;
} plan[MAX];
static int planned, called, received, next[2];
static char out[MAX][LARGEST], in[LARGEST + 1];

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(in, sizeof(in));
}

static void on_told(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                    unsigned flags) {
  int to = h == &receivers[1];

  if (from == NULL)
    return;
  while (plan[next[to]].to != to)
    next[to]++;
  CHECK_EQ(nread, plan[next[to]].size);
  CHECK_MEM(in, out[next[to]], (size_t) nread);
  next[to]++;
  received++;
}

static void on_sent(uv_udp_send_t* req, int status) {
  CHECK(req == &sends[called]);
  CHECK_EQ(status, 0);
  called++;
}

static void add(int count, int to, unsigned size) {
  for (; count > 0; count--, planned++) {
    plan[planned].to = to;
    plan[planned].size = size;
    memset(out[planned], planned, size);
  }
}

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &sender));
  udp_bind_free(&sender, 0);
  for (int i = 0; i < 2; i++) {
    CHECK_OK(uv_udp_init(&loop, &receivers[i]));
    addrs[i] = udp_bind_free(&receivers[i], 0);
    CHECK_OK(uv_udp_recv_start(&receivers[i], on_alloc, on_told));
  }
}

/* Every second one in two buffers. */
static void send_all(void) {
  for (int i = 0; i < planned; i++) {
    unsigned half = i % 2 ? plan[i].size / 2 : 0;
    uv_buf_t bufs[] = {{out[i], half}, {out[i] + half, plan[i].size - half}};
    CHECK_OK(uv_udp_send(&sends[i], &sender, bufs + !half, 1 + !!half, ADDR(addrs[plan[i].to]),
                         on_sent));
  }
  while (received < planned)
    uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(called, planned);
}

TEST(udp_datagrams_of_one_size_stay_apart) {
  start();
  add(MAX, 0, 32);
  send_all();
  udp_close_loop(&loop);
}

TEST(udp_datagrams_of_many_sizes_stay_apart) {
  start();
  add(5, 0, 32);
  add(1, 0, 31); /* a shorter one ends a run */
  add(5, 0, 33);
  add(2, 0, 0);
  add(3, 0, 1);
  add(2, 0, 1232);
  add(2, 0, 1233);
  add(3, 0, 1500);
  add(4, 1, 1500);
  add(4, 0, 7);
  add(4, 1, 7);
  for (int i = 0; i < 10; i++)
    add(1, i % 2, 16);
  send_all();
  udp_close_loop(&loop);
}

TEST(udp_alike_datagrams_of_a_connected_socket_stay_apart) {
  char number;
  uv_buf_t buf = uv_buf_init(&number, 1);
  uv_buf_t* bufs[MAX];
  unsigned nbufs[MAX];

  start();
  add(100, 0, 1);
  CHECK_OK(uv_udp_connect(&sender, ADDR(addrs[0])));
  for (int i = 0; i < 100; i++) {
    bufs[i] = &buf;
    nbufs[i] = 1;
    out[i][0] = 17;
  }
  number = 17;
  CHECK_EQ(uv_udp_try_send2(&sender, 100, bufs, nbufs, NULL, 0), 100);
  while (received < 100)
    uv_run(&loop, UV_RUN_ONCE);
  udp_close_loop(&loop);
}

/* Without checksums the kernel refuses to cut anything up (EIO). */
TEST(udp_alike_datagrams_that_cannot_be_one_message_are_sent_apart) {
  int on = 1;
  uv_os_fd_t fd;

  start();
  CHECK_OK(uv_fileno((uv_handle_t*) &sender, &fd));
  CHECK_OK(setsockopt(fd, SOL_SOCKET, SO_NO_CHECK, &on, sizeof(on)));
  add(MAX, 0, 32);
  send_all();
  udp_close_loop(&loop);
}
