/* src/loop/timers.c: when the first timer is due can be asked without changing anything, however
 * much has been left lazily. */
#include <stdlib.h>

#include "check.h"
#include "loop/timers.c"

enum { TIMERS = 200, STEPS = 20000 };

static uv_loop_t loop;
static uv_timer_t timers[TIMERS];

static void nothing(uv_timer_t* timer) {
  (void) timer;
}

static uint64_t first_due(void) {
  uint64_t first = UINT64_MAX;

  for (int i = 0; i < TIMERS; i++)
    if (uv_is_active((uv_handle_t*) &timers[i]) && timers[i].due < first)
      first = timers[i].due;
  return first;
}

static void change_one(void) {
  uv_timer_t* timer = &timers[rand() % TIMERS];

  if (rand() % 3 == 0)
    uv_timer_stop(timer);
  else
    CHECK_OK(uv_timer_start(timer, nothing, 1000 + rand() % 1000, 0));
}

TEST(peeking_finds_the_first_timer_and_tidying_agrees) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < TIMERS; i++)
    uv_timer_init(&loop, &timers[i]);
  for (int i = 0; i < STEPS; i++) {
    change_one();
    CHECK_EQ(uv__timer_peek_due(&loop), first_due());
    if (i % 50 == 0)
      CHECK_EQ(uv__timer_next_due(&loop), first_due());
  }
  for (int i = 0; i < TIMERS; i++)
    uv_close((uv_handle_t*) &timers[i], NULL);
  CHECK_EQ(uv__timer_peek_due(&loop), UINT64_MAX);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(backend_timeout_leaves_stopped_and_delayed_timers_as_they_are) {
  struct uv__timer_slot heap[4];
  uv_timer_t before[4];
  uv_loop_t loop_before;

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 4; i++) {
    uv_timer_init(&loop, &timers[i]);
    CHECK_OK(uv_timer_start(&timers[i], nothing, 1000 + i, 0));
  }
  uv_timer_stop(&timers[0]);
  CHECK_OK(uv_timer_start(&timers[1], nothing, 5000, 0));
  CHECK_EQ(loop.timer_count, 4);
  loop_before = loop;
  memcpy(heap, loop.timer_heap, sizeof(heap));
  memcpy(before, timers, sizeof(before));

  CHECK_EQ(uv_backend_timeout(&loop), 1002);
  CHECK_MEM(&loop, &loop_before, sizeof(loop));
  CHECK_MEM(loop.timer_heap, heap, sizeof(heap));
  CHECK_MEM(timers, before, sizeof(before));

  for (int i = 0; i < 4; i++)
    uv_close((uv_handle_t*) &timers[i], NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}
