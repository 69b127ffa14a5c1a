/* src/fs/peek.c: what is answered without waiting. */
#include "check.h"

#include "../../../src/fs/peek.c"

static uv_fs_t request(const char* path) {
  uv_fs_t req = {.path = path, .file = -1, .fs_type = UV_FS_STAT};
  return req;
}

TEST(a_name_on_a_local_device_is_answered) {
  uv_fs_t req = request(".");
  struct statx s;
  int fd = -1;

  if (uv__fs_peek(&req, 0, &s, NULL) == UV_EAGAIN)
    uv__fs_find_device(&req);
  if (uv__fs_device_known(s.stx_dev_major, s.stx_dev_minor) != UV__FS_LOCAL_DEVICE)
    SKIP("the test runs on a file system that is not known as local");
  CHECK_OK(uv__fs_peek(&req, 0, &s, &fd));
  CHECK(S_ISDIR(s.stx_mode));
  CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
  CHECK_OK(close(fd));
  CHECK_OK(uv__fs_peek_again(&req, 0, &s));
  CHECK(S_ISDIR(s.stx_mode));
}

TEST(a_name_on_another_device_is_not_and_is_asked_about_once) {
  uv_fs_t req = request("/proc");
  struct statx s;

  CHECK_EQ(uv__fs_peek(&req, 0, &s, NULL), UV_EAGAIN);
  uv__fs_find_device(&req);
  req.off = 0;
  CHECK_EQ(uv__fs_peek(&req, 0, &s, NULL), UV_EAGAIN);
  CHECK_EQ(uv__fs_peek_again(&req, 0, &s), UV_EAGAIN);
  CHECK_EQ(req.off, 0);
}

TEST(errors_about_the_path_are_final) {
  uv_fs_t req = request("nothing-of-that-name");
  struct statx s;
  struct stat warm;
  int err;

  CHECK_EQ(stat(req.path, &warm), -1); /* now the kernel's cache knows that it is not there */
  err = uv__fs_peek(&req, 0, &s, NULL);
  CHECK(err == UV_ENOENT || err == UV_EAGAIN); /* not every file system keeps such entries */
  CHECK_EQ(uv__fs_peek_again(&req, 0, &s), UV_ENOENT);
  CHECK_EQ(uv__fs_peek_fd(&req, -1, &s), UV_EBADF);
  CHECK_EQ(uv__fs_lookup_error(EIO), UV_EAGAIN);
  CHECK_EQ(uv__fs_lookup_error(EACCES), UV_EACCES);
}
