/* src/runtime/bindings/fs/watch.c — handles of fs.watch() and fs.watchFile().
 *
 *   watchEvents(path, done) → handle      done(status, 'rename' | 'change', name as bytes or null)
 *   watchStat(path, interval, big, done) → handle      done(status); new numbers in slot 0 of the
 *                                         stat arrays, those before in slot 1
 *
 * A handle has close(), ref(), unref() and hasRef(). It is started when it is created. Its object
 * and its function are protected from the collector until close(). After close() the methods do
 * nothing. */
#include <stdlib.h>
#include <string.h>

#include "runtime/bindings/fs/fs.h"
#include "runtime/see/see.h"

struct watcher {
  union {
    uv_handle_t handle;
    uv_fs_event_t event;
    uv_fs_poll_t poll;
  };
  JSObjectRef object;
  JSObjectRef done;
  bool big;
};

static void closed(uv_handle_t* handle) {
  free(handle);
}

static void watcher_close(gy_env* env, struct watcher* w) {
  JSObjectSetPrivate(w->object, NULL);
  gy_drop(env, w->done);
  gy_drop(env, w->object);
  uv_close(&w->handle, closed);
}

/* ---- Methods ---- */

static _Thread_local JSClassRef watcher_class;

static struct watcher* watcher_of(JSContextRef ctx, JSValueRef self) {
  return JSValueIsObjectOfClass(ctx, self, watcher_class) ? JSObjectGetPrivate((JSObjectRef) self)
                                                          : NULL;
}

GY_FUNCTION(method_close) {
  struct watcher* w = watcher_of(ctx, self);

  if (w != NULL)
    watcher_close(gy_env_here(), w);
  return JSValueMakeUndefined(ctx);
}

GY_FUNCTION(method_ref) {
  struct watcher* w = watcher_of(ctx, self);

  if (w != NULL)
    uv_ref(&w->handle);
  return JSValueMakeUndefined(ctx);
}

GY_FUNCTION(method_unref) {
  struct watcher* w = watcher_of(ctx, self);

  if (w != NULL)
    uv_unref(&w->handle);
  return JSValueMakeUndefined(ctx);
}

GY_FUNCTION(method_has_ref) {
  struct watcher* w = watcher_of(ctx, self);

  return JSValueMakeBoolean(ctx, w != NULL && uv_has_ref(&w->handle));
}

/* ---- Events ---- */

static JSValueRef name_bytes(gy_env* env, const char* name) {
  char* copy = name == NULL ? NULL : strdup(name);

  return copy == NULL ? JSValueMakeNull(env->ctx) : gy_bytes_adopt(env, copy, strlen(copy));
}

static void on_event(uv_fs_event_t* handle, const char* name, int events, int status) {
  struct watcher* w = (struct watcher*) handle;
  gy_env* env = gy_env_here();
  /* As in Node: if both are reported, it is a rename. */
  const char* type = status != 0 ? "" : (events & UV_RENAME) != 0 ? "rename" : "change";
  JSValueRef argv[] = {gy_number(env, status), gy_string(env, type), name_bytes(env, name)};

  gy_enter(env, GY_IO, w->done, w->object, GY_COUNT(argv), argv);
}

/* All numbers of a missing file are zero. The loop reports it once, not at each interval. */
static void on_poll(uv_fs_poll_t* handle, int status, const uv_stat_t* prev,
                    const uv_stat_t* curr) {
  struct watcher* w = (struct watcher*) handle;
  gy_env* env = gy_env_here();
  JSValueRef argv[] = {gy_number(env, status)};

  fs_stat_fill(curr, w->big, 0);
  fs_stat_fill(prev, w->big, 1);
  gy_enter(env, GY_IO, w->done, w->object, GY_COUNT(argv), argv);
}

/* ---- Starting ---- */

static struct watcher* watcher_new(gy_env* env, JSObjectRef done) {
  struct watcher* w = calloc(1, sizeof(*w));

  if (w == NULL)
    return NULL;
  w->object = JSObjectMake(env->ctx, watcher_class, w);
  w->done = (JSObjectRef) gy_hold(env, gy_callback(env, done, NULL));
  gy_hold(env, w->object);
  return w;
}

/* The object of the watcher; NULL with an exception if it could not be started. */
static JSValueRef watcher_answer(gy_env* env, struct watcher* w, int err, struct gy_text* path,
                                 JSValueRef* exception) {
  if (err != 0) {
    if (w != NULL)
      watcher_close(env, w);
    gy_throw_uv(env, exception, err, "watch", path->data, NULL);
  }
  gy_text_free(path);
  return err == 0 ? w->object : NULL;
}

GY_FUNCTION(watch_events) {
  gy_env* env = gy_env_here();
  JSObjectRef done = gy_arg_function(ctx, argc, argv, 1);
  struct gy_text path;
  struct watcher* w;
  int err;

  if (done == NULL)
    return gy_throw_type(env, exception, "a function expected");
  if (!fs_path_get(env, argv[0], &path, exception))
    return NULL;
  w = watcher_new(env, done);
  err = w == NULL ? UV_ENOMEM : uv_fs_event_init(env->loop, &w->event);
  if (err == 0) {
    gy_origin_set(env, (uv_handle_t*) &w->event);
    err = uv_fs_event_start(&w->event, on_event, path.data, 0);
  }
  return watcher_answer(env, w, err, &path, exception);
}

GY_FUNCTION(watch_stat) {
  gy_env* env = gy_env_here();
  JSObjectRef done = gy_arg_function(ctx, argc, argv, 3);
  unsigned int interval = (unsigned int) gy_arg_number(ctx, argc, argv, 1);
  struct gy_text path;
  struct watcher* w;
  int err;

  if (done == NULL)
    return gy_throw_type(env, exception, "a function expected");
  if (!fs_path_get(env, argv[0], &path, exception))
    return NULL;
  w = watcher_new(env, done);
  err = w == NULL ? UV_ENOMEM : uv_fs_poll_init(env->loop, &w->poll);
  if (err == 0) {
    w->big = gy_arg_bool(ctx, argc, argv, 2);
    gy_origin_set(env, (uv_handle_t*) &w->poll);
    err = uv_fs_poll_start(&w->poll, on_poll, path.data, interval);
  }
  return watcher_answer(env, w, err, &path, exception);
}

void fs_bind_watch(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"watchEvents", watch_events},
      {"watchStat", watch_stat},
  };
  static const struct gy_function methods[] = {
      {"close", method_close},
      {"ref", method_ref},
      {"unref", method_unref},
      {"hasRef", method_has_ref},
  };

  watcher_class = gy_class_new("FSWatchHandle", NULL);
  gy_define_methods(env, watcher_class, methods);
  gy_define(env, target, functions);
}
