/* src/loop/timers.c, invariants (3) and (6): order survives the end of the sequence numbers, and a
 * walk over many due timers survives whatever callbacks do to the others. */
#include "loop/timers.c"

#include "check.h"

enum { MANY = 5000 };

static uv_loop_t loop;
static uv_timer_t t[MANY];
static int order[MANY];
static int calls;

static void note(uv_timer_t* timer) {
  order[calls++] = (int) (timer - t);
}

TEST(timers_keep_their_order_when_sequence_numbers_run_out) {
  CHECK_OK(uv_loop_init(&loop));
  loop.timer_seq = UINT32_MAX - 3;
  for (int i = 0; i < 8; i++) {
    uv_timer_init(&loop, &t[i]);
    CHECK_OK(uv_timer_start(&t[i], note, 1, 0));
  }
  CHECK_LT(loop.timer_seq, 100);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(calls, 8);
  for (int i = 0; i < 8; i++) {
    CHECK_EQ(order[i], i);
    uv_close((uv_handle_t*) &t[i], NULL);
  }
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}

static int late_calls;

static void late(uv_timer_t* timer) {
  late_calls++;
  (void) timer;
}

/* Timer i stops i+1, closes i+2, pushes back i+3, and starts i+4 again at once; then it is its
 * turn. */
static void meddle(uv_timer_t* timer) {
  int i = (int) (timer - t);

  note(timer);
  CHECK_EQ(i % 5, 0);
  uv_timer_stop(&t[i + 1]);
  uv_close((uv_handle_t*) &t[i + 2], NULL);
  CHECK_OK(uv_timer_start(&t[i + 3], late, 1, 0));
  CHECK_OK(uv_timer_start(&t[i + 4], late, 0, 0));
  if (i % 500 == 0)
    CHECK_LE(uv__timer_next_due(&loop), loop.time); /* tidies the top of the heap: ends the walk */
}

TEST(callbacks_may_change_all_other_timers_while_many_run) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < MANY; i++) {
    uv_timer_init(&loop, &t[i]);
    CHECK_OK(uv_timer_start(&t[i], meddle, 0, 0));
  }
  CHECK(uv__most_are_due(&loop, loop.time));
  uv_update_time(&loop);
  CHECK_NE(uv_run(&loop, UV_RUN_NOWAIT), 0);
  CHECK_EQ(calls, MANY / 5);
  CHECK_EQ(late_calls, 0);
  for (int i = 0; i < calls; i++)
    CHECK_EQ(order[i], 5 * i);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(late_calls, 2 * MANY / 5);
  for (int i = 0; i < MANY; i++)
    if (!uv_is_closing((uv_handle_t*) &t[i]))
      uv_close((uv_handle_t*) &t[i], NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}
