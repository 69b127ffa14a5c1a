/* src/runtime/bindings/crypto/job.c — see job.h. */
#include "job.h"

#include <stdlib.h>

#include "runtime/see/see.h"

void* gy_job_new(gy_env* env, const struct gy_job_type* type, JSValueRef* exception) {
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_job* job = ssl != NULL ? calloc(1, type->size) : NULL;

  if (job == NULL) {
    if (ssl != NULL)
      gy_throw(env, exception, "Out of memory");
    return NULL;
  }
  job->type = type;
  job->env = env;
  job->ssl = ssl;
  return job;
}

JSValueRef gy_job_abandon(struct gy_job* job) {
  job->type->free(job);
  gy_drop(job->env, job->callback);
  free(job);
  return NULL;
}

static void run(struct gy_job* job) {
  job->ssl->ERR_clear_error();
  job->failed = !job->type->run(job);
  gy_openssl_errors_take(job->ssl, &job->errors);
}

static JSValueRef error_of(const struct gy_job* job) {
  const char* message = job->failure != NULL ? job->failure : job->type->failure;

  if (job->errors.count == 0)
    return gy_code_error(job->env, "ERR_CRYPTO_OPERATION_FAILED", message);
  return gy_openssl_error(job->env, job->ssl, &job->errors, GY_OSSL_FIRST, message);
}

static void on_work(uv_work_t* request) {
  run(request->data);
}

static void on_done(uv_work_t* request, int status) {
  struct gy_job* job = request->data;
  gy_env* env = job->env;

  if (!env->exiting) {
    bool failed = status != 0 || job->failed;
    JSValueRef argv[2] = {failed ? error_of(job) : JSValueMakeNull(env->ctx)};
    if (!failed)
      argv[1] = job->type->result(job);
    gy_enter(env, GY_IO, (JSObjectRef) job->callback, NULL, failed ? 1 : 2, argv);
  }
  gy_job_abandon(job);
}

static JSValueRef run_at_once(struct gy_job* job, JSValueRef* exception) {
  JSValueRef result = NULL;

  run(job);
  if (job->failed)
    *exception = error_of(job);
  else
    result = job->type->result(job);
  gy_job_abandon(job);
  return result;
}

JSValueRef gy_job_start(struct gy_job* job, JSValueRef callback, JSValueRef* exception) {
  gy_env* env = job->env;
  JSObjectRef function = gy_arg_function(env->ctx, 1, &callback, 0);
  int err;

  if (function == NULL)
    return run_at_once(job, exception);
  job->callback = gy_hold(env, gy_callback(env, function, job->type->name));
  job->request.data = job;
  err = uv_queue_work(env->loop, &job->request, on_work, on_done);
  if (err == 0) {
    gy_origin_set_req(env, (uv_req_t*) &job->request);
    return gy_undefined(env);
  }
  gy_job_abandon(job);
  return gy_throw_uv(env, exception, err, "queue_work", NULL, NULL);
}
