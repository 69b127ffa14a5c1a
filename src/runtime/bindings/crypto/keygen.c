/* src/runtime/bindings/crypto/keygen.c — new key pairs, and prime numbers. */
#include <limits.h>
#include <stdlib.h>

#include "job.h"
#include "key.h"
#include "params.h"

/* ---- Key pairs ---- */

struct pair {
  struct gy_job job;
  const char* type;
  OSSL_PARAM* domain; /* of DSA and DH; else NULL */
  bool is_generated;  /* the domain; else its numbers are given */
  OSSL_PARAM* list;
  EVP_PKEY* pkey;
};

static void pair_free(struct gy_job* job) {
  struct pair* pair = (struct pair*) job;

  job->ssl->OSSL_PARAM_free(pair->domain);
  job->ssl->OSSL_PARAM_free(pair->list);
  job->ssl->EVP_PKEY_free(pair->pkey);
}

static EVP_PKEY* make_domain(const struct gy_openssl* ssl, const struct pair* pair) {
  EVP_PKEY_CTX* context = ssl->EVP_PKEY_CTX_new_from_name(NULL, pair->type, NULL);
  EVP_PKEY* domain = NULL;

  if (context != NULL && pair->is_generated) {
    if (ssl->EVP_PKEY_paramgen_init(context) == 1 &&
        ssl->EVP_PKEY_CTX_set_params(context, pair->domain) == 1)
      ssl->EVP_PKEY_generate(context, &domain);
  } else if (context != NULL && ssl->EVP_PKEY_fromdata_init(context) == 1) {
    ssl->EVP_PKEY_fromdata(context, &domain, EVP_PKEY_KEY_PARAMETERS, pair->domain);
  }
  ssl->EVP_PKEY_CTX_free(context);
  return domain;
}

static bool run_pair(struct gy_job* job) {
  struct pair* pair = (struct pair*) job;
  const struct gy_openssl* ssl = job->ssl;
  EVP_PKEY* domain = NULL;
  EVP_PKEY_CTX* context = NULL;

  if (pair->domain == NULL) {
    context = ssl->EVP_PKEY_CTX_new_from_name(NULL, pair->type, NULL);
  } else {
    domain = make_domain(ssl, pair);
    if (domain != NULL)
      context = ssl->EVP_PKEY_CTX_new_from_pkey(NULL, domain, NULL);
  }
  bool ok = context != NULL && ssl->EVP_PKEY_keygen_init(context) == 1 &&
            ssl->EVP_PKEY_CTX_set_params(context, pair->list) == 1 &&
            ssl->EVP_PKEY_generate(context, &pair->pkey) == 1;
  ssl->EVP_PKEY_CTX_free(context);
  ssl->EVP_PKEY_free(domain);
  return ok;
}

static JSValueRef pair_result(struct gy_job* job) {
  struct pair* pair = (struct pair*) job;

  job->ssl->EVP_PKEY_up_ref(pair->pkey);
  JSValueRef keys[] = {gy_key_wrap(job->env, gy_key_new(GY_KEY_PUBLIC, pair->pkey)), NULL};
  job->ssl->EVP_PKEY_up_ref(pair->pkey);
  keys[1] = gy_key_wrap(job->env, gy_key_new(GY_KEY_PRIVATE, pair->pkey));
  return JSObjectMakeArray(job->env->ctx, 2, keys, NULL);
}

static const struct gy_job_type pair_type = {
    "KEYPAIRGENREQUEST", sizeof(struct pair), run_pair, pair_result, pair_free,
    "Key generation failed",
};

/* (type, domain or undefined, isGenerated, parameters, callback) → [public Key, private Key].
 * Domain and parameters: params.h. */
GY_FUNCTION(key_pair) {
  gy_env* env = gy_env_here();
  struct pair* pair = argc >= 5 ? gy_job_new(env, &pair_type, exception) : NULL;
  struct gy_text type;

  if (pair == NULL || !gy_text_get(env, argv[0], &type, exception))
    return NULL;
  const struct gy_openssl* ssl = pair->job.ssl;
  pair->type = gy_key_openssl_name(type.data);
  gy_text_free(&type);
  pair->is_generated = gy_arg_bool(ctx, argc, argv, 2);
  if (JSValueIsObject(ctx, argv[1]))
    pair->domain = gy_params_get(env, ssl, argv[1], exception);
  pair->list = gy_params_get(env, ssl, argv[3], exception);
  if (pair->list == NULL || (pair->domain == NULL && JSValueIsObject(ctx, argv[1]))) {
    gy_job_abandon(&pair->job);
    return *exception != NULL ? NULL : gy_openssl_fail(env, exception, "Invalid parameters");
  }
  return gy_job_start(&pair->job, argv[4], exception);
}

/* ---- Secrets ---- */

struct secret {
  struct gy_job job;
  struct gy_blob bytes;
};

static void secret_free(struct gy_job* job) {
  gy_blob_free(&((struct secret*) job)->bytes);
}

static bool run_secret(struct gy_job* job) {
  struct secret* secret = (struct secret*) job;

  return secret->bytes.length <= INT_MAX &&
         job->ssl->RAND_priv_bytes(secret->bytes.data, (int) secret->bytes.length) == 1;
}

static JSValueRef secret_result(struct gy_job* job) {
  struct secret* secret = (struct secret*) job;

  return gy_key_wrap(job->env, gy_key_new_secret(secret->bytes.data, secret->bytes.length));
}

static const struct gy_job_type secret_type = {
    "KEYGENREQUEST", sizeof(struct secret), run_secret,
    secret_result,   secret_free,           "Key generation failed",
};

/* (length in bytes, callback) → Key */
GY_FUNCTION(key_random) {
  gy_env* env = gy_env_here();
  struct secret* secret = argc >= 2 ? gy_job_new(env, &secret_type, exception) : NULL;

  if (secret == NULL)
    return NULL;
  if (!gy_blob_new(&secret->bytes, (size_t) gy_arg_number(ctx, argc, argv, 0))) {
    gy_job_abandon(&secret->job);
    return gy_throw(env, exception, "Out of memory");
  }
  return gy_job_start(&secret->job, argv[1], exception);
}

/* ---- Primes ---- */

struct prime {
  struct gy_job job;
  int bits;
  int checks;
  bool is_safe;
  bool is_prime;
  BIGNUM *number, *add, *rem;
};

static void prime_free(struct gy_job* job) {
  struct prime* prime = (struct prime*) job;

  job->ssl->BN_clear_free(prime->number);
  job->ssl->BN_free(prime->add);
  job->ssl->BN_free(prime->rem);
}

static BIGNUM* number_of(gy_env* env, const struct gy_openssl* ssl, JSValueRef value) {
  uint8_t* bytes;
  size_t length;

  if (!gy_bytes_get(env, value, &bytes, &length) || length > INT_MAX)
    return NULL;
  return ssl->BN_bin2bn(bytes, (int) length, NULL);
}

static bool run_generate(struct gy_job* job) {
  struct prime* prime = (struct prime*) job;

  prime->number = job->ssl->BN_new();
  return prime->number != NULL &&
         job->ssl->BN_generate_prime_ex(prime->number, prime->bits, prime->is_safe, prime->add,
                                        prime->rem, NULL) == 1;
}

static JSValueRef generate_result(struct gy_job* job) {
  struct prime* prime = (struct prime*) job;
  size_t length = (size_t) (job->ssl->BN_num_bits(prime->number) + 7) / 8;
  uint8_t* bytes = malloc(length + 1);

  if (bytes == NULL)
    return gy_undefined(job->env);
  job->ssl->BN_bn2bin(prime->number, bytes);
  return gy_array_buffer_take(job->env, bytes, length);
}

static const struct gy_job_type generate_type = {
    "RANDOMPRIMEREQUEST", sizeof(struct prime), run_generate, generate_result, prime_free,
    "Prime generation failed",
};

/* (bits, isSafe, add or undefined, rem or undefined, callback) → ArrayBuffer; or a string, the
 * error of the parameters */
GY_FUNCTION(prime_generate) {
  gy_env* env = gy_env_here();
  struct prime* prime = argc >= 5 ? gy_job_new(env, &generate_type, exception) : NULL;

  if (prime == NULL)
    return NULL;
  const struct gy_openssl* ssl = prime->job.ssl;
  prime->bits = gy_arg_int(ctx, argc, argv, 0);
  prime->is_safe = gy_arg_bool(ctx, argc, argv, 1);
  prime->add = number_of(env, ssl, argv[2]);
  prime->rem = number_of(env, ssl, argv[3]);
  const char* wrong = NULL;
  if (prime->add != NULL && ssl->BN_num_bits(prime->add) > prime->bits)
    wrong = "invalid options.add";
  else if (prime->add != NULL && prime->rem != NULL && ssl->BN_cmp(prime->add, prime->rem) <= 0)
    wrong = "invalid options.rem";
  if (wrong == NULL)
    return gy_job_start(&prime->job, argv[4], exception);
  gy_job_abandon(&prime->job);
  return gy_string(env, wrong);
}

static bool run_check(struct gy_job* job) {
  struct prime* prime = (struct prime*) job;
  BN_CTX* context = job->ssl->BN_CTX_new();
  int result = context != NULL && prime->number != NULL
                   ? job->ssl->BN_is_prime_ex(prime->number, prime->checks, context, NULL)
                   : -1;

  job->ssl->BN_CTX_free(context);
  prime->is_prime = result == 1;
  return result >= 0;
}

static JSValueRef check_result(struct gy_job* job) {
  return gy_bool(job->env, ((struct prime*) job)->is_prime);
}

static const struct gy_job_type check_type = {
    "CHECKPRIMEREQUEST", sizeof(struct prime), run_check, check_result, prime_free,
    "Prime check failed",
};

/* (candidate, checks, callback) → boolean */
GY_FUNCTION(prime_check) {
  gy_env* env = gy_env_here();
  struct prime* prime = argc >= 3 ? gy_job_new(env, &check_type, exception) : NULL;

  if (prime == NULL)
    return NULL;
  prime->number = number_of(env, prime->job.ssl, argv[0]);
  prime->checks = gy_arg_int(ctx, argc, argv, 1);
  return gy_job_start(&prime->job, argv[2], exception);
}

void gy_bind_crypto_keygen(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"keyPair", key_pair},
      {"keyRandom", key_random},
      {"primeGenerate", prime_generate},
      {"primeCheck", prime_check},
  };
  gy_define(env, target, functions);
}
