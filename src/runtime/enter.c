/* src/runtime/enter.c — the two functions by which C enters JavaScript, and the checkpoint after
 * each. gy_enter() is for the loop's callbacks, gy_enter_inspector() for the inspection of a
 * running program (see/). Functions of lib/ that C calls from inside JavaScript (hooks) need
 * neither.
 * (1) After each callback, before the next: all ticks, then all promise jobs, and again until both
 *     are empty; then unhandled rejections, which may add ticks: then from the start.
 * (2) With --queue-drain=phase the checkpoint waits for the end of the list of callbacks at hand:
 *     what runs the list calls gy_checkpoint() itself.
 * (3) When a callback throws and the exception is handled, the queues wait for the next callback.
 *     When a tick throws, so do the remaining ticks. The handler has set an immediate, so that
 *     there is a next callback. After the main script they do not wait.
 * (4) The async context of a callback (lib/internal/async_context.js) ends with its checkpoint.
 * (5) After process.exit() or a fatal error nothing enters any more.
 * (6) An entry from inside a callback, or from the queues after it, leaves both as they are.
 * (7) JavaScript that runs a list of callbacks may end one and begin the next by gy_enter_next().
 *     For all other code these are two entries; but the C API is called only once.
 * (8) gy_enter_inspector() runs from the loop, outside of callbacks. It is not counted as a
 *     callback (env->now), and its exceptions do not reach the program. */
#include "engine.h"
#include "engine/lanes.h"

/* False when it threw. Out of line: most checkpoints find neither ticks nor rejections, and are as
 * short as their own work is. */
static __attribute__((noinline)) bool run_queue(gy_env* env, enum gy_hook hook,
                                                enum gy_doing doing) {
  JSValueRef error = NULL;

  GY_NOW_SET(env->now.queue, doing);
  JSObjectCallAsFunction(env->ctx, env->hooks[hook], NULL, 0, NULL, &error);
  if (error != NULL)
    gy_uncaught(env, error);
  return error == NULL;
}

static void run_queues(gy_env* env) {
  bool drained = false;

  env->tick_threw = false;
  while (!drained && !env->exiting) {
    if (env->shared_state[GY_HAS_TICKS] && !run_queue(env, GY_RUN_TICKS, GY_DOING_TICKS)) {
      env->tick_threw = true;
      return;
    }
    GY_NOW_SET(env->now.queue, GY_DOING_JOBS);
    gy_engine.drain(env);
    if (env->shared_state[GY_HAS_TICKS])
      GY_NOW_SET(env->now.rounds, env->now.rounds + 1);
    else if (!env->shared_state[GY_HAS_REJECTIONS])
      drained = true;
    else if (!run_queue(env, GY_RUN_REJECTIONS, GY_DOING_REJECTIONS))
      return;
  }
}

void gy_checkpoint(gy_env* env) {
  gy_now_enter(&env->now, env->now.kind);
  run_queues(env);
  gy_timers_settle(env);
  gy_now_leave(&env->now);
}

JSObjectRef gy_hook(gy_env* env, enum gy_hook hook) {
  static const char* const homes[GY_HOOKS] = {
      [GY_UNCAUGHT] = "internal/process/fatal",
      [GY_UV_EXCEPTION] = "internal/process/fatal",
  };
  JSValueRef id;

  if (env->hooks[hook] == NULL && homes[hook] != NULL && env->load != NULL) {
    id = gy_string(env, homes[hook]);
    JSObjectCallAsFunction(env->ctx, env->load, NULL, 1, &id, NULL);
  }
  return env->hooks[hook];
}

JSObjectRef gy_builtin_function(gy_env* env, const char* id, const char* name) {
  JSValueRef argument = gy_string(env, id), error = NULL, module;

  module = JSObjectCallAsFunction(env->ctx, env->load, NULL, 1, &argument, &error);
  return error == NULL ? (JSObjectRef) gy_get(env, (JSObjectRef) module, name) : NULL;
}

JSObjectRef gy_bound_callback(gy_env* env, JSObjectRef fn, const char* type) {
  JSValueRef argv[] = {fn, type != NULL ? gy_string(env, type) : gy_undefined(env)};
  JSValueRef bound = JSObjectCallAsFunction(env->ctx, env->hooks[GY_BIND_CONTEXT], NULL,
                                            GY_COUNT(argv), argv, NULL);

  return bound != NULL ? (JSObjectRef) bound : fn;
}

/* A thread that is being terminated runs no JavaScript any more. */
static void leave_context(gy_env* env) {
  if (env->shared_state[GY_HAS_CONTEXT] && !env->exiting)
    JSObjectCallAsFunction(env->ctx, env->hooks[GY_LEAVE_CONTEXT], NULL, 0, NULL, NULL);
}

/* No callback has run, so the rest of the ticks still waits for one; (3). */
static bool ticks_wait(const gy_env* env) {
  return env->tick_threw && env->shared_state[GY_NO_TIMER_DUE];
}

/* What follows a callback: the checkpoint, unless `drains` is false, and the end of its context. */
static void finish(gy_env* env, enum gy_kind kind, bool drains) {
  if (env->now.depth != 1)
    return;
  if (drains && (!env->drain_by_phase || (kind != GY_TIMER && kind != GY_IMMEDIATE)) &&
      !ticks_wait(env))
    run_queues(env);
  gy_timers_settle(env);
  leave_context(env);
}

bool gy_enter_next(gy_env* env, enum gy_kind kind) {
  finish(env, kind, true);
  if (env->exiting)
    return false;
  gy_now_leave(&env->now);
  gy_now_enter(&env->now, kind);
  return true;
}

JSValueRef gy_enter(gy_env* env, enum gy_kind kind, JSObjectRef fn, JSObjectRef self, size_t argc,
                    const JSValueRef* argv) {
  JSValueRef error = NULL, result;
  bool drains = true;

  if (env->exiting)
    return NULL;
  gy_now_enter(&env->now, kind);
  result = JSObjectCallAsFunction(env->ctx, fn, self, argc, argv, &error);
  if (error != NULL) {
    gy_uncaught(env, error);
    env->tick_threw = false;
    drains = kind == GY_MAIN && env->loop_start == 0;
    result = NULL;
  }
  finish(env, kind, drains);
  gy_now_leave(&env->now);
  return result;
}

JSValueRef gy_enter_inspector(gy_env* env, const char* id, const char* name, JSValueRef argument) {
  JSValueRef error = NULL, result = NULL;
  JSObjectRef fn;

  if (env->exiting)
    return NULL;
  fn = gy_builtin_function(env, id, name);
  if (fn != NULL)
    result = JSObjectCallAsFunction(env->ctx, fn, NULL, 1, &argument, &error);
  gy_checkpoint(env);
  return error == NULL ? result : NULL;
}
