/* Callbacks that another part of the library makes in the pending and close phases count there. */
#include "tracing.h"

static int wrote;
static int closed;
static int connected;

static void on_write(uv_write_t* req, int status) {
  CHECK_EQ(status, UV_ECANCELED);
  wrote++;
}

static void on_close(uv_handle_t* handle) {
  closed++;
}

static void on_connect(uv_connect_t* req, int status) {
  CHECK_EQ(status, UV_ENOENT);
  connected++;
}

TEST(cancelled_writes_count_in_the_close_phase) {
  static char bytes[1 << 20];
  uv_buf_t buf = uv_buf_init(bytes, sizeof(bytes));
  uv_write_t reqs[8];
  uv_file fds[2];
  uv_loop_t loop;
  uv_pipe_t pipe;
  uv_fs_t req;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe(fds, 0, 0));
  CHECK_OK(uv_pipe_init(&loop, &pipe, 0));
  CHECK_OK(uv_pipe_open(&pipe, fds[1]));
  for (int i = 0; i < 8; i++)
    CHECK_OK(uv_write(&reqs[i], (uv_stream_t*) &pipe, &buf, 1, on_write));
  uv_close((uv_handle_t*) &pipe, on_close);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(wrote, 8);
  CHECK_EQ(closed, 1);

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_EQ(c.phases[UV_TRACE_CLOSE].callbacks, 9);
  CHECK_EQ(c.phases[UV_TRACE_POLL].callbacks, 0);
  CHECK_OK(uv_fs_close(NULL, &req, fds[0], NULL));
  CHECK_OK(uv_loop_close(&loop));
}

TEST(a_connect_that_failed_at_once_counts_in_the_pending_phase) {
  uv_connect_t req;
  uv_loop_t loop;
  uv_pipe_t pipe;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe_init(&loop, &pipe, 0));
  uv_pipe_connect(&req, &pipe, "nobody-listens-here", on_connect);
  CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 0);
  CHECK_EQ(connected, 1);

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_EQ(c.phases[UV_TRACE_PENDING].callbacks, 1);
  CHECK_EQ(c.phases[UV_TRACE_POLL].callbacks, 0);
  uv_close((uv_handle_t*) &pipe, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}
