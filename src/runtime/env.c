/* src/runtime/env.c — from start to exit: loop, engine, built-ins, main script, loop, exit.
 * (1) The loop is opened first: delays in the main script count from its clock, read there.
 * (2) The main script runs outside the loop; the queues are drained after it, before the first
 *     turn.
 * (3) 'beforeExit' is emitted each time the loop runs out; what it schedules revives the loop.
 * (4) The main thread ends with its process and closes nothing. A worker closes its handles, waits
 *     for its requests, destroys its engine, and then frees what bindings have allocated. */
#include "env.h"

#include <stdlib.h>

#include "engine.h"
#include "bindings/handle.h"
#include "bindings/messaging.h"
#include "engine/lanes.h"
#include "script.h"
#include "see/see.h"
#include "uv_trace.h"

_Thread_local gy_env* gy_env_current;

static uint64_t process_started; /* set by the main thread, before there are others */

static int open_parts(gy_env* env) {
  gy_env_current = env;
  if (process_started == 0)
    process_started = uv_hrtime();
  env->started = process_started;
  env->shared_state = calloc(GY_SHARED_COUNT, sizeof(*env->shared_state));
  if (env->loop == NULL || env->shared_state == NULL)
    return UV_ENOMEM;
  env->milestones[GY_NODE_START] = uv_hrtime();
  gy_engine_open(env);
  env->milestones[GY_ENGINE_START] = uv_hrtime();
  return gy_housekeeping_open(env);
}

int gy_env_open(gy_env* env, const struct gy_options* options, int argc, char** argv) {
  int err;

  env->loop = uv_default_loop();
  gy_engine_options();
  env->options = options;
  env->argc = argc;
  env->argv = argv;
  err = open_parts(env);
  gy_faults_open();
  gy_last_seconds_open(env);
  return err != 0 ? err : gy_side_open(env);
}

/* ---- The environment of a worker ---- */

int gy_env_open_worker(gy_env* env, struct gy_worker* worker, uv_loop_t* loop) {
  env->worker = worker;
  env->loop = loop;
  return open_parts(env);
}

struct gy_closer {
  struct gy_closer* next;
  void (*fn)(gy_env* env);
};

static void add_closer(gy_env* env, struct gy_closer** list, void (*fn)(gy_env* env)) {
  struct gy_closer* closer = env->worker != NULL ? malloc(sizeof(*closer)) : NULL;

  if (closer == NULL)
    return;
  *closer = (struct gy_closer){.next = *list, .fn = fn};
  *list = closer;
}

void gy_before_close(gy_env* env, void (*fn)(gy_env* env)) {
  add_closer(env, &env->early_closers, fn);
}

void gy_at_close(gy_env* env, void (*fn)(gy_env* env)) {
  add_closer(env, &env->closers, fn);
}

static void call_closers(gy_env* env, struct gy_closer* closer) {
  for (struct gy_closer* next; closer != NULL; closer = next) {
    next = closer->next;
    closer->fn(env);
    free(closer);
  }
}

static void free_handle(uv_handle_t* handle) {
  free(handle);
}

/* Bindings allocate handles of these types with nothing before them. */
static bool is_alone_in_memory(const uv_handle_t* handle) {
  return handle->type == UV_FS_EVENT || handle->type == UV_FS_POLL || handle->type == UV_PROCESS ||
         handle->type == UV_SIGNAL;
}

static void close_handle(uv_handle_t* handle, void* arg) {
  if (!uv_is_closing(handle) && !gy_handle_end(handle))
    uv_close(handle, is_alone_in_memory(handle) ? free_handle : NULL);
}

/* (4) */
void gy_env_close_worker(gy_env* env) {
  env->exiting = true;
  gy_messaging_close_ends();
  call_closers(env, env->early_closers);
  uv_trace_stay_awake(env->loop, 0); /* immediates that will not run */
  uv_walk(env->loop, close_handle, NULL);
  while (uv_run(env->loop, UV_RUN_DEFAULT) != 0) {
    /* uv_stop() may have been called before. */
  }
  gy_engine_close(env);
  call_closers(env, env->closers);
  gy_housekeeping_close();
  free(env->shared_state);
  gy_env_current = NULL;
}

GY_FUNCTION(internal_binding) {
  gy_env* env = gy_env_here();
  JSValueRef binding;
  struct gy_text name;

  if (argc == 0 || !gy_text_get(env, argv[0], &name, exception))
    return gy_throw_type(env, exception, "internalBinding(name)");
  binding = gy_binding(env, name.data, exception);
  gy_text_free(&name);
  return binding;
}

/* lib/internal/bootstrap/start.js returns three functions: one that runs the program, the loader of
 * built-in modules, and the handler of rejections. */
static JSObjectRef bootstrap(gy_env* env, JSValueRef* error) {
  JSValueRef load = gy_builtin_compile(env, "internal/bootstrap/start", error);
  JSValueRef argv[6], result = NULL, given[3];

  for (size_t i = 0; i < GY_COUNT(argv); i++)
    argv[i] = gy_undefined(env);
  argv[4] = gy_engine.make_function(env, "internalBinding", internal_binding);
  if (load != NULL)
    result =
        JSObjectCallAsFunction(env->ctx, (JSObjectRef) load, NULL, GY_COUNT(argv), argv, error);
  if (*error != NULL)
    return NULL;
  for (unsigned i = 0; i < GY_COUNT(given); i++)
    given[i] = JSObjectGetPropertyAtIndex(env->ctx, (JSObjectRef) result, i, error);
  env->load = (JSObjectRef) gy_hold(env, given[1]);
  gy_engine_on_rejection(env, (JSObjectRef) given[2]);
  return (JSObjectRef) given[0];
}

/* Calls a hook of the exit, if it is set. */
static JSValueRef call_hook(gy_env* env, enum gy_hook hook) {
  if (env->hooks[hook] == NULL)
    return gy_number(env, 0);
  return gy_enter(env, GY_MAIN, env->hooks[hook], NULL, 0, NULL);
}

/* From the main script to the exit code. */
static void run_program(gy_env* env) {
  JSValueRef error = NULL, code;
  JSObjectRef start;

  env->milestones[GY_ENVIRONMENT] = uv_hrtime();
  start = bootstrap(env, &error);
  env->milestones[GY_BOOTSTRAPPED] = uv_hrtime();
  if (start == NULL)
    gy_uncaught(env, error);
  else
    gy_enter(env, GY_MAIN, start, NULL, 0, NULL);
  env->loop_start = uv_hrtime();
  if (env->worker != NULL) /* of the main thread the recorder of JavaScript knows it */
    (void) uv_trace_span(env->loop, "main script", env->milestones[GY_BOOTSTRAPPED],
                         env->loop_start, 0);
  env->shared_state[GY_LOOP_RUNS] = 1;
  while (!env->exiting) {
    if (uv_loop_alive(env->loop))
      uv_run(env->loop, UV_RUN_DEFAULT);
    if (env->exiting)
      return;
    call_hook(env, GY_BEFORE_EXIT);
    if (!uv_loop_alive(env->loop))
      break;
  }
  env->loop_exit = uv_hrtime();
  if (env->exiting)
    return;
  code = call_hook(env, GY_EXIT);
  if (!env->exiting)
    env->exit_code = code != NULL ? JSValueToInt32(env->ctx, code, NULL) : 1;
}

/* What requests of a worker that ends still hold outlives the frame of `held`. */
static void protect_held(gy_env* env, const struct gy_held* held) {
  env->held = NULL;
  for (size_t i = 0; i < GY_HELD; i++)
    if (held->values[i] != NULL)
      gy_hold(env, held->values[i]);
}

int gy_env_run(gy_env* env) {
  struct gy_held held = {.free_count = GY_HELD};

  for (size_t i = 0; i < GY_HELD; i++)
    held.free[i] = (uint16_t) i;
  env->held = &held;
  gy_lanes_run(env, run_program);
  protect_held(env, &held);
  return env->exit_code;
}
