/* mkdtemp and mkstemp make something new and say its name. */
#include "files.h"

TEST(mkdtemp_makes_a_private_folder) {
  struct seen a = {0};
  struct stat s;
  uv_loop_t loop;
  uv_fs_t b;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_mkdtemp(&loop, &a.req, "dXXXXXX", see));
  run_and_close(&loop);
  CHECK_EQ(a.result, 0);
  CHECK_OK(uv_fs_mkdtemp(NULL, &b, "dXXXXXX", NULL));
  CHECK_EQ(strlen(a.req.path), 7);
  CHECK_NE(strcmp(a.req.path, b.path), 0);
  CHECK_OK(stat(a.req.path, &s));
  CHECK_EQ(s.st_mode, S_IFDIR | 0700);
  uv_fs_req_cleanup(&a.req);
  uv_fs_req_cleanup(&b);
  CHECK_EQ(b.path, NULL);
}

TEST(mkstemp_opens_a_private_file) {
  struct seen a = {0};
  struct stat s;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_mkstemp(&loop, &a.req, "fXXXXXX", see));
  run_and_close(&loop);
  CHECK_GE(a.result, 0);
  CHECK_EQ(fcntl((int) a.result, F_GETFD), FD_CLOEXEC);
  CHECK_OK(stat(a.req.path, &s));
  CHECK_EQ(s.st_mode, S_IFREG | 0600);
  CHECK_OK(close((int) a.result));
  uv_fs_req_cleanup(&a.req);
}

TEST(a_bad_template_is_refused) {
  uv_fs_t req;

  CHECK_EQ(uv_fs_mkdtemp(NULL, &req, "dXXXXX", NULL), UV_EINVAL);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_mkstemp(NULL, &req, "f", NULL), UV_EINVAL);
  CHECK_STR(req.path, "");
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_mkstemp(NULL, &req, "nowhere/fXXXXXX", NULL), UV_ENOENT);
  CHECK_STR(req.path, "");
  uv_fs_req_cleanup(&req);
}
