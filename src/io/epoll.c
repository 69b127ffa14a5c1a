/* src/io/epoll.c — which descriptors are ready.
 *
 * fds[fd] holds the watcher of a descriptor and the events that the kernel is set to report.
 * (1) slot.armed are the events that the kernel reports; may be more than slot.w wants, never less.
 * (2) slot.gen changes when a watcher releases its descriptor. Events carry the generation, so one
 *     that was fetched before cannot reach the next watcher of the same number.
 * (3) slot.w is NULL exactly when no events are wanted.
 * (4) A file that was closed here and is open elsewhere may be reported once. Then a new set
 *     replaces the old one, and the loop removes each descriptor before it is closed. */
#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "io/epoll.h"
#include "loop/internal.h"

struct uv__fd_slot {
  uv__io_t* w;
  uint32_t armed;
  uint32_t gen;
};

#define WAKE_EVENT UINT64_MAX

static inline uint64_t uv__event_key(int fd, uint32_t gen) {
  return (uint64_t) gen << 32 | (uint32_t) fd;
}

void uv__io_init(uv__io_t* w, uv__io_cb cb, int fd) {
  w->cb = cb;
  w->fd = fd;
  w->wanted = 0;
  w->fed = 0;
  uv__queue_init(&w->pending_link);
}

int uv__epoll_init(uv_loop_t* loop) {
  loop->fds = NULL;
  loop->nfds = 0;
  loop->watched = 0;
  loop->backend_fd = epoll_create1(EPOLL_CLOEXEC);
  return loop->backend_fd == -1 ? UV__ERR(errno) : 0;
}

void uv__epoll_close(uv_loop_t* loop) {
  if (loop->backend_fd != -1)
    uv__close(loop->backend_fd);
  loop->backend_fd = -1;
  uv__free(loop->fds);
  loop->fds = NULL;
  loop->nfds = 0;
}

int uv__epoll_add_waker(uv_loop_t* loop, int fd, uint32_t events) {
  struct epoll_event e = {.events = events, .data.u64 = WAKE_EVENT};
  return epoll_ctl(loop->backend_fd, EPOLL_CTL_ADD, fd, &e) ? UV__ERR(errno) : 0;
}

/* Cleared by the allocator, which need not touch fresh pages for it: slots of unused descriptors
 * take no memory. */
static int uv__fds_grow(uv_loop_t* loop, unsigned needed) {
  unsigned count = loop->nfds ? loop->nfds : 32;
  struct uv__fd_slot* fds;

  while (count < needed)
    count *= 2;
  fds = uv__calloc(count, sizeof(*fds));
  if (fds == NULL)
    return UV_ENOMEM;
  if (loop->nfds > 0)
    memcpy(fds, loop->fds, loop->nfds * sizeof(*fds));
  uv__free(loop->fds);
  loop->fds = fds;
  loop->nfds = count;
  return 0;
}

/* Updates the kernel. Some errors show that the descriptor was closed and opened again without our
 * knowledge: then the operation is changed and repeated. */
static int uv__arm(uv_loop_t* loop, int fd, struct uv__fd_slot* slot, uint32_t events) {
  struct epoll_event e = {.events = events, .data.u64 = uv__event_key(fd, slot->gen)};
  int op = slot->armed ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  int r = epoll_ctl(loop->backend_fd, op, fd, &e);

  if (r && op == EPOLL_CTL_ADD && errno == EEXIST)
    r = epoll_ctl(loop->backend_fd, EPOLL_CTL_MOD, fd, &e);
  else if (r && op == EPOLL_CTL_MOD && errno == ENOENT)
    r = epoll_ctl(loop->backend_fd, EPOLL_CTL_ADD, fd, &e);
  if (r)
    return UV__ERR(errno);
  loop->internal->pulse.armed += slot->armed == 0;
  slot->armed = events;
  return 0;
}

static void uv__disarm(uv_loop_t* loop, int fd, struct uv__fd_slot* slot) {
  struct epoll_event e = {0}; /* kernels before 2.6.9 want a pointer; so do sanitizers */
  epoll_ctl(loop->backend_fd, EPOLL_CTL_DEL, fd, &e);
  loop->internal->pulse.armed -= slot->armed != 0;
  slot->armed = 0;
}

static int uv__io_want(uv_loop_t* loop, uv__io_t* w, unsigned wanted, int trusted) {
  struct uv__fd_slot* slot;
  int err;

  assert(w->fd >= 0);
  if ((unsigned) w->fd >= loop->nfds && (err = uv__fds_grow(loop, w->fd + 1)) != 0)
    return err;

  slot = &loop->fds[w->fd];
  assert(slot->w == NULL || slot->w == w);
  /* While nothing was wanted, the program may have put another file at this number (dup2). */
  trusted = trusted && slot->w != NULL && (slot->armed & wanted) == wanted;
  if (!trusted && (err = uv__arm(loop, w->fd, slot, wanted)) != 0)
    return err;

  if (slot->w == NULL)
    loop->watched++;
  slot->w = w;
  w->wanted = wanted;
  return 0;
}

int uv__io_start(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  return uv__io_want(loop, w, w->wanted | events, 1);
}

int uv__io_start_anew(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  return uv__io_want(loop, w, events, 0);
}

void uv__io_stop(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  if (w->fd == -1 || !(w->wanted & events))
    return;
  w->wanted &= ~events;
  if (w->wanted == 0) {
    loop->fds[w->fd].w = NULL;
    loop->watched--;
  }
}

/* Returns the slot if the kernel still reports the descriptor, else NULL. Another watcher may own
 * the descriptor by now: streams do not close 0, 1 and 2. */
static struct uv__fd_slot* uv__io_release(uv_loop_t* loop, uv__io_t* w) {
  struct uv__fd_slot* slot;

  uv__io_stop(loop, w, ~0u);
  uv__io_unfeed(w);
  if (w->fd == -1 || (unsigned) w->fd >= loop->nfds || loop->fds[w->fd].w != NULL)
    return NULL;
  slot = &loop->fds[w->fd];
  slot->gen++;
  loop->internal->stale.possible = 1;
  return slot->armed ? slot : NULL;
}

void uv__io_close(uv_loop_t* loop, uv__io_t* w) {
  struct uv__fd_slot* slot = uv__io_release(loop, w);

  if (slot != NULL)
    uv__disarm(loop, w->fd, slot);
}

/* A loop whose backend descriptor was requested always tells epoll: its set cannot be replaced. */
void uv__io_close_sole(uv_loop_t* loop, uv__io_t* w) {
  struct uv__loop_internal* in = loop->internal;
  struct uv__fd_slot* slot;

  if (in->stale.must_remove || __atomic_load_n(&in->lull.forbidden, __ATOMIC_RELAXED)) {
    uv__io_close(loop, w);
    return;
  }
  slot = uv__io_release(loop, w);
  if (slot != NULL) {
    in->pulse.armed--;
    slot->armed = 0;
  }
}

int uv__io_fd_in_use(const uv_loop_t* loop, int fd) {
  return fd >= 0 && (unsigned) fd < loop->nfds && loop->fds[fd].w != NULL;
}

int uv__io_check_fd(uv_loop_t* loop, int fd) {
  struct epoll_event e = {.events = EPOLLIN, .data.u64 = WAKE_EVENT};
  int err = 0;

  if (epoll_ctl(loop->backend_fd, EPOLL_CTL_ADD, fd, &e) == 0)
    epoll_ctl(loop->backend_fd, EPOLL_CTL_DEL, fd, &e);
  else if (errno != EEXIST)
    err = UV__ERR(errno);
  return err;
}

int uv__epoll_fork(uv_loop_t* loop) {
  int fd = epoll_create1(EPOLL_CLOEXEC);
  if (fd == -1)
    return UV__ERR(errno);
  uv__close(loop->backend_fd);
  loop->backend_fd = fd;
  loop->internal->pulse.armed = 0;
  loop->internal->stale.must_remove = 1; /* the parent has the same files open */

  for (unsigned i = 0; i < loop->nfds; i++) {
    struct uv__fd_slot* slot = &loop->fds[i];
    slot->armed = 0;
    slot->gen++;
    int err = slot->w == NULL ? 0 : uv__arm(loop, i, slot, slot->w->wanted);
    if (err)
      return err;
  }
  return 0;
}

/* ---- Stale events ----
 *
 * The kernel takes a file out of the set when its last descriptor is closed. If a forked child, or
 * the program by dup(), has another one, the set goes on reporting it, and it cannot be removed:
 * that would need the closed descriptor. */

/* An event of an old generation may have been fetched together with the one whose callback released
 * the descriptor. If none was released since, the file is still in the set. Events that an outer
 * uv_run() has fetched are not distinguished. */
static int uv__event_is_stale(const uv_loop_t* loop) {
  return !loop->internal->stale.possible &&
         !__atomic_load_n(&loop->internal->lull.forbidden, __ATOMIC_RELAXED);
}

static int uv__set_add(int set, int fd, uint32_t events, uint64_t key) {
  struct epoll_event e = {.events = events, .data.u64 = key};

  /* A descriptor that the program has closed is in neither set. */
  return epoll_ctl(set, EPOLL_CTL_ADD, fd, &e) && errno != EBADF ? UV__ERR(errno) : 0;
}

static int uv__set_fill(const uv_loop_t* loop, int set) {
  const struct uv__ring* ring = &loop->internal->ring;
  int err = uv__set_add(set, loop->wake_fd, EPOLLIN | EPOLLET, WAKE_EVENT);

  if (err == 0 && ring->state == UV__RING_OPEN)
    err = uv__set_add(set, ring->fd, EPOLLIN, WAKE_EVENT);
  for (unsigned i = 0; i < loop->nfds && err == 0; i++) {
    const struct uv__fd_slot* slot = &loop->fds[i];
    if (slot->w != NULL)
      err = uv__set_add(set, (int) i, slot->w->wanted, uv__event_key((int) i, slot->gen));
  }
  return err;
}

/* Under the number of the old set. Without memory or a free descriptor the old set stays, and the
 * next stale event comes here again. */
static void uv__set_replace(uv_loop_t* loop) {
  struct uv__loop_internal* in = loop->internal;
  int set = epoll_create1(EPOLL_CLOEXEC);
  int err = set == -1 ? UV__ERR(errno) : uv__set_fill(loop, set);

  in->stale.must_remove = 1;
  if (err == 0 && UV__RETRY(dup3(set, loop->backend_fd, O_CLOEXEC)) != -1) {
    uv__quiet_close(&in->lull); /* it polls the old set */
    in->pulse.armed = 0;
    for (unsigned i = 0; i < loop->nfds; i++) {
      struct uv__fd_slot* slot = &loop->fds[i];
      slot->armed = slot->w == NULL ? 0 : slot->w->wanted;
      in->pulse.armed += slot->armed != 0;
    }
  }
  if (set != -1)
    uv__close(set);
}

/* ---- Waiting ---- */

/* epoll_pwait2 takes nanoseconds, so that a timer is neither early nor a millisecond late. Where it
 * is missing (Linux before 5.11, some sandboxes) milliseconds are rounded up. */
static int uv__epoll_pwait_ns(int fd, struct epoll_event* events, int64_t ns,
                              const sigset_t* mask) {
  static int no_pwait2; /* atomic, and racing to set it does no harm */
  struct timespec ts = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
  int n;

  if (ns > 0 && !__atomic_load_n(&no_pwait2, __ATOMIC_RELAXED)) {
    n = syscall(SYS_epoll_pwait2, fd, events, UV__EPOLL_BATCH, &ts, mask, (size_t) _NSIG / 8);
    if (n != -1 || (errno != ENOSYS && errno != EPERM))
      return n;
    __atomic_store_n(&no_pwait2, 1, __ATOMIC_RELAXED);
  }

  int64_t ms = ns <= 0 ? ns : (ns - 1) / 1000000 + 1;
  if (ms > INT32_MAX)
    ms = INT32_MAX;
  if (mask == NULL) /* a tenth cheaper, which a turn with nothing ready feels */
    return epoll_wait(fd, events, UV__EPOLL_BATCH, (int) ms);
  return epoll_pwait(fd, events, UV__EPOLL_BATCH, (int) ms, mask);
}

int uv__epoll_wait(uv_loop_t* loop, struct epoll_event* events, uint64_t now, uint64_t deadline) {
  sigset_t mask;
  int64_t ns = -1;
  int n;

  if (deadline <= now)
    ns = 0;
  else if (deadline - now <= INT64_MAX)
    ns = (int64_t) (deadline - now);
  if (loop->flags & UV__LOOP_BLOCK_SIGPROF) {
    sigemptyset(&mask);
    sigaddset(&mask, SIGPROF);
  }

  loop->internal->stale.possible = loop->depth > 1;
  n = uv__epoll_pwait_ns(loop->backend_fd, events, ns,
                         loop->flags & UV__LOOP_BLOCK_SIGPROF ? &mask : NULL);
  assert(n >= 0 || errno == EINTR);
  return n < 0 ? 0 : n;
}

/* ---- Dispatch ---- */

/* The events that the watcher wants; 0 when none. Events that are no longer wanted are removed from
 * the kernel here and nowhere else. */
static unsigned uv__event_wanted(uv_loop_t* loop, const struct epoll_event* e, int fd) {
  struct uv__fd_slot* slot = &loop->fds[fd];
  unsigned events;

  if (slot->w == NULL) {
    uv__disarm(loop, fd, slot);
    return 0;
  }
  events = e->events & (slot->w->wanted | POLLERR | POLLHUP);
  /* An error or hang-up alone does not say whether to read or write: the handle tries and gets the
   * error. */
  if (events != 0 && (events & ~(POLLERR | POLLHUP)) == 0)
    events |= slot->w->wanted & (POLLIN | POLLOUT | POLLRDHUP | POLLPRI);
  if (events == 0)
    uv__arm(loop, fd, slot, slot->w->wanted);
  return events;
}

static int uv__event_deliver(uv_loop_t* loop, const struct epoll_event* e) {
  int fd = (int) (uint32_t) e->data.u64;
  uint32_t gen = e->data.u64 >> 32;
  unsigned events;

  if ((unsigned) fd >= loop->nfds || loop->fds[fd].gen != gen) {
    if (uv__event_is_stale(loop))
      uv__set_replace(loop);
    return 0;
  }
  events = uv__event_wanted(loop, e, fd);
  if (events == 0)
    return 0;
  loop->fds[fd].w->cb(loop, loop->fds[fd].w, events);
  return 1;
}

/* Signals come last: their meaning often depends on data that came before them. */
int uv__epoll_dispatch(uv_loop_t* loop, const struct epoll_event* events, int count) {
  const struct epoll_event* signal_event = NULL;
  int called = 0;

  for (int i = 0; i < count; i++) {
    if (events[i].data.u64 == WAKE_EVENT)
      continue;
    if (loop->signal_io.fd != -1 && (int) (uint32_t) events[i].data.u64 == loop->signal_io.fd)
      signal_event = &events[i];
    else
      called += uv__event_deliver(loop, &events[i]);
  }
  if (signal_event != NULL)
    called += uv__event_deliver(loop, signal_event);
  return called;
}
