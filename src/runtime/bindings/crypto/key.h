/* src/runtime/bindings/crypto/key.h — keys of crypto, tls and Web Crypto.
 *
 * (1) A key is immutable. It is counted by references, so that jobs on the pool, KeyObjects of
 *     several environments and TLS contexts may share it.
 * (2) The bytes of a secret, and copies of keys and pass phrases, are wiped when they are freed.
 *     OpenSSL does the same with an EVP_PKEY. */
#ifndef BINDINGS_CRYPTO_KEY_H
#define BINDINGS_CRYPTO_KEY_H

#include "crypto.h"

enum gy_key_type { GY_KEY_SECRET, GY_KEY_PUBLIC, GY_KEY_PRIVATE };

struct gy_key {
  int references;
  enum gy_key_type type;
  EVP_PKEY* pkey; /* NULL for a secret */
  uint8_t* bytes; /* of a secret */
  size_t length;
};

/* NULL when memory is short. */
struct gy_key* gy_key_new_secret(const uint8_t* bytes, size_t length);
/* Takes the EVP_PKEY, in any case. */
struct gy_key* gy_key_new(enum gy_key_type type, EVP_PKEY* pkey);
struct gy_key* gy_key_ref(struct gy_key* key);
void gy_key_unref(struct gy_key* key); /* or NULL */

/* The handle that lib/ holds, which takes over the reference; undefined if `key` is NULL. */
JSValueRef gy_key_wrap(gy_env* env, struct gy_key* key);
/* The key of a handle, which keeps its reference; NULL with an exception for another value. */
struct gy_key* gy_key_unwrap(gy_env* env, JSValueRef value, JSValueRef* exception);

/* ---- Reading (key_parse.c) ---- */

enum gy_key_encoding {
  GY_KEY_ANY_ENCODING, /* PEM contains the encoding */
  GY_KEY_PKCS1,
  GY_KEY_PKCS8,
  GY_KEY_SPKI,
  GY_KEY_SEC1
};

struct gy_key_source {
  const uint8_t* data;
  size_t length;
  bool is_der;                   /* else PEM */
  enum gy_key_encoding encoding; /* of DER */
  const char* passphrase;        /* NULL for none */
  size_t passphrase_length;
};

enum gy_key_status {
  GY_KEY_OK,
  GY_KEY_NEEDS_PASSPHRASE, /* the key is encrypted and there is no pass phrase */
  GY_KEY_NOT_RECOGNIZED,   /* PEM without a block of a key */
  GY_KEY_FAILED            /* see OpenSSL's queue of errors */
};

/* On success *pkey is the caller's; else it is NULL and OpenSSL's errors are queued. */
enum gy_key_status gy_key_parse_private(const struct gy_openssl* ssl,
                                        const struct gy_key_source* source, EVP_PKEY** pkey);
/* A public key, also that of a certificate. A private key is not read here. */
enum gy_key_status gy_key_parse_public(const struct gy_openssl* ssl,
                                       const struct gy_key_source* source, EVP_PKEY** pkey);
/* Throws Node's error for a status that is not GY_KEY_OK. Returns NULL. */
JSValueRef gy_key_throw(gy_env* env, JSValueRef* exception, enum gy_key_status status,
                        bool is_public);

/* malloc()ed memory that held a secret. */
void gy_wipe_free(void* bytes, size_t length);

#endif
