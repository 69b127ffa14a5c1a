/* src/runtime/bindings/messaging.c — how messages between ports come out of the loop.
 * (1) One async handle serves all ports of a thread; lib/internal/messaging keeps their queues. It
 *     is made with the first message and keeps the loop alive while a port asks for it.
 * (2) Each message is a callback of its own in the poll phase, with its own checkpoint.
 * (3) What happens when a port is closed, happens in a close phase. */
#include <stdlib.h>

#include "runtime/gyre.h"
#include "runtime/see/see.h"

struct mailbox {
  uv_async_t async;
  gy_env* env;
  JSObjectRef deliver; /* () → true while there is more for this turn */
};

struct farewell {
  uv_idle_t handle; /* never started: it only has a close phase */
  gy_env* env;
  JSObjectRef callback;
};

static _Thread_local struct mailbox* mailbox;

static void on_wake(uv_async_t* async) {
  struct mailbox* box = async->data;
  JSValueRef more;

  do
    more = gy_enter(box->env, GY_IO, box->deliver, NULL, 0, NULL);
  while (more != NULL && JSValueToBoolean(box->env->ctx, more));
  /* After an exception other messages are left. */
  if (more == NULL)
    uv_async_send(async);
}

/* open(deliver) → 0 or a negative errno */
GY_FUNCTION(open_box) {
  gy_env* env = gy_env_here();
  JSObjectRef deliver = gy_arg_function(ctx, argc, argv, 0);
  struct mailbox* box;
  int err;

  if (mailbox != NULL || deliver == NULL)
    return gy_number(env, mailbox != NULL ? 0 : UV_EINVAL);
  box = calloc(1, sizeof(*box));
  if (box == NULL)
    return gy_number(env, UV_ENOMEM);
  err = uv_async_init(env->loop, &box->async, on_wake);
  if (err < 0) {
    free(box);
    return gy_number(env, err);
  }
  box->async.data = box;
  box->env = env;
  box->deliver = (JSObjectRef) gy_hold(env, deliver);
  uv_unref((uv_handle_t*) &box->async);
  mailbox = box;
  return gy_number(env, 0);
}

/* wake(): deliver() will be called in a poll phase */
GY_FUNCTION(wake) {
  if (mailbox != NULL)
    uv_async_send(&mailbox->async);
  return JSValueMakeUndefined(ctx);
}

/* hold(on): whether the loop waits for messages. All ports share the handle: `why` names the line
 * that made the first of them hold. */
GY_FUNCTION(hold) {
  if (mailbox != NULL && argc > 0) {
    if (JSValueToBoolean(ctx, argv[0])) {
      uv_ref((uv_handle_t*) &mailbox->async);
      gy_origin_set(mailbox->env, (uv_handle_t*) &mailbox->async);
    } else {
      uv_unref((uv_handle_t*) &mailbox->async);
    }
  }
  return JSValueMakeUndefined(ctx);
}

static void on_gone(uv_handle_t* handle) {
  struct farewell* last = handle->data;

  gy_enter(last->env, GY_CLOSE, last->callback, NULL, 0, NULL);
  gy_drop(last->env, last->callback);
  free(last);
}

/* inClosePhase(callback) → 0 or a negative errno */
GY_FUNCTION(in_close_phase) {
  gy_env* env = gy_env_here();
  JSObjectRef callback = gy_arg_function(ctx, argc, argv, 0);
  struct farewell* last;

  if (callback == NULL)
    return gy_number(env, UV_EINVAL);
  last = calloc(1, sizeof(*last));
  if (last == NULL)
    return gy_number(env, UV_ENOMEM);
  uv_idle_init(env->loop, &last->handle);
  last->handle.data = last;
  last->env = env;
  last->callback = (JSObjectRef) gy_hold(env, callback);
  uv_close((uv_handle_t*) &last->handle, on_gone);
  return gy_number(env, 0);
}

void gy_bind_messaging(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"open", open_box}, {"wake", wake}, {"hold", hold}, {"inClosePhase", in_close_phase}};

  gy_define(env, target, functions);
}
