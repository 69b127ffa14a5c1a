/* src/runtime/bindings/crypto/key_export.c — writes keys as PEM and DER. */
#include <limits.h>

#include "job.h"
#include "key.h"
#include "key_export.h"

static bool write_public(const struct gy_openssl* ssl, EVP_PKEY* pkey,
                         const struct gy_key_format* format, BIO* bio) {
  unsigned char* der = NULL;
  int length;
  bool ok;

  if (format->encoding != GY_KEY_PKCS1)
    return (format->is_der ? ssl->i2d_PUBKEY_bio(bio, pkey)
                           : ssl->PEM_write_bio_PUBKEY(bio, pkey)) == 1;
  length = ssl->i2d_PublicKey(pkey, &der);
  if (length <= 0)
    return false;
  ok = format->is_der ? ssl->BIO_write(bio, der, length) == length
                      : ssl->PEM_write_bio(bio, "RSA PUBLIC KEY", "", der, length) > 0;
  ssl->CRYPTO_free(der, __FILE__, __LINE__);
  return ok;
}

static bool write_private(const struct gy_openssl* ssl, EVP_PKEY* pkey,
                          const struct gy_key_format* format, BIO* bio) {
  char* passphrase = (char*) format->passphrase.data;
  int length = (int) format->passphrase.length;

  if (format->passphrase.length > INT_MAX)
    return false;
  if (format->encoding == GY_KEY_PKCS8)
    return (format->is_der ? ssl->i2d_PKCS8PrivateKey_bio
                           : ssl->PEM_write_bio_PKCS8PrivateKey)(bio, pkey, format->cipher,
                                                                 passphrase, length, NULL,
                                                                 NULL) == 1;
  if (format->is_der)
    return ssl->i2d_PrivateKey_bio(bio, pkey) == 1;
  return ssl->PEM_write_bio_PrivateKey_traditional(bio, pkey, format->cipher,
                                                   (unsigned char*) passphrase, length, NULL,
                                                   NULL) == 1;
}

BIO* gy_key_write(const struct gy_openssl* ssl, EVP_PKEY* pkey, bool is_public,
                  const struct gy_key_format* format) {
  BIO* bio = ssl->BIO_new(ssl->BIO_s_secmem());

  if (bio != NULL && (is_public ? write_public : write_private)(ssl, pkey, format, bio))
    return bio;
  ssl->BIO_free(bio);
  return NULL;
}

JSValueRef gy_bio_value(gy_env* env, const struct gy_openssl* ssl, BIO* bio, bool is_text) {
  char* data;
  long length = ssl->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &data);
  JSValueRef value = is_text ? gy_string_new(env, data, (size_t) length)
                             : gy_array_buffer(env, data, (size_t) length);

  ssl->BIO_free(bio);
  return value;
}

bool gy_key_format_get(gy_env* env, size_t argc, const JSValueRef argv[], size_t first,
                       struct gy_key_format* format, JSValueRef* exception) {
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_text name;

  *format = (struct gy_key_format){.is_der = gy_arg_bool(env->ctx, argc, argv, first),
                                   .encoding = (unsigned) gy_arg_int(env->ctx, argc, argv,
                                                                     first + 1)};
  if (argc < first + 4 || !JSValueIsString(env->ctx, argv[first + 2]))
    return true;
  if (!gy_text_get(env, argv[first + 2], &name, exception))
    return false;
  format->cipher = ssl->EVP_get_cipherbyname(name.data);
  gy_text_free(&name);
  if (format->cipher == NULL) {
    gy_throw_code(env, exception, "ERR_CRYPTO_UNKNOWN_CIPHER", NULL);
    return false;
  }
  if (gy_blob_copy(env, argv[first + 3], &format->passphrase) && format->passphrase.data != NULL)
    return true;
  gy_openssl_fail(env, exception, "Passphrase required");
  return false;
}

/* (Key, isPublic, isDer, encoding, cipher or undefined, passphrase) → string or ArrayBuffer */
GY_FUNCTION(key_export) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key* key = argc >= 6 ? gy_key_unwrap(env, argv[0], exception) : NULL;
  bool is_public = gy_arg_bool(ctx, argc, argv, 1);
  struct gy_key_format format;

  if (key == NULL || !gy_key_format_get(env, argc, argv, 2, &format, exception))
    return NULL;
  ssl->ERR_clear_error();
  BIO* bio = gy_key_write(ssl, key->pkey, is_public, &format);
  gy_blob_free(&format.passphrase);
  if (bio == NULL)
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Failed to encode key");
  ssl->ERR_clear_error();
  return gy_bio_value(env, ssl, bio, !format.is_der);
}

void gy_bind_crypto_key_export(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"keyExport", key_export}};
  gy_define(env, target, functions);
}
