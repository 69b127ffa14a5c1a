/* src/runtime/bindings/crypto/random.c — random bytes from the kernel.
 *
 * (1) They are written directly into the program's buffer, which is kept alive meanwhile.
 * (2) OpenSSL is not loaded for short requests. Long ones, in a program that makes many, use
 *     OpenSSL's generator, which the kernel seeds: that takes half the time of a system call. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/random.h>

#include "crypto.h"
#include "runtime/see/see.h"

enum { LONG = 256, FIRST_CALLS = 64 };

struct fill {
  uv_work_t request;
  gy_env* env;
  JSValueRef callback;
  JSValueRef target;
  uint8_t* out;
  size_t length;
  bool failed;
};

static bool fill_bytes(uint8_t* out, size_t length) {
  while (length > 0) {
    ssize_t n = getrandom(out, length, 0);
    if (n < 0 && errno != EINTR)
      return false;
    if (n > 0) {
      out += n;
      length -= (size_t) n;
    }
  }
  return true;
}

static bool fill_now(gy_env* env, uint8_t* out, size_t length) {
  static _Thread_local unsigned calls;
  const struct gy_openssl* ssl = NULL;
  JSValueRef ignored = NULL;

  if (length >= LONG && length <= INT_MAX && (calls > FIRST_CALLS || ++calls > FIRST_CALLS))
    ssl = gy_openssl(env, &ignored);
  if (ssl != NULL && ssl->RAND_bytes(out, (int) length) == 1)
    return true;
  if (ssl != NULL)
    ssl->ERR_clear_error();
  return fill_bytes(out, length);
}

static void on_work(uv_work_t* request) {
  struct fill* fill = request->data;
  fill->failed = !fill_bytes(fill->out, fill->length);
}

static void fill_free(struct fill* fill) {
  gy_drop(fill->env, fill->callback);
  gy_drop(fill->env, fill->target);
  free(fill);
}

static void on_done(uv_work_t* request, int status) {
  struct fill* fill = request->data;
  gy_env* env = fill->env;

  if (!env->exiting) {
    JSValueRef result =
        status != 0 || fill->failed ? JSValueMakeNull(env->ctx) : fill->target;
    gy_enter(env, GY_IO, (JSObjectRef) fill->callback, NULL, 1, &result);
  }
  fill_free(fill);
}

static JSValueRef start(gy_env* env, const JSValueRef argv[], uint8_t* out, size_t length,
                        JSValueRef* exception) {
  struct fill* fill = calloc(1, sizeof(*fill));
  int err;

  if (fill == NULL)
    return gy_throw(env, exception, "Out of memory");
  fill->env = env;
  fill->out = out;
  fill->length = length;
  fill->target = gy_hold(env, argv[0]);
  fill->callback = gy_hold(env, gy_callback(env, (JSObjectRef) argv[3], "RANDOMBYTESREQUEST"));
  fill->request.data = fill;
  err = uv_queue_work(env->loop, &fill->request, on_work, on_done);
  if (err == 0) {
    gy_origin_set_req(env, (uv_req_t*) &fill->request);
    return gy_undefined(env);
  }
  fill_free(fill);
  return gy_throw_uv(env, exception, err, "queue_work", NULL, NULL);
}

/* (buffer, offset, size, callback) → the buffer, or null after a failure. With a callback, which
 * gets that result: undefined */
GY_FUNCTION(random_fill) {
  gy_env* env = gy_env_here();
  double offset = gy_arg_number(ctx, argc, argv, 1);
  double size = gy_arg_number(ctx, argc, argv, 2);
  uint8_t* bytes;
  size_t length;

  if (argc < 4 || !gy_bytes_get(env, argv[0], &bytes, &length) || !(offset >= 0) || !(size >= 0) ||
      offset + size > (double) length)
    return gy_throw_type(env, exception, "argument must be a buffer");
  uint8_t* out = bytes + (size_t) offset;
  if (gy_arg_function(ctx, argc, argv, 3) != NULL)
    return start(env, argv, out, (size_t) size, exception);
  return fill_now(env, out, (size_t) size) ? argv[0] : JSValueMakeNull(ctx);
}

void gy_bind_crypto_random(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"randomFill", random_fill}};
  gy_define(env, target, functions);
}
