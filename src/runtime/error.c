/* src/runtime/error.c — errors made in C, uncaught errors, and the exit of the process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/handle.h"
#include "gyre.h"
#include "see/blocked.h"
#include "see/metrics.h"

static JSValueRef maybe_string(gy_env* env, const char* text) {
  return text != NULL ? gy_string(env, text) : gy_undefined(env);
}

JSValueRef gy_uv_error_text(gy_env* env, int err, const char* message, const char* syscall,
                            const char* path, const char* dest) {
  char name[64];
  JSValueRef error = NULL, made;

  uv_err_name_r(err, name, sizeof(name));
  JSValueRef argv[] = {gy_number(env, err),     gy_string(env, name),
                       gy_string(env, message), maybe_string(env, syscall),
                       maybe_string(env, path), maybe_string(env, dest)};
  JSObjectRef make = gy_hook(env, GY_UV_EXCEPTION);
  if (make == NULL)
    return argv[2];
  made = JSObjectCallAsFunction(env->ctx, make, NULL, GY_COUNT(argv), argv, &error);
  return made != NULL ? made : error;
}

JSValueRef gy_uv_error(gy_env* env, int err, const char* syscall, const char* path,
                       const char* dest) {
  char message[128];

  uv_strerror_r(err, message, sizeof(message));
  return gy_uv_error_text(env, err, message, syscall, path, dest);
}

JSValueRef gy_throw_uv(gy_env* env, JSValueRef* exception, int err, const char* syscall,
                       const char* path, const char* dest) {
  *exception = gy_uv_error(env, err, syscall, path, dest);
  return NULL;
}

static JSValueRef throw_as(gy_env* env, JSValueRef* exception, const char* class,
                           const char* message) {
  JSValueRef argument = gy_string(env, message), made = NULL;
  JSValueRef constructor = gy_get(env, env->global, class);

  /* The program may have replaced the constructor. */
  if (strcmp(class, "Error") == 0)
    made = JSObjectMakeError(env->ctx, 1, &argument, NULL);
  else if (JSValueIsObject(env->ctx, constructor))
    made = JSObjectCallAsConstructor(env->ctx, (JSObjectRef) constructor, 1, &argument, NULL);
  *exception = made != NULL ? made : argument;
  return NULL;
}

JSValueRef gy_throw(gy_env* env, JSValueRef* exception, const char* message) {
  return throw_as(env, exception, "Error", message);
}

JSValueRef gy_throw_type(gy_env* env, JSValueRef* exception, const char* message) {
  return throw_as(env, exception, "TypeError", message);
}

JSValueRef gy_throw_range(gy_env* env, JSValueRef* exception, const char* message) {
  return throw_as(env, exception, "RangeError", message);
}

/* The last resort, when lib/ itself is not there or failed: a line is better than silence. */
static void print_plainly(gy_env* env, JSValueRef error) {
  struct gy_text text;
  JSValueRef shown = error;

  if (JSValueIsObject(env->ctx, error)) {
    JSValueRef stack = gy_get(env, (JSObjectRef) error, "stack");
    if (gy_text_get(env, error, &text, NULL))
      fprintf(stderr, "%s\n", text.data);
    gy_text_free(&text);
    shown = stack;
  }
  if (gy_text_get(env, shown, &text, NULL))
    fprintf(stderr, "%s\n", text.data);
  gy_text_free(&text);
}

void gy_uncaught(gy_env* env, JSValueRef error) {
  JSValueRef failed = NULL, handled;
  JSObjectRef hook;

  if (env->exiting)
    return;
  gy_handle_flush_held();
  hook = gy_hook(env, GY_UNCAUGHT);
  if (hook == NULL) {
    print_plainly(env, error);
    gy_exit(env, 1);
    return;
  }
  handled = JSObjectCallAsFunction(env->ctx, hook, NULL, 1, &error, &failed);
  if (env->exiting)
    return;
  if (failed != NULL) {
    print_plainly(env, failed);
    gy_exit(env, 7);
  } else if (!JSValueToBoolean(env->ctx, handled)) {
    gy_exit(env, env->exit_code); /* lib/ has set it */
  }
}

void gy_exit(gy_env* env, int code) {
  gy_handle_flush_held();
  env->exiting = true;
  if (env->worker != NULL) {
    env->exit_code = code;
    uv_stop(env->loop);
    return;
  }
  gy_blocked_end(env);
  uv_tty_reset_mode();
  fflush(NULL);
  gy_otlp_end();
  if (env->at_exit != NULL)
    env->at_exit(code);
  /* Not exit(): the engine's threads still run, and nothing of ours needs a destructor. */
  _exit(code);
}
