/* trace/counters.c: where the loop is, told by the bits of a stretch. */
#include <check.h>

#include "loop/internal.h"
#include "trace/watch.h"

TEST(the_highest_bit_is_the_phase) {
  static const unsigned order[] = {UV_TRACE_POLL,    UV_TRACE_CHECK, UV_TRACE_CLOSE,  UV_TRACE_TIMERS,
                                   UV_TRACE_PENDING, UV_TRACE_IDLE,  UV_TRACE_PREPARE};
  uv_loop_t loop;
  struct uv__trace* t;

  CHECK_OK(uv_loop_init(&loop));
  t = uv__trace_of(&loop);
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_OUTSIDE);
  t->mask = 0;
  CHECK_EQ(uv__trace_phase(&loop), UV_TRACE_POLL);
  for (unsigned i = 0; i < UV_TRACE_PHASES; i++) {
    t->mask |= UV__TRACE_BIT(order[i]);
    CHECK_EQ(uv__trace_phase(&loop), order[i]);
    t->mask |= UV__TRACE_OUTSIDE_BIT; /* a run that has not looked at the kernel yet */
    CHECK_EQ(uv__trace_phase(&loop), order[i]);
  }
  CHECK_OK(uv_loop_close(&loop));
}
