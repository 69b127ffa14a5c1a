/* The small helpers that every folder uses. */
#include "os/sys.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "check.h"
#include "os/mem.h"

TEST(copy_out_says_the_length_or_the_size_that_is_needed) {
  char buf[4] = "old";
  size_t size = 3;

  CHECK_EQ(uv__copy_out("abc", 3, buf, &size), UV_ENOBUFS);
  CHECK_EQ(size, 4);
  CHECK_STR(buf, "old");
  CHECK_OK(uv__copy_out("abcd", 3, buf, &size));
  CHECK_EQ(size, 3);
  CHECK_STR(buf, "abc");
  size = 0;
  CHECK_EQ(uv__copy_out("", 0, buf, &size), UV_ENOBUFS);
  CHECK_EQ(size, 1);
}

TEST(slurp_reads_what_fits_and_terminates_it) {
  char buf[16];
  FILE* f = fopen("file", "w");

  fputs("hello", f);
  fclose(f);
  CHECK_EQ(uv__slurp("file", buf, sizeof(buf)), 5);
  CHECK_STR(buf, "hello");
  CHECK_EQ(uv__slurp("file", buf, 4), 3);
  CHECK_STR(buf, "hel");
  CHECK_EQ(uv__slurp("missing", buf, sizeof(buf)), UV_ENOENT);
  CHECK_EQ(uv__slurp(".", buf, sizeof(buf)), UV_EISDIR);
}

TEST(descriptors_are_born_close_on_exec) {
  int file = uv__open_cloexec("/dev/null", O_RDONLY);
  int socket = uv__socket(AF_UNIX, SOCK_STREAM, 0);
  int copy = uv__dup2_cloexec(file, 60);

  CHECK_GE(file, 0);
  CHECK_GE(socket, 0);
  CHECK_EQ(copy, 60);
  CHECK_EQ(fcntl(file, F_GETFD), FD_CLOEXEC);
  CHECK_EQ(fcntl(socket, F_GETFD), FD_CLOEXEC);
  CHECK_EQ(fcntl(copy, F_GETFD), FD_CLOEXEC);
  CHECK_EQ(fcntl(socket, F_GETFL) & O_NONBLOCK, O_NONBLOCK);
  CHECK_EQ(uv__open_cloexec("missing", O_RDONLY), UV_ENOENT);
  CHECK_EQ(uv__socket(-1, 0, 0), UV_EAFNOSUPPORT);
  CHECK_EQ(uv__dup2_cloexec(file, file), UV_EINVAL);
  CHECK_OK(uv__close(copy));
  CHECK_OK(uv__close(socket));
  CHECK_OK(uv__close(file));
}

TEST(flags_are_set_and_cleared_without_touching_others) {
  int fds[2];

  CHECK_OK(pipe2(fds, O_DIRECT));
  CHECK_OK(uv__nonblock(fds[1], 1));
  CHECK_EQ(fcntl(fds[1], F_GETFL), O_WRONLY | O_DIRECT | O_NONBLOCK);
  CHECK_OK(uv__nonblock(fds[1], 1));
  CHECK_OK(uv__nonblock(fds[1], 0));
  CHECK_EQ(fcntl(fds[1], F_GETFL), O_WRONLY | O_DIRECT);
  CHECK_OK(uv__cloexec(fds[0], 1));
  CHECK_EQ(fcntl(fds[0], F_GETFD), FD_CLOEXEC);
  CHECK_OK(uv__cloexec(fds[0], 0));
  CHECK_EQ(fcntl(fds[0], F_GETFD), 0);
  CHECK_OK(uv__close(fds[0]));
  CHECK_OK(uv__close(fds[1]));
  CHECK_EQ(uv__nonblock(fds[0], 1), UV_EBADF);
  CHECK_EQ(uv__close(fds[0]), UV_EBADF);
}

TEST(close_and_free_keep_errno) {
  errno = ETIME;
  uv__close(-1);
  CHECK_EQ(errno, ETIME);
  uv__free(malloc(1));
  CHECK_EQ(errno, ETIME);
}

TEST(realloc_to_nothing_frees) {
  char* p = uv__malloc(10);

  CHECK_NE(p, NULL);
  CHECK_EQ(uv__realloc(p, 0), NULL);
  CHECK_EQ(uv__malloc(0), NULL);
}

TEST(copies_of_text_end_where_they_should) {
  char* whole = uv__strdup("abc");
  char* part = uv__strndup("abc", 2);
  char* more = uv__strndup("abc", 9);

  CHECK_STR(whole, "abc");
  CHECK_STR(part, "ab");
  CHECK_STR(more, "abc");
  uv__free(whole);
  uv__free(part);
  uv__free(more);
}
