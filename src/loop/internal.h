/* src/loop/internal.h — the part of a loop that does not fit into uv_loop_t, whose size is fixed.
 * Only src/loop, src/io and src/trace look inside. */
#ifndef UV__LOOP_INTERNAL_H
#define UV__LOOP_INTERNAL_H

#include "io/epoll.h"
#include "io/quiet.h"
#include "io/uring.h"
#include "trace/trace.h"

struct uv__loop_internal {
  struct uv__pulse pulse; /* first, and then this: trace.h finds them there */
  struct uv__trace trace;
  struct uv__ring ring;
  struct uv__quiet lull; /* epoll is known to have no events */
  uint64_t idle;         /* atomic, for uv_metrics_idle_time(): see loop/poll.c */
  struct uv__stale stale;
};

#endif
