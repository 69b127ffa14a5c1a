/* src/trace/dump_file.c — a trace in the place of the one before, so that a process which is killed without a warning
 * leaves the last one.
 *
 * (1) Whoever opens the path finds a whole file: a new one is written beside it, then put in its place.
 * (2) What is no plain file (a device, a pipe, a link) is never replaced.
 * (3) What fatal.c writes is never replaced: it is the last word. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/sys.h"
#include "trace/export.h"

#if UV__TRACE

static const char SUFFIX[] = ".part";

static int uv__part_write(const uv_loop_t* loop, const char* part, unsigned int events) {
  int fd = UV__RETRY(open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644));
  int err, closed;

  if (fd == -1)
    return UV__ERR(errno);
  err = uv__trace_export(loop, fd, 0, events);
  closed = uv__close(fd);
  return err != 0 ? err : closed;
}

/* 0: a plain file is there, or nothing. */
static int uv__place_look(const char* path) {
  struct stat s;

  if (fstatat(AT_FDCWD, path, &s, AT_SYMLINK_NOFOLLOW))
    return errno == ENOENT ? 0 : UV__ERR(errno);
  return S_ISREG(s.st_mode) ? 0 : UV_EINVAL;
}

int uv_trace_dump_file(uv_loop_t* loop, const char* path, unsigned int events) {
  char part[PATH_MAX];
  int err;

  if (strlen(path) + sizeof(SUFFIX) > sizeof(part))
    return UV_ENAMETOOLONG;
  err = uv__trace_kept(loop) ? uv__place_look(path) : UV_EINVAL;
  if (err != 0)
    return err;
  snprintf(part, sizeof(part), "%s%s", path, SUFFIX);
  err = uv__part_write(loop, part, events);
  if (err == 0)
    err = uv__fatal_replace(part, path);
  if (err != 0)
    unlink(part);
  return err;
}

#endif
