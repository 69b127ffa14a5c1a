/* trace/counters.c: where the loop is. */
#include <check.h>

#include "loop/internal.h"
#include "trace/watch.h"

#if UV__TRACE

TEST(the_last_phase_that_called_back_is_where_the_loop_is) {
  uv_loop_t loop;
  struct uv__trace* t;

  CHECK_OK(uv_loop_init(&loop));
  t = uv__trace_of(&loop);
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_OUTSIDE);
  uv__trace_count_call(&loop, UV_TRACE_IDLE); /* in a run that has not looked at the kernel yet */
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_IDLE);
  CHECK_EQ(t->outside, 1);

  loop.time = t->woke + 1;
  uv__trace_poll_wake(&loop);
  CHECK_EQ(t->outside, 0);
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_POLL);
  for (unsigned phase = 0; phase < UV_TRACE_PHASES; phase++) {
    if (phase == UV_TRACE_POLL)
      continue; /* what is last stays */
    uv__trace_count_call(&loop, phase);
    CHECK_EQ(uv__trace_phase(&loop), phase);
  }
  loop.depth = 1;
  uv__trace_run_end(&loop);
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_OUTSIDE);
  loop.depth = 0;
  CHECK_OK(uv_loop_close(&loop));
}

#endif
