/* src/process/signal.c — signals become callbacks: the handler writes to the loop's pipe.
 *
 * (1) All loops' active handles are in `signals.handles` by signal number, oldest first. That table
 *     and the kernel's dispositions change only under the lock, which is held with all signals
 *     blocked: the handler takes it too and can never wait for the code it interrupted.
 * (2) One delivery writes one message to each loop that has handles for it, however many.
 *     Deliveries are numbered; a handle is called for those after its start, once each, in the
 *     order of delivery.
 * (3) A full pipe loses numbers, not signals: a bit remembers that the signal came, and the loop
 *     looks at the bits when it has emptied the pipe.
 * (4) Messages name signals, not handles: a handle that was stopped or closed is simply not found.
 * (5) Without handles a signal has its default effect. When all its handles are one-shot, the
 *     kernel restores the default the moment the signal is delivered (SA_RESETHAND).
 * (6) The pipe is opened for a loop's first handle, and with it come the lists of the loop's own
 *     handles by signal number, so that a delivery costs nothing for handles of other signals. */
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/io.h"
#include "trace/trace.h"

enum { SIGNALS = _NSIG, BATCH = 64 };
#define INHERITED UINT64_MAX /* loop->signal_seen: the pipe may be the parent's */

enum disposition { DEFAULT, ONE_SHOT, REPEATED };

/* Written whole or not at all: much smaller than PIPE_BUF. */
struct message {
  uint64_t delivery;
  int signum;
};

/* Where uv__signal_dispatch() stands in a list of loop->signal_handles. */
struct uv__signal_walk {
  struct uv__queue* next;
  struct uv__signal_walk* outer;
};

static struct {
  int lock; /* a futex: 0 free, 1 held, 2 held and waited for */
  uint64_t deliveries;
  struct uv__queue handles[SIGNALS];
  unsigned lasting[SIGNALS]; /* how many of them are not one-shot */
  enum disposition installed[SIGNALS];
  sigset_t mask_before_fork;
  pid_t forking; /* the last to fork: the parent, seen from its child */
} signals;

/* ---- The lock ---- */

static void uv__signal_take(void) {
  int state = 0;

  if (__atomic_compare_exchange_n(&signals.lock, &state, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  while (__atomic_exchange_n(&signals.lock, 2, __ATOMIC_ACQUIRE) != 0)
    syscall(SYS_futex, &signals.lock, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void uv__signal_give(void) {
  if (__atomic_exchange_n(&signals.lock, 0, __ATOMIC_RELEASE) == 2)
    syscall(SYS_futex, &signals.lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void uv__signal_lock(sigset_t* saved) {
  sigset_t all;

  sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, saved))
    abort();
  uv__signal_take();
}

static void uv__signal_unlock(const sigset_t* saved) {
  uv__signal_give();
  if (pthread_sigmask(SIG_SETMASK, saved, NULL))
    abort();
}

static void uv__signal_before_fork(void) {
  sigset_t saved;
  uv__signal_lock(&saved);
  signals.mask_before_fork = saved;
  signals.forking = getpid(); /* read here: in the child it may be gone already */
}

static void uv__signal_after_fork(void) {
  sigset_t saved = signals.mask_before_fork;
  uv__signal_unlock(&saved);
}

/* The pipes are the parent's until uv_loop_fork(), and what the child gets is none of its business.
 * But a daemon that forks and lets the parent exit may go on with the loop as it is. */
static void uv__signal_after_fork_child(void) {
  struct uv__queue* q;

  for (int i = 1; i < SIGNALS; i++)
    uv__queue_each (q, &signals.handles[i]) {
      uv__container(q, uv_signal_t, link)->loop->signal_seen = INHERITED;
    }
  uv__signal_after_fork();
}

/* Registered before anyone else can register, so that the lock is taken last and given back first:
 * other fork handlers may use the library, in the child too. */
__attribute__((constructor)) static void uv__signal_prepare(void) {
  for (int i = 0; i < SIGNALS; i++)
    uv__queue_init(&signals.handles[i]);
  if (pthread_atfork(uv__signal_before_fork, uv__signal_after_fork, uv__signal_after_fork_child))
    abort();
}

/* ---- Delivery: in a signal handler, on any thread ---- */

/* The second try is not hope: between a failed write and the bit, the loop may have emptied the
 * pipe, found no bit and gone to sleep. Once the pipe is full with the bit set, it cannot miss
 * it. */
static void uv__signal_deliver(uv_loop_t* loop, const struct message* m) {
  uint64_t bit = 1ull << (m->signum - 1);

  if (UV__RETRY(write(loop->signal_pipe[1], m, sizeof(*m))) == sizeof(*m))
    return;
  __atomic_fetch_or(&loop->signal_lost, bit, __ATOMIC_SEQ_CST);
  if (UV__RETRY(write(loop->signal_pipe[1], m, sizeof(*m))) == sizeof(*m))
    __atomic_fetch_and(&loop->signal_lost, ~bit, __ATOMIC_SEQ_CST);
}

static void uv__signal_handler(int signum) {
  struct message m;
  struct uv__queue* q;
  int saved_errno = errno;

  memset(&m, 0, sizeof(m));
  uv__signal_take();
  m.delivery = __atomic_add_fetch(&signals.deliveries, 1, __ATOMIC_RELAXED);
  m.signum = signum;
  uv__queue_each (q, &signals.handles[signum]) {
    uv_loop_t* loop = uv__container(q, uv_signal_t, link)->loop;
    if (loop->signal_seen == INHERITED && getppid() == signals.forking)
      continue;
    if (loop->signal_seen != m.delivery) {
      loop->signal_seen = m.delivery;
      uv__signal_deliver(loop, &m);
    }
  }
  uv__signal_give();
  errno = saved_errno;
}

/* ---- What the kernel does with a signal (under the lock) ---- */

static int uv__signal_install(int signum, enum disposition to) {
  struct sigaction action;

  memset(&action, 0, sizeof(action));
  action.sa_handler = SIG_DFL;
  if (to != DEFAULT) {
    action.sa_handler = uv__signal_handler;
    action.sa_flags = SA_RESTART | (to == ONE_SHOT ? SA_RESETHAND : 0);
    sigfillset(&action.sa_mask);
  }
  if (sigaction(signum, &action, NULL))
    return UV__ERR(errno);
  signals.installed[signum] = to;
  return 0;
}

static enum disposition uv__signal_wanted(int signum) {
  if (uv__queue_empty(&signals.handles[signum]))
    return DEFAULT;
  return signals.lasting[signum] > 0 ? REPEATED : ONE_SHOT;
}

/* A one-shot handler may be gone already, reset by the kernel: starting another handle brings it
 * back, stopping one does not. */
static int uv__signal_update(int signum, int starting) {
  enum disposition wanted = uv__signal_wanted(signum);

  if (wanted == signals.installed[signum] && !(starting && wanted == ONE_SHOT))
    return 0;
  return uv__signal_install(signum, wanted);
}

/* ---- The loop's side ---- */

/* Calls the loop's handles for one delivery. They may start, stop and close any handle, and run the
 * loop: uv_signal_stop() moves the walks that stand on the handle it takes away. */
static void uv__signal_dispatch(uv_loop_t* loop, int signum, uint64_t delivery) {
  struct uv__queue* handles = &loop->signal_handles[signum];
  struct uv__signal_walk walk = {handles->next, loop->signal_walk};

  /* cppcheck-suppress autoVariables ; taken away again below */
  loop->signal_walk = &walk;
  while (walk.next != handles) {
    uv_signal_t* h = uv__container(walk.next, uv_signal_t, loop_link);

    walk.next = walk.next->next;
    if (h->started >= delivery)
      continue;
    if (h->flags & UV__ONE_SHOT)
      uv_signal_stop(h);
    UV__CALL_HANDLE(loop, h, h->signal_cb(h, signum));
  }
  loop->signal_walk = walk.outer;
}

static void uv__signal_dispatch_lost(uv_loop_t* loop) {
  uint64_t lost = __atomic_exchange_n(&loop->signal_lost, 0, __ATOMIC_SEQ_CST);
  uint64_t last = __atomic_load_n(&signals.deliveries, __ATOMIC_RELAXED);

  for (int signum = 1; lost != 0; signum++, lost >>= 1)
    if (lost & 1)
      uv__signal_dispatch(loop, signum, last);
}

/* Up to a batch of whole messages; the rest of one that was cut is in the pipe already. */
static size_t uv__signal_read(uv_loop_t* loop, struct message* batch, size_t size) {
  size_t have = 0;

  do {
    ssize_t n = UV__RETRY(read(loop->signal_pipe[0], (char*) batch + have, size - have));
    if (n > 0)
      have += (size_t) n;
    else if (n == 0 || errno != EAGAIN)
      break;
  } while (have % sizeof(*batch) != 0);
  return have / sizeof(*batch);
}

/* One batch: should the callbacks raise more signals, those are for the next turn. A full batch may
 * have been the last, and nothing else would bring us back to what the pipe had no room for. */
static void uv__signal_io(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  struct message batch[BATCH];
  size_t count = uv__signal_read(loop, batch, sizeof(batch));

  for (size_t i = 0; i < count; i++)
    uv__signal_dispatch(loop, batch[i].signum, batch[i].delivery);
  if (count < BATCH)
    uv__signal_dispatch_lost(loop);
  else if (__atomic_load_n(&loop->signal_lost, __ATOMIC_RELAXED) != 0)
    uv__io_feed(loop, w, POLLIN);
}

static int uv__signal_make_lists(uv_loop_t* loop) {
  if (loop->signal_handles != NULL)
    return 0;
  loop->signal_handles = uv__malloc(SIGNALS * sizeof(*loop->signal_handles));
  if (loop->signal_handles == NULL)
    return UV_ENOMEM;
  for (int i = 0; i < SIGNALS; i++)
    uv__queue_init(&loop->signal_handles[i]);
  return 0;
}

static int uv__signal_open(uv_loop_t* loop) {
  int fds[2];
  int err = uv__signal_make_lists(loop);

  if (err)
    return err;
  if (pipe2(fds, O_CLOEXEC | O_NONBLOCK))
    return UV__ERR(errno);
  uv__io_init(&loop->signal_io, uv__signal_io, fds[0]);
  err = uv__io_start(loop, &loop->signal_io, POLLIN);
  if (err) {
    loop->signal_io.fd = -1;
    uv__close(fds[0]);
    uv__close(fds[1]);
    return err;
  }
  loop->signal_pipe[0] = fds[0];
  loop->signal_pipe[1] = fds[1];
  return 0;
}

static void uv__signal_close_pipe(uv_loop_t* loop) {
  if (loop->signal_pipe[0] == -1)
    return;
  uv__io_close(loop, &loop->signal_io);
  loop->signal_io.fd = -1;
  uv__close(loop->signal_pipe[0]);
  uv__close(loop->signal_pipe[1]);
  loop->signal_pipe[0] = loop->signal_pipe[1] = -1;
}

int uv__signal_loop_init(uv_loop_t* loop) {
  loop->signal_handles = NULL;
  loop->signal_walk = NULL;
  loop->signal_seen = 0;
  loop->signal_lost = 0;
  return 0;
}

/* What was on its way when the process forked is the parent's. */
int uv__signal_loop_fork(uv_loop_t* loop) {
  sigset_t saved;
  int err = 0;

  if (loop->signal_pipe[0] == -1)
    return 0;
  uv__signal_lock(&saved);
  uv__signal_close_pipe(loop);
  loop->signal_lost = 0;
  err = uv__signal_open(loop);
  if (err == 0)
    loop->signal_seen = signals.deliveries;
  uv__signal_unlock(&saved);
  return err;
}

void uv__signal_loop_close(uv_loop_t* loop) {
  struct uv__queue* lists = loop->signal_handles;

  for (int i = 0; lists != NULL && i < SIGNALS; i++)
    while (!uv__queue_empty(&lists[i]))
      uv_signal_stop(uv__container(uv__queue_head(&lists[i]), uv_signal_t, loop_link));
  uv__signal_close_pipe(loop);
  uv__free(lists);
  loop->signal_handles = NULL;
}

void uv__signal_shutdown(void) {
  sigset_t saved;

  uv__signal_lock(&saved);
  for (int i = 1; i < SIGNALS; i++)
    if (signals.installed[i] != DEFAULT)
      uv__signal_install(i, DEFAULT);
  uv__signal_unlock(&saved);
}

/* ---- Handles ---- */

int uv_signal_init(uv_loop_t* loop, uv_signal_t* handle) {
  uv__handle_init(loop, handle, UV_SIGNAL);
  handle->signal_cb = NULL;
  handle->signum = 0;
  handle->started = 0;
  uv__queue_init(&handle->link);
  uv__queue_init(&handle->loop_link);
  return 0;
}

static int uv__signal_add(uv_signal_t* handle, int signum, int one_shot) {
  sigset_t saved;
  int err;

  uv__signal_lock(&saved);
  uv__queue_push_tail(&signals.handles[signum], &handle->link);
  signals.lasting[signum] += !one_shot;
  handle->started = signals.deliveries;
  err = uv__signal_update(signum, 1);
  if (err) {
    uv__queue_remove(&handle->link);
    signals.lasting[signum] -= !one_shot;
  }
  uv__signal_unlock(&saved);
  return err;
}

/* If the kernel refuses, the handler stays, finds no handle and does nothing. */
static void uv__signal_remove(uv_signal_t* handle) {
  sigset_t saved;

  uv__signal_lock(&saved);
  uv__queue_remove(&handle->link);
  signals.lasting[handle->signum] -= !(handle->flags & UV__ONE_SHOT);
  uv__signal_update(handle->signum, 0);
  uv__signal_unlock(&saved);
}

/* It is active already, for the same signal: what is on its way to it stays so. */
static int uv__signal_change(uv_signal_t* handle, int one_shot) {
  int was_one_shot = (handle->flags & UV__ONE_SHOT) != 0;
  sigset_t saved;
  int err;

  uv__signal_lock(&saved);
  signals.lasting[handle->signum] += (unsigned) (was_one_shot - one_shot);
  err = uv__signal_update(handle->signum, 1);
  if (err)
    signals.lasting[handle->signum] -= (unsigned) (was_one_shot - one_shot);
  uv__signal_unlock(&saved);
  return err;
}

static int uv__signal_activate(uv_signal_t* handle, int signum, int one_shot) {
  uv_loop_t* loop = handle->loop;
  int err = 0;

  uv_signal_stop(handle);
  if (loop->signal_pipe[0] == -1)
    err = uv__signal_open(loop);
  if (err == 0)
    err = uv__signal_add(handle, signum, one_shot);
  if (err)
    return err;
  handle->signum = signum;
  uv__queue_push_tail(&loop->signal_handles[signum], &handle->loop_link);
  uv__handle_start(handle);
  return 0;
}

static int uv__signal_start(uv_signal_t* handle, uv_signal_cb cb, int signum, int one_shot) {
  int err;

  if (uv__is_closing(handle) || cb == NULL || signum <= 0 || signum >= SIGNALS)
    return UV_EINVAL;
  if (handle->signum == signum)
    err = uv__signal_change(handle, one_shot);
  else
    err = uv__signal_activate(handle, signum, one_shot);
  if (err)
    return err;

  handle->signal_cb = cb;
  handle->flags &= ~UV__ONE_SHOT;
  if (one_shot)
    handle->flags |= UV__ONE_SHOT;
  return 0;
}

int uv_signal_start(uv_signal_t* handle, uv_signal_cb signal_cb, int signum) {
  return uv__signal_start(handle, signal_cb, signum, 0);
}

int uv_signal_start_oneshot(uv_signal_t* handle, uv_signal_cb signal_cb, int signum) {
  return uv__signal_start(handle, signal_cb, signum, 1);
}

int uv_signal_stop(uv_signal_t* handle) {
  struct uv__signal_walk* walk;

  if (handle->signum == 0)
    return 0;

  uv__signal_remove(handle);
  for (walk = handle->loop->signal_walk; walk != NULL; walk = walk->outer)
    if (walk->next == &handle->loop_link)
      walk->next = handle->loop_link.next;
  uv__queue_remove(&handle->loop_link);
  handle->signum = 0;
  uv__handle_stop(handle);
  return 0;
}

int uv__signal_close(uv_signal_t* handle) {
  uv_signal_stop(handle);
  return UV__CLOSE_NOW;
}
