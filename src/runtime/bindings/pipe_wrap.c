/* src/runtime/bindings/pipe_wrap.c — unix sockets and pipes. */
#include <stdlib.h>

#include "handle.h"

/* create() → id or errno */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_new(env);
  int err = h == NULL ? UV_ENOMEM : uv_pipe_init(env->loop, &h->uv.pipe, 0);

  return gy_handle_answer(env, h, err);
}

/* open(id, fd) */
GY_FUNCTION(open_fd) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_NAMED_PIPE);
  int fd = gy_arg_int(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h != NULL ? uv_pipe_open(&h->uv.pipe, fd) : UV_EBADF);
}

/* Does to the pipe of argument 0 what `act` does with the path of argument 1. A path that begins
 * with NUL is an abstract name. */
static JSValueRef with_path(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                            JSValueRef* exception,
                            int (*act)(struct gy_handle* h, const struct gy_text* path)) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_NAMED_PIPE);
  struct gy_text path;
  int err;

  if (h == NULL || argc < 2)
    return gy_number(env, UV_EBADF);
  if (!gy_text_get(env, argv[1], &path, exception))
    return NULL;
  err = act(h, &path);
  gy_text_free(&path);
  return gy_number(env, err);
}

static int start_bind(struct gy_handle* h, const struct gy_text* path) {
  return uv_pipe_bind2(&h->uv.pipe, path->data, path->length, UV_PIPE_NO_TRUNCATE);
}

/* bind(id, path) */
GY_FUNCTION(bind_to) {
  return with_path(ctx, argc, argv, exception, start_bind);
}

static void on_connect(uv_connect_t* req, int status) {
  struct gy_handle* h = req->data;

  free(req);
  gy_handle_status(h, GY_ON_CONNECT, status);
}

static int start_connect(struct gy_handle* h, const struct gy_text* path) {
  uv_connect_t* req = malloc(sizeof(*req));
  int err;

  if (req == NULL)
    return UV_ENOMEM;
  req->data = h;
  err =
      uv_pipe_connect2(req, &h->uv.pipe, path->data, path->length, UV_PIPE_NO_TRUNCATE, on_connect);
  if (err != 0)
    free(req);
  return err;
}

/* connect(id, path) */
GY_FUNCTION(connect_to) {
  return with_path(ctx, argc, argv, exception, start_connect);
}

/* chmod(id, mode): UV_READABLE, UV_WRITABLE or both. */
GY_FUNCTION(change_mode) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_NAMED_PIPE);
  int mode = gy_arg_int(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h != NULL ? uv_pipe_chmod(&h->uv.pipe, mode) : UV_EBADF);
}

void gy_bind_pipe_wrap(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},      {"open", open_fd},      {"bind", bind_to},
      {"connect", connect_to}, {"chmod", change_mode},
  };

  gy_define(env, target, functions);
  gy_set_number(env, target, "UV_READABLE", UV_READABLE);
  gy_set_number(env, target, "UV_WRITABLE", UV_WRITABLE);
}
