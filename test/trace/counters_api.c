/* The structure may grow; another thread may look while the loop is blocked or asleep. */
#include <stddef.h>

#include "tracing.h"

static uv_loop_t loop;
static uv_sem_t seen;

TEST(a_caller_of_another_age_gets_what_it_knows) {
  struct {
    uv_trace_counters_t c;
    char after[64];
  } room;
  size_t known = offsetof(uv_trace_counters_t, callbacks);

  CHECK_OK(uv_loop_init(&loop));
  memset(&room, 0x55, sizeof(room));
  room.c.size = 0;
  CHECK_EQ(uv_trace_counters(&loop, &room.c), UV_EINVAL);

  room.c.size = known;
  CHECK_OK(uv_trace_counters(&loop, &room.c));
  CHECK_EQ(room.c.size, known);
  CHECK_EQ(room.c.turns, 0);
  CHECK_EQ(room.c.callbacks, UINT64_C(0x5555555555555555));

  room.c.size = sizeof(room); /* a younger caller */
  CHECK_OK(uv_trace_counters(&loop, &room.c));
  CHECK_EQ(room.c.size, sizeof(room.c));
  CHECK_EQ(room.after[0], 0x55);
  CHECK_OK(uv_loop_close(&loop));
}

/* Waits until the loop has been where it is for 20 ms. */
static uv_trace_counters_t look(uv_trace_phase phase, int asleep) {
  for (;;) {
    uv_trace_counters_t c = counters_of(&loop);
    if (c.phase == phase && c.asleep == asleep && c.now_ns - c.since_ns > 20 * MS)
      return c;
    uv_sleep(1);
  }
}

static void watcher(void* arg) {
  uv_trace_counters_t c = look(UV_TRACE_POLL, 1);
  CHECK_EQ(c.callbacks, 0);
  CHECK_OK(uv_async_send(arg));
  c = look(UV_TRACE_POLL, 0); /* in the callback of the async handle */
  CHECK_EQ(c.callbacks, 1);
  uv_sem_post(&seen);
  c = look(UV_TRACE_CLOSE, 0);
  uv_sem_post(&seen);
}

static void on_close(uv_handle_t* handle) {
  uv_sem_wait(&seen);
}

static void on_async(uv_async_t* handle) {
  uv_sem_wait(&seen);
  uv_close((uv_handle_t*) handle, on_close);
}

TEST(another_thread_sees_where_the_loop_is) {
  uv_thread_t thread;
  uv_async_t async;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(counters_of(&loop).phase, UV_TRACE_OUTSIDE);
  CHECK_OK(uv_async_init(&loop, &async, on_async));
  CHECK_OK(uv_sem_init(&seen, 0));
  CHECK_OK(uv_thread_create(&thread, watcher, &async));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_thread_join(&thread));
  CHECK_EQ(counters_of(&loop).phase, UV_TRACE_OUTSIDE);
  CHECK_STR(uv_trace_phase_name(UV_TRACE_PREPARE), "prepare");
  CHECK_STR(uv_trace_phase_name(UV_TRACE_OUTSIDE), "outside");
  uv_sem_destroy(&seen);
  CHECK_OK(uv_loop_close(&loop));
}
