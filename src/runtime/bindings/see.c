/* src/runtime/bindings/see.c — the native part of lib/internal/see: where the loop is, its
 * counters, the recorder, attaching. */
#include <stdlib.h>

#include "runtime/engine.h"
#include "runtime/engine_private.h"
#include "runtime/see/metrics.h"
#include "runtime/see/see.h"
#include "uv_trace.h"
#include "view.h"

/* Shared with JavaScript, so that asking makes no object. `place` is where the loop was last: turn
 * * 8 + phase; before the first turn UV_TRACE_OUTSIDE and turn 0. `began` is when the callback
 * began that runs now, until JavaScript takes it; 0: it has, or none runs. */
static struct {
  double place;
  double began;
} where;

/* clock() → nanoseconds on the clock of process.hrtime() */
GY_FUNCTION(read_clock) {
  return JSValueMakeNumber(ctx, (double) uv_hrtime());
}

/* stamp() → the same; `where` is set to the position of the loop. The loop counts its turns in
 * poll: what comes before poll belongs to the next turn. */
GY_FUNCTION(stamp) {
  uv_trace_counters_t c;
  bool is_before_poll;

  c.size =
      offsetof(uv_trace_counters_t, callbacks); /* the other members are neither read nor set */
  if (uv_trace_counters(gy_env_here()->loop, &c) != 0) {
    where.place = UV_TRACE_OUTSIDE;
    return read_clock_body(ctx, self, argc, argv, exception);
  }
  is_before_poll = c.phase < UV_TRACE_POLL;
  where.place = (double) (c.turns + is_before_poll) * 8 + c.phase;
  return JSValueMakeNumber(ctx, (double) c.now_ns);
}

static void before_callback(uv_trace_hooks_t* hooks, uv_loop_t* loop,
                            const uv_trace_callback_t* c) {
  where.place = (double) c->turn * 8 + c->phase;
  where.began = (double) c->began_ns;
}

static void after_callback(uv_trace_hooks_t* hooks, uv_loop_t* loop, const uv_trace_callback_t* c) {
  where.began = 0;
}

/* announce(on): whether `where` is updated before each callback of the loop, so that its first
 * reader need not call stamp(). */
GY_FUNCTION(announce) {
  static uv_trace_hooks_t hooks = {.before_callback = before_callback,
                                   .after_callback = after_callback};
  gy_env* env = gy_env_here();

  if (gy_arg_bool(ctx, argc, argv, 0))
    return gy_number(env, uv_trace_attach(env->loop, &hooks));
  where.began = 0;
  return gy_number(env, uv_trace_detach(env->loop, &hooks));
}

/* counters() → all of them, as JSON */
GY_FUNCTION(counters) {
  gy_env* env = gy_env_here();
  JSValueRef value;
  char* text = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&text, &length);

  if (out == NULL)
    return gy_throw_uv(env, exception, UV_ENOMEM, "open_memstream", NULL, NULL);
  gy_json_counters(out, env);
  fclose(out);
  value = gy_string_new(env, text, length);
  free(text);
  return value;
}

/* alive() → a list of what keeps the loop alive: see gy_alive_list() */
GY_FUNCTION(alive) {
  return gy_alive_list(gy_env_here());
}

/* recordRequestOrigins(on): whether all file requests record the line that made them. */
GY_FUNCTION(record_request_origins) {
  gy_env* env = gy_env_here();

  env->records_request_origins = gy_arg_bool(ctx, argc, argv, 0);
  return gy_undefined(env);
}

static JSValueRef do_nothing(JSContextRef ctx, JSObjectRef function, JSObjectRef self, size_t argc,
                             const JSValueRef argv[], JSValueRef* exception) {
  return JSValueMakeUndefined(ctx);
}

/* The profiler learns which thread to sample when that thread takes the engine's lock. The direct
 * lane holds the lock all the time; a callback of the C API drops it and takes it again. */
static void show_thread_to_profiler(JSContextRef ctx) {
  JSObjectRef callback = JSObjectMakeFunctionWithCallback(ctx, NULL, do_nothing);

  JSObjectCallAsFunction(ctx, callback, NULL, 0, NULL, NULL);
}

/* sample(on) → whether the engine samples the stack now */
GY_FUNCTION(sample) {
  gy_env* env = gy_env_here();
  bool on = gy_arg_bool(ctx, argc, argv, 0);

  if (JSContextGroupEnableSamplingProfiler == NULL || JSContextGroupDisableSamplingProfiler == NULL)
    return gy_bool(env, false);
  if (!on)
    JSContextGroupDisableSamplingProfiler(env->group);
  if (!on || !JSContextGroupEnableSamplingProfiler(env->group))
    return gy_bool(env, false);
  show_thread_to_profiler(ctx);
  return gy_bool(env, true);
}

/* samples() → those taken since the last call, as the engine's JSON */
GY_FUNCTION(samples) {
  gy_env* env = gy_env_here();
  JSStringRef taken = NULL;
  JSValueRef value;

  if (JSContextGroupTakeSamplesFromSamplingProfiler != NULL)
    taken = JSContextGroupTakeSamplesFromSamplingProfiler(env->group);
  if (taken == NULL)
    return gy_string(env, "{}");
  value = JSValueMakeString(ctx, taken);
  JSStringRelease(taken);
  return value;
}

/* serveMetrics(port) → the port, or errno */
GY_FUNCTION(serve_metrics) {
  unsigned port = (unsigned) gy_arg_int(ctx, argc, argv, 0);
  int err = gy_metrics_listen(port, &port);

  return gy_number(gy_env_here(), err != 0 ? err : (double) port);
}

/* sendMetrics(url) → errno */
GY_FUNCTION(send_metrics) {
  gy_env* env = gy_env_here();
  struct gy_text url;
  int err;

  if (argc == 0 || !gy_text_get(env, argv[0], &url, exception))
    return NULL;
  err = gy_otlp_open(url.data);
  gy_text_free(&url);
  return gy_number(env, err);
}

static void on_marking(struct OpaqueJSMarker* marker, void* data) {
  gy_env* env = data;
  uint64_t none = 0;

  (void) marker;
  if (GY_NOW_READ(env->collects_since) == 0)
    __atomic_compare_exchange_n(&env->collects_since, &none, uv_hrtime(), 0, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

/* On the program's thread. The start of an automatic collection is not known exactly: the engine
 * calls on_marking() after it has marked what the roots reach. */
static void on_collected(JSContextGroupRef group, void* data) {
  gy_env* env = data;
  uint64_t since = __atomic_exchange_n(&env->collects_since, 0, __ATOMIC_RELAXED);

  (void) group;
  if (since != 0)
    uv_trace_beside(env->loop, "garbage collection", since, uv_hrtime(), 0);
  else
    uv_trace_mark(env->loop, "garbage collected", 0);
}

static void watch_collections(gy_env* env) {
  if (JSContextGroupAddHeapFinalizer == NULL)
    return;
  JSContextGroupAddHeapFinalizer(env->group, on_collected, env);
  if (JSContextGroupAddMarkingConstraint != NULL)
    JSContextGroupAddMarkingConstraint(env->group, on_marking, env);
}

/* record(events): records the last `events` events of the loop from now on. → errno */
GY_FUNCTION(record) {
  gy_env* env = gy_env_here();
  int err = uv_trace_ring_start(env->loop, (unsigned) gy_arg_int(ctx, argc, argv, 0));

  if (err == 0)
    watch_collections(env);
  return gy_number(env, err);
}

/* recordWorkers(events): the same for each worker that is made from now on. → errno */
GY_FUNCTION(record_workers) {
  return gy_number(gy_env_here(), gy_record_workers((unsigned) gy_arg_int(ctx, argc, argv, 0)));
}

static void write_worker(void* arg, uint32_t id, const char* name, const char* text,
                         size_t length) {
  FILE* out = arg;

  fprintf(out, "%s{\"thread\":%u,\"name\":", ftell(out) > 1 ? "," : "", id);
  gy_json_string(out, name);
  fprintf(out, ",\"trace\":%.*s}", (int) length, text);
}

/* recordedWorkers() → JSON: [{ thread, name, trace }], and recordedMessages() → JSON: events */
static JSValueRef text_of(gy_env* env, void (*write)(FILE* out)) {
  char* text = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&text, &length);
  JSValueRef value;

  if (out == NULL)
    return gy_string(env, "[]");
  write(out);
  fclose(out);
  value = gy_string_new(env, text, length);
  free(text);
  return value;
}

static void write_workers(FILE* out) {
  fputc('[', out);
  gy_recorded_workers(write_worker, out);
  fputc(']', out);
}

GY_FUNCTION(recorded_workers) {
  return text_of(gy_env_here(), write_workers);
}

GY_FUNCTION(recorded_messages) {
  return text_of(gy_env_here(), gy_recorded_messages);
}

/* span(text, ms): adds a span for the last `ms` milliseconds to the recorder. The text is never
 * freed: for few different ones. → errno */
GY_FUNCTION(span) {
  gy_env* env = gy_env_here();
  uint64_t now = uv_hrtime(), ns = (uint64_t) (gy_arg_number(ctx, argc, argv, 1) * 1e6);
  const char* name;
  struct gy_text text;

  if (argc == 0 || !gy_text_get(env, argv[0], &text, exception))
    return NULL;
  name = gy_origin_intern(text.data, text.length);
  gy_text_free(&text);
  return gy_number(env, uv_trace_span(env->loop, name, ns < now ? now - ns : 0, now, 0));
}

/* dump(fd): writes the recorded events as a trace. → errno */
GY_FUNCTION(dump) {
  gy_env* env = gy_env_here();

  return gy_number(env, uv_trace_dump(env->loop, gy_arg_int(ctx, argc, argv, 0)));
}

/* dumpOnFatal(path): the same when the process dies of a signal; %p is its process id. → errno */
GY_FUNCTION(dump_on_fatal) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  int err;

  if (argc == 0 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  err = uv_trace_dump_on_fatal(env->loop, path.data);
  gy_text_free(&path);
  return gy_number(env, err);
}

/* survive(path): the same every second, so that it exists when the process is killed; without a
 * path: stops that. → errno */
GY_FUNCTION(survive) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  int err;

  if (argc == 0) {
    gy_survive_stop();
    return gy_number(env, 0);
  }
  if (!gy_text_get(env, argv[0], &path, exception))
    return NULL;
  err = gy_survive(path.data);
  gy_text_free(&path);
  return gy_number(env, err);
}

/* attach(name, pid) → [descriptor or errno, the process that has the name, its user] */
GY_FUNCTION(attach) {
  gy_env* env = gy_env_here();
  int holder;
  unsigned user;
  int fd = gy_attach_connect(gy_arg_int(ctx, argc, argv, 0), gy_arg_int(ctx, argc, argv, 1),
                             &holder, &user);
  JSValueRef parts[] = {gy_number(env, fd), gy_number(env, holder), gy_number(env, user)};

  return JSObjectMakeArray(ctx, GY_COUNT(parts), parts, exception);
}

/* queryWorkers(): asks the workers what keeps them alive; see gy_query_workers(). */
GY_FUNCTION(query_workers) {
  gy_query_workers("why");
  return gy_undefined(gy_env_here());
}

/* virtualTime(): from now on the clock jumps to the next timer when nothing is ready. */
GY_FUNCTION(virtual_time) {
  gy_env* env = gy_env_here();

  uv_trace_virtual_time(env->loop, 1);
  gy_housekeeping_virtual();
  return gy_undefined(env);
}

void gy_bind_see(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"clock", read_clock},
      {"stamp", stamp},
      {"announce", announce},
      {"counters", counters},
      {"alive", alive},
      {"recordRequestOrigins", record_request_origins},
      {"record", record},
      {"recordWorkers", record_workers},
      {"recordedWorkers", recorded_workers},
      {"recordedMessages", recorded_messages},
      {"span", span},
      {"dump", dump},
      {"dumpOnFatal", dump_on_fatal},
      {"survive", survive},
      {"sample", sample},
      {"serveMetrics", serve_metrics},
      {"sendMetrics", send_metrics},
      {"samples", samples},
      {"attach", attach},
      {"queryWorkers", query_workers},
      {"virtualTime", virtual_time},
  };

  JSValueRef names[UV_TRACE_PHASES + 1];

  for (int i = 0; i < UV_TRACE_PHASES; i++)
    names[i] = gy_string(env, uv_trace_phase_name(i));
  names[UV_TRACE_OUTSIDE] = gy_string(env, "main");
  gy_define(env, target, functions);
  gy_set_view(env, target, "where", kJSTypedArrayTypeFloat64Array, &where, sizeof(where));
  gy_set(env, target, "phases", JSObjectMakeArray(env->ctx, GY_COUNT(names), names, NULL));
}
