/* src/io/quiet.h — knows without a system call that epoll has no events: see quiet.c. */
#ifndef UV__QUIET_H
#define UV__QUIET_H

#include "io/uring.h"

struct uv__quiet {
  struct uv__ring ring; /* not the loop's: this one is never waited for */
  unsigned armed;       /* the poll was unanswered when last looked at */
  unsigned empty;       /* consecutive calls that found nothing */
  unsigned in_flight;   /* polls that have no completion yet: 0 or 1 */
  unsigned forbidden;   /* atomic: the backend descriptor was requested */
};

void uv__quiet_init(struct uv__quiet* q);

/* Also after a fork, where the ring is still the parent's. */
void uv__quiet_close(struct uv__quiet* q);

/* What is left to do when the last of many looks found nothing. */
void uv__quiet_arm(uv_loop_t* loop, struct uv__quiet* q);

/* From any thread: this loop asks the kernel in each turn. */
static inline void uv__quiet_forbid(struct uv__quiet* q) {
  __atomic_store_n(&q->forbidden, 1, __ATOMIC_RELAXED);
}

enum {
  UV__QUIET_AFTER =
      32, /* so many empty calls cost more than arming once, which may be for nothing */
  UV__QUIET_OPEN_AFTER = 512 /* likewise for opening the ring */
};

/* epoll was called without waiting and returned `events`. */
static inline void uv__quiet_looked(uv_loop_t* loop, struct uv__quiet* q, int events) {
  q->empty = events ? 0 : q->empty + 1;
  if (UV__UNLIKELY(q->empty >= UV__QUIET_AFTER))
    uv__quiet_arm(loop, q);
}

/* 1: to ask epoll would be in vain. */
static inline int uv__quiet_holds(struct uv__quiet* q) {
  if (!q->armed)
    return 0;
  if (UV__LIKELY(!(__atomic_load_n(q->ring.sq_kflags, __ATOMIC_ACQUIRE) & IORING_SQ_TASKRUN) &&
                 !uv__ring_has_completed(&q->ring) &&
                 !__atomic_load_n(&q->forbidden, __ATOMIC_RELAXED)))
    return 1;
  q->armed = 0;
  q->empty = 0;
  return 0;
}

#endif
