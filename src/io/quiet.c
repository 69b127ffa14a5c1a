/* src/io/quiet.c — turns that do not block and find nothing ready need not ask the kernel.
 *
 * A loop with idle handles, or one run again and again without waiting, asks epoll in each turn, mostly in
 * vain. After some looks in vain, one poll for the epoll descriptor itself is given to a ring of its own;
 * while that is unanswered, epoll has nothing to tell, and one word of shared memory says so.
 *
 * (1) Armed and unanswered: no descriptor has become ready since epoll was last found empty. The kernel
 *     itself sees to it. Whatever makes epoll readable, an epoll_ctl() included, goes through the
 *     wait queue on which the poll hangs, and arming looks at what is ready already.
 * (2) The answer is visible to whoever knows of its cause. With DEFER_TASKRUN and TASKRUN_FLAG, who writes to
 *     a socket sets the flag within that very system call, on whatever thread or in a signal handler. (A plain
 *     ring would say so only when an interrupt has reached this thread: too late for one that was told
 *     of the write through memory.) And the answer interrupts no system call of this thread.
 * (3) One poll at most is in flight, so the completion queue cannot overflow.
 * (4) The ring belongs to the thread that opened it. A loop that moves to another one may be quiet as long as
 *     the poll is unanswered; then it goes back to asking, as after any failure here.
 * (5) Someone who waits for the backend descriptor may be woken before the flag is set, and would find
 *     nothing: a loop whose descriptor was asked for is never quiet.
 * (6) Nothing here keeps a loop alive, is counted as an event or seen by the tracer. */
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/quiet.h"
#include "loop/internal.h"

void uv__quiet_init(struct uv__quiet* q) {
  memset(q, 0, sizeof(*q));
  uv__ring_init(&q->ring);
}

/* The poll ends with the ring. */
void uv__quiet_close(struct uv__quiet* q) {
  unsigned forbidden = q->forbidden;

  uv__ring_close(&q->ring);
  uv__quiet_init(q);
  q->forbidden = forbidden;
}

static void uv__quiet_give_up(struct uv__quiet* q) {
  uv__quiet_close(q);
  q->ring.state = UV__RING_ABSENT;
}

static int uv__quiet_open(struct uv__quiet* q) {
  struct io_uring_params p = {.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
                                       IORING_SETUP_TASKRUN_FLAG};

  if (uv__ring_setup(&q->ring, 1, &p)) {
    uv__quiet_give_up(q); /* Linux before 6.1, a sandbox, no descriptor left */
    return 0;
  }
  q->ring.state = UV__RING_OPEN;
  return 1;
}

static unsigned uv__quiet_fill(const uv_loop_t* loop, struct uv__quiet* q) {
  struct io_uring_sqe* sqe = &q->ring.sqes[q->ring.tail++ & q->ring.sq_mask];

  memset(sqe, 0, sizeof(*sqe));
  sqe->opcode = IORING_OP_POLL_ADD;
  sqe->fd = loop->backend_fd;
  sqe->poll32_events = POLLIN;
  __atomic_store_n(q->ring.sq_ktail, q->ring.tail, __ATOMIC_RELEASE);
  return 1;
}

/* Entering also makes the kernel finish an answered poll, which has a completion then, or is armed once
 * more when what it was about is gone. */
void uv__quiet_arm(uv_loop_t* loop, struct uv__quiet* q) {
  struct uv__ring* ring = &q->ring;
  unsigned fresh;
  int r;

  if (ring->state == UV__RING_ABSENT || __atomic_load_n(&q->forbidden, __ATOMIC_RELAXED) ||
      (ring->state == UV__RING_UNTRIED && q->empty < UV__QUIET_OPEN_AFTER))
    return;
  q->empty = 0;
  if (ring->state == UV__RING_UNTRIED && !uv__quiet_open(q))
    return;

  fresh = q->in_flight == 0 ? uv__quiet_fill(loop, q) : 0;
  r = syscall(SYS_io_uring_enter, ring->fd, fresh, 0, IORING_ENTER_GETEVENTS, NULL, 0);
  if (r != (int) fresh) {
    uv__quiet_give_up(q);
    return;
  }
  q->in_flight += fresh;
  while (uv__ring_has_completed(ring)) {
    __atomic_store_n(ring->cq_khead, *ring->cq_khead + 1, __ATOMIC_RELEASE);
    q->in_flight--;
  }
  q->armed = q->in_flight;
}
