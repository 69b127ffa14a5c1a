/* src/fs/fs.h — what the files of this folder share: the life of a request, and the table of
 * operations.
 *
 * An operation is one line of the table in ops.c. With a callback, the first of these ways that can
 * do it is taken:
 *   now       answered from the kernel's memory inside the call; the callback runs in the next poll
 *             phase
 *   ring      submitted to the io_uring ring
 *   fallback  like `now`, but costs more than the ring: when there is no ring, or nothing else to
 *             submit
 *   work      a pool thread does it and blocks. Without a callback `work` is called directly. */
#ifndef UV__FS_H
#define UV__FS_H

#include <sys/stat.h>

#include "io/io.h"

/* The outcome of one way. */
enum uv__fs_way {
  UV__FS_DONE, /* req->result is set */
  UV__FS_RING, /* not now: it would have to wait */
  UV__FS_POOL  /* this way is not possible: use a pool thread */
};

struct uv__fs_op {
  ssize_t (*work)(uv_fs_t* req); /* the result, or -errno */
  enum uv__fs_way (*now)(uv_fs_t* req);
  int (*ring)(uv_fs_t* req);                         /* 0: no ring, or not this operation */
  enum uv__fs_way (*reap)(uv_fs_t* req, int result); /* NULL: `result` is the request's */
  enum uv__fs_way (*fallback)(uv_fs_t* req);
  void (*worked)(uv_fs_t* req);  /* on the loop's thread, after a pool thread has done it */
  void (*cleanup)(uv_fs_t* req); /* frees what req->ptr names, after success */
  int looks_up;     /* cheaper in a batch on the pool than at once: counted in loop->fs_lookups */
  int needs_device; /* req->off is UV__FS_FIND_DEVICE when the device is not known yet */
};

#define UV__FS_TYPES (UV_FS_LUTIME + 1)
extern const struct uv__fs_op uv__fs_ops[UV__FS_TYPES];

/* ---- A request's life: request.c ---- */

/* Every uv_fs_*() function calls one of these, sets the arguments and calls uv__fs_start(). */
int uv__fs_init(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, uv_fs_cb cb);
int uv__fs_init_path(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, const char* path, uv_fs_cb cb);
int uv__fs_init_paths(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, const char* path,
                      const char* new_path, uv_fs_cb cb);
int uv__fs_init_template(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, const char* tpl,
                         uv_fs_cb cb);
int uv__fs_start(uv_fs_t* req);

/* uv_cancel(): 0, and the result will be UV_ECANCELED; or UV_EBUSY. */
int uv__fs_cancel(uv_fs_t* req);

/* A ring entry for the request, or NULL. */
struct io_uring_sqe* uv__fs_sqe(uv_fs_t* req, unsigned opcode);

/* Few enough in progress, with this one: waking a pool thread costs more than doing it here. */
static inline int uv__fs_few_lookups(const uv_fs_t* req) {
  enum { FEW = 16 };
  return req->loop->fs_lookups <= FEW;
}

static inline ssize_t uv__fs_result(ssize_t r) {
  return r == -1 ? UV__ERR(errno) : r;
}

void uv__fs_free_ptr(uv_fs_t* req);

/* ---- Queries that the kernel answers without waiting: peek.c ---- */

enum { UV__FS_FIND_DEVICE = 1 }; /* in req->off: find the kind of device, on the pool thread */

int uv__fs_peek(uv_fs_t* req, int open_flags, struct statx* out, int* keep);
int uv__fs_peek_again(uv_fs_t* req, int stat_flags, struct statx* out);
int uv__fs_peek_fd(uv_fs_t* req, int fd, struct statx* out);
int uv__fs_open_cached(const char* path, int flags);
int uv__fs_lookup_error(int error); /* UV_EAGAIN when it is not about the path */

/* ---- Which devices the kernel can answer for: device.c ---- */

enum uv__fs_device { UV__FS_UNKNOWN_DEVICE, UV__FS_OTHER_DEVICE, UV__FS_LOCAL_DEVICE };

enum uv__fs_device uv__fs_device_known(unsigned major, unsigned minor);
enum uv__fs_device uv__fs_device_find(int fd, const struct statx* s);
void uv__fs_find_device(const uv_fs_t* req);

/* ---- Names looked up a moment ago: recent.c ---- */

enum uv__fs_recency { UV__FS_NEW, UV__FS_STALE, UV__FS_FRESH };

uint64_t uv__fs_name(const uv_fs_t* req);
uint64_t uv__fs_folder_name(const uv_fs_t* req);
enum uv__fs_recency uv__fs_recency(const uv_fs_t* req, uint64_t name);
int uv__fs_worth_a_peek(const uv_fs_t* req, enum uv__fs_recency recency);
void uv__fs_record_peek(const uv_fs_t* req, uint64_t name, int err);

/* ---- Operations: work, now, ring, reap, fallback, cleanup by name ---- */

/* open_close.c */
ssize_t uv__fs_open_work(uv_fs_t* req);
enum uv__fs_way uv__fs_open_now(uv_fs_t* req);
void uv__fs_open_worked(uv_fs_t* req);
int uv__fs_open_ring(uv_fs_t* req);
enum uv__fs_way uv__fs_open_reap(uv_fs_t* req, int result);
enum uv__fs_way uv__fs_open_fallback(uv_fs_t* req);
ssize_t uv__fs_close_work(uv_fs_t* req);
int uv__fs_close_ring(uv_fs_t* req);
enum uv__fs_way uv__fs_close_fallback(uv_fs_t* req);
ssize_t uv__fs_mkstemp_work(uv_fs_t* req);

/* fifo.c */
int uv__fs_is_early_fifo(const uv_fs_t* req, int fd);
int uv__fs_fifo_wait(int fd, const char* path);

/* read_write.c */
ssize_t uv__fs_read_work(uv_fs_t* req);
enum uv__fs_way uv__fs_read_now(uv_fs_t* req);
int uv__fs_read_ring(uv_fs_t* req);
ssize_t uv__fs_write_work(uv_fs_t* req);
enum uv__fs_way uv__fs_write_now(uv_fs_t* req);
int uv__fs_write_ring(uv_fs_t* req);
enum uv__fs_way uv__fs_write_reap(uv_fs_t* req, int result);
ssize_t uv__fs_fsync_work(uv_fs_t* req);
ssize_t uv__fs_fdatasync_work(uv_fs_t* req);
ssize_t uv__fs_ftruncate_work(uv_fs_t* req);

/* stat.c */
ssize_t uv__fs_stat_work(uv_fs_t* req);
ssize_t uv__fs_lstat_work(uv_fs_t* req);
ssize_t uv__fs_fstat_work(uv_fs_t* req);
enum uv__fs_way uv__fs_stat_now(uv_fs_t* req);
enum uv__fs_way uv__fs_fstat_now(uv_fs_t* req);
void uv__fs_stat_worked(uv_fs_t* req);
ssize_t uv__fs_statfs_work(uv_fs_t* req);

/* attr.c */
ssize_t uv__fs_access_work(uv_fs_t* req);
enum uv__fs_way uv__fs_access_now(uv_fs_t* req);
ssize_t uv__fs_chmod_work(uv_fs_t* req);
ssize_t uv__fs_fchmod_work(uv_fs_t* req);
ssize_t uv__fs_chown_work(uv_fs_t* req);
ssize_t uv__fs_fchown_work(uv_fs_t* req);
ssize_t uv__fs_lchown_work(uv_fs_t* req);
ssize_t uv__fs_utime_work(uv_fs_t* req);
ssize_t uv__fs_futime_work(uv_fs_t* req);
ssize_t uv__fs_lutime_work(uv_fs_t* req);

/* dir.c */
ssize_t uv__fs_mkdir_work(uv_fs_t* req);
ssize_t uv__fs_mkdtemp_work(uv_fs_t* req);
ssize_t uv__fs_rmdir_work(uv_fs_t* req);
ssize_t uv__fs_opendir_work(uv_fs_t* req);
ssize_t uv__fs_readdir_work(uv_fs_t* req);
void uv__fs_readdir_cleanup(uv_fs_t* req);
ssize_t uv__fs_closedir_work(uv_fs_t* req);

/* scandir.c */
ssize_t uv__fs_scandir_work(uv_fs_t* req);
uv_dirent_type_t uv__fs_dirent_type(unsigned char d_type);

/* link.c */
ssize_t uv__fs_link_work(uv_fs_t* req);
ssize_t uv__fs_symlink_work(uv_fs_t* req);
ssize_t uv__fs_readlink_work(uv_fs_t* req);
ssize_t uv__fs_realpath_work(uv_fs_t* req);
ssize_t uv__fs_rename_work(uv_fs_t* req);
ssize_t uv__fs_unlink_work(uv_fs_t* req);

/* copy.c */
ssize_t uv__fs_copyfile_work(uv_fs_t* req);
ssize_t uv__fs_sendfile_work(uv_fs_t* req);

/* poll.c: a request of the library's own, not the user's. */
void uv__fs_poll_result(uv_fs_t* req);

#endif
