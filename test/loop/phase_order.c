/* B1.2, B1.3, B3: one turn runs timers, pending, idle, prepare, poll, check, close, in this
 * order. */
#include "check.h"

#include <string.h>
#include <unistd.h>

static char seen[64];
static uv_loop_t loop;
static uv_timer_t timer;
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static uv_poll_t poll_handle;
static int fds[2];

static void note(char c) {
  size_t n = strlen(seen);
  if (n < sizeof(seen) - 1)
    seen[n] = c;
}

static void on_close(uv_handle_t* h) {
  if (h == (uv_handle_t*) &timer)
    note('c');
}

static void on_timer(uv_timer_t* h) {
  note('t');
  (void) h;
}
static void on_idle(uv_idle_t* h) {
  note('i');
  uv_idle_stop(h);
}
static void on_prepare(uv_prepare_t* h) {
  note('p');
  uv_prepare_stop(h);
}
static void on_check(uv_check_t* h) {
  note('k');
  uv_check_stop(h);
}

static void on_poll(uv_poll_t* h, int status, int events) {
  CHECK_OK(status);
  CHECK_EQ(events, UV_READABLE);
  note('o');
  uv_poll_stop(h);
  uv_close((uv_handle_t*) &timer, on_close);
}

TEST(one_turn_runs_the_phases_in_order) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe(fds, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE));
  CHECK_EQ(write(fds[1], "x", 1), 1);
  CHECK_OK(uv_check_init(&loop, &check));
  CHECK_OK(uv_check_start(&check, on_check));
  CHECK_OK(uv_poll_init(&loop, &poll_handle, fds[0]));
  CHECK_OK(uv_poll_start(&poll_handle, UV_READABLE, on_poll));
  CHECK_OK(uv_prepare_init(&loop, &prepare));
  CHECK_OK(uv_prepare_start(&prepare, on_prepare));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 0, 0));

  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(seen, "tipokc");

  uv_close((uv_handle_t*) &check, NULL);
  uv_close((uv_handle_t*) &poll_handle, NULL);
  uv_close((uv_handle_t*) &prepare, NULL);
  uv_close((uv_handle_t*) &idle, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  close(fds[0]);
  close(fds[1]);
}
