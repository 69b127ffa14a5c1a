/* src/runtime/enter.c — the one door through which the loop's callbacks enter JavaScript, and the
 * checkpoint behind it.
 * (1) After each callback, before the next: all ticks, then all promise jobs, and again until both
 *     are empty; then rejections that nobody handled, which may add ticks: from the start again.
 * (2) With --queue-drain=phase that waits until the list of callbacks at hand is done: whoever
 *     runs the list calls gy_checkpoint() itself.
 * (3) When a callback throws and somebody handles it, the queues wait for the next callback; so
 *     does the rest of the ticks when a tick throws. The handler has set an immediate, so that
 *     there is one. Only behind the main script they do not wait.
 * (4) The async context of a callback (lib/internal/async_context.js) ends with its checkpoint.
 * (5) After process.exit() or a fatal error nothing enters any more.
 * (6) Who enters from inside of a callback, or of the queues behind it, leaves both as they are. */
#include "engine.h"

/* False when it threw. Out of line: most checkpoints find neither ticks nor rejections, and are as short
 * as their own work is. */
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
  env->tick_threw = false;
  while (!env->exiting) {
    if (env->words[GY_HAS_TICKS] && !run_queue(env, GY_RUN_TICKS, GY_DOING_TICKS)) {
      env->tick_threw = true;
      return;
    }
    GY_NOW_SET(env->now.queue, GY_DOING_JOBS);
    gy_engine_drain(env);
    if (env->words[GY_HAS_TICKS])
      GY_NOW_SET(env->now.rounds, env->now.rounds + 1);
    else if (!env->words[GY_HAS_REJECTIONS] ||
             !run_queue(env, GY_RUN_REJECTIONS, GY_DOING_REJECTIONS))
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

JSObjectRef gy_bound_callback(gy_env* env, JSObjectRef fn, const char* type) {
  JSValueRef argv[] = {fn, type != NULL ? gy_string(env, type) : gy_undefined(env)};
  JSValueRef bound = JSObjectCallAsFunction(env->ctx, env->hooks[GY_BIND_CONTEXT], NULL,
                                            GY_COUNT(argv), argv, NULL);

  return bound != NULL ? (JSObjectRef) bound : fn;
}

static void leave_context(gy_env* env) {
  if (env->words[GY_HAS_CONTEXT])
    JSObjectCallAsFunction(env->ctx, env->hooks[GY_LEAVE_CONTEXT], NULL, 0, NULL, NULL);
}

/* A number says that no timer was due: no callback to run the rest of the ticks behind. */
static bool was_none_due(const gy_env* env, enum gy_kind kind, JSValueRef result) {
  return env->tick_threw && kind == GY_TIMER && result != NULL && JSValueIsNumber(env->ctx, result);
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
    drains = kind == GY_MAIN && !env->turning;
    result = NULL;
  }
  if (env->now.depth == 1) {
    if (drains && (!env->drain_by_phase || (kind != GY_TIMER && kind != GY_IMMEDIATE)) &&
        !was_none_due(env, kind, result))
      run_queues(env);
    gy_timers_settle(env);
    leave_context(env);
  }
  gy_now_leave(&env->now);
  return result;
}
