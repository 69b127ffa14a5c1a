/* A file is opened, read, written and closed, each in a request with a callback or without. */
#include "files.h"

TEST(requests_with_callbacks_open_write_read_and_close) {
  struct seen o = {0}, w = {0}, r = {0}, c = {0};
  char text[16] = "";
  uv_buf_t out = uv_buf_init("hello", 5);
  uv_buf_t in = uv_buf_init(text, sizeof(text));
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_open(&loop, &o.req, "f", O_RDWR | O_CREAT, 0600, see));
  CHECK_EQ(o.calls, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(o.calls, 1);
  CHECK_GE(o.result, 0);
  CHECK_STR(o.req.path, "f");

  CHECK_OK(uv_fs_write(&loop, &w.req, (int) o.result, &out, 1, 0, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(w.result, 5);
  CHECK_OK(uv_fs_read(&loop, &r.req, (int) o.result, &in, 1, 0, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(r.result, 5);
  CHECK_STR(text, "hello");

  CHECK_OK(uv_fs_close(&loop, &c.req, (int) o.result, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(c.result, 0);
  CHECK_EQ(fcntl((int) o.result, F_GETFD), -1);

  uv_fs_req_cleanup(&o.req);
  CHECK_EQ(o.req.path, NULL);
  uv_fs_req_cleanup(&w.req);
  uv_fs_req_cleanup(&r.req);
  uv_fs_req_cleanup(&c.req);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(requests_without_callbacks_need_no_loop) {
  uv_buf_t out = uv_buf_init("hi", 2);
  uv_fs_t req;
  int fd = uv_fs_open(NULL, &req, "f", O_WRONLY | O_CREAT, 0600, NULL);

  CHECK_GE(fd, 0);
  CHECK_EQ(req.result, fd);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_write(NULL, &req, fd, &out, 1, -1, NULL), 2);
  uv_fs_req_cleanup(&req);
  CHECK_OK(uv_fs_close(NULL, &req, fd, NULL));
  uv_fs_req_cleanup(&req);
  CHECK_STR(get("f"), "hi");
}

static void check_cloexec(int fd) {
  CHECK_GE(fd, 0);
  CHECK_EQ(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  CHECK_EQ(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
  CHECK_OK(close(fd));
}

/* Also: no trace is left of the O_NONBLOCK that some ways of opening use. */
TEST(descriptors_are_close_on_exec_and_block) {
  struct seen existing[3] = {0}, made = {0};
  uv_loop_t loop;
  uv_fs_t req;

  put("f", "x");
  CHECK_OK(uv_loop_init(&loop));
  check_cloexec(uv_fs_open(NULL, &req, "f", O_RDONLY, 0, NULL));
  /* The first is done at once, those that wait with it by the ring, where there is one. */
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_fs_open(&loop, &existing[i].req, "f", O_RDONLY, 0, see));
  CHECK_OK(uv_fs_open(&loop, &made.req, "g", O_WRONLY | O_CREAT | O_TRUNC, 0600, see));
  run_and_close(&loop);
  for (int i = 0; i < 3; i++)
    check_cloexec((int) existing[i].result);
  check_cloexec((int) made.result);
}

TEST(closing_a_closed_descriptor_is_reported) {
  struct seen c = {0};
  uv_loop_t loop;
  uv_fs_t req;

  CHECK_EQ(uv_fs_close(NULL, &req, 99, NULL), UV_EBADF);
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_close(&loop, &c.req, 99, see));
  run_and_close(&loop);
  CHECK_EQ(c.result, UV_EBADF);
}
