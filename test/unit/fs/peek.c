/* src/fs/peek.c: what is answered without waiting, and on which devices. */
#include "check.h"

#include "../../../src/fs/peek.c"

static uint64_t device_of(const struct statx* s) {
  return uv__device(s->stx_dev_major, s->stx_dev_minor);
}

static uv_fs_t request(const char* path) {
  uv_fs_t req = {.path = path, .file = -1, .fs_type = UV_FS_STAT};
  return req;
}

TEST(an_unknown_device_is_asked_about_first) {
  uv_fs_t req = request(".");
  struct statx s;
  int fd = -1;

  memset(uv__devices, 0, sizeof(uv__devices));
  CHECK_EQ(uv__fs_peek(&req, 0, &s, NULL), UV_EAGAIN);
  CHECK_EQ(req.off, UV__FS_ASK_DEVICE);
  uv__fs_ask_device(&req);
  if (uv__device_known(device_of(&s)) != LOCAL)
    SKIP("the test runs on a file system that is not known as local");
  CHECK_OK(uv__fs_peek(&req, 0, &s, &fd));
  CHECK(S_ISDIR(s.stx_mode));
  CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
  CHECK_OK(close(fd));
}

TEST(a_device_that_is_not_local_is_never_trusted) {
  uv_fs_t req = request("/proc");
  struct stat warm;
  struct statx s;

  CHECK_OK(stat(req.path, &warm));
  memset(uv__devices, 0, sizeof(uv__devices));
  CHECK_EQ(uv__fs_peek(&req, 0, &s, NULL), UV_EAGAIN);
  uv__fs_ask_device(&req);
  CHECK_EQ(uv__device_known(device_of(&s)), OTHER);
  req.off = 0;
  CHECK_EQ(uv__fs_peek(&req, 0, &s, NULL), UV_EAGAIN);
  CHECK_EQ(req.off, 0); /* and not asked about again */
}

TEST(devices_in_the_same_slot_do_not_pass_for_each_other) {
  uint64_t a = uv__device(8, 1);
  uint64_t b = uv__device(8, 1 + UV__COUNT(uv__devices));

  CHECK_EQ(uv__device_slot(a), uv__device_slot(b));
  *uv__device_slot(a) = a << 2 | LOCAL;
  CHECK(uv__fs_device_is_local(8, 1));
  CHECK_EQ(uv__device_known(b), UNKNOWN);
}

TEST(errors_about_the_path_are_final) {
  uv_fs_t req = request("nothing-of-that-name");
  struct statx s;
  struct stat warm;
  int err;

  CHECK_EQ(stat(req.path, &warm), -1); /* now the kernel's cache knows that it is not there */
  err = uv__fs_peek(&req, 0, &s, NULL);
  CHECK(err == UV_ENOENT || err == UV_EAGAIN); /* not every file system keeps such entries */
  req.path = NULL;
  req.file = -1;
  CHECK_EQ(uv__fs_peek_fd(&req, &s), UV_EBADF);
}
