/* src/runtime/bindings/fs/descriptors.c — tracks the descriptors that a worker opens by fs. Those
 * that are still open when it ends are closed, because a worker may be terminated anywhere.
 * (1) Nothing is recorded on the main thread, or with the option trackUnmanagedFds: false.
 * (2) A descriptor that moves to another thread is recorded there.
 * (3) A warning is emitted when the kernel returns a number that is recorded as open, or when a
 *     number is closed that is not recorded: another thread has closed or opened it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/bindings/fs/fs.h"

static _Thread_local struct {
  bool* is_open; /* by descriptor */
  int size;
  bool is_off;
} opened;

static void close_all(gy_env* env) {
  for (int fd = 0; fd < opened.size; fd++)
    if (opened.is_open[fd])
      close(fd);
  free(opened.is_open);
}

static bool grow(int size) {
  bool* is_open = realloc(opened.is_open, (size_t) size * sizeof(*is_open));

  if (is_open == NULL)
    return false;
  memset(is_open + opened.size, 0, (size_t) (size - opened.size) * sizeof(*is_open));
  opened.is_open = is_open;
  opened.size = size;
  return true;
}

/* (3) */
static void warn(gy_env* env, int fd, const char* what) {
  JSObjectRef emit = gy_builtin_function(env, "internal/process/warning", "emitWarning");
  JSValueRef argument;
  char text[96];

  snprintf(text, sizeof(text), "File descriptor %d %s", fd, what);
  argument = gy_string(env, text);
  if (emit != NULL)
    JSObjectCallAsFunction(env->ctx, emit, NULL, 1, &argument, NULL);
}

void fs_descriptor_set(gy_env* env, int fd, bool on) {
  bool was_open = fd >= 0 && fd < opened.size && opened.is_open[fd];

  if (env->worker == NULL || opened.is_off || fd < 0)
    return;
  if (was_open == on && !env->exiting)
    warn(env, fd,
         on ? "opened in unmanaged mode twice" : "closed but not opened in unmanaged mode");
  if (fd < opened.size)
    opened.is_open[fd] = on;
  else if (on && grow(2 * fd + 64))
    opened.is_open[fd] = true;
}

/* setOpened(fd, on); setOpened(-1): nothing is recorded any more */
GY_FUNCTION(set_opened) {
  gy_env* env = gy_env_here();
  int fd = gy_arg_int(ctx, argc, argv, 0);

  if (fd < 0)
    opened.is_off = true;
  fs_descriptor_set(env, fd, gy_arg_bool(ctx, argc, argv, 1));
  return gy_undefined(env);
}

void fs_bind_descriptors(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"setOpened", set_opened}};

  gy_define(env, target, functions);
  gy_at_close(env, close_all);
}
