/* Requests on pipes wait for the other side without holding up the loop. */
#include "files.h"

static int fds[2];
static int ticks;

static void on_tick(uv_timer_t* t) {
  ticks++;
  if (t->data != NULL)
    CHECK_EQ(write(fds[1], t->data, strlen(t->data)), strlen(t->data));
  uv_close((uv_handle_t*) t, NULL);
}

TEST(a_read_of_an_empty_pipe_waits_for_data) {
  struct seen r = {0};
  char text[16] = "";
  uv_buf_t buf = uv_buf_init(text, sizeof(text));
  uv_timer_t timer = {.data = "later"};
  uv_loop_t loop;

  CHECK_OK(pipe(fds));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_read(&loop, &r.req, fds[0], &buf, 1, -1, see));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_tick, 10, 0));
  run_and_close(&loop);
  CHECK_EQ(ticks, 1);
  CHECK_EQ(r.result, 5);
  CHECK_STR(text, "later");
  CHECK_OK(close(fds[0]));
  CHECK_OK(close(fds[1]));
}

static void drain(void* arg) {
  char chunk[4096];
  size_t left = *(size_t*) arg;

  while (left > 0) {
    ssize_t n = read(fds[0], chunk, sizeof(chunk));
    CHECK_GT(n, 0);
    left -= (size_t) n;
  }
}

/* Whatever fits is taken; the rest waits for the reader. */
TEST(a_write_larger_than_a_pipe_is_written_wholly) {
  static char data[300000];
  size_t size = sizeof(data);
  struct seen w = {0};
  uv_buf_t bufs[3] = {uv_buf_init(data, 100), uv_buf_init(data, sizeof(data) - 300),
                      uv_buf_init(data, 200)};
  uv_thread_t reader;
  uv_loop_t loop;

  CHECK_OK(pipe(fds));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_write(&loop, &w.req, fds[1], bufs, 3, -1, see));
  CHECK_OK(uv_thread_create(&reader, drain, &size));
  run_and_close(&loop);
  CHECK_OK(uv_thread_join(&reader));
  CHECK_EQ(w.result, size);
  CHECK_OK(close(fds[0]));
  CHECK_OK(close(fds[1]));
}

TEST(a_full_pipe_that_may_not_block_takes_what_fits) {
  static char data[300000];
  struct seen w = {0}, full = {0}, r = {0};
  uv_buf_t buf = uv_buf_init(data, sizeof(data));
  uv_loop_t loop;

  CHECK_OK(pipe2(fds, O_NONBLOCK));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_read(&loop, &r.req, fds[0], &buf, 1, -1, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(r.result, UV_EAGAIN);
  CHECK_OK(uv_fs_write(&loop, &w.req, fds[1], &buf, 1, -1, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_GT(w.result, 0);
  CHECK_LT(w.result, sizeof(data));
  CHECK_OK(uv_fs_write(&loop, &full.req, fds[1], &buf, 1, -1, see));
  run_and_close(&loop);
  CHECK_EQ(full.result, UV_EAGAIN);
  CHECK_OK(close(fds[0]));
  CHECK_OK(close(fds[1]));
}

TEST(positions_mean_nothing_to_a_pipe) {
  struct seen r = {0};
  char c;
  uv_buf_t buf = uv_buf_init(&c, 1);
  uv_loop_t loop;

  CHECK_OK(pipe(fds));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_read(&loop, &r.req, fds[0], &buf, 1, 0, see));
  run_and_close(&loop);
  CHECK_EQ(r.result, UV_ESPIPE);
  CHECK_OK(close(fds[0]));
  CHECK_OK(close(fds[1]));
}
