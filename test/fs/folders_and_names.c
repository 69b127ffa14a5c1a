/* mkdir, rmdir, link, symlink, readlink, realpath, rename, unlink, access, chmod, chown. */
#include "files.h"

#include <limits.h>

static uv_loop_t loop;

/* A request whose callback sees this result. */
#define EXPECT(expected, call)     \
  do {                             \
    struct seen s = {0};           \
    uv_fs_t* req = &s.req;         \
    uv_fs_cb cb = see;             \
    CHECK_OK(uv_loop_init(&loop)); \
    CHECK_OK(call);                \
    run_and_close(&loop);          \
    CHECK_EQ(s.result, expected);  \
    uv_fs_req_cleanup(req);        \
  } while (0)

TEST(folders_are_made_and_removed) {
  struct stat s;

  umask(0);
  EXPECT(0, uv_fs_mkdir(&loop, req, "d", 0711, cb));
  CHECK_OK(stat("d", &s));
  CHECK_EQ(s.st_mode, S_IFDIR | 0711);
  EXPECT(UV_EEXIST, uv_fs_mkdir(&loop, req, "d", 0711, cb));
  put("d/f", "");
  EXPECT(UV_ENOTEMPTY, uv_fs_rmdir(&loop, req, "d", cb));
  EXPECT(0, uv_fs_unlink(&loop, req, "d/f", cb));
  EXPECT(0, uv_fs_rmdir(&loop, req, "d", cb));
  EXPECT(UV_ENOENT, uv_fs_rmdir(&loop, req, "d", cb));
}

TEST(names_are_given_and_taken) {
  put("a", "text");
  EXPECT(0, uv_fs_link(&loop, req, "a", "b", cb));
  EXPECT(UV_EEXIST, uv_fs_link(&loop, req, "a", "b", cb));
  EXPECT(0, uv_fs_symlink(&loop, req, "b", "c", UV_FS_SYMLINK_DIR, cb));
  EXPECT(0, uv_fs_rename(&loop, req, "b", "d", cb));
  CHECK(!exists("b"));
  EXPECT(0, uv_fs_rename(&loop, req, "d", "b", cb));
  CHECK_STR(get("c"), "text");
  EXPECT(0, uv_fs_unlink(&loop, req, "a", cb));
  EXPECT(UV_ENOENT, uv_fs_unlink(&loop, req, "a", cb));
}

TEST(links_of_any_length_are_read) {
  static char target[4000];
  uv_fs_t req;

  for (size_t len = 1; len < sizeof(target); len = len * 2 + 1) {
    struct seen s = {0};
    memset(target, 'x', len);
    target[len] = '\0';
    unlink("l");
    CHECK_OK(symlink(target, "l"));
    CHECK_OK(uv_loop_init(&loop));
    CHECK_OK(uv_fs_readlink(&loop, &s.req, "l", see));
    run_and_close(&loop);
    CHECK_EQ(s.result, 0);
    CHECK_STR(s.req.ptr, target);
    uv_fs_req_cleanup(&s.req);
    CHECK_EQ(s.req.ptr, NULL);
  }
  put("file", "");
  CHECK_EQ(uv_fs_readlink(NULL, &req, "file", NULL), UV_EINVAL);
  CHECK_EQ(req.ptr, NULL);
  CHECK_OK(uv_fs_readlink(NULL, &req, "/proc/self/exe", NULL));
  CHECK_STR(req.ptr, check_self());
  uv_fs_req_cleanup(&req);
}

TEST(realpath_follows_every_link) {
  struct seen s = {0}, bad = {0};
  char cwd[PATH_MAX], expected[PATH_MAX + 8];

  put("file", "");
  CHECK_OK(symlink("file", "one"));
  CHECK_OK(symlink("./one", "two"));
  CHECK_NE(getcwd(cwd, sizeof(cwd)), NULL);
  snprintf(expected, sizeof(expected), "%s/file", cwd);
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_realpath(&loop, &s.req, "two", see));
  CHECK_OK(uv_fs_realpath(&loop, &bad.req, "three", see));
  run_and_close(&loop);
  CHECK_EQ(s.result, 0);
  CHECK_STR(s.req.ptr, expected);
  CHECK_EQ(bad.result, UV_ENOENT);
  CHECK_EQ(bad.req.ptr, NULL);
  uv_fs_req_cleanup(&s.req);
  uv_fs_req_cleanup(&bad.req);
}

TEST(modes_are_changed_and_asked) {
  struct stat s;
  int fd;

  put("f", "");
  fd = open("f", O_RDWR);
  for (int i = 0; i < 2; i++) { /* the first question about a device goes another way */
    EXPECT(0, uv_fs_chmod(&loop, req, "f", 0640, cb));
    EXPECT(0, uv_fs_access(&loop, req, "f", R_OK | W_OK, cb));
    EXPECT(UV_EACCES, uv_fs_access(&loop, req, "f", X_OK, cb));
    EXPECT(0, uv_fs_fchmod(&loop, req, fd, 0755, cb));
    EXPECT(0, uv_fs_access(&loop, req, "f", X_OK, cb));
    EXPECT(UV_EINVAL, uv_fs_access(&loop, req, "f", 0x100, cb));
  }
  CHECK_OK(stat("f", &s));
  CHECK_EQ(s.st_mode & 07777, 0755);
  CHECK_OK(close(fd));
}

TEST(owners_are_changed) {
  int fd;

  put("f", "");
  CHECK_OK(symlink("nothing", "l"));
  fd = open("f", O_RDWR);
  EXPECT(0, uv_fs_chown(&loop, req, "f", (uv_uid_t) -1, getegid(), cb));
  EXPECT(0, uv_fs_fchown(&loop, req, fd, (uv_uid_t) -1, (uv_gid_t) -1, cb));
  EXPECT(0, uv_fs_lchown(&loop, req, "l", geteuid(), (uv_gid_t) -1, cb));
  EXPECT(UV_ENOENT, uv_fs_chown(&loop, req, "l", geteuid(), (uv_gid_t) -1, cb));
  CHECK_OK(close(fd));
}
