/* src/runtime/housekeeping.c — the engine's own work (finalizers, compiled WebAssembly) runs in a
 * GLib context, which is merged into the loop's wait:
 * (1) Before the loop may sleep, GLib reports its time-out and its descriptors (no system call);
 *     the loop watches the same descriptor and starts a timer of that length.
 * (2) Neither keeps the loop alive, and with nothing to do there is neither: an idle program makes
 *     no wake-ups. While WebAssembly is compiled for a promise, the prepare handle keeps it alive.
 * (3) A loop that never sleeps queries GLib only once in BUSY_TURNS turns. While immediates wait,
 *     gy_housekeeping_turn() counts the turns, and the prepare handle is stopped. After gc() it is
 *     queried in the next turn: finalizers run before the next immediates, as in Node.
 * (4) GLib's clock does not jump with virtual time: on its way to a timer of the program, the loop
 *     does not stop for a time-out of GLib, which would not be due.
 * (5) Before the first sleep, memory that only the start needed is released: a program that ends
 *     without sleeping does not need that. */
#include <glib.h>
#include <stdlib.h>

#include "engine.h"

enum { BUSY_TURNS = 64, MOST_FDS = 8 };

static _Thread_local struct {
  GMainContext* context;
  uv_prepare_t prepare;
  uv_timer_t timer;
  uv_poll_t poll;
  int watched; /* the descriptor that poll watches, or -1 */
  int turns;
  bool trimmed;
  bool is_virtual;
} house;

/* Finalizers and the like may call into JavaScript: what they queued runs now. */
static void dispatch(gy_env* env) {
  GPollFD fds[MOST_FDS];
  gint timeout, priority;
  int count;

  if (!g_main_context_acquire(house.context))
    return;
  g_main_context_prepare(house.context, &priority);
  count = g_main_context_query(house.context, priority, &timeout, fds, MOST_FDS);
  if (count > MOST_FDS)
    count = MOST_FDS;
  g_poll(fds, count, 0);
  if (g_main_context_check(house.context, priority, fds, count)) {
    g_main_context_dispatch(house.context);
    g_main_context_release(house.context);
    gy_checkpoint(env);
    if (env->hooks[GY_ENGINE_WORK] != NULL)
      gy_enter(env, GY_MAIN, env->hooks[GY_ENGINE_WORK], NULL, 0, NULL);
    return;
  }
  g_main_context_release(house.context);
}

static void on_timer(uv_timer_t* timer) {
  dispatch(timer->data);
}

static void on_poll(uv_poll_t* poll, int status, int events) {
  dispatch(poll->data);
}

static void watch(gy_env* env, int fd) {
  if (house.watched == fd)
    return;
  if (house.watched >= 0) {
    uv_poll_stop(&house.poll);
    house.watched = -1; /* GLib keeps one eventfd for the life of a context: this does not happen */
    return;
  }
  if (uv_poll_init(env->loop, &house.poll, fd) != 0)
    return;
  house.poll.data = env;
  uv_unref((uv_handle_t*) &house.poll);
  if (uv_poll_start(&house.poll, UV_READABLE, on_poll) == 0)
    house.watched = fd;
}

/* (4) */
static bool is_passed_over(const gy_env* env) {
  return house.is_virtual && uv_is_active((const uv_handle_t*) &env->timer);
}

/* Queries what GLib waits for, and waits for the same. */
static void sync_with_glib(gy_env* env) {
  GPollFD fds[MOST_FDS];
  gint timeout, priority;
  int count;

  house.turns = 0;
  if (!house.trimmed) {
    house.trimmed = true;
    gy_trim_linking();
  }
  if (!g_main_context_acquire(house.context))
    return;
  g_main_context_prepare(house.context, &priority);
  count = g_main_context_query(house.context, priority, &timeout, fds, MOST_FDS);
  g_main_context_release(house.context);
  for (int i = 0; i < count && i < MOST_FDS; i++)
    watch(env, fds[i].fd);
  if (timeout == 0 || (timeout > 0 && !is_passed_over(env)))
    uv_timer_start(&house.timer, on_timer, timeout, 0);
  else if (uv_is_active((uv_handle_t*) &house.timer))
    uv_timer_stop(&house.timer);
}

static void before_sleep(uv_prepare_t* prepare) {
  gy_env* env = prepare->data;

  if (uv_backend_timeout(env->loop) != 0 || ++house.turns >= BUSY_TURNS)
    sync_with_glib(env);
}

void gy_housekeeping_virtual(void) {
  house.is_virtual = true;
}

void gy_housekeeping_await(bool on) {
  if (on)
    uv_ref((uv_handle_t*) &house.prepare);
  else
    uv_unref((uv_handle_t*) &house.prepare);
}

void gy_housekeeping_soon(void) {
  uv_timer_start(&house.timer, on_timer, 0, 0);
}

void gy_housekeeping_busy(bool busy) {
  if (busy)
    uv_prepare_stop(&house.prepare);
  else
    uv_prepare_start(&house.prepare, before_sleep);
}

void gy_housekeeping_turn(gy_env* env) {
  if (++house.turns >= BUSY_TURNS)
    sync_with_glib(env);
}

/* Its handles are closed. */
void gy_housekeeping_close(void) {
  if (house.context == NULL)
    return;
  g_main_context_pop_thread_default(house.context);
  g_main_context_unref(house.context);
}

int gy_housekeeping_open(gy_env* env) {
  int err;

  house.context = g_main_context_get_thread_default();
  house.watched = -1;
  house.trimmed = env->worker != NULL;
  err = uv_timer_init(env->loop, &house.timer);
  if (err == 0)
    err = uv_prepare_init(env->loop, &house.prepare);
  if (err == 0)
    err = uv_prepare_start(&house.prepare, before_sleep);
  house.prepare.data = house.timer.data = env;
  uv_unref((uv_handle_t*) &house.prepare);
  uv_unref((uv_handle_t*) &house.timer);
  return err;
}
