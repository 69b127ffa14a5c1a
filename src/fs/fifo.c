/* src/fs/fifo.c — a FIFO that the ring opened for reading before it had a writer.
 *
 * open() of a FIFO for reading returns when a writer comes. On the ring it returns at once
 * (open_close.c). The descriptor is valid, but a read from it reports the end of a stream that has
 * not begun. So a pool thread holds it back until there is a writer.
 *
 * To open the FIFO a second time, blocking, would miss a writer that has come and gone in between.
 * So the thread starts to watch for openings, checks the FIFO, then sleeps until something changes.
 * Without a free descriptor it cannot watch, and checks every few milliseconds.
 * (1) A writer that came since the descriptor was opened is seen, be it connected, gone, or
 *     gone after leaving data.
 * (2) The check consumes no data. */
#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "fs/fs.h"

/* lseek() is the cheapest way to distinguish files and folders from the rest. */
int uv__fs_is_early_fifo(const uv_fs_t* req, int fd) {
  struct stat s;

  if ((req->flags & O_ACCMODE) != O_RDONLY || (req->flags & (O_NONBLOCK | O_PATH | O_DIRECTORY)))
    return 0;
  if (lseek(fd, 0, SEEK_CUR) != -1 || errno != ESPIPE)
    return 0;
  return fstat(fd, &s) != 0 || S_ISFIFO(s.st_mode); /* in doubt, check it */
}

enum { LOOK_AGAIN_MS = 10 };

/* Data or a hang-up show in poll(). A writer that is connected and silent shows only in what
 * reading would do: wait (EAGAIN) instead of reporting the end (0). tee() tests this without
 * reading; without a pipe for it, such a writer is seen when it writes or leaves. */
static int uv__fifo_has_writer(int fd, int scratch) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  ssize_t n;

  if (poll(&p, 1, 0) == 1)
    return 1;
  if (scratch == -1)
    return 0;
  n = tee(fd, scratch, 1, SPLICE_F_NONBLOCK);
  return n > 0 || (n == -1 && errno == EAGAIN);
}

/* poll() leaves out what is -1. */
static int uv__fifo_watch(int fd, int openings, int scratch) {
  struct pollfd p[2] = {{.fd = openings, .events = POLLIN}, {.fd = fd, .events = POLLIN}};
  char event[sizeof(struct inotify_event) + NAME_MAX + 1];

  while (!uv__fifo_has_writer(fd, scratch)) {
    if (UV__RETRY(poll(p, 2, openings == -1 ? LOOK_AGAIN_MS : -1)) == -1)
      return UV__ERR(errno);
    if (p[0].revents && UV__RETRY(read(openings, event, sizeof(event))) == -1)
      return UV__ERR(errno);
  }
  return fd;
}

static int uv__fifo_openings(const char* path) {
  int openings = inotify_init1(IN_CLOEXEC);

  if (openings != -1 && inotify_add_watch(openings, path, IN_OPEN) == -1) {
    uv__close(openings);
    openings = -1;
  }
  return openings;
}

/* Returns fd when it has a writer, or -errno. */
int uv__fs_fifo_wait(int fd, const char* path) {
  int openings = uv__fifo_openings(path);
  int scratch[2] = {-1, -1};
  int result;

  if (pipe2(scratch, O_CLOEXEC))
    scratch[0] = scratch[1] = -1;
  result = uv__fifo_watch(fd, openings, scratch[1]);

  for (int i = 0; i < 2; i++)
    if (scratch[i] != -1)
      uv__close(scratch[i]);
  if (openings != -1)
    uv__close(openings);
  return result;
}
