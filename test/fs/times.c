/* utime, futime and lutime set times to the nanosecond, before 1970 too, to now, or not at all. */
#include "files.h"

#include <math.h>

static void expect(const char* path, long sec, long nsec, long tolerance) {
  struct stat s;

  CHECK_OK(lstat(path, &s));
  CHECK_EQ(s.st_mtim.tv_sec, sec);
  CHECK_LE(labs(s.st_mtim.tv_nsec - nsec), tolerance);
}

TEST(utime_keeps_fractions_of_a_second) {
  uv_fs_t req;

  put("f", "");
  CHECK_OK(uv_fs_utime(NULL, &req, "f", 1.5, 1.25, NULL));
  expect("f", 1, 250000000, 0);
  CHECK_OK(uv_fs_utime(NULL, &req, "f", 0, 1e-9, NULL));
  expect("f", 0, 1, 0);
  CHECK_OK(uv_fs_utime(NULL, &req, "f", 0, -0.25, NULL));
  expect("f", -1, 750000000, 0);
  CHECK_OK(uv_fs_utime(NULL, &req, "f", 0, -14245440.25, NULL));
  expect("f", -14245441, 750000000, 0);
  CHECK_OK(uv_fs_utime(NULL, &req, "f", 0, 1.9999999999, NULL)); /* nearer to 2 than to any ns */
  expect("f", 2, 0, 0);
  CHECK_OK(uv_fs_utime(NULL, &req, "f", 0, 1291404900.1, NULL)); /* doubles are coarse out here */
  expect("f", 1291404900, 100000000, 120);
}

TEST(utime_can_mean_now_and_not_at_all) {
  struct stat s;
  uv_fs_t req;

  put("f", "");
  CHECK_OK(uv_fs_utime(NULL, &req, "f", 100, 200, NULL));
  CHECK_OK(uv_fs_utime(NULL, &req, "f", UV_FS_UTIME_NOW, UV_FS_UTIME_OMIT, NULL));
  CHECK_OK(stat("f", &s));
  CHECK_GT(s.st_atim.tv_sec, 1000000000);
  CHECK_EQ(s.st_mtim.tv_sec, 200);
  CHECK_OK(uv_fs_utime(NULL, &req, "f", 100, -UV_FS_UTIME_NOW, NULL));
  CHECK_OK(stat("f", &s));
  CHECK_EQ(s.st_atim.tv_sec, 100);
  CHECK_GT(s.st_mtim.tv_sec, 1000000000);
}

TEST(futime_and_lutime_set_the_file_and_the_link) {
  struct seen f = {0}, l = {0}, u = {0};
  uv_loop_t loop;
  int fd;

  put("f", "");
  CHECK_OK(symlink("f", "l"));
  fd = open("f", O_RDWR);
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_futime(&loop, &f.req, fd, 1, 10.5, see));
  CHECK_OK(uv_fs_lutime(&loop, &l.req, "l", 1, 20.5, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(f.result);
  CHECK_OK(l.result);
  expect("f", 10, 500000000, 0);
  expect("l", 20, 500000000, 0);
  CHECK_OK(uv_fs_utime(&loop, &u.req, "l", 1, 30, see));
  run_and_close(&loop);
  CHECK_OK(u.result);
  expect("f", 30, 0, 0);
  CHECK_OK(close(fd));
}
