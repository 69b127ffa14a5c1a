/* B6.3: a wake-up from another thread runs its callback on the loop's thread; several sends before
 * it runs may become one call, but none is lost. */
#include "check.h"

#include <unistd.h>
#include <poll.h>

enum { ROUNDS = 20000 };

static uv_loop_t loop;
static uv_async_t async[3];
static uv_thread_t loop_thread;
static int calls;
static int order[8];
static int stage; /* atomic */

static void on_async(uv_async_t* h) {
  uv_thread_t self = uv_thread_self();
  CHECK(uv_thread_equal(&self, &loop_thread));
  order[calls++] = (int) (h - async);
  if (calls == 3)
    for (int i = 0; i < 3; i++)
      uv_close((uv_handle_t*) &async[i], NULL);
}

TEST(handles_are_called_once_each_in_the_order_of_initialising) {
  loop_thread = uv_thread_self();
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_async_init(&loop, &async[i], on_async));
  uv_async_send(&async[2]);
  uv_async_send(&async[0]);
  uv_async_send(&async[2]);
  uv_async_send(&async[1]);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 3);
  for (int i = 0; i < 3; i++)
    CHECK_EQ(order[i], i);
  CHECK_OK(uv_loop_close(&loop));
}

static void sender(void* arg) {
  (void) arg;
  for (int i = 1; i <= ROUNDS; i++) {
    __atomic_store_n(&stage, i, __ATOMIC_RELAXED);
    CHECK_OK(uv_async_send(&async[0]));
  }
}

static void on_stage(uv_async_t* h) {
  if (__atomic_load_n(&stage, __ATOMIC_RELAXED) == ROUNDS)
    uv_close((uv_handle_t*) h, NULL);
}

/* Ends only if the call after the last send sees what was stored before it. */
TEST(what_was_stored_before_a_send_is_seen_by_a_later_call) {
  uv_thread_t t;
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_async_init(&loop, &async[0], on_stage));
  CHECK_OK(uv_thread_create(&t, sender, NULL));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_thread_join(&t));
  CHECK_OK(uv_loop_close(&loop));
}

static void on_never(uv_async_t* h) {
  (void) h;
  CHECK(!"called after it was closed");
}

TEST(a_handle_closed_after_a_send_is_not_called) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_async_init(&loop, &async[0], on_never));
  CHECK_OK(uv_async_send(&async[0]));
  uv_close((uv_handle_t*) &async[0], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

static void count_call(uv_async_t* h) {
  calls++;
  (void) h;
}

/* The loop is polled by someone else, through its backend descriptor. */
TEST(a_send_is_seen_by_an_outer_poller) {
  struct pollfd p;
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_async_init(&loop, &async[0], count_call));
  p = (struct pollfd){.fd = uv_backend_fd(&loop), .events = POLLIN};
  for (int i = 1; i <= 3; i++) {
    CHECK_EQ(poll(&p, 1, 0), 0);
    CHECK_OK(uv_async_send(&async[0]));
    CHECK_EQ(poll(&p, 1, -1), 1);
    uv_run(&loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls, i);
  }
  uv_close((uv_handle_t*) &async[0], NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}
