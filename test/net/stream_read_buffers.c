/* Reading: when the user is asked for a buffer, and what comes back in it. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_pipe_t pipe_end;
static int peer;
static char slab[64];
static size_t slab_size = sizeof(slab);
static int allocs, reads;
static ssize_t got[4];

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  (void) h;
  CHECK_GT(suggested, 0);
  CHECK_EQ(allocs, reads); /* one buffer at a time, right before its read */
  CHECK(buf->base == NULL && buf->len == 0);
  allocs++;
  *buf = uv_buf_init(slab_size ? slab : NULL, slab_size);
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) s;
  CHECK(buf->base == (slab_size ? slab : NULL));
  got[reads++ % 4] = n;
}

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  peer = pipe_with_peer(&loop, &pipe_end, 0);
  CHECK_OK(uv_read_start(S(&pipe_end), on_alloc, on_read));
}

TEST(stream_read_gives_the_bytes_in_the_users_buffer) {
  start();
  CHECK_EQ(write(peer, "hello", 5), 5);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(reads, 1); /* a short read has emptied the socket: no second one */
  CHECK_EQ(got[0], 5);
  CHECK_MEM(slab, "hello", 5);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_read_without_a_buffer_is_enobufs) {
  start();
  slab_size = 0;
  CHECK_EQ(write(peer, "x", 1), 1);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(reads, 1);
  CHECK_EQ(got[0], UV_ENOBUFS);
  slab_size = sizeof(slab);
  uv_run(&loop, UV_RUN_ONCE); /* nothing is lost, and nothing was stopped */
  CHECK_EQ(got[1], 1);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_read_stops_after_32_full_buffers) {
  char data[100];

  start();
  slab_size = 1;
  memset(data, 'x', sizeof(data));
  CHECK_EQ(write(peer, data, sizeof(data)), sizeof(data));
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(reads, 32);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(reads, 64);
  close(peer);
  stream_close_loop(&loop);
}

/* A signal that came with them is handled after both. */
static void on_signal(uv_signal_t* h, int signum) {
  CHECK_EQ(signum, SIGUSR1);
  CHECK_EQ(reads, 2);
  uv_close(H(h), NULL);
}

TEST(stream_end_behind_data_is_read_in_the_same_turn) {
  uv_signal_t handle;

  start();
  CHECK_OK(uv_signal_init(&loop, &handle));
  CHECK_OK(uv_signal_start(&handle, on_signal, SIGUSR1));
  CHECK_EQ(write(peer, "bye", 3), 3);
  close(peer);
  CHECK_OK(raise(SIGUSR1));
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(reads, 2);
  CHECK_EQ(got[0], 3);
  CHECK_EQ(got[1], UV_EOF);
  stream_close_loop(&loop);
}

TEST(stream_end_stops_reading_and_may_be_read_again) {
  start();
  close(peer);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(reads, 1);
  CHECK_EQ(got[0], UV_EOF);
  CHECK_EQ(uv_is_active(H(&pipe_end)), 0);
  CHECK_EQ(uv_is_readable(S(&pipe_end)), 1);
  CHECK_OK(uv_read_start(S(&pipe_end), on_alloc, on_read));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(reads, 2);
  CHECK_EQ(got[1], UV_EOF);
  stream_close_loop(&loop);
}
