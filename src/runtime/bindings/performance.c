/* src/runtime/bindings/performance.c — what perf_hooks measures: milestones of the start, metrics
 * of the loop, garbage collections and the delay of the loop.
 *
 * (1) Nothing here runs before the program uses it.
 * (2) A monitor of the loop's delay has no timer: it computes when an interval timer would have
 *     fired, from the times at which the loop begins and ends to wait.
 * (3) No JavaScript may run during a collection, so an async handle reports it afterwards.
 * (4) No handle of this file keeps the loop alive. */
#include <stdlib.h>
#include <time.h>

#include "runtime/engine_private.h"
#include "runtime/gyre.h"

static JSObjectRef numbers(gy_env* env, const double* values, size_t count) {
  JSObjectRef array = gy_array_new(env, count);

  for (size_t i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(env->ctx, array, (unsigned) i, gy_number(env, values[i]), NULL);
  return array;
}

static double since_start(gy_env* env, uint64_t time) {
  return time == 0 ? -1 : ((double) time - (double) env->started) / 1e6;
}

/* timeOrigin() → the start of the process, in milliseconds of Date */
GY_FUNCTION(time_origin) {
  gy_env* env = gy_env_here();
  struct timespec now;
  static uint64_t origin_us; /* of the process: all threads report the same */
  uint64_t none = 0, us;

  clock_gettime(CLOCK_REALTIME, &now);
  us = (uint64_t) now.tv_sec * 1000000 + (uint64_t) now.tv_nsec / 1000 -
       (uv_hrtime() - env->started) / 1000;
  __atomic_compare_exchange_n(&origin_us, &none, us, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return gy_number(env, (double) __atomic_load_n(&origin_us, __ATOMIC_RELAXED) / 1e3);
}

/* milestones() → [nodeStart, v8Start, environment, bootstrapComplete, loopStart, loopExit], by the
 * clock of performance.now(); -1: not reached */
GY_FUNCTION(milestones) {
  gy_env* env = gy_env_here();
  double times[GY_MILESTONES + 2];

  for (int i = 0; i < GY_MILESTONES; i++)
    times[i] = since_start(env, env->milestones[i]);
  times[GY_MILESTONES] = since_start(env, env->loop_start);
  times[GY_MILESTONES + 1] = since_start(env, env->loop_exit);
  return numbers(env, times, GY_COUNT(times));
}

/* metricsInfo() → [loopCount, events, eventsWaiting] */
GY_FUNCTION(metrics_info) {
  gy_env* env = gy_env_here();
  uv_metrics_t metrics;

  uv_metrics_info(env->loop, &metrics);
  return numbers(
      env,
      (double[]){(double) metrics.loop_count, (double) metrics.events,
                 (double) metrics.events_waiting},
      3);
}

/* ---- Collections ---- */

enum { COLLECTIONS = 64, COLLECTION_NUMBERS = 3 };

struct collections {
  uv_async_t handle;
  gy_env* env;
  JSObjectRef callback; /* NULL: nobody observes */
  uint64_t since;       /* first sight of the running one, from any thread of the engine; or 0 */
  double list[COLLECTIONS * COLLECTION_NUMBERS];
  size_t count;
};

static _Thread_local struct collections* collections;

static void on_marking(struct OpaqueJSMarker* marker, void* data) {
  struct collections* c = data;
  uint64_t none = 0;

  (void) marker;
  __atomic_compare_exchange_n(&c->since, &none, uv_hrtime(), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static void on_collected(JSContextGroupRef group, void* data) {
  struct collections* c = data;
  uint64_t now = uv_hrtime(), since = __atomic_exchange_n(&c->since, 0, __ATOMIC_RELAXED);
  double* entry = c->list + c->count * COLLECTION_NUMBERS;

  (void) group;
  if (c->callback == NULL || c->count == COLLECTIONS)
    return;
  if (since == 0)
    since = now;
  entry[0] = since_start(c->env, since);
  entry[1] = (double) (now - since) / 1e6;
  entry[2] = c->env->collects_by_request;
  c->count++;
  uv_async_send(&c->handle);
}

static void report_collections(uv_async_t* handle) {
  struct collections* c = handle->data;
  size_t count = c->count;
  JSValueRef argument;

  if (count == 0 || c->callback == NULL)
    return;
  c->count = 0;
  argument = numbers(c->env, c->list, count * COLLECTION_NUMBERS);
  gy_enter(c->env, GY_IO, c->callback, NULL, 1, &argument);
}

static void free_collections(gy_env* env) {
  (void) env;
  free(collections);
  collections = NULL;
}

/* The engine calls on_collected() until the environment ends. */
static int open_collections(gy_env* env) {
  struct collections* c;
  int err;

  if (JSContextGroupAddHeapFinalizer == NULL)
    return UV_ENOTSUP;
  c = calloc(1, sizeof(*c));
  if (c == NULL)
    return UV_ENOMEM;
  err = uv_async_init(env->loop, &c->handle, report_collections);
  if (err < 0) {
    free(c);
    return err;
  }
  c->env = env;
  c->handle.data = c;
  uv_unref((uv_handle_t*) &c->handle);
  collections = c;
  gy_at_close(env, free_collections);
  JSContextGroupAddHeapFinalizer(env->group, on_collected, c);
  if (JSContextGroupAddMarkingConstraint != NULL)
    JSContextGroupAddMarkingConstraint(env->group, on_marking, c);
  return 0;
}

/* observeCollections(callback or undefined): from now on calls callback([start, duration, isForced,
 * …]), in milliseconds. → errno */
GY_FUNCTION(observe_collections) {
  gy_env* env = gy_env_here();
  JSObjectRef callback = gy_arg_function(ctx, argc, argv, 0);
  int err = 0;

  if (collections == NULL && callback != NULL)
    err = open_collections(env);
  if (collections != NULL) {
    gy_drop(env, collections->callback);
    collections->callback = callback == NULL ? NULL : (JSObjectRef) gy_hold(env, callback);
  }
  return gy_number(env, err);
}

/* ---- The delay of the loop ---- */

enum { SAMPLES = 1024 };

struct sample {
  double value; /* ns */
  double count;
};

struct monitor {
  uv_prepare_t prepare; /* the loop begins to wait */
  uv_check_t check;     /* it has waited */
  gy_env* env;
  JSObjectRef callback; /* gets the samples when there are many */
  uint64_t interval; /* ns; 0: a sample per turn */
  uint64_t last;     /* when the timer would have fired last */
  uint64_t polled;   /* when the loop began to poll */
  uint64_t idle;     /* uv_metrics_idle_time() then */
  uint64_t began;    /* when it had waited */
  int open;          /* handles that are not closed */
  size_t count;
  struct sample samples[SAMPLES];
};

static void add_sample(struct monitor* m, uint64_t value, uint64_t times) {
  struct sample* last = &m->samples[m->count > 0 ? m->count - 1 : 0];

  if (times == 0)
    return;
  if (m->count > 0 && (last->value == (double) value || m->count == SAMPLES))
    last->count += (double) times;
  else
    m->samples[m->count++] = (struct sample){(double) value, (double) times};
}

static JSObjectRef take(struct monitor* m) {
  size_t count = m->count;

  m->count = 0;
  return numbers(m->env, &m->samples[0].value, 2 * count);
}

/* The loop was busy until now: a timer that was due meanwhile fires now. */
static void add_busy(struct monitor* m, uint64_t now) {
  if (m->interval == 0 || now - m->last < m->interval)
    return;
  add_sample(m, now - m->last, 1);
  m->last = now;
}

static void on_prepare(uv_prepare_t* handle) {
  struct monitor* m = handle->data;
  uint64_t now = uv_hrtime();

  if (m->interval == 0 && m->polled != 0)
    add_sample(m, now - m->began, 1);
  add_busy(m, now);
  m->polled = now;
  m->idle = uv_metrics_idle_time(m->env->loop);
  if (m->count > SAMPLES / 2) {
    JSValueRef argument = take(m);
    gy_enter(m->env, GY_IO, m->callback, NULL, 1, &argument);
  }
}

/* Timers that were due while the loop slept have fired in time. What the poll phase ran after that,
 * and other check handles before this one, was busy time. */
static void on_check(uv_check_t* handle) {
  struct monitor* m = handle->data;
  uint64_t times;

  m->began = m->polled + uv_metrics_idle_time(m->env->loop) - m->idle;
  if (m->interval == 0 || m->polled == 0 || m->began < m->last)
    return;
  times = (m->began - m->last) / m->interval;
  add_sample(m, m->interval, times);
  m->last += times * m->interval;
}

static void on_closed(uv_handle_t* handle) {
  struct monitor* m = handle->data;

  if (--m->open > 0)
    return;
  gy_drop(m->env, m->callback);
  free(m);
}

/* A monitor is a number for JavaScript. */
enum { MONITORS = 64 };
static _Thread_local struct monitor* monitors[MONITORS];

/* startMonitor(interval in ms, or 0; callback(samples)) → its number, or an errno */
GY_FUNCTION(start_monitor) {
  gy_env* env = gy_env_here();
  JSObjectRef callback = gy_arg_function(ctx, argc, argv, 1);
  struct monitor* m;
  int i = 0;

  while (i < MONITORS && monitors[i] != NULL)
    i++;
  if (i == MONITORS)
    return gy_number(env, UV_ENOBUFS);
  m = callback == NULL ? NULL : calloc(1, sizeof(*m));
  if (m == NULL)
    return gy_number(env, callback == NULL ? UV_EINVAL : UV_ENOMEM);
  m->env = env;
  m->callback = (JSObjectRef) gy_hold(env, callback);
  m->interval = (uint64_t) (gy_arg_number(ctx, argc, argv, 0) * 1e6);
  m->last = uv_hrtime();
  m->open = 2;
  uv_loop_configure(env->loop, UV_METRICS_IDLE_TIME);
  uv_prepare_init(env->loop, &m->prepare);
  uv_check_init(env->loop, &m->check);
  m->prepare.data = m->check.data = m;
  uv_prepare_start(&m->prepare, on_prepare);
  uv_check_start(&m->check, on_check);
  uv_unref((uv_handle_t*) &m->prepare);
  uv_unref((uv_handle_t*) &m->check);
  monitors[i] = m;
  return gy_number(env, i);
}

static struct monitor* monitor_of(int32_t i) {
  return i >= 0 && i < MONITORS ? monitors[i] : NULL;
}

/* takeSamples(number) → [value in ns, count, …], which are removed */
GY_FUNCTION(take_samples) {
  gy_env* env = gy_env_here();
  struct monitor* m = monitor_of(gy_arg_int(ctx, argc, argv, 0));

  if (m == NULL)
    return gy_array_new(env, 0);
  add_busy(m, uv_hrtime());
  return take(m);
}

/* stopMonitor(number) */
GY_FUNCTION(stop_monitor) {
  gy_env* env = gy_env_here();
  int32_t i = gy_arg_int(ctx, argc, argv, 0);
  struct monitor* m = monitor_of(i);

  if (m != NULL) {
    monitors[i] = NULL;
    uv_close((uv_handle_t*) &m->prepare, on_closed);
    uv_close((uv_handle_t*) &m->check, on_closed);
  }
  return gy_undefined(env);
}

void gy_bind_performance(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"timeOrigin", time_origin},
      {"milestones", milestones},
      {"metricsInfo", metrics_info},
      {"observeCollections", observe_collections},
      {"startMonitor", start_monitor},
      {"takeSamples", take_samples},
      {"stopMonitor", stop_monitor},
  };

  gy_define(env, target, functions);
}
