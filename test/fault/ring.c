/* test/fault/ring.c — operations on a ring fail like system calls, though they are none.
 *
 * When the library submits, the chosen entry is replaced by one that does nothing and completes
 * with the wished error; the kernel offers that for testing (IORING_NOP_INJECT_RESULT). A short
 * read or write is the same operation with a length of one: a byte, or a buffer. */
#include <errno.h>
#include <linux/io_uring.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "inject.h"

enum { RINGS = 16, INJECT_RESULT = 1 };

static struct ring {
  int fd; /* 0: free */
  struct io_sqring_offsets offsets;
  char* queue;
  struct io_uring_sqe* entries;
  unsigned seen; /* entries up to here were counted; they are submitted again after a refusal */
} rings[RINGS];

static struct ring* ring_of(int fd) {
  for (int i = 0; i < RINGS; i++)
    if (rings[i].fd == fd)
      return &rings[i];
  return NULL;
}

void fault_ring_made(int fd, const void* params) {
  struct ring* r = ring_of(fd);

  if (r == NULL)
    r = ring_of(0);
  if (r != NULL)
    *r = (struct ring){.fd = fd, .offsets = ((const struct io_uring_params*) params)->sq_off};
}

void fault_ring_mapped(int fd, uint64_t offset, void* at) {
  struct ring* r = ring_of(fd);

  if (r == NULL)
    return;
  if (offset == IORING_OFF_SQ_RING)
    r->queue = at;
  else if (offset == IORING_OFF_SQES)
    r->entries = at;
}

static const struct {
  unsigned opcode;
  enum fault_call call;
} operations[] = {
#define ALLOC(faults)
#define DESCRIPTORS(faults)
#define CALL(name, type, failure, parameters, arguments, shorten, faults)
#define RAW(name, faults)
#define RING(name, faults) {IORING_OP_##name, FAULT_RING_##name},
#define PLAIN(name)
#include "calls.def"
};

static void spoil(struct io_uring_sqe* e, int fault) {
  uint64_t user_data = e->user_data;

  if (fault == FAULT_SHORT) {
    if (e->len > 1)
      e->len = 1;
    else
      fault_missed();
    return;
  }
  if (e->opcode == IORING_OP_CLOSE && fault != EAGAIN)
    close(e->fd); /* gone, whatever close() says */
  memset(e, 0, sizeof(*e));
  e->opcode = IORING_OP_NOP;
  e->user_data = user_data;
  e->rw_flags = INJECT_RESULT;
  e->len = (unsigned) -fault;
}

static void count(struct io_uring_sqe* e) {
  for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
    if (operations[i].opcode == e->opcode) {
      int fault = fault_point(operations[i].call);
      if (fault != 0)
        spoil(e, fault);
      return;
    }
  }
  fault_board->unlisted = e->opcode;
}

void fault_ring_submit(int fd, unsigned n) {
  struct ring* r = ring_of(fd);
  unsigned head, mask;

  if (r == NULL || r->queue == NULL || r->entries == NULL)
    return;
  head = __atomic_load_n((unsigned*) (r->queue + r->offsets.head), __ATOMIC_ACQUIRE);
  mask = *(unsigned*) (r->queue + r->offsets.ring_mask);
  if ((int) (r->seen - head) < 0)
    r->seen = head;
  for (; r->seen != head + n; r->seen++)
    count(&r->entries[r->seen & mask]);
}

int fault_ring_obeys(void) {
  struct io_uring_params p = {0};
  int fd = (int) syscall(SYS_io_uring_setup, 1, &p);
  int result = 0;

  if (fd < 0)
    return 0;
  fault_ring_made(fd, &p);
  size_t size = p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe);
  char* queue = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_SQ_RING);
  struct io_uring_sqe* e =
      mmap(NULL, sizeof(*e), PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_SQES);
  if (queue != MAP_FAILED && e != MAP_FAILED) {
    spoil(e, EXDEV);
    *(unsigned*) (queue + p.sq_off.tail) = 1;
    if (syscall(SYS_io_uring_enter, fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) == 1)
      result = ((struct io_uring_cqe*) (queue + p.cq_off.cqes))->res;
  }
  if (queue != MAP_FAILED)
    munmap(queue, size);
  if (e != MAP_FAILED)
    munmap(e, sizeof(*e));
  close(fd);
  memset(rings, 0, sizeof(rings));
  return result == -EXDEV;
}
