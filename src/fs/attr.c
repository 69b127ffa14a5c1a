/* src/fs/attr.c — access, and changing mode, owner and times. */
#include <fcntl.h>
#include <math.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fs/fs.h"

/* ---- Access ---- */

ssize_t uv__fs_access_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(access(req->path, (int) req->mode)));
}

static int uv__fs_access_error(void) {
  return errno == EROFS || errno == EINVAL ? UV__ERR(errno) : uv__fs_lookup_error(errno);
}

/* Of a descriptor that only names the file, so that no look-up waits (peek.c). */
static int uv__fs_access_cached(uv_fs_t* req) {
  struct statx s;
  int fd;
  int err = uv__fs_peek(req, 0, &s, &fd);

  if (err)
    return err;
  if (syscall(SYS_faccessat2, fd, "", (int) req->mode, AT_EMPTY_PATH))
    err = uv__fs_access_error();
  uv__close(fd);
  return err;
}

enum uv__fs_way uv__fs_access_now(uv_fs_t* req) {
  uint64_t name = uv__fs_name(req);
  enum uv__fs_recency recency = uv__fs_recency(req, name);
  int err;

  if (recency == UV__FS_FRESH)
    err = access(req->path, (int) req->mode) ? uv__fs_access_error() : 0;
  else if (uv__fs_worth_a_peek(req, recency))
    err = uv__fs_access_cached(req);
  else
    return UV__FS_POOL;
  uv__fs_record_peek(req, name, err);
  req->result = err;
  return err == UV_EAGAIN ? UV__FS_POOL : UV__FS_DONE;
}

/* ---- Mode and owner ---- */

ssize_t uv__fs_chmod_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(chmod(req->path, req->mode)));
}

ssize_t uv__fs_fchmod_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(fchmod(req->file, req->mode)));
}

ssize_t uv__fs_chown_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(chown(req->path, req->uid, req->gid)));
}

ssize_t uv__fs_fchown_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(fchown(req->file, req->uid, req->gid)));
}

ssize_t uv__fs_lchown_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(lchown(req->path, req->uid, req->gid)));
}

/* ---- Times ---- */

/* Seconds, to the nearest nanosecond; before 1970 too, where tv_nsec still counts forwards. */
static struct timespec uv__fs_timespec(double seconds) {
  struct timespec t = {0, 0};

  if (isnan(seconds)) {
    t.tv_nsec = UTIME_OMIT;
  } else if (isinf(seconds)) {
    t.tv_nsec = UTIME_NOW;
  } else {
    t.tv_sec = (time_t) seconds;
    t.tv_sec -=
        (double) t.tv_sec > seconds; /* floor() would need libm in builds without optimisation */
    t.tv_nsec = (long) ((seconds - (double) t.tv_sec) * 1e9 + 0.5);
    if (t.tv_nsec > 999999999)
      t = (struct timespec){t.tv_sec + 1, 0};
  }
  return t;
}

static ssize_t uv__fs_utimens(const uv_fs_t* req, int fd, const char* path, int flags) {
  struct timespec times[2] = {uv__fs_timespec(req->atime), uv__fs_timespec(req->mtime)};
  return uv__fs_result(UV__RETRY(utimensat(fd, path, times, flags)));
}

ssize_t uv__fs_utime_work(uv_fs_t* req) {
  return uv__fs_utimens(req, AT_FDCWD, req->path, 0);
}

ssize_t uv__fs_futime_work(uv_fs_t* req) {
  struct timespec times[2] = {uv__fs_timespec(req->atime), uv__fs_timespec(req->mtime)};
  return uv__fs_result(UV__RETRY(futimens(req->file, times)));
}

ssize_t uv__fs_lutime_work(uv_fs_t* req) {
  return uv__fs_utimens(req, AT_FDCWD, req->path, AT_SYMLINK_NOFOLLOW);
}

/* ---- API ---- */

static int uv__fs_start_mode(int err, uv_fs_t* req, uv_file file, int mode) {
  if (err)
    return err;
  req->file = file;
  req->mode = (mode_t) mode;
  return uv__fs_start(req);
}

int uv_fs_access(uv_loop_t* loop, uv_fs_t* req, const char* path, int mode, uv_fs_cb cb) {
  return uv__fs_start_mode(uv__fs_init_path(loop, req, UV_FS_ACCESS, path, cb), req, -1, mode);
}

int uv_fs_chmod(uv_loop_t* loop, uv_fs_t* req, const char* path, int mode, uv_fs_cb cb) {
  return uv__fs_start_mode(uv__fs_init_path(loop, req, UV_FS_CHMOD, path, cb), req, -1, mode);
}

int uv_fs_fchmod(uv_loop_t* loop, uv_fs_t* req, uv_file file, int mode, uv_fs_cb cb) {
  return uv__fs_start_mode(uv__fs_init(loop, req, UV_FS_FCHMOD, cb), req, file, mode);
}

static int uv__fs_start_owner(int err, uv_fs_t* req, uv_file file, uv_uid_t uid, uv_gid_t gid) {
  if (err)
    return err;
  req->file = file;
  req->uid = uid;
  req->gid = gid;
  return uv__fs_start(req);
}

int uv_fs_chown(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_uid_t uid, uv_gid_t gid,
                uv_fs_cb cb) {
  return uv__fs_start_owner(uv__fs_init_path(loop, req, UV_FS_CHOWN, path, cb), req, -1, uid, gid);
}

int uv_fs_fchown(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_uid_t uid, uv_gid_t gid,
                 uv_fs_cb cb) {
  return uv__fs_start_owner(uv__fs_init(loop, req, UV_FS_FCHOWN, cb), req, file, uid, gid);
}

int uv_fs_lchown(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_uid_t uid, uv_gid_t gid,
                 uv_fs_cb cb) {
  return uv__fs_start_owner(uv__fs_init_path(loop, req, UV_FS_LCHOWN, path, cb), req, -1, uid, gid);
}

static int uv__fs_start_times(int err, uv_fs_t* req, uv_file file, double atime, double mtime) {
  if (err)
    return err;
  req->file = file;
  req->atime = atime;
  req->mtime = mtime;
  return uv__fs_start(req);
}

int uv_fs_utime(uv_loop_t* loop, uv_fs_t* req, const char* path, double atime, double mtime,
                uv_fs_cb cb) {
  return uv__fs_start_times(uv__fs_init_path(loop, req, UV_FS_UTIME, path, cb), req, -1, atime,
                            mtime);
}

int uv_fs_futime(uv_loop_t* loop, uv_fs_t* req, uv_file file, double atime, double mtime,
                 uv_fs_cb cb) {
  return uv__fs_start_times(uv__fs_init(loop, req, UV_FS_FUTIME, cb), req, file, atime, mtime);
}

int uv_fs_lutime(uv_loop_t* loop, uv_fs_t* req, const char* path, double atime, double mtime,
                 uv_fs_cb cb) {
  return uv__fs_start_times(uv__fs_init_path(loop, req, UV_FS_LUTIME, path, cb), req, -1, atime,
                            mtime);
}
