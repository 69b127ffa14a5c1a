/* src/fs/open_close.c — open, close, mkstemp.
 *
 * On the ring the kernel opens what is in its name cache at once. That may involve a server or, on
 * FUSE, a process that waits for this very loop. So only files on local devices are
 * opened there.
 *
 * It opens with O_NONBLOCK set for the moment of opening. For files and folders that changes
 * nothing. For others it may: such an answer is not taken (uv__fs_open_reap), and a pool thread
 * opens again, the plain way.
 *
 * (1) A descriptor is close-on-exec from its birth.
 * (2) close() is called once, whatever it returns. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fs/fs.h"

/* Errors that O_NONBLOCK cannot have caused. */
static int uv__fs_open_error_is_final(int err) {
  static const int final[] = {UV_ENOENT,       UV_EACCES, UV_ENOTDIR, UV_ELOOP,
                              UV_ENAMETOOLONG, UV_EISDIR, UV_EEXIST,  UV_EMFILE,
                              UV_ENFILE,       UV_EROFS,  UV_EPERM};

  for (size_t i = 0; i < UV__COUNT(final); i++)
    if (err == final[i])
      return 1;
  return 0;
}

/* ---- Open ---- */

ssize_t uv__fs_open_work(uv_fs_t* req) {
  if (req->file != -1) /* a FIFO that was opened before its writer came */
    return uv__fs_fifo_wait(req->file, req->path);
  return uv__fs_result(UV__RETRY(open(req->path, req->flags | O_CLOEXEC, req->mode)));
}

/* The way for what makes a file: the kernel has no cache that could do that. */
#define MAKING_FLAGS (O_CREAT | O_TRUNC | __O_TMPFILE)

/* Flags that openat2(), which is strict, knows. */
#define KNOWN_FLAGS                                                                              \
  (O_ACCMODE | O_APPEND | O_CLOEXEC | O_DIRECTORY | O_DSYNC | O_SYNC | O_LARGEFILE | O_NOATIME | \
   O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | O_PATH)

/* Opens nothing yet: finds out whether opening here could wait for a server, or for the other
 * end. The first file of a folder pays for it. */
enum uv__fs_way uv__fs_open_now(uv_fs_t* req) {
  uint64_t folder = uv__fs_folder_name(req);
  enum uv__fs_recency recency = uv__fs_recency(req, folder);
  struct statx s;
  int err;

  if (req->flags & MAKING_FLAGS)
    return UV__FS_POOL;
  if (recency == UV__FS_FRESH)
    return UV__FS_RING;
  if (!uv__fs_worth_a_peek(req, recency))
    return UV__FS_POOL;

  err = uv__fs_peek(req, req->flags & O_NOFOLLOW, &s, NULL);
  if (err == UV_EAGAIN)
    return UV__FS_POOL;
  if (err) {
    req->result = err;
    return UV__FS_DONE;
  }
  uv__fs_record_peek(req, folder, 0);
  return S_ISREG(s.stx_mode) || S_ISDIR(s.stx_mode) ? UV__FS_RING : UV__FS_POOL;
}

void uv__fs_open_worked(uv_fs_t* req) {
  uint64_t folder = uv__fs_folder_name(req);
  struct statx s;

  if (req->result >= 0 && uv__fs_recency(req, folder) != UV__FS_FRESH &&
      uv__fs_peek_fd(req, (int) req->result, &s) == 0)
    uv__fs_record_peek(req, folder, 0);
}

int uv__fs_open_ring(uv_fs_t* req) {
  struct io_uring_sqe* sqe = uv__fs_sqe(req, IORING_OP_OPENAT);

  if (sqe == NULL)
    return 0;
  sqe->fd = AT_FDCWD;
  sqe->addr = (uintptr_t) req->path;
  sqe->open_flags = (unsigned) req->flags | O_CLOEXEC;
  sqe->len = req->mode;
  return 1;
}

enum uv__fs_way uv__fs_open_reap(uv_fs_t* req, int result) {
  if (result < 0 && !uv__fs_open_error_is_final(result))
    return UV__FS_POOL;
  if (result >= 0 && uv__fs_is_early_fifo(req, result)) {
    req->file = result;
    return UV__FS_POOL;
  }
  req->result = result;
  return UV__FS_DONE;
}

/* What the ring would do, done here. */
enum uv__fs_way uv__fs_open_fallback(uv_fs_t* req) {
  int fd;

  if ((req->flags & ~KNOWN_FLAGS) || !uv__fs_few_lookups(req))
    return UV__FS_POOL;
  fd = uv__fs_open_cached(req->path, req->flags | O_NONBLOCK);
  if (fd == UV_EAGAIN)
    return UV__FS_POOL;
  if (fd >= 0 && !(req->flags & (O_NONBLOCK | O_PATH)) && fcntl(fd, F_SETFL, req->flags)) {
    uv__close(fd);
    return UV__FS_POOL;
  }
  return uv__fs_open_reap(req, fd);
}

/* ---- Close ---- */

ssize_t uv__fs_close_work(uv_fs_t* req) {
  return uv__close(req->file);
}

int uv__fs_close_ring(uv_fs_t* req) {
  struct io_uring_sqe* sqe = uv__fs_sqe(req, IORING_OP_CLOSE);

  if (sqe == NULL)
    return 0;
  sqe->fd = req->file;
  return 1;
}

enum uv__fs_way uv__fs_close_fallback(uv_fs_t* req) {
  struct statx s;
  int err;

  if (!uv__fs_few_lookups(req))
    return UV__FS_POOL;
  err = uv__fs_peek_fd(req, req->file, &s);
  if (err == UV_EAGAIN || (err == 0 && !S_ISREG(s.stx_mode) && !S_ISDIR(s.stx_mode)))
    return UV__FS_POOL;
  req->result = err ? err : uv__close(req->file);
  return UV__FS_DONE;
}

/* ---- Temporary files ---- */

ssize_t uv__fs_mkstemp_work(uv_fs_t* req) {
  char* path = (char*) req->path;
  int fd = UV__RETRY(mkostemp(path, O_CLOEXEC));

  if (fd >= 0)
    return fd;
  path[0] = '\0'; /* what is left of the template is not the name of a file */
  return UV__ERR(errno);
}

/* ---- API ---- */

int uv_fs_open(uv_loop_t* loop, uv_fs_t* req, const char* path, int flags, int mode, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_OPEN, path, cb);
  if (err)
    return err;
  req->flags = flags;
  req->mode = (mode_t) mode;
  return uv__fs_start(req);
}

int uv_fs_close(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, UV_FS_CLOSE, cb);
  if (err)
    return err;
  req->file = file;
  return uv__fs_start(req);
}

int uv_fs_mkstemp(uv_loop_t* loop, uv_fs_t* req, const char* tpl, uv_fs_cb cb) {
  int err = uv__fs_init_template(loop, req, UV_FS_MKSTEMP, tpl, cb);
  return err ? err : uv__fs_start(req);
}
