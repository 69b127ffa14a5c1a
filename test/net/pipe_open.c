/* uv_pipe_open(): what a descriptor can do is what the stream can do. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_pipe_t p, other;

static void check_open(int fd, int readable, int writable) {
  CHECK_OK(uv_pipe_init(&loop, &p, 0));
  CHECK_EQ(uv_is_readable(S(&p)), 0);
  CHECK_OK(uv_pipe_open(&p, fd));
  CHECK_EQ(uv_is_readable(S(&p)), readable);
  CHECK_EQ(uv_is_writable(S(&p)), writable);
  CHECK_NE(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
  uv_close(H(&p), NULL);
  CHECK_EQ(uv_is_readable(S(&p)), 0);
  CHECK_EQ(uv_is_writable(S(&p)), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

TEST(pipe_open_asks_for_the_directions) {
  int fds[2];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe(fds, 0, 0));
  check_open(fds[0], 1, 0);
  check_open(fds[1], 0, 1);
  CHECK_OK(uv_socketpair(SOCK_STREAM, 0, fds, 0, 0));
  check_open(fds[0], 1, 1);
  close(fds[1]);
  CHECK_OK(uv_loop_close(&loop));
}

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  (void) h;
  (void) suggested;
  (void) buf;
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) s;
  (void) n;
  (void) buf;
}

TEST(pipe_open_refuses_what_it_cannot_take) {
  uv_os_fd_t used;
  int peer, fds[2];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe_init(&loop, &other, 0));
  CHECK_EQ(uv_pipe_open(&other, 12345), UV_EBADF);
  peer = pipe_with_peer(&loop, &p, 0);
  CHECK_OK(uv_pipe(fds, 0, 0));
  CHECK_EQ(uv_pipe_open(&p, fds[0]), UV_EBUSY);
  CHECK_OK(uv_read_start(S(&p), on_alloc, on_read));
  CHECK_OK(uv_fileno(H(&p), &used));
  CHECK_EQ(uv_pipe_open(&other, used), UV_EEXIST);
  uv_close(H(&other), NULL);
  CHECK_EQ(uv_pipe_open(&other, fds[0]), UV_EINVAL);
  close(fds[0]);
  close(fds[1]);
  close(peer);
  stream_close_loop(&loop);
}
