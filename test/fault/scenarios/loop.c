/* Timers, idle, prepare, check and async handles; the questions one can ask a loop and a handle. */
#include <stdio.h>
#include <uv_trace.h>
#include "scenario.h"

enum { TIMERS = 200 };

static uv_timer_t timers[TIMERS];
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static uv_async_t async;
static uv_thread_t sender;
static int fired, turns, sent;

static void on_idle(uv_idle_t* handle) {
  if (++turns == 3)
    uv_idle_stop(handle);
}

static void on_prepare(uv_prepare_t* handle) {
  uv_prepare_stop(handle);
  goal();
}

static void on_check(uv_check_t* handle) {
  uv_check_stop(handle);
  goal();
}

static void on_timer(uv_timer_t* handle) {
  if (handle == &timers[0] && uv_timer_get_repeat(handle) != 0)
    uv_timer_set_repeat(handle, 0);
  if (++fired == TIMERS)
    goal();
}

static void on_async(uv_async_t* handle) {
  sent++;
  goal();
  uv_close((uv_handle_t*) handle, NULL);
}

static void send_it(void* arg) {
  note("async_send", uv_async_send(arg));
}

static void start_watchers(uv_loop_t* loop) {
  uv_idle_init(loop, &idle);
  uv_prepare_init(loop, &prepare);
  uv_check_init(loop, &check);
  failed("idle_start", uv_idle_start(&idle, on_idle));
  failed("prepare_start", uv_prepare_start(&prepare, on_prepare));
  failed("check_start", uv_check_start(&check, on_check));
}

static int start_timers(uv_loop_t* loop) {
  for (int i = 0; i < TIMERS; i++) {
    uv_timer_init(loop, &timers[i]);
    if (failed("timer_start", uv_timer_start(&timers[i], on_timer, i % 4, i == 0)))
      return 0;
  }
  must(uv_timer_get_due_in(&timers[3]) <= 3);
  return !failed("timer_again", uv_timer_again(&timers[0])) &&
         !failed("timer_stop", uv_timer_stop(&timers[1])) &&
         !failed("timer_start", uv_timer_start(&timers[1], on_timer, 1, 0));
}

static void ask(uv_loop_t* loop) {
  uv_metrics_t metrics;
  FILE* nowhere = fopen("/dev/null", "w");

  note("configure", uv_loop_configure(loop, UV_METRICS_IDLE_TIME));
  note("block", uv_loop_configure(loop, UV_LOOP_BLOCK_SIGNAL, 27 /* SIGPROF */));
  note("metrics", uv_metrics_info(loop, &metrics));
  uv_loop_set_data(loop, &metrics);
  must(uv_loop_get_data(loop) == &metrics);
  uv_print_all_handles(loop, nowhere);
  uv_print_active_handles(loop, nowhere);
  fclose(nowhere);
  uv_handle_set_data((uv_handle_t*) &idle, loop);
  must(uv_handle_get_data((uv_handle_t*) &idle) == loop);
  must(uv_handle_get_loop((uv_handle_t*) &idle) == loop);
  must(uv_handle_get_type((uv_handle_t*) &idle) == UV_IDLE);
  must(uv_loop_alive(loop));
  must(uv_backend_fd(loop) >= 0);
  must(uv_backend_timeout(loop) >= -1);
  uv_update_time(loop);
  must(uv_metrics_idle_time(loop) < 1000000000);
}

SCENARIO(loop_watchers) {
  if (failed("async_init", uv_async_init(loop, &async, on_async)))
    return;
  start_watchers(loop);
  if (!start_timers(loop))
    return;
  uv_unref((uv_handle_t*) &idle);
  uv_ref((uv_handle_t*) &idle);
  must(uv_has_ref((uv_handle_t*) &idle));
  ask(loop);
  if (failed("thread", uv_thread_create(&sender, send_it, &async)))
    return;
  uv_run(loop, UV_RUN_DEFAULT);
  note("join", uv_thread_join(&sender));
  must(sent == 1);
}

static void stop(uv_timer_t* handle) {
  uv_stop(handle->loop);
  uv_close((uv_handle_t*) handle, NULL);
  goal();
}

static void run_other(uv_loop_t* other) {
  uv_timer_init(other, &timers[0]);
  if (note("timer_start", uv_timer_start(&timers[0], stop, 1, 0)) != 0)
    uv_close((uv_handle_t*) &timers[0], NULL);
  uv_run(other, UV_RUN_DEFAULT);
  uv_run(other, UV_RUN_NOWAIT);
  uv_run(other, UV_RUN_ONCE);
}

SCENARIO(loop_others) {
  uv_loop_t* other = uv_loop_new();

  (void) loop;
  note("loop_new", other == NULL ? UV_ENOMEM : 0);
  if (other != NULL) {
    run_other(other);
    uv_loop_delete(other);
  }
  other = uv_default_loop();
  note("default_loop", other == NULL ? UV_ENOMEM : 0);
  if (other != NULL) {
    run_other(other);
    must(uv_loop_close(other) == 0);
  }
}

/* An hour goes by at once. */
SCENARIO(loop_virtual_time) {
  uint64_t began = uv_now(loop);

  note("virtual_time", uv_trace_virtual_time(loop, 1));
  uv_timer_init(loop, &timers[0]);
  if (failed("timer_start", uv_timer_start(&timers[0], stop, 3600 * 1000, 0)))
    return;
  uv_run(loop, UV_RUN_DEFAULT);
  must(uv_now(loop) - began >= 3600 * 1000);
}
