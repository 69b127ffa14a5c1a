/* src/loop/async.c — how other threads get a loop's attention.
 *
 * Senders push their handle onto a lock-free stack and signal the loop; the loop takes the whole stack at
 * once, so a wake-up costs what was sent and not how many handles there are.
 *
 * (1) A handle is on the stack, or on the list of those taken off it, exactly while its SENT bit is set
 *     (or a sender that set it is still counted in the upper bits).
 * (2) The eventfd is written only when the loop is asleep. It is edge-triggered and never read: an outer
 *     poller sees the backend descriptor readable until epoll is asked, which wake_written says is due. A
 *     loop that watches no descriptor dozes on a futex instead, which both sides get for less.
 * (3) The SENT bit is cleared before the callback: what is sent during it gives another call.
 * (4) After uv__async_close() no sender touches the handle: the bit stays set and nobody is counted.
 * (5) Those sent since the last look are called in the order in which they were initialised, whoever sent
 *     first: programs number their handles that way and count on it (Node's message ports do). */
#include <linux/futex.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "io/epoll.h"
#include "loop/async.h"
#include "loop/internal.h"
#include "trace/trace.h"

enum { SENT = 1, SENDER = 2 };

#define uv__async_next(h) (*(uv_async_t**) &(h)->reserved[0])

/* ---- The loop's state ---- */

static void uv__wake_write(uv_loop_t* loop) {
  uint64_t one = 1;
  /* EAGAIN would mean 2^64-2 unread wake-ups; any other failure that the descriptor is not ours. */
  ssize_t r = UV__RETRY(write(loop->wake_fd, &one, sizeof(one)));
  (void) r;
  /* Said afterwards: the loop may have seen the signal, and asked epoll, before this thread got here. */
  __atomic_store_n(&loop->internal->pulse.wake_written, 1, __ATOMIC_RELEASE);
}

void uv__loop_wake(uv_loop_t* loop) {
  int saved = errno;
  int before = __atomic_exchange_n(&loop->wake_state, UV__SIGNALLED, __ATOMIC_SEQ_CST);
  if (before == UV__ASLEEP)
    uv__wake_write(loop);
  else if (before == UV__DOZING)
    syscall(SYS_futex, &loop->wake_state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  errno = saved;
}

/* FUTEX_WAIT_BITSET takes a point in time rather than a time-out, on the clock the loop uses. */
void uv__loop_doze(uv_loop_t* loop, uint64_t deadline) {
  uint64_t at = deadline - __atomic_load_n(&uv__clock_ahead, __ATOMIC_RELAXED);
  struct timespec until = {.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000};
  syscall(SYS_futex, &loop->wake_state, FUTEX_WAIT_BITSET_PRIVATE, UV__DOZING,
          deadline == UINT64_MAX ? NULL : &until, NULL, FUTEX_BITSET_MATCH_ANY);
}

void uv__loop_enter(uv_loop_t* loop) {
  int asleep = UV__ASLEEP;
  unsigned depth = loop->depth + 1;

  __atomic_store_n(&loop->depth, depth, __ATOMIC_RELAXED);
  if (UV__UNLIKELY(depth > 1)) {
    uv__loop_wake(loop); /* the outer run may be half way through what it was signalled about */
    uv__trace_run_nested(loop);
    return;
  }
  __atomic_compare_exchange_n(&loop->wake_state, &asleep, UV__AWAKE, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
}

/* A signal that nobody was told about, because the loop was awake, must be seen by an outer poller. */
void uv__loop_leave(uv_loop_t* loop) {
  unsigned depth = loop->depth - 1;

  __atomic_store_n(&loop->depth, depth, __ATOMIC_RELAXED);
  if (depth == 0 && !uv__loop_fall_asleep(loop, UV__ASLEEP))
    uv__wake_write(loop);
}

/* ---- Sent handles ---- */

/* Moves the stack, turned round, behind what was taken before. Returns how many wait now. */
static unsigned uv__async_take(uv_loop_t* loop) {
  uv_async_t* h = __atomic_exchange_n(&loop->async_pending, NULL, __ATOMIC_SEQ_CST);
  uv_async_t* oldest = NULL;
  uv_async_t** tail = &loop->async_taken;
  unsigned count = 0;

  while (h != NULL) {
    uv_async_t* next = uv__async_next(h);
    uv__async_next(h) = oldest;
    oldest = h;
    h = next;
  }
  for (; *tail != NULL; tail = &uv__async_next(*tail))
    count++;
  *tail = oldest;
  for (h = oldest; h != NULL; h = uv__async_next(h))
    count++;
  return count;
}

/* Order may wrap around; differences do not. */
static uv_async_t* uv__async_merge(uv_async_t* a, uv_async_t* b) {
  uv_async_t* merged = NULL;
  uv_async_t** tail = &merged;

  while (a != NULL && b != NULL) {
    uv_async_t** first = (int) (a->order - b->order) < 0 ? &a : &b;
    *tail = *first;
    tail = &uv__async_next(*tail);
    *first = *tail;
  }
  *tail = a != NULL ? a : b;
  return merged;
}

/* Takes count handles off the front of a list and returns them sorted. */
static uv_async_t* uv__async_sorted(uv_async_t** list, unsigned count) {
  uv_async_t* h = *list;

  if (count > 1) {
    h = uv__async_sorted(list, count / 2);
    return uv__async_merge(h, uv__async_sorted(list, count - count / 2));
  }
  *list = uv__async_next(h);
  uv__async_next(h) = NULL;
  return h;
}

/* Where the handle is linked among those taken; the end of the list when it is not. */
static uv_async_t** uv__async_find(uv_loop_t* loop, const uv_async_t* handle) {
  uv_async_t** where = &loop->async_taken;

  while (*where != NULL && *where != handle)
    where = &uv__async_next(*where);
  return where;
}

/* ---- The loop's life ---- */

int uv__async_loop_init(uv_loop_t* loop) {
  uv__queue_init(&loop->async_handles);
  loop->async_pending = NULL;
  loop->async_taken = NULL;
  loop->wake_state = UV__ASLEEP;
  loop->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (loop->wake_fd == -1)
    return UV__ERR(errno);

  int err = uv__epoll_add_waker(loop, loop->wake_fd, EPOLLIN | EPOLLET);
  if (err) {
    uv__close(loop->wake_fd);
    loop->wake_fd = -1;
  }
  return err;
}

void uv__async_loop_close(uv_loop_t* loop) {
  if (loop->wake_fd == -1)
    return;
  uv__close(loop->wake_fd);
  loop->wake_fd = -1;
}

/* Senders are other threads, which the child does not have: what they had begun is finished for them. */
static void uv__async_end_senders(uv_loop_t* loop) {
  struct uv__queue* q;

  uv__async_take(loop);
  uv__queue_each (q, &loop->async_handles) {
    uv_async_t* h = uv__container(q, uv_async_t, queue);
    if (h->state < SENDER)
      continue;
    h->state &= SENT;
    uv_async_t** where = uv__async_find(loop, h);
    if (h->state == SENT && *where == NULL) {
      uv__async_next(h) = NULL;
      *where = h;
    }
  }
}

/* The eventfd is shared with the parent after a fork: get another. What had been sent stays sent; whether
 * its sender got as far as to signal the loop is not known. */
int uv__async_loop_fork(uv_loop_t* loop) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (fd == -1)
    return UV__ERR(errno);
  uv__close(loop->wake_fd);
  loop->wake_fd = fd;
  uv__async_end_senders(loop);
  int err = uv__epoll_add_waker(loop, loop->wake_fd, EPOLLIN | EPOLLET);
  if (err)
    return err;
  loop->wake_state = UV__SIGNALLED;
  uv__wake_write(loop);
  return 0;
}

/* ---- Handles ---- */

static unsigned uv__async_next_order(uv_loop_t* loop) {
  if (uv__queue_empty(&loop->async_handles))
    return 0;
  return uv__container(loop->async_handles.prev, uv_async_t, queue)->order + 1;
}

int uv_async_init(uv_loop_t* loop, uv_async_t* handle, uv_async_cb async_cb) {
  uv__handle_init(loop, handle, UV_ASYNC);
  handle->async_cb = async_cb;
  handle->state = 0;
  handle->order = uv__async_next_order(loop);
  uv__async_next(handle) = NULL;
  uv__queue_push_tail(&loop->async_handles, &handle->queue);
  uv__handle_start(handle);
  return 0;
}

static void uv__async_push(uv_loop_t* loop, uv_async_t* handle) {
  uv_async_t* head = __atomic_load_n(&loop->async_pending, __ATOMIC_RELAXED);
  do
    uv__async_next(handle) = head;
  while (!__atomic_compare_exchange_n(&loop->async_pending, &head, handle, 1, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED));
}

int uv_async_send(uv_async_t* handle) {
  int state;

  /* What the caller wrote before this call must be visible to the callback even when the handle has
   * been sent already: hence a fence before the look, and not just the look. */
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  state = __atomic_load_n(&handle->state, __ATOMIC_RELAXED);
  do {
    if (state & SENT)
      return 0;
  } while (!__atomic_compare_exchange_n(&handle->state, &state, (state | SENT) + SENDER, 1,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));

  uv__async_push(handle->loop, handle);
  uv__loop_wake(handle->loop);
  __atomic_fetch_sub(&handle->state, SENDER, __ATOMIC_SEQ_CST);
  return 0;
}

unsigned uv__run_async(uv_loop_t* loop) {
  unsigned count = uv__async_take(loop);
  unsigned left = count;

  if (count > 1)
    loop->async_taken = uv__async_sorted(&loop->async_taken, count);
  while (left-- > 0 && loop->async_taken != NULL) {
    uv_async_t* h = loop->async_taken;
    loop->async_taken = uv__async_next(h);
    __atomic_fetch_and(&h->state, ~SENT, __ATOMIC_SEQ_CST);
    if (h->async_cb != NULL)
      UV__CALL_HANDLE(loop, h, h->async_cb(h));
  }
  return count;
}

int uv__async_close(uv_async_t* handle) {
  uv_loop_t* loop = handle->loop;
  int before = __atomic_fetch_or(&handle->state, SENT, __ATOMIC_SEQ_CST);

  /* A sender that came first needs a few instructions and at most one system call more. */
  while (__atomic_load_n(&handle->state, __ATOMIC_SEQ_CST) >= SENDER)
    sched_yield();

  if (before & SENT) {
    uv__async_take(loop);
    uv_async_t** where = uv__async_find(loop, handle);
    if (*where != NULL)
      *where = uv__async_next(handle);
  }
  uv__queue_remove(&handle->queue);
  uv__handle_stop(handle);
  return UV__CLOSE_NOW;
}
