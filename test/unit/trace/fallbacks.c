/* trace/counters.c: why the ring was not used, by operation and error. */
#include <check.h>

#include "loop/internal.h"
#include "uv_trace.h"

#if UV__TRACE

static uv_trace_counters_t counters(uv_loop_t* loop) {
  uv_trace_counters_t c = {.size = sizeof(c)};
  CHECK_OK(uv_trace_counters(loop, &c));
  return c;
}

TEST(pairs_are_counted_and_the_last_entry_takes_the_rest) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++)
    uv__trace_fallback(&loop, 22, UV_ENOSYS);
  uv__trace_fallback(&loop, 22, UV_EAGAIN);
  uv_trace_counters_t c = counters(&loop);
  CHECK_EQ(c.ring_fallbacks, 4);
  CHECK_EQ(c.fallbacks[0].opcode, 22);
  CHECK_EQ(c.fallbacks[0].error, UV_ENOSYS);
  CHECK_EQ(c.fallbacks[0].count, 3);
  CHECK_EQ(c.fallbacks[1].error, UV_EAGAIN);
  CHECK_EQ(c.fallbacks[1].count, 1);
  CHECK_EQ(c.fallbacks[2].count, 0);

  for (int opcode = 100; opcode < 120; opcode++)
    uv__trace_fallback(&loop, opcode, UV_EINVAL);
  c = counters(&loop);
  CHECK_EQ(c.fallbacks[UV_TRACE_FALLBACKS - 1].opcode, -1);
  CHECK_EQ(c.fallbacks[UV_TRACE_FALLBACKS - 1].count, 20 - (UV_TRACE_FALLBACKS - 3));
  CHECK_EQ(c.ring_fallbacks, 24);
  CHECK_OK(uv_loop_close(&loop));
}

#endif
