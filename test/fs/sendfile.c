/* sendfile moves bytes between descriptors, also where the system call of that name will not. */
#include "files.h"

static ssize_t transfer(int out, int in, int64_t at, size_t length) {
  struct seen s = {0};
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_sendfile(&loop, &s.req, out, in, at, length, see));
  run_and_close(&loop);
  CHECK_EQ(s.req.ptr, NULL);
  uv_fs_req_cleanup(&s.req);
  return s.result;
}

TEST(sendfile_copies_from_an_offset_to_the_end) {
  int in, out = open("b", O_WRONLY | O_CREAT, 0600);

  put("a", "0123456789");
  in = open("a", O_RDONLY);
  CHECK_EQ(transfer(out, in, 4, 3), 3);
  CHECK_EQ(transfer(out, in, 8, 1000), 2);
  CHECK_EQ(transfer(out, in, 10, 1000), 0);
  CHECK_STR(get("b"), "45689");
  CHECK_EQ(lseek(in, 0, SEEK_CUR), 0);
  CHECK_OK(close(in));
  CHECK_OK(close(out));
}

/* The kernel refuses O_APPEND. */
TEST(sendfile_appends) {
  int in, out;

  put("a", "0123456789");
  put("b", "x");
  in = open("a", O_RDONLY);
  out = open("b", O_WRONLY | O_APPEND);
  CHECK_EQ(transfer(out, in, 7, 100), 3);
  CHECK_STR(get("b"), "x789");
  CHECK_OK(close(in));
  CHECK_OK(close(out));
}

TEST(sendfile_takes_from_a_pipe_where_there_is_no_offset) {
  int fds[2], out = open("b", O_WRONLY | O_CREAT, 0600);

  CHECK_OK(pipe(fds));
  CHECK_EQ(write(fds[1], "piped", 5), 5);
  CHECK_OK(close(fds[1]));
  ssize_t n = transfer(out, fds[0], 0, 100);
  if (n != UV_ESPIPE) { /* what the system call itself says of a pipe differs between kernels */
    CHECK_EQ(n, 5);
    CHECK_STR(get("b"), "piped");
  }
  CHECK_OK(close(fds[0]));
  CHECK_OK(close(out));
}

TEST(sendfile_reports_bad_descriptors) {
  int in;

  put("a", "x");
  in = open("a", O_RDONLY);
  CHECK_EQ(transfer(99, in, 0, 1), UV_EBADF);
  CHECK_EQ(transfer(in, 99, 0, 1), UV_EBADF);
  CHECK_OK(close(in));
}
