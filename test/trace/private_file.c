/* Files that are written on the user's behalf: nothing of another user is followed or overwritten,
 * nobody else may read them, and they stand at their path only when they are whole. */
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <uv_trace.h>
#include <unistd.h>

#include "check.h"

enum { OTHER = 54321 }; /* a user that is not this one */

static void write_to(const char* path, const char* text) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

  CHECK_GE(fd, 0);
  CHECK_EQ(write(fd, text, strlen(text)), (ssize_t) strlen(text));
  close(fd);
}

static void check_text(const char* path, const char* text) {
  char seen[64] = "";
  int fd = open(path, O_RDONLY);

  CHECK_GE(fd, 0);
  CHECK_GE(read(fd, seen, sizeof(seen) - 1), 0);
  close(fd);
  CHECK_STR(seen, text);
}

static int names_in(const char* folder) {
  DIR* dir = opendir(folder);
  int count = 0;

  CHECK(dir != NULL);
  while (readdir(dir) != NULL)
    count++;
  closedir(dir);
  return count - 2; /* "." and ".." */
}

static void replace(const char* path, const char* text) {
  uv_trace_file_t file;

  CHECK_OK(uv_trace_file_open(&file, path));
  CHECK_EQ(write(file.fd, text, strlen(text)), (ssize_t) strlen(text));
  CHECK_OK(uv_trace_file_commit(&file));
  CHECK_EQ(file.fd, -1);
}

static void check_refused(const char* path, int err) {
  uv_trace_file_t file;

  CHECK_EQ(uv_trace_file_open(&file, path), err);
  CHECK_EQ(file.fd, -1);
  CHECK_EQ(uv_trace_file_append(path), err);
}

TEST(a_new_file_is_private_whatever_the_mask) {
  static const mode_t masks[] = {0, 022, 0777};
  struct stat s;

  for (size_t i = 0; i < sizeof(masks) / sizeof(masks[0]); i++) {
    umask(masks[i]);
    replace("new.json", "text");
    CHECK_OK(lstat("new.json", &s));
    CHECK_EQ(s.st_mode, S_IFREG | 0600);
    CHECK_OK(unlink("new.json"));
  }
}

TEST(nothing_stands_at_the_path_before_the_file_is_whole) {
  uv_trace_file_t file;

  CHECK_OK(mkdir("folder", 0700));
  write_to("folder/out.json", "before");
  CHECK_OK(uv_trace_file_open(&file, "folder/out.json"));
  CHECK_EQ(write(file.fd, "half", 4), 4);
  check_text("folder/out.json", "before");
  uv_trace_file_discard(&file);
  check_text("folder/out.json", "before");
  CHECK_EQ(names_in("folder"), 1);
  replace("folder/out.json", "after");
  check_text("folder/out.json", "after");
  CHECK_EQ(names_in("folder"), 1);
}

TEST(a_link_of_ones_own_is_followed_and_stays) {
  struct stat s;

  CHECK_OK(mkdir("folder", 0700));
  CHECK_OK(symlink("folder/second", "first"));
  CHECK_OK(symlink("out.json", "folder/second"));
  replace("first", "text");
  check_text("folder/out.json", "text");
  CHECK_OK(lstat("first", &s));
  CHECK(S_ISLNK(s.st_mode));
  CHECK_OK(symlink("loop", "loop"));
  check_refused("loop", UV_ELOOP);
}

TEST(what_is_no_file_is_refused) {
  CHECK_OK(mkfifo("fifo", 0600));
  check_refused("fifo", UV_EINVAL);
  check_refused(".", UV_EISDIR);
  check_refused("folder/", UV_EISDIR);
  check_refused("no/where", UV_ENOENT);
}

TEST(a_device_is_written_as_it_is) {
  struct stat before, after;

  CHECK_OK(stat("/dev/null", &before));
  replace("/dev/null", "text");
  CHECK_OK(stat("/dev/null", &after));
  CHECK_EQ(before.st_ino, after.st_ino);
  CHECK_EQ(before.st_mode, after.st_mode);
}

TEST(a_file_or_link_of_another_user_is_refused) {
  if (geteuid() != 0)
    SKIP("only root can give a file to another user");
  write_to("precious", "precious");
  write_to("theirs", "theirs");
  CHECK_OK(chown("theirs", OTHER, OTHER));
  check_refused("theirs", UV_EPERM);
  check_text("theirs", "theirs");
  CHECK_OK(symlink("precious", "link"));
  CHECK_OK(lchown("link", OTHER, OTHER));
  check_refused("link", UV_ELOOP);
  check_text("precious", "precious");
}

TEST(a_link_that_appears_meanwhile_is_refused) {
  uv_trace_file_t file;

  if (geteuid() != 0)
    SKIP("only root can give a file to another user");
  write_to("precious", "precious");
  CHECK_OK(uv_trace_file_open(&file, "out.json"));
  CHECK_OK(symlink("precious", "out.json"));
  CHECK_OK(lchown("out.json", OTHER, OTHER));
  CHECK_EQ(uv_trace_file_commit(&file), UV_ELOOP);
  check_text("precious", "precious");
  CHECK_EQ(names_in("."), 2);
}

TEST(a_descriptor_that_was_closed_meanwhile_is_not_taken_for_ours) {
  uv_trace_file_t file;
  int other;

  CHECK_OK(uv_trace_file_open(&file, "out.json"));
  close(file.fd);
  other = open("/dev/null", O_RDONLY);
  CHECK_EQ(other, file.fd);
  CHECK_EQ(uv_trace_file_commit(&file), UV_EBADF);
  CHECK_EQ(fcntl(other, F_GETFD), 0); /* still open */
  CHECK_EQ(access("out.json", F_OK), -1);
}

TEST(appending_keeps_what_is_there) {
  struct stat s;

  for (int i = 0; i < 2; i++) {
    int fd = uv_trace_file_append("log");
    CHECK_GE(fd, 0);
    CHECK_EQ(write(fd, "line\n", 5), 5);
    close(fd);
  }
  check_text("log", "line\nline\n");
  CHECK_OK(lstat("log", &s));
  CHECK_EQ(s.st_mode & 0777, 0600);
}

TEST(a_file_without_a_name_leaves_none) {
  int fd = uv_trace_file_unnamed(".");

  CHECK_GE(fd, 0);
  CHECK_EQ(write(fd, "text", 4), 4);
  CHECK_EQ(names_in("."), 0);
  close(fd);
}
