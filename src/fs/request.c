/* src/fs/request.c — the life of a file system request, from its call to uv_fs_req_cleanup().
 *
 * (1) With a callback the request is active from uv__fs_start() until right before the callback; a
 *     call that returns an error leaves nothing active and nothing allocated.
 * (2) With a callback, paths and the list of buffers are the request's own: short ones lie in
 *     bufsml, longer ones on the heap. Without one they are the caller's. A template is always on
 *     the heap, because programs keep req->path of uv_fs_mkdtemp() longer than the request.
 * (3) The first word of req->via shows which way an active request took: uv__fs_ring_done,
 *     uv__fs_now_done, or the pool's job type.
 * (4) An operation takes its arguments at the call and does its work between then and the callback:
 *     a relative path means the working directory of some moment in between, as with any pool. */
#include <string.h>

#include "fs/fs.h"
#include "threads/pool.h"
#include "trace/trace.h"

/* ---- Making one ---- */

int uv__fs_init(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, uv_fs_cb cb) {
  if (req == NULL || (cb != NULL && loop == NULL))
    return UV_EINVAL;
  req->type = UV_FS;
  req->fs_type = type;
  req->loop = loop;
  req->cb = cb;
  req->result = 0;
  req->ptr = NULL;
  req->path = NULL;
  req->new_path = NULL;
  req->bufs = NULL;
  req->nbufs = 0;
  req->file = -1;
  req->off = 0;
  return 0;
}

static int uv__fs_copy_paths(uv_fs_t* req, const char* path, const char* new_path) {
  size_t len = strlen(path) + 1;
  size_t new_len = new_path == NULL ? 0 : strlen(new_path) + 1;
  char* copy = (char*) req->bufsml;

  if (len + new_len > sizeof(req->bufsml)) {
    copy = uv__malloc(len + new_len);
    if (copy == NULL)
      return UV_ENOMEM;
  }
  req->path = memcpy(copy, path, len);
  if (new_path != NULL)
    req->new_path = memcpy(copy + len, new_path, new_len);
  return 0;
}

static int uv__fs_take_paths(uv_fs_t* req, const char* path, const char* new_path) {
  if (req->cb != NULL)
    return uv__fs_copy_paths(req, path, new_path);
  req->path = path;
  req->new_path = new_path;
  return 0;
}

int uv__fs_init_path(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, const char* path,
                     uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, type, cb);

  if (err)
    return err;
  return path == NULL ? UV_EINVAL : uv__fs_take_paths(req, path, NULL);
}

int uv__fs_init_paths(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, const char* path,
                      const char* new_path, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, type, cb);

  if (err)
    return err;
  return path == NULL || new_path == NULL ? UV_EINVAL : uv__fs_take_paths(req, path, new_path);
}

int uv__fs_init_template(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, const char* tpl,
                         uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, type, cb);

  if (err)
    return err;
  if (tpl == NULL)
    return UV_EINVAL;
  req->path = uv__strdup(tpl);
  return req->path == NULL ? UV_ENOMEM : 0;
}

/* ---- Ending one ---- */

static void uv__fs_drop_bufs(uv_fs_t* req) {
  if (req->cb != NULL && req->bufs != req->bufsml)
    uv__free(req->bufs);
  req->bufs = NULL;
  req->nbufs = 0;
}

static void uv__fs_drop_paths(uv_fs_t* req) {
  int owned = req->cb != NULL || req->fs_type == UV_FS_MKDTEMP || req->fs_type == UV_FS_MKSTEMP;

  if (owned && req->path != (char*) req->bufsml)
    uv__free((void*) req->path);
  req->path = NULL;
  req->new_path = NULL;
}

void uv__fs_free_ptr(uv_fs_t* req) {
  uv__free(req->ptr);
}

void uv_fs_req_cleanup(uv_fs_t* req) {
  if (req == NULL)
    return;
  uv__fs_drop_paths(req);
  uv__fs_drop_bufs(req);
  if (req->ptr != NULL && (unsigned) req->fs_type < UV__FS_TYPES &&
      uv__fs_ops[req->fs_type].cleanup != NULL)
    uv__fs_ops[req->fs_type].cleanup(req);
  req->ptr = NULL;
}

/* One that waited for its writer (fifo.c) in vain: cancelled, or no thread to wait for it. */
static void uv__fs_drop_fifo(uv_fs_t* req) {
  if (req->fs_type == UV_FS_OPEN && req->file != -1)
    uv__close(req->file);
}

/* The result is there: the request leaves the loop, then its callback, which may free it, is
 * called. */
static void uv__fs_finish(uv_fs_t* req) {
  uv_loop_t* loop = req->loop;

  if (req->result < 0)
    uv__fs_drop_fifo(req);
  loop->fs_lookups -= uv__fs_ops[req->fs_type].looks_up;
  uv__fs_drop_bufs(req);
  uv__req_done(loop, req);
  if (UV__UNLIKELY(req->cb == uv__fs_poll_result))
    uv__fs_poll_result(req); /* no user's callback: it is not counted and not traced as one */
  else
    UV__CALL_REQ(loop, req, req->cb(req));
}

/* ---- The pool ---- */

static void uv__fs_work(struct uv__work* w) {
  uv_fs_t* req = uv__container(w, uv_fs_t, via.work);
  const struct uv__fs_op* op = &uv__fs_ops[req->fs_type];

  if (op->needs_device && req->off == UV__FS_FIND_DEVICE)
    uv__fs_find_device(req);
  req->result = op->work(req);
}

static void uv__fs_work_done(struct uv__work* w, int status) {
  uv_fs_t* req = uv__container(w, uv_fs_t, via.work);

  if (status == UV_ECANCELED)
    req->result = UV_ECANCELED;
  else if (uv__fs_ops[req->fs_type].worked != NULL)
    uv__fs_ops[req->fs_type].worked(req);
  uv__fs_finish(req);
}

static const struct uv__job_type uv__fs_job = {uv__fs_work, uv__fs_work_done, UV__LANE_FAST_IO,
                                               "fs"};

static int uv__fs_to_pool(uv_fs_t* req) {
  return uv__work_submit(req->loop, &req->via.work, &uv__fs_job);
}

/* ---- The ring ---- */

static void uv__fs_ring_done(uv_loop_t* loop, struct uv__op* op, int result) {
  uv_fs_t* req = uv__container(op, uv_fs_t, via.op);
  enum uv__fs_way (*reap)(uv_fs_t*, int) = uv__fs_ops[req->fs_type].reap;
  enum uv__fs_way way = UV__FS_DONE;

  if (result < 0 && uv__ring_refused(loop, (unsigned) (uintptr_t) op->owner, result))
    way = UV__FS_POOL;
  else if (reap != NULL && result != UV_ECANCELED)
    way = reap(req, result);
  else
    req->result = result;

  if (way == UV__FS_POOL) {
    int err = uv__fs_to_pool(req);
    if (err == 0)
      return;
    req->result = err;
  }
  uv__fs_finish(req);
}

struct io_uring_sqe* uv__fs_sqe(uv_fs_t* req, unsigned opcode) {
  req->via.op.done = uv__fs_ring_done;
  req->via.op.owner = (void*) (uintptr_t) opcode; /* to be named should the kernel refuse it */
  return uv__ring_sqe(req->loop, opcode, &req->via.op);
}

/* ---- Now ---- */

static void uv__fs_now_done(uv_loop_t* loop, struct uv__op* op, int result) {
  (void) loop;
  (void) result; /* sizes do not fit into an int: it is in the request already */
  uv__fs_finish(uv__container(op, uv_fs_t, via.op));
}

static int uv__fs_report_soon(uv_fs_t* req) {
  req->via.op.done = uv__fs_now_done;
  uv__op_finish(req->loop, &req->via.op, 0);
  return 0;
}

/* ---- Which way ---- */

/* The ring pays for itself from the second operation on that is submitted with others. */
static int uv__fs_is_alone(const uv_fs_t* req) {
  return req->loop->active_reqs == 1;
}

static int uv__fs_take_way(uv_fs_t* req, const struct uv__fs_op* op) {
  enum uv__fs_way way = op->now == NULL ? UV__FS_RING : op->now(req);
  int fallback = op->fallback != NULL && uv__fs_is_alone(req);

  if (way == UV__FS_RING && op->ring != NULL && !fallback && op->ring(req))
    return 0;
  if (way == UV__FS_RING && op->fallback != NULL)
    way = op->fallback(req);
  return way == UV__FS_DONE ? uv__fs_report_soon(req) : uv__fs_to_pool(req);
}

int uv__fs_start(uv_fs_t* req) {
  const struct uv__fs_op* op = &uv__fs_ops[req->fs_type];
  uv_loop_t* loop = req->loop;
  int err;

  if (req->cb == NULL) {
    req->result = op->work(req);
    uv__fs_drop_bufs(req);
    return (int) req->result;
  }

  uv__req_init(loop, req, UV_FS);
  loop->fs_lookups += op->looks_up;
  err = uv__fs_take_way(req, op);
  if (err == 0)
    return 0;

  loop->fs_lookups -= op->looks_up;
  uv__req_done(loop, req);
  uv__fs_drop_fifo(req);
  uv__fs_drop_bufs(req);
  uv__fs_drop_paths(req);
  return err;
}

int uv__fs_cancel(uv_fs_t* req) {
  if (req->via.op.done == uv__fs_now_done)
    return UV_EBUSY;
  if (req->via.op.done == uv__fs_ring_done)
    return uv__ring_cancel(req->loop, &req->via.op);
  return uv__work_cancel(req->loop, &req->via.work);
}

/* ---- Reading one ---- */

uv_fs_type uv_fs_get_type(const uv_fs_t* req) {
  return req->fs_type;
}

ssize_t uv_fs_get_result(const uv_fs_t* req) {
  return req->result;
}

int uv_fs_get_system_error(const uv_fs_t* req) {
  return (int) -req->result;
}

void* uv_fs_get_ptr(const uv_fs_t* req) {
  return req->ptr;
}

const char* uv_fs_get_path(const uv_fs_t* req) {
  return req->path;
}

uv_stat_t* uv_fs_get_statbuf(uv_fs_t* req) {
  return &req->statbuf;
}
