/* test/fault/inject.h — one call of the library, chosen beforehand, fails.
 *
 * (1) Only calls made by the library are counted: wrap-library has renamed them in its objects.
 *     What a scenario or libc itself calls goes past.
 * (2) Counting and failing go on in the processes the library forks: the board is shared with them.
 * (3) A fault fires at most once, or from its turn on always when it is lasting. */
#ifndef FAULT_INJECT_H
#define FAULT_INJECT_H

#include <stddef.h>
#include <stdint.h>

enum fault_call {
#define ALLOC(faults) FAULT_alloc,
#define DESCRIPTORS(faults) FAULT_descriptors,
#define CALL(name, type, failure, parameters, arguments, shorten, faults) FAULT_##name,
#define RAW(name, faults) FAULT_SYS_##name,
#define RING(name, faults) FAULT_RING_##name,
#define PLAIN(name)
#include "calls.def"
#undef ALLOC
#undef DESCRIPTORS
#undef CALL
#undef RAW
#undef RING
#undef PLAIN
  FAULT_CALLS
};

/* "short" among the errno values. */
enum { FAULT_SHORT = 1 << 20 };

enum { FAULT_STACK = 24, FAULT_NOTES = 48, FAULT_TEXT = 200 };

struct fault_note {
  int code;
  char what[28];
};

/* What a run was asked to do, and what came of it: shared by the server and all its processes. */
struct fault_board {
  int armed;
  int call; /* -1: none */
  uint64_t nth;
  int fault; /* errno or FAULT_SHORT */
  int lasting;
  int cold; /* nothing is in the kernel's caches: what is asked not to wait says EAGAIN */
  int old;  /* the kernel has none of the newer calls */
  int tiny; /* the ring has room for one operation */

  uint64_t counts[FAULT_CALLS];
  int unlisted; /* a call or ring operation that calls.def does not name, by its number */
  int fired;
  int depth;
  void* stack[FAULT_STACK]; /* who made the call that failed first */

  int notes;
  struct fault_note note[FAULT_NOTES];
  int goals;
  char problem[FAULT_TEXT]; /* found by the run itself: a descriptor too many, say */
};

extern struct fault_board* fault_board;

/* Counts a call. 0: let it be. Else how it is to fail. */
int fault_point(enum fault_call call);

/* The call could not be made to do less: it did not count as failed. */
void fault_missed(void);

/* The allocator that counts; what it holds is the library's. */
void fault_use_allocator(void);
void fault_free(void* p);
size_t fault_allocated(void);

/* What a ring is: told by the wrappers of setup and mmap, asked by that of enter. */
void fault_ring_made(int fd, const void* params);
void fault_ring_mapped(int fd, uint64_t offset, void* at);
/* Counts the operations about to be submitted, and turns the chosen one into one that fails. */
void fault_ring_submit(int fd, unsigned count);
/* 1 when this kernel lets an operation fail as one wishes. */
int fault_ring_obeys(void);

/* Table of calls: names and faults as calls.def has them. */
struct fault_call_info {
  const char* name;
  const char* faults;
};
extern const struct fault_call_info fault_calls[FAULT_CALLS];

#endif
