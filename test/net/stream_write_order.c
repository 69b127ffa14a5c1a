/* Writing: into the kernel inside the call, called back in the pending phase (B3.2), in order. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_pipe_t pipe_end;
static uv_write_t reqs[8];
static int peer, inside, called, phase_checks;
static char text[16];

static void on_write(uv_write_t* req, int status) {
  CHECK_OK(status);
  CHECK_EQ(inside, 0);
  CHECK(req->handle == S(&pipe_end));
  CHECK(req == &reqs[called]);
  called++;
}

static void on_prepare(uv_prepare_t* h) {
  if (phase_checks++ == 0)
    CHECK_EQ(called, 1); /* pending comes before prepare */
  uv_prepare_stop(h);
}

static void write_one(int i, const char* s) {
  uv_buf_t buf = uv_buf_init((char*) s, strlen(s));

  inside = 1;
  CHECK_OK(uv_write(&reqs[i], S(&pipe_end), &buf, 1, on_write));
  inside = 0;
}

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  peer = pipe_with_peer(&loop, &pipe_end, 0);
}

TEST(stream_write_is_out_when_the_call_returns) {
  uv_prepare_t prepare;

  start();
  write_one(0, "abc");
  CHECK_EQ(uv_stream_get_write_queue_size(S(&pipe_end)), 0);
  CHECK_EQ(recv(peer, text, sizeof(text), MSG_DONTWAIT), 3);
  CHECK_MEM(text, "abc", 3);
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_OK(uv_prepare_init(&loop, &prepare));
  CHECK_OK(uv_prepare_start(&prepare, on_prepare));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  CHECK_EQ(phase_checks, 1);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_writes_are_called_back_in_order) {
  start();
  for (int i = 0; i < 8; i++)
    write_one(i, i % 2 ? "" : "xy"); /* empty ones, too */
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 8);
  CHECK_EQ(drain(peer), 8);
  close(peer);
  stream_close_loop(&loop);
}

static void on_write_again(uv_write_t* req, int status) {
  uv_buf_t buf = uv_buf_init("z", 1);

  CHECK_OK(status);
  if (++called < 10000)
    CHECK_OK(uv_write(req, S(&pipe_end), &buf, 1, on_write_again));
  if (called % 100 == 0)
    drain(peer);
}

TEST(stream_write_in_a_write_callback_does_not_keep_the_loop) {
  uv_buf_t buf = uv_buf_init("z", 1);

  start();
  CHECK_OK(uv_write(&reqs[0], S(&pipe_end), &buf, 1, on_write_again));
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_LT(called, 50); /* so other handles get their turn */
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 10000);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_write_takes_more_buffers_than_the_kernel_does_at_once) {
  enum { COUNT = 2500 };
  static uv_buf_t bufs[COUNT];

  start();
  for (int i = 0; i < COUNT; i++)
    bufs[i] = uv_buf_init("12" + i % 2, i % 3 == 0 ? 0 : 1);
  CHECK_OK(uv_write(&reqs[0], S(&pipe_end), bufs, COUNT, on_write));
  memset(bufs, 0xff, sizeof(bufs)); /* the array may go when the call returns */
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  CHECK_EQ(drain(peer), COUNT - (COUNT + 2) / 3);
  close(peer);
  stream_close_loop(&loop);
}

TEST(stream_write_without_a_callback_is_fine) {
  uv_buf_t buf = uv_buf_init("q", 1);

  start();
  CHECK_OK(uv_write(&reqs[0], S(&pipe_end), &buf, 1, NULL));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(drain(peer), 1);
  close(peer);
  stream_close_loop(&loop);
}
