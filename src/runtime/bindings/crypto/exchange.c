/* src/runtime/bindings/crypto/exchange.c — key agreement: diffieHellman(), DiffieHellman, ECDH.
 *
 * (1) DiffieHellman and ECDH objects of lib/ store their numbers as bytes and pass all of them to
 *     each function here. DH_check() and the functions like it are deprecated in OpenSSL 3, but
 *     `verifyError` needs their results and nothing replaces them. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "job.h"
#include "key.h"

/* ---- Keys ---- */

struct derivation {
  struct gy_job job;
  struct gy_key *own, *peer;
  struct gy_blob secret;
};

static void derivation_free(struct gy_job* job) {
  struct derivation* d = (struct derivation*) job;

  gy_key_unref(d->own);
  gy_key_unref(d->peer);
  gy_blob_free(&d->secret);
}

static bool run_derivation(struct gy_job* job) {
  struct derivation* d = (struct derivation*) job;
  const struct gy_openssl* ssl = job->ssl;
  EVP_PKEY_CTX* context = ssl->EVP_PKEY_CTX_new_from_pkey(NULL, d->own->pkey, NULL);
  int id = ssl->EVP_PKEY_get_base_id(d->own->pkey);
  size_t length = 0;
  bool ok = context != NULL && ssl->EVP_PKEY_derive_init(context) > 0 &&
            ssl->EVP_PKEY_derive_set_peer(context, d->peer->pkey) > 0 &&
            ((id != EVP_PKEY_DH && id != EVP_PKEY_DHX) ||
             ssl->EVP_PKEY_CTX_set_dh_pad(context, 1) > 0) &&
            ssl->EVP_PKEY_derive(context, NULL, &length) > 0 && gy_blob_new(&d->secret, length) &&
            ssl->EVP_PKEY_derive(context, d->secret.data, &length) > 0;

  if (ok)
    d->secret.length = length;
  ssl->EVP_PKEY_CTX_free(context);
  return ok;
}

static JSValueRef derivation_result(struct gy_job* job) {
  return gy_blob_give(job->env, &((struct derivation*) job)->secret);
}

static const struct gy_job_type derivation_type = {
    "DERIVEBITSREQUEST", sizeof(struct derivation), run_derivation,
    derivation_result,   derivation_free,           "diffieHellman failed",
};

/* (private Key, public Key, callback) → ArrayBuffer */
GY_FUNCTION(derive) {
  gy_env* env = gy_env_here();
  struct gy_key* own = argc >= 3 ? gy_key_unwrap(env, argv[0], exception) : NULL;
  struct gy_key* peer = own != NULL ? gy_key_unwrap(env, argv[1], exception) : NULL;
  struct derivation* d = peer != NULL ? gy_job_new(env, &derivation_type, exception) : NULL;

  if (d == NULL)
    return NULL;
  d->own = gy_key_ref(own);
  d->peer = gy_key_ref(peer);
  return gy_job_start(&d->job, argv[2], exception);
}

/* ---- Numbers ---- */

static BIGNUM* number_of(gy_env* env, const struct gy_openssl* ssl, JSValueRef value) {
  uint8_t* bytes;
  size_t length;

  if (!gy_bytes_get(env, value, &bytes, &length) || length > INT_MAX)
    return NULL;
  return ssl->BN_bin2bn(bytes, (int) length, NULL);
}

/* In at least `size` bytes. */
static JSValueRef number_value(gy_env* env, const struct gy_openssl* ssl, const BIGNUM* number,
                               size_t size) {
  size_t length = (size_t) (ssl->BN_num_bits(number) + 7) / 8;
  uint8_t* bytes;

  if (length < size)
    length = size;
  bytes = malloc(length + 1);
  if (bytes == NULL)
    return gy_undefined(env);
  ssl->BN_bn2binpad(number, bytes, (int) length);
  return gy_array_buffer_take(env, bytes, length);
}

/* ---- DH ---- */

static DH* dh_of(gy_env* env, const struct gy_openssl* ssl, JSValueRef prime,
                 JSValueRef generator) {
  BIGNUM *p = number_of(env, ssl, prime), *g = number_of(env, ssl, generator);
  DH* dh = ssl->DH_new();

  if (p != NULL && g != NULL && dh != NULL && ssl->DH_set0_pqg(dh, p, NULL, g) == 1)
    return dh;
  ssl->BN_free(p);
  ssl->BN_free(g);
  ssl->DH_free(dh);
  return NULL;
}

/* (prime, generator) → flags of DH_check() */
GY_FUNCTION(dh_check) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  DH* dh = ssl != NULL && argc >= 2 ? dh_of(env, ssl, argv[0], argv[1]) : NULL;
  int flags = 0;

  if (dh == NULL || ssl->DH_check(dh, &flags) != 1) {
    if (ssl != NULL)
      ssl->DH_free(dh);
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Checking DH parameters failed");
  }
  ssl->DH_free(dh);
  ssl->ERR_clear_error();
  return gy_number(env, flags);
}

/* (bits, generator) → prime */
GY_FUNCTION(dh_prime) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  DH* dh = ssl != NULL ? ssl->DH_new() : NULL;
  const BIGNUM* prime;

  if (dh == NULL)
    return NULL;
  if (ssl->DH_generate_parameters_ex(dh, gy_arg_int(ctx, argc, argv, 0),
                                     gy_arg_int(ctx, argc, argv, 1), NULL) != 1) {
    ssl->DH_free(dh);
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Initialization failed");
  }
  ssl->DH_get0_pqg(dh, &prime, NULL, NULL);
  JSValueRef value = number_value(env, ssl, prime, 0);
  ssl->DH_free(dh);
  return value;
}

/* (prime, generator, private key or undefined) → [public key, private key] */
GY_FUNCTION(dh_generate) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  DH* dh = ssl != NULL && argc >= 3 ? dh_of(env, ssl, argv[0], argv[1]) : NULL;
  const BIGNUM *public_key, *private_key;

  if (dh == NULL)
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Key generation failed");
  BIGNUM* given = number_of(env, ssl, argv[2]);
  if (given != NULL)
    ssl->DH_set0_key(dh, NULL, given);
  if (ssl->DH_generate_key(dh) != 1) {
    ssl->DH_free(dh);
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Key generation failed");
  }
  ssl->DH_get0_key(dh, &public_key, &private_key);
  size_t size = (size_t) ssl->DH_size(dh);
  JSValueRef keys[] = {number_value(env, ssl, public_key, size),
                       number_value(env, ssl, private_key, 0)};
  ssl->DH_free(dh);
  return JSObjectMakeArray(ctx, 2, keys, NULL);
}

/* (prime, generator, private key, public key of the peer) → the secret; or a number, the flags of
 * DH_check_pub_key() */
GY_FUNCTION(dh_secret) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  DH* dh = ssl != NULL && argc >= 4 ? dh_of(env, ssl, argv[0], argv[1]) : NULL;
  int flags = 0;

  if (dh == NULL)
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Computing the secret failed");
  BIGNUM* own = number_of(env, ssl, argv[2]);
  BIGNUM* peer = number_of(env, ssl, argv[3]);
  if (own != NULL)
    ssl->DH_set0_key(dh, NULL, own);
  size_t size = (size_t) ssl->DH_size(dh);
  uint8_t* secret = malloc(size + 1);
  int length = -1;
  if (peer != NULL && secret != NULL && own != NULL &&
      ssl->DH_check_pub_key(dh, peer, &flags) == 1 && flags == 0)
    length = ssl->DH_compute_key_padded(secret, peer, dh);
  ssl->BN_free(peer);
  ssl->DH_free(dh);
  if (length >= 0)
    return gy_array_buffer_take(env, secret, (size_t) length);
  free(secret);
  if (flags == 0)
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Computing the secret failed");
  ssl->ERR_clear_error();
  return gy_number(env, flags);
}

/* (name) → [prime, generator], or undefined */
GY_FUNCTION(dh_group) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_text name;

  if (ssl == NULL || argc < 1 || !gy_text_get(env, argv[0], &name, exception))
    return NULL;
  const struct {
    const char* name;
    BIGNUM* (*prime)(BIGNUM* number);
  } groups[] = {
      {"modp1", ssl->BN_get_rfc2409_prime_768},   {"modp2", ssl->BN_get_rfc2409_prime_1024},
      {"modp5", ssl->BN_get_rfc3526_prime_1536},  {"modp14", ssl->BN_get_rfc3526_prime_2048},
      {"modp15", ssl->BN_get_rfc3526_prime_3072}, {"modp16", ssl->BN_get_rfc3526_prime_4096},
      {"modp17", ssl->BN_get_rfc3526_prime_6144}, {"modp18", ssl->BN_get_rfc3526_prime_8192},
  };
  JSValueRef value = gy_undefined(env);
  for (size_t i = 0; i < GY_COUNT(groups); i++)
    if (strcasecmp(groups[i].name, name.data) == 0) {
      BIGNUM* prime = groups[i].prime(NULL);
      JSValueRef numbers[] = {number_value(env, ssl, prime, 0), gy_array_buffer(env, "\2", 1)};
      ssl->BN_free(prime);
      value = JSObjectMakeArray(ctx, 2, numbers, NULL);
    }
  gy_text_free(&name);
  return value;
}

/* ---- Curves ---- */

static int curve_id(gy_env* env, const struct gy_openssl* ssl, JSValueRef value,
                    JSValueRef* exception) {
  struct gy_text name;
  int id;

  if (!gy_text_get(env, value, &name, exception))
    return NID_undef;
  id = ssl->EC_curve_nist2nid(name.data);
  if (id == NID_undef)
    id = ssl->OBJ_sn2nid(name.data);
  gy_text_free(&name);
  return id;
}

static EC_GROUP* group_of(gy_env* env, const struct gy_openssl* ssl, JSValueRef value,
                          JSValueRef* exception) {
  int id = curve_id(env, ssl, value, exception);
  EC_GROUP* group = id != NID_undef ? ssl->EC_GROUP_new_by_curve_name(id) : NULL;

  ssl->ERR_clear_error();
  return group;
}

/* (name) → OpenSSL's name of the curve, or undefined */
GY_FUNCTION(ec_curve) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  EC_GROUP* group = ssl != NULL && argc > 0 ? group_of(env, ssl, argv[0], exception) : NULL;

  if (group == NULL)
    return gy_undefined(env);
  const char* name = ssl->OBJ_nid2sn(ssl->EC_GROUP_get_curve_name(group));
  ssl->EC_GROUP_free(group);
  return gy_string(env, name);
}

/* () → names of all curves */
GY_FUNCTION(ec_curves) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);

  if (ssl == NULL)
    return NULL;
  size_t count = ssl->EC_get_builtin_curves(NULL, 0);
  EC_builtin_curve* curves = calloc(count + 1, sizeof(*curves));
  if (curves == NULL)
    return gy_throw(env, exception, "Out of memory");
  ssl->EC_get_builtin_curves(curves, count);
  JSObjectRef array = gy_array_new(env, count);
  for (size_t i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(ctx, array, (unsigned) i,
                               gy_string(env, ssl->OBJ_nid2sn(curves[i].nid)), NULL);
  free(curves);
  return array;
}

static JSValueRef point_value(gy_env* env, const struct gy_openssl* ssl, const EC_GROUP* group,
                              const EC_POINT* point, point_conversion_form_t form) {
  size_t length = ssl->EC_POINT_point2oct(group, point, form, NULL, 0, NULL);
  uint8_t* bytes = length > 0 ? malloc(length) : NULL;

  if (bytes == NULL)
    return gy_undefined(env);
  ssl->EC_POINT_point2oct(group, point, form, bytes, length, NULL);
  return gy_array_buffer_take(env, bytes, length);
}

static EC_POINT* point_of(gy_env* env, const struct gy_openssl* ssl, const EC_GROUP* group,
                          JSValueRef value) {
  EC_POINT* point = ssl->EC_POINT_new(group);
  uint8_t* bytes;
  size_t length;

  if (point != NULL && gy_bytes_get(env, value, &bytes, &length) &&
      ssl->EC_POINT_oct2point(group, point, bytes, length, NULL) == 1)
    return point;
  ssl->EC_POINT_free(point);
  ssl->ERR_clear_error();
  return NULL;
}

/* (curve, point, form: 2, 4 or 6) → the point in that form; undefined if it is none */
GY_FUNCTION(ec_convert) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  EC_GROUP* group = ssl != NULL && argc >= 3 ? group_of(env, ssl, argv[0], exception) : NULL;
  EC_POINT* point = group != NULL ? point_of(env, ssl, group, argv[1]) : NULL;
  JSValueRef value = gy_undefined(env);

  if (point != NULL)
    value = point_value(env, ssl, group, point,
                        (point_conversion_form_t) gy_arg_int(ctx, argc, argv, 2));
  if (ssl != NULL) {
    ssl->EC_POINT_free(point);
    ssl->EC_GROUP_free(group);
  }
  return value;
}

/* (curve, private key or undefined) → [public key, private key]; undefined if the private key is
 * invalid on the curve */
GY_FUNCTION(ec_generate) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  EC_GROUP* group = ssl != NULL && argc >= 2 ? group_of(env, ssl, argv[0], exception) : NULL;

  if (group == NULL)
    return gy_undefined(env);
  const BIGNUM* order = ssl->EC_GROUP_get0_order(group);
  BIGNUM* own = number_of(env, ssl, argv[1]);
  bool ok = true;
  if (JSValueIsUndefined(ctx, argv[1])) {
    own = ssl->BN_new();
    while (ok && own != NULL && ssl->BN_is_zero(own))
      ok = ssl->BN_priv_rand_range(own, order) == 1;
  }
  EC_POINT* point = ssl->EC_POINT_new(group);
  JSValueRef value = gy_undefined(env);
  if (ok && own != NULL && point != NULL && !ssl->BN_is_zero(own) &&
      ssl->BN_cmp(own, order) < 0 && ssl->EC_POINT_mul(group, point, own, NULL, NULL, NULL) == 1) {
    JSValueRef keys[] = {point_value(env, ssl, group, point, POINT_CONVERSION_UNCOMPRESSED),
                         number_value(env, ssl, own, (size_t) (ssl->BN_num_bits(order) + 7) / 8)};
    value = JSObjectMakeArray(ctx, 2, keys, NULL);
  }
  ssl->BN_clear_free(own);
  ssl->EC_POINT_free(point);
  ssl->EC_GROUP_free(group);
  ssl->ERR_clear_error();
  return value;
}

/* (curve, private key, public key of the peer) → the secret; undefined if the public key is not on
 * the curve */
GY_FUNCTION(ec_secret) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  EC_GROUP* group = ssl != NULL && argc >= 3 ? group_of(env, ssl, argv[0], exception) : NULL;
  EC_POINT* peer = group != NULL ? point_of(env, ssl, group, argv[2]) : NULL;
  JSValueRef value = gy_undefined(env);

  if (peer == NULL) {
    if (ssl != NULL)
      ssl->EC_GROUP_free(group);
    return value;
  }
  EC_POINT* product = ssl->EC_POINT_new(group);
  BIGNUM *own = number_of(env, ssl, argv[1]), *x = ssl->BN_new();
  if (own != NULL && ssl->EC_POINT_is_on_curve(group, peer, NULL) == 1 &&
      ssl->EC_POINT_mul(group, product, NULL, peer, own, NULL) == 1 &&
      ssl->EC_POINT_get_affine_coordinates(group, product, x, NULL, NULL) == 1)
    value = number_value(env, ssl, x, (size_t) (ssl->EC_GROUP_get_degree(group) + 7) / 8);
  ssl->BN_clear_free(own);
  ssl->BN_clear_free(x);
  ssl->EC_POINT_clear_free(product);
  ssl->EC_POINT_free(peer);
  ssl->EC_GROUP_free(group);
  ssl->ERR_clear_error();
  return value;
}

void gy_bind_crypto_exchange(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"derive", derive},        {"dhCheck", dh_check},     {"dhPrime", dh_prime},
      {"dhGenerate", dh_generate}, {"dhSecret", dh_secret}, {"dhGroup", dh_group},
      {"ecCurve", ec_curve},     {"ecCurves", ec_curves},   {"ecConvert", ec_convert},
      {"ecGenerate", ec_generate}, {"ecSecret", ec_secret},
  };
  gy_define(env, target, functions);
}
