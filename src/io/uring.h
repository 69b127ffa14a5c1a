/* src/io/uring.h — one plain io_uring ring per loop, opened when first needed. */
#ifndef UV__URING_H
#define UV__URING_H

#include "io/io.h"

enum { UV__RING_UNTRIED = 0, UV__RING_OPEN, UV__RING_ABSENT };

struct uv__ring {
  int state;
  int error; /* -errno: the reason for ABSENT */
  int fd;
  unsigned in_flight; /* operations whose completion has not been seen */

  /* Submission: entries between the kernel's head and `tail` are filled and not yet taken. */
  struct io_uring_sqe* sqes;
  unsigned* sq_khead;
  unsigned* sq_ktail;
  unsigned* sq_kflags;
  unsigned sq_mask;
  unsigned sq_entries;
  unsigned tail;

  /* Completion. */
  struct io_uring_cqe* cqes;
  unsigned* cq_khead;
  unsigned* cq_ktail;
  unsigned cq_mask;
  unsigned cq_entries;

  void* map;
  size_t map_size;
  size_t sqes_size;
  unsigned char usable[256]; /* by opcode: the kernel knows it and has not refused it */
};

void uv__ring_init(struct uv__ring* ring);

/* Opens a ring and maps it; 0, or -errno and it is closed. UV_ENOTSUP: not wanted in this
 * process. */
int uv__ring_setup(struct uv__ring* ring, unsigned entries, struct io_uring_params* p);

/* Also after a fork, where the ring still belongs to the parent: the next operation opens a new
 * one. */
void uv__ring_close(struct uv__ring* ring);

/* Submits filled entries. What the kernel cannot take now stays for the next call. */
void uv__ring_submit(uv_loop_t* loop, struct uv__ring* ring);

static inline int uv__ring_has_filled(const struct uv__ring* ring) {
  return ring->state == UV__RING_OPEN &&
         ring->tail != __atomic_load_n(ring->sq_khead, __ATOMIC_ACQUIRE);
}

static inline int uv__ring_has_completed(const struct uv__ring* ring) {
  return ring->state == UV__RING_OPEN &&
         *ring->cq_khead != __atomic_load_n(ring->cq_ktail, __ATOMIC_ACQUIRE);
}

/* Calls op->done of the operations done at once, then of the ring's completions. Returns how
 * many. */
int uv__run_completions(uv_loop_t* loop);

#endif
