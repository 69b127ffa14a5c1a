/* src/runtime/bindings/fs/read_file.c — a whole file in one call: open, fstat, read to the end,
 * close, and one entry into JavaScript.
 *
 *   readFile(path or descriptor, flags, encoding, done)
 *
 * It ends as every operation does (fs.h). Encodings: 0 bytes, 1 UTF-8, 2 Latin-1, 3 bytes, where
 * the result for a small file is the number of bytes, and they are in `fewBytes` until the next
 * such file is read: an ArrayBuffer costs as much as the reading of a small file. For a file that
 * is too large for one read, the result is its size, a number.
 *
 * (1) A regular file is read up to the size that fstat() returned. Any other file, and one of size
 *     0 as in /proc, is read to its end.
 * (2) The first error is reported. A descriptor opened here is closed in any case.
 * (3) The steps are the same for both modes: issue() starts one, advance() takes its result. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/bindings/buffer.h"
#include "runtime/bindings/fs/fs.h"
#include "runtime/see/see.h"
#include "uv_trace.h"

enum step { OPEN, FSTAT, READ, CLOSE, STEPS };
enum encoding { BYTES, UTF8, LATIN1, FEW_BYTES };
enum { CHUNK = 64 * 1024 };

/* The largest read: 2 GiB less one byte. */
static const uint64_t limit = INT32_MAX;

struct read_file {
  uv_fs_t uv; /* first: the loop gives it back and we cast */
  enum step step;
  enum encoding encoding;
  int flags;
  int fd;
  bool ours; /* we opened it, we close it */
  int err;
  enum step failed;
  uint64_t too_large;
  char* path;
  char* data;
  size_t length, capacity, size;
  JSObjectRef done;
  uint16_t place;
  const char* origin; /* its line, or NULL */
};

static const char* const syscalls[STEPS] = {"open", "fstat", "read", "close"};

/* Room for the next read; a file of unknown length grows by half. */
static int make_room(struct read_file* r) {
  if (r->length < r->capacity)
    return 0;
  size_t capacity = r->size != 0 ? r->size : r->capacity + r->capacity / 2 + CHUNK;
  char* data = realloc(r->data, capacity);
  if (data == NULL)
    return UV_ENOMEM;
  r->data = data;
  r->capacity = capacity;
  return 0;
}

static int issue_read(struct read_file* r, uv_loop_t* loop, uv_fs_cb cb) {
  int err = make_room(r);

  if (err != 0)
    return err;
  uv_buf_t buf = uv_buf_init(r->data + r->length, (unsigned int) (r->capacity - r->length));
  /* A regular file is read by offset: the loop batches such reads when many are pending. */
  int64_t at = r->ours && r->size != 0 ? (int64_t) r->length : -1;
  return uv_fs_read(loop, &r->uv, r->fd, &buf, 1, at, cb);
}

static int issue(struct read_file* r, uv_loop_t* loop, uv_fs_cb cb) {
  switch (r->step) {
    case OPEN: return uv_fs_open(loop, &r->uv, r->path, r->flags, 0666, cb);
    case FSTAT: return uv_fs_fstat(loop, &r->uv, r->fd, cb);
    case READ: return issue_read(r, loop, cb);
    default: return uv_fs_close(loop, &r->uv, r->fd, cb);
  }
}

static enum step leave(const struct read_file* r) {
  return r->ours ? CLOSE : STEPS;
}

static enum step fail(struct read_file* r, int err) {
  if (r->err == 0) {
    r->err = err;
    r->failed = r->step;
  }
  /* A failed open has nothing to close; a failed close is not repeated. */
  return r->step == OPEN || r->step == CLOSE ? STEPS : leave(r);
}

static enum step after_fstat(struct read_file* r) {
  if (!S_ISREG(r->uv.statbuf.st_mode))
    return READ;
  if (r->uv.statbuf.st_size > limit) {
    r->too_large = r->uv.statbuf.st_size;
    return leave(r);
  }
  r->size = (size_t) r->uv.statbuf.st_size;
  return READ;
}

static enum step after_read(struct read_file* r, ssize_t count) {
  r->length += (size_t) count;
  if (count == 0 || (r->size != 0 && r->length == r->size))
    return leave(r);
  if (r->length > limit) {
    r->too_large = r->length;
    return leave(r);
  }
  return READ;
}

/* Takes the result of a step. True if there is a next one. */
static bool advance(struct read_file* r, ssize_t result) {
  if (result < 0)
    r->step = fail(r, (int) result);
  else if (r->step == OPEN)
    r->fd = (int) result, r->step = FSTAT;
  else if (r->step == FSTAT)
    r->step = after_fstat(r);
  else if (r->step == READ)
    r->step = after_read(r, result);
  else
    r->step = STEPS;
  return r->step != STEPS;
}

/* The contents. The Uint8Array takes the memory, or it is freed. */
static JSValueRef contents(gy_env* env, struct read_file* r) {
  char* data = r->data;
  JSValueRef value;

  if (r->too_large != 0)
    return gy_number(env, (double) r->too_large);
  if (r->encoding == FEW_BYTES && r->length <= FS_FEW_BYTES) {
    if (r->length != 0)
      memcpy(fs_state->few_bytes, data, r->length);
    return gy_number(env, (double) r->length);
  }
  r->data = NULL;
  if (r->encoding == BYTES || r->encoding == FEW_BYTES)
    return gy_bytes_adopt(env, data != NULL ? data : malloc(1), r->length);
  value = r->encoding == UTF8 ? gy_string_new(env, data, r->length)
                              : gy_string_latin1(env, (const uint8_t*) data, r->length);
  free(data);
  return value;
}

static void dispose(struct read_file* r) {
  free(r->data);
  free(r->path);
}

/* ---- Asynchronous ---- */

static void finish(gy_env* env, struct read_file* r) {
  JSObjectRef done = r->done;
  uint16_t place = r->place;
  JSValueRef argv[2] = {JSValueMakeNull(env->ctx), NULL};

  if (r->err == 0)
    argv[1] = contents(env, r);
  else
    argv[0] = gy_uv_error(env, r->err, syscalls[r->failed], r->path, NULL);
  dispose(r);
  free(r);
  gy_enter(env, GY_IO, done, NULL, argv[1] == NULL ? 1 : 2, argv);
  gy_drop_briefly(env, place, done);
}

static void step_done(uv_fs_t* uv);

static int issue_later(struct read_file* r, uv_loop_t* loop) {
  int err = issue(r, loop, step_done);

  if (err == 0 && r->origin != NULL)
    uv_trace_set_req_origin((uv_req_t*) &r->uv, r->origin);
  return err;
}

static void step_done(uv_fs_t* uv) {
  struct read_file* r = (struct read_file*) uv;
  gy_env* env = gy_env_here();
  ssize_t result = uv->result;

  /* A worker that ends waits for its requests; the file may have no end. */
  if (env->exiting && r->step == READ && result > 0)
    result = UV_ECANCELED;
  while (advance(r, result)) {
    uv_fs_req_cleanup(&r->uv);
    /* The loop repeats only for a step that could not be started. */
    result = issue_later(r, env->loop);
    if (result == 0)
      return;
  }
  uv_fs_req_cleanup(&r->uv);
  finish(env, r);
}

static JSValueRef read_later(gy_env* env, struct read_file* from, JSObjectRef done,
                             JSValueRef* exception) {
  struct read_file* r = malloc(sizeof(*r));
  int err = UV_ENOMEM;

  if (r != NULL) {
    *r = *from;
    r->done = done = gy_callback(env, done, "FSREQCALLBACK");
    r->origin = gy_origin_is_cheap(env) ? gy_origin_here(env) : NULL;
    err = issue_later(r, env->loop);
    if (err == 0) {
      r->place = gy_hold_briefly(env, done);
      return gy_undefined(env);
    }
    free(r);
  }
  dispose(from);
  return gy_throw_uv(env, exception, err, syscalls[from->step], NULL, NULL);
}

/* ---- Synchronous ---- */

static JSValueRef read_now(gy_env* env, struct read_file* r, bool quiet, JSValueRef* exception) {
  JSValueRef value = NULL;
  ssize_t result;

  do {
    result = issue(r, env->loop, NULL);
  } while (advance(r, result));
  uv_fs_req_cleanup(&r->uv);
  if (r->err == 0)
    value = contents(env, r);
  else if (quiet)
    value = gy_number(env, r->err);
  else
    /* As in Node: of the synchronous errors only that of open() has the path. */
    gy_throw_uv(env, exception, r->err, syscalls[r->failed], r->failed == OPEN ? r->path : NULL,
                NULL);
  dispose(r);
  return value;
}

/* False with an exception. */
static bool get_arguments(gy_env* env, size_t argc, const JSValueRef* argv, struct read_file* r,
                          JSValueRef* exception) {
  struct gy_text path;

  *r = (struct read_file){.encoding = (enum encoding) gy_arg_int(env->ctx, argc, argv, 2),
                          .flags = gy_arg_int(env->ctx, argc, argv, 1)};
  if (argc > 0 && JSValueIsNumber(env->ctx, argv[0])) {
    r->fd = gy_arg_int(env->ctx, argc, argv, 0);
    r->step = FSTAT;
    return true;
  }
  if (argc == 0 || !fs_path_get(env, argv[0], &path, exception))
    return false;
  r->path = strdup(path.data);
  r->ours = true;
  gy_text_free(&path);
  if (r->path == NULL)
    gy_throw_uv(env, exception, UV_ENOMEM, "open", NULL, NULL);
  return r->path != NULL;
}

GY_FUNCTION(read_file) {
  gy_env* env = gy_env_here();
  struct read_file r;
  JSObjectRef done = NULL;
  JSValueRef value = NULL;
  bool understood;

  /* The engine is locked once for all arguments, and not during the system calls. */
  understood = get_arguments(env, argc, argv, &r, exception);
  if (understood && (done = gy_arg_function(ctx, argc, argv, 3)) != NULL)
    value = read_later(env, &r, done, exception);
  if (understood && done == NULL)
    value = read_now(env, &r, argc > 3 && JSValueIsNull(ctx, argv[3]), exception);
  return value;
}

/* For the module loaders: 0 a file, 1 a directory, negative: neither. */
GY_FUNCTION(module_stat) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  uv_fs_t req;

  if (argc == 0 || !fs_path_get(env, argv[0], &path, exception))
    return NULL;
  int err = uv_fs_stat(env->loop, &req, path.data, NULL);
  if (err == 0)
    err = S_ISDIR(req.statbuf.st_mode) ? 1 : 0;
  uv_fs_req_cleanup(&req);
  gy_text_free(&path);
  return gy_number(env, err);
}

void fs_bind_read_file(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"readFile", read_file},
      {"internalModuleStat", module_stat},
  };
  gy_define(env, target, functions);
}
