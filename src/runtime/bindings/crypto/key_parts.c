/* src/runtime/bindings/crypto/key_parts.c — the components of keys: JWK, raw keys,
 * asymmetricKeyDetails. */
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "params.h"
#include "runtime/openssl/error.h"

/* ---- Types ---- */

static const struct {
  int id;
  const char* name;    /* Node's */
  const char* openssl; /* as OpenSSL fetches it */
} types[] = {
    {EVP_PKEY_RSA, "rsa", "RSA"},
    {EVP_PKEY_RSA_PSS, "rsa-pss", "RSA-PSS"},
    {EVP_PKEY_DSA, "dsa", "DSA"},
    {EVP_PKEY_DH, "dh", "DH"},
    {EVP_PKEY_DHX, "dh", "DHX"},
    {EVP_PKEY_EC, "ec", "EC"},
    {EVP_PKEY_ED25519, "ed25519", "ED25519"},
    {EVP_PKEY_ED448, "ed448", "ED448"},
    {EVP_PKEY_X25519, "x25519", "X25519"},
    {EVP_PKEY_X448, "x448", "X448"},
};

const char* gy_key_openssl_name(const char* name) {
  for (size_t i = 0; i < GY_COUNT(types); i++)
    if (strcmp(types[i].name, name) == 0)
      return types[i].openssl;
  return NULL;
}

/* (Key) → "rsa", "ec", …; undefined for another */
GY_FUNCTION(key_type) {
  gy_env* env = gy_env_here();
  struct gy_key* key = gy_key_unwrap(env, argc > 0 ? argv[0] : NULL, exception);

  if (key == NULL || key->pkey == NULL)
    return NULL;
  int id = gy_openssl(env, exception)->EVP_PKEY_get_base_id(key->pkey);
  for (size_t i = 0; i < GY_COUNT(types); i++)
    if (types[i].id == id)
      return gy_string(env, types[i].name);
  return gy_undefined(env);
}

/* ---- Reading ---- */

static JSValueRef number_value(gy_env* env, const struct gy_openssl* ssl, const BIGNUM* number) {
  size_t length = (size_t) (ssl->BN_num_bits(number) + 7) / 8;
  uint8_t* bytes = malloc(length + 1);

  if (bytes == NULL)
    return gy_undefined(env);
  ssl->BN_bn2bin(number, bytes);
  return gy_array_buffer_take(env, bytes, length);
}

/* (Key, name of OpenSSL) → the number, big-endian, as an ArrayBuffer; undefined if it has none */
GY_FUNCTION(key_number) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key* key = argc > 1 ? gy_key_unwrap(env, argv[0], exception) : NULL;
  BIGNUM* number = NULL;
  struct gy_text name;

  if (key == NULL || !gy_text_get(env, argv[1], &name, exception))
    return NULL;
  JSValueRef value = gy_undefined(env);
  if (ssl->EVP_PKEY_get_bn_param(key->pkey, name.data, &number) == 1)
    value = number_value(env, ssl, number);
  ssl->BN_clear_free(number);
  ssl->ERR_clear_error();
  gy_text_free(&name);
  return value;
}

/* (Key, name of OpenSSL) → string, or undefined */
GY_FUNCTION(key_text) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key* key = argc > 1 ? gy_key_unwrap(env, argv[0], exception) : NULL;
  struct gy_text name;
  char text[128];
  size_t length;

  if (key == NULL || !gy_text_get(env, argv[1], &name, exception))
    return NULL;
  bool ok =
      ssl->EVP_PKEY_get_utf8_string_param(key->pkey, name.data, text, sizeof(text), &length) == 1;
  gy_text_free(&name);
  ssl->ERR_clear_error();
  return ok ? gy_string_new(env, text, length) : gy_undefined(env);
}

/* (Key) → the bits of its main number: the modulus of RSA, the prime of DSA and DH */
GY_FUNCTION(key_bits) {
  gy_env* env = gy_env_here();
  struct gy_key* key = gy_key_unwrap(env, argc > 0 ? argv[0] : NULL, exception);

  return key == NULL || key->pkey == NULL
             ? NULL
             : gy_number(env, gy_openssl(env, exception)->EVP_PKEY_get_bits(key->pkey));
}

static JSValueRef algorithm_name(gy_env* env, const struct gy_openssl* ssl,
                                 const X509_ALGOR* algorithm, const char* otherwise) {
  const ASN1_OBJECT* object;

  if (algorithm == NULL)
    return gy_string(env, otherwise);
  ssl->X509_ALGOR_get0(&object, NULL, NULL, algorithm);
  return gy_string(env, ssl->OBJ_nid2ln(ssl->OBJ_obj2nid(object)));
}

/* The digest of the mask generation function is the parameter of its algorithm. */
static X509_ALGOR* mask_digest(const struct gy_openssl* ssl, const RSA_PSS_PARAMS* pss) {
  const void* value;
  int type;

  if (pss->maskGenAlgorithm == NULL)
    return NULL;
  ssl->X509_ALGOR_get0(NULL, &type, &value, pss->maskGenAlgorithm);
  if (type != V_ASN1_SEQUENCE)
    return NULL;
  const unsigned char* data = ssl->ASN1_STRING_get0_data(value);
  return ssl->d2i_X509_ALGOR(NULL, &data, ssl->ASN1_STRING_length(value));
}

static JSValueRef pss_value(gy_env* env, const struct gy_openssl* ssl, const ASN1_STRING* encoded) {
  const unsigned char* data = ssl->ASN1_STRING_get0_data(encoded);
  RSA_PSS_PARAMS* pss = ssl->d2i_RSA_PSS_PARAMS(NULL, &data, ssl->ASN1_STRING_length(encoded));

  if (pss == NULL)
    return gy_undefined(env);
  X509_ALGOR* mask = mask_digest(ssl, pss);
  JSValueRef values[] = {
      algorithm_name(env, ssl, pss->hashAlgorithm, "sha1"), algorithm_name(env, ssl, mask, "sha1"),
      gy_number(env,
                pss->saltLength != NULL ? (double) ssl->ASN1_INTEGER_get(pss->saltLength) : 20)};
  ssl->X509_ALGOR_free(mask);
  ssl->RSA_PSS_PARAMS_free(pss);
  return JSObjectMakeArray(env->ctx, GY_COUNT(values), values, NULL);
}

/* (Key of RSA-PSS) → [hash, hash of MGF1, length of the salt]; undefined if the key is not
 * restricted. The functions of OpenSSL 3.0 do not distinguish restrictions from defaults; the
 * encoded key does. */
GY_FUNCTION(key_pss) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key* key = gy_key_unwrap(env, argc > 0 ? argv[0] : NULL, exception);
  X509_PUBKEY* encoded = NULL;
  X509_ALGOR* algorithm;
  const void* value;
  int type;

  if (key == NULL || ssl->X509_PUBKEY_set(&encoded, key->pkey) != 1)
    return NULL;
  JSValueRef result = gy_undefined(env);
  ssl->X509_PUBKEY_get0_param(NULL, NULL, NULL, &algorithm, encoded);
  ssl->X509_ALGOR_get0(NULL, &type, &value, algorithm);
  if (type == V_ASN1_SEQUENCE)
    result = pss_value(env, ssl, value);
  ssl->X509_PUBKEY_free(encoded);
  ssl->ERR_clear_error();
  return result;
}

/* (Key, isPublic) → the raw key of an Ed25519, Ed448, X25519 or X448 key, an ArrayBuffer; undefined
 * for others */
GY_FUNCTION(key_raw) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key* key = gy_key_unwrap(env, argc > 0 ? argv[0] : NULL, exception);
  uint8_t bytes[64];
  size_t length = sizeof(bytes);

  if (key == NULL)
    return NULL;
  bool ok = (gy_arg_bool(ctx, argc, argv, 1)
                 ? ssl->EVP_PKEY_get_raw_public_key(key->pkey, bytes, &length)
                 : ssl->EVP_PKEY_get_raw_private_key(key->pkey, bytes, &length)) == 1;
  ssl->ERR_clear_error();
  JSValueRef value = ok ? gy_array_buffer(env, bytes, length) : gy_undefined(env);
  ssl->OPENSSL_cleanse(bytes, sizeof(bytes));
  return value;
}

/* ---- Making ---- */

/* (type, bytes, isPublic) → Key, or undefined if the bytes are no such key */
GY_FUNCTION(key_from_raw) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  bool is_public = gy_arg_bool(ctx, argc, argv, 2);
  struct gy_text name;
  uint8_t* bytes;
  size_t length;

  if (ssl == NULL || argc < 3 || !gy_bytes_get(env, argv[1], &bytes, &length) ||
      !gy_text_get(env, argv[0], &name, exception))
    return NULL;
  const char* type = gy_key_openssl_name(name.data);
  EVP_PKEY* pkey = NULL;
  if (type != NULL)
    pkey = (is_public ? ssl->EVP_PKEY_new_raw_public_key_ex : ssl->EVP_PKEY_new_raw_private_key_ex)(
        NULL, type, NULL, bytes, length);
  gy_text_free(&name);
  ssl->ERR_clear_error();
  return gy_key_wrap(env, gy_key_new(is_public ? GY_KEY_PUBLIC : GY_KEY_PRIVATE, pkey));
}

static bool is_product(const struct gy_openssl* ssl, EVP_PKEY* pkey) {
  BIGNUM *n = NULL, *p = NULL, *q = NULL, *product = ssl->BN_new();
  BN_CTX* context = ssl->BN_CTX_new();
  bool ok = ssl->EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_RSA_N, &n) == 1 &&
            ssl->EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_RSA_FACTOR1, &p) == 1 &&
            ssl->EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_RSA_FACTOR2, &q) == 1 &&
            ssl->BN_mul(product, p, q, context) == 1 && ssl->BN_cmp(product, n) == 0;

  ssl->BN_CTX_free(context);
  ssl->BN_free(n);
  ssl->BN_clear_free(p);
  ssl->BN_clear_free(q);
  ssl->BN_free(product);
  return ok;
}

static bool is_consistent(const struct gy_openssl* ssl, EVP_PKEY* pkey, bool is_private) {
  int id = ssl->EVP_PKEY_get_base_id(pkey);

  if (id == EVP_PKEY_RSA)
    return !is_private || is_product(ssl, pkey);
  if (id != EVP_PKEY_EC)
    return true;
  EVP_PKEY_CTX* context = ssl->EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL);
  bool ok = context != NULL && ssl->EVP_PKEY_public_check(context) == 1 &&
            (!is_private || (ssl->EVP_PKEY_private_check(context) == 1 &&
                             ssl->EVP_PKEY_pairwise_check(context) == 1));
  ssl->EVP_PKEY_CTX_free(context);
  return ok;
}

static EVP_PKEY* build(const struct gy_openssl* ssl, const char* type, bool is_private,
                       OSSL_PARAM* list) {
  EVP_PKEY_CTX* context = ssl->EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  EVP_PKEY* pkey = NULL;

  if (context != NULL && ssl->EVP_PKEY_fromdata_init(context) == 1)
    ssl->EVP_PKEY_fromdata(context, &pkey, is_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                           list);
  ssl->EVP_PKEY_CTX_free(context);
  if (pkey != NULL && !is_consistent(ssl, pkey, is_private)) {
    ssl->EVP_PKEY_free(pkey);
    pkey = NULL;
  }
  return pkey;
}

/* (Key) → whether its numbers are those of one key */
GY_FUNCTION(key_is_consistent) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key* key = gy_key_unwrap(env, argc > 0 ? argv[0] : NULL, exception);

  if (ssl == NULL || key == NULL)
    return NULL;
  bool ok = key->pkey != NULL && is_consistent(ssl, key->pkey, key->type == GY_KEY_PRIVATE);
  ssl->ERR_clear_error();
  return gy_bool(env, ok);
}

/* (type, isPrivate, parameters: params.h) → Key, or undefined if there is no such key */
GY_FUNCTION(key_from_numbers) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  bool is_private = gy_arg_bool(ctx, argc, argv, 1);
  struct gy_text type;

  if (ssl == NULL || argc < 3 || !gy_text_get(env, argv[0], &type, exception))
    return NULL;
  const char* name = gy_key_openssl_name(type.data);
  gy_text_free(&type);
  OSSL_PARAM* list = gy_params_get(env, ssl, argv[2], exception);
  EVP_PKEY* pkey = list != NULL && name != NULL ? build(ssl, name, is_private, list) : NULL;
  ssl->OSSL_PARAM_free(list);
  ssl->ERR_clear_error();
  return gy_key_wrap(env, gy_key_new(is_private ? GY_KEY_PRIVATE : GY_KEY_PUBLIC, pkey));
}

void gy_bind_crypto_key_parts(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"keyType", key_type},
      {"keyNumber", key_number},
      {"keyText", key_text},
      {"keyBits", key_bits},
      {"keyPss", key_pss},
      {"keyRaw", key_raw},
      {"keyFromRaw", key_from_raw},
      {"keyFromNumbers", key_from_numbers},
      {"keyIsConsistent", key_is_consistent},
  };
  gy_define(env, target, functions);
}
