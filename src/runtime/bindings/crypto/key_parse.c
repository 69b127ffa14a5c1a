/* src/runtime/bindings/crypto/key_parse.c — reads keys from PEM and DER. */
#include <limits.h>
#include <string.h>

#include "key.h"
#include "runtime/openssl/error.h"

struct passphrase {
  const struct gy_key_source* source;
  bool is_missing;
};

/* Called by OpenSSL for the pass phrase of an encrypted key. */
static int on_passphrase(char* out, int room, int is_writing, void* argument) {
  struct passphrase* passphrase = argument;
  size_t length = passphrase->source->passphrase_length;

  (void) is_writing;
  if (passphrase->source->passphrase == NULL) {
    passphrase->is_missing = true;
    return -1;
  }
  if (length > (size_t) room)
    return -1;
  memcpy(out, passphrase->source->passphrase, length);
  return (int) length;
}

static EVP_PKEY* read_pkcs8(const struct gy_openssl* ssl, const struct gy_key_source* source,
                            struct passphrase* passphrase) {
  const unsigned char* at = source->data;
  X509_SIG* encrypted = ssl->d2i_X509_SIG(NULL, &at, (long) source->length);

  if (encrypted != NULL) {
    ssl->X509_SIG_free(encrypted);
    BIO* bio = ssl->BIO_new_mem_buf(source->data, (int) source->length);
    EVP_PKEY* pkey = ssl->d2i_PKCS8PrivateKey_bio(bio, NULL, on_passphrase, passphrase);
    ssl->BIO_free(bio);
    return pkey;
  }
  ssl->ERR_clear_error();
  at = source->data;
  PKCS8_PRIV_KEY_INFO* info = ssl->d2i_PKCS8_PRIV_KEY_INFO(NULL, &at, (long) source->length);
  EVP_PKEY* pkey = info != NULL ? ssl->EVP_PKCS82PKEY(info) : NULL;
  ssl->PKCS8_PRIV_KEY_INFO_free(info);
  return pkey;
}

enum gy_key_status gy_key_parse_private(const struct gy_openssl* ssl,
                                        const struct gy_key_source* source, EVP_PKEY** pkey) {
  struct passphrase passphrase = {source, false};
  const unsigned char* at = source->data;
  BIO* bio;

  *pkey = NULL;
  ssl->ERR_clear_error();
  if (!source->is_der) {
    bio = ssl->BIO_new_mem_buf(source->data, (int) source->length);
    *pkey =
        bio != NULL ? ssl->PEM_read_bio_PrivateKey(bio, NULL, on_passphrase, &passphrase) : NULL;
    ssl->BIO_free(bio);
  } else if (source->encoding == GY_KEY_PKCS8) {
    *pkey = read_pkcs8(ssl, source, &passphrase);
  } else {
    int type = source->encoding == GY_KEY_SEC1 ? EVP_PKEY_EC : EVP_PKEY_RSA;
    *pkey = ssl->d2i_PrivateKey(type, NULL, &at, (long) source->length);
  }
  if (*pkey != NULL) {
    ssl->ERR_clear_error();
    return GY_KEY_OK;
  }
  return passphrase.is_missing ? GY_KEY_NEEDS_PASSPHRASE : GY_KEY_FAILED;
}

static EVP_PKEY* read_spki(const struct gy_openssl* ssl, const unsigned char* data, long length) {
  return ssl->d2i_PUBKEY(NULL, &data, length);
}

static EVP_PKEY* read_pkcs1(const struct gy_openssl* ssl, const unsigned char* data, long length) {
  return ssl->d2i_PublicKey(EVP_PKEY_RSA, NULL, &data, length);
}

static EVP_PKEY* read_certificate(const struct gy_openssl* ssl, const unsigned char* data,
                                  long length) {
  X509* certificate = ssl->d2i_X509(NULL, &data, length);
  EVP_PKEY* pkey = certificate != NULL ? ssl->X509_get_pubkey(certificate) : NULL;

  ssl->X509_free(certificate);
  return pkey;
}

static const struct {
  const char* name;
  EVP_PKEY* (*read)(const struct gy_openssl* ssl, const unsigned char* data, long length);
} public_blocks[] = {
    {"PUBLIC KEY", read_spki},
    {"RSA PUBLIC KEY", read_pkcs1},
    {"CERTIFICATE", read_certificate},
    {"X509 CERTIFICATE", read_certificate},
    {"TRUSTED CERTIFICATE", read_certificate},
};

static enum gy_key_status read_public_pem(const struct gy_openssl* ssl,
                                          const struct gy_key_source* source, EVP_PKEY** pkey) {
  BIO* bio = ssl->BIO_new_mem_buf(source->data, (int) source->length);
  enum gy_key_status status = GY_KEY_NOT_RECOGNIZED;
  char *name, *header;
  unsigned char* data;
  long length;

  while (bio != NULL && status == GY_KEY_NOT_RECOGNIZED &&
         ssl->PEM_read_bio(bio, &name, &header, &data, &length) == 1) {
    for (size_t i = 0; i < GY_COUNT(public_blocks); i++)
      if (strcmp(name, public_blocks[i].name) == 0) {
        *pkey = public_blocks[i].read(ssl, data, length);
        status = *pkey != NULL ? GY_KEY_OK : GY_KEY_FAILED;
      }
    ssl->CRYPTO_free(name, __FILE__, __LINE__);
    ssl->CRYPTO_free(header, __FILE__, __LINE__);
    ssl->CRYPTO_clear_free(data, (size_t) length, __FILE__, __LINE__);
  }
  ssl->BIO_free(bio);
  return status;
}

enum gy_key_status gy_key_parse_public(const struct gy_openssl* ssl,
                                       const struct gy_key_source* source, EVP_PKEY** pkey) {
  enum gy_key_status status;

  *pkey = NULL;
  ssl->ERR_clear_error();
  if (!source->is_der) {
    status = read_public_pem(ssl, source, pkey);
  } else {
    *pkey = (source->encoding == GY_KEY_PKCS1 ? read_pkcs1 : read_spki)(ssl, source->data,
                                                                        (long) source->length);
    status = *pkey != NULL ? GY_KEY_OK : GY_KEY_FAILED;
  }
  if (status == GY_KEY_OK)
    ssl->ERR_clear_error();
  return status;
}

JSValueRef gy_key_throw(gy_env* env, JSValueRef* exception, enum gy_key_status status,
                        bool is_public) {
  const struct gy_openssl* ssl = gy_openssl(env, exception);

  /* The errors of OpenSSL's decoders are thrown, as in Node; older functions have no such error. */
  if (status == GY_KEY_NEEDS_PASSPHRASE && ERR_GET_LIB(ssl->ERR_peek_error()) != ERR_LIB_CRYPTO) {
    ssl->ERR_clear_error();
    return gy_throw_code(env, exception, "ERR_MISSING_PASSPHRASE", NULL);
  }
  return gy_openssl_throw(
      env, exception, is_public ? GY_OSSL_MESSAGE : GY_OSSL_ALL,
      is_public ? "Failed to read asymmetric key" : "Failed to read private key");
}

/* (data, isDer, encoding, passphrase) */
static bool source_of(gy_env* env, size_t argc, const JSValueRef argv[],
                      struct gy_key_source* source, JSValueRef* exception) {
  uint8_t *data, *passphrase;
  size_t length;

  /* OpenSSL takes a negative length for a string that ends with a NUL. */
  if (argc < 4 || !gy_bytes_get(env, argv[0], &data, &length) || length > INT_MAX) {
    gy_throw_type(env, exception, "argument must be a buffer");
    return false;
  }
  *source = (struct gy_key_source){.data = data,
                                   .length = length,
                                   .is_der = gy_arg_bool(env->ctx, argc, argv, 1),
                                   .encoding = (unsigned) gy_arg_int(env->ctx, argc, argv, 2)};
  if (gy_bytes_get(env, argv[3], &passphrase, &source->passphrase_length))
    source->passphrase = (const char*) (passphrase != NULL ? passphrase : (uint8_t*) "");
  return true;
}

/* (data, isDer, encoding, passphrase) → Key */
GY_FUNCTION(key_private) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key_source source;
  EVP_PKEY* pkey;

  if (ssl == NULL || !source_of(env, argc, argv, &source, exception))
    return NULL;
  enum gy_key_status status = gy_key_parse_private(ssl, &source, &pkey);
  if (status != GY_KEY_OK)
    return gy_key_throw(env, exception, status, false);
  return gy_key_wrap(env, gy_key_new(GY_KEY_PRIVATE, pkey));
}

/* (data, isDer, encoding, passphrase) → Key of a public key, also if the data is a private key */
GY_FUNCTION(key_public) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_key_source source;
  EVP_PKEY* pkey;

  if (ssl == NULL || !source_of(env, argc, argv, &source, exception))
    return NULL;
  bool is_public = true;
  enum gy_key_status status = gy_key_parse_public(ssl, &source, &pkey);
  if (status == GY_KEY_NOT_RECOGNIZED ||
      (status == GY_KEY_FAILED && source.is_der && source.encoding == GY_KEY_PKCS1) ||
      (source.is_der && (source.encoding == GY_KEY_PKCS8 || source.encoding == GY_KEY_SEC1))) {
    is_public = false;
    ssl->EVP_PKEY_free(pkey);
    status = gy_key_parse_private(ssl, &source, &pkey);
  }
  if (status != GY_KEY_OK)
    return gy_key_throw(env, exception, status, is_public);
  return gy_key_wrap(env, gy_key_new(GY_KEY_PUBLIC, pkey));
}

void gy_bind_crypto_key_parse(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"keyPrivate", key_private},
      {"keyPublic", key_public},
  };
  gy_define(env, target, functions);
}
