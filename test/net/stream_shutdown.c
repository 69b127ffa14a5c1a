/* uv_shutdown(): after everything that was written, once. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t tcp;
static uv_pipe_t pipe_end;
static uv_write_t write_req;
static uv_shutdown_t req, second;
static char big[4 << 20];
static int peer, wrote, shut, status_seen = 1;
static size_t received;

static void on_write(uv_write_t* w, int status) {
  (void) w;
  CHECK_OK(status);
  CHECK_EQ(shut, 0);
  wrote++;
}

static void on_shutdown(uv_shutdown_t* r, int status) {
  CHECK(r == &req);
  status_seen = status;
  shut++;
}

static void on_readable(uv_poll_t* p, int status, int events) {
  char c[1 << 16];
  ssize_t n = recv(peer, c, sizeof(c), MSG_DONTWAIT);

  CHECK_OK(status);
  CHECK_EQ(events, UV_READABLE);
  CHECK_GE(n, 0);
  received += (size_t) n;
  if (n == 0)
    uv_close(H(p), NULL);
}

TEST(stream_shutdown_waits_for_the_writes) {
  uv_buf_t buf = uv_buf_init(big, sizeof(big));
  uv_poll_t reader;
  int room = 1 << 16; /* the write takes many turns */

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, &tcp);
  CHECK_OK(uv_send_buffer_size(H(&tcp), &room));
  CHECK_OK(uv_write(&write_req, S(&tcp), &buf, 1, on_write));
  CHECK_OK(uv_shutdown(&req, S(&tcp), on_shutdown));
  CHECK_EQ(uv_is_writable(S(&tcp)), 0);
  CHECK_EQ(uv_write(&write_req, S(&tcp), &buf, 1, on_write), UV_EPIPE);
  CHECK_EQ(uv_shutdown(&second, S(&tcp), on_shutdown), UV_ENOTCONN);
  CHECK_OK(uv_poll_init(&loop, &reader, peer));
  CHECK_OK(uv_poll_start(&reader, UV_READABLE, on_readable));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(wrote, 1);
  CHECK_EQ(received, sizeof(big));
  CHECK_EQ(shut, 1);
  CHECK_OK(status_seen);
  CHECK_EQ(uv_is_readable(S(&tcp)), 1); /* one direction only */
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_shutdown_of_an_idle_stream_calls_back_later) {
  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, &tcp);
  CHECK_OK(uv_shutdown(&req, S(&tcp), on_shutdown));
  CHECK_EQ(shut, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(shut, 1);
  CHECK_EQ(recv(peer, big, 1, 0), 0);
  CHECK_EQ(uv_shutdown(&second, S(&tcp), on_shutdown), UV_ENOTCONN);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_shutdown_while_connecting_waits_for_the_connection) {
  struct sockaddr_in addr;
  int listener = tcp_raw_listener(&addr, 1);
  uv_connect_t connect_req;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_connect(&connect_req, &tcp, ADDR(addr), NULL));
  CHECK_OK(uv_shutdown(&req, S(&tcp), on_shutdown));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(shut, 1);
  CHECK_OK(status_seen);
  close(listener);
  stream_close_loop(&loop);
}

TEST(stream_shutdown_without_a_connection_is_cancelled) {
  struct sockaddr_in addr = tcp_dead_end();
  uv_connect_t connect_req;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_EQ(uv_shutdown(&req, S(&tcp), on_shutdown), UV_ENOTCONN);
  CHECK_OK(uv_tcp_connect(&connect_req, &tcp, ADDR(addr), NULL));
  CHECK_OK(uv_shutdown(&req, S(&tcp), on_shutdown));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(shut, 1);
  CHECK_EQ(status_seen, UV_ECANCELED);
  stream_close_loop(&loop);
}

TEST(stream_shutdown_of_what_is_no_socket_is_enotsock) {
  int fds[2];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe(fds, 0, 0));
  CHECK_OK(uv_pipe_init(&loop, &pipe_end, 0));
  CHECK_OK(uv_pipe_open(&pipe_end, fds[1]));
  CHECK_OK(uv_shutdown(&req, S(&pipe_end), on_shutdown));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(status_seen, UV_ENOTSOCK);
  close(fds[0]);
  stream_close_loop(&loop);
}
