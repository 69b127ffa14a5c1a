/* src/runtime/bindings/crypto/kdf.c — key derivation: pbkdf2, scrypt, hkdf. */
#include <stdlib.h>

#include "job.h"
#include "key.h"
#include "methods.h"

/* Of all three. */
struct derivation {
  struct gy_job job;
  struct gy_blob out;
  struct gy_blob secret;
  struct gy_blob salt;
  struct gy_blob info;
  EVP_MD* digest;
  int iterations;
  uint64_t cost, block_size, parallelism, max_memory;
};

static void derivation_free(struct gy_job* job) {
  struct derivation* d = (struct derivation*) job;

  job->ssl->EVP_MD_free(d->digest);
  gy_blob_free(&d->out);
  gy_blob_free(&d->secret);
  gy_blob_free(&d->salt);
  gy_blob_free(&d->info);
}

static JSValueRef derivation_result(struct gy_job* job) {
  return gy_blob_give(job->env, &((struct derivation*) job)->out);
}

/* Bytes, or the Key of a secret. */
static bool copy_secret(gy_env* env, JSValueRef value, struct gy_blob* blob,
                        JSValueRef* exception) {
  uint8_t* bytes;
  size_t length;

  if (gy_bytes_get(env, value, &bytes, &length))
    return gy_blob_copy(env, value, blob);
  struct gy_key* key = gy_key_unwrap(env, value, exception);
  if (key == NULL || !gy_blob_new(blob, key->length))
    return false;
  __builtin_memcpy(blob->data, key->bytes, key->length);
  return true;
}

/* Arguments 0 to 2: secret, salt, length of the result. */
static struct derivation* derivation_new(gy_env* env, const struct gy_job_type* type, size_t argc,
                                         const JSValueRef argv[], JSValueRef* exception) {
  struct derivation* d = argc >= 6 ? gy_job_new(env, type, exception) : NULL;

  if (d == NULL)
    return NULL;
  if (copy_secret(env, argv[0], &d->secret, exception) && gy_blob_copy(env, argv[1], &d->salt) &&
      gy_blob_new(&d->out, (size_t) gy_arg_number(env->ctx, argc, argv, 2)))
    return d;
  gy_job_abandon(&d->job);
  if (*exception == NULL)
    gy_throw(env, exception, "Out of memory");
  return NULL;
}

static bool run_pbkdf2(struct gy_job* job) {
  struct derivation* d = (struct derivation*) job;

  return gy_pbkdf2(job->ssl, d->digest, d->secret.data, d->secret.length, d->salt.data,
                   d->salt.length, d->iterations, d->out.data, d->out.length);
}

static const struct gy_job_type pbkdf2_type = {
    "PBKDF2REQUEST",   sizeof(struct derivation), run_pbkdf2,
    derivation_result, derivation_free,           "PBKDF2 derivation failed",
};

/* (password, salt, length, iterations, digest, callback) → ArrayBuffer; false for an unknown
 * digest */
GY_FUNCTION(pbkdf2) {
  gy_env* env = gy_env_here();
  struct derivation* d = derivation_new(env, &pbkdf2_type, argc, argv, exception);

  if (d == NULL)
    return NULL;
  d->iterations = gy_arg_int(ctx, argc, argv, 3);
  d->digest = gy_digest(d->job.ssl, env, argv[4]);
  if (d->digest == NULL) {
    gy_job_abandon(&d->job);
    return gy_bool(env, false);
  }
  return gy_job_start(&d->job, argv[5], exception);
}

static bool scrypt(struct derivation* d, uint8_t* out) {
  return d->job.ssl->EVP_PBE_scrypt((const char*) d->secret.data, d->secret.length, d->salt.data,
                                    d->salt.length, d->cost, d->block_size, d->parallelism,
                                    d->max_memory, out, d->out.length) == 1;
}

static bool run_scrypt(struct gy_job* job) {
  struct derivation* d = (struct derivation*) job;

  return scrypt(d, d->out.data);
}

static const struct gy_job_type scrypt_type = {
    "SCRYPTREQUEST",   sizeof(struct derivation), run_scrypt,
    derivation_result, derivation_free,           "Scrypt failed",
};

/* (password, salt, length, callback, N, r, p, maxmem) → ArrayBuffer; or a string, the error of the
 * parameters */
GY_FUNCTION(scrypt_start) {
  gy_env* env = gy_env_here();
  struct derivation* d = derivation_new(env, &scrypt_type, argc, argv, exception);
  char message[256] = "";

  if (d == NULL)
    return NULL;
  d->cost = (uint64_t) gy_arg_number(ctx, argc, argv, 4);
  d->block_size = (uint64_t) gy_arg_number(ctx, argc, argv, 5);
  d->parallelism = (uint64_t) gy_arg_number(ctx, argc, argv, 6);
  d->max_memory = (uint64_t) gy_arg_number(ctx, argc, argv, 7);
  /* Without an output buffer OpenSSL only checks the parameters. */
  if (!scrypt(d, NULL)) {
    const struct gy_openssl* ssl = d->job.ssl;
    unsigned long error = ssl->ERR_get_error();
    if (error != 0)
      ssl->ERR_error_string_n(error, message, sizeof(message));
    ssl->ERR_clear_error();
    gy_job_abandon(&d->job);
    return gy_string(env, message);
  }
  return gy_job_start(&d->job, argv[3], exception);
}

/* OpenSSL's HKDF refuses an empty key; HMAC does not. So this is RFC 5869, with HMAC. */
static bool hmac(const struct derivation* d, const struct gy_blob* key,
                 const struct gy_blob parts[], size_t count, uint8_t* out, size_t* length) {
  const struct gy_openssl* ssl = d->job.ssl;
  OSSL_PARAM parameters[] = {
      ssl->OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST,
                                            (char*) ssl->EVP_MD_get0_name(d->digest), 0),
      ssl->OSSL_PARAM_construct_end(),
  };
  EVP_MAC* mac = gy_method_hmac(ssl);
  EVP_MAC_CTX* context = mac != NULL ? ssl->EVP_MAC_CTX_new(mac) : NULL;
  bool ok = context != NULL &&
            ssl->EVP_MAC_init(context, key->length > 0 ? key->data : (uint8_t*) "", key->length,
                              parameters) == 1;

  for (size_t i = 0; ok && i < count; i++)
    ok = ssl->EVP_MAC_update(context, parts[i].data, parts[i].length) == 1;
  ok = ok && ssl->EVP_MAC_final(context, out, length, EVP_MAX_MD_SIZE) == 1;
  ssl->EVP_MAC_CTX_free(context);
  return ok;
}

static bool run_hkdf(struct gy_job* job) {
  struct derivation* d = (struct derivation*) job;
  uint8_t zeros[EVP_MAX_MD_SIZE] = {0}, prk[EVP_MAX_MD_SIZE], block[EVP_MAX_MD_SIZE], number = 0;
  struct gy_blob salt = d->salt, key = {prk, 0}, last = {block, 0};

  if (salt.length == 0)
    salt = (struct gy_blob){zeros, (size_t) job->ssl->EVP_MD_get_size(d->digest)};
  bool ok = hmac(d, &salt, &d->secret, 1, prk, &key.length);
  for (size_t done = 0; ok && done < d->out.length; done += last.length) {
    number++;
    struct gy_blob parts[] = {last, d->info, {&number, 1}};
    ok = hmac(d, &key, parts, 3, block, &last.length);
    size_t room = d->out.length - done;
    __builtin_memcpy(d->out.data + done, block, room < last.length ? room : last.length);
  }
  explicit_bzero(prk, sizeof(prk));
  explicit_bzero(block, sizeof(block));
  return ok;
}

static const struct gy_job_type hkdf_type = {
    "DERIVEBITSREQUEST", sizeof(struct derivation), run_hkdf,
    derivation_result,   derivation_free,           "HKDF derivation failed",
};

/* (secret, salt, length, info, digest, callback) → ArrayBuffer; false for an unknown digest, null
 * if the digest does not allow that length */
GY_FUNCTION(hkdf) {
  gy_env* env = gy_env_here();
  struct derivation* d = derivation_new(env, &hkdf_type, argc, argv, exception);

  if (d == NULL)
    return NULL;
  d->digest = gy_digest(d->job.ssl, env, argv[4]);
  if (d->digest == NULL ||
      d->out.length > 255 * (size_t) d->job.ssl->EVP_MD_get_size(d->digest)) {
    bool is_known = d->digest != NULL;
    gy_job_abandon(&d->job);
    return is_known ? JSValueMakeNull(ctx) : gy_bool(env, false);
  }
  if (!gy_blob_copy(env, argv[3], &d->info)) {
    gy_job_abandon(&d->job);
    return gy_throw(env, exception, "Out of memory");
  }
  return gy_job_start(&d->job, argv[5], exception);
}

void gy_bind_crypto_kdf(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"pbkdf2", pbkdf2},
      {"scrypt", scrypt_start},
      {"hkdf", hkdf},
  };
  gy_define(env, target, functions);
}
