/* What the writing calls refuse, and how later failures are told. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_pipe_t pipe_end;
static uv_tcp_t tcp;
static uv_write_t reqs[3];
static uv_shutdown_t shutdown_req;
static char big[4 << 20];
static int statuses[3], called, closed;
static int peer;

static void on_write(uv_write_t* req, int status) {
  CHECK_EQ(closed, 0);
  CHECK(req == &reqs[called]);
  statuses[called++] = status;
}

static void on_shutdown(uv_shutdown_t* req, int status) {
  CHECK(req == &shutdown_req);
  CHECK_EQ(called, 3);
  CHECK_EQ(closed, 0);
  CHECK_EQ(status, UV_ECANCELED);
  called++;
}

static void on_close(uv_handle_t* h) {
  (void) h;
  closed++;
}

static void write_three(void) {
  uv_buf_t bufs[] = {uv_buf_init("a", 1), uv_buf_init(big, sizeof(big)), uv_buf_init("c", 1)};

  CHECK_OK(uv_loop_init(&loop));
  signal(SIGPIPE, SIG_IGN);
  peer = pipe_with_peer(&loop, &pipe_end, 0);
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_write(&reqs[i], S(&pipe_end), &bufs[i], 1, on_write));
}

TEST(stream_close_cancels_what_waits_in_order) {
  write_three();
  CHECK_OK(uv_shutdown(&shutdown_req, S(&pipe_end), on_shutdown));
  uv_close(H(&pipe_end), on_close);
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 4);
  CHECK_EQ(statuses[0], 0); /* it was out before */
  CHECK_EQ(statuses[1], UV_ECANCELED);
  CHECK_EQ(statuses[2], UV_ECANCELED);
  CHECK_EQ(closed, 1);
  CHECK_EQ(pipe_end.write_queue_size, 0);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_write_error_ends_what_is_behind_it) {
  write_three();
  close(peer);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 3);
  CHECK_EQ(statuses[0], 0);
  CHECK_LT(statuses[1], 0);
  CHECK_EQ(statuses[2], statuses[1]);
  CHECK_EQ(pipe_end.write_queue_size, 0);
  stream_close_loop(&loop);
}

TEST(stream_write_error_comes_with_the_callback) {
  uv_buf_t buf = uv_buf_init("a", 1);

  CHECK_OK(uv_loop_init(&loop));
  signal(SIGPIPE, SIG_IGN);
  peer = pipe_with_peer(&loop, &pipe_end, 0);
  close(peer);
  CHECK_OK(uv_write(&reqs[0], S(&pipe_end), &buf, 1, on_write));
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  CHECK_EQ(statuses[0], UV_EPIPE);
  CHECK_EQ(uv_try_write(S(&pipe_end), &buf, 1), UV_EPIPE);
  stream_close_loop(&loop);
}

TEST(tcp_write_to_a_closed_peer_raises_no_signal) {
  struct linger reset = {.l_onoff = 1};
  uv_buf_t buf = uv_buf_init("a", 1);
  int n;

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, &tcp);
  setsockopt(peer, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
  close(peer);
  while ((n = uv_try_write(S(&tcp), &buf, 1)) > 0 || n == UV_ECONNRESET) {
  }
  CHECK_EQ(n, UV_EPIPE);
  stream_close_loop(&loop);
}

TEST(stream_write_refuses_bad_arguments) {
  uv_buf_t buf = uv_buf_init("a", 1);
  int fds[2];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_EQ(uv_write(&reqs[0], S(&tcp), &buf, 0, on_write), UV_EINVAL);
  CHECK_EQ(uv_write(&reqs[0], S(&tcp), &buf, -42, on_write), UV_EINVAL);
  CHECK_EQ(uv_write(&reqs[0], S(&tcp), &buf, 1, on_write), UV_EBADF);
  CHECK_EQ(uv_try_write(S(&tcp), &buf, 1), UV_EBADF);
  CHECK_EQ(uv_stream_set_blocking(S(&tcp), 1), UV_EBADF);
  CHECK_OK(uv_pipe(fds, 0, 0));
  CHECK_OK(uv_pipe_init(&loop, &pipe_end, 0));
  CHECK_OK(uv_pipe_open(&pipe_end, fds[0]));
  CHECK_EQ(uv_is_writable(S(&pipe_end)), 0);
  CHECK_EQ(uv_write(&reqs[0], S(&pipe_end), &buf, 1, on_write), UV_EPIPE);
  CHECK_EQ(uv_try_write(S(&pipe_end), &buf, 1), UV_EPIPE);
  CHECK_EQ(uv_write2(&reqs[0], S(&pipe_end), &buf, 1, S(&tcp), on_write), UV_EPIPE);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  close(fds[1]);
  stream_close_loop(&loop);
}
