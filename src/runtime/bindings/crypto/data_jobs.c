/* src/runtime/bindings/crypto/data_jobs.c — Web Crypto's operations on complete data: a cipher, a
 * digest or an HMAC in one job. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "key.h"
#include "methods.h"

/* ---- Ciphers ---- */

struct cipher_job {
  struct gy_job job;
  EVP_CIPHER* type;
  struct gy_key* key;
  bool is_encrypt;
  int tag_length; /* 0: it does not authenticate. Else the tag is at the end of the result. */
  struct gy_blob iv, data, aad, out;
};

static void cipher_free(struct gy_job* job) {
  struct cipher_job* c = (struct cipher_job*) job;

  job->ssl->EVP_CIPHER_free(c->type);
  gy_key_unref(c->key);
  gy_blob_free(&c->iv);
  gy_blob_free(&c->data);
  gy_blob_free(&c->aad);
  gy_blob_free(&c->out);
}

static bool open_context(struct cipher_job* c, EVP_CIPHER_CTX* context, size_t length) {
  const struct gy_openssl* ssl = c->job.ssl;
  int ignored;

  if (ssl->EVP_CIPHER_get_mode(c->type) == EVP_CIPH_WRAP_MODE)
    ssl->EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
  if (ssl->EVP_CipherInit_ex(context, c->type, NULL, NULL, NULL, c->is_encrypt) != 1)
    return false;
  if (c->tag_length > 0) {
    if (c->iv.length > INT_MAX)
      return false;
    if (ssl->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, (int) c->iv.length, NULL) != 1)
      return false;
    if (ssl->EVP_CIPHER_get_mode(c->type) == EVP_CIPH_OCB_MODE &&
        ssl->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, c->tag_length, NULL) != 1)
      return false;
  }
  if (c->key->length != (size_t) ssl->EVP_CIPHER_get_key_length(c->type) ||
      ssl->EVP_CipherInit_ex(context, NULL, NULL, c->key->bytes, c->iv.data, c->is_encrypt) != 1)
    return false;
  if (c->tag_length > 0 && !c->is_encrypt &&
      ssl->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, c->tag_length,
                               c->data.data + length) != 1)
    return false;
  if (c->aad.length == 0)
    return true;
  return c->aad.length <= INT_MAX &&
         ssl->EVP_CipherUpdate(context, NULL, &ignored, c->aad.data, (int) c->aad.length) == 1;
}

static bool run_cipher(struct gy_job* job) {
  struct cipher_job* c = (struct cipher_job*) job;
  const struct gy_openssl* ssl = job->ssl;
  size_t tag = (size_t) c->tag_length, length = c->data.length;
  EVP_CIPHER_CTX* context = ssl->EVP_CIPHER_CTX_new();
  int first = 0, last = 0;

  if (tag > 0 && !c->is_encrypt) {
    if (length < tag) {
      ssl->EVP_CIPHER_CTX_free(context);
      return false;
    }
    length -= tag;
  }
  bool ok = context != NULL && length <= INT_MAX - 64 && gy_blob_new(&c->out, length + 64) &&
            open_context(c, context, length) &&
            ssl->EVP_CipherUpdate(context, c->out.data, &first, c->data.data, (int) length) == 1 &&
            ssl->EVP_CipherFinal_ex(context, c->out.data + first, &last) == 1;
  c->out.length = (size_t) (first + last);
  if (ok && tag > 0 && c->is_encrypt) {
    ok = ssl->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, c->tag_length,
                                  c->out.data + c->out.length) == 1;
    c->out.length += tag;
  }
  ssl->EVP_CIPHER_CTX_free(context);
  return ok;
}

static JSValueRef cipher_result(struct gy_job* job) {
  return gy_blob_give(job->env, &((struct cipher_job*) job)->out);
}

static const struct gy_job_type cipher_type = {
    "CIPHERREQUEST", sizeof(struct cipher_job), run_cipher, cipher_result, cipher_free,
    "Cipher job failed",
};

/* (isEncrypt, name, Key, iv, data, aad or undefined, length of the tag or 0, callback) →
 * ArrayBuffer */
GY_FUNCTION(cipher_job) {
  gy_env* env = gy_env_here();
  struct cipher_job* c = argc >= 8 ? gy_job_new(env, &cipher_type, exception) : NULL;
  struct gy_text name;

  if (c == NULL)
    return NULL;
  struct gy_key* key = gy_key_unwrap(env, argv[2], exception);
  if (key == NULL || !gy_text_get(env, argv[1], &name, exception))
    return gy_job_abandon(&c->job);
  c->key = gy_key_ref(key);
  c->type = gy_method_cipher(c->job.ssl, name.data);
  gy_text_free(&name);
  c->is_encrypt = gy_arg_bool(ctx, argc, argv, 0);
  c->tag_length = gy_arg_int(ctx, argc, argv, 6);
  if (c->type == NULL || !gy_blob_copy(env, argv[3], &c->iv) ||
      !gy_blob_copy(env, argv[4], &c->data) || !gy_blob_copy(env, argv[5], &c->aad)) {
    gy_job_abandon(&c->job);
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Cipher job failed");
  }
  return gy_job_start(&c->job, argv[7], exception);
}

/* ---- Digests and HMACs ---- */

struct digest_job {
  struct gy_job job;
  EVP_MD* digest;
  struct gy_key* key; /* of an HMAC; else NULL */
  struct gy_blob data, out;
};

static void digest_free(struct gy_job* job) {
  struct digest_job* d = (struct digest_job*) job;

  job->ssl->EVP_MD_free(d->digest);
  gy_key_unref(d->key);
  gy_blob_free(&d->data);
  gy_blob_free(&d->out);
}

static bool run_digest(struct gy_job* job) {
  struct digest_job* d = (struct digest_job*) job;
  const struct gy_openssl* ssl = job->ssl;
  size_t size = (size_t) ssl->EVP_MD_get_size(d->digest), done = 0;
  unsigned length;

  if (!gy_blob_new(&d->out, size))
    return false;
  if (d->key == NULL)
    return ssl->EVP_Digest(d->data.data, d->data.length, d->out.data, &length, d->digest, NULL) ==
           1;
  return ssl->EVP_Q_mac(NULL, "HMAC", NULL, ssl->EVP_MD_get0_name(d->digest), NULL, d->key->bytes,
                        d->key->length, d->data.data, d->data.length, d->out.data, size,
                        &done) != NULL;
}

static JSValueRef digest_result(struct gy_job* job) {
  return gy_blob_give(job->env, &((struct digest_job*) job)->out);
}

static const struct gy_job_type digest_type = {
    "HASHREQUEST", sizeof(struct digest_job), run_digest, digest_result, digest_free,
    "Digest failed",
};

/* (digest, Key of the HMAC or undefined, data, callback) → ArrayBuffer */
GY_FUNCTION(digest_job) {
  gy_env* env = gy_env_here();
  struct digest_job* d = argc >= 4 ? gy_job_new(env, &digest_type, exception) : NULL;

  if (d == NULL)
    return NULL;
  d->digest = gy_digest(d->job.ssl, env, argv[0]);
  if (!JSValueIsUndefined(ctx, argv[1])) {
    struct gy_key* key = gy_key_unwrap(env, argv[1], exception);
    if (key == NULL)
      return gy_job_abandon(&d->job);
    d->key = gy_key_ref(key);
  }
  if (d->digest == NULL || !gy_blob_copy(env, argv[2], &d->data)) {
    gy_job_abandon(&d->job);
    return gy_openssl_fail(env, exception, "Digest failed");
  }
  return gy_job_start(&d->job, argv[3], exception);
}

void gy_bind_crypto_data_jobs(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"cipherJob", cipher_job},
      {"digestJob", digest_job},
  };
  gy_define(env, target, functions);
}
