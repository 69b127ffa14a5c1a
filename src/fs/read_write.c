/* src/fs/read_write.c — read, write, fsync, fdatasync, ftruncate.
 *
 * Both are tried at once with RWF_NOWAIT, which moves what it can between the buffers and the page
 * cache (or the pipe) and never waits. What would have to wait goes to the ring, where no thread is
 * blocked for it. With many requests in progress a read goes there directly: all of them are
 * submitted by one system call. Not every file supports RWF_NOWAIT (reading: tmpfs; writing: ext4,
 * tmpfs): on the ring these would be done by a thread of the kernel, which costs more than one of
 * ours.
 *
 * (1) In a request under way, req->result counts the bytes that are done; work goes on from there.
 * (2) A read ends short only where a plain read would. A write goes on until all is written, or an
 *     error: the bytes before the error are the result, as if the rest had not been requested.
 * (3) A negative offset means the file's own position. */
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fs/fs.h"

enum {
  /* More than this is not copied on the loop's thread: by then a pool thread's wake-up costs
   * little, and the loop should not stand still for it. */
  NOW_MAX = 512 << 10,

  /* After it is known whether a file supports RWF_NOWAIT, so many requests do not test it.
   * Descriptors are reused for other files, so it is tested again. */
  HINTS = 64,

  /* Reads that go to the ring directly: with so many requests in progress, of so many bytes. */
  MANY = 16,
  RING_MAX = 64 << 10
};

/* What the kernel transfers at most in one call. */
#define RW_MAX 0x7ffff000u

static size_t uv__bufs_size(const uv_buf_t* bufs, unsigned nbufs) {
  size_t size = 0;

  for (unsigned i = 0; i < nbufs; i++)
    size += bufs[i].len;
  return size;
}

/* The buffers that the next call should be given, `done` bytes being through. A buffer that is
 * partly done is given alone, by way of `part`, so that the list itself stays as it is. */
static const struct iovec* uv__bufs_left(const uv_fs_t* req, size_t done, struct iovec* part,
                                         int* count) {
  const uv_buf_t* buf = req->bufs;
  const uv_buf_t* end = req->bufs + req->nbufs;

  while (buf < end - 1 && done >= buf->len)
    done -= buf++->len;
  if (done > 0) {
    *part = (struct iovec){buf->base + done, buf->len - done};
    *count = 1;
    return part;
  }
  *count = end - buf < IOV_MAX ? (int) (end - buf) : IOV_MAX;
  return (const struct iovec*) buf;
}

static ssize_t uv__fs_read_step(uv_fs_t* req, size_t done, int flags) {
  struct iovec part;
  int count;
  const struct iovec* iov = uv__bufs_left(req, done, &part, &count);
  off_t at = req->off < 0 ? -1 : req->off + (off_t) done;

  if (flags)
    return preadv2(req->file, iov, count, at, flags);
  return at == -1 ? readv(req->file, iov, count) : preadv(req->file, iov, count, at);
}

static ssize_t uv__fs_write_step(uv_fs_t* req, size_t done, int flags) {
  struct iovec part;
  int count;
  const struct iovec* iov = uv__bufs_left(req, done, &part, &count);
  off_t at = req->off < 0 ? -1 : req->off + (off_t) done;

  if (flags)
    return pwritev2(req->file, iov, count, at, flags);
  return at == -1 ? writev(req->file, iov, count) : pwritev(req->file, iov, count, at);
}

/* ---- At once ---- */

/* By descriptor: how many more requests need no test. Shared by all loops and only a hint. */
static unsigned char uv__read_refused[1024], uv__write_refused[1024], uv__read_known[1024];

static int uv__fs_hinted(unsigned char* hints, int fd) {
  unsigned char left;

  if ((unsigned) fd >= UV__COUNT(uv__read_refused))
    return 0;
  left = __atomic_load_n(&hints[fd], __ATOMIC_RELAXED);
  if (left == 0)
    return 0;
  __atomic_store_n(&hints[fd], left - 1, __ATOMIC_RELAXED);
  return 1;
}

static void uv__fs_hint(unsigned char* hints, int fd) {
  if ((unsigned) fd < UV__COUNT(uv__read_refused))
    __atomic_store_n(&hints[fd], HINTS, __ATOMIC_RELAXED);
}

/* Where to go after RWF_NOWAIT has failed. */
static enum uv__fs_way uv__fs_not_now(uv_fs_t* req, unsigned char* refused) {
  int err = errno;

  if (req->result > 0)
    return UV__FS_POOL; /* the rest of it */
  if (err == EAGAIN)    /* the ring would wait even with O_NONBLOCK */
    return fcntl(req->file, F_GETFL) & O_NONBLOCK ? UV__FS_POOL : UV__FS_RING;
  if (err == EOPNOTSUPP)
    uv__fs_hint(refused, req->file);
  if (err == EOPNOTSUPP || err == ENOSYS || err == EINTR)
    return UV__FS_POOL;
  req->result = UV__ERR(err);
  return UV__FS_DONE;
}

/* ---- Read ---- */

/* Without a callback EINTR is an answer: a program that waits for its terminal this way, and has
 * set a signal handler without SA_RESTART, expects to be interrupted. */
ssize_t uv__fs_read_work(uv_fs_t* req) {
  ssize_t done = req->result;
  ssize_t n;

  do
    n = uv__fs_read_step(req, (size_t) done, 0);
  while (n == -1 && errno == EINTR && req->cb != NULL);
  if (n == -1)
    return done > 0 ? done : UV__ERR(errno);
  return done + n;
}

static int uv__fs_is_regular(int fd) {
  struct stat s;
  return fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
}

/* Not where the file's own position counts: reads of one descriptor must move it one by one. */
static int uv__fs_read_joins_others(const uv_fs_t* req, size_t wanted) {
  return req->loop->active_reqs >= MANY && req->off >= 0 && wanted <= RING_MAX && req->nbufs == 1 &&
         uv__ring_has(req->loop, IORING_OP_READ) && uv__fs_hinted(uv__read_known, req->file);
}

enum uv__fs_way uv__fs_read_now(uv_fs_t* req) {
  size_t wanted = uv__bufs_size(req->bufs, req->nbufs);
  ssize_t n;

  if (wanted > NOW_MAX || req->nbufs > IOV_MAX || uv__fs_hinted(uv__read_refused, req->file))
    return UV__FS_POOL;
  if (uv__fs_read_joins_others(req, wanted))
    return UV__FS_RING;

  n = uv__fs_read_step(req, 0, RWF_NOWAIT);
  if (n > 0)
    uv__fs_hint(uv__read_known, req->file);
  /* Short: the end of the file, or of what is in the cache? Only regular files owe us the rest. */
  while (n > 0) {
    req->result += n;
    if ((size_t) req->result == wanted || !uv__fs_is_regular(req->file))
      return UV__FS_DONE;
    n = uv__fs_read_step(req, (size_t) req->result, RWF_NOWAIT);
  }
  return n == 0 ? UV__FS_DONE : uv__fs_not_now(req, uv__read_refused);
}

/* One buffer needs no list: the kernel has one copy less to make. */
static int uv__fs_rw_ring(uv_fs_t* req, unsigned opcode, unsigned vector_opcode) {
  int single = req->nbufs == 1;
  struct io_uring_sqe* sqe;

  if (req->nbufs > IOV_MAX)
    return 0;
  sqe = uv__fs_sqe(req, single ? opcode : vector_opcode);
  if (sqe == NULL)
    return 0;
  sqe->fd = req->file;
  sqe->off = req->off < 0 ? (uint64_t) -1 : (uint64_t) req->off;
  sqe->addr = single ? (uintptr_t) req->bufs->base : (uintptr_t) req->bufs;
  sqe->len = !single ? req->nbufs : req->bufs->len < RW_MAX ? (unsigned) req->bufs->len : RW_MAX;
  return 1;
}

int uv__fs_read_ring(uv_fs_t* req) {
  return uv__fs_rw_ring(req, IORING_OP_READ, IORING_OP_READV);
}

/* ---- Write ---- */

ssize_t uv__fs_write_work(uv_fs_t* req) {
  size_t wanted = uv__bufs_size(req->bufs, req->nbufs);
  size_t done = (size_t) req->result;
  ssize_t n;

  do {
    n = UV__RETRY(uv__fs_write_step(req, done, 0));
    if (n == -1)
      return done > 0 ? (ssize_t) done : UV__ERR(errno);
    done += (size_t) n;
  } while (n > 0 && done < wanted);
  return (ssize_t) done;
}

enum uv__fs_way uv__fs_write_now(uv_fs_t* req) {
  size_t wanted = uv__bufs_size(req->bufs, req->nbufs);
  ssize_t n;

  if (wanted > NOW_MAX || req->nbufs > IOV_MAX || uv__fs_hinted(uv__write_refused, req->file))
    return UV__FS_POOL;
  n = uv__fs_write_step(req, 0, RWF_NOWAIT);
  if (n == -1)
    return uv__fs_not_now(req, uv__write_refused);
  req->result = n;
  return (size_t) n == wanted ? UV__FS_DONE : UV__FS_POOL;
}

int uv__fs_write_ring(uv_fs_t* req) {
  return uv__fs_rw_ring(req, IORING_OP_WRITE, IORING_OP_WRITEV);
}

enum uv__fs_way uv__fs_write_reap(uv_fs_t* req, int result) {
  req->result = result;
  if (result > 0 && (size_t) result < uv__bufs_size(req->bufs, req->nbufs))
    return UV__FS_POOL;
  return UV__FS_DONE;
}

/* ---- The rest ---- */

ssize_t uv__fs_fsync_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(fsync(req->file)));
}

ssize_t uv__fs_fdatasync_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(fdatasync(req->file)));
}

ssize_t uv__fs_ftruncate_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(ftruncate(req->file, req->off)));
}

/* ---- API ---- */

static int uv__fs_take_bufs(uv_fs_t* req, const uv_buf_t bufs[], unsigned nbufs) {
  if (bufs == NULL || nbufs == 0)
    return UV_EINVAL;
  req->bufs = (uv_buf_t*) bufs;
  req->nbufs = nbufs;
  if (req->cb == NULL)
    return 0; /* the caller's own list will do */

  req->bufs = req->bufsml;
  if (nbufs > UV__COUNT(req->bufsml)) {
    req->bufs = uv__malloc(nbufs * sizeof(*bufs));
    if (req->bufs == NULL)
      return UV_ENOMEM;
  }
  memcpy(req->bufs, bufs, nbufs * sizeof(*bufs));
  return 0;
}

static int uv__fs_start_rw(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, uv_file file,
                           const uv_buf_t bufs[], unsigned nbufs, int64_t offset, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, type, cb);

  if (err == 0)
    err = uv__fs_take_bufs(req, bufs, nbufs);
  if (err)
    return err;
  req->file = file;
  req->off = offset;
  return uv__fs_start(req);
}

int uv_fs_read(uv_loop_t* loop, uv_fs_t* req, uv_file file, const uv_buf_t bufs[],
               unsigned int nbufs, int64_t offset, uv_fs_cb cb) {
  return uv__fs_start_rw(loop, req, UV_FS_READ, file, bufs, nbufs, offset, cb);
}

int uv_fs_write(uv_loop_t* loop, uv_fs_t* req, uv_file file, const uv_buf_t bufs[],
                unsigned int nbufs, int64_t offset, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, UV_FS_WRITE, cb);

  if (err)
    return err;
  if (bufs != NULL && !uv__bufs_fit(bufs, nbufs))
    return UV_EINVAL;
  return uv__fs_start_rw(loop, req, UV_FS_WRITE, file, bufs, nbufs, offset, cb);
}

static int uv__fs_start_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, uv_file file,
                             int64_t offset, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, type, cb);

  if (err)
    return err;
  req->file = file;
  req->off = offset;
  return uv__fs_start(req);
}

int uv_fs_fsync(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_fs_cb cb) {
  return uv__fs_start_file(loop, req, UV_FS_FSYNC, file, 0, cb);
}

int uv_fs_fdatasync(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_fs_cb cb) {
  return uv__fs_start_file(loop, req, UV_FS_FDATASYNC, file, 0, cb);
}

int uv_fs_ftruncate(uv_loop_t* loop, uv_fs_t* req, uv_file file, int64_t offset, uv_fs_cb cb) {
  return uv__fs_start_file(loop, req, UV_FS_FTRUNCATE, file, offset, cb);
}
