/* src/os/sys.c — small helpers around system calls.
 *
 * (1) All return a result or -errno; none leaves a descriptor behind when it fails.
 * (2) Descriptors are born close-on-exec: setting the flag afterwards would race with fork() in
 *     another thread. */
#include "os/sys.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "uv.h"

/* Linux frees the number before anything in close() can be interrupted: to repeat the call would
 * close a descriptor that another thread has just been given. */
int uv__close(int fd) {
  int saved = errno;
  int err = 0;

  if (close(fd) == -1 && errno != EINTR && errno != EINPROGRESS)
    err = -errno;
  errno = saved;
  return err;
}

/* Sets or clears one flag. Reads it first: most descriptors already have the wanted value. */
static int uv__fd_flag(int fd, int get, int set, int flag, int on) {
  int flags = UV__RETRY(fcntl(fd, get));

  if (flags == -1)
    return -errno;
  if (!!(flags & flag) == !!on)
    return 0;
  flags = on ? flags | flag : flags & ~flag;
  return UV__RETRY(fcntl(fd, set, flags)) == -1 ? -errno : 0;
}

int uv__nonblock(int fd, int on) {
  return uv__fd_flag(fd, F_GETFL, F_SETFL, O_NONBLOCK, on);
}

int uv__cloexec(int fd, int on) {
  return uv__fd_flag(fd, F_GETFD, F_SETFD, FD_CLOEXEC, on);
}

int uv__open_cloexec(const char* path, int flags) {
  int fd = UV__RETRY(open(path, flags | O_CLOEXEC));

  return fd == -1 ? -errno : fd;
}

int uv__socket(int domain, int type, int protocol) {
  int fd = socket(domain, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);

  return fd == -1 ? -errno : fd;
}

int uv__dup2_cloexec(int oldfd, int newfd) {
  int fd = UV__RETRY(dup3(oldfd, newfd, O_CLOEXEC));

  return fd == -1 ? -errno : fd;
}

uint64_t uv__clock_ahead;

uint64_t uv__clock_kernel_ns(void) {
  struct timespec t;

  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

uint64_t uv__clock_ns(void) {
  return uv__clock_kernel_ns() + __atomic_load_n(&uv__clock_ahead, __ATOMIC_RELAXED);
}

int uv__copy_out(const char* s, size_t len, char* buffer, size_t* size) {
  if (len >= *size) {
    *size = len + 1;
    return UV_ENOBUFS;
  }
  memcpy(buffer, s, len);
  buffer[len] = '\0';
  *size = len;
  return 0;
}

ssize_t uv__slurp(const char* path, char* buf, size_t size) {
  size_t have = 0;
  ssize_t n = 0;
  int fd = uv__open_cloexec(path, O_RDONLY);

  if (fd < 0)
    return fd;
  while (have + 1 < size) {
    n = UV__RETRY(read(fd, buf + have, size - 1 - have));
    if (n <= 0)
      break;
    have += (size_t) n;
  }
  n = n == -1 ? -errno : (ssize_t) have;
  buf[have] = '\0';
  uv__close(fd);
  return n;
}
