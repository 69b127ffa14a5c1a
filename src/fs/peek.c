/* src/fs/peek.c — queries that the kernel answers from memory, so that the loop's thread can make
 * them.
 *
 * openat2() with RESOLVE_CACHED walks a path in the name cache only, and fails with EAGAIN where it
 * would have to wait. With O_PATH nothing is opened, so no FIFO, device or lease is touched either;
 * the descriptor is then queried with AT_STATX_DONT_SYNC, so that network file systems do not
 * contact their server. Such an answer is used only for devices that the kernel answers for by
 * itself (device.c).
 *
 * (1) Nothing here waits for a disk, a server or another process.
 * (2) An answer is final or UV_EAGAIN: then the caller takes another way. */
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fs/fs.h"

enum { MASK = STATX_BASIC_STATS | STATX_BTIME };

/* Errors about the path itself are answers; after all others another way is tried. */
int uv__fs_lookup_error(int error) {
  static const int final[] = {ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG};

  for (size_t i = 0; i < UV__COUNT(final); i++)
    if (error == final[i])
      return UV__ERR(error);
  return UV_EAGAIN;
}

/* openat2() that never waits: a descriptor, a final -errno, or UV_EAGAIN. */
int uv__fs_open_cached(const char* path, int flags) {
  enum { UNTRIED, WORKS, ABSENT };
  static int state;
  struct open_how how = {.flags = (unsigned) flags | O_CLOEXEC, .resolve = RESOLVE_CACHED};
  int fd;

  if (__atomic_load_n(&state, __ATOMIC_RELAXED) == ABSENT)
    return UV_EAGAIN;
  fd = (int) syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof(how));
  if (fd >= 0) {
    __atomic_store_n(&state, WORKS, __ATOMIC_RELAXED);
    return fd;
  }

  /* EINVAL: 5.6 to 5.11, openat2() without RESOLVE_CACHED. EPERM: some sandboxes. */
  if ((errno == ENOSYS || errno == EINVAL || errno == EPERM) &&
      __atomic_load_n(&state, __ATOMIC_RELAXED) == UNTRIED)
    __atomic_store_n(&state, ABSENT, __ATOMIC_RELAXED);
  return uv__fs_lookup_error(errno);
}

/* Whether answers about the device are used; else what the caller does next. */
static int uv__fs_judge(uv_fs_t* req, enum uv__fs_device device) {
  if (device == UV__FS_LOCAL_DEVICE)
    return 0;
  if (device == UV__FS_UNKNOWN_DEVICE)
    req->off = UV__FS_FIND_DEVICE;
  return UV_EAGAIN;
}

/* Describes the file of a descriptor: 0, or -errno as above. */
int uv__fs_peek_fd(uv_fs_t* req, int fd, struct statx* out) {
  enum uv__fs_device device;

  if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, MASK, out))
    return errno == EBADF ? UV_EBADF : UV_EAGAIN;
  device = uv__fs_device_known(out->stx_dev_major, out->stx_dev_minor);
  if (UV__UNLIKELY(device == UV__FS_UNKNOWN_DEVICE))
    device = uv__fs_device_find(fd, out);
  return uv__fs_judge(req, device);
}

/* Describes the file at req->path: 0, or -errno as above. `keep`, where not NULL, gets the O_PATH
 * descriptor. */
int uv__fs_peek(uv_fs_t* req, int open_flags, struct statx* out, int* keep) {
  int fd = uv__fs_open_cached(req->path, O_PATH | open_flags);
  int err;

  if (fd < 0)
    return fd;
  err = uv__fs_peek_fd(req, fd, out);
  if (err || keep == NULL)
    uv__close(fd);
  else
    *keep = fd;
  return err;
}

/* The same for a name that was peeked at a moment ago (recent.c): half the price. */
int uv__fs_peek_again(uv_fs_t* req, int stat_flags, struct statx* out) {
  if (statx(AT_FDCWD, req->path, stat_flags | AT_STATX_DONT_SYNC, MASK, out))
    return uv__fs_lookup_error(errno);
  return uv__fs_judge(req, uv__fs_device_known(out->stx_dev_major, out->stx_dev_minor));
}
