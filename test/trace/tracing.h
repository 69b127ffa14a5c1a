/* test/trace/tracing.h — what the tests of uv_trace.h share. */
#ifndef TEST_TRACING_H
#define TEST_TRACING_H

#include <check.h>
#include <string.h>
#include <uv_trace.h>

#define MS UINT64_C(1000000)

static inline void spin(uint64_t ms) {
  uint64_t end = uv_hrtime() + ms * MS;
  while (uv_hrtime() < end)
    continue;
}

static inline uv_trace_counters_t counters_of(uv_loop_t* loop) {
  uv_trace_counters_t c;
  memset(&c, 0xaa, sizeof(c));
  c.size = sizeof(c);
  CHECK_OK(uv_trace_counters(loop, &c));
  CHECK_EQ(c.size, sizeof(c));
  return c;
}

static inline void close_one(uv_handle_t* handle, void* arg) {
  if (!uv_is_closing(handle))
    uv_close(handle, NULL);
}

/* Closes what is left, and the loop. */
static inline void close_all(uv_loop_t* loop) {
  uv_walk(loop, close_one, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(loop));
}

static inline uint64_t worked_ns(const uv_trace_counters_t* c) {
  uint64_t sum = 0;
  for (int phase = 0; phase < UV_TRACE_PHASES; phase++)
    sum += c->phases[phase].time_ns;
  return sum;
}

#endif
