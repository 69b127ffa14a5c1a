/* src/runtime/bindings/crypto/jobs.c — jobs of the thread pool: pbkdf2, scrypt and random bytes.
 * Without a callback they run synchronously.
 *
 * (1) A job owns copies of its input: the program may change its buffers meanwhile. Only random
 *     bytes are written directly to the program's buffer, which is protected until then.
 * (2) The callback of a job is always called, from the loop, and the job is freed after it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "crypto.h"
#include "runtime/see/see.h"

struct job {
  uv_work_t request;
  gy_env* env;
  const struct gy_openssl* ssl;
  void (*run)(struct job* job);
  JSValueRef callback;
  JSValueRef target; /* the buffer that random bytes go to */
  uint8_t* out;
  size_t length;
  uint8_t* password;
  size_t password_length;
  uint8_t* salt;
  size_t salt_length;
  EVP_MD* digest;
  int iterations;
  uint64_t cost, block_size, parallelism, max_memory;
  bool failed;
};

static void job_free(struct job* job) {
  if (job->digest != NULL)
    job->ssl->EVP_MD_free(job->digest);
  gy_drop(job->env, job->callback);
  gy_drop(job->env, job->target);
  if (job->password != NULL)
    explicit_bzero(job->password, job->password_length);
  free(job->password);
  free(job->salt);
  if (job->target == NULL)
    free(job->out);
  free(job);
}

static void free_bytes(void* bytes, void* context) {
  (void) context;
  free(bytes);
}

/* The result for JavaScript: an ArrayBuffer, which takes the bytes, or null after a failure. */
static JSValueRef result_of(struct job* job) {
  uint8_t* out = job->out;

  if (job->failed)
    return JSValueMakeNull(job->env->ctx);
  if (job->target != NULL)
    return job->target;
  job->out = NULL;
  return JSObjectMakeArrayBufferWithBytesNoCopy(job->env->ctx, out, job->length, free_bytes, NULL,
                                                NULL);
}

static void on_work(uv_work_t* request) {
  struct job* job = (struct job*) request->data;
  job->run(job);
}

static void on_done(uv_work_t* request, int status) {
  struct job* job = (struct job*) request->data;
  gy_env* env = job->env;

  if (status != 0)
    job->failed = true;
  if (!env->exiting) {
    JSValueRef result = result_of(job);
    gy_enter(env, GY_IO, (JSObjectRef) job->callback, NULL, 1, &result);
  }
  job_free(job);
}

/* Without a callback, runs the job and returns its result, or null. */
static JSValueRef job_start(struct job* job, JSObjectRef callback, const char* type,
                            JSValueRef* exception) {
  gy_env* env = job->env;
  JSValueRef result;
  int err;

  if (callback == NULL) {
    job->run(job);
    result = result_of(job);
    job_free(job);
    return result;
  }
  job->callback = gy_hold(env, gy_callback(env, callback, type));
  job->request.data = job;
  err = uv_queue_work(env->loop, &job->request, on_work, on_done);
  if (err == 0) {
    gy_origin_set_req(env, (uv_req_t*) &job->request);
    return gy_undefined(env);
  }
  job_free(job);
  return gy_throw_uv(env, exception, err, "queue_work", NULL, NULL);
}

static bool copy_bytes(gy_env* env, JSValueRef value, uint8_t** copy, size_t* length) {
  uint8_t* bytes;

  if (!gy_bytes_get(env, value, &bytes, length))
    return false;
  *copy = malloc(*length + 4); /* gy_pbkdf2() writes behind a salt */
  if (*copy == NULL)
    return false;
  memcpy(*copy, bytes, *length);
  return true;
}

/* Arguments 0 to 2 of both derivations: password, salt, length of the key. */
static struct job* derivation(gy_env* env, size_t argc, const JSValueRef argv[],
                              JSValueRef* exception) {
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct job* job = ssl != NULL ? calloc(1, sizeof(*job)) : NULL;

  if (job == NULL)
    return NULL;
  job->env = env;
  job->ssl = ssl;
  job->length = (size_t) gy_arg_number(env->ctx, argc, argv, 2);
  job->out = malloc(job->length + 1);
  if (job->out != NULL && copy_bytes(env, argv[0], &job->password, &job->password_length) &&
      copy_bytes(env, argv[1], &job->salt, &job->salt_length))
    return job;
  job_free(job);
  gy_throw(env, exception, "Out of memory");
  return NULL;
}

static void run_pbkdf2(struct job* job) {
  job->failed = !gy_pbkdf2(job->ssl, job->digest, job->password, job->password_length, job->salt,
                           job->salt_length, job->iterations, job->out, job->length);
  job->ssl->ERR_clear_error();
}

/* (password, salt, length, iterations, digest, callback) → ArrayBuffer, null after a failure,
 * undefined if there is a callback; false for an unknown digest */
GY_FUNCTION(pbkdf2) {
  gy_env* env = gy_env_here();
  struct job* job = argc >= 6 ? derivation(env, argc, argv, exception) : NULL;

  if (job == NULL)
    return NULL;
  job->run = run_pbkdf2;
  job->iterations = gy_arg_int(ctx, argc, argv, 3);
  job->digest = gy_digest(job->ssl, env, argv[4]);
  if (job->digest == NULL) {
    job_free(job);
    return gy_bool(env, false);
  }
  return job_start(job, gy_arg_function(ctx, argc, argv, 5), "PBKDF2REQUEST", exception);
}

static int scrypt(struct job* job, uint8_t* out) {
  return job->ssl->EVP_PBE_scrypt((const char*) job->password, job->password_length, job->salt,
                                  job->salt_length, job->cost, job->block_size, job->parallelism,
                                  job->max_memory, out, job->length);
}

static void run_scrypt(struct job* job) {
  job->failed = scrypt(job, job->out) != 1;
  job->ssl->ERR_clear_error();
}

/* (password, salt, length, N, r, p, maxmem, callback) → as pbkdf2; a string is the error of
 * the parameters */
GY_FUNCTION(scrypt_job) {
  gy_env* env = gy_env_here();
  struct job* job = argc >= 8 ? derivation(env, argc, argv, exception) : NULL;
  char message[256] = "";

  if (job == NULL)
    return NULL;
  job->run = run_scrypt;
  job->cost = (uint64_t) gy_arg_number(ctx, argc, argv, 3);
  job->block_size = (uint64_t) gy_arg_number(ctx, argc, argv, 4);
  job->parallelism = (uint64_t) gy_arg_number(ctx, argc, argv, 5);
  job->max_memory = (uint64_t) gy_arg_number(ctx, argc, argv, 6);
  /* Without an output buffer OpenSSL only checks the parameters. */
  if (scrypt(job, NULL) != 1) {
    unsigned long error = job->ssl->ERR_get_error();
    if (error != 0)
      job->ssl->ERR_error_string_n(error, message, sizeof(message));
    job->ssl->ERR_clear_error();
    job_free(job);
    return gy_string(env, message);
  }
  return job_start(job, gy_arg_function(ctx, argc, argv, 7), "SCRYPTREQUEST", exception);
}

static void run_random(struct job* job) {
  size_t done = 0;
  while (done < job->length) {
    ssize_t n = getrandom(job->out + done, job->length - done, 0);
    if (n > 0)
      done += (size_t) n;
    else if (errno != EINTR)
      break;
  }
  job->failed = done < job->length;
}

/* (buffer, offset, size, callback) → as pbkdf2, with the buffer itself for a result */
GY_FUNCTION(random_fill) {
  gy_env* env = gy_env_here();
  double offset = gy_arg_number(ctx, argc, argv, 1);
  double size = gy_arg_number(ctx, argc, argv, 2);
  uint8_t* bytes;
  size_t length;

  if (argc < 4 || !gy_bytes_get(env, argv[0], &bytes, &length) || !(offset >= 0) || !(size >= 0) ||
      offset + size > (double) length)
    return gy_throw_type(env, exception, "argument must be a buffer");
  struct job* job = calloc(1, sizeof(*job));
  if (job == NULL)
    return gy_throw(env, exception, "Out of memory");
  job->env = env;
  job->run = run_random;
  job->target = gy_hold(env, argv[0]);
  job->out = bytes + (size_t) offset;
  job->length = (size_t) size;
  return job_start(job, gy_arg_function(ctx, argc, argv, 3), "RANDOMBYTESREQUEST", exception);
}

void gy_bind_crypto_jobs(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"pbkdf2", pbkdf2},
      {"scrypt", scrypt_job},
      {"randomFill", random_fill},
  };
  gy_define(env, target, functions);
}
