/* A request keeps its own copies of its arguments; a refused one leaves nothing behind. */
#include "files.h"

/* Both the names that fit into the request and those that do not. */
static void check_copies(size_t len) {
  struct seen s = {0}, r = {0};
  char from[300], to[300], scratch[300];
  uv_loop_t loop;

  memset(from, 'a', len);
  memset(to, 'b', len);
  from[len] = to[len] = '\0';
  put(from, "x");
  CHECK_OK(uv_loop_init(&loop));

  strcpy(scratch, from);
  CHECK_OK(uv_fs_chmod(&loop, &s.req, scratch, 0600, see));
  memset(scratch, 'z', sizeof(scratch));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(s.result);
  CHECK_STR(s.req.path, from);
  uv_fs_req_cleanup(&s.req);
  CHECK_EQ(s.req.path, NULL);

  strcpy(scratch, from);
  CHECK_OK(uv_fs_rename(&loop, &r.req, scratch, to, see));
  memset(scratch, 'z', sizeof(scratch));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(r.result);
  CHECK(exists(to));
  uv_fs_req_cleanup(&r.req);
  uv_fs_req_cleanup(&r.req); /* once too often does no harm */
  CHECK_OK(uv_loop_close(&loop));
}

TEST(paths_are_copied_at_the_call) {
  check_copies(1);
  check_copies(31);
  check_copies(63);
  check_copies(64);
  check_copies(250);
}

TEST(the_list_of_buffers_is_copied_at_the_call) {
  for (unsigned n = 1; n <= 9; n += 4) {
    struct seen r = {0};
    char text[16] = "";
    uv_buf_t bufs[9];
    uv_loop_t loop;
    int fd;

    put("f", "123456789");
    fd = open("f", O_RDONLY);
    for (unsigned i = 0; i < n; i++)
      bufs[i] = uv_buf_init(text + i, 1);
    CHECK_OK(uv_loop_init(&loop));
    CHECK_OK(uv_fs_read(&loop, &r.req, fd, bufs, n, 0, see));
    memset(bufs, 0, sizeof(bufs));
    run_and_close(&loop);
    CHECK_EQ(r.result, n);
    CHECK_MEM(text, "123456789", n);
    CHECK_EQ(r.req.bufs, NULL);
    CHECK_OK(close(fd));
  }
}

TEST(refused_calls_leave_nothing_active) {
  struct seen s = {0};
  uv_buf_t buf = uv_buf_init(NULL, 0);
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_fs_read(&loop, &s.req, 0, NULL, 1, 0, see), UV_EINVAL);
  CHECK_EQ(s.req.bufs, NULL);
  CHECK_EQ(uv_fs_write(&loop, &s.req, 0, &buf, 0, 0, see), UV_EINVAL);
  CHECK_EQ(s.req.new_path, NULL);
  CHECK_EQ(uv_fs_open(&loop, &s.req, NULL, 0, 0, see), UV_EINVAL);
  CHECK_EQ(uv_fs_rename(&loop, &s.req, "a", NULL, see), UV_EINVAL);
  CHECK_EQ(uv_fs_copyfile(&loop, &s.req, "a", "b", 64, see), UV_EINVAL);
  CHECK_EQ(uv_fs_readdir(&loop, &s.req, NULL, see), UV_EINVAL);
  CHECK_EQ(uv_fs_closedir(&loop, &s.req, NULL, see), UV_EINVAL);
  CHECK_EQ(uv_fs_mkdtemp(&loop, &s.req, NULL, see), UV_EINVAL);
  CHECK_EQ(uv_fs_stat(NULL, &s.req, ".", see), UV_EINVAL);
  CHECK_EQ(uv_fs_stat(&loop, NULL, ".", see), UV_EINVAL);
  uv_fs_req_cleanup(&s.req);
  uv_fs_req_cleanup(NULL);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(s.calls, 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(a_request_tells_its_type_and_result) {
  uv_fs_t req;

  CHECK_OK(uv_fs_lstat(NULL, &req, ".", NULL));
  CHECK_EQ(uv_req_get_type((uv_req_t*) &req), UV_FS);
  CHECK_EQ(uv_fs_get_type(&req), UV_FS_LSTAT);
  CHECK_EQ(uv_fs_get_result(&req), 0);
  CHECK_EQ(uv_fs_get_ptr(&req), uv_fs_get_statbuf(&req));
  CHECK_STR(uv_fs_get_path(&req), ".");
  uv_fs_req_cleanup(&req);
}
