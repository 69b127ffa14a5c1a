/* src/runtime/bindings/fs/call.c — runs one operation of ops.def.
 *
 * (1) Request structs are reused: a program that only calls stat() allocates one.
 * (2) The owner of the memory that an operation reads or writes is protected from the collector
 *     until the operation has ended.
 * (3) An asynchronous completion enters JavaScript once, after the request has been released: the
 *     callback may start the next operation with the same struct. */
#include <stdlib.h>
#include <string.h>

#include "runtime/bindings/buffer.h"
#include "runtime/bindings/fs/fs.h"
#include "runtime/see/see.h"

enum { KEEP_FREE = 64 };

_Thread_local struct fs_state* fs_state;

static struct fs_req* req_take(void) {
  struct fs_req* req = fs_state->free;

  if (req == NULL)
    return malloc(sizeof(*req));
  fs_state->free = req->next;
  fs_state->nfree--;
  return req;
}

static void req_give(struct fs_req* req) {
  if (fs_state->nfree == KEEP_FREE) {
    free(req);
    return;
  }
  req->next = fs_state->free;
  fs_state->free = req;
  fs_state->nfree++;
}

void fs_state_free(struct fs_state* state) {
  for (struct fs_req *req = state->free, *next; req != NULL; req = next) {
    next = req->next;
    free(req);
  }
  free(state);
}

static void req_init(struct fs_req* req, const struct fs_op* op, const struct fs_args* a) {
  req->op = op;
  req->flag = a->flag;
  req->done = NULL;
  req->hold = NULL;
  req->memory = NULL;
  /* uv_fs_req_cleanup() reads these if the operation fails before it starts. */
  req->uv.fs_type = UV_FS_UNKNOWN;
  req->uv.path = NULL;
  req->uv.new_path = NULL;
  req->uv.ptr = NULL;
  req->uv.bufs = NULL;
}

static void req_clean(struct fs_req* req) {
  uv_fs_req_cleanup(&req->uv);
  free(req->memory);
}

/* ---- Asynchronous ---- */

/* In a worker: what it has opened is known. */
static void record_open(gy_env* env, const struct fs_op* op, int64_t result) {
  if (env->worker != NULL && result >= 0 && strcmp(op->name, "open") == 0)
    fs_descriptor_set(env, (int) result, true);
}

static void finished(uv_fs_t* uv) {
  struct fs_req* req = (struct fs_req*) uv;
  gy_env* env = gy_env_here();
  JSObjectRef done = req->done;
  uint16_t place = req->done_place;
  JSValueRef argv[2] = {NULL, NULL};

  if (uv->result < 0) {
    argv[0] = gy_uv_error(env, (int) uv->result, req->op->syscall, uv->path, uv->new_path);
  } else {
    record_open(env, req->op, uv->result);
    argv[0] = JSValueMakeNull(env->ctx);
    argv[1] = req->op->value(env, req);
  }
  if (req->hold != NULL)
    gy_drop_briefly(env, req->hold_place, req->hold);
  req_clean(req);
  req_give(req);
  gy_enter(env, GY_IO, done, NULL, argv[1] == NULL ? 1 : 2, argv);
  gy_drop_briefly(env, place, done);
}

static JSValueRef call_later(gy_env* env, const struct fs_op* op, struct fs_args* a,
                             JSObjectRef done, JSValueRef* exception) {
  struct fs_req* req = req_take();
  int err = UV_ENOMEM;

  if (req != NULL) {
    req_init(req, op, a);
    req->done = done;
    req->hold = a->hold;
    err = op->start(env->loop, req, a, finished);
    if (err == 0) {
      if (gy_origin_is_cheap(env))
        gy_origin_set_req(env, (uv_req_t*) &req->uv);
      req->done_place = gy_hold_briefly(env, done);
      if (a->hold != NULL)
        req->hold_place = gy_hold_briefly(env, a->hold);
      return gy_undefined(env);
    }
    free(req->memory);
    req_give(req);
  }
  return gy_throw_uv(env, exception, err, op->syscall, a->paths > 0 ? a->path[0].data : NULL,
                     a->paths > 1 ? a->path[1].data : NULL);
}

/* ---- Synchronous ---- */

static JSValueRef call_now(gy_env* env, const struct fs_op* op, struct fs_args* a, bool quiet,
                           JSValueRef* exception) {
  struct fs_req req;
  JSValueRef value = NULL;

  req_init(&req, op, a);
  int err = op->start(env->loop, &req, a, NULL);
  if (err >= 0) {
    record_open(env, op, req.uv.result);
    value = op->value(env, &req);
    if (value == NULL)
      value = quiet ? gy_number(env, 0) : gy_undefined(env);
  } else if (quiet) {
    value = gy_number(env, err);
  } else {
    gy_throw_uv(env, exception, err, op->syscall, a->paths > 0 ? a->path[0].data : NULL,
                a->paths > 1 ? a->path[1].data : NULL);
  }
  req_clean(&req);
  return value;
}

JSValueRef fs_call(const struct fs_op* op, size_t argc, const JSValueRef* argv,
                   JSValueRef* exception) {
  gy_env* env = gy_env_here();
  struct fs_args a;
  size_t last;
  JSObjectRef done = NULL;
  JSValueRef value = NULL;
  bool understood, quiet = false;

  /* The engine is locked once for all arguments, and not during the system call. */
  understood = fs_args_get(env, op->args, argc, argv, &a, &last, exception);
  if (understood && env->worker != NULL && strcmp(op->name, "close") == 0)
    fs_descriptor_set(env, (int) a.n[0], false);
  if (understood) {
    done = gy_arg_function(env->ctx, argc, argv, last);
    quiet = last < argc && JSValueIsNull(env->ctx, argv[last]);
    if (done != NULL)
      value = call_later(env, op, &a, gy_callback(env, done, "FSREQCALLBACK"), exception);
  }
  if (understood && done == NULL)
    value = call_now(env, op, &a, quiet, exception);
  fs_args_free(&a);
  return value;
}
