/* B3.3: idle, prepare and check handles run newest first, as libuv's do; one started by its own
 * phase waits for the next turn; stopping any of them from a callback takes effect at once. */
#include "check.h"

static uv_loop_t loop;
static uv_prepare_t p[4];
static int order[16];
static int calls;

static void note(uv_prepare_t* h) {
  order[calls++] = (int) (h - p);
}

static void stop_others(uv_prepare_t* h) {
  note(h);
  if (h == &p[2]) {
    uv_prepare_stop(&p[1]);
    uv_prepare_start(&p[3], note);
  }
}

TEST(newest_first_and_changes_from_inside_the_phase) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 4; i++)
    uv_prepare_init(&loop, &p[i]);
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_prepare_start(&p[i], stop_others));
  CHECK_EQ(uv_prepare_start(&p[3], NULL), UV_EINVAL);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 2);
  CHECK_EQ(order[0], 2);
  CHECK_EQ(order[1], 0);
  calls = 0;
  uv_prepare_stop(&p[2]);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 2);
  CHECK_EQ(order[0], 3);
  CHECK_EQ(order[1], 0);
  for (int i = 0; i < 4; i++)
    uv_close((uv_handle_t*) &p[i], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}
