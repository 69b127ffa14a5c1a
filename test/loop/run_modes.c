/* B3.7: default runs until nothing is alive, once blocks for one event, nowait never blocks; stop
 * ends the current turn normally; B2.2: what keeps a loop alive. */
#include "check.h"

static uv_loop_t loop;
static uv_timer_t timer;
static uv_check_t check;
static int timers, checks;

static void on_timer(uv_timer_t* t) {
  timers++;
  (void) t;
}
static void on_check(uv_check_t* h) {
  checks++;
  (void) h;
}

static void stop_in_check(uv_check_t* h) {
  checks++;
  uv_stop(h->loop);
}

static void finish(void) {
  uv_close((uv_handle_t*) &timer, NULL);
  uv_close((uv_handle_t*) &check, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_loop_close(&loop));
}

static void begin(void) {
  CHECK_OK(uv_loop_init(&loop));
  uv_timer_init(&loop, &timer);
  uv_check_init(&loop, &check);
}

TEST(once_blocks_for_a_timer_and_runs_it_before_it_returns) {
  begin();
  uint64_t start = uv_hrtime();
  uv_update_time(&loop); /* delays count from the loop's time: not from before `start` */
  uv_timer_start(&timer, on_timer, 20, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 0);
  CHECK_GE(uv_hrtime() - start, (uint64_t) 19000000);
  CHECK_EQ(timers, 1);
  finish();
}

TEST(nowait_never_blocks) {
  begin();
  uv_timer_start(&timer, on_timer, 100000, 0);
  CHECK_NE(uv_run(&loop, UV_RUN_NOWAIT), 0); /* would outlast the test's limit if it blocked */
  CHECK_EQ(timers, 0);
  finish();
}

TEST(stop_ends_the_current_turn_normally_and_only_that_run) {
  begin();
  uv_timer_start(&timer, on_timer, 0, 1);
  uv_check_start(&check, stop_in_check);
  CHECK_NE(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(checks, 1);
  CHECK_NE(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(checks, 2);
  uv_stop(&loop);
  CHECK_NE(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(checks, 2);
  finish();
}

TEST(unreferenced_handles_do_not_keep_the_loop_alive) {
  begin();
  uv_check_start(&check, on_check);
  uv_timer_start(&timer, on_timer, 100000, 0);
  CHECK(uv_loop_alive(&loop));
  uv_unref((uv_handle_t*) &check);
  uv_unref((uv_handle_t*) &timer);
  CHECK(!uv_has_ref((uv_handle_t*) &timer));
  CHECK(!uv_loop_alive(&loop));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_ref((uv_handle_t*) &timer);
  CHECK(uv_loop_alive(&loop));
  uv_timer_stop(&timer);
  CHECK(!uv_loop_alive(&loop));
  finish();
}

TEST(backend_timeout_is_zero_when_something_waits_to_run) {
  uv_idle_t idle;
  begin();
  CHECK_EQ(uv_backend_timeout(&loop), 0); /* nothing is active */
  uv_timer_start(&timer, on_timer, 1000, 0);
  CHECK_EQ(uv_backend_timeout(&loop), 1000);
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, (uv_idle_cb) on_check);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  uv_idle_stop(&idle);
  CHECK_EQ(uv_backend_timeout(&loop), 1000);
  uv_close((uv_handle_t*) &idle, NULL);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_stop(&loop);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_timer_stop(&timer);
  uv_check_start(&check, on_check);
  CHECK_EQ(uv_backend_timeout(&loop), -1);
  finish();
}
