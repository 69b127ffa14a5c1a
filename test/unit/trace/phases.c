/* trace/counters.c: where the loop is. */
#include <check.h>

#include "loop/internal.h"
#include "trace/watch.h"

#if UV__TRACE

TEST(the_last_phase_that_called_back_is_where_the_loop_is) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_OUTSIDE);
  loop.depth = 1;
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_POLL);
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    if (phase == UV_TRACE_POLL)
      continue; /* what is last stays, until poll has something to call */
    uv__trace_count_call(&loop, phase);
    CHECK_EQ(uv__trace_phase(&loop), phase);
    uv__trace_poll_calls(&loop);
    CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_POLL);
  }
  uv__trace_count_call(&loop, UV_TRACE_IDLE);
  loop.depth = 0;
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_OUTSIDE);
  CHECK_OK(uv_loop_close(&loop));
}

#endif
