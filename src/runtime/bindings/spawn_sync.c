/* src/runtime/bindings/spawn_sync.c — synchronous child processes, each on a loop of its own.
 * (1) Nothing here enters JavaScript: the program waits until the child has exited and its pipes
 *     are closed.
 * (2) The first error is reported: a timeout, too much output, a failed write.
 * (3) Output that was read is returned in any case. */
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "runtime/worker/worker.h"
#include "spawn.h"

enum { IGNORE, PIPE, DESCRIPTOR };
enum { FIRST_ROOM = 65536 };

struct stdio {
  uv_pipe_t pipe;
  uv_write_t write;
  uv_shutdown_t shutdown;
  struct job* job;
  bool is_pipe;
  uint8_t* input; /* what the child reads; JavaScript keeps it */
  size_t input_length;
  uint8_t* bytes; /* what it wrote */
  size_t length, room;
};

struct job {
  uv_loop_t loop;
  uv_process_t process;
  uv_timer_t timer;
  uv_async_t interrupt; /* of a worker */
  struct stdio* stdio;
  int count;
  double limit; /* bytes per pipe */
  int kill_signal;
  bool spawned, ended;
  int error;
  int64_t status;
  int signal;
};

static void close_pipes(struct job* job) {
  for (int i = 0; i < job->count; i++) {
    uv_handle_t* handle = (uv_handle_t*) &job->stdio[i].pipe;
    if (job->stdio[i].is_pipe && !uv_is_closing(handle))
      uv_close(handle, NULL);
  }
}

/* Kills the child and closes the pipes, which its own children may hold open. */
static void stop(struct job* job, int error) {
  if (job->error == 0)
    job->error = error;
  if (!job->ended && uv_process_kill(&job->process, job->kill_signal) < 0)
    uv_process_kill(&job->process, SIGKILL);
  close_pipes(job);
  if (!uv_is_closing((uv_handle_t*) &job->timer))
    uv_close((uv_handle_t*) &job->timer, NULL);
}

static void on_timeout(uv_timer_t* timer) {
  stop(timer->data, UV_ETIMEDOUT);
}

static void on_end(uv_process_t* process, int64_t status, int signal) {
  struct job* job = process->data;

  job->ended = true;
  job->status = status;
  job->signal = signal;
  uv_close((uv_handle_t*) process, NULL);
  if (!uv_is_closing((uv_handle_t*) &job->timer))
    uv_close((uv_handle_t*) &job->timer, NULL);
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  struct stdio* s = handle->data;

  if (s->length == s->room) {
    size_t room = s->room == 0 ? FIRST_ROOM : s->room * 2;
    uint8_t* bytes = realloc(s->bytes, room);
    if (bytes == NULL) {
      *buf = uv_buf_init(NULL, 0);
      return;
    }
    s->bytes = bytes;
    s->room = room;
  }
  *buf = uv_buf_init((char*) s->bytes + s->length, (unsigned) (s->room - s->length));
}

static void on_read(uv_stream_t* stream, ssize_t n, const uv_buf_t* buf) {
  struct stdio* s = stream->data;

  if (n > 0) {
    s->length += n;
    if ((double) s->length > s->job->limit)
      stop(s->job, UV_ENOBUFS);
  } else if (n < 0) {
    if (n != UV_EOF && s->job->error == 0)
      s->job->error = (int) n;
    if (!uv_is_closing((uv_handle_t*) stream))
      uv_close((uv_handle_t*) stream, NULL);
  }
}

static void on_shutdown(uv_shutdown_t* req, int status) {
}

/* It is no error if a child does not read all of its input. */
static void on_written(uv_write_t* req, int status) {
  struct stdio* s = req->data;

  if (status < 0 && status != UV_EPIPE && status != UV_ECANCELED && s->job->error == 0)
    s->job->error = status;
}

static int start_pipe(struct stdio* s, bool reads) {
  uv_stream_t* stream = (uv_stream_t*) &s->pipe;
  uv_buf_t buf = uv_buf_init((char*) s->input, (unsigned) s->input_length);
  int err = 0;

  s->write.data = s;
  if (s->input_length > 0)
    err = uv_write(&s->write, stream, &buf, 1, on_written);
  if (err == 0 && !reads)
    err = uv_shutdown(&s->shutdown, stream, on_shutdown);
  if (err == 0 && reads)
    err = uv_read_start(stream, on_alloc, on_read);
  return err;
}

static JSValueRef element(gy_env* env, JSObjectRef list, unsigned i) {
  JSValueRef value = JSObjectGetPropertyAtIndex(env->ctx, list, i, NULL);

  return value != NULL ? value : gy_undefined(env);
}

/* stdio is a flat list: kind, value ...; a pipe's value is its input, or nothing. */
static int read_stdio(gy_env* env, JSObjectRef list, struct job* job, uv_process_options_t* o) {
  int32_t length = JSValueToInt32(env->ctx, gy_get(env, list, "length"), NULL);

  o->stdio_count = length / 2;
  o->stdio = calloc((size_t) o->stdio_count + 1, sizeof(*o->stdio));
  job->stdio = calloc((size_t) o->stdio_count + 1, sizeof(*job->stdio));
  if (o->stdio == NULL || job->stdio == NULL)
    return UV_ENOMEM;
  for (job->count = 0; job->count < o->stdio_count; job->count++) {
    struct stdio* s = &job->stdio[job->count];
    uv_stdio_container_t* c = &o->stdio[job->count];
    JSValueRef value = element(env, list, 2 * job->count + 1);
    int32_t kind = JSValueToInt32(env->ctx, element(env, list, 2 * job->count), NULL);
    s->job = job;
    c->flags = UV_IGNORE;
    if (kind == DESCRIPTOR) {
      c->flags = UV_INHERIT_FD;
      c->data.fd = JSValueToInt32(env->ctx, value, NULL);
    } else if (kind == PIPE) {
      int err = uv_pipe_init(&job->loop, &s->pipe, 0);
      if (err != 0)
        return err;
      s->is_pipe = true;
      s->pipe.data = s;
      gy_bytes_get(env, value, &s->input, &s->input_length);
      c->flags = UV_CREATE_PIPE | (job->count == 0 ? UV_READABLE_PIPE : UV_WRITABLE_PIPE);
      if (job->count > 2)
        c->flags |= UV_READABLE_PIPE;
      c->data.stream = (uv_stream_t*) &s->pipe;
    }
  }
  return 0;
}

/* The worker that waits here is ended. */
static void on_interrupt(uv_async_t* async) {
  stop(async->data, UV_ECANCELED);
}

static int start(gy_env* env, JSObjectRef given, struct job* job, struct gy_spawn* spawn) {
  double timeout = JSValueToNumber(env->ctx, gy_get(env, given, "timeout"), NULL);
  int err;

  spawn->options.exit_cb = on_end;
  job->process.data = job->timer.data = job;
  uv_timer_init(&job->loop, &job->timer);
  err = read_stdio(env, (JSObjectRef) gy_get(env, given, "stdio"), job, &spawn->options);
  if (err == 0)
    err = uv_spawn(&job->loop, &job->process, &spawn->options);
  if (err != 0)
    return err;
  job->spawned = true;
  for (int i = 0; i < job->count && err == 0; i++)
    if (job->stdio[i].is_pipe)
      err = start_pipe(&job->stdio[i], i > 0);
  if (err == 0 && timeout > 0)
    err = uv_timer_start(&job->timer, on_timeout, (uint64_t) timeout, 0);
  if (err != 0)
    stop(job, err);
  return 0;
}

static void close_all(uv_handle_t* handle, void* data) {
  if (!uv_is_closing(handle))
    uv_close(handle, NULL);
}

static void finish(struct job* job) {
  uv_walk(&job->loop, close_all, NULL);
  uv_run(&job->loop, UV_RUN_DEFAULT);
  uv_loop_close(&job->loop);
}

/* [error, pid, status, signal, [output or null ...]] */
static JSValueRef result_of(gy_env* env, struct job* job) {
  JSObjectRef outputs = gy_array_new(env, job->count);

  for (int i = 0; i < job->count; i++) {
    struct stdio* s = &job->stdio[i];
    JSValueRef value = JSValueMakeNull(env->ctx);
    if (s->is_pipe && i > 0) {
      value = gy_bytes_adopt(env, s->bytes != NULL ? s->bytes : calloc(1, 1), s->length);
      s->bytes = NULL;
    }
    JSObjectSetPropertyAtIndex(env->ctx, outputs, i, value, NULL);
    free(s->bytes);
  }
  JSValueRef all[] = {gy_number(env, job->error),
                      gy_number(env, job->spawned ? job->process.pid : 0),
                      gy_number(env, job->spawned && job->signal == 0 ? (double) job->status : -1),
                      gy_number(env, job->signal), outputs};
  return JSObjectMakeArray(env->ctx, GY_COUNT(all), all, NULL);
}

static void wait_for_end(gy_env* env, struct job* job) {
  if (env->worker != NULL && uv_async_init(&job->loop, &job->interrupt, on_interrupt) == 0) {
    job->interrupt.data = job;
    uv_unref((uv_handle_t*) &job->interrupt);
    gy_worker_set_interrupt(env->worker, &job->interrupt);
  }
  uv_run(&job->loop, UV_RUN_DEFAULT);
  if (env->worker != NULL)
    gy_worker_set_interrupt(env->worker, NULL);
}

/* run({ file, args, env, cwd, flags, uid, gid, stdio, timeout, maxBuffer, killSignal }) */
GY_FUNCTION(run) {
  gy_env* env = gy_env_here();
  JSObjectRef given = gy_arg_object(ctx, argc, argv, 0);
  struct gy_spawn spawn;
  JSValueRef result;
  struct job* job = calloc(1, sizeof(*job));

  if (given == NULL || job == NULL || uv_loop_init(&job->loop) != 0) {
    free(job);
    return gy_throw_uv(env, exception, UV_ENOMEM, "spawnSync", NULL, NULL);
  }
  gy_handle_flush_held();
  job->limit = JSValueToNumber(ctx, gy_get(env, given, "maxBuffer"), NULL);
  job->kill_signal = JSValueToInt32(ctx, gy_get(env, given, "killSignal"), NULL);
  job->error = gy_spawn_read(env, given, &spawn);
  if (job->error == 0)
    job->error = start(env, given, job, &spawn);
  if (job->spawned)
    wait_for_end(env, job);
  finish(job);
  result = result_of(env, job);
  free(spawn.options.stdio);
  gy_spawn_free(&spawn);
  free(job->stdio);
  free(job);
  if (gy_worker_is_stopping(env->worker)) {
    env->exiting = true;
    *exception = gy_termination(env);
  }
  return result;
}

void gy_bind_spawn_sync(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"run", run}};

  gy_define(env, target, functions);
}
