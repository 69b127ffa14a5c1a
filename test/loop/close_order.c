/* The handles closed in one turn are called back newest first, as libuv's are; what is closed by a
 * close callback waits for the next turn. */
#include "check.h"

static uv_loop_t loop;
static uv_idle_t handles[4];
static int order[4];
static int calls;
static int turns_before_last;
static uv_prepare_t turns;
static int turn;

static void on_close(uv_handle_t* h) {
  order[calls++] = (int) ((uv_idle_t*) h - handles);
  if (h == (uv_handle_t*) &handles[0]) {
    turns_before_last = turn;
    uv_close((uv_handle_t*) &handles[3], on_close);
    CHECK_EQ(calls, 3);
  }
  if (h == (uv_handle_t*) &handles[3]) {
    CHECK_EQ(turn, turns_before_last + 1);
    uv_prepare_stop(&turns);
  }
}

static void on_prepare(uv_prepare_t* h) {
  turn++;
  (void) h;
}

TEST(newest_closed_is_called_first_and_later_ones_wait_a_turn) {
  CHECK_OK(uv_loop_init(&loop));
  uv_prepare_init(&loop, &turns);
  uv_prepare_start(&turns, on_prepare);
  for (int i = 0; i < 4; i++)
    uv_idle_init(&loop, &handles[i]);
  for (int i = 0; i < 3; i++) {
    uv_close((uv_handle_t*) &handles[i], on_close);
    CHECK_EQ(calls, 0);
    CHECK(uv_is_closing((uv_handle_t*) &handles[i]));
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 4);
  CHECK_EQ(order[0], 2);
  CHECK_EQ(order[1], 1);
  CHECK_EQ(order[2], 0);
  CHECK_EQ(order[3], 3);
  uv_close((uv_handle_t*) &turns, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(close_without_a_callback_is_enough_to_close_the_loop) {
  CHECK_OK(uv_loop_init(&loop));
  uv_idle_init(&loop, &handles[0]);
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  uv_close((uv_handle_t*) &handles[0], NULL);
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY); /* closed already: what Debian's libuv says */
}
