/* src/runtime/bindings/signal.c — signals as events: one watcher per signal number and thread. A
 * watcher never keeps the loop alive. */
#include <errno.h>
#include <stdlib.h>

#include "runtime/gyre.h"

enum { SIGNALS = 65 };

struct watcher {
  uv_signal_t handle;
  gy_env* env;
  JSObjectRef callback;
};

static _Thread_local struct watcher* watchers[SIGNALS];

static void on_signal(uv_signal_t* handle, int number) {
  struct watcher* w = handle->data;
  JSValueRef argument = gy_number(w->env, number);

  gy_enter(w->env, GY_IO, w->callback, NULL, 1, &argument);
}

static void on_closed(uv_handle_t* handle) {
  struct watcher* w = handle->data;

  gy_drop(w->env, w->callback);
  free(w);
}

/* start(number, callback) → 0 or a negative errno */
GY_FUNCTION(start) {
  gy_env* env = gy_env_here();
  int32_t number = gy_arg_int(ctx, argc, argv, 0);
  JSObjectRef callback = gy_arg_function(ctx, argc, argv, 1);
  struct watcher* w;
  int err;

  if (number <= 0 || number >= SIGNALS || callback == NULL)
    return gy_number(env, UV_EINVAL);
  if (watchers[number] != NULL)
    return gy_number(env, 0);
  w = calloc(1, sizeof(*w));
  if (w == NULL)
    return gy_number(env, UV_ENOMEM);
  uv_signal_init(env->loop, &w->handle);
  w->handle.data = w;
  w->env = env;
  w->callback = (JSObjectRef) gy_hold(env, callback);
  uv_unref((uv_handle_t*) &w->handle);
  err = uv_signal_start(&w->handle, on_signal, number);
  if (err < 0)
    uv_close((uv_handle_t*) &w->handle, on_closed);
  else
    watchers[number] = w;
  return gy_number(env, err);
}

/* stop(number) */
GY_FUNCTION(stop) {
  int32_t number = gy_arg_int(ctx, argc, argv, 0);

  if (number > 0 && number < SIGNALS && watchers[number] != NULL) {
    uv_close((uv_handle_t*) &watchers[number]->handle, on_closed);
    watchers[number] = NULL;
  }
  return JSValueMakeUndefined(ctx);
}

void gy_bind_signal(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"start", start}, {"stop", stop}};

  gy_define(env, target, functions);
}
