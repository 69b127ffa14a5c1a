/* src/runtime/bindings/pipe_wrap.c — unix sockets and pipes; handles that are passed over them.
 * (1) A handle is sent with the first byte of a message. lib/ calls accept() for each read, which
 *     makes handles of all descriptors that have arrived, so none is lost. */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "handle.h"

/* create(passesHandles) → id or errno */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_new(env);
  int ipc = gy_arg_bool(ctx, argc, argv, 0);
  int err = h == NULL ? UV_ENOMEM : uv_pipe_init(env->loop, &h->uv.pipe, ipc);

  return gy_handle_answer(env, h, err);
}

/* open(id, fd) */
GY_FUNCTION(open_fd) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_NAMED_PIPE);
  int fd = gy_arg_int(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h != NULL ? uv_pipe_open(&h->uv.pipe, fd) : UV_EBADF);
}

/* Applies `act` to the pipe of argument 0 and the path of argument 1. A path that begins with NUL
 * is an abstract name. */
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

/* ---- Passing handles ---- */

struct write_request {
  uv_write_t req;
  struct gy_handle* handle;
  char bytes[];
};

static void on_write(uv_write_t* req, int status) {
  struct write_request* w = (struct write_request*) req;
  struct gy_handle* h = w->handle;

  free(w);
  gy_handle_status(h, GY_ON_WRITE, status);
}

static int write_with(struct gy_handle* h, const char* bytes, size_t length,
                      struct gy_handle* passed) {
  struct write_request* w = malloc(sizeof(*w) + length);
  uv_buf_t buf;
  int err;

  if (w == NULL)
    return UV_ENOMEM;
  w->handle = h;
  memcpy(w->bytes, bytes, length);
  buf = uv_buf_init(w->bytes, (unsigned) length);
  err = uv_write2(&w->req, &h->uv.stream, &buf, 1, &passed->uv.stream, on_write);
  if (err != 0)
    free(w);
  return err;
}

/* writeHandle(id, string or buffer, id of a handle) → as the write functions of stream_wrap.c; a
 * callback always follows. */
GY_FUNCTION(write_handle) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_NAMED_PIPE);
  struct gy_handle* passed =
      argc < 3 ? NULL : gy_handle_arg(ctx, argc - 2, argv + 2, UV_UNKNOWN_HANDLE);
  struct gy_text text = {0};
  uint8_t* bytes;
  size_t length;
  int err;

  if (h == NULL || passed == NULL)
    return gy_number(env, UV_EBADF);
  if (JSValueIsString(ctx, argv[1])) {
    if (!gy_text_get(env, argv[1], &text, exception))
      return NULL;
    length = text.length;
    err = write_with(h, text.data, length, passed);
    gy_text_free(&text);
  } else if (gy_bytes_get(env, argv[1], &bytes, &length))
    err = write_with(h, (const char*) bytes, length, passed);
  else
    err = UV_EINVAL;
  return gy_number(env, err != 0 ? err : (double) length * 2 + 1);
}

/* Descriptors of other types (files, terminals) become pipes, to be closed. A UDP socket that
 * processes share must receive one datagram at a time: the rest of a batch would be lost to the
 * other processes when this one closes the socket. */
static int init_as(struct gy_handle* h, uv_handle_type type) {
  if (type == UV_TCP)
    return uv_tcp_init(h->env->loop, &h->uv.tcp);
  if (type == UV_UDP)
    return uv_udp_init(h->env->loop, &h->uv.udp);
  return uv_pipe_init(h->env->loop, &h->uv.pipe, 0);
}

static struct gy_handle* accept_next(struct gy_handle* channel, uv_handle_type type) {
  struct gy_handle* h = gy_handle_new(channel->env);

  if (h == NULL || init_as(h, type) != 0) {
    if (h != NULL)
      gy_handle_abandon(h);
    return NULL;
  }
  h->uv.handle.data = h;
  h->origin = channel->origin;
  if (uv_accept(&channel->uv.stream, &h->uv.stream) == 0)
    return h;
  gy_handle_close(h, false);
  return NULL;
}

/* accept(id) → undefined, or a flat list: type ('TCP', 'PIPE', 'UDP') and id of each handle. */
GY_FUNCTION(accept_passed) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_NAMED_PIPE);
  JSObjectRef list = NULL;
  unsigned count = 0;

  while (h != NULL && uv_pipe_pending_count(&h->uv.pipe) > 0) {
    uv_handle_type type = uv_pipe_pending_type(&h->uv.pipe);
    const char* name = type == UV_TCP ? "TCP" : type == UV_UDP ? "UDP" : "PIPE";
    int waiting = uv_pipe_pending_count(&h->uv.pipe);
    struct gy_handle* passed = accept_next(h, type);
    if (passed == NULL && uv_pipe_pending_count(&h->uv.pipe) == waiting)
      break; /* no memory */
    if (passed == NULL)
      continue;
    if (type != UV_TCP && type != UV_UDP && type != UV_NAMED_PIPE) {
      gy_handle_close(passed, false);
      continue;
    }
    if (list == NULL)
      list = gy_array_new(env, 0);
    JSObjectSetPropertyAtIndex(ctx, list, count++, gy_string(env, name), NULL);
    JSObjectSetPropertyAtIndex(ctx, list, count++, gy_number(env, passed->id), NULL);
  }
  return list != NULL ? list : gy_undefined(env);
}

void gy_bind_pipe_wrap(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},      {"open", open_fd},      {"bind", bind_to},
      {"connect", connect_to}, {"chmod", change_mode}, {"writeHandle", write_handle},
      {"accept", accept_passed},
  };

  gy_define(env, target, functions);
  gy_set_number(env, target, "UV_READABLE", UV_READABLE);
  gy_set_number(env, target, "UV_WRITABLE", UV_WRITABLE);
}
