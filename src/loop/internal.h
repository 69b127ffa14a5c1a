/* src/loop/internal.h — the part of a loop that does not fit into uv_loop_t, whose size is fixed.
 * Only src/loop, src/io and src/trace look inside. */
#ifndef UV__LOOP_INTERNAL_H
#define UV__LOOP_INTERNAL_H

#include "io/quiet.h"
#include "io/uring.h"
#include "trace/trace.h"

struct uv__loop_internal {
  struct uv__trace trace; /* first: trace.h finds it there */
  struct uv__ring ring;
  struct uv__quiet lull; /* epoll is known to have nothing to tell */
  uv_metrics_t metrics;
  uint64_t idle;       /* atomic, for uv_metrics_idle_time(): see loop/poll.c */
  int may_sleep;       /* this turn's poll may block */
  int slept;           /* and the last wait for the kernel could */
  int quiet;           /* nothing ran since the clock was read after polling */
  unsigned unpolled;   /* turns in a row that took completions without asking epoll */
  unsigned armed;      /* descriptors the kernel was told of and may report, wanted or not */
  int virtual_time;    /* see loop/virtual.c */
  int wake_written;    /* atomic: the eventfd was written since epoll was last asked */
};

#endif
