/* src/runtime/bindings/crypto/crypto.c — internalBinding('crypto'): digests and HMACs.
 *
 * (1) A Digest object owns one OpenSSL context, which is freed when the object is collected.
 * (2) Data is a string (as UTF-8) or bytes; lib/ has converted other types.
 * (3) For an unknown digest the result is undefined: lib/ throws the error. */
#include "methods.h"

#include <stdlib.h>
#include <string.h>

/* A hash when mac is NULL, a MAC otherwise. */
struct digest {
  EVP_MD_CTX* hash;
  EVP_MAC_CTX* mac;
  size_t size;
  bool xof;
};

static _Thread_local JSClassRef digest_class;

static void digest_free(struct digest* digest) {
  const struct gy_openssl* ssl = gy_openssl(NULL, NULL);

  ssl->EVP_MD_CTX_free(digest->hash);
  ssl->EVP_MAC_CTX_free(digest->mac);
  free(digest);
}

static void finalize(JSObjectRef object) {
  digest_free(JSObjectGetPrivate(object));
}

static JSValueRef wrap(JSContextRef ctx, struct digest* digest) {
  return JSObjectMake(ctx, digest_class, digest);
}

JSValueRef gy_digest_of_mac(gy_env* env, EVP_MAC_CTX* context, size_t size) {
  struct digest* digest = calloc(1, sizeof(*digest));

  if (digest == NULL) {
    gy_openssl(NULL, NULL)->EVP_MAC_CTX_free(context);
    return gy_undefined(env);
  }
  digest->mac = context;
  digest->size = size;
  return wrap(env->ctx, digest);
}

/* (algorithm) → Digest, or undefined */
GY_FUNCTION(hash_new) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct digest* digest;

  if (ssl == NULL || argc < 1)
    return NULL;
  EVP_MD* md = gy_digest(ssl, env, argv[0]);
  if (md == NULL)
    return gy_undefined(env);
  digest = calloc(1, sizeof(*digest));
  EVP_MD_CTX* hash = ssl->EVP_MD_CTX_new();
  if (digest == NULL || hash == NULL || ssl->EVP_DigestInit_ex(hash, md, NULL) != 1) {
    ssl->EVP_MD_CTX_free(hash);
    ssl->EVP_MD_free(md);
    free(digest);
    return gy_throw(env, exception, "Digest method not supported");
  }
  digest->hash = hash;
  digest->size = (size_t) ssl->EVP_MD_get_size(md);
  digest->xof = ssl->EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF;
  ssl->EVP_MD_free(md);
  return wrap(ctx, digest);
}

/* (algorithm, data, out of its size): in one call. → whether it could be made */
GY_FUNCTION(hash_once) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_input data;
  uint8_t* out;
  size_t room;

  if (ssl == NULL || argc < 3 || !gy_input_get(env, argv[1], &data, exception))
    return NULL;
  EVP_MD* md = gy_digest(ssl, env, argv[0]);
  bool ok = md != NULL && gy_bytes_get(env, argv[2], &out, &room) &&
            room >= (size_t) ssl->EVP_MD_get_size(md) &&
            ssl->EVP_Digest(data.bytes, data.length, out, NULL, md, NULL) == 1;
  gy_input_free(&data);
  ssl->EVP_MD_free(md);
  if (!ok)
    ssl->ERR_clear_error();
  return gy_bool(env, ok);
}

/* (Digest) → another in the same state */
GY_FUNCTION(hash_copy) {
  gy_env* env = gy_env_here();
  struct digest* from = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, digest_class, exception);
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct digest* copy;

  if (from == NULL || ssl == NULL)
    return NULL;
  copy = malloc(sizeof(*copy));
  EVP_MD_CTX* hash = ssl->EVP_MD_CTX_new();
  if (copy == NULL || hash == NULL || from->hash == NULL ||
      ssl->EVP_MD_CTX_copy_ex(hash, from->hash) != 1) {
    ssl->EVP_MD_CTX_free(hash);
    free(copy);
    return gy_throw(env, exception, "Digest copy error");
  }
  *copy = *from;
  copy->hash = hash;
  return wrap(ctx, copy);
}

static EVP_MAC_CTX* hmac_open(const struct gy_openssl* ssl, const char* name,
                              const struct gy_input* key) {
  OSSL_PARAM parameters[] = {
      ssl->OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char*) name, 0),
      ssl->OSSL_PARAM_construct_end(),
  };
  EVP_MAC* mac = gy_method_hmac(ssl);
  EVP_MAC_CTX* context = mac != NULL ? ssl->EVP_MAC_CTX_new(mac) : NULL;

  if (context != NULL &&
      ssl->EVP_MAC_init(context, (const unsigned char*) (key->length ? key->bytes : (void*) ""),
                        key->length, parameters) == 1)
    return context;
  ssl->EVP_MAC_CTX_free(context);
  ssl->ERR_clear_error();
  return NULL;
}

/* (algorithm, key) → Digest, or undefined when there is no such digest */
GY_FUNCTION(hmac_new) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_input key;

  if (ssl == NULL || argc < 2 || !gy_input_get(env, argv[1], &key, exception))
    return NULL;
  EVP_MD* md = gy_digest(ssl, env, argv[0]);
  struct digest* digest = calloc(1, sizeof(*digest));
  if (md != NULL && digest != NULL) {
    digest->size = (size_t) ssl->EVP_MD_get_size(md);
    digest->mac = hmac_open(ssl, ssl->EVP_MD_get0_name(md), &key);
  }
  gy_input_free(&key);
  ssl->EVP_MD_free(md);
  if (md == NULL || digest == NULL || digest->mac == NULL) {
    free(digest);
    return md == NULL ? gy_undefined(env) : gy_throw(env, exception, "HMAC could not be made");
  }
  return wrap(ctx, digest);
}

/* (Digest, data) → whether it could be added */
GY_FUNCTION(update) {
  gy_env* env = gy_env_here();
  struct digest* digest = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, digest_class, exception);
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_input data;

  if (digest == NULL || ssl == NULL || argc < 2 || !gy_input_get(env, argv[1], &data, exception))
    return NULL;
  int done = digest->mac != NULL ? ssl->EVP_MAC_update(digest->mac, data.bytes, data.length)
                                 : ssl->EVP_DigestUpdate(digest->hash, data.bytes, data.length);
  gy_input_free(&data);
  if (done != 1)
    ssl->ERR_clear_error();
  return gy_bool(env, done == 1);
}

/* (Digest) → its size in bytes, negative when the size can be chosen */
GY_FUNCTION(size) {
  struct digest* digest = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, digest_class, exception);

  if (digest == NULL)
    return NULL;
  return gy_number(gy_env_here(), digest->xof ? -(double) digest->size : (double) digest->size);
}

/* (Digest, out): finishes; out has the chosen size */
GY_FUNCTION(final) {
  gy_env* env = gy_env_here();
  struct digest* digest = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, digest_class, exception);
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  uint8_t* out;
  size_t room;

  if (digest == NULL || ssl == NULL)
    return NULL;
  if (argc < 2 || !gy_bytes_get(env, argv[1], &out, &room) || (!digest->xof && room < digest->size))
    return gy_throw_type(env, exception, "argument must be a buffer");
  int done;
  if (digest->mac != NULL)
    done = ssl->EVP_MAC_final(digest->mac, out, &room, room);
  else if (digest->xof)
    done = room == 0 ? 1 : ssl->EVP_DigestFinalXOF(digest->hash, out, room);
  else
    done = ssl->EVP_DigestFinal_ex(digest->hash, out, NULL);
  if (done != 1)
    ssl->ERR_clear_error();
  return gy_bool(env, done == 1);
}

struct names {
  gy_env* env;
  JSObjectRef array; /* NULL: they are counted */
  unsigned count;
};

static void add_name(const EVP_MD* md, const char* from, const char* to, void* argument) {
  struct names* names = argument;
  const char* name = from != NULL ? from : to;

  (void) md;
  if (name == NULL)
    return;
  if (names->array != NULL)
    JSObjectSetPropertyAtIndex(names->env->ctx, names->array, names->count,
                               gy_string(names->env, name), NULL);
  names->count++;
}

/* () → the names of all digests, as OpenSSL lists them */
GY_FUNCTION(hash_names) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);

  if (ssl == NULL)
    return NULL;
  struct names names = {env, NULL, 0};
  ssl->EVP_MD_do_all_sorted(add_name, &names);
  names.array = gy_array_new(env, names.count);
  names.count = 0;
  ssl->EVP_MD_do_all_sorted(add_name, &names);
  return names.array;
}

/* (a, b) of equal length → whether they are equal, in a time that does not depend on their
 * content */
GY_FUNCTION(timing_safe_equal) {
  gy_env* env = gy_env_here();
  uint8_t *a, *b;
  size_t na, nb;

  if (argc < 2 || !gy_bytes_get(env, argv[0], &a, &na) || !gy_bytes_get(env, argv[1], &b, &nb) ||
      na != nb)
    return gy_throw_type(env, exception, "argument must be a buffer");
  volatile uint8_t difference = 0;
  for (size_t i = 0; i < na; i++)
    difference |= a[i] ^ b[i];
  return gy_bool(env, difference == 0);
}

/* version() → OpenSSL's, as "3.0.17"; undefined when the library is not there */
GY_FUNCTION(version) {
  gy_env* env = gy_env_here();
  JSValueRef ignored = NULL;
  const struct gy_openssl* ssl = gy_openssl(env, &ignored);

  return ssl == NULL ? gy_undefined(env)
                     : gy_string(env, ssl->OpenSSL_version(OPENSSL_VERSION_STRING));
}

void gy_bind_crypto(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"hashNew", hash_new},     {"hashCopy", hash_copy}, {"hmacNew", hmac_new},
      {"hashOnce", hash_once},
      {"update", update},        {"size", size},          {"final", final},
      {"hashNames", hash_names}, {"version", version},    {"timingSafeEqual", timing_safe_equal},
  };
  if (digest_class == NULL)
    digest_class = gy_class_new("Digest", finalize);
  gy_define(env, target, functions);
  gy_bind_crypto_random(env, target);
  gy_bind_crypto_kdf(env, target);
  gy_bind_crypto_x509(env, target);
  gy_bind_crypto_library(env, target);
  gy_bind_crypto_mac(env, target);
  gy_bind_crypto_data_jobs(env, target);
  gy_bind_crypto_keccak(env, target);
  gy_bind_crypto_kem(env, target);
  gy_bind_crypto_exchange(env, target);
  gy_bind_crypto_rsa(env, target);
  gy_bind_crypto_sign(env, target);
  gy_bind_crypto_keygen(env, target);
  gy_bind_crypto_key_parts(env, target);
  gy_bind_crypto_key_export(env, target);
  gy_bind_crypto_cipher(env, target);
  gy_bind_crypto_keys(env, target);
  gy_bind_crypto_key_parse(env, target);
}
