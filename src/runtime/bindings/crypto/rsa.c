/* src/runtime/bindings/crypto/rsa.c — RSA on data: publicEncrypt(), privateDecrypt(),
 * privateEncrypt(), publicDecrypt(). */
#include <limits.h>
#include <stdlib.h>

#include "job.h"
#include "key.h"

enum operation { PUBLIC_ENCRYPT, PRIVATE_DECRYPT, PRIVATE_ENCRYPT, PUBLIC_DECRYPT };

struct rsa {
  struct gy_job job;
  struct gy_key* key;
  enum operation operation;
  int padding;
  EVP_MD* digest; /* of OAEP */
  EVP_MD* mgf1;   /* of its mask; NULL: the same */
  struct gy_blob label;
  struct gy_blob data;
  struct gy_blob out;
};

static void rsa_free(struct gy_job* job) {
  struct rsa* rsa = (struct rsa*) job;

  gy_key_unref(rsa->key);
  job->ssl->EVP_MD_free(rsa->digest);
  job->ssl->EVP_MD_free(rsa->mgf1);
  gy_blob_free(&rsa->label);
  gy_blob_free(&rsa->data);
  gy_blob_free(&rsa->out);
}

typedef int begin_function(EVP_PKEY_CTX* context);
typedef int run_function(EVP_PKEY_CTX* context, unsigned char* out, size_t* length,
                         const unsigned char* data, size_t data_length);

static bool set_oaep(struct rsa* rsa, EVP_PKEY_CTX* context) {
  const struct gy_openssl* ssl = rsa->job.ssl;

  if (rsa->padding != RSA_PKCS1_OAEP_PADDING)
    return true;
  if (rsa->digest != NULL && ssl->EVP_PKEY_CTX_set_rsa_oaep_md(context, rsa->digest) <= 0)
    return false;
  if (rsa->mgf1 != NULL && ssl->EVP_PKEY_CTX_set_rsa_mgf1_md(context, rsa->mgf1) <= 0)
    return false;
  if (rsa->label.length == 0)
    return true;
  if (rsa->label.length > INT_MAX)
    return false;
  void* label = ssl->CRYPTO_memdup(rsa->label.data, rsa->label.length, __FILE__, __LINE__);
  if (ssl->EVP_PKEY_CTX_set0_rsa_oaep_label(context, label, (int) rsa->label.length) > 0)
    return true;
  ssl->CRYPTO_free(label, __FILE__, __LINE__);
  return false;
}

static bool run_rsa(struct gy_job* job) {
  struct rsa* rsa = (struct rsa*) job;
  const struct gy_openssl* ssl = job->ssl;
  begin_function* const begin[] = {ssl->EVP_PKEY_encrypt_init, ssl->EVP_PKEY_decrypt_init,
                                   ssl->EVP_PKEY_sign_init, ssl->EVP_PKEY_verify_recover_init};
  run_function* const run[] = {ssl->EVP_PKEY_encrypt, ssl->EVP_PKEY_decrypt, ssl->EVP_PKEY_sign,
                               ssl->EVP_PKEY_verify_recover};
  EVP_PKEY_CTX* context = ssl->EVP_PKEY_CTX_new_from_pkey(NULL, rsa->key->pkey, NULL);
  size_t length = 0;
  bool ok = context != NULL && begin[rsa->operation](context) > 0 &&
            ssl->EVP_PKEY_CTX_set_rsa_padding(context, rsa->padding) > 0 &&
            set_oaep(rsa, context) &&
            run[rsa->operation](context, NULL, &length, rsa->data.data, rsa->data.length) > 0 &&
            gy_blob_new(&rsa->out, length) &&
            run[rsa->operation](context, rsa->out.data, &length, rsa->data.data,
                                rsa->data.length) > 0;

  if (ok)
    rsa->out.length = length;
  ssl->EVP_PKEY_CTX_free(context);
  return ok;
}

static JSValueRef rsa_result(struct gy_job* job) {
  return gy_blob_give(job->env, &((struct rsa*) job)->out);
}

static const struct gy_job_type rsa_type = {
    "RSACIPHERREQUEST", sizeof(struct rsa), run_rsa, rsa_result, rsa_free, "RSA operation failed",
};

/* (operation, Key, data, padding, digest or undefined, label or undefined, callback, digest of the
 * mask or undefined) → ArrayBuffer; null for an unknown digest */
GY_FUNCTION(rsa) {
  gy_env* env = gy_env_here();
  struct rsa* job = argc >= 7 ? gy_job_new(env, &rsa_type, exception) : NULL;
  struct gy_key* key;

  if (job == NULL)
    return NULL;
  key = gy_key_unwrap(env, argv[1], exception);
  if (key == NULL)
    return gy_job_abandon(&job->job);
  job->key = gy_key_ref(key);
  job->operation = (unsigned) gy_arg_int(ctx, argc, argv, 0) & 3;
  job->padding = gy_arg_int(ctx, argc, argv, 3);
  if (JSValueIsString(ctx, argv[4])) {
    job->digest = gy_digest(job->job.ssl, env, argv[4]);
    if (job->digest == NULL) {
      gy_job_abandon(&job->job);
      return JSValueMakeNull(ctx);
    }
  }
  if (argc > 7 && JSValueIsString(ctx, argv[7]))
    job->mgf1 = gy_digest(job->job.ssl, env, argv[7]);
  if (!gy_blob_copy(env, argv[2], &job->data) || !gy_blob_copy(env, argv[5], &job->label)) {
    gy_job_abandon(&job->job);
    return gy_throw(env, exception, "Out of memory");
  }
  return gy_job_start(&job->job, argv[6], exception);
}

/* () → whether decryption with PKCS#1 padding hides a wrong padding: else it is an oracle */
GY_FUNCTION(rsa_hides_padding) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key* key = ssl != NULL && argc > 0 ? gy_key_unwrap(env, argv[0], exception) : NULL;

  if (key == NULL)
    return NULL;
  EVP_PKEY_CTX* context = ssl->EVP_PKEY_CTX_new_from_pkey(NULL, key->pkey, NULL);
  bool ok = context != NULL && ssl->EVP_PKEY_decrypt_init(context) > 0 &&
            ssl->EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) > 0 &&
            ssl->EVP_PKEY_CTX_ctrl_str(context, "rsa_pkcs1_implicit_rejection", "1") > 0;
  ssl->EVP_PKEY_CTX_free(context);
  ssl->ERR_clear_error();
  return gy_bool(env, ok);
}

void gy_bind_crypto_rsa(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"rsa", rsa},
                                                 {"rsaHidesPadding", rsa_hides_padding}};
  gy_define(env, target, functions);
}
