/* copyfile copies content and mode, or leaves nothing behind. */
#include "files.h"

#include <signal.h>
#include <sys/resource.h>

static int copy(const char* from, const char* to, int flags) {
  struct seen s = {0};
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_copyfile(&loop, &s.req, from, to, flags, see));
  run_and_close(&loop);
  uv_fs_req_cleanup(&s.req);
  return (int) s.result;
}

TEST(copyfile_copies_content_and_mode) {
  struct stat s;

  umask(077);
  put("a", "content");
  CHECK_OK(chmod("a", 0754));
  CHECK_OK(copy("a", "b", 0));
  CHECK_STR(get("b"), "content");
  CHECK_OK(stat("b", &s));
  CHECK_EQ(s.st_mode, S_IFREG | 0754);

  put("a", "");
  CHECK_OK(copy("a", "b", UV_FS_COPYFILE_FICLONE)); /* overwrites, and shortens */
  CHECK_STR(get("b"), "");
}

TEST(copyfile_copies_a_large_file) {
  enum { SIZE = 5 << 20 };
  char* data = malloc(SIZE);
  char* back = malloc(SIZE);
  int fd;

  for (int i = 0; i < SIZE; i++)
    data[i] = (char) (i * 17 >> 4);
  put_bytes("a", data, SIZE);
  CHECK_OK(copy("a", "b", 0));
  fd = open("b", O_RDONLY);
  CHECK_EQ(read(fd, back, SIZE), SIZE);
  CHECK_EQ(read(fd, back, 1), 0);
  CHECK_MEM(data + 1, back + 1, SIZE - 1);
  CHECK_OK(close(fd));
  free(data);
  free(back);
}

TEST(copyfile_onto_itself_changes_nothing) {
  put("a", "content");
  CHECK_OK(link("a", "b"));
  CHECK_OK(copy("a", "a", 0));
  CHECK_OK(copy("a", "b", 0));
  CHECK_STR(get("a"), "content");
  CHECK_EQ(copy("a", "a", UV_FS_COPYFILE_EXCL), UV_EEXIST);
}

TEST(copyfile_refuses_what_it_cannot_do) {
  put("a", "content");
  put("b", "other");
  CHECK_OK(mkdir("d", 0700));
  CHECK_EQ(copy("nothing", "c", 0), UV_ENOENT);
  CHECK_EQ(copy("a", "b", UV_FS_COPYFILE_EXCL), UV_EEXIST);
  CHECK_STR(get("b"), "other");
  CHECK_EQ(copy("a", "d", 0), UV_EISDIR);
  CHECK_EQ(copy("d", "c", 0), UV_EISDIR);
  CHECK(!exists("c"));
}

TEST(copyfile_copies_files_that_do_not_know_their_size) {
  CHECK_OK(copy("/proc/self/limits", "limits", 0));
  CHECK_STR(get("limits"), get("/proc/self/limits"));
}

/* The limit on file sizes stands for a full disk. */
TEST(copyfile_that_fails_removes_what_it_made) {
  static char data[100000];
  struct rlimit limit = {50000, RLIM_INFINITY};

  put_bytes("a", data, sizeof(data));
  signal(SIGXFSZ, SIG_IGN);
  CHECK_OK(setrlimit(RLIMIT_FSIZE, &limit));
  CHECK_EQ(copy("a", "b", 0), UV_EFBIG);
  CHECK(!exists("b"));
  if (copy("a", "b", UV_FS_COPYFILE_FICLONE_FORCE) != 0)
    CHECK(!exists("b"));
}
