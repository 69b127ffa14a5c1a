/* src/loop/async.c: senders that are stopped at the worst moment. */
#include "loop/async.c"

#include <poll.h>
#include "check.h"

static uv_loop_t loop;
static uv_async_t async[3];
static int calls;

static void on_async(uv_async_t* h) {
  (void) h;
  calls++;
}

static void begin(void) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_async_init(&loop, &async[i], on_async));
}

static void finish(void) {
  for (int i = 0; i < 3; i++)
    uv_close((uv_handle_t*) &async[i], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

static int readable(void) {
  struct pollfd p = {.fd = uv_backend_fd(&loop), .events = POLLIN};
  return poll(&p, 1, 0);
}

/* The sender has signalled the loop, which then runs, falls asleep, and only now is woken. */
TEST(an_eventfd_written_late_does_not_keep_an_outer_poller_busy) {
  begin();
  async[0].state = SENT;
  uv__async_push(&loop, uv__async_link(&async[0]));
  CHECK_EQ(__atomic_exchange_n(&loop.wake_state, UV__SIGNALLED, __ATOMIC_SEQ_CST), UV__ASLEEP);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 1);
  uv__wake_write(&loop);
  CHECK_EQ(readable(), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(readable(), 0);
  CHECK_EQ(calls, 1);
  finish();
}

/* What a child finds when the parent's other threads were sending: one has not got to the stack,
 * one has not signalled, one has only to leave. */
TEST(a_fork_ends_what_other_threads_had_begun_to_send) {
  begin();
  async[0].state = SENT + SENDER;
  async[1].state = SENT + SENDER;
  uv__async_push(&loop, uv__async_link(&async[1]));
  async[2].state = SENDER;
  CHECK_OK(uv_loop_fork(&loop));
  CHECK_EQ(readable(), 1);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(calls, 2);
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_async_send(&async[i]));
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(calls, 5);
  finish();
}
