/* src/runtime/bindings/process_wrap.c — asynchronous child processes.
 * (1) JavaScript identifies a child by a number. Its exit callback is protected from the collector
 *     until the child has exited.
 * (2) The handle is closed when the child has exited: then kill() returns ESRCH. */
#include <stdlib.h>

#include "handle.h"
#include "spawn.h"
#include "runtime/see/see.h"

enum { IGNORE, PIPE, DESCRIPTOR };

struct child {
  uv_process_t handle;
  gy_env* env;
  JSObjectRef on_exit;
  uint32_t id;
  struct child* next;
};

static _Thread_local struct child* children;
static _Thread_local uint32_t last_id;

static void on_closed(uv_handle_t* handle) {
  struct child* child = handle->data;

  gy_drop(child->env, child->on_exit);
  free(child);
}

static void unlink_child(struct child* child) {
  for (struct child** at = &children; *at != NULL; at = &(*at)->next) {
    if (*at == child) {
      *at = child->next;
      return;
    }
  }
}

static void on_exit_of_child(uv_process_t* handle, int64_t status, int signal) {
  struct child* child = handle->data;
  gy_env* env = child->env;
  JSValueRef argv[] = {gy_number(env, (double) status), gy_number(env, signal)};

  unlink_child(child);
  /* The callback stays held until the handle is closed, so it may be called after this. */
  uv_close((uv_handle_t*) handle, on_closed);
  gy_enter(env, GY_IO, child->on_exit, NULL, GY_COUNT(argv), argv);
}

/* stdio is a flat list: kind, value, kind, value ... A pipe's value is the id of its handle. */
static uv_stdio_container_t* stdio_of(gy_env* env, JSObjectRef list, int* count) {
  int32_t length = JSValueToInt32(env->ctx, gy_get(env, list, "length"), NULL);
  uv_stdio_container_t* all = calloc((size_t) length / 2 + 1, sizeof(*all));

  *count = length / 2;
  for (int i = 0; all != NULL && i < *count; i++) {
    JSValueRef value = JSObjectGetPropertyAtIndex(env->ctx, list, 2 * i + 1, NULL);
    int32_t kind =
        JSValueToInt32(env->ctx, JSObjectGetPropertyAtIndex(env->ctx, list, 2 * i, NULL), NULL);
    struct gy_handle* h = kind == PIPE ? gy_handle_arg(env->ctx, 1, &value, UV_NAMED_PIPE) : NULL;
    if (h != NULL) {
      all[i].flags = UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE;
      all[i].data.stream = &h->uv.stream;
    } else if (kind == DESCRIPTOR) {
      all[i].flags = UV_INHERIT_FD;
      all[i].data.fd = JSValueToInt32(env->ctx, value, NULL);
    } else {
      all[i].flags = UV_IGNORE;
    }
  }
  return all;
}

static int start_child(gy_env* env, JSObjectRef given, JSObjectRef on_exit, struct child* child) {
  JSValueRef stdio = gy_get(env, given, "stdio");
  struct gy_spawn spawn;
  int err = gy_spawn_read(env, given, &spawn);

  if (err == 0 && JSValueIsObject(env->ctx, stdio)) {
    spawn.options.stdio = stdio_of(env, (JSObjectRef) stdio, &spawn.options.stdio_count);
    err = spawn.options.stdio != NULL ? 0 : UV_ENOMEM;
  }
  spawn.options.exit_cb = on_exit_of_child;
  child->env = env;
  child->handle.data = child;
  if (err == 0)
    err = uv_spawn(env->loop, &child->handle, &spawn.options);
  free(spawn.options.stdio);
  gy_spawn_free(&spawn);
  return err;
}

/* spawn({ file, args, env, cwd, flags, uid, gid, stdio }, onExit) → [pid, id], or an errno */
GY_FUNCTION(spawn) {
  gy_env* env = gy_env_here();
  JSObjectRef given = gy_arg_object(ctx, argc, argv, 0);
  JSObjectRef on_exit = gy_arg_function(ctx, argc, argv, 1);
  struct child* child = calloc(1, sizeof(*child));
  int err;

  if (given == NULL || on_exit == NULL || child == NULL) {
    free(child);
    return gy_number(env, given == NULL || on_exit == NULL ? UV_EINVAL : UV_ENOMEM);
  }
  err = start_child(env, given, on_exit, child);
  child->on_exit = (JSObjectRef) gy_hold(env, gy_callback(env, on_exit, "PROCESSWRAP"));
  if (err != 0) {
    /* uv_spawn() initializes the handle even if it fails; before it nothing is to be closed. */
    if (child->handle.loop != NULL) {
      uv_close((uv_handle_t*) &child->handle, on_closed);
    } else {
      gy_drop(env, child->on_exit);
      free(child);
    }
    return gy_number(env, err);
  }
  gy_origin_set(env, (uv_handle_t*) &child->handle);
  child->id = ++last_id;
  child->next = children;
  children = child;
  JSValueRef both[] = {gy_number(env, child->handle.pid), gy_number(env, child->id)};
  return JSObjectMakeArray(ctx, GY_COUNT(both), both, NULL);
}

static struct child* child_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv) {
  uint32_t id = (uint32_t) gy_arg_number(ctx, argc, argv, 0);
  struct child* child = children;

  while (child != NULL && child->id != id)
    child = child->next;
  return child;
}

/* kill(id, signal) → 0 or a negative errno */
GY_FUNCTION(kill_child) {
  struct child* child = child_arg(ctx, argc, argv);

  return JSValueMakeNumber(
      ctx,
      child != NULL ? uv_process_kill(&child->handle, gy_arg_int(ctx, argc, argv, 1)) : UV_ESRCH);
}

GY_FUNCTION(ref) {
  struct child* child = child_arg(ctx, argc, argv);

  if (child != NULL)
    uv_ref((uv_handle_t*) &child->handle);
  return JSValueMakeUndefined(ctx);
}

GY_FUNCTION(unref) {
  struct child* child = child_arg(ctx, argc, argv);

  if (child != NULL)
    uv_unref((uv_handle_t*) &child->handle);
  return JSValueMakeUndefined(ctx);
}

GY_FUNCTION(has_ref) {
  struct child* child = child_arg(ctx, argc, argv);

  return JSValueMakeBoolean(ctx, child != NULL && uv_has_ref((uv_handle_t*) &child->handle));
}

void gy_bind_process_wrap(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"spawn", spawn}, {"kill", kill_child}, {"ref", ref}, {"unref", unref}, {"hasRef", has_ref},
  };

  gy_define(env, target, functions);
  gy_set_number(env, target, "kIgnore", IGNORE);
  gy_set_number(env, target, "kPipe", PIPE);
  gy_set_number(env, target, "kDescriptor", DESCRIPTOR);
  gy_set_number(env, target, "kDetached", UV_PROCESS_DETACHED);
}
