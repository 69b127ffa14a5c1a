/* src/runtime/bindings/task_queue.c — what lib/ and the checkpoint share: numbers and hooks. */
#include <stdlib.h>

#include "runtime/engine.h"
#include "view.h"

/* setHook(index, function) */
GY_FUNCTION(set_hook) {
  gy_env* env = gy_env_here();
  JSObjectRef fn = gy_arg_function(ctx, argc, argv, 1);
  int32_t i = gy_arg_int(ctx, argc, argv, 0);

  if (i < 0 || i >= GY_HOOKS || fn == NULL)
    return gy_throw_type(env, exception, "setHook(index, function)");
  gy_drop(env, env->hooks[i]);
  env->hooks[i] = (JSObjectRef) gy_hold(env, fn);
  return gy_undefined(env);
}

/* awaitEngine(on): does work of the engine keep the loop alive? */
GY_FUNCTION(await_engine) {
  gy_housekeeping_await(argc > 0 && JSValueToBoolean(ctx, argv[0]));
  return gy_undefined(gy_env_here());
}

/* running(): 0 the main script, 1 a callback of the loop or a tick, 2 a promise job */
GY_FUNCTION(running) {
  gy_env* env = gy_env_here();
  int what = env->now.queue == GY_DOING_JOBS ? 2 : 1;

  if (env->now.kind == GY_MAIN && env->now.queue == GY_DOING_NOTHING)
    what = 0;
  return gy_number(env, what);
}

void gy_bind_task_queue(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"setHook", set_hook},
      {"awaitEngine", await_engine},
      {"running", running},
  };
  static const char* const hook_names[GY_HOOKS] = {
      [GY_RUN_TICKS] = "kRunTicks",         [GY_RUN_REJECTIONS] = "kRunRejections",
      [GY_UNCAUGHT] = "kUncaught",          [GY_RUN_TIMER] = "kRunTimer",
      [GY_RUN_IMMEDIATE] = "kRunImmediate", [GY_UV_EXCEPTION] = "kUvException",
      [GY_BEFORE_EXIT] = "kBeforeExit",     [GY_EXIT] = "kExit",
      [GY_BIND_CONTEXT] = "kBindContext",   [GY_LEAVE_CONTEXT] = "kLeaveContext",
      [GY_ENGINE_WORK] = "kEngineWork",
  };
  static const char* const state_names[GY_SHARED_COUNT] = {
      [GY_HAS_TICKS] = "kHasTicks",     [GY_HAS_REJECTIONS] = "kHasRejections",
      [GY_IMMEDIATES] = "kImmediates",  [GY_QUEUED_IMMEDIATES] = "kQueuedImmediates",
      [GY_HAS_CONTEXT] = "kHasContext", [GY_TICKS] = "kTicks",
      [GY_INSERTIONS] = "kInsertions",  [GY_NO_TIMER_DUE] = "kNoTimerDue",
      [GY_LOOP_RUNS] = "kLoopRuns",     [GY_READ_STATE] = "kReadState",
  };

  gy_define(env, target, functions);
  for (int i = 0; i < GY_HOOKS; i++)
    gy_set_number(env, target, hook_names[i], i);
  for (int i = 0; i < GY_SHARED_COUNT; i++)
    gy_set_number(env, target, state_names[i], i);
  gy_set_view(env, target, "shared", kJSTypedArrayTypeInt32Array, env->shared_state,
              GY_SHARED_COUNT * sizeof(*env->shared_state));
}
