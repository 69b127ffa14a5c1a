/* src/io/uring.c — the ring: operations that complete inline or need no readiness.
 *
 * It is plain by choice: no SQPOLL (a kernel thread, and stale credentials after setuid), no
 * DEFER_TASKRUN (an outer poller on the backend descriptor would miss events), no SINGLE_ISSUER
 * (fails after fork). It is silently absent where the kernel, seccomp or a sysctl denies it, or
 * with UV_USE_IO_URING=0.
 *
 * (1) in_flight never exceeds cq_entries, so the completion queue cannot overflow.
 * (2) The kernel is asked which operations it supports; versions are never compared.
 * (3) An operation belongs to the kernel from submission to completion: its op and all memory that
 *     it names stay in place. Before submission it can be cancelled. */
#include <linux/io_uring.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/epoll.h"
#include "io/uring.h"
#include "loop/internal.h"

#ifndef UV__RING_SQ_ENTRIES /* the unit test makes it small, to see it full */
#  define UV__RING_SQ_ENTRIES 128
#  define UV__RING_CQ_ENTRIES 2048
#endif

enum { OP_DONE_AT_ONCE = 1, OP_CANCELLED = 2 };

static int uv__sys_setup(unsigned entries, struct io_uring_params* p) {
  int fd = syscall(SYS_io_uring_setup, entries, p);
  return fd == -1 ? UV__ERR(errno) : fd;
}

static int uv__sys_enter(int fd, unsigned submit) {
  int r = syscall(SYS_io_uring_enter, fd, submit, 0, 0, NULL, 0);
  return r == -1 ? UV__ERR(errno) : r;
}

void uv__ring_init(struct uv__ring* ring) {
  memset(ring, 0, sizeof(*ring));
  ring->fd = -1;
}

/* ---- Opening ---- */

static int uv__ring_map(struct uv__ring* ring, const struct io_uring_params* p) {
  size_t sq_size = p->sq_off.array + p->sq_entries * sizeof(unsigned);
  size_t cq_size = p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);
  char* map;

  if (!(p->features & IORING_FEAT_SINGLE_MMAP) || !(p->features & IORING_FEAT_NODROP))
    return UV_ENOSYS;

  ring->map_size = sq_size > cq_size ? sq_size : cq_size;
  ring->map = mmap(NULL, ring->map_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                   ring->fd, IORING_OFF_SQ_RING);
  if (ring->map == MAP_FAILED) {
    ring->map = NULL;
    return UV__ERR(errno);
  }
  ring->sqes_size = p->sq_entries * sizeof(struct io_uring_sqe);
  ring->sqes = mmap(NULL, ring->sqes_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                    ring->fd, IORING_OFF_SQES);
  if (ring->sqes == MAP_FAILED) {
    ring->sqes = NULL;
    return UV__ERR(errno);
  }

  map = ring->map;
  ring->sq_khead = (unsigned*) (map + p->sq_off.head);
  ring->sq_ktail = (unsigned*) (map + p->sq_off.tail);
  ring->sq_kflags = (unsigned*) (map + p->sq_off.flags);
  ring->sq_mask = *(unsigned*) (map + p->sq_off.ring_mask);
  ring->sq_entries = p->sq_entries;
  ring->tail = *ring->sq_ktail;
  ring->cqes = (struct io_uring_cqe*) (map + p->cq_off.cqes);
  ring->cq_khead = (unsigned*) (map + p->cq_off.head);
  ring->cq_ktail = (unsigned*) (map + p->cq_off.tail);
  ring->cq_mask = *(unsigned*) (map + p->cq_off.ring_mask);
  ring->cq_entries = p->cq_entries;

  /* Entry i is always at place i: the indirection is set once. */
  unsigned* array = (unsigned*) (map + p->sq_off.array);
  for (unsigned i = 0; i < p->sq_entries; i++)
    array[i] = i;
  return 0;
}

static int uv__ring_probe(struct uv__ring* ring) {
  enum { OPS = 256 };
  union {
    struct io_uring_probe head;
    char room[sizeof(struct io_uring_probe) + OPS * sizeof(struct io_uring_probe_op)];
  } probe;

  memset(&probe, 0, sizeof(probe));
  if (syscall(SYS_io_uring_register, ring->fd, IORING_REGISTER_PROBE, &probe, OPS))
    return UV__ERR(errno);
  for (unsigned i = 0; i < probe.head.ops_len && i < OPS; i++)
    ring->usable[i] = (probe.head.ops[i].flags & IO_URING_OP_SUPPORTED) != 0;
  return ring->usable[IORING_OP_READ] ? 0 : UV_ENOSYS;
}

/* Closing the descriptor also removes it from the epoll set: there is no other reference. */
void uv__ring_close(struct uv__ring* ring) {
  if (ring->sqes != NULL)
    munmap(ring->sqes, ring->sqes_size);
  if (ring->map != NULL)
    munmap(ring->map, ring->map_size);
  if (ring->fd != -1)
    uv__close(ring->fd);
  uv__ring_init(ring);
}

int uv__ring_setup(struct uv__ring* ring, unsigned entries, struct io_uring_params* p) {
  const char* env = getenv("UV_USE_IO_URING");
  int err;

  if (env != NULL && atoi(env) == 0)
    return UV_ENOTSUP;
  err = uv__sys_setup(entries, p);
  if (err < 0)
    return err;
  ring->fd = err;
  err = uv__cloexec(ring->fd, 1);
  if (err == 0)
    err = uv__ring_map(ring, p);
  if (err)
    uv__ring_close(ring);
  return err;
}

static int uv__ring_try_open(uv_loop_t* loop, struct uv__ring* ring) {
  struct io_uring_params p = {.flags = IORING_SETUP_CLAMP | IORING_SETUP_CQSIZE,
                              .cq_entries = UV__RING_CQ_ENTRIES};
  int err = uv__ring_setup(ring, UV__RING_SQ_ENTRIES, &p);

  if (err == 0)
    err = uv__ring_probe(ring);
  if (err == 0)
    err = uv__epoll_add_waker(loop, ring->fd, EPOLLIN);
  return err;
}

static int uv__ring_is_open(uv_loop_t* loop, struct uv__ring* ring) {
  if (UV__LIKELY(ring->state != UV__RING_UNTRIED))
    return ring->state == UV__RING_OPEN;

  int err = uv__ring_try_open(loop, ring);
  if (err)
    uv__ring_close(ring);
  ring->error = err;
  ring->state = err ? UV__RING_ABSENT : UV__RING_OPEN;
  return err == 0;
}

/* ---- Submitting ---- */

static void uv__op_done_at_once(uv_loop_t* loop, struct uv__op* op, int result) {
  op->result = result;
  op->flags = OP_DONE_AT_ONCE;
  op->next = NULL;
  *loop->done_tail = op;
  loop->done_tail = &op->next;
}

/* Outside of uv_run() another thread may already be polling the backend descriptor, with a time-out
 * that does not account for this operation. */
static inline void uv__wake_outer_poller(uv_loop_t* loop) {
  if (loop->depth == 0)
    uv__loop_wake(loop);
}

static inline int uv__ring_sq_full(const struct uv__ring* ring) {
  return ring->tail - __atomic_load_n(ring->sq_khead, __ATOMIC_ACQUIRE) == ring->sq_entries;
}

/* 0 when the ring accepts an operation of this kind now, else the reason as -errno. */
static int uv__ring_takes(uv_loop_t* loop, struct uv__ring* ring, unsigned opcode) {
  if (!uv__ring_is_open(loop, ring))
    return ring->error;
  if (ring->usable[opcode] && ring->in_flight == ring->cq_entries)
    return UV_EBUSY;
  if (ring->usable[opcode] && uv__ring_sq_full(ring)) {
    uv__ring_submit(loop, ring); /* may find that the ring takes nothing any more */
    if (uv__ring_sq_full(ring))
      return UV_EAGAIN;
  }
  return ring->usable[opcode] ? 0 : UV_ENOSYS;
}

int uv__ring_has(const uv_loop_t* loop, unsigned opcode) {
  const struct uv__ring* ring = &loop->internal->ring;

  return ring->state == UV__RING_OPEN && ring->usable[opcode];
}

struct io_uring_sqe* uv__ring_sqe(uv_loop_t* loop, unsigned opcode, struct uv__op* op) {
  struct uv__ring* ring = &loop->internal->ring;
  struct io_uring_sqe* sqe;
  int err = uv__ring_takes(loop, ring, opcode);

  if (UV__UNLIKELY(err != 0)) {
    uv__trace_fallback(loop, opcode, err);
    return NULL;
  }
  sqe = &ring->sqes[ring->tail++ & ring->sq_mask];
  ring->in_flight++;
  memset(sqe, 0, sizeof(*sqe));
  sqe->opcode = opcode;
  sqe->user_data = (uintptr_t) op;
  op->flags = 0;
  uv__trace_ring_op(loop, opcode, op);
  uv__wake_outer_poller(loop);
  return sqe;
}

/* The kernel accepts nothing any more (a sandbox was entered after the ring was opened): entries
 * that it has not taken are refused, so that the pool does them, and no more are added. */
static void uv__ring_give_up(uv_loop_t* loop, struct uv__ring* ring) {
  unsigned i = __atomic_load_n(ring->sq_khead, __ATOMIC_ACQUIRE);

  memset(ring->usable, 0, sizeof(ring->usable));
  for (unsigned k = i; k != ring->tail; k++) {
    struct uv__op* op = (struct uv__op*) (uintptr_t) ring->sqes[k & ring->sq_mask].user_data;
    ring->in_flight--;
    uv__op_done_at_once(loop, op, op->flags & OP_CANCELLED ? UV_ECANCELED : UV_ENOSYS);
  }
  ring->tail = i;
  __atomic_store_n(ring->sq_ktail, i, __ATOMIC_RELEASE);
}

void uv__ring_submit(uv_loop_t* loop, struct uv__ring* ring) {
  unsigned filled;
  int r;

  __atomic_store_n(ring->sq_ktail, ring->tail, __ATOMIC_RELEASE);
  do {
    filled = ring->tail - __atomic_load_n(ring->sq_khead, __ATOMIC_ACQUIRE);
    if (filled == 0)
      return;
    r = uv__sys_enter(ring->fd, filled);
  } while (r == UV_EINTR || (r > 0 && (unsigned) r < filled));
  /* EAGAIN and EBUSY: the kernel is short of memory or wants completions taken first. The entries
   * stay queued and poll, finding them there, does not block. */
  if (r < 0 && r != UV_EAGAIN && r != UV_EBUSY)
    uv__ring_give_up(loop, ring);
}

int uv__ring_refused(uv_loop_t* loop, unsigned opcode, int result) {
  int unknown = result == UV_ENOSYS || result == UV_EINVAL || result == UV_ENOTSUP;
  /* EINVAL may be about the arguments; the other two are about the operation. */
  if (unknown && result != UV_EINVAL)
    loop->internal->ring.usable[opcode] = 0;
  uv__trace_fallback(loop, opcode, result);
  return unknown || result == UV_EAGAIN || result == UV_EINTR;
}

/* ---- Cancelling ---- */

/* Only an entry that is not submitted yet can be cancelled for certain: it becomes a no-op, and op
 * remembers the reason. */
int uv__ring_cancel(uv_loop_t* loop, struct uv__op* op) {
  struct uv__ring* ring = &loop->internal->ring;

  if (op->flags & OP_DONE_AT_ONCE) {
    op->result = UV_ECANCELED;
    return 0;
  }
  if (ring->state != UV__RING_OPEN)
    return UV_EBUSY;
  for (unsigned i = __atomic_load_n(ring->sq_khead, __ATOMIC_ACQUIRE); i != ring->tail; i++) {
    struct io_uring_sqe* sqe = &ring->sqes[i & ring->sq_mask];
    if (sqe->user_data != (uintptr_t) op)
      continue;
    memset(sqe, 0, sizeof(*sqe));
    sqe->opcode = IORING_OP_NOP;
    sqe->user_data = (uintptr_t) op;
    op->flags |= OP_CANCELLED;
    return 0;
  }
  return UV_EBUSY;
}

/* ---- Completing ---- */

void uv__op_finish(uv_loop_t* loop, struct uv__op* op, int result) {
  uv__op_done_at_once(loop, op, result);
  uv__wake_outer_poller(loop);
}

static int uv__run_ring(uv_loop_t* loop, struct uv__ring* ring) {
  unsigned left = __atomic_load_n(ring->cq_ktail, __ATOMIC_ACQUIRE) - *ring->cq_khead;
  int called = 0;

  /* Entries are released one by one, before the callback: it may run the loop again, or fork and
   * get another ring. */
  while (left-- > 0 && uv__ring_has_completed(ring)) {
    const struct io_uring_cqe* cqe = &ring->cqes[*ring->cq_khead & ring->cq_mask];
    struct uv__op* op = (struct uv__op*) (uintptr_t) cqe->user_data;
    int result = cqe->res;

    __atomic_store_n(ring->cq_khead, *ring->cq_khead + 1, __ATOMIC_RELEASE);
    ring->in_flight--;
    uv__trace_ring_done(loop, op, result);
    uv__count_events(loop, 1);
    op->done(loop, op, op->flags & OP_CANCELLED ? UV_ECANCELED : result);
    called++;
  }
  return called;
}

/* Operations done at once while this runs wait for the next poll: otherwise a chain of them would
 * never end. */
static int uv__run_done_at_once(uv_loop_t* loop) {
  unsigned left = 0;
  int called = 0;

  for (struct uv__op* op = loop->done_head; op != NULL; op = op->next)
    left++;
  while (left-- > 0 && loop->done_head != NULL) {
    struct uv__op* op = loop->done_head;
    loop->done_head = op->next;
    if (loop->done_head == NULL)
      loop->done_tail = &loop->done_head;
    op->flags = 0;
    uv__count_events(loop, 1);
    op->done(loop, op, op->result);
    called++;
  }
  return called;
}

int uv__run_completions(uv_loop_t* loop) {
  struct uv__ring* ring = &loop->internal->ring;
  int called = 0;

  if (loop->done_head != NULL)
    called += uv__run_done_at_once(loop);
  if (uv__ring_has_completed(ring))
    called += uv__run_ring(loop, ring);
  return called;
}
