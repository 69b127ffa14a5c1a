/* include/uv/threadpool.h — the part of a request that travels through the thread pool.
 * Private to the library; it is here because requests embed it. 40 bytes, fixed by the ABI. */
#ifndef UV_THREADPOOL_H_
#define UV_THREADPOOL_H_

#include <stdint.h>

struct uv__queue {
  struct uv__queue* next;
  struct uv__queue* prev;
};

struct uv__job_type; /* what to run, on which lane: see src/threads/pool.h */

struct uv__work {
  const struct uv__job_type* type; /* NULL while the job is not with the pool */
  struct uv_loop_s* loop;
  struct uv__queue link; /* in the pool's queue, then in the loop's list of finished jobs */
  uint64_t stamp;        /* when it was handed in (ns); lowest bit: it was cancelled */
};

#endif
