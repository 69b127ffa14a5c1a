/* src/runtime/bindings/crypto/job.h — operations that take long. They run on the thread pool, or,
 * without a callback, at once.
 *
 * (1) A job owns copies of its input, or references to it, as the program may change its buffers
 *     meanwhile.
 * (2) run() is called once, on any thread, and does not use JavaScript. OpenSSL's errors are taken
 *     after it on the same thread.
 * (3) The callback is called once, from the loop, with (error) or (null, result); the job is freed
 *     after it. Without a callback the result is returned, or the error thrown. */
#ifndef BINDINGS_CRYPTO_JOB_H
#define BINDINGS_CRYPTO_JOB_H

#include "crypto.h"
#include "runtime/openssl/error.h"

struct gy_job;

struct gy_job_type {
  const char* name;                /* its name in async hooks, trace and top: "PBKDF2REQUEST" */
  size_t size;                     /* of the structure, which begins with a struct gy_job */
  bool (*run)(struct gy_job* job); /* false: it failed */
  JSValueRef (*result)(struct gy_job* job); /* of one that did not fail */
  void (*free)(struct gy_job* job);         /* frees what the job owns, not the job itself */
  const char* failure;                      /* the message where OpenSSL has none */
};

struct gy_job {
  uv_work_t request;
  const struct gy_job_type* type;
  gy_env* env;
  const struct gy_openssl* ssl;
  JSValueRef callback;
  struct gy_openssl_errors errors;
  const char* failure; /* another message than that of the type, or NULL */
  bool failed;
};

/* All zero but the first fields. NULL with an exception. */
void* gy_job_new(gy_env* env, const struct gy_job_type* type, JSValueRef* exception);
/* Takes the job. `callback` is a function, or any other value. */
JSValueRef gy_job_start(struct gy_job* job, JSValueRef callback, JSValueRef* exception);
/* For a job that was not started. Returns NULL. */
JSValueRef gy_job_abandon(struct gy_job* job);

#endif
