/* Writing more than the kernel has room for: the rest waits, in order, and is counted. */
#include "stream_test.h"

enum { BIG = 4 << 20, SMALL = 100 };

static uv_loop_t loop;
static uv_tcp_t tcp;
static uv_write_t big, small[SMALL];
static int peer, called;
static char* data;

static void on_write(uv_write_t* req, int status) {
  CHECK_OK(status);
  CHECK(req == (called == 0 ? &big : &small[called - 1]));
  called++;
}

/* One large write whose bytes count up, and many small ones that go on counting. */
static void start(void) {
  uv_buf_t bufs[6];

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, &tcp);
  data = malloc(BIG + SMALL);
  for (int i = 0; i < BIG + SMALL; i++)
    data[i] = (char) (i % 251);
  for (int i = 0; i < 6; i++) /* more than a request holds by itself */
    bufs[i] = uv_buf_init(data + i * (BIG / 6), i < 5 ? BIG / 6 : BIG - 5 * (BIG / 6));
  CHECK_OK(uv_write(&big, S(&tcp), bufs, 6, on_write));
  CHECK_GT(tcp.write_queue_size, 0);
  CHECK_LT(tcp.write_queue_size, BIG); /* the first part is out already */
  for (int i = 0; i < SMALL; i++) {
    uv_buf_t buf = uv_buf_init(data + BIG + i, 1);
    CHECK_OK(uv_write(&small[i], S(&tcp), &buf, 1, on_write));
  }
}

static void read_all(uv_poll_t* p, int status, int events) {
  static char chunk[1 << 16];
  static int seen;
  ssize_t n;

  CHECK_OK(status);
  CHECK_EQ(events, UV_READABLE);
  n = recv(peer, chunk, sizeof(chunk), MSG_DONTWAIT);
  CHECK_GT(n, 0);
  for (ssize_t i = 0; i < n; i++)
    CHECK_EQ(chunk[i], (char) (seen++ % 251));
  if (seen == BIG + SMALL)
    uv_close(H(p), NULL);
}

TEST(stream_write_of_any_size_arrives_whole_and_in_order) {
  uv_poll_t reader;

  start();
  CHECK_OK(uv_poll_init(&loop, &reader, peer));
  CHECK_OK(uv_poll_start(&reader, UV_READABLE, read_all));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1 + SMALL);
  CHECK_EQ(tcp.write_queue_size, 0);
  close(peer);
  free(data);
  stream_close_loop(&loop);
}

TEST(stream_waiting_for_room_uses_no_turns) {
  start();
  for (int i = 0; i < 3; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_backend_timeout(&loop), -1);
  close(peer);
  uv_close(H(&tcp), NULL);
  called = -1; /* not looked at: they are cancelled */
  for (int i = 0; i < SMALL; i++)
    small[i].cb = NULL;
  big.cb = NULL;
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(tcp.write_queue_size, 0);
  free(data);
  stream_close_loop(&loop);
}

TEST(stream_try_write_does_not_overtake) {
  static char chunk[1 << 16];
  uv_buf_t buf = uv_buf_init("x", 1);

  start();
  while (recv(peer, chunk, sizeof(chunk), MSG_DONTWAIT) > 0) {
  } /* the kernel has room again, but requests wait */
  CHECK_EQ(uv_try_write(S(&tcp), &buf, 1), UV_EAGAIN);
  big.cb = NULL;
  for (int i = 0; i < SMALL; i++)
    small[i].cb = NULL;
  close(peer);
  free(data);
  stream_close_loop(&loop);
}

TEST(stream_try_write_says_how_much_went_out) {
  uv_buf_t buf;
  int n;

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, &tcp);
  data = calloc(1, BIG);
  buf = uv_buf_init(data, BIG);
  n = uv_try_write(S(&tcp), &buf, 1);
  CHECK_GT(n, 0);
  CHECK_LT(n, BIG);
  while ((n = uv_try_write(S(&tcp), &buf, 1)) > 0) {
  }
  CHECK_EQ(n, UV_EAGAIN);
  CHECK_EQ(tcp.write_queue_size, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0); /* nothing waits */
  buf.len = 0;
  CHECK_EQ(uv_try_write(S(&tcp), &buf, 1), 0);
  close(peer);
  free(data);
  stream_close_loop(&loop);
}

TEST(stream_blocking_write_waits_in_the_call) {
  enum { SIZE = 1 << 20 };
  int fds[2];
  uv_pipe_t out;
  pid_t pid;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe(fds, 0, 0));
  pid = fork();
  if (pid == 0) {
    static char sink[SIZE];
    size_t have = 0;
    while (have < SIZE) {
      ssize_t n = read(fds[0], sink, sizeof(sink));
      if (n <= 0)
        _exit(1);
      have += (size_t) n;
    }
    _exit(0);
  }
  CHECK_OK(uv_pipe_init(&loop, &out, 0));
  CHECK_OK(uv_pipe_open(&out, fds[1]));
  CHECK_OK(uv_stream_set_blocking(S(&out), 1));
  data = calloc(1, SIZE);
  uv_buf_t buf = uv_buf_init(data, SIZE);
  CHECK_OK(uv_write(&big, S(&out), &buf, 1, on_write));
  CHECK_EQ(out.write_queue_size, 0);
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  close(fds[0]);
  int status;
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  CHECK_EQ(status, 0);
  free(data);
  stream_close_loop(&loop);
}
