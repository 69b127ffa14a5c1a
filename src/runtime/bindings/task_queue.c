/* src/runtime/bindings/task_queue.c — what lib/ and the checkpoint share: the words, the hooks. */
#include <stdlib.h>

#include "runtime/engine.h"

/* The words live as long as the process: the engine must not free them. */
static void keep(void* bytes, void* context) {
}

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

void gy_bind_task_queue(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"setHook", set_hook}};
  static const char* const hook_names[GY_HOOKS] = {
      [GY_RUN_TICKS] = "kRunTicks",         [GY_RUN_REJECTIONS] = "kRunRejections",
      [GY_UNCAUGHT] = "kUncaught",          [GY_RUN_TIMER] = "kRunTimer",
      [GY_RUN_IMMEDIATE] = "kRunImmediate", [GY_UV_EXCEPTION] = "kUvException",
      [GY_BEFORE_EXIT] = "kBeforeExit",     [GY_EXIT] = "kExit",
      [GY_BIND_CONTEXT] = "kBindContext",   [GY_LEAVE_CONTEXT] = "kLeaveContext",
  };
  static const char* const word_names[GY_WORDS] = {
      [GY_HAS_TICKS] = "kHasTicks",     [GY_HAS_REJECTIONS] = "kHasRejections",
      [GY_IMMEDIATES] = "kImmediates",  [GY_QUEUED_IMMEDIATES] = "kQueuedImmediates",
      [GY_HAS_CONTEXT] = "kHasContext", [GY_TICKS] = "kTicks",
  };

  gy_define(env, target, functions);
  for (int i = 0; i < GY_HOOKS; i++)
    gy_set_number(env, target, hook_names[i], i);
  for (int i = 0; i < GY_WORDS; i++)
    gy_set_number(env, target, word_names[i], i);
  gy_set(env, target, "words",
         JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeInt32Array, env->words,
                                               GY_WORDS * sizeof(*env->words), keep, NULL, NULL));
}
