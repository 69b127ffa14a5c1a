/* src/runtime/bindings/crypto/crypto.h — shared by the files of internalBinding('crypto'). */
#ifndef BINDINGS_CRYPTO_H
#define BINDINGS_CRYPTO_H

#include "runtime/gyre.h"
#include "runtime/openssl/openssl.h"

/* A digest by any name that OpenSSL knows, else NULL. Free it with EVP_MD_free(). */
EVP_MD* gy_digest(const struct gy_openssl* ssl, gy_env* env, JSValueRef name);

/* PBKDF2 with HMAC of the digest. Writes four bytes after the end of the salt. False after a
 * failure. */
bool gy_pbkdf2(const struct gy_openssl* ssl, const EVP_MD* digest, const uint8_t* password,
               size_t password_length, uint8_t* salt, size_t salt_length, int iterations,
               uint8_t* out, size_t length);

/* ---- Bytes (bytes.c) ---- */

/* An ArrayBuffer with a copy of the bytes. */
JSValueRef gy_array_buffer(gy_env* env, const void* bytes, size_t length);
/* An ArrayBuffer that takes malloc()ed memory. */
JSValueRef gy_array_buffer_take(gy_env* env, void* bytes, size_t length);

/* A private copy of bytes, followed by four spare bytes for gy_pbkdf2(). It is wiped when it is
 * freed. */
struct gy_blob {
  uint8_t* data; /* NULL: none */
  size_t length;
};
/* True also if the value is not bytes: the blob is then empty. False when memory is short. */
bool gy_blob_copy(gy_env* env, JSValueRef value, struct gy_blob* blob);
/* Room for `length` bytes, zeroed. */
bool gy_blob_new(struct gy_blob* blob, size_t length);
void gy_blob_free(struct gy_blob* blob);
/* Makes an ArrayBuffer that takes over the memory of the blob. */
JSValueRef gy_blob_give(gy_env* env, struct gy_blob* blob);

/* The bytes of a string, as UTF-8, or of a buffer, where they lie. */
struct gy_input {
  const uint8_t* bytes;
  size_t length;
  struct gy_text text;
};
bool gy_input_get(gy_env* env, JSValueRef value, struct gy_input* input, JSValueRef* exception);
void gy_input_free(struct gy_input* input);

/* A Digest that owns the context, from its key on. */
JSValueRef gy_digest_of_mac(gy_env* env, EVP_MAC_CTX* context, size_t size);

/* ---- Parts of the binding, a file each ---- */

void gy_bind_crypto_keys(gy_env* env, JSObjectRef target);
void gy_bind_crypto_key_parse(gy_env* env, JSObjectRef target);
void gy_bind_crypto_random(gy_env* env, JSObjectRef target);
void gy_bind_crypto_cipher(gy_env* env, JSObjectRef target);
void gy_bind_crypto_key_export(gy_env* env, JSObjectRef target);
void gy_bind_crypto_key_parts(gy_env* env, JSObjectRef target);
void gy_bind_crypto_keygen(gy_env* env, JSObjectRef target);
void gy_bind_crypto_sign(gy_env* env, JSObjectRef target);
void gy_bind_crypto_rsa(gy_env* env, JSObjectRef target);
void gy_bind_crypto_exchange(gy_env* env, JSObjectRef target);
void gy_bind_crypto_data_jobs(gy_env* env, JSObjectRef target);
void gy_bind_crypto_kem(gy_env* env, JSObjectRef target);
void gy_bind_crypto_keccak(gy_env* env, JSObjectRef target);
void gy_bind_crypto_x509(gy_env* env, JSObjectRef target);
X509* gy_x509_of(JSContextRef ctx, JSValueRef value, JSValueRef* exception); /* NULL: thrown */
void gy_bind_crypto_mac(gy_env* env, JSObjectRef target);
void gy_bind_crypto_library(gy_env* env, JSObjectRef target);
void gy_bind_crypto_kdf(gy_env* env, JSObjectRef target);

#endif
