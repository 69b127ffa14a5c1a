/* src/runtime/bindings/contextify.c — further global objects in the same engine, for vm. Objects
 * go from one to the other as they are. A context lives as long as its global object. */
#include <math.h>

#include "runtime/engine.h"
#include "runtime/engine_private.h"
#include "runtime/script.h"

static void release(JSObjectRef holder) {
  JSGlobalContextRelease(JSObjectGetPrivate(holder));
}

/* An object that owns the context, so that the collector ends it. */
static JSClassRef holder_class(void) {
  static JSClassRef class;

  if (class == NULL)
    class = gy_class_new("Context", NULL, release);
  return class;
}

/* create(onRejection) → [holder, global object] */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  JSGlobalContextRef context = JSGlobalContextCreateInGroup(env->group, NULL);
  JSObjectRef holder = JSObjectMake(env->ctx, holder_class(), context);
  JSObjectRef heard = gy_arg_function(ctx, argc, argv, 0);

  if (heard != NULL && JSGlobalContextSetUnhandledRejectionCallback != NULL)
    JSGlobalContextSetUnhandledRejectionCallback(context, heard, NULL);
  JSValueRef both[] = {holder, JSContextGetGlobalObject(context)};
  return JSObjectMakeArray(env->ctx, GY_COUNT(both), both, NULL);
}

static bool on_limit(JSContextRef ctx, void* expired) {
  *(bool*) expired = true;
  return true; /* end the script */
}

/* In place of the other when the time is no longer limited: the engine's timer still runs, and without a callback
 * its end would be the program's. */
static bool go_on(JSContextRef ctx, void* arg) {
  return false;
}

/* run(holder or null, source, url, line, timeout, report) → value; report.expired is set to true
 * when the time ran out */
GY_FUNCTION(run) {
  gy_env* env = gy_env_here();
  struct gy_script script;
  bool whole = gy_script_args(&script, ctx, argc, argv, 1, exception);
  double timeout = gy_arg_number(ctx, argc, argv, 4);
  JSObjectRef report = gy_arg_object(ctx, argc, argv, 5);
  JSGlobalContextRef target = env->ctx;
  JSValueRef value = NULL;
  bool expired = false;

  if (argc > 0 && JSValueIsObjectOfClass(ctx, argv[0], holder_class()))
    target = JSObjectGetPrivate((JSObjectRef) argv[0]);
  bool limited = timeout > 0 && JSContextGroupSetExecutionTimeLimit != NULL;
  if (limited) {
    GY_NOW_SET(env->now.limited, true);
    JSContextGroupSetExecutionTimeLimit(env->group, timeout / 1000, on_limit, &expired);
  }
  if (whole)
    value = JSEvaluateScript(target, script.source, NULL, script.url, script.line, exception);
  if (limited) {
    JSContextGroupSetExecutionTimeLimit(env->group, INFINITY, go_on, NULL);
    GY_NOW_SET(env->now.limited, false);
  }
  gy_script_release(&script);
  if (!expired)
    return value;
  if (report != NULL)
    gy_set(env, report, "expired", gy_bool(env, true));
  *exception = NULL;
  return gy_undefined(env);
}

void gy_bind_contextify(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"create", create}, {"run", run}};

  gy_define(env, target, functions);
}
