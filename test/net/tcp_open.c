/* uv_tcp_open(): taking over a socket; uv_tcp_close_reset(): leaving with a bang. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t tcp, other;
static uv_shutdown_t shutdown_req;
static int closes;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  static char slab[16];

  (void) h;
  (void) suggested;
  *buf = uv_buf_init(slab, sizeof(slab));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) s;
  (void) n;
  (void) buf;
}

static void on_close(uv_handle_t* h) {
  (void) h;
  closes++;
}

TEST(tcp_open_makes_the_socket_nonblocking) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_open(&tcp, fd));
  CHECK_NE(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
  CHECK_OK(uv_stream_set_blocking(S(&tcp), 1));
  CHECK_EQ(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
  uv_close(H(&tcp), NULL);
  CHECK_EQ(fcntl(fd, F_GETFD), -1); /* the descriptor goes at once, the callback later */
  stream_close_loop(&loop);
}

TEST(tcp_open_refuses_what_it_cannot_take) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int peer;
  uv_os_fd_t used;

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, &tcp);
  CHECK_EQ(uv_tcp_open(&tcp, fd), UV_EBUSY);
  CHECK_EQ(uv_tcp_open(&tcp, 12345), UV_EBADF);
  CHECK_OK(uv_read_start(S(&tcp), on_alloc, on_read));
  CHECK_OK(uv_fileno(H(&tcp), &used));
  CHECK_OK(uv_tcp_init(&loop, &other));
  CHECK_EQ(uv_tcp_open(&other, used), UV_EEXIST);
  close(fd);
  close(peer);
  stream_close_loop(&loop);
}

static int written = -1;
static ssize_t came;

static void on_write(uv_write_t* req, int status) {
  (void) req;
  written = status;
}

static void on_text(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  came = n;
  CHECK_MEM(buf->base, "text", 4);
  uv_read_stop(s);
}

/* Not documented, but programs do it, and libuv reads and writes whatever it is given. */
TEST(tcp_open_takes_a_pipe) {
  uv_buf_t bufs[2] = {uv_buf_init("te", 2), uv_buf_init("xt", 2)};
  uv_write_t req;
  int fds[2];

  CHECK_OK(pipe(fds));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_init(&loop, &other));
  CHECK_OK(uv_tcp_open(&tcp, fds[0]));
  CHECK_OK(uv_tcp_open(&other, fds[1]));
  CHECK_OK(uv_read_start(S(&tcp), on_alloc, on_text));
  CHECK_EQ(uv_try_write(S(&other), bufs, 1), 2);
  CHECK_OK(uv_write(&req, S(&other), &bufs[1], 1, on_write));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(written, 0);
  CHECK_EQ(came, 4);
  stream_close_loop(&loop);
}

TEST(tcp_close_reset_resets) {
  int peer;
  char c;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &other));
  CHECK_EQ(uv_tcp_close_reset(&other, on_close), UV_EBADF);
  peer = tcp_with_peer(&loop, &tcp);
  CHECK_OK(uv_tcp_close_reset(&tcp, on_close));
  CHECK_EQ(uv_is_closing(H(&tcp)), 1);
  CHECK_EQ(recv(peer, &c, 1, 0), -1);
  CHECK_EQ(errno, ECONNRESET);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(closes, 1);
  close(peer);
  stream_close_loop(&loop);
}

TEST(tcp_close_reset_does_not_mix_with_shutdown) {
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, &tcp);
  CHECK_OK(uv_shutdown(&shutdown_req, S(&tcp), NULL));
  CHECK_EQ(uv_tcp_close_reset(&tcp, on_close), UV_EINVAL);
  CHECK_EQ(uv_is_closing(H(&tcp)), 0);
  close(peer);
  stream_close_loop(&loop);
}

TEST(tcp_close_leaves_standard_descriptors_open) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);

  CHECK_EQ(dup2(fd, 0), 0);
  close(fd);
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_open(&tcp, 0));
  uv_close(H(&tcp), NULL);
  CHECK_NE(fcntl(0, F_GETFD), -1);
  stream_close_loop(&loop);
}
