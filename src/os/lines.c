/* src/os/lines.c — reads files of /proc line by line: some are too long for one buffer.
 *
 * (1) No memory is allocated, and a signal does not end the reading early, as it would with stdio.
 * (2) A line is valid until the next one is read. One that is longer than the buffer comes in
 *     pieces. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "os/os.h"
#include "os/sys.h"

int uv__lines_open(struct uv__lines* l, const char* path) {
  l->at = 0;
  l->end = 0;
  l->err = 0;
  l->fd = uv__open_cloexec(path, O_RDONLY);
  return l->fd < 0 ? l->fd : 0;
}

/* The rest of the buffer is the last line of the file, or the first piece of a long one. */
static char* uv__lines_take(struct uv__lines* l) {
  if (l->end == 0)
    return NULL;
  l->buf[l->end] = '\0';
  l->end = 0;
  return l->buf;
}

char* uv__lines_next(struct uv__lines* l) {
  for (;;) {
    char* line = l->buf + l->at;
    char* newline = memchr(line, '\n', l->end - l->at);
    ssize_t n;

    if (newline != NULL) {
      *newline = '\0';
      l->at = (size_t) (newline + 1 - l->buf);
      return line;
    }
    l->end -= l->at;
    l->at = 0;
    memmove(l->buf, line, l->end);
    if (l->end == sizeof(l->buf) - 1)
      return uv__lines_take(l);
    n = UV__RETRY(read(l->fd, l->buf + l->end, sizeof(l->buf) - 1 - l->end));
    if (n == -1) {
      l->err = -errno;
      return NULL;
    }
    if (n == 0)
      return uv__lines_take(l);
    l->end += (size_t) n;
  }
}

int uv__lines_close(struct uv__lines* l) {
  uv__close(l->fd);
  return l->err;
}
