/* src/runtime/bindings/crypto/kem.c — key encapsulation. OpenSSL 3.0 has it for RSA (RSASVE). */
#include "job.h"
#include "key.h"

struct kem {
  struct gy_job job;
  struct gy_key* key;
  bool is_decapsulation;
  struct gy_blob ciphertext; /* of decapsulation: input */
  struct gy_blob secret;
};

static void kem_free(struct gy_job* job) {
  struct kem* kem = (struct kem*) job;

  gy_key_unref(kem->key);
  gy_blob_free(&kem->ciphertext);
  gy_blob_free(&kem->secret);
}

static bool encapsulate(struct kem* kem, EVP_PKEY_CTX* context) {
  const struct gy_openssl* ssl = kem->job.ssl;
  size_t length = 0, secret_length = 0;

  if (ssl->EVP_PKEY_encapsulate(context, NULL, &length, NULL, &secret_length) <= 0 ||
      !gy_blob_new(&kem->ciphertext, length) || !gy_blob_new(&kem->secret, secret_length) ||
      ssl->EVP_PKEY_encapsulate(context, kem->ciphertext.data, &length, kem->secret.data,
                                &secret_length) <= 0)
    return false;
  kem->ciphertext.length = length;
  kem->secret.length = secret_length;
  return true;
}

static bool decapsulate(struct kem* kem, EVP_PKEY_CTX* context) {
  const struct gy_openssl* ssl = kem->job.ssl;
  size_t length = 0;

  if (ssl->EVP_PKEY_decapsulate(context, NULL, &length, kem->ciphertext.data,
                                kem->ciphertext.length) <= 0 ||
      !gy_blob_new(&kem->secret, length) ||
      ssl->EVP_PKEY_decapsulate(context, kem->secret.data, &length, kem->ciphertext.data,
                                kem->ciphertext.length) <= 0)
    return false;
  kem->secret.length = length;
  return true;
}

static bool run_kem(struct gy_job* job) {
  struct kem* kem = (struct kem*) job;
  const struct gy_openssl* ssl = job->ssl;
  EVP_PKEY* pkey = kem->key->pkey;
  EVP_PKEY_CTX* context = NULL;
  bool ok = ssl->EVP_PKEY_get_base_id(pkey) == EVP_PKEY_RSA;

  if (ok) {
    context = ssl->EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL);
    ok = context != NULL &&
         (kem->is_decapsulation ? ssl->EVP_PKEY_decapsulate_init
                                : ssl->EVP_PKEY_encapsulate_init)(context, NULL) > 0 &&
         ssl->EVP_PKEY_CTX_set_kem_op(context, "RSASVE") > 0 &&
         (kem->is_decapsulation ? decapsulate : encapsulate)(kem, context);
  }
  ssl->EVP_PKEY_CTX_free(context);
  ssl->ERR_clear_error(); /* Node has its own message */
  job->failure = kem->is_decapsulation ? "Decapsulation failed" : "Encapsulation failed";
  return ok;
}

static JSValueRef kem_result(struct gy_job* job) {
  struct kem* kem = (struct kem*) job;
  gy_env* env = job->env;

  if (kem->is_decapsulation)
    return gy_blob_give(env, &kem->secret);
  JSObjectRef pair = gy_array_new(env, 2);
  JSObjectSetPropertyAtIndex(env->ctx, pair, 0, gy_blob_give(env, &kem->secret), NULL);
  JSObjectSetPropertyAtIndex(env->ctx, pair, 1, gy_blob_give(env, &kem->ciphertext), NULL);
  return pair;
}

static const struct gy_job_type kem_type = {
    "KEMREQUEST", sizeof(struct kem), run_kem, kem_result, kem_free, "Encapsulation failed",
};

/* (Key, ciphertext or undefined, callback) → [secret, ciphertext], or, with a ciphertext, the
 * secret */
GY_FUNCTION(kem) {
  gy_env* env = gy_env_here();
  struct gy_key* key = argc >= 3 ? gy_key_unwrap(env, argv[0], exception) : NULL;
  struct kem* job = key != NULL ? gy_job_new(env, &kem_type, exception) : NULL;

  if (job == NULL)
    return NULL;
  job->key = gy_key_ref(key);
  if (!gy_blob_copy(env, argv[1], &job->ciphertext)) {
    gy_job_abandon(&job->job);
    return gy_throw(env, exception, "Out of memory");
  }
  job->is_decapsulation = job->ciphertext.data != NULL;
  return gy_job_start(&job->job, argv[2], exception);
}

void gy_bind_crypto_kem(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"kem", kem}};

  gy_define(env, target, functions);
}
