/* bench/many/many.h — what one kind of handle or request costs to end when there are many of them.
 *
 * (1) A kind prepares `count` of its kind on `many_loop`; then the part that is timed ends them
 *     all, the oldest first, and runs the loop until every callback came.
 * (2) Both parts leave the loop with no handle or request of their own. */
#ifndef GYRE_BENCH_MANY_H_
#define GYRE_BENCH_MANY_H_

#include "../bench.h"

struct many_kind {
  const char* name;
  const char* what; /* one operation, in words */
  long most; /* more of them than this need more descriptors, watches or time than there are */
  void (*prepare)(long count);
  void (*end)(long count);
  void (*after)(long count); /* not timed; may be NULL */
  long ops;                  /* 0: as many as there are handles */
};

extern uv_loop_t many_loop;

/* The handles of a kind: `count` of `size` bytes each, all zero; freed by many_close_all(). */
void* many_handles(long count, size_t size);
uv_handle_t* many_handle(long i);
void many_close_all(long count);

extern const struct many_kind many_handle_kinds[];  /* handles.c; a NULL name ends them */
extern const struct many_kind many_fd_kinds[];      /* descriptors.c */
extern const struct many_kind many_request_kinds[]; /* requests.c */

#endif
