/* bench/many/handles.c — many handles that need no descriptor each. */
#include "many.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { MILLION = 1000 * 1000, HUNDRED_K = 100 * 1000, DELIVERIES = 1000 };

static void on_async(uv_async_t* h) {
  (void) h;
}

static void on_timer(uv_timer_t* h) {
  (void) h;
}

static void on_idle(uv_idle_t* h) {
  (void) h;
}

static void on_prepare(uv_prepare_t* h) {
  (void) h;
}

static void on_check(uv_check_t* h) {
  (void) h;
}

static void on_signal(uv_signal_t* h, int signum) {
  (void) signum;
  if (h->data != NULL)
    uv_stop(h->loop);
}

/* ---- Async handles ---- */

static void open_async(long count) {
  uv_async_t* h = many_handles(count, sizeof(*h));

  for (long i = 0; i < count; i++)
    CHECK(uv_async_init(&many_loop, &h[i], on_async));
}

static void send_async(long count) {
  for (long i = 0; i < count; i++)
    CHECK(uv_async_send((uv_async_t*) many_handle(i)));
}

static void open_and_send_async(long count) {
  open_async(count);
  send_async(count);
}

static void send_and_run_async(long count) {
  send_async(count);
  CHECK(uv_run(&many_loop, UV_RUN_NOWAIT));
  many_close_all(count);
}

/* ---- Timers and the handles of each turn ---- */

static void open_timers(long count) {
  uv_timer_t* h = many_handles(count, sizeof(*h));
  uint64_t random = 1;

  for (long i = 0; i < count; i++) {
    CHECK(uv_timer_init(&many_loop, &h[i]));
    CHECK(uv_timer_start(&h[i], on_timer, 1000000 + bench_random(&random) % 1000000, 0));
  }
}

static void stop_timers(long count) {
  for (long i = 0; i < count; i++)
    CHECK(uv_timer_stop((uv_timer_t*) many_handle(i)));
  many_close_all(count);
}

#define OPEN_WATCHERS(name)                             \
  static void open_##name(long count) {                 \
    uv_##name##_t* h = many_handles(count, sizeof(*h)); \
    for (long i = 0; i < count; i++) {                  \
      CHECK(uv_##name##_init(&many_loop, &h[i]));       \
      CHECK(uv_##name##_start(&h[i], on_##name));       \
    }                                                   \
  }

OPEN_WATCHERS(idle)
OPEN_WATCHERS(prepare)
OPEN_WATCHERS(check)

/* ---- Signals ---- */

static void open_signals(long count) {
  uv_signal_t* h = many_handles(count, sizeof(*h));

  for (long i = 0; i < count; i++) {
    CHECK(uv_signal_init(&many_loop, &h[i]));
    CHECK(uv_signal_start(&h[i], on_signal, SIGUSR2));
  }
}

/* Waits for another signal than the many handles. */
static uv_signal_t other;

static void open_signals_and_other(long count) {
  open_signals(count);
  CHECK(uv_signal_init(&many_loop, &other));
  CHECK(uv_signal_start(&other, on_signal, SIGUSR1));
  other.data = &other;
}

static void deliver_other(long count) {
  (void) count;
  for (long i = 0; i < DELIVERIES; i++) {
    CHECK(kill(getpid(), SIGUSR1));
    CHECK(uv_run(&many_loop, UV_RUN_DEFAULT));
  }
}

static void close_other(long count) {
  uv_close((uv_handle_t*) &other, NULL);
  many_close_all(count);
}

/* ---- Files that are polled ---- */

static void on_poll(uv_fs_poll_t* h, int status, const uv_stat_t* before, const uv_stat_t* now) {
  (void) h;
  (void) status;
  (void) before;
  (void) now;
}

static void open_fs_polls(long count) {
  uv_fs_poll_t* h = many_handles(count, sizeof(*h));

  for (long i = 0; i < count; i++) {
    CHECK(uv_fs_poll_init(&many_loop, &h[i]));
    CHECK(uv_fs_poll_start(&h[i], on_poll, "/", 1000000));
  }
}

static void open_fs_poll_restarted(long count) {
  uv_fs_poll_t* h = many_handles(1, sizeof(*h));

  CHECK(uv_fs_poll_init(&many_loop, h));
  for (long i = 0; i < count; i++) {
    CHECK(uv_fs_poll_start(h, on_poll, "/", 1000000));
    CHECK(uv_fs_poll_stop(h));
  }
}

static void close_one(long count) {
  (void) count;
  many_close_all(1);
}

const struct many_kind many_handle_kinds[] = {
    {"async_sent", "close an async handle that was sent", MILLION, open_and_send_async,
     many_close_all, NULL, 0},
    {"async_run", "send to an async handle, call it, close it", MILLION, open_async,
     send_and_run_async, NULL, 0},
    {"async", "close an async handle", MILLION, open_async, many_close_all, NULL, 0},
    {"timer", "close a timer that runs", MILLION, open_timers, many_close_all, NULL, 0},
    {"timer_stop", "stop a timer and close it", MILLION, open_timers, stop_timers, NULL, 0},
    {"idle", "close an idle handle", MILLION, open_idle, many_close_all, NULL, 0},
    {"prepare", "close a prepare handle", MILLION, open_prepare, many_close_all, NULL, 0},
    {"check", "close a check handle", MILLION, open_check, many_close_all, NULL, 0},
    {"signal", "close a signal handle", HUNDRED_K, open_signals, many_close_all, NULL, 0},
    {"signal_other", "call a signal handle, the others wait for another signal", HUNDRED_K,
     open_signals_and_other, deliver_other, close_other, DELIVERIES},
    {"fs_poll", "close an fs poll handle that has just asked", HUNDRED_K, open_fs_polls,
     many_close_all, NULL, 0},
    {"fs_poll_again", "end one of many sessions of one fs poll handle", HUNDRED_K,
     open_fs_poll_restarted, close_one, NULL, 0},
    {.name = NULL},
};
