/* src/runtime/bindings/tcp_wrap.c — TCP sockets: making, naming, connecting. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include "address.h"
#include "handle.h"

/* create() → id or errno */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_new(env);
  int err = h == NULL ? UV_ENOMEM : uv_tcp_init(env->loop, &h->uv.tcp);

  return gy_handle_answer(env, h, err);
}

/* open(id, fd); the descriptor stays the caller's if that fails */
GY_FUNCTION(open_fd) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  int fd = gy_arg_int(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h != NULL ? uv_tcp_open(&h->uv.tcp, fd) : UV_EBADF);
}

/* bind(id, address, port, flags) */
GY_FUNCTION(bind_to) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  unsigned flags = (unsigned) gy_arg_int(ctx, argc, argv, 3);
  struct sockaddr_storage address;
  int err = h == NULL ? UV_EBADF : gy_address_arg(ctx, argc, argv, 1, &address, exception);

  if (err == 0)
    err = uv_tcp_bind(&h->uv.tcp, (struct sockaddr*) &address, flags);
  return gy_number(gy_env_here(), err);
}

static void on_connect(uv_connect_t* req, int status) {
  struct gy_handle* h = req->data;

  free(req);
  gy_handle_status(h, GY_ON_CONNECT, status);
}

/* connect(id, address, port) */
GY_FUNCTION(connect_to) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  struct sockaddr_storage address;
  uv_connect_t* req;
  int err = h == NULL ? UV_EBADF : gy_address_arg(ctx, argc, argv, 1, &address, exception);

  if (err != 0)
    return gy_number(gy_env_here(), err);
  req = malloc(sizeof(*req));
  if (req == NULL)
    return gy_number(gy_env_here(), UV_ENOMEM);
  req->data = h;
  err = uv_tcp_connect(req, &h->uv.tcp, (struct sockaddr*) &address, on_connect);
  if (err != 0)
    free(req);
  return gy_number(gy_env_here(), err);
}

GY_FUNCTION(sock_name) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  struct sockaddr_storage address = {0};
  int length = sizeof(address);
  int err =
      h == NULL ? UV_EBADF : uv_tcp_getsockname(&h->uv.tcp, (struct sockaddr*) &address, &length);

  return gy_address_answer(gy_env_here(), err, &address);
}

GY_FUNCTION(peer_name) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  struct sockaddr_storage address = {0};
  int length = sizeof(address);
  int err =
      h == NULL ? UV_EBADF : uv_tcp_getpeername(&h->uv.tcp, (struct sockaddr*) &address, &length);

  return gy_address_answer(gy_env_here(), err, &address);
}

/* setNoDelay(id, on) */
GY_FUNCTION(set_no_delay) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  int on = gy_arg_bool(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h != NULL ? uv_tcp_nodelay(&h->uv.tcp, on) : UV_EBADF);
}

/* setKeepAlive(id, on, seconds, interval, count); without an interval the defaults of the system
 * apply */
GY_FUNCTION(set_keep_alive) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  int on = gy_arg_bool(ctx, argc, argv, 1), err;
  unsigned idle = (unsigned) gy_arg_int(ctx, argc, argv, 2);
  unsigned interval = (unsigned) gy_arg_int(ctx, argc, argv, 3);
  unsigned count = (unsigned) gy_arg_int(ctx, argc, argv, 4);

  if (h == NULL)
    err = UV_EBADF;
  else if (interval == 0)
    err = uv_tcp_keepalive(&h->uv.tcp, on, on && idle == 0 ? 1 : idle);
  else
    err = uv_tcp_keepalive_ex(&h->uv.tcp, on, idle ? idle : 1, interval, count);
  return gy_number(gy_env_here(), err);
}

/* The socket and which option of it holds the type of service. */
static int tos_option(struct gy_handle* h, uv_os_fd_t* fd, int* level, int* name) {
  struct sockaddr_storage address = {0};
  int length = sizeof(address);
  int err = h == NULL ? UV_EBADF : uv_fileno(&h->uv.handle, fd);

  if (err == 0)
    err = uv_tcp_getsockname(&h->uv.tcp, (struct sockaddr*) &address, &length);
  *level = address.ss_family == AF_INET6 ? IPPROTO_IPV6 : IPPROTO_IP;
  *name = address.ss_family == AF_INET6 ? IPV6_TCLASS : IP_TOS;
  return err;
}

/* setTypeOfService(id, value) */
GY_FUNCTION(set_tos) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  int value = gy_arg_int(ctx, argc, argv, 1), level, name;
  uv_os_fd_t fd;
  int err = tos_option(h, &fd, &level, &name);

  if (err == 0 && setsockopt(fd, level, name, &value, sizeof(value)) == -1)
    err = -errno;
  return gy_number(gy_env_here(), err);
}

/* getTypeOfService(id) → value or errno */
GY_FUNCTION(get_tos) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  int value = 0, level, name;
  socklen_t size = sizeof(value);
  uv_os_fd_t fd;
  int err = tos_option(h, &fd, &level, &name);

  if (err == 0 && getsockopt(fd, level, name, &value, &size) == -1)
    err = -errno;
  return gy_number(gy_env_here(), err == 0 ? value : err);
}

/* reset(id): closes with RST. */
GY_FUNCTION(reset) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);

  return gy_number(gy_env_here(),
                   h != NULL ? uv_tcp_close_reset(&h->uv.tcp, gy_handle_on_closed) : UV_EBADF);
}

/* duplicate(id) → another descriptor of the socket, or errno */
GY_FUNCTION(duplicate) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TCP);
  uv_os_fd_t fd;
  int err = h == NULL ? UV_EBADF : uv_fileno(&h->uv.handle, &fd);

  if (err == 0) {
    err = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    err = err == -1 ? -errno : err;
  }
  return gy_number(gy_env_here(), err);
}

void gy_bind_tcp_wrap(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},
      {"open", open_fd},
      {"bind", bind_to},
      {"connect", connect_to},
      {"getsockname", sock_name},
      {"getpeername", peer_name},
      {"setNoDelay", set_no_delay},
      {"setKeepAlive", set_keep_alive},
      {"setTypeOfService", set_tos},
      {"getTypeOfService", get_tos},
      {"reset", reset},
      {"duplicate", duplicate},
  };

  gy_define(env, target, functions);
  gy_set_number(env, target, "UV_TCP_IPV6ONLY", UV_TCP_IPV6ONLY);
  gy_set_number(env, target, "UV_TCP_REUSEPORT", UV_TCP_REUSEPORT);
}
