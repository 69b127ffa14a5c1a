/* src/runtime/bindings/worker.c — threads with an environment of their own, for
 * lib/internal/worker.
 * (1) A Worker of lib/ has an object of the class of this binding, which refers to the thread until
 *     that has ended. While the thread runs, its callback, and so the object, is protected from the
 *     collector.
 * (2) Queries about a thread that has ended return undefined. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "messaging.h"
#include "runtime/command_line.h"
#include "runtime/worker/atomics.h"
#include "runtime/worker/broadcast.h"
#include "runtime/worker/memory.h"
#include "string_list.h"

struct thread {
  gy_env* env;
  struct gy_worker* worker; /* NULL: it has ended */
  JSObjectRef object;
  JSObjectRef on_exit; /* (code, reason) */
  struct gy_options* options;
  char** arguments;
};

static _Thread_local JSClassRef thread_class;

static struct thread* thread_of(JSContextRef ctx, size_t argc, const JSValueRef* argv) {
  struct thread* thread =
      argc > 0 && thread_class != NULL && JSValueIsObjectOfClass(ctx, argv[0], thread_class)
          ? JSObjectGetPrivate((JSObjectRef) argv[0])
          : NULL;

  return thread != NULL && thread->worker != NULL ? thread : NULL;
}

static void free_thread(struct thread* thread) {
  if (thread->options != NULL)
    gy_options_free(thread->options);
  free(thread->options);
  gy_string_list_free(thread->arguments);
  free(thread);
}

static void on_done(struct gy_worker* worker) {
  struct thread* thread = gy_worker_data(worker);
  gy_env* env = thread->env;
  JSValueRef argv[] = {gy_number(env, gy_worker_exit_code(worker)),
                       gy_string(env, gy_worker_reason(worker))};

  thread->worker = NULL;
  JSObjectSetPrivate(thread->object, NULL);
  gy_enter(env, GY_IO, thread->on_exit, NULL, GY_COUNT(argv), argv);
  gy_drop(env, thread->on_exit);
  gy_drop(env, thread->object);
  free_thread(thread);
}

/* No JavaScript runs any more, and the engine drops its objects. */
static void on_drop(struct gy_worker* worker) {
  free_thread(gy_worker_data(worker));
}

static bool parse_options(gy_env* env, struct thread* thread, JSObjectRef list) {
  int count = 0;

  thread->arguments = gy_string_list_get(env, list);
  thread->options = calloc(1, sizeof(*thread->options));
  if (thread->arguments == NULL || thread->options == NULL)
    return false;
  while (thread->arguments[count] != NULL)
    count++;
  thread->options->values[GY_OPT_warnings].on = true;
  thread->options->values[GY_OPT_network_family_autoselection].on = true;
  thread->options->values[GY_OPT_experimental_require_module].on = true;
  thread->options->values[GY_OPT_addons].on = true;
  thread->options->values[GY_OPT_experimental_websocket].on = true;
  thread->options->values[GY_OPT_deprecation].on = true;
  return gy_options_parse(thread->options, count, thread->arguments);
}

/* checkOptions(list) → undefined, or the reason why the list of options is invalid. Its first
 * element is the name of the program. */
GY_FUNCTION(check_options) {
  gy_env* env = gy_env_here();
  struct thread* thread = calloc(1, sizeof(*thread));
  JSObjectRef list = gy_arg_object(ctx, argc, argv, 0);
  JSValueRef reason = gy_undefined(env);

  if (thread != NULL && list != NULL && !parse_options(env, thread, list))
    reason = gy_string(env, thread->options != NULL ? thread->options->error : "Out of memory");
  if (thread != NULL)
    free_thread(thread);
  return reason;
}

static struct gy_worker_text copy_of(gy_env* env, JSValueRef value) {
  struct gy_worker_text copy = {0};
  struct gy_text text;

  if (!gy_text_get(env, value, &text, NULL))
    return copy;
  copy.data = malloc(text.length + 1);
  if (copy.data != NULL) {
    memcpy(copy.data, text.data, text.length + 1);
    copy.length = text.length;
  }
  gy_text_free(&text);
  return copy;
}

static int start_worker(gy_env* env, struct thread* thread, size_t argc, const JSValueRef* argv) {
  struct gy_worker_start start = {.done = on_done, .drop = on_drop, .data = thread};
  struct gy_text name;

  for (int i = 0; i < GY_WORKER_ENDS; i++)
    start.ends[i] = gy_messaging_release(env->ctx, argc, argv, (size_t) i);
  if (gy_text_get(env, argv[3], &name, NULL)) {
    strncpy(start.name, name.data, sizeof(start.name) - 1);
    gy_text_free(&name);
  }
  for (size_t i = 0; i < GY_WORKER_TEXTS; i++)
    start.texts[i] = copy_of(env, argv[7 + i]);
  start.stack_size = (size_t) gy_arg_number(env->ctx, argc, argv, 2);
  start.heap_limit = gy_arg_number(env->ctx, argc, argv, 6);
  start.options = thread->options;
  start.argv = thread->arguments;
  while (start.argv != NULL && start.argv[start.argc] != NULL)
    start.argc++;
  return gy_worker_new(env, &start, &thread->worker);
}

/* start(public id, private id, stack size, name, list of options or undefined, onExit, heap limit,
 * what it runs, its environment) → the thread, or a negative errno */
GY_FUNCTION(start) {
  gy_env* env = gy_env_here();
  JSObjectRef options = gy_arg_object(ctx, argc, argv, 4);
  JSObjectRef on_exit = gy_arg_function(ctx, argc, argv, 5);
  struct thread* thread = calloc(1, sizeof(*thread));
  int err = UV_ENOMEM;

  if (on_exit == NULL || thread == NULL || argc < 7 + GY_WORKER_TEXTS) {
    free(thread);
    return gy_throw_type(env, exception, "start(ids, size, name, options, onExit)");
  }
  gy_memory_is_available(env); /* determined once, before there are threads */
  thread->env = env;
  if (options == NULL || parse_options(env, thread, options))
    err = start_worker(env, thread, argc, argv);
  if (err != 0) {
    free_thread(thread);
    return gy_number(env, err);
  }
  thread->on_exit = (JSObjectRef) gy_hold(env, on_exit);
  thread->object = JSObjectMake(ctx, thread_class, thread);
  gy_hold(env, thread->object);
  return thread->object;
}

/* terminate(thread) */
GY_FUNCTION(terminate) {
  struct thread* thread = thread_of(ctx, argc, argv);

  if (thread != NULL)
    gy_worker_terminate(thread->worker);
  return JSValueMakeUndefined(ctx);
}

/* ref(thread, on) */
GY_FUNCTION(ref) {
  struct thread* thread = thread_of(ctx, argc, argv);

  if (thread != NULL)
    gy_worker_ref(thread->worker, gy_arg_bool(ctx, argc, argv, 1));
  return JSValueMakeUndefined(ctx);
}

/* id(thread) → number */
GY_FUNCTION(id_of) {
  struct thread* thread = thread_of(ctx, argc, argv);

  return JSValueMakeNumber(ctx, thread != NULL ? (double) gy_worker_id(thread->worker) : -1);
}

static JSValueRef pair(JSContextRef ctx, bool known, const double numbers[2]) {
  JSValueRef values[2];

  if (!known)
    return JSValueMakeUndefined(ctx);
  for (int i = 0; i < 2; i++)
    values[i] = JSValueMakeNumber(ctx, numbers[i]);
  return JSObjectMakeArray(ctx, 2, values, NULL);
}

/* cpu(thread) → [user, system] in microseconds */
GY_FUNCTION(cpu) {
  struct thread* thread = thread_of(ctx, argc, argv);
  double times[2];

  return pair(ctx, thread != NULL && gy_worker_cpu(thread->worker, times), times);
}

/* loopTimes(thread) → [idle, since the loop began] in nanoseconds */
GY_FUNCTION(loop_times) {
  struct thread* thread = thread_of(ctx, argc, argv);
  double times[2];

  return pair(ctx, thread != NULL && gy_worker_loop_times(thread->worker, times), times);
}

/* takeEnd(which) → the id of the end that this thread was started with */
GY_FUNCTION(take_end) {
  struct gy_worker* worker = gy_env_here()->worker;
  int32_t which = gy_arg_int(ctx, argc, argv, 0);
  struct gy_end* end = NULL;

  if (worker != NULL && which >= 0 && which < GY_WORKER_ENDS)
    end = gy_worker_take_end(worker, which);
  return JSValueMakeNumber(ctx, end != NULL ? gy_messaging_adopt(end) : 0);
}

/* takeText(which) → the text that this thread was started with, once */
GY_FUNCTION(take_text) {
  gy_env* env = gy_env_here();
  int32_t which = gy_arg_int(ctx, argc, argv, 0);
  struct gy_worker_text text;
  JSValueRef value;

  if (env->worker == NULL || which < 0 || which >= GY_WORKER_TEXTS)
    return gy_undefined(env);
  text = gy_worker_take_text(env->worker, which);
  if (text.data == NULL)
    return gy_throw(env, exception, "Out of memory");
  value = gy_string_new(env, text.data, text.length);
  free(text.data);
  return value;
}

/* ---- Atomics ---- */

static const uint8_t* element(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t size) {
  double index = gy_arg_number(ctx, argc, argv, 1);
  uint8_t* bytes = NULL;
  size_t length = 0;

  if (argc < 2 || !gy_bytes_get(gy_env_here(), argv[0], &bytes, &length) || !(index >= 0) ||
      (index + 1) * (double) size > (double) length)
    return NULL;
  return bytes + (size_t) index * size;
}

/* wait(array, index, value, milliseconds) → enum gy_wait_result */
GY_FUNCTION(wait) {
  gy_env* env = gy_env_here();
  bool is_wide = argc > 2 && JSValueIsBigInt(ctx, argv[2]);
  const uint8_t* address = element(ctx, argc, argv, is_wide ? 8 : 4);
  int64_t value = gy_arg_int64(ctx, argc, argv, 2);
  enum gy_wait_result result;

  if (address == NULL)
    return gy_throw_type(env, exception, "wait(array, index, value, ms)");
  result = gy_atomics_wait(env->worker, address, value, is_wide, gy_arg_number(ctx, argc, argv, 3));
  if (gy_worker_is_stopping(env->worker)) {
    env->exiting = true;
    *exception = gy_termination(env);
  }
  return gy_number(env, result);
}

/* notify(array, index, size of an element, count) → how many were woken */
GY_FUNCTION(notify) {
  const uint8_t* address = element(ctx, argc, argv, (size_t) gy_arg_number(ctx, argc, argv, 2));

  if (address == NULL)
    return JSValueMakeNumber(ctx, 0);
  return JSValueMakeNumber(ctx, gy_atomics_notify(address, gy_arg_number(ctx, argc, argv, 3)));
}

static _Thread_local struct gy_end* waits; /* of Atomics.waitAsync() */

/* openWaits(id of an end): notifications arrive through it */
GY_FUNCTION(open_waits) {
  waits = gy_messaging_release(ctx, argc, argv, 0);
  return gy_undefined(gy_env_here());
}

/* waitAsync(array, index, value, number, bytes of the message) → whether it waits */
GY_FUNCTION(wait_async) {
  gy_env* env = gy_env_here();
  bool is_wide = argc > 2 && JSValueIsBigInt(ctx, argv[2]);
  const uint8_t* address = element(ctx, argc, argv, is_wide ? 8 : 4);
  int64_t value = gy_arg_int64(ctx, argc, argv, 2);
  struct gy_async_wait wait = {.end = waits, .id = (uint64_t) gy_arg_number(ctx, argc, argv, 3)};
  int result;

  if (address == NULL || waits == NULL)
    return gy_throw_type(env, exception, "waitAsync(array, index, value, number, bytes)");
  wait.message = gy_messaging_message(ctx, argc, argv, 4);
  result = wait.message == NULL ? UV_ENOMEM : gy_atomics_wait_async(&wait, address, value, is_wide);
  if (result == UV_ENOMEM)
    return gy_throw(env, exception, "Out of memory");
  return gy_bool(env, result == GY_WAIT_OK);
}

/* cancelWait(number) → whether it was still waiting */
GY_FUNCTION(cancel_wait) {
  uint64_t id = (uint64_t) gy_arg_number(ctx, argc, argv, 0);

  return gy_bool(gy_env_here(), waits != NULL && gy_atomics_cancel(waits, id));
}

static void close_waits(gy_env* env) {
  (void) env;
  if (waits != NULL)
    gy_atomics_close(waits);
  waits = NULL;
}

/* ---- Broadcasts ---- */

/* joinBroadcast(name, id): messages to that name are posted through the end */
GY_FUNCTION(join) {
  gy_env* env = gy_env_here();
  struct gy_end* end = gy_messaging_release(ctx, argc, argv, 1);
  struct gy_text name;
  double id = 0;

  if (end == NULL || !gy_text_get(env, argv[0], &name, exception))
    return gy_number(env, 0);
  id = gy_broadcast_join(env, name.data, name.length, end);
  gy_text_free(&name);
  return gy_number(env, id);
}

GY_FUNCTION(leave) {
  gy_broadcast_leave((uint64_t) gy_arg_number(ctx, argc, argv, 0));
  return JSValueMakeUndefined(ctx);
}

/* broadcast(member, bytes): as messaging.post() */
GY_FUNCTION(broadcast) {
  gy_env* env = gy_env_here();
  struct gy_message* message = gy_messaging_message(ctx, argc, argv, 1);

  if (message == NULL)
    return gy_throw(env, exception, "Out of memory");
  gy_broadcast_post((uint64_t) gy_arg_number(ctx, argc, argv, 0), message);
  return gy_undefined(env);
}

static void leave_all(gy_env* env) {
  gy_broadcast_leave_all(env);
}

void gy_bind_worker(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"start", start},
      {"terminate", terminate},
      {"ref", ref},
      {"id", id_of},
      {"cpu", cpu},
      {"loopTimes", loop_times},
      {"takeEnd", take_end},
      {"takeText", take_text},
      {"checkOptions", check_options},
      {"wait", wait},
      {"notify", notify},
      {"openWaits", open_waits},
      {"waitAsync", wait_async},
      {"cancelWait", cancel_wait},
      {"join", join},
      {"leave", leave},
      {"broadcast", broadcast},
  };

  if (thread_class == NULL)
    thread_class = gy_class_new("WorkerThread", NULL);
  gy_define(env, target, functions);
  gy_at_close(env, leave_all);
  gy_at_close(env, close_waits);
  gy_set(env, target, "isMainThread", gy_bool(env, env->worker == NULL));
  gy_set_number(env, target, "threadId", gy_worker_id(env->worker));
  gy_set_string(env, target, "threadName", gy_worker_name(env->worker));
}
