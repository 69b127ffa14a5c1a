/* src/fs/peek.c — questions the kernel answers from memory, so that they can be asked on the loop's
 * thread.
 *
 * A name: openat2() with RESOLVE_CACHED walks the path in the name cache only, and says EAGAIN
 * where it would have to wait. With O_PATH nothing is opened, so no FIFO, device or lease is
 * touched either; what the descriptor names is then asked for with AT_STATX_DONT_SYNC, which keeps
 * network file systems from asking their server.
 *
 * A device: such an answer is only as good as a normal one where the kernel itself keeps the truth.
 * So it counts only on devices known to hold a disk or memory file system. The type of the file
 * system is asked for once per device, with statfs(), which may block and so is done on a pool
 * thread.
 *
 * (1) Nothing here waits for a disk, a server or another process, except uv__fs_ask_device().
 * (2) An answer is final or UV_EAGAIN: then the caller takes another way. */
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "fs/fs.h"

enum { MASK = STATX_BASIC_STATS | STATX_BTIME };

/* ---- Devices ---- */

enum { UNKNOWN = 0, OTHER = 1, LOCAL = 2 }; /* the low bits of a slot */

/* One word per slot, read and written by any thread: device << 2 | what is known. Devices that
 * share a slot push each other out, which costs a question and nothing else. */
static uint64_t uv__devices[32];

static uint64_t uv__device(unsigned major, unsigned minor) {
  return (uint64_t) major << 32 | minor;
}

static uint64_t* uv__device_slot(uint64_t device) {
  return &uv__devices[(device ^ device >> 32) % UV__COUNT(uv__devices)];
}

static int uv__device_known(uint64_t device) {
  uint64_t slot = __atomic_load_n(uv__device_slot(device), __ATOMIC_RELAXED);
  return slot >> 2 == device ? (int) (slot & 3) : UNKNOWN;
}

int uv__fs_device_is_local(unsigned major, unsigned minor) {
  return uv__device_known(uv__device(major, minor)) == LOCAL;
}

#ifndef XFS_SUPER_MAGIC
#  define XFS_SUPER_MAGIC 0x58465342
#endif
#define BCACHEFS_MAGIC 0xca451a4e
#define JFS_MAGIC 0x3153464a
#define NTFS3_MAGIC 0x7366746e
#define ZFS_MAGIC 0x2fc12fc1

static const uint32_t uv__local_types[] = {
    EXT4_SUPER_MAGIC,      XFS_SUPER_MAGIC,   BTRFS_SUPER_MAGIC, TMPFS_MAGIC,
    OVERLAYFS_SUPER_MAGIC, F2FS_SUPER_MAGIC,  ZFS_MAGIC,         BCACHEFS_MAGIC,
    RAMFS_MAGIC,           SQUASHFS_MAGIC,    JFS_MAGIC,         REISERFS_SUPER_MAGIC,
    MSDOS_SUPER_MAGIC,     EXFAT_SUPER_MAGIC, NTFS3_MAGIC,       EROFS_SUPER_MAGIC_V1,
    ISOFS_SUPER_MAGIC,     UDF_SUPER_MAGIC,   PIPEFS_MAGIC,      SOCKFS_MAGIC,
};

static int uv__fs_type_known(uint32_t type) {
  for (size_t i = 0; i < UV__COUNT(uv__local_types); i++)
    if (uv__local_types[i] == type)
      return LOCAL;
  return OTHER;
}

/* On a pool thread, before the work: some request found a device that nobody had asked about. */
void uv__fs_ask_device(const uv_fs_t* req) {
  int fd = req->file;
  struct statfs type;
  struct statx s;

  if (req->path != NULL)
    fd = open(req->path, O_PATH | O_CLOEXEC | (req->fs_type == UV_FS_LSTAT ? O_NOFOLLOW : 0));
  if (fd == -1)
    return;
  if (fstatfs(fd, &type) == 0 && statx(fd, "", AT_EMPTY_PATH, 0, &s) == 0) {
    uint64_t device = uv__device(s.stx_dev_major, s.stx_dev_minor);
    uint64_t known = (uint64_t) uv__fs_type_known((uint32_t) type.f_type);
    __atomic_store_n(uv__device_slot(device), device << 2 | known, __ATOMIC_RELAXED);
  }
  if (req->path != NULL)
    uv__close(fd);
}

/* ---- Names ---- */

/* Errors about the path itself are answers; all others are reasons to ask in another way. */
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

  /* EINVAL: 5.6 to 5.11, openat2() without RESOLVE_CACHED. EPERM: what some sandboxes say. */
  if ((errno == ENOSYS || errno == EINVAL || errno == EPERM) &&
      __atomic_load_n(&state, __ATOMIC_RELAXED) == UNTRIED)
    __atomic_store_n(&state, ABSENT, __ATOMIC_RELAXED);
  return uv__fs_lookup_error(errno);
}

/* Whether the device is one whose answers count; else what the caller does next. */
static int uv__fs_judge(uv_fs_t* req, const struct statx* s) {
  int known = uv__device_known(uv__device(s->stx_dev_major, s->stx_dev_minor));

  if (known == LOCAL)
    return 0;
  if (known == UNKNOWN)
    req->off = UV__FS_ASK_DEVICE;
  return UV_EAGAIN;
}

static int uv__fs_look(uv_fs_t* req, int fd, struct statx* out) {
  if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, MASK, out))
    return errno == EBADF ? UV_EBADF : UV_EAGAIN;
  return uv__fs_judge(req, out);
}

/* What is behind a descriptor: 0, or -errno as above. */
int uv__fs_peek_fd(uv_fs_t* req, struct statx* out) {
  return uv__fs_look(req, req->file, out);
}

/* What is behind req->path: 0, or -errno as above. `keep`, where not NULL, gets the O_PATH
 * descriptor. */
int uv__fs_peek(uv_fs_t* req, int open_flags, struct statx* out, int* keep) {
  int fd = uv__fs_open_cached(req->path, O_PATH | open_flags);
  int err;

  if (fd < 0)
    return fd;
  err = uv__fs_look(req, fd, out);
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
  return uv__fs_judge(req, out);
}
