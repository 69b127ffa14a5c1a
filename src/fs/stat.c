/* src/fs/stat.c — stat, lstat, fstat, statfs.
 *
 * Measured on Linux 6.18 (ext4, a cached path five names deep; CPU time of the whole process, all
 * its threads and the kernel's workers, in microseconds per stat):
 *
 *              1 under way   8      16     64
 *   at once        3.4      3.3    3.2    3.2    the name has to be looked for in the cache
 *                  1.7                    1.6    it was there a moment ago (recent.c)
 *   pool           9.8      3.9    3.1    2.6    (libuv 1.44: 22 to 30, 7.5, 5.3, 2.6 to 4)
 *   ring            23                    4.4    (the kernel hands statx to a thread of its own)
 *
 * So a stat is answered at once while few are under way or the name is known; else by the pool. An
 * fstat, which has no name to look up (0.6), is always answered at once. */
#include <fcntl.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include "fs/fs.h"

static void uv__fs_from_statx(uv_fs_t* req, const struct statx* s) {
  uv_stat_t* to = &req->statbuf;

  to->st_dev = makedev(s->stx_dev_major, s->stx_dev_minor);
  to->st_mode = s->stx_mode;
  to->st_nlink = s->stx_nlink;
  to->st_uid = s->stx_uid;
  to->st_gid = s->stx_gid;
  to->st_rdev = makedev(s->stx_rdev_major, s->stx_rdev_minor);
  to->st_ino = s->stx_ino;
  to->st_size = s->stx_size;
  to->st_blksize = s->stx_blksize;
  to->st_blocks = s->stx_blocks;
  to->st_flags = 0;
  to->st_gen = 0;
  to->st_atim = (uv_timespec_t){s->stx_atime.tv_sec, s->stx_atime.tv_nsec};
  to->st_mtim = (uv_timespec_t){s->stx_mtime.tv_sec, s->stx_mtime.tv_nsec};
  to->st_ctim = (uv_timespec_t){s->stx_ctime.tv_sec, s->stx_ctime.tv_nsec};
  to->st_birthtim = (uv_timespec_t){s->stx_btime.tv_sec, s->stx_btime.tv_nsec};
  req->ptr = to;
}

/* Without statx(): the same but for the time of birth, which only statx() knows. */
static int uv__fs_old_stat(uv_fs_t* req, int fd, const char* path, int flags) {
  struct stat s;
  struct statx x = {0};

  if (UV__RETRY(fstatat(fd, path, &s, flags)))
    return UV__ERR(errno);
  x.stx_mode = s.st_mode;
  x.stx_nlink = s.st_nlink;
  x.stx_uid = s.st_uid;
  x.stx_gid = s.st_gid;
  x.stx_ino = s.st_ino;
  x.stx_size = s.st_size;
  x.stx_blksize = s.st_blksize;
  x.stx_blocks = s.st_blocks;
  x.stx_atime = (struct statx_timestamp){.tv_sec = s.st_atim.tv_sec, .tv_nsec = s.st_atim.tv_nsec};
  x.stx_mtime = (struct statx_timestamp){.tv_sec = s.st_mtim.tv_sec, .tv_nsec = s.st_mtim.tv_nsec};
  x.stx_ctime = (struct statx_timestamp){.tv_sec = s.st_ctim.tv_sec, .tv_nsec = s.st_ctim.tv_nsec};
  uv__fs_from_statx(req, &x);
  req->statbuf.st_dev = s.st_dev;
  req->statbuf.st_rdev = s.st_rdev;
  return 0;
}

static int uv__fs_statx(uv_fs_t* req, int fd, const char* path, int flags) {
  static int absent;
  struct statx s;

  if (!__atomic_load_n(&absent, __ATOMIC_RELAXED)) {
    if (UV__RETRY(statx(fd, path, flags, STATX_BASIC_STATS | STATX_BTIME, &s)) == 0) {
      uv__fs_from_statx(req, &s);
      return 0;
    }
    if (errno != ENOSYS && errno != EPERM) /* EPERM: old sandboxes that do not know the call */
      return UV__ERR(errno);
    if (errno == ENOSYS)
      __atomic_store_n(&absent, 1, __ATOMIC_RELAXED);
  }
  return uv__fs_old_stat(req, fd, path, flags);
}

ssize_t uv__fs_stat_work(uv_fs_t* req) {
  return uv__fs_statx(req, AT_FDCWD, req->path, 0);
}

ssize_t uv__fs_lstat_work(uv_fs_t* req) {
  return uv__fs_statx(req, AT_FDCWD, req->path, AT_SYMLINK_NOFOLLOW);
}

ssize_t uv__fs_fstat_work(uv_fs_t* req) {
  return uv__fs_statx(req, req->file, "", AT_EMPTY_PATH);
}

/* The result of a peek becomes the request's, unless it is no answer. */
static enum uv__fs_way uv__fs_seen(uv_fs_t* req, int err, const struct statx* s) {
  if (err == UV_EAGAIN)
    return UV__FS_POOL;
  req->result = err;
  if (err == 0)
    uv__fs_from_statx(req, s);
  return UV__FS_DONE;
}

enum uv__fs_way uv__fs_stat_now(uv_fs_t* req) {
  int link = req->fs_type == UV_FS_LSTAT;
  uint64_t name = uv__fs_name(req);
  enum uv__fs_recency recency = uv__fs_recency(req, name);
  struct statx s;
  int err;

  if (recency == UV__FS_FRESH)
    err = uv__fs_peek_again(req, link ? AT_SYMLINK_NOFOLLOW : 0, &s);
  else if (uv__fs_worth_a_peek(req, recency))
    err = uv__fs_peek(req, link ? O_NOFOLLOW : 0, &s, NULL);
  else
    return UV__FS_POOL;
  uv__fs_record_peek(req, name, err);
  return uv__fs_seen(req, err, &s);
}

/* What a pool thread has found is in the kernel's cache now. */
void uv__fs_stat_worked(uv_fs_t* req) {
  uint64_t device = req->statbuf.st_dev;

  if (req->result == 0 && uv__fs_device_known(major(device), minor(device)) == UV__FS_LOCAL_DEVICE)
    uv__fs_record_peek(req, uv__fs_name(req), 0);
}

enum uv__fs_way uv__fs_fstat_now(uv_fs_t* req) {
  struct statx s;

  return uv__fs_seen(req, uv__fs_peek_fd(req, req->file, &s), &s);
}

ssize_t uv__fs_statfs_work(uv_fs_t* req) {
  struct statfs s;
  uv_statfs_t* to;

  if (UV__RETRY(statfs(req->path, &s)))
    return UV__ERR(errno);
  to = uv__calloc(1, sizeof(*to));
  if (to == NULL)
    return UV_ENOMEM;
  to->f_type = s.f_type;
  to->f_bsize = s.f_bsize;
  to->f_blocks = s.f_blocks;
  to->f_bfree = s.f_bfree;
  to->f_bavail = s.f_bavail;
  to->f_files = s.f_files;
  to->f_ffree = s.f_ffree;
  to->f_frsize = s.f_frsize;
  req->ptr = to;
  return 0;
}

/* ---- API ---- */

int uv_fs_stat(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_STAT, path, cb);
  return err ? err : uv__fs_start(req);
}

int uv_fs_lstat(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_LSTAT, path, cb);
  return err ? err : uv__fs_start(req);
}

int uv_fs_fstat(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, UV_FS_FSTAT, cb);
  if (err)
    return err;
  req->file = file;
  return uv__fs_start(req);
}

int uv_fs_statfs(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_STATFS, path, cb);
  return err ? err : uv__fs_start(req);
}
