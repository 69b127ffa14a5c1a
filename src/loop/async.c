/* src/loop/async.c — how other threads wake a loop.
 *
 * Senders push their handle onto a lock-free stack and signal the loop. The loop takes the whole
 * stack at once, so the cost of a wake-up depends on what was sent, not on the number of handles.
 *
 * (1) A handle is on the stack, or on the list of those taken off it, exactly while its SENT bit is
 *     set (or a sender that set it is still counted in the upper bits). Senders write link.next
 *     only; link.prev points elsewhere than to the link itself exactly while the handle is on the
 *     list.
 * (2) The eventfd is written only when the loop is asleep. It is edge-triggered and never read: an
 *     outer poller sees the backend descriptor readable until epoll is called, which wake_written
 *     requests. A loop that watches no descriptor sleeps on a futex instead (DOZING), which is
 *     cheaper for both sides.
 * (3) The SENT bit is cleared before the callback: a send during the callback causes another call.
 * (4) After uv__async_close() no sender touches the handle: the bit stays set and no sender is
 *     counted.
 * (5) Handles sent since the last check are called in the order of their initialisation, not of
 *     sending: programs number their handles that way and rely on it (Node's message ports do).
 * (6) The cost of closing does not depend on the number of handles: the list is doubly linked, and
 *     a handle is moved from the stack to the list once. */
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

static inline struct uv__queue* uv__async_link(uv_async_t* h) {
  return (struct uv__queue*) &h->reserved[0];
}

static inline uv_async_t* uv__async_of(const struct uv__queue* link) {
  return uv__container(link, uv_async_t, reserved[0]);
}

/* ---- The loop's state ---- */

static void uv__wake_write(uv_loop_t* loop) {
  uint64_t one = 1;
  /* EAGAIN would mean 2^64-2 unread wake-ups; any other error means that the descriptor is not
   * ours. */
  ssize_t r = UV__RETRY(write(loop->wake_fd, &one, sizeof(one)));
  (void) r;
  /* Set afterwards: the loop may have seen the signal, and called epoll, before this thread got
   * here. */
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
    uv__loop_wake(loop); /* the outer run may be in the middle of handling its signal */
    uv__trace_run_nested(loop);
    return;
  }
  __atomic_compare_exchange_n(&loop->wake_state, &asleep, UV__AWAKE, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
}

/* A signal that was sent while the loop was awake has not written the eventfd, but an outer poller
 * must see it. */
void uv__loop_leave(uv_loop_t* loop) {
  unsigned depth = loop->depth - 1;

  __atomic_store_n(&loop->depth, depth, __ATOMIC_RELAXED);
  if (depth == 0 && !uv__loop_fall_asleep(loop, UV__ASLEEP))
    uv__wake_write(loop);
}

/* ---- Sent handles ---- */

/* Moves the stack, oldest first, behind what was taken before. */
static void uv__async_take(uv_loop_t* loop) {
  struct uv__queue* q = __atomic_exchange_n(&loop->async_pending, NULL, __ATOMIC_SEQ_CST);
  struct uv__queue* last = loop->async_taken.prev;

  while (q != NULL) {
    struct uv__queue* next = q->next;
    uv__queue_push_head(last, q);
    loop->async_waiting++;
    q = next;
  }
}

static void uv__async_untake(uv_loop_t* loop, uv_async_t* h) {
  uv__queue_remove(uv__async_link(h));
  loop->async_waiting--;
}

/* Whether a comes before b. Order may wrap around; differences do not. */
static inline int uv__async_before(const struct uv__queue* a, const struct uv__queue* b) {
  return (int) (uv__async_of(a)->order - uv__async_of(b)->order) < 0;
}

/* These two sort by the next links alone; lists end with NULL. */
static struct uv__queue* uv__async_merge(struct uv__queue* a, struct uv__queue* b) {
  struct uv__queue* merged = NULL;
  struct uv__queue** tail = &merged;

  while (a != NULL && b != NULL) {
    struct uv__queue** first = uv__async_before(a, b) ? &a : &b;
    *tail = *first;
    tail = &(*tail)->next;
    *first = *tail;
  }
  *tail = a != NULL ? a : b;
  return merged;
}

/* Takes count links off the front of a list and returns them sorted. */
static struct uv__queue* uv__async_sorted(struct uv__queue** list, unsigned count) {
  struct uv__queue* q = *list;

  if (count > 1) {
    q = uv__async_sorted(list, count / 2);
    return uv__async_merge(q, uv__async_sorted(list, count - count / 2));
  }
  *list = q->next;
  q->next = NULL;
  return q;
}

static void uv__async_sort(struct uv__queue* head, unsigned count) {
  struct uv__queue* q = head->next;
  struct uv__queue* next;

  while (q->next != head && uv__async_before(q, q->next))
    q = q->next;
  if (q->next == head)
    return; /* as it is when each was sent in its turn */

  q = head->next;
  head->prev->next = NULL;
  q = uv__async_sorted(&q, count);
  for (uv__queue_init(head); q != NULL; q = next) {
    next = q->next;
    uv__queue_push_tail(head, q);
  }
}

/* ---- The loop's life ---- */

int uv__async_loop_init(uv_loop_t* loop) {
  uv__queue_init(&loop->async_handles);
  loop->async_pending = NULL;
  uv__queue_init(&loop->async_taken);
  loop->async_waiting = 0;
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

/* Senders are other threads, which do not exist in the child: what they had begun is completed for
 * them. */
static void uv__async_end_senders(uv_loop_t* loop) {
  struct uv__queue* q;

  uv__async_take(loop);
  uv__queue_each (q, &loop->async_handles) {
    uv_async_t* h = uv__container(q, uv_async_t, queue);
    struct uv__queue* link = uv__async_link(h);
    if (h->state < SENDER)
      continue;
    h->state &= SENT;
    if (h->state == SENT && link->prev == link) {
      uv__queue_push_tail(&loop->async_taken, link);
      loop->async_waiting++;
    }
  }
}

/* The eventfd is shared with the parent after a fork: get another. What had been sent stays sent;
 * whether its sender got as far as to signal the loop is not known. */
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
  uv__queue_init(uv__async_link(handle));
  uv__queue_push_tail(&loop->async_handles, &handle->queue);
  uv__handle_start(handle);
  return 0;
}

static void uv__async_push(uv_loop_t* loop, struct uv__queue* link) {
  struct uv__queue* head = __atomic_load_n(&loop->async_pending, __ATOMIC_RELAXED);
  do
    link->next = head;
  while (!__atomic_compare_exchange_n(&loop->async_pending, &head, link, 1, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED));
}

int uv_async_send(uv_async_t* handle) {
  int state;

  /* What the caller wrote before this call must be visible to the callback even if the handle is
   * already sent: hence a fence before the check, and not only the check. */
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  state = __atomic_load_n(&handle->state, __ATOMIC_RELAXED);
  do {
    if (state & SENT)
      return 0;
  } while (!__atomic_compare_exchange_n(&handle->state, &state, (state | SENT) + SENDER, 1,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));

  uv__async_push(handle->loop, uv__async_link(handle));
  uv__loop_wake(handle->loop);
  __atomic_fetch_sub(&handle->state, SENDER, __ATOMIC_SEQ_CST);
  return 0;
}

/* A count, not a list that is moved away: a nested uv_run() must see what is left. */
unsigned uv__run_async(uv_loop_t* loop) {
  unsigned count;

  uv__async_take(loop);
  count = loop->async_waiting;
  if (count > 1)
    uv__async_sort(&loop->async_taken, count);
  for (unsigned left = count; left > 0 && loop->async_waiting > 0; left--) {
    uv_async_t* h = uv__async_of(uv__queue_head(&loop->async_taken));

    uv__async_untake(loop, h);
    __atomic_fetch_and(&h->state, ~SENT, __ATOMIC_SEQ_CST);
    if (h->async_cb != NULL)
      UV__CALL_HANDLE(loop, h, h->async_cb(h));
  }
  return count;
}

int uv__async_close(uv_async_t* handle) {
  uv_loop_t* loop = handle->loop;
  int before = __atomic_fetch_or(&handle->state, SENT, __ATOMIC_SEQ_CST);

  /* A sender that came first needs only a few instructions and at most one system call more. */
  while (__atomic_load_n(&handle->state, __ATOMIC_SEQ_CST) >= SENDER)
    sched_yield();

  if (before & SENT) {
    uv__async_take(loop);
    uv__async_untake(loop, handle);
  }
  uv__queue_remove(&handle->queue);
  uv__handle_stop(handle);
  return UV__CLOSE_NOW;
}
