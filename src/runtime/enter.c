/* src/runtime/enter.c — the one door through which the loop's callbacks enter JavaScript, and the
 * checkpoint behind it.
 * (1) After each callback, before the next: all ticks, then all promise jobs, and again until both
 *     are empty; then rejections that nobody handled, which may add ticks: from the start again.
 * (2) With --queue-drain=phase that waits until the list of callbacks at hand is done: whoever
 *     runs the list calls gy_checkpoint() itself.
 * (3) When a callback throws and somebody handles it, the queues wait for the next callback; so
 *     does the rest of the ticks when a tick throws. The handler has set an immediate, so that
 *     there is one.
 * (4) The async context of a callback (lib/internal/async_context.js) ends with its checkpoint.
 * (5) After process.exit() or a fatal error nothing enters any more. */
#include "engine.h"

void gy_checkpoint(gy_env* env) {
  JSValueRef error;

  while (!env->exiting) {
    if (env->words[GY_HAS_TICKS]) {
      error = NULL;
      JSObjectCallAsFunction(env->ctx, env->hooks[GY_RUN_TICKS], NULL, 0, NULL, &error);
      if (error != NULL) {
        gy_uncaught(env, error);
        return;
      }
    }
    gy_engine_drain(env);
    if (env->words[GY_HAS_TICKS])
      continue;
    if (!env->words[GY_HAS_REJECTIONS])
      return;
    error = NULL;
    JSObjectCallAsFunction(env->ctx, env->hooks[GY_RUN_REJECTIONS], NULL, 0, NULL, &error);
    if (error != NULL) {
      gy_uncaught(env, error);
      return;
    }
  }
}

JSObjectRef gy_bound_callback(gy_env* env, JSObjectRef fn) {
  JSValueRef argument = fn;
  JSValueRef bound =
      JSObjectCallAsFunction(env->ctx, env->hooks[GY_BIND_CONTEXT], NULL, 1, &argument, NULL);

  return bound != NULL ? (JSObjectRef) bound : fn;
}

static void leave_context(gy_env* env) {
  if (env->depth == 0 && env->words[GY_HAS_CONTEXT])
    JSObjectCallAsFunction(env->ctx, env->hooks[GY_LEAVE_CONTEXT], NULL, 0, NULL, NULL);
}

JSValueRef gy_enter(gy_env* env, enum gy_kind kind, JSObjectRef fn, JSObjectRef self, size_t argc,
                    const JSValueRef* argv) {
  JSValueRef error = NULL, result;

  if (env->exiting)
    return NULL;
  env->kind = kind;
  env->depth++;
  result = JSObjectCallAsFunction(env->ctx, fn, self, argc, argv, &error);
  env->depth--;
  if (error != NULL) {
    gy_uncaught(env, error);
    result = NULL;
    if (kind != GY_MAIN) {
      leave_context(env);
      return NULL;
    }
  }
  if (env->depth == 0 && !(env->drain_by_phase && (kind == GY_TIMER || kind == GY_IMMEDIATE)))
    gy_checkpoint(env);
  leave_context(env);
  return result;
}
