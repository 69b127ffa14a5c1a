/* src/io/quiet.c — saves the system call of turns that do not block and find nothing ready.
 *
 * A loop with idle handles, or one that is run again and again without waiting, calls epoll in each
 * turn, mostly for nothing. After some empty calls a poll of the epoll descriptor itself is
 * submitted to a separate ring. While that poll has no completion, epoll has no events, and a word
 * of shared memory shows it.
 *
 * (1) Armed and not completed: no descriptor has become ready since epoll was last found empty. The
 *     kernel guarantees it: whatever makes epoll readable, an epoll_ctl() included, goes through
 *     the wait queue that the poll is on, and arming checks what is ready already.
 * (2) The completion is visible to everyone who knows of its cause. With DEFER_TASKRUN and
 *     TASKRUN_FLAG, a write to a socket sets the flag inside that system call, on any thread and in
 *     signal handlers. (A plain ring would show it only after an interrupt has reached this thread:
 *     too late if the writer has announced it through memory.) And it interrupts no system call of
 *     this thread.
 * (3) At most one poll is in flight, so the completion queue cannot overflow.
 * (4) The ring belongs to the thread that opened it. A loop that moves to another thread may be
 *     quiet until the poll completes; then it calls epoll again, as after any failure here.
 * (5) An outer poller of the backend descriptor may be woken before the flag is set, and would find
 *     nothing: so a loop whose backend descriptor was requested is never quiet.
 * (6) Nothing here keeps a loop alive, is counted as an event or is visible to the tracer. */
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

/* Entering the ring also makes the kernel finish a triggered poll. It then has a completion, or is
 * armed again if its cause is gone. */
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
