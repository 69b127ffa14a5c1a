/* src/runtime/bindings/contextify.c — further global objects in the same engine, for vm. Objects
 * go from one to the other as they are. A context lives as long as its global object. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "runtime/engine.h"
#include "runtime/engine_private.h"
#include "runtime/modules/awaiting.h"

/* A context keeps the engine alive. Those that are open when their worker ends are released then:
 * else its engine stays, and sends signals to a thread that is gone, which blocks all others. */
struct context {
  JSGlobalContextRef handle; /* NULL: released */
  struct context *next, **link;
};

static _Thread_local struct context* opened;

static void release(struct context* context) {
  if (context->handle == NULL)
    return;
  *context->link = context->next;
  if (context->next != NULL)
    context->next->link = context->link;
  JSGlobalContextRelease(context->handle);
  context->handle = NULL;
}

static void release_all(gy_env* env) {
  (void) env;
  while (opened != NULL)
    release(opened);
}

static void on_collected(JSObjectRef holder) {
  struct context* context = JSObjectGetPrivate(holder);

  release(context);
  free(context);
}

/* An object that owns the context, so that the collector ends it. */
static JSClassRef holder_class(void) {
  static _Thread_local JSClassRef class;

  if (class == NULL)
    class = gy_class_new("Context", on_collected);
  return class;
}

/* create(onRejection) → [holder, global object] */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  struct context* context = calloc(1, sizeof(*context));
  JSObjectRef heard = gy_arg_function(ctx, argc, argv, 0);

  if (context == NULL)
    return gy_throw_uv(env, exception, UV_ENOMEM, "createContext", NULL, NULL);
  context->handle = JSGlobalContextCreateInGroup(env->group, NULL);
  context->next = opened;
  context->link = &opened;
  if (opened != NULL)
    opened->link = &context->next;
  opened = context;
  JSObjectRef holder = JSObjectMake(env->ctx, holder_class(), context);
  if (heard != NULL && JSGlobalContextSetUnhandledRejectionCallback != NULL)
    JSGlobalContextSetUnhandledRejectionCallback(context->handle, heard, NULL);
  JSValueRef both[] = {holder, JSContextGetGlobalObject(context->handle)};
  return JSObjectMakeArray(env->ctx, GY_COUNT(both), both, NULL);
}

/* setGlobalPrototype(holder, object or null) → whether the engine did it. What the program has as
 * the global object stands for the engine's own, which is the context. */
GY_FUNCTION(set_global_prototype) {
  gy_env* env = gy_env_here();

  if (argc < 2 || !JSValueIsObjectOfClass(ctx, argv[0], holder_class()) ||
      gy_object_set_prototype == NULL)
    return gy_bool(env, false);
  struct context* context = JSObjectGetPrivate((JSObjectRef) argv[0]);
  JSObjectRef global = JSContextGetGlobalObject(context->handle);
  gy_object_set_prototype((JSObjectRef) context->handle, env->group, argv[1]);
  return gy_bool(env, JSValueIsStrictEqual(ctx, JSObjectGetPrototype(ctx, global), argv[1]));
}

/* ---- Proxies among the prototypes of a global object ----
 *
 * The engine refuses to run a script whose global object has one. An object of this class stands
 * in its place: it asks the program's proxy for each property. Symbols are not asked for. */
static _Thread_local JSObjectRef find_property; /* (stand-in, name) → value; itself: none */

static JSValueRef on_property(JSContextRef ctx, JSObjectRef object, JSStringRef name,
                              JSValueRef* exception) {
  JSValueRef args[] = {object, JSValueMakeString(ctx, name)};
  JSValueRef value = JSObjectCallAsFunction(ctx, find_property, NULL, 2, args, exception);

  return value == NULL || JSValueIsStrictEqual(ctx, value, object) ? NULL : value;
}

static void drop_find_property(gy_env* env) {
  gy_drop(env, find_property);
  find_property = NULL;
}

/* standIn(prototype, find) → object. `find` of the first call counts. */
GY_FUNCTION(stand_in) {
  static _Thread_local JSClassRef class;
  gy_env* env = gy_env_here();

  if (class == NULL) {
    JSClassDefinition definition = kJSClassDefinitionEmpty;
    definition.attributes = kJSClassAttributeNoAutomaticPrototype;
    definition.getProperty = on_property;
    class = JSClassCreate(&definition);
  }
  if (find_property == NULL) {
    JSObjectRef find = gy_arg_function(ctx, argc, argv, 1);
    if (find == NULL)
      return gy_throw_type(env, exception, "Illegal invocation");
    find_property = (JSObjectRef) gy_hold(env, find);
    gy_before_close(env, drop_find_property);
  }
  JSObjectRef object = JSObjectMake(env->ctx, class, NULL);
  JSObjectSetPrototype(env->ctx, object, argv[0]);
  return object;
}

/* ---- Time limits ----
 *
 * (1) The engine has one limit. Runs that are nested are a list, and it is set to the one that ends
 *     first; which have ended is decided here, by the processor time of the thread.
 * (2) A limit that is reached makes the script throw its `signal`, an object that nobody else has.
 *     The engine's own way to end a script would end all code below it, too: see
 *     docs/runtime-differences.md.
 * (3) The script may catch that. It is thrown again and again until the script ends, and after
 *     PATIENCE_NS the engine ends it in its own way.
 * (4) The engine calls on_limit() again at once if the next limit is reached while it handles the
 *     one before, when what was thrown is not caught yet: it aborts. So on_limit() sets no limit
 *     that is nearer than AGAIN_NS; its way back to the script takes microseconds of the same
 *     clock, the processor time of the thread. A limit that is due sooner is set when the run
 *     begins, or when a nested one ends. */
#define PATIENCE_NS UINT64_C(5000000000)

struct limit {
  struct limit* outer;
  uint64_t end_ns;
  JSValueRef signal;
  bool expired;
  bool breaks; /* on SIGINT */
  bool interrupted;
  struct sigaction old; /* of SIGINT, if it breaks */
};

/* A run is over if it is within this time. */
#define EARLY_NS UINT64_C(1000000)

/* A run that breaks on SIGINT checks for it so often. Each check costs the engine compiled code. */
#define SIGINT_CHECK_NS UINT64_C(250000000)

static volatile sig_atomic_t interrupts;

static void on_interrupt(int signal) {
  interrupts = 1;
}

static _Thread_local struct limit* innermost;

static uint64_t thread_time_ns(void) {
  struct timespec time;

  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t) time.tv_sec * UINT64_C(1000000000) + (uint64_t) time.tv_nsec;
}

static bool on_limit(JSContextRef ctx, void* arg);

/* In place of the other when the time is no longer limited: the engine's timer still runs, and
 * without a callback its end would be the program's. */
static bool go_on(JSContextRef ctx, void* arg) {
  return false;
}

#define AGAIN_NS UINT64_C(1000000000)

/* When to check a run next: at its end, or before that for SIGINT if on_limit() can then still set
 * the limit to its end (4). */
static uint64_t next_check_ns(const struct limit* limit, uint64_t now) {
  bool checks =
      limit->breaks && limit->end_ns > now && limit->end_ns - now > SIGINT_CHECK_NS + AGAIN_NS;

  return checks ? now + SIGINT_CHECK_NS : limit->end_ns;
}

/* Sets the engine's limit to the run that ends first, but not before `least_ns` from now. */
static void arm(gy_env* env, uint64_t least_ns) {
  uint64_t now = thread_time_ns(), first = UINT64_MAX;

  for (struct limit* limit = innermost; limit != NULL; limit = limit->outer) {
    uint64_t next = next_check_ns(limit, now);
    first = next < first ? next : first;
  }
  if (innermost == NULL)
    JSContextGroupSetExecutionTimeLimit(env->group, INFINITY, go_on, NULL);
  else
    JSContextGroupSetExecutionTimeLimit(
        env->group, first > now + least_ns ? (double) (first - now) / 1e9 : (double) least_ns / 1e9,
        on_limit, NULL);
}

/* The outermost run that is over counts: what is inside ends with it. */
static bool on_limit(JSContextRef ctx, void* arg) {
  gy_env* env = gy_env_here();
  uint64_t now = thread_time_ns();
  struct limit* over = NULL;

  for (struct limit* limit = innermost; limit != NULL; limit = limit->outer) {
    if (limit->breaks && interrupts != 0 && limit->end_ns > now) {
      limit->interrupted = true;
      limit->end_ns = now;
    }
    if (limit->end_ns <= now + EARLY_NS)
      over = limit;
  }
  if (env->exiting)
    return true; /* a worker is ended */
  arm(env, AGAIN_NS);
  if (over == NULL)
    return false;
  over->expired = true;
  if (gy_vm_throw == NULL || now > over->end_ns + PATIENCE_NS)
    return true; /* end it, and all code below it */
  gy_vm_throw(env->group, ctx, over->signal);
  return false;
}

static void enter_limit(gy_env* env, struct limit* limit, double milliseconds) {
  limit->outer = innermost;
  limit->end_ns =
      milliseconds > 0 ? thread_time_ns() + (uint64_t) (milliseconds * 1e6) : UINT64_MAX;
  innermost = limit;
  if (limit->breaks) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    interrupts = 0;
    sigaction(SIGINT, &action, &limit->old);
  }
  GY_NOW_SET(env->now.limited, true);
  arm(env, 0);
}

static void leave_limit(gy_env* env, struct limit* limit) {
  innermost = limit->outer;
  if (limit->breaks)
    sigaction(SIGINT, &limit->old, NULL);
  arm(env, 0);
  if (innermost == NULL)
    GY_NOW_SET(env->now.limited, false);
}

/* What a run returns that was ended: its `report` says why. */
static JSValueRef expired(gy_env* env, const struct limit* limit, JSObjectRef report,
                          JSValueRef* exception) {
  gy_set(env, report, limit->interrupted ? "interrupted" : "expired", gy_bool(env, true));
  *exception = NULL;
  return gy_undefined(env);
}

/* run(holder or null, source, url, line, timeout, report, breakOnSigint) → value; when the time ran
 * out, report.expired is set to true, when SIGINT came, report.interrupted. The script then throws
 * `report`, whatever it does with that. */
GY_FUNCTION(run) {
  gy_env* env = gy_env_here();
  struct gy_script script;
  bool whole = gy_script_args(&script, ctx, argc, argv, 1, exception);
  double timeout = gy_arg_number(ctx, argc, argv, 4);
  JSObjectRef report = gy_arg_object(ctx, argc, argv, 5);
  JSGlobalContextRef target = env->ctx;
  JSValueRef value = NULL;
  struct limit limit = {.signal = report, .breaks = gy_arg_bool(ctx, argc, argv, 6)};

  if (argc > 0 && JSValueIsObjectOfClass(ctx, argv[0], holder_class()))
    target = ((struct context*) JSObjectGetPrivate((JSObjectRef) argv[0]))->handle;
  bool limited = (timeout > 0 || limit.breaks) && report != NULL &&
                 JSContextGroupSetExecutionTimeLimit != NULL;
  if (limited)
    enter_limit(env, &limit, timeout);
  if (whole)
    value = gy_script_evaluate(env, target, &script, GY_RUNS, exception);
  if (limited)
    leave_limit(env, &limit);
  gy_script_release(&script);
  return limit.expired ? expired(env, &limit, report, exception) : value;
}

/* callWithin(fn, timeout, report, breakOnSigint) → value of fn(), ended as a script of run() */
GY_FUNCTION(call_within) {
  gy_env* env = gy_env_here();
  JSObjectRef function = gy_arg_function(ctx, argc, argv, 0);
  double timeout = gy_arg_number(ctx, argc, argv, 1);
  JSObjectRef report = gy_arg_object(ctx, argc, argv, 2);
  struct limit limit = {.signal = report, .breaks = gy_arg_bool(ctx, argc, argv, 3)};

  if (function == NULL || report == NULL)
    return gy_throw_type(env, exception, "callWithin(fn, timeout, report, breakOnSigint)");
  bool limited = (timeout > 0 || limit.breaks) && JSContextGroupSetExecutionTimeLimit != NULL;
  if (limited)
    enter_limit(env, &limit, timeout);
  JSValueRef value = JSObjectCallAsFunction(ctx, function, NULL, 0, NULL, exception);
  if (limited)
    leave_limit(env, &limit);
  return limit.expired ? expired(env, &limit, report, exception) : value;
}

void gy_bind_contextify(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},
      {"run", run},
      {"setGlobalPrototype", set_global_prototype},
      {"standIn", stand_in},
      {"callWithin", call_within},
  };

  gy_define(env, target, functions);
  gy_before_close(env, release_all);
}
