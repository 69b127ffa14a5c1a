/* src/runtime/bindings/zlib.c — internalBinding('zlib'): coders for lib/internal/zlib, synchronous
 * or on the pool.
 *
 * (1) A Coder object owns one coder, which is freed by close() or when the object is collected.
 *     While a job runs, the object is protected from the collector, and close() takes effect after
 *     the job.
 * (2) A coder runs one job at a time. A job reads and writes memory of the program, which is
 *     protected until the job has ended. lib/internal/zlib copies memory that can shrink.
 * (3) One function gets the results of all jobs, with the Coder object. A callback per coder would
 *     be a cycle through its stream, which the collector cannot see.
 * (4) write() fills one buffer, for streams. whole() processes all of its input in one job, with
 *     output that grows, for functions like gzip(). */
#include <stdlib.h>
#include <string.h>

#include "runtime/engine_private.h"
#include "runtime/gyre.h"
#include "runtime/see/see.h"
#include "uv_trace.h"
#include "zlib/coder.h"
#include "zlib/constants.h"

enum { PIECE_MOST = 1 << 20, LEAST_ROOM = 1 << 10 };

struct handle {
  struct gy_coder* coder; /* NULL when closed */
  gy_env* env;
  uv_work_t request;
  const char* origin; /* the last line that was known to ask */
  void (*run)(struct handle* handle);
  JSObjectRef object; /* held during a job, as the next two are */
  JSValueRef in, out;
  bool is_busy, is_closed;
  size_t reported; /* of the coder's memory, to the collector */
  /* the output of whole() */
  uint8_t* bytes;
  size_t length, capacity, piece;
  double most;
  bool is_too_large, is_out_of_memory;
};

static _Thread_local JSClassRef coder_class;
static _Thread_local JSObjectRef on_done; /* (Coder, results...) */

static void finalize(JSObjectRef object) {
  struct handle* handle = JSObjectGetPrivate(object);

  if (handle == NULL)
    return;
  gy_coder_free(handle->coder);
  free(handle->bytes);
  free(handle);
}

/* Reports the memory to the collector that is freed with the object. */
static void report_memory(struct handle* handle) {
  size_t memory = handle->coder->memory;

  if (memory > handle->reported && JSReportExtraMemoryCost != NULL)
    JSReportExtraMemoryCost(handle->env->ctx, memory - handle->reported);
  handle->reported = memory;
}

/* ---- Opening ---- */

/* (mode, Int32Array numbers, dictionary or undefined, pledged size or -1, whether it reads only
 * one member) → Coder; a string is an error message */
GY_FUNCTION(open_coder) {
  gy_env* env = gy_env_here();
  struct gy_coder_setup setup = {.mode = (enum gy_coder_mode) gy_arg_int(ctx, argc, argv, 0)};
  uint8_t *numbers, *dictionary;
  const char* message;
  size_t size;

  if (argc < 5 || setup.mode < DEFLATE || setup.mode >= GY_CODER_MODES ||
      !gy_bytes_get(env, argv[1], &numbers, &size))
    return gy_throw_type(env, exception, "Illegal invocation");
  setup.numbers = (const int32_t*) numbers;
  setup.count = size / sizeof(int32_t);
  if (gy_bytes_get(env, argv[2], &dictionary, &setup.dictionary_length))
    setup.dictionary = dictionary != NULL ? dictionary : (const uint8_t*) "";
  setup.pledged = gy_arg_number(ctx, argc, argv, 3);
  setup.only_one = gy_arg_bool(ctx, argc, argv, 4);
  struct handle* handle = calloc(1, sizeof(*handle));
  if (handle == NULL)
    return gy_throw(env, exception, "Out of memory");
  handle->env = env;
  handle->coder = gy_coder_open(&setup, &message);
  if (handle->coder == NULL) {
    free(handle);
    return gy_string(env, message);
  }
  report_memory(handle);
  return JSObjectMake(ctx, coder_class, handle);
}

/* The coder of an object that is not closed and runs no job. */
static struct handle* idle(JSContextRef ctx, JSValueRef self, JSValueRef* exception) {
  struct handle* handle = gy_unwrap(ctx, self, coder_class, exception);

  if (handle == NULL)
    return NULL;
  if (handle->is_busy || handle->coder == NULL) {
    gy_throw(gy_env_here(), exception,
             handle->is_busy ? "A write is in progress" : "zlib binding closed");
    return NULL;
  }
  return handle;
}

/* ---- Jobs ---- */

enum { RESULTS = 5 };

/* (bytes of input left, result, message, errno, code); the last three are undefined after a
 * success */
static void results_of(struct handle* handle, JSValueRef made, JSValueRef* results) {
  gy_env* env = handle->env;
  const struct gy_coder* coder = handle->coder;
  bool failed = coder->code != NULL;

  results[0] = gy_number(env, (double) coder->in_left);
  results[1] = made;
  results[2] = failed ? gy_string(env, coder->message) : gy_undefined(env);
  results[3] = failed ? gy_number(env, coder->error) : gy_undefined(env);
  results[4] = failed ? gy_string(env, coder->code) : gy_undefined(env);
}

static void free_bytes(void* bytes, void* context) {
  (void) context;
  free(bytes);
}

/* The result of whole(): the bytes; null if they exceed the limit; undefined if memory ran out or
 * the coder failed. */
static JSValueRef whole_made(struct handle* handle) {
  gy_env* env = handle->env;
  uint8_t* bytes = handle->bytes;

  handle->bytes = NULL;
  if (handle->is_too_large || handle->is_out_of_memory || handle->coder->code != NULL) {
    free(bytes);
    return handle->is_too_large ? JSValueMakeNull(env->ctx) : gy_undefined(env);
  }
  /* It grew by doubling: the unused part is freed. */
  uint8_t* fitting = realloc(bytes, handle->length + 1);
  /* cppcheck-suppress memleak ; the array buffer frees it */
  return JSObjectMakeArrayBufferWithBytesNoCopy(env->ctx, fitting != NULL ? fitting : bytes,
                                                handle->length, free_bytes, NULL, NULL);
}

static void run_write(struct handle* handle) {
  handle->coder->type->step(handle->coder);
}

static bool reserve(struct handle* handle) {
  size_t capacity = handle->capacity * 2;
  uint8_t* bytes;

  if (handle->capacity - handle->length >= LEAST_ROOM)
    return true;
  bytes = realloc(handle->bytes, capacity);
  if (bytes == NULL)
    return false;
  handle->bytes = bytes;
  handle->capacity = capacity;
  return true;
}

static void run_whole(struct handle* handle) {
  struct gy_coder* coder = handle->coder;

  do {
    if (!reserve(handle)) {
      handle->is_out_of_memory = true;
      return;
    }
    size_t room = handle->capacity - handle->length;
    /* The size of stored blocks depends on the size of the output buffer. */
    if (gy_coder_compresses(coder) && room > handle->piece)
      room = handle->piece;
    coder->out = handle->bytes + handle->length;
    coder->out_left = room;
    coder->type->step(coder);
    handle->length += room - coder->out_left;
    handle->is_too_large = (double) handle->length > handle->most;
  } while (coder->out_left == 0 && coder->code == NULL && !handle->is_too_large);
}

static JSValueRef made_by(struct handle* handle) {
  return handle->run == run_whole ? whole_made(handle)
                                  : gy_number(handle->env, (double) handle->coder->out_left);
}

static void on_work(uv_work_t* request) {
  struct handle* handle = request->data;
  handle->run(handle);
}

static void on_worked(uv_work_t* request, int status) {
  struct handle* handle = request->data;
  gy_env* env = handle->env;
  JSObjectRef object = handle->object;
  JSValueRef argv[1 + RESULTS];

  (void) status; /* jobs are not cancelled */
  if (env->exiting)
    return; /* no JavaScript any more, and all memory goes with the process */
  argv[0] = object;
  results_of(handle, made_by(handle), argv + 1);
  handle->is_busy = false;
  gy_drop(env, handle->in);
  gy_drop(env, handle->out);
  handle->in = handle->out = NULL;
  if (handle->is_closed) {
    gy_coder_free(handle->coder);
    handle->coder = NULL;
  } else {
    report_memory(handle);
  }
  gy_enter(env, GY_IO, on_done, NULL, GY_COUNT(argv), argv);
  gy_drop(env, object);
}

/* A large write takes many jobs; only the first one starts on a line of the program. */
static void set_origin(struct handle* handle) {
  const char* here = gy_origin_here(handle->env);

  if (here != NULL)
    handle->origin = here;
  uv_trace_set_req_origin((uv_req_t*) &handle->request, handle->origin);
}

static JSValueRef queue(struct handle* handle, JSValueRef self, JSValueRef in, JSValueRef out,
                        JSValueRef* exception) {
  gy_env* env = handle->env;
  int err;

  handle->request.data = handle;
  err = uv_queue_work(env->loop, &handle->request, on_work, on_worked);
  if (err != 0)
    return gy_throw_uv(env, exception, err, "queue_work", NULL, NULL);
  handle->is_busy = true;
  handle->object = (JSObjectRef) gy_hold(env, self);
  handle->in = gy_hold(env, in);
  handle->out = out != NULL ? gy_hold(env, out) : NULL;
  set_origin(handle);
  return gy_undefined(env);
}

/* Arguments i to i + 2: bytes, an offset and a length. */
static bool span(gy_env* env, size_t argc, const JSValueRef argv[], size_t i, uint8_t** at,
                 size_t* length) {
  double offset = gy_arg_number(env->ctx, argc, argv, i + 1);
  double wanted = gy_arg_number(env->ctx, argc, argv, i + 2);
  size_t size;

  if (argc < i + 3 || !gy_bytes_get(env, argv[i], at, &size) || !(offset >= 0) || !(wanted >= 0) ||
      offset + wanted > (double) size)
    return false;
  *at += (size_t) offset;
  *length = (size_t) wanted;
  return true;
}

static bool set_input(struct handle* handle, size_t argc, const JSValueRef argv[]) {
  uint8_t* in;

  if (!span(handle->env, argc, argv, 1, &in, &handle->coder->in_left))
    return false;
  handle->coder->in = in;
  handle->coder->flush = gy_arg_int(handle->env->ctx, argc, argv, 0);
  return true;
}

/* (flush, input, offset, length, output, offset, length) → undefined: onDone(Coder, input left,
 * output left, ...) is called; a string is the error of an argument */
GY_FUNCTION(write_coder) {
  gy_env* env = gy_env_here();
  struct handle* handle = idle(ctx, self, exception);

  if (handle == NULL)
    return NULL;
  if (!set_input(handle, argc, argv))
    return gy_string(env, "input buffer is out of bounds");
  if (!span(env, argc, argv, 4, &handle->coder->out, &handle->coder->out_left))
    return gy_string(env, "output buffer is out of bounds");
  handle->run = run_write;
  return queue(handle, self, argv[1], argv[4], exception);
}

/* The same at once, for packages that call it on a stream's handle → [input left, output left] */
GY_FUNCTION(write_coder_now) {
  gy_env* env = gy_env_here();
  struct handle* handle = idle(ctx, self, exception);
  JSValueRef results[2];

  if (handle == NULL)
    return NULL;
  if (!set_input(handle, argc, argv))
    return gy_throw(env, exception, "input buffer is out of bounds");
  if (!span(env, argc, argv, 4, &handle->coder->out, &handle->coder->out_left))
    return gy_throw(env, exception, "output buffer is out of bounds");
  run_write(handle);
  if (handle->coder->code != NULL)
    return gy_throw(env, exception, handle->coder->message);
  results[0] = gy_number(env, (double) handle->coder->in_left);
  results[1] = gy_number(env, (double) handle->coder->out_left);
  return JSObjectMakeArray(ctx, 2, results, exception);
}

/* (flush, input, offset, length, most, piece, whether on the pool) → undefined: onDone(Coder, input
 * left, ArrayBuffer, ...) is called; without the pool an array of all but the Coder; a string as
 * from write() */
GY_FUNCTION(whole_coder) {
  gy_env* env = gy_env_here();
  struct handle* handle = idle(ctx, self, exception);
  JSValueRef results[RESULTS];
  double piece = gy_arg_number(ctx, argc, argv, 5);

  if (handle == NULL)
    return NULL;
  if (!set_input(handle, argc, argv))
    return gy_string(env, "input buffer is out of bounds");
  handle->most = gy_arg_number(ctx, argc, argv, 4);
  handle->piece = piece < PIECE_MOST ? (size_t) piece : PIECE_MOST;
  handle->capacity = handle->piece < LEAST_ROOM ? LEAST_ROOM : handle->piece;
  handle->length = 0;
  handle->is_too_large = handle->is_out_of_memory = false;
  handle->bytes = malloc(handle->capacity);
  if (handle->bytes == NULL)
    return gy_throw(env, exception, "Out of memory");
  handle->run = run_whole;
  if (gy_arg_bool(ctx, argc, argv, 6))
    return queue(handle, self, argv[1], NULL, exception);
  run_whole(handle);
  results_of(handle, whole_made(handle), results);
  report_memory(handle);
  return JSObjectMakeArray(ctx, RESULTS, results, exception);
}

/* ---- The rest ---- */

/* (level, strategy) → undefined, or [message, errno, code] */
GY_FUNCTION(set_params) {
  gy_env* env = gy_env_here();
  struct handle* handle = idle(ctx, self, exception);
  JSValueRef results[RESULTS];

  if (handle == NULL)
    return NULL;
  struct gy_coder* coder = handle->coder;
  if (coder->type->params == NULL ||
      coder->type->params(coder, gy_arg_int(ctx, argc, argv, 0), gy_arg_int(ctx, argc, argv, 1)))
    return gy_undefined(env);
  results_of(handle, gy_undefined(env), results);
  return JSObjectMakeArray(ctx, RESULTS - 2, results + 2, exception);
}

/* () → as params() */
GY_FUNCTION(reset) {
  gy_env* env = gy_env_here();
  struct handle* handle = gy_unwrap(ctx, self, coder_class, exception);
  JSValueRef results[RESULTS];

  if (handle == NULL)
    return NULL;
  if (handle->is_busy)
    return gy_throw(env, exception, "Cannot reset zlib stream while a write is in progress");
  if (handle->coder == NULL)
    return gy_throw(env, exception, "zlib binding closed");
  handle->coder->code = NULL;
  if (handle->coder->type->reset(handle->coder))
    return gy_undefined(env);
  results_of(handle, gy_undefined(env), results);
  return JSObjectMakeArray(ctx, RESULTS - 2, results + 2, exception);
}

GY_FUNCTION(close_coder) {
  struct handle* handle = gy_unwrap(ctx, self, coder_class, exception);

  if (handle == NULL)
    return NULL;
  handle->is_closed = true;
  if (!handle->is_busy) {
    gy_coder_free(handle->coder);
    handle->coder = NULL;
  }
  return gy_undefined(gy_env_here());
}

/* (string or bytes, value) → number */
GY_FUNCTION(crc32) {
  gy_env* env = gy_env_here();
  uint32_t value = (uint32_t) gy_arg_number(ctx, argc, argv, 1);
  struct gy_text text = {.data = NULL};
  uint8_t* bytes;
  size_t length;
  bool done;

  if (argc > 0 && JSValueIsString(ctx, argv[0])) {
    if (!gy_text_get(env, argv[0], &text, exception))
      return NULL;
    done = gy_crc32((const uint8_t*) text.data, text.length, &value);
    gy_text_free(&text);
  } else if (argc > 0 && gy_bytes_get(env, argv[0], &bytes, &length)) {
    done = gy_crc32(bytes, length, &value);
  } else {
    return gy_throw_type(env, exception, "argument must be a buffer");
  }
  return done ? gy_number(env, value) : gy_throw(env, exception, "libz.so.1 could not be loaded");
}

/* (onDone) */
GY_FUNCTION(set_events) {
  gy_env* env = gy_env_here();

  on_done = gy_arg_function(ctx, argc, argv, 0);
  if (on_done == NULL)
    return gy_throw_type(env, exception, "argument must be a function");
  gy_hold(env, on_done);
  return gy_undefined(env);
}

/* () → an object */
GY_FUNCTION(constants) {
  JSObjectRef object = JSObjectMake(ctx, NULL, NULL);

  gy_zlib_constants(gy_env_here(), object);
  return object;
}

void gy_bind_zlib(gy_env* env, JSObjectRef target) {
  static const struct gy_function methods[] = {
      {"write", write_coder},
      {"writeSync", write_coder_now},
      {"whole", whole_coder},
      {"params", set_params},
      {"reset", reset},
      {"close", close_coder},
  };
  static const struct gy_function functions[] = {
      {"open", open_coder},
      {"crc32", crc32},
      {"events", set_events},
      {"constants", constants},
  };

  if (coder_class == NULL)
    coder_class = gy_class_new("Coder", finalize);
  gy_define_methods(env, coder_class, methods);
  gy_define(env, target, functions);
}
