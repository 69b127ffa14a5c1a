/* What uv_read_start() refuses, and what an error does to a stream. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t tcp;
static uv_pipe_t pipe_end;
static int allocs;
static ssize_t last;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  static char slab[16];

  (void) h;
  (void) suggested;
  allocs++;
  *buf = uv_buf_init(slab, sizeof(slab));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) buf;
  last = n;
  if (n < 0) {
    CHECK_EQ(uv_is_readable(s), 0);
    CHECK_EQ(uv_is_writable(s), 0);
    CHECK_EQ(uv_read_start(s, on_alloc, on_read), UV_ENOTCONN);
  }
}

TEST(stream_read_start_says_what_is_wrong) {
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_EQ(uv_read_start(S(&tcp), on_alloc, on_read), UV_ENOTCONN);
  CHECK_EQ(uv_read_start(NULL, on_alloc, on_read), UV_EINVAL);
  peer = pipe_with_peer(&loop, &pipe_end, 0);
  CHECK_EQ(uv_read_start(S(&pipe_end), NULL, on_read), UV_EINVAL);
  CHECK_EQ(uv_read_start(S(&pipe_end), on_alloc, NULL), UV_EINVAL);
  CHECK_OK(uv_read_start(S(&pipe_end), on_alloc, on_read));
  CHECK_EQ(uv_read_start(S(&pipe_end), on_alloc, on_read), UV_EALREADY);
  uv_close(H(&pipe_end), NULL);
  CHECK_EQ(uv_is_readable(S(&pipe_end)), 0);
  CHECK_EQ(uv_read_start(S(&pipe_end), on_alloc, on_read), UV_EINVAL);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_error_ends_both_directions) {
  struct linger reset = {.l_onoff = 1};
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, &tcp);
  CHECK_OK(uv_read_start(S(&tcp), on_alloc, on_read));
  CHECK_OK(setsockopt(peer, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)));
  close(peer);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(last, UV_ECONNRESET);
  stream_close_loop(&loop);
}

/* Known to be done by programs that want to learn when the reader of their pipe goes away. */
TEST(stream_readable_flag_set_from_outside_is_honoured) {
  int fds[2];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe(fds, 0, 0));
  CHECK_OK(uv_pipe_init(&loop, &pipe_end, 0));
  CHECK_OK(uv_pipe_open(&pipe_end, fds[1]));
  CHECK_EQ(uv_read_start(S(&pipe_end), on_alloc, on_read), UV_ENOTCONN);
  pipe_end.flags |= 0x4000;
  CHECK_OK(uv_read_start(S(&pipe_end), on_alloc, on_read));
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_EQ(allocs, 0);
  close(fds[0]);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_LT(last, 0);
  stream_close_loop(&loop);
}

TEST(stream_of_a_regular_file_cannot_be_watched) {
  int fd = open("file", O_CREAT | O_RDWR | O_CLOEXEC, 0600);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe_init(&loop, &pipe_end, 0));
  CHECK_OK(uv_pipe_open(&pipe_end, fd));
  CHECK_EQ(uv_read_start(S(&pipe_end), on_alloc, on_read), UV_EPERM);
  CHECK_EQ(uv_is_active(H(&pipe_end)), 0);
  stream_close_loop(&loop);
}

TEST(stream_second_reader_of_a_descriptor_is_refused) {
  uv_pipe_t other;
  uv_os_fd_t fd;
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  peer = pipe_with_peer(&loop, &pipe_end, 0);
  CHECK_OK(uv_fileno(H(&pipe_end), &fd));
  CHECK_OK(uv_pipe_init(&loop, &other, 0));
  CHECK_OK(uv_pipe_open(&other, fd));
  CHECK_OK(uv_read_start(S(&pipe_end), on_alloc, on_read));
  CHECK_EQ(uv_read_start(S(&other), on_alloc, on_read), UV_EEXIST);
  CHECK_OK(uv_read_stop(S(&pipe_end)));
  CHECK_OK(uv_read_start(S(&other), on_alloc, on_read));
  CHECK_EQ(write(peer, "x", 1), 1);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(last, 1);
  close(peer);
  stream_close_loop(&loop);
}
