/* Another event loop may poll the backend descriptor and run this one when it is readable: it is
 * told of what was begun meanwhile, and it is not told again of what nobody wants. */
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

static uv_loop_t loop;
static uv_timer_t timer;
static int calls;

static void never(uv_timer_t* t) {
  (void) t;
  CHECK(!"called");
}

static int readable(int timeout) {
  struct pollfd p = {.fd = uv_backend_fd(&loop), .events = POLLIN};
  return poll(&p, 1, timeout);
}

static void begin(void) {
  CHECK_OK(uv_loop_init(&loop));
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, never, 1000000, 0); /* keeps the loop alive */
}

static void finish(void) {
  uv_close((uv_handle_t*) &timer, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

static void give(uv_handle_t* h, size_t size, uv_buf_t* buf) {
  static char room[16];
  (void) h;
  (void) size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) s;
  (void) n;
  (void) buf;
  calls++;
}

TEST(a_stream_that_reads_no_more_does_not_keep_an_outer_poller_busy) {
  uv_pipe_t pipe;
  int pair[2];

  begin();
  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  CHECK_OK(uv_pipe_init(&loop, &pipe, 0));
  CHECK_OK(uv_pipe_open(&pipe, pair[0]));
  CHECK_OK(uv_read_start((uv_stream_t*) &pipe, give, on_read));
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_OK(uv_read_stop((uv_stream_t*) &pipe));
  CHECK_EQ(write(pair[1], "x", 1), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(readable(0), 0);
  CHECK_EQ(calls, 0);

  CHECK_OK(uv_read_start((uv_stream_t*) &pipe, give, on_read));
  CHECK_EQ(readable(10000), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 1);
  uv_close((uv_handle_t*) &pipe, NULL);
  finish();
  close(pair[1]);
}

static void on_fs(uv_fs_t* req) {
  CHECK_GE(req->result, 0);
  calls++;
}

static void expect_call(uv_fs_t* req) {
  int before = calls;
  while (calls == before) {
    CHECK_EQ(readable(10000), 1); /* whatever uv_backend_timeout() said before */
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  uv_fs_req_cleanup(req);
}

TEST(a_file_request_begun_outside_of_the_loop_wakes_an_outer_poller) {
  uv_fs_t req;
  uv_buf_t buf;
  char room[8];

  begin();
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_OK(uv_fs_open(&loop, &req, "/proc/self/exe", O_RDONLY, 0, on_fs));
  expect_call(&req);
  int fd = (int) req.result;
  buf = uv_buf_init(room, sizeof(room));
  CHECK_OK(uv_fs_read(&loop, &req, fd, &buf, 1, 0, on_fs));
  expect_call(&req);
  CHECK_OK(uv_fs_fstat(&loop, &req, fd, on_fs));
  expect_call(&req);
  CHECK_OK(uv_fs_close(&loop, &req, fd, on_fs));
  expect_call(&req);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(readable(0), 0);
  finish();
}
