/* src/fs/device.c — which devices the kernel can answer for by itself.
 *
 * A file system on a disk or in memory belongs to the kernel: its caches are the truth, and opening
 * a cached file does not wait. A network file system asks a server, FUSE a process, perhaps this
 * one. Such operations belong on a pool thread.
 *
 * The kind of a device is found once and cached by its number: with statmount(), which does not
 * wait, or, on kernels without it, on a pool thread with statfs(), which may. */
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "fs/fs.h"

/* One word per slot, accessed by any thread: device << 2 | kind. Devices that share a slot replace
 * each other, which costs another query and nothing else. */
static uint64_t uv__devices[32];

static uint64_t uv__device(unsigned major, unsigned minor) {
  return (uint64_t) major << 32 | minor;
}

static uint64_t* uv__device_slot(uint64_t device) {
  return &uv__devices[(device ^ device >> 32) % UV__COUNT(uv__devices)];
}

enum uv__fs_device uv__fs_device_known(unsigned major, unsigned minor) {
  uint64_t device = uv__device(major, minor);
  uint64_t slot = __atomic_load_n(uv__device_slot(device), __ATOMIC_RELAXED);
  return slot >> 2 == device ? (enum uv__fs_device)(slot & 3) : UV__FS_UNKNOWN_DEVICE;
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

static enum uv__fs_device uv__device_remember(const struct statx* s, uint32_t type) {
  uint64_t device = uv__device(s->stx_dev_major, s->stx_dev_minor);
  enum uv__fs_device known = UV__FS_OTHER_DEVICE;

  for (size_t i = 0; i < UV__COUNT(uv__local_types); i++)
    if (uv__local_types[i] == type)
      known = UV__FS_LOCAL_DEVICE;
  __atomic_store_n(uv__device_slot(device), device << 2 | known, __ATOMIC_RELAXED);
  return known;
}

/* ---- Without waiting ---- */

/* Newer than the headers we build with; numbers and layouts are fixed for ever. */
#ifndef SYS_statmount
#  define SYS_statmount 457
#endif
#define MNT_ID_UNIQUE 0x4000u /* to statx() */
#define SB_BASIC 1u           /* to statmount() */

struct uv__mount_request {
  uint32_t size;
  uint32_t spare;
  uint64_t mount;
  uint64_t what;
};

struct uv__mount_answer {
  uint32_t size;
  uint32_t options;
  uint64_t mask;
  uint32_t major, minor;
  uint64_t magic;
  uint64_t rest[64]; /* room for what kernels add */
};

/* The type of the file system that fd is on. */
enum uv__fs_device uv__fs_device_find(int fd, const struct statx* s) {
  struct uv__mount_request request = {.size = sizeof(request), .what = SB_BASIC};
  struct uv__mount_answer answer;
  struct statx id;

  if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, MNT_ID_UNIQUE, &id) ||
      !(id.stx_mask & MNT_ID_UNIQUE))
    return UV__FS_UNKNOWN_DEVICE;
  request.mount = id.stx_mnt_id;
  if (syscall(SYS_statmount, &request, &answer, sizeof(answer), 0) || !(answer.mask & SB_BASIC))
    return UV__FS_UNKNOWN_DEVICE;
  return uv__device_remember(s, (uint32_t) answer.magic);
}

/* ---- On a pool thread ---- */

/* Before the work: the kind of the device is not known yet. */
void uv__fs_find_device(const uv_fs_t* req) {
  int fd = req->file;
  struct statfs type;
  struct statx s;

  if (req->path != NULL)
    fd = open(req->path, O_PATH | O_CLOEXEC | (req->fs_type == UV_FS_LSTAT ? O_NOFOLLOW : 0));
  if (fd == -1)
    return;
  if (fstatfs(fd, &type) == 0 && statx(fd, "", AT_EMPTY_PATH, 0, &s) == 0)
    uv__device_remember(&s, (uint32_t) type.f_type);
  if (req->path != NULL)
    uv__close(fd);
}
