/* The errors of open() and stat() are those of the system, whichever way the request went. */
#include "files.h"

#include <sys/wait.h>

static void expect(const char* path, int error) {
  struct seen o = {0}, s = {0}, l = {0}, a = {0};
  uv_loop_t loop;
  uv_fs_t req;

  CHECK_EQ(uv_fs_open(NULL, &req, path, O_RDONLY, 0, NULL), error);
  CHECK_EQ(uv_fs_get_system_error(&req), -error);
  CHECK_EQ(uv_fs_stat(NULL, &req, path, NULL), error);
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_open(&loop, &o.req, path, O_RDONLY, 0, see));
  CHECK_OK(uv_fs_stat(&loop, &s.req, path, see));
  CHECK_OK(uv_fs_access(&loop, &a.req, path, R_OK, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(o.result, error);
  CHECK_EQ(s.result, error);
  CHECK_EQ(s.req.ptr, NULL);
  CHECK_EQ(a.result, error);
  if (error != UV_ELOOP) { /* lstat does not follow the last name */
    CHECK_OK(uv_fs_lstat(&loop, &l.req, path, see));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(l.result, error);
  }
  uv_fs_req_cleanup(&o.req);
  uv_fs_req_cleanup(&s.req);
  uv_fs_req_cleanup(&l.req);
  uv_fs_req_cleanup(&a.req);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(missing_names_and_wrong_kinds_are_told_apart) {
  char long_name[5000];

  memset(long_name, 'a', sizeof(long_name) - 1);
  long_name[sizeof(long_name) - 1] = '\0';
  put("file", "");
  CHECK_OK(symlink("loop", "loop"));

  expect("nothing", UV_ENOENT);
  expect("", UV_ENOENT);
  expect("file/below", UV_ENOTDIR);
  expect("loop", UV_ELOOP);
  expect(long_name, UV_ENAMETOOLONG);
  expect("nothing", UV_ENOENT); /* again: now the kernel has it in its cache */
}

TEST(open_for_writing_a_folder_is_refused) {
  struct seen o = {0}, x = {0};
  uv_loop_t loop;

  put("file", "");
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_open(&loop, &o.req, ".", O_WRONLY, 0, see));
  CHECK_OK(uv_fs_open(&loop, &x.req, "file", O_WRONLY | O_CREAT | O_EXCL, 0600, see));
  run_and_close(&loop);
  CHECK_EQ(o.result, UV_EISDIR);
  CHECK_EQ(x.result, UV_EEXIST);
}

/* In a child: a process that has given up root cannot be looked into by leak checkers. */
TEST(open_without_permission_is_refused) {
  int status;
  pid_t pid;

  put("secret", "");
  CHECK_OK(chmod("secret", 0));
  pid = fork();
  if (pid == 0) {
    struct seen o = {0};
    uv_loop_t loop;

    if (geteuid() == 0 && (setegid(65534) || seteuid(65534)))
      _exit(77);
    CHECK_OK(uv_loop_init(&loop));
    CHECK_OK(uv_fs_open(&loop, &o.req, "secret", O_RDONLY, 0, see));
    run_and_close(&loop);
    CHECK_EQ(o.result, UV_EACCES);
    _exit(0);
  }
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
    SKIP("cannot give up root");
  CHECK_EQ(status, 0);
}
