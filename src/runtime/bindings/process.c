/* src/runtime/bindings/process.c — what `process` asks of the system. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "handle.h"
#include "runtime/engine/lanes.h"
#include "runtime/engine.h"
#include "runtime/version.h"
#include "runtime/worker/worker.h"
#include "string_list.h"

/* ---- Where and who ---- */

GY_FUNCTION(cwd) {
  static const char removed[] =
      "process.cwd failed with error no such file or directory, the current working directory was "
      "likely removed without changing the working directory";
  gy_env* env = gy_env_here();
  char path[PATH_MAX];
  size_t size = sizeof(path);
  int err = uv_cwd(path, &size);

  if (err == UV_ENOENT) {
    *exception = gy_uv_error_text(env, err, removed, "uv_cwd", NULL, NULL);
    return NULL;
  }
  if (err < 0)
    return gy_throw_uv(env, exception, err, "uv_cwd", NULL, NULL);
  return gy_string_new(env, path, size);
}

GY_FUNCTION(change_dir) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  int err;

  if (argc == 0 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  err = uv_chdir(path.data);
  if (err < 0) {
    char here[PATH_MAX];
    size_t size = sizeof(here);
    /* As Node's message: from where, to where. */
    if (uv_cwd(here, &size) < 0)
      here[0] = '\0';
    gy_throw_uv(env, exception, err, "chdir", here, path.data);
  }
  gy_text_free(&path);
  return err < 0 ? NULL : gy_undefined(env);
}

GY_FUNCTION(exec_path) {
  gy_env* env = gy_env_here();
  char path[PATH_MAX];
  size_t size = sizeof(path);

  return uv_exepath(path, &size) < 0 ? gy_string(env, env->argv[0])
                                     : gy_string_new(env, path, size);
}

GY_FUNCTION(set_umask) {
  mode_t old;

  if (argc > 0 && JSValueIsNumber(ctx, argv[0])) {
    old = umask(gy_arg_int(ctx, argc, argv, 0) & 0777);
  } else {
    old = umask(0);
    umask(old);
  }
  return JSValueMakeNumber(ctx, old);
}

/* ---- The environment ---- */

/* env() → { NAME: value, ... }, as it is now */
GY_FUNCTION(environment) {
  gy_env* env = gy_env_here();
  JSObjectRef object = JSObjectMake(ctx, NULL, NULL);

  for (char** at = environ; at != NULL && *at != NULL; at++) {
    const char* equals = strchr(*at + (**at == '='), '=');
    if (equals == NULL)
      continue;
    JSValueRef key = gy_string_new(env, *at, equals - *at);
    JSObjectSetPropertyForKey(ctx, object, key, gy_string(env, equals + 1),
                              kJSPropertyAttributeNone, NULL);
  }
  return object;
}

/* getEnv(name) → one variable, without reading all */
GY_FUNCTION(get_env) {
  gy_env* env = gy_env_here();
  struct gy_text name;
  const char* value;

  if (argc == 0 || !gy_text_get(env, argv[0], &name, exception))
    return NULL;
  value = getenv(name.data);
  gy_text_free(&name);
  return value != NULL ? gy_string(env, value) : gy_undefined(env);
}

/* setEnv(name, value); without a value the name is removed */
GY_FUNCTION(set_env) {
  gy_env* env = gy_env_here();
  struct gy_text name, value;

  if (argc == 0 || !gy_text_get(env, argv[0], &name, exception))
    return NULL;
  if (argc > 1 && gy_text_get(env, argv[1], &value, exception)) {
    if (name.length > 0)
      setenv(name.data, value.data, 1);
    gy_text_free(&value);
  } else if (argc == 1) {
    unsetenv(name.data);
  }
  gy_text_free(&name);
  return gy_undefined(env);
}

/* ---- Time and memory ---- */

/* zoneOffset(ms) → minutes from local time to UTC at that instant, by the system's reading of TZ */
GY_FUNCTION(zone_offset) {
  time_t at = (time_t) (gy_arg_number(ctx, argc, argv, 0) / 1000);
  struct tm local;

  tzset();
  return JSValueMakeNumber(ctx, localtime_r(&at, &local) != NULL ? -local.tm_gmtoff / 60.0 : 0);
}

/* hrtime(array): seconds and nanoseconds into a Uint32Array(3) as [high, low, ns] */
GY_FUNCTION(hrtime) {
  gy_env* env = gy_env_here();
  uint64_t now = uv_hrtime();
  uint8_t* bytes;
  size_t length;

  if (argc == 0 || !gy_bytes_get(env, argv[0], &bytes, &length) || length < 12)
    return gy_throw_type(env, exception, "hrtime(Uint32Array)");
  uint32_t words[3] = {(uint32_t) (now / 1000000000 >> 32), (uint32_t) (now / 1000000000),
                       (uint32_t) (now % 1000000000)};
  memcpy(bytes, words, sizeof(words));
  return gy_undefined(env);
}

GY_FUNCTION(hrtime_bigint) {
  return JSBigIntCreateWithUInt64(ctx, uv_hrtime(), exception);
}

/* now() → milliseconds since this environment started, with fractions */
GY_FUNCTION(now) {
  return JSValueMakeNumber(ctx, (double) (uv_hrtime() - gy_env_here()->started) / 1e6);
}

GY_FUNCTION(uptime) {
  return JSValueMakeNumber(ctx, (double) (uv_hrtime() - gy_env_here()->started) / 1e9);
}

/* loopIdle() → milliseconds that the loop has waited; counted from the first question on */
GY_FUNCTION(loop_idle) {
  gy_env* env = gy_env_here();
  static _Thread_local bool counting;

  if (!counting)
    counting = uv_loop_configure(env->loop, UV_METRICS_IDLE_TIME) == 0;
  return gy_number(env, (double) uv_metrics_idle_time(env->loop) / 1e6);
}

/* memory() → [rss, heapTotal, heapUsed, external, arrayBuffers] */
GY_FUNCTION(memory) {
  gy_env* env = gy_env_here();
  struct gy_heap heap;
  size_t rss = 0;
  int err = uv_resident_set_memory(&rss);

  gy_engine_heap(env, &heap);
  if (gy_worker_heap_is_full(env, &heap)) {
    env->exiting = true;
    *exception = gy_termination(env);
    return gy_undefined(env);
  }
  if (err < 0)
    return gy_throw_uv(env, exception, err, "uv_resident_set_memory", NULL, NULL);
  JSValueRef values[] = {
      gy_number(env, (double) rss),
      gy_number(env, heap.capacity),
      /* The size is what the last collection has found. Before the first, all may live. */
      gy_number(env, heap.size > heap.extra ? heap.size : heap.capacity),
      gy_number(env, heap.extra),
      gy_number(env, 0),
  };
  return JSObjectMakeArray(ctx, GY_COUNT(values), values, exception);
}

GY_FUNCTION(rss) {
  size_t size = 0;

  uv_resident_set_memory(&size);
  return JSValueMakeNumber(ctx, (double) size);
}

/* usage(whole) → the 16 numbers of getrusage(); only user and system time unless whole */
GY_FUNCTION(usage) {
  gy_env* env = gy_env_here();
  uv_rusage_t u;
  int err = gy_arg_bool(ctx, argc, argv, 0) ? uv_getrusage_thread(&u) : uv_getrusage(&u);

  if (err < 0)
    return gy_throw_uv(env, exception, err, "uv_getrusage", NULL, NULL);
  double numbers[] = {1e6 * u.ru_utime.tv_sec + u.ru_utime.tv_usec,
                      1e6 * u.ru_stime.tv_sec + u.ru_stime.tv_usec,
                      u.ru_maxrss,
                      u.ru_ixrss,
                      u.ru_idrss,
                      u.ru_isrss,
                      u.ru_minflt,
                      u.ru_majflt,
                      u.ru_nswap,
                      u.ru_inblock,
                      u.ru_oublock,
                      u.ru_msgsnd,
                      u.ru_msgrcv,
                      u.ru_nsignals,
                      u.ru_nvcsw,
                      u.ru_nivcsw};
  JSValueRef values[GY_COUNT(numbers)];
  for (size_t i = 0; i < GY_COUNT(numbers); i++)
    values[i] = gy_number(env, numbers[i]);
  return JSObjectMakeArray(ctx, GY_COUNT(values), values, exception);
}

GY_FUNCTION(constrained_memory) {
  return JSValueMakeNumber(ctx, (double) uv_get_constrained_memory());
}

GY_FUNCTION(available_memory) {
  return JSValueMakeNumber(ctx, (double) uv_get_available_memory());
}

/* ---- The process ---- */

GY_FUNCTION(really_exit) {
  gy_env* env = gy_env_here();

  gy_exit(env, gy_arg_int(ctx, argc, argv, 0));
  *exception = gy_termination(env); /* of a worker's thread; the process has ended */
  return NULL;
}

GY_FUNCTION(abort_now) {
  gy_handle_flush_held();
  abort();
}

GY_FUNCTION(kill_process) {
  gy_handle_flush_held(); /* it may be this process */
  return JSValueMakeNumber(ctx,
                           uv_kill(gy_arg_int(ctx, argc, argv, 0), gy_arg_int(ctx, argc, argv, 1)));
}

GY_FUNCTION(parent_pid) {
  return JSValueMakeNumber(ctx, uv_os_getppid());
}

/* Standard input, output and error go to the new program even when they were made close-on-exec. */
static void keep_stdio(void) {
  for (int fd = 0; fd <= 2; fd++) {
    int flags = fcntl(fd, F_GETFD);
    if (flags >= 0)
      fcntl(fd, F_SETFD, flags & ~FD_CLOEXEC);
  }
}

/* execve(path, args, environment) → a negative errno; does not return on success */
GY_FUNCTION(exec_program) {
  gy_env* env = gy_env_here();
  JSObjectRef args = gy_arg_object(ctx, argc, argv, 1);
  JSObjectRef variables = gy_arg_object(ctx, argc, argv, 2);
  struct gy_text path;
  int err;

  if (args == NULL || variables == NULL || !gy_text_get(env, argv[0], &path, exception))
    return gy_throw_type(env, exception, "execve(path, args, environment)");
  char** arguments = gy_string_list_get(env, args);
  char** pairs = gy_string_list_get(env, variables);
  if (arguments == NULL || pairs == NULL) {
    err = UV_ENOMEM;
  } else {
    keep_stdio();
    gy_handle_flush_held();
    execve(path.data, arguments, pairs);
    err = -errno;
  }
  gy_string_list_free(arguments);
  gy_string_list_free(pairs);
  gy_text_free(&path);
  return gy_number(env, err);
}

/* describe(errno) → the system's message */
GY_FUNCTION(describe) {
  char text[128];

  return gy_string(gy_env_here(), strerror_r(-gy_arg_int(ctx, argc, argv, 0), text, sizeof(text)));
}

/* dlopen(path) → the reason why it cannot be loaded; undefined on success */
GY_FUNCTION(load_library) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  const char* message = NULL;

  if (argc == 0 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  if (dlopen(path.data, RTLD_LAZY) == NULL)
    message = dlerror();
  gy_text_free(&path);
  return message != NULL ? gy_string(env, message) : gy_undefined(env);
}

struct listing {
  gy_env* env;
  JSObjectRef list;
  unsigned count;
};

static bool is_listening(uv_handle_t* handle) {
  int on = 0;
  socklen_t size = sizeof(on);
  uv_os_fd_t fd;

  return uv_fileno(handle, &fd) == 0 &&
         getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &on, &size) == 0 && on;
}

/* A stream counts from open to close, whether it reads or not. */
static bool is_stream(uv_handle_type type) {
  return type == UV_TCP || type == UV_NAMED_PIPE || type == UV_TTY;
}

static void list_handle(uv_handle_t* handle, void* data) {
  struct listing* l = data;
  const char* name = uv_handle_type_name(handle->type);

  if (!uv_has_ref(handle) || uv_is_closing(handle) ||
      (!uv_is_active(handle) && !is_stream(handle->type)))
    return;
  if (handle->type == UV_TCP && is_listening(handle))
    name = "tcp_server";
  if (l->list != NULL)
    JSObjectSetPropertyAtIndex(l->env->ctx, l->list, l->count, gy_string(l->env, name), NULL);
  l->count++;
}

/* activeHandles() → the types of the handles that keep the loop alive */
GY_FUNCTION(active_handles) {
  gy_env* env = gy_env_here();
  struct listing l = {env, NULL, 0};

  uv_walk(env->loop, list_handle, &l);
  l.list = gy_array_new(env, l.count);
  l.count = 0;
  uv_walk(env->loop, list_handle, &l);
  return l.list;
}

GY_FUNCTION(libc_version) {
  return gy_string(gy_env_here(), gnu_get_libc_version());
}

/* activeRequests() → how many requests are under way */
GY_FUNCTION(active_requests) {
  return JSValueMakeNumber(ctx, gy_env_here()->loop->active_reqs);
}

GY_FUNCTION(collect) {
  gy_engine_collect(gy_env_here());
  return JSValueMakeUndefined(ctx);
}

GY_FUNCTION(get_title) {
  gy_env* env = gy_env_here();
  char title[512];

  return uv_get_process_title(title, sizeof(title)) < 0 ? gy_string(env, "gyre")
                                                        : gy_string(env, title);
}

GY_FUNCTION(set_title) {
  gy_env* env = gy_env_here();
  struct gy_text title;

  if (argc == 0 || !gy_text_get(env, argv[0], &title, exception))
    return NULL;
  uv_set_process_title(title.data);
  gy_text_free(&title);
  return gy_undefined(env);
}

/* rawDebug(text): to standard error, whatever state everything else is in */
GY_FUNCTION(raw_debug) {
  gy_env* env = gy_env_here();
  struct gy_text text;

  if (argc == 0 || !gy_text_get(env, argv[0], &text, exception))
    return NULL;
  for (size_t at = 0; at < text.length;) {
    ssize_t n = write(2, text.data + at, text.length - at);
    if (n < 0 && errno != EINTR && errno != EAGAIN)
      break;
    at += n > 0 ? n : 0;
  }
  gy_text_free(&text);
  return gy_undefined(env);
}

/* exitCode(code): what a fatal error ends with */
GY_FUNCTION(set_exit_code) {
  gy_env_here()->exit_code = gy_arg_int(ctx, argc, argv, 0);
  return JSValueMakeUndefined(ctx);
}

/* turning() → whether the loop has begun its first turn */
GY_FUNCTION(turning) {
  return JSValueMakeBoolean(ctx, gy_env_here()->loop_start != 0);
}

/* loopStart() → from when on the loop's time is counted, by the clock of now(): its first turn, or
 * the start of a worker; -1 before */
GY_FUNCTION(loop_start) {
  gy_env* env = gy_env_here();
  uint64_t start = env->worker != NULL ? env->milestones[GY_ENGINE_START] : env->loop_start;

  if (start == 0)
    return gy_number(env, -1);
  return gy_number(env, (double) (start - env->started) / 1e6);
}

/* engineLanes() → { part of the engine's interface: 'direct' or 'plain' } (docs/engine.md) */
GY_FUNCTION(engine_lanes) {
  gy_env* env = gy_env_here();
  JSObjectRef lanes = JSObjectMake(ctx, NULL, NULL);

  for (int part = 0; part < GY_PARTS; part++)
    gy_set_string(env, lanes, gy_part_names[part], gy_part_is_direct(part) ? "direct" : "plain");
  return lanes;
}

void gy_bind_process(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"cwd", cwd},
      {"engineLanes", engine_lanes},
      {"chdir", change_dir},
      {"execPath", exec_path},
      {"umask", set_umask},
      {"env", environment},
      {"getEnv", get_env},
      {"setEnv", set_env},
      {"zoneOffset", zone_offset},
      {"hrtime", hrtime},
      {"hrtimeBigInt", hrtime_bigint},
      {"now", now},
      {"uptime", uptime},
      {"loopIdle", loop_idle},
      {"memory", memory},
      {"rss", rss},
      {"usage", usage},
      {"constrainedMemory", constrained_memory},
      {"availableMemory", available_memory},
      {"reallyExit", really_exit},
      {"abort", abort_now},
      {"kill", kill_process},
      {"ppid", parent_pid},
      {"execve", exec_program},
      {"describe", describe},
      {"dlopen", load_library},
      {"activeHandles", active_handles},
      {"activeRequests", active_requests},
      {"libcVersion", libc_version},
      {"gc", collect},
      {"getTitle", get_title},
      {"setTitle", set_title},
      {"rawDebug", raw_debug},
      {"setExitCode", set_exit_code},
      {"turning", turning},
      {"loopStart", loop_start},
  };

  char engine[32];

  gy_engine_version(engine, sizeof(engine));
  gy_define(env, target, functions);
  gy_set_number(env, target, "pid", uv_os_getpid());
  gy_set_string(env, target, "version", GYRE_VERSION);
  gy_set_string(env, target, "nodeVersion", GYRE_NODE_VERSION);
  gy_set_string(env, target, "engineVersion", engine);
  gy_set_string(env, target, "uvVersion", uv_version_string());
}
