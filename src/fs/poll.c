/* src/fs/poll.c — uv_fs_poll_t: changes to one path, found by calling stat periodically.
 *
 * Each start makes a session: a copy of the path, a timer, a stat request, the last result. A
 * session either has its request in progress or its timer running. Stopping ends it, but its memory
 * stays until the request is done and the timer is closed.
 *
 * (1) handle->poll_ctx lists the sessions that still have memory, the newest first. Only the newest
 *     can be live, and it is exactly while the handle is active.
 * (2) The close callback of the handle runs when no session is left.
 * (3) An error is reported once, until it changes. */
#include <string.h>

#include "fs/fs.h"
#include "trace/trace.h"

struct uv__fs_session {
  struct uv__fs_session* older;
  struct uv__fs_session* newer;
  uv_fs_poll_t* handle;
  uv_fs_poll_cb cb;
  uint64_t began; /* ms, loop clock: the timer keeps in step with this */
  uint64_t interval;
  int live;
  int waiting; /* the timer runs; else the request is under way */
  int seen;    /* 0: no result yet; 1: `last` is valid; below 0: this error */
  uv_stat_t last;
  uv_timer_t timer;
  uv_fs_t req;
  char path[];
};

static const uv_stat_t uv__zero_stat;

/* ---- The end of a session ---- */

static void uv__fs_session_closed(uv_handle_t* timer) {
  struct uv__fs_session* s = uv__container(timer, struct uv__fs_session, timer);
  uv_fs_poll_t* handle = s->handle;

  if (s->older != NULL)
    s->older->newer = s->newer;
  if (s->newer != NULL)
    s->newer->older = s->older;
  else
    handle->poll_ctx = s->older;
  uv__free(s);
  if (handle->poll_ctx == NULL && uv__is_closing(handle))
    uv__close_soon((uv_handle_t*) handle);
}

static void uv__fs_session_end(struct uv__fs_session* s) {
  uv_close((uv_handle_t*) &s->timer, uv__fs_session_closed);
}

/* ---- Querying and notifying ---- */

static int uv__same_time(uv_timespec_t a, uv_timespec_t b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* All but the time of the last access: reading is no change. */
static int uv__same_stat(const uv_stat_t* a, const uv_stat_t* b) {
  return uv__same_time(a->st_ctim, b->st_ctim) && uv__same_time(a->st_mtim, b->st_mtim) &&
         uv__same_time(a->st_birthtim, b->st_birthtim) && a->st_size == b->st_size &&
         a->st_mode == b->st_mode && a->st_uid == b->st_uid && a->st_gid == b->st_gid &&
         a->st_ino == b->st_ino && a->st_dev == b->st_dev && a->st_flags == b->st_flags &&
         a->st_gen == b->st_gen;
}

static void uv__fs_session_notify(struct uv__fs_session* s, int status, const uv_stat_t* now) {
  if (s->cb != NULL)
    UV__CALL_HANDLE(s->handle->loop, s->handle, s->cb(s->handle, status, &s->last, now));
}

static void uv__fs_session_compare(struct uv__fs_session* s) {
  int error = (int) s->req.result;
  int before = s->seen;

  if (error < 0) {
    s->seen = error;
    if (before != error)
      uv__fs_session_notify(s, error, &uv__zero_stat);
    return;
  }
  s->seen = 1;
  if (before < 0 || (before > 0 && !uv__same_stat(&s->last, &s->req.statbuf)))
    uv__fs_session_notify(s, 0, &s->req.statbuf);
  s->last = s->req.statbuf;
}

static int uv__fs_session_ask(struct uv__fs_session* s) {
  s->waiting = 0;
  return uv_fs_stat(s->handle->loop, &s->req, s->path, uv__fs_poll_result);
}

static void uv__fs_session_due(uv_timer_t* timer);

/* Until the next multiple of the interval since the start: the time that stat and callback take
 * does not add up. */
static int uv__fs_session_wait(struct uv__fs_session* s) {
  uint64_t passed = uv_now(s->handle->loop) - s->began;

  s->waiting = 1;
  return uv_timer_start(&s->timer, uv__fs_session_due, s->interval - passed % s->interval, 0);
}

/* Without a thread or memory the handle cannot go on: it reports the error. */
static void uv__fs_session_fail(struct uv__fs_session* s, int err) {
  uv_fs_poll_t* handle = s->handle;

  s->live = 0;
  uv__handle_stop(handle);
  uv__fs_session_notify(s, err, &uv__zero_stat);
  uv__fs_session_end(s);
}

static void uv__fs_session_due(uv_timer_t* timer) {
  struct uv__fs_session* s = uv__container(timer, struct uv__fs_session, timer);
  int err = uv__fs_session_ask(s);

  if (err)
    uv__fs_session_fail(s, err);
}

void uv__fs_poll_result(uv_fs_t* req) {
  struct uv__fs_session* s = uv__container(req, struct uv__fs_session, req);
  int err;

  if (s->live)
    uv__fs_session_compare(s);
  uv_fs_req_cleanup(req);
  if (!s->live) {
    uv__fs_session_end(s); /* stopped while asking, or by its own callback */
    return;
  }
  err = uv__fs_session_wait(s);
  if (err)
    uv__fs_session_fail(s, err);
}

/* ---- API ---- */

int uv_fs_poll_init(uv_loop_t* loop, uv_fs_poll_t* handle) {
  uv__handle_init(loop, handle, UV_FS_POLL);
  handle->poll_ctx = NULL;
  return 0;
}

static struct uv__fs_session* uv__fs_session_new(uv_fs_poll_t* handle, uv_fs_poll_cb cb,
                                                 const char* path, unsigned interval) {
  size_t len = strlen(path) + 1;
  struct uv__fs_session* s = uv__calloc(1, sizeof(*s) + len);

  if (s == NULL)
    return NULL;
  s->handle = handle;
  s->cb = cb;
  s->interval = interval == 0 ? 1 : interval;
  s->began = uv_now(handle->loop);
  s->live = 1;
  memcpy(s->path, path, len);
  return s;
}

int uv_fs_poll_start(uv_fs_poll_t* handle, uv_fs_poll_cb cb, const char* path,
                     unsigned int interval) {
  struct uv__fs_session* s;
  int err;

  if (path == NULL || uv__is_closing(handle))
    return UV_EINVAL;
  if (uv__is_active(handle))
    return 0;
  s = uv__fs_session_new(handle, cb, path, interval);
  if (s == NULL)
    return UV_ENOMEM;
  err = uv__fs_session_ask(s);
  if (err) {
    uv__free(s);
    return err;
  }
  /* The timer is internal: the handle stands for it. */
  uv_timer_init(handle->loop, &s->timer);
  s->timer.flags |= UV__INTERNAL;
  uv_unref((uv_handle_t*) &s->timer);
  s->older = handle->poll_ctx;
  if (s->older != NULL)
    s->older->newer = s;
  handle->poll_ctx = s;
  uv__handle_start(handle);
  return 0;
}

int uv_fs_poll_stop(uv_fs_poll_t* handle) {
  struct uv__fs_session* s = handle->poll_ctx;

  if (s == NULL || !s->live) /* also: closing, and waiting for a session to end */
    return 0;
  s->live = 0;
  if (s->waiting)
    uv__fs_session_end(s);
  uv__handle_stop(handle);
  return 0;
}

int uv_fs_poll_getpath(uv_fs_poll_t* handle, char* buffer, size_t* size) {
  struct uv__fs_session* s = handle->poll_ctx;

  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  if (s == NULL || !s->live) {
    *size = 0;
    return UV_EINVAL;
  }
  return uv__copy_out(s->path, strlen(s->path), buffer, size);
}

int uv__fs_poll_close(uv_fs_poll_t* handle) {
  uv_fs_poll_stop(handle);
  return handle->poll_ctx == NULL ? UV__CLOSE_NOW : UV__CLOSE_LATER;
}
