/* stat, lstat, fstat and statfs say what the system says. */
#include "files.h"

#include <sys/sysmacros.h>
#include <sys/vfs.h>

static void same(const uv_stat_t* a, const struct stat* b) {
  CHECK_EQ(a->st_dev, b->st_dev);
  CHECK_EQ(a->st_mode, b->st_mode);
  CHECK_EQ(a->st_nlink, b->st_nlink);
  CHECK_EQ(a->st_uid, b->st_uid);
  CHECK_EQ(a->st_gid, b->st_gid);
  CHECK_EQ(a->st_rdev, b->st_rdev);
  CHECK_EQ(a->st_ino, b->st_ino);
  CHECK_EQ(a->st_size, b->st_size);
  CHECK_EQ(a->st_blksize, b->st_blksize);
  CHECK_EQ(a->st_blocks, b->st_blocks);
  CHECK_EQ(a->st_mtim.tv_sec, b->st_mtim.tv_sec);
  CHECK_EQ(a->st_mtim.tv_nsec, b->st_mtim.tv_nsec);
  CHECK_EQ(a->st_ctim.tv_sec, b->st_ctim.tv_sec);
  CHECK_EQ(a->st_ctim.tv_nsec, b->st_ctim.tv_nsec);
  CHECK_EQ(a->st_flags, 0);
  CHECK_EQ(a->st_gen, 0);
}

static void compare(const char* path, int follow) {
  int (*ask)(uv_loop_t*, uv_fs_t*, const char*, uv_fs_cb) = follow ? uv_fs_stat : uv_fs_lstat;
  struct stat expected;
  uv_loop_t loop;
  uv_fs_t sync;

  CHECK_OK(follow ? stat(path, &expected) : lstat(path, &expected));
  CHECK_OK(ask(NULL, &sync, path, NULL));
  CHECK_EQ(sync.ptr, &sync.statbuf);
  same(&sync.statbuf, &expected);
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++) { /* the first one may go another way than the rest */
    struct seen s = {0};
    CHECK_OK(ask(&loop, &s.req, path, see));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_OK(s.result);
    CHECK_EQ(s.req.ptr, &s.req.statbuf);
    CHECK_STR(s.req.path, path);
    same(&s.req.statbuf, &expected);
    uv_fs_req_cleanup(&s.req);
    CHECK_EQ(s.req.ptr, NULL);
  }
  CHECK_OK(uv_loop_close(&loop));
}

TEST(stat_and_lstat_agree_with_the_system) {
  put("file", "12345");
  CHECK_OK(mkdir("dir", 0700));
  CHECK_OK(symlink("file", "link"));
  CHECK_OK(mkfifo("fifo", 0600));

  compare("file", 1);
  compare("dir/", 1);
  compare("link", 1);
  compare("link", 0);
  compare("fifo", 1);
  compare(".", 0);
  compare("/dev/null", 1);
  compare("/proc/self/status", 1);
}

static ssize_t ask(uv_loop_t* loop, uv_fs_t* req) {
  struct seen s = {0};

  CHECK_OK(uv_fs_stat(loop, &s.req, "file", see));
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  *req = s.req;
  return s.result;
}

/* However recent the last answer is, the next one is new. */
TEST(what_changes_between_two_stats_is_seen) {
  uv_loop_t loop;
  uv_fs_t req;

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 1; i < 20; i++) {
    CHECK_EQ(ask(&loop, &req), UV_ENOENT);
    put_bytes("file", &loop, (size_t) i);
    CHECK_OK(ask(&loop, &req));
    CHECK_EQ(req.statbuf.st_size, i);
    CHECK_OK(unlink("file"));
    CHECK_OK(mkdir("file", 0700));
    CHECK_OK(ask(&loop, &req));
    CHECK(S_ISDIR(req.statbuf.st_mode));
    CHECK_OK(rmdir("file"));
  }
  CHECK_OK(uv_loop_close(&loop));
}

TEST(fstat_agrees_with_the_system) {
  struct stat expected;
  uv_loop_t loop;
  int fds[2], fd;

  put("file", "12345");
  fd = open("file", O_RDONLY);
  CHECK_OK(pipe(fds));
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 4; i++) {
    struct seen s = {0};
    int which = i % 2 ? fds[0] : fd;
    CHECK_OK(fstat(which, &expected));
    CHECK_OK(uv_fs_fstat(&loop, &s.req, which, see));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_OK(s.result);
    same(&s.req.statbuf, &expected);
  }
  CHECK_OK(close(fd));
  CHECK_OK(close(fds[0]));
  CHECK_OK(close(fds[1]));

  struct seen bad = {0};
  CHECK_OK(uv_fs_fstat(&loop, &bad.req, fd, see));
  run_and_close(&loop);
  CHECK_EQ(bad.result, UV_EBADF);
}

TEST(a_new_file_was_born_when_it_changed_last) {
  uv_fs_t req;

  put("file", "");
  CHECK_OK(uv_fs_stat(NULL, &req, "file", NULL));
  if (req.statbuf.st_birthtim.tv_sec == 0)
    SKIP("this file system keeps no time of birth");
  CHECK_EQ(req.statbuf.st_birthtim.tv_sec, req.statbuf.st_ctim.tv_sec);
}

TEST(statfs_agrees_with_the_system) {
  struct seen s = {0};
  struct statfs expected;
  uv_statfs_t* got;
  uv_loop_t loop;

  CHECK_OK(statfs(".", &expected));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_statfs(&loop, &s.req, ".", see));
  run_and_close(&loop);
  CHECK_OK(s.result);
  got = s.req.ptr;
  CHECK_EQ(got->f_type, expected.f_type);
  CHECK_EQ(got->f_bsize, expected.f_bsize);
  CHECK_EQ(got->f_frsize, expected.f_frsize);
  CHECK_EQ(got->f_blocks, expected.f_blocks);
  CHECK_EQ(got->f_files, expected.f_files);
  uv_fs_req_cleanup(&s.req);
  CHECK_EQ(s.req.ptr, NULL);
}
