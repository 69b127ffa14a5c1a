/* src/fs/copy.c — copyfile and sendfile: bytes from one descriptor to another.
 *
 * The kernel knows three ways, each with its own list of what it cannot do; reading and writing
 * always works.
 *   FICLONE          shares the blocks; btrfs, xfs and few others, within one file system
 *   copy_file_range  may share blocks or let a server copy
 *   sendfile         does not take O_APPEND, files of /proc, some devices
 *
 * (1) A copy that fails leaves no destination file behind, unless it was no regular file.
 * (2) A file copied onto itself stays as it is. */
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "fs/fs.h"

enum { EMULATED_CHUNK = 64 << 10 };

/* "Not this way", as opposed to "this cannot be read or written". */
static int uv__is_refusal(int err) {
  return err == EINVAL || err == ENOSYS || err == EXDEV || err == EOPNOTSUPP || err == EIO ||
         err == ENOTSOCK || err == EPERM || err == EBADF || err == ETXTBSY;
}

/* ---- Sendfile ---- */

/* All of it, waiting where the descriptor would not. 0 or -errno. */
static int uv__write_fully(int fd, const char* data, size_t size) {
  struct pollfd p = {.fd = fd, .events = POLLOUT};

  while (size > 0) {
    ssize_t n = UV__RETRY(write(fd, data, size));
    if (n >= 0) {
      data += n;
      size -= (size_t) n;
    } else if (errno != EAGAIN || UV__RETRY(poll(&p, 1, -1)) == -1) {
      return UV__ERR(errno);
    }
  }
  return 0;
}

/* Reads at `off` and writes; up to `length` bytes or the end of the file. 0 or -errno; *done are
 * the bytes copied before that. A pipe or socket, which has no positions, is read as it comes. */
static int uv__copy_by_hand(int out, int in, off_t off, size_t length, size_t* done) {
  char* chunk = uv__malloc(EMULATED_CHUNK);
  int positions = 1;
  int err = 0;

  *done = 0;
  if (chunk == NULL)
    return UV_ENOMEM;
  while (*done < length && err == 0) {
    size_t want = length - *done < EMULATED_CHUNK ? length - *done : EMULATED_CHUNK;
    ssize_t n = positions ? UV__RETRY(pread(in, chunk, want, off + (off_t) *done))
                          : UV__RETRY(read(in, chunk, want));
    if (n == -1 && positions && errno == ESPIPE) {
      positions = 0;
      continue;
    }
    if (n == 0)
      break;
    err = n == -1 ? UV__ERR(errno) : uv__write_fully(out, chunk, (size_t) n);
    if (err == 0)
      *done += (size_t) n;
  }
  uv__free(chunk);
  return err;
}

ssize_t uv__fs_sendfile_work(uv_fs_t* req) {
  size_t length = req->bufsml[0].len;
  off_t off = req->off;
  size_t done;
  int err;
  ssize_t n = UV__RETRY(sendfile(req->flags, req->file, &off, length));

  if (n >= 0)
    return n;
  if (!uv__is_refusal(errno))
    return UV__ERR(errno);
  err = uv__copy_by_hand(req->flags, req->file, req->off, length, &done);
  return done > 0 ? (ssize_t) done : err;
}

/* ---- Copyfile ---- */

/* Copies `size` bytes from the start, the ways of the kernel first. 0, also when the file has
 * become shorter meanwhile, or -errno. */
static int uv__copy_bytes(int out, int in, off_t size) {
  off_t done = 0;
  size_t copied;
  ssize_t n;

  do
    n = UV__RETRY(copy_file_range(in, &done, out, NULL, (size_t) (size - done), 0));
  while (n > 0 && done < size);
  if (n == -1 && !uv__is_refusal(errno))
    return UV__ERR(errno);

  while (n == -1 && done < size) {
    ssize_t sent = UV__RETRY(sendfile(out, in, &done, (size_t) (size - done)));
    if (sent == -1 && !uv__is_refusal(errno))
      return UV__ERR(errno);
    if (sent <= 0)
      break;
  }

  return done < size ? uv__copy_by_hand(out, in, done, (size_t) (size - done), &copied) : 0;
}

/* Files of /proc and /sys have content and no size: they must be read. */
static int uv__copy_content(int out, int in, const struct stat* source) {
  size_t copied;

  if (source->st_size > 0)
    return uv__copy_bytes(out, in, source->st_size);
  if (!S_ISREG(source->st_mode))
    return 0;
  return uv__copy_by_hand(out, in, 0, SIZE_MAX >> 1, &copied);
}

static int uv__clone_or_copy(int out, int in, const struct stat* source, int flags) {
  if (flags & (UV_FS_COPYFILE_FICLONE | UV_FS_COPYFILE_FICLONE_FORCE)) {
    if (ioctl(out, FICLONE, in) == 0)
      return 0;
    if (flags & UV_FS_COPYFILE_FICLONE_FORCE)
      return UV__ERR(errno);
  }
  return uv__copy_content(out, in, source);
}

/* The destination is empty and has the mode of its source before any content is written. */
static int uv__prepare_destination(int out, const struct stat* source) {
  if (UV__RETRY(ftruncate(out, 0)) && errno != EINVAL) /* EINVAL: no file, a device perhaps */
    return UV__ERR(errno);
  /* Some network file systems take no modes; the content is what matters. */
  if (UV__RETRY(fchmod(out, source->st_mode & 07777)) && errno != EPERM && errno != EOPNOTSUPP)
    return UV__ERR(errno);
  return 0;
}

/* From an open source to a destination yet to be opened. */
static int uv__copy_to(const uv_fs_t* req, int in, const struct stat* source) {
  int excl = req->flags & UV_FS_COPYFILE_EXCL ? O_EXCL : 0;
  struct stat target;
  int err = 0;
  int out = UV__RETRY(
      open(req->new_path, O_WRONLY | O_CREAT | O_CLOEXEC | excl, source->st_mode & 07777));

  if (out == -1)
    return UV__ERR(errno);
  if (fstat(out, &target)) {
    err = UV__ERR(errno);
  } else if (target.st_dev != source->st_dev || target.st_ino != source->st_ino) {
    err = uv__prepare_destination(out, source);
    if (err == 0)
      err = uv__clone_or_copy(out, in, source, req->flags);
    if (err && S_ISREG(target.st_mode))
      unlink(req->new_path);
  }

  /* Some file systems report a full disk only now. */
  int close_err = uv__close(out);
  if (err == 0 && close_err) {
    err = close_err;
    unlink(req->new_path);
  }
  return err;
}

ssize_t uv__fs_copyfile_work(uv_fs_t* req) {
  struct stat source;
  int err;
  int in = uv__open_cloexec(req->path, O_RDONLY);

  if (in < 0)
    return in;
  if (fstat(in, &source))
    err = UV__ERR(errno);
  else if (S_ISDIR(source.st_mode))
    err = UV_EISDIR;
  else
    err = uv__copy_to(req, in, &source);
  uv__close(in);
  return err;
}

/* ---- API ---- */

int uv_fs_copyfile(uv_loop_t* loop, uv_fs_t* req, const char* path, const char* new_path, int flags,
                   uv_fs_cb cb) {
  const int known = UV_FS_COPYFILE_EXCL | UV_FS_COPYFILE_FICLONE | UV_FS_COPYFILE_FICLONE_FORCE;
  int err = uv__fs_init(loop, req, UV_FS_COPYFILE, cb);

  if (err)
    return err;
  if (flags & ~known)
    return UV_EINVAL;
  err = uv__fs_init_paths(loop, req, UV_FS_COPYFILE, path, new_path, cb);
  if (err)
    return err;
  req->flags = flags;
  return uv__fs_start(req);
}

int uv_fs_sendfile(uv_loop_t* loop, uv_fs_t* req, uv_file out_fd, uv_file in_fd, int64_t in_offset,
                   size_t length, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, UV_FS_SENDFILE, cb);

  if (err)
    return err;
  if (length > UV__IO_MAX)
    return UV_EINVAL;
  req->file = in_fd;
  /* There are no fields for a second descriptor and a size; these are not used otherwise. */
  req->flags = out_fd;
  req->bufsml[0].len = length;
  req->off = in_offset;
  return uv__fs_start(req);
}
