/* uv_read_stop() and uv_close() silence a stream at once, from wherever they are called. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_pipe_t pipe_end;
static int peer;
static char slab[1];
static int allocs, reads, in_alloc, by_close;

static void silence(void) {
  if (by_close)
    uv_close(H(&pipe_end), NULL);
  else
    CHECK_OK(uv_read_stop(S(&pipe_end)));
}

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  (void) h;
  (void) suggested;
  allocs++;
  *buf = uv_buf_init(slab, sizeof(slab));
  if (in_alloc)
    silence();
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) s;
  (void) buf;
  CHECK_EQ(n, 1);
  reads++;
  silence();
}

/* Ten bytes and a buffer for one: without the call there would be nine more. */
static void run(void) {
  CHECK_OK(uv_loop_init(&loop));
  peer = pipe_with_peer(&loop, &pipe_end, 0);
  CHECK_EQ(write(peer, "0123456789", 10), 10);
  CHECK_OK(uv_read_start(S(&pipe_end), on_alloc, on_read));
  CHECK_EQ(uv_is_active(H(&pipe_end)), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_is_active(H(&pipe_end)), 0);
  CHECK_EQ(allocs, 1);
  CHECK_EQ(reads, !in_alloc);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_stop_in_the_read_callback_is_the_last_call) {
  run();
}

TEST(stream_close_in_the_read_callback_is_the_last_call) {
  by_close = 1;
  run();
}

TEST(stream_stop_in_the_alloc_callback_reads_nothing) {
  in_alloc = 1;
  run();
}

TEST(stream_close_in_the_alloc_callback_reads_nothing) {
  in_alloc = by_close = 1;
  run();
}

TEST(stream_stop_leaves_the_bytes_for_the_next_start) {
  CHECK_OK(uv_loop_init(&loop));
  peer = pipe_with_peer(&loop, &pipe_end, 0);
  CHECK_EQ(write(peer, "ab", 2), 2);
  for (int i = 0; i < 2; i++) {
    CHECK_OK(uv_read_start(S(&pipe_end), on_alloc, on_read));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(slab[0], "ab"[i]);
  }
  CHECK_OK(uv_read_stop(S(&pipe_end))); /* stopping a stopped stream is harmless */
  close(peer);
  stream_close_loop(&loop);
}
