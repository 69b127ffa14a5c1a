/* src/fs/device.c: what is known of devices, and how it is found out. */
#include "check.h"

#include "../../../src/fs/device.c"

static struct statx look_at(int fd) {
  struct statx s;

  CHECK_OK(statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &s));
  return s;
}

static enum uv__fs_device known(const struct statx* s) {
  return uv__fs_device_known(s->stx_dev_major, s->stx_dev_minor);
}

/* With statmount() or with statfs(), the verdict is the same. */
static enum uv__fs_device ask(const char* path) {
  uv_fs_t req = {.path = path, .file = -1, .fs_type = UV_FS_STAT};
  int fd = open(path, O_PATH);
  struct statx s = look_at(fd);
  enum uv__fs_device now;

  CHECK_EQ(known(&s), UV__FS_UNKNOWN_DEVICE);
  now = uv__fs_device_find(fd, &s);
  CHECK_EQ(known(&s), now);
  uv__devices[uv__device_slot(uv__device(s.stx_dev_major, s.stx_dev_minor)) - uv__devices] = 0;
  uv__fs_find_device(&req);
  CHECK_NE(known(&s), UV__FS_UNKNOWN_DEVICE);
  if (now != UV__FS_UNKNOWN_DEVICE) /* an old kernel */
    CHECK_EQ(known(&s), now);
  CHECK_OK(close(fd));
  return known(&s);
}

TEST(proc_is_not_taken_for_a_disk) {
  CHECK_EQ(ask("/proc"), UV__FS_OTHER_DEVICE);
}

TEST(memory_is_taken_for_a_disk) {
  struct statfs s;

  if (statfs("/dev/shm", &s) || s.f_type != TMPFS_MAGIC)
    SKIP("no tmpfs at /dev/shm");
  CHECK_EQ(ask("/dev/shm"), UV__FS_LOCAL_DEVICE);
}

TEST(a_pipe_is_asked_about_by_its_descriptor) {
  uv_fs_t req = {.fs_type = UV_FS_FSTAT};
  struct statx s;
  int fds[2];

  CHECK_OK(pipe(fds));
  s = look_at(fds[0]);
  req.file = fds[0];
  uv__fs_find_device(&req);
  CHECK_EQ(known(&s), UV__FS_LOCAL_DEVICE);
  CHECK_OK(close(fds[0]));
  CHECK_OK(close(fds[1]));
}

TEST(devices_in_the_same_slot_do_not_pass_for_each_other) {
  uint64_t a = uv__device(8, 1);
  uint64_t b = uv__device(8, 1 + UV__COUNT(uv__devices));

  CHECK_EQ(uv__device_slot(a), uv__device_slot(b));
  *uv__device_slot(a) = a << 2 | UV__FS_LOCAL_DEVICE;
  CHECK_EQ(uv__fs_device_known(8, 1), UV__FS_LOCAL_DEVICE);
  CHECK_EQ(uv__fs_device_known(8, 1 + UV__COUNT(uv__devices)), UV__FS_UNKNOWN_DEVICE);
}
