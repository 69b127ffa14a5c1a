/* src/runtime/bindings/tty_wrap.c — terminals. */
#include <unistd.h>

#include "handle.h"

/* create(fd) → id or errno */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_new(env);
  int fd = gy_arg_int(ctx, argc, argv, 0);
  int err = h == NULL ? UV_ENOMEM : uv_tty_init(env->loop, &h->uv.tty, fd, 0);

  return gy_handle_answer(env, h, err);
}

GY_FUNCTION(is_tty) {
  return gy_bool(gy_env_here(), uv_guess_handle(gy_arg_int(ctx, argc, argv, 0)) == UV_TTY);
}

/* getWindowSize(id) → [columns, rows] or errno */
GY_FUNCTION(window_size) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TTY);
  JSValueRef size[2];
  int columns, rows;
  int err = h == NULL ? UV_EBADF : uv_tty_get_winsize(&h->uv.tty, &columns, &rows);

  if (err != 0)
    return gy_number(env, err);
  size[0] = gy_number(env, columns);
  size[1] = gy_number(env, rows);
  return JSObjectMakeArray(ctx, 2, size, NULL);
}

/* setRawMode(id, on) */
GY_FUNCTION(set_raw_mode) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_TTY);
  bool on = gy_arg_bool(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h == NULL ? UV_EBADF
                                            : uv_tty_set_mode(&h->uv.tty, on ? UV_TTY_MODE_RAW_VT
                                                                             : UV_TTY_MODE_NORMAL));
}

void gy_bind_tty_wrap(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},
      {"isTTY", is_tty},
      {"getWindowSize", window_size},
      {"setRawMode", set_raw_mode},
  };

  gy_define(env, target, functions);
}
