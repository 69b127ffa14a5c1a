/* src/runtime/bindings/crypto/sign.c — signatures of data, or of a digest that was computed before.
 *
 * (1) A signature of ECDSA or DSA is a pair of numbers. It is encoded as DER, or in the form of
 *     IEEE P1363: both numbers in as many bytes as the order of the group has. */
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "key.h"

#define UNSET INT32_MIN

struct signing {
  struct gy_job job;
  struct gy_key* key;
  EVP_MD* digest; /* NULL: that of the key */
  struct gy_blob data;
  struct gy_blob signature; /* of verify(): input; of sign(): result */
  int padding;
  int salt_length;
  bool is_verify;
  bool is_digest; /* the data */
  bool is_p1363;
  bool is_valid;
};

static void signing_free(struct gy_job* job) {
  struct signing* s = (struct signing*) job;

  gy_key_unref(s->key);
  job->ssl->EVP_MD_free(s->digest);
  gy_blob_free(&s->data);
  gy_blob_free(&s->signature);
}

/* ---- P1363 ---- */

/* The size of one number of a signature in bytes; 0 for keys whose signatures are not two
 * numbers. */
static size_t number_size(const struct gy_openssl* ssl, EVP_PKEY* pkey) {
  int id = ssl->EVP_PKEY_get_base_id(pkey), bits = 0;
  BIGNUM* q = NULL;

  if (id == EVP_PKEY_EC)
    bits = ssl->EVP_PKEY_get_bits(pkey);
  else if (id == EVP_PKEY_DSA && ssl->EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_FFC_Q, &q) == 1)
    bits = ssl->BN_num_bits(q);
  ssl->BN_free(q);
  return (size_t) (bits + 7) / 8;
}

static bool der_to_p1363(const struct gy_openssl* ssl, size_t size, struct gy_blob* signature) {
  const unsigned char* at = signature->data;
  ECDSA_SIG* parts = ssl->d2i_ECDSA_SIG(NULL, &at, (long) signature->length);
  struct gy_blob out;
  const BIGNUM *r, *s;

  if (parts == NULL || !gy_blob_new(&out, 2 * size)) {
    ssl->ECDSA_SIG_free(parts);
    return false;
  }
  ssl->ECDSA_SIG_get0(parts, &r, &s);
  bool ok = ssl->BN_bn2binpad(r, out.data, (int) size) > 0 &&
            ssl->BN_bn2binpad(s, out.data + size, (int) size) > 0;
  ssl->ECDSA_SIG_free(parts);
  gy_blob_free(signature);
  *signature = out;
  return ok;
}

static bool p1363_to_der(const struct gy_openssl* ssl, size_t size, struct gy_blob* signature) {
  ECDSA_SIG* parts = ssl->ECDSA_SIG_new();
  unsigned char* der = NULL;
  int length = -1;

  if (signature->length == 2 * size && parts != NULL) {
    BIGNUM* r = ssl->BN_bin2bn(signature->data, (int) size, NULL);
    BIGNUM* s = ssl->BN_bin2bn(signature->data + size, (int) size, NULL);
    if (ssl->ECDSA_SIG_set0(parts, r, s) == 1) {
      length = ssl->i2d_ECDSA_SIG(parts, &der);
    } else {
      ssl->BN_free(r);
      ssl->BN_free(s);
    }
  }
  ssl->ECDSA_SIG_free(parts);
  gy_blob_free(signature);
  bool ok = length > 0 && gy_blob_new(signature, (size_t) length);
  if (ok)
    memcpy(signature->data, der, (size_t) length);
  ssl->CRYPTO_free(der, __FILE__, __LINE__);
  return ok;
}

/* ---- The work ---- */

static bool set_padding(const struct signing* s, EVP_PKEY_CTX* context) {
  const struct gy_openssl* ssl = s->job.ssl;
  int id = ssl->EVP_PKEY_get_base_id(s->key->pkey);
  int padding = s->padding;

  if (id != EVP_PKEY_RSA && id != EVP_PKEY_RSA_PSS)
    return true;
  if (padding == UNSET)
    padding = id == EVP_PKEY_RSA_PSS ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING;
  if (ssl->EVP_PKEY_CTX_set_rsa_padding(context, padding) <= 0)
    return false;
  return padding != RSA_PKCS1_PSS_PADDING || s->salt_length == UNSET ||
         ssl->EVP_PKEY_CTX_set_rsa_pss_saltlen(context, s->salt_length) > 0;
}

static bool use_digest(struct signing* s) {
  const struct gy_openssl* ssl = s->job.ssl;
  EVP_PKEY_CTX* context = ssl->EVP_PKEY_CTX_new_from_pkey(NULL, s->key->pkey, NULL);
  size_t length = 0;
  bool ok =
      context != NULL &&
      (s->is_verify ? ssl->EVP_PKEY_verify_init(context) : ssl->EVP_PKEY_sign_init(context)) > 0 &&
      set_padding(s, context) && ssl->EVP_PKEY_CTX_set_signature_md(context, s->digest) > 0;

  if (ok && s->is_verify)
    s->is_valid = ssl->EVP_PKEY_verify(context, s->signature.data, s->signature.length,
                                       s->data.data, s->data.length) == 1;
  else if (ok)
    ok = ssl->EVP_PKEY_sign(context, NULL, &length, s->data.data, s->data.length) > 0 &&
         gy_blob_new(&s->signature, length) &&
         ssl->EVP_PKEY_sign(context, s->signature.data, &length, s->data.data, s->data.length) > 0;
  if (ok && !s->is_verify)
    s->signature.length = length;
  ssl->EVP_PKEY_CTX_free(context);
  return ok;
}

static bool use_data(struct signing* s) {
  const struct gy_openssl* ssl = s->job.ssl;
  EVP_MD_CTX* context = ssl->EVP_MD_CTX_new();
  EVP_PKEY_CTX* key_context = NULL;
  const char* name = s->digest != NULL ? ssl->EVP_MD_get0_name(s->digest) : NULL;
  size_t length = 0;
  bool ok = context != NULL &&
            (s->is_verify ? ssl->EVP_DigestVerifyInit_ex : ssl->EVP_DigestSignInit_ex)(
                context, &key_context, name, NULL, NULL, s->key->pkey, NULL) == 1 &&
            set_padding(s, key_context);

  if (ok && s->is_verify)
    s->is_valid = ssl->EVP_DigestVerify(context, s->signature.data, s->signature.length,
                                        s->data.data, s->data.length) == 1;
  else if (ok)
    ok =
        ssl->EVP_DigestSign(context, NULL, &length, s->data.data, s->data.length) == 1 &&
        gy_blob_new(&s->signature, length) &&
        ssl->EVP_DigestSign(context, s->signature.data, &length, s->data.data, s->data.length) == 1;
  if (ok && !s->is_verify)
    s->signature.length = length;
  ssl->EVP_MD_CTX_free(context);
  return ok;
}

static bool run_signing(struct gy_job* job) {
  struct signing* s = (struct signing*) job;
  size_t size = s->is_p1363 ? number_size(job->ssl, s->key->pkey) : 0;

  if (size > 0 && s->is_verify && !p1363_to_der(job->ssl, size, &s->signature))
    return true; /* not a signature of this key: not valid */
  if (!(s->is_digest ? use_digest : use_data)(s))
    return false;
  return size == 0 || s->is_verify || der_to_p1363(job->ssl, size, &s->signature);
}

static JSValueRef signing_result(struct gy_job* job) {
  struct signing* s = (struct signing*) job;

  return s->is_verify ? gy_bool(job->env, s->is_valid) : gy_blob_give(job->env, &s->signature);
}

static const struct gy_job_type signing_type = {
    "SIGNREQUEST",  sizeof(struct signing), run_signing,
    signing_result, signing_free,           "Signing failed",
};

static int setting(JSContextRef ctx, size_t argc, const JSValueRef argv[], size_t i) {
  return i < argc && JSValueIsNumber(ctx, argv[i]) ? gy_arg_int(ctx, argc, argv, i) : UNSET;
}

/* (Key, data, digest or undefined, isDigest, padding, saltLength, isP1363, signature or undefined,
 * callback) → ArrayBuffer, or, with a signature, boolean; null for an unknown digest */
GY_FUNCTION(sign) {
  gy_env* env = gy_env_here();
  struct signing* s = argc >= 9 ? gy_job_new(env, &signing_type, exception) : NULL;
  struct gy_key* key;

  if (s == NULL)
    return NULL;
  key = gy_key_unwrap(env, argv[0], exception);
  if (key == NULL)
    return gy_job_abandon(&s->job);
  s->key = gy_key_ref(key);
  if (!JSValueIsUndefined(ctx, argv[2]) && !JSValueIsNull(ctx, argv[2])) {
    s->digest = gy_digest(s->job.ssl, env, argv[2]);
    if (s->digest == NULL) {
      gy_job_abandon(&s->job);
      return JSValueMakeNull(ctx);
    }
  }
  s->is_digest = gy_arg_bool(ctx, argc, argv, 3);
  s->padding = setting(ctx, argc, argv, 4);
  s->salt_length = setting(ctx, argc, argv, 5);
  s->is_p1363 = gy_arg_bool(ctx, argc, argv, 6);
  if (!gy_blob_copy(env, argv[1], &s->data) || !gy_blob_copy(env, argv[7], &s->signature)) {
    gy_job_abandon(&s->job);
    return gy_throw(env, exception, "Out of memory");
  }
  s->is_verify = s->signature.data != NULL;
  return gy_job_start(&s->job, argv[8], exception);
}

void gy_bind_crypto_sign(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"sign", sign}};
  gy_define(env, target, functions);
}
