/* src/runtime/bindings/crypto/key.c — keys as objects: see key.h. */
#include "key.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local JSClassRef key_class;

void gy_wipe_free(void* bytes, size_t length) {
  const struct gy_openssl* ssl = gy_openssl(NULL, NULL);

  if (bytes != NULL)
    ssl->OPENSSL_cleanse(bytes, length);
  free(bytes);
}

struct gy_key* gy_key_new_secret(const uint8_t* bytes, size_t length) {
  struct gy_key* key = calloc(1, sizeof(*key));

  if (key == NULL)
    return NULL;
  key->bytes = malloc(length + 1);
  if (key->bytes == NULL) {
    free(key);
    return NULL;
  }
  if (length > 0)
    memcpy(key->bytes, bytes, length);
  key->length = length;
  key->references = 1;
  return key;
}

struct gy_key* gy_key_new(enum gy_key_type type, EVP_PKEY* pkey) {
  struct gy_key* key = pkey != NULL ? calloc(1, sizeof(*key)) : NULL;

  if (key == NULL) {
    gy_openssl(NULL, NULL)->EVP_PKEY_free(pkey);
    return NULL;
  }
  key->references = 1;
  key->type = type;
  key->pkey = pkey;
  return key;
}

struct gy_key* gy_key_ref(struct gy_key* key) {
  __atomic_add_fetch(&key->references, 1, __ATOMIC_RELAXED);
  return key;
}

void gy_key_unref(struct gy_key* key) {
  if (key == NULL || __atomic_sub_fetch(&key->references, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  gy_openssl(NULL, NULL)->EVP_PKEY_free(key->pkey);
  gy_wipe_free(key->bytes, key->length);
  free(key);
}

static void finalize(JSObjectRef object) {
  gy_key_unref(JSObjectGetPrivate(object));
}

JSValueRef gy_key_wrap(gy_env* env, struct gy_key* key) {
  return key != NULL ? JSObjectMake(env->ctx, key_class, key) : gy_undefined(env);
}

struct gy_key* gy_key_unwrap(gy_env* env, JSValueRef value, JSValueRef* exception) {
  return gy_unwrap(env->ctx, value, key_class, exception);
}

/* (bytes) → Key of a secret */
GY_FUNCTION(key_secret) {
  gy_env* env = gy_env_here();
  uint8_t* bytes;
  size_t length;

  if (gy_openssl(env, exception) == NULL)
    return NULL;
  if (argc < 1 || !gy_bytes_get(env, argv[0], &bytes, &length))
    return gy_throw_type(env, exception, "argument must be a buffer");
  return gy_key_wrap(env, gy_key_new_secret(bytes, length));
}

/* (Key) → a copy of the bytes of a secret, an ArrayBuffer */
GY_FUNCTION(key_bytes) {
  gy_env* env = gy_env_here();
  struct gy_key* key = gy_key_unwrap(env, argc > 0 ? argv[0] : NULL, exception);

  return key != NULL ? gy_array_buffer(env, key->bytes, key->length) : NULL;
}

/* (Key) → the size of a secret in bytes */
GY_FUNCTION(key_size) {
  gy_env* env = gy_env_here();
  struct gy_key* key = gy_key_unwrap(env, argc > 0 ? argv[0] : NULL, exception);

  return key != NULL ? gy_number(env, (double) key->length) : NULL;
}

/* (Key of a private key) → Key of its public key. Both share one EVP_PKEY: operations on a public
 * key read its public parts only. */
GY_FUNCTION(key_to_public) {
  gy_env* env = gy_env_here();
  struct gy_key* key = gy_key_unwrap(env, argc > 0 ? argv[0] : NULL, exception);

  if (key == NULL)
    return NULL;
  gy_openssl(env, exception)->EVP_PKEY_up_ref(key->pkey);
  return gy_key_wrap(env, gy_key_new(GY_KEY_PUBLIC, key->pkey));
}

static bool equal(const struct gy_openssl* ssl, const struct gy_key* a, const struct gy_key* b) {
  if (a->type != b->type)
    return false;
  if (a->type == GY_KEY_SECRET)
    return a->length == b->length && ssl->CRYPTO_memcmp(a->bytes, b->bytes, a->length) == 0;
  return ssl->EVP_PKEY_eq(a->pkey, b->pkey) == 1;
}

/* (Key, Key) → boolean; undefined when OpenSSL cannot compare keys of this type */
GY_FUNCTION(key_equals) {
  gy_env* env = gy_env_here();
  struct gy_key* a = argc > 1 ? gy_key_unwrap(env, argv[0], exception) : NULL;
  struct gy_key* b = a != NULL ? gy_key_unwrap(env, argv[1], exception) : NULL;

  if (b == NULL)
    return NULL;
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  bool is_equal = equal(ssl, a, b);
  ssl->ERR_clear_error();
  return gy_bool(env, is_equal);
}

void gy_bind_crypto_keys(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"keySecret", key_secret},      {"keyBytes", key_bytes},   {"keySize", key_size},
      {"keyToPublic", key_to_public}, {"keyEquals", key_equals},
  };
  if (key_class == NULL)
    key_class = gy_class_new("Key", finalize);
  gy_define(env, target, functions);
}
