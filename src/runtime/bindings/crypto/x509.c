/* src/runtime/bindings/crypto/x509.c — X509Certificate and Certificate (SPKAC).
 * bindings/tls/certificate.c reads the contents of a certificate. */
#include <limits.h>
#include <string.h>

#include "key.h"
#include "key_export.h"
#include "runtime/openssl/error.h"

static _Thread_local JSClassRef x509_class;

static void finalize(JSObjectRef object) {
  if (JSObjectGetPrivate(object) != NULL)
    gy_openssl(NULL, NULL)->X509_free(JSObjectGetPrivate(object));
}

static X509* cert_of(JSContextRef ctx, size_t argc, const JSValueRef argv[], size_t i,
                     JSValueRef* exception) {
  return gy_unwrap(ctx, i < argc ? argv[i] : NULL, x509_class, exception);
}

X509* gy_x509_of(JSContextRef ctx, JSValueRef value, JSValueRef* exception) {
  return gy_unwrap(ctx, value, x509_class, exception);
}

/* (PEM or DER) → Certificate */
GY_FUNCTION(x509_parse) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  uint8_t* data;
  size_t length;

  if (ssl == NULL || argc < 1 || !gy_bytes_get(env, argv[0], &data, &length) || length > INT_MAX)
    return NULL;
  ssl->ERR_clear_error();
  BIO* bio = ssl->BIO_new_mem_buf(data, (int) length);
  X509* cert = bio != NULL ? ssl->PEM_read_bio_X509_AUX(bio, NULL, NULL, NULL) : NULL;
  ssl->BIO_free(bio);
  if (cert == NULL) {
    const unsigned char* at = data;
    bool has_error = ssl->ERR_peek_error() != 0; /* OpenSSL 3.0 drops that of a bad public key */
    if (has_error)
      ssl->ERR_set_mark();
    cert = ssl->d2i_X509(NULL, &at, (long) length);
    if (has_error)
      ssl->ERR_pop_to_mark(); /* the error of PEM is thrown */
  }
  if (cert == NULL)
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "Invalid certificate");
  ssl->ERR_clear_error();
  return JSObjectMake(ctx, x509_class, cert);
}

enum {
  NAME_FLAGS = ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_UTF8_CONVERT |
               XN_FLAG_SEP_MULTILINE | XN_FLAG_FN_SN
};

/* (Certificate) → [subject, issuer, PEM, OID of the signature, its name] */
GY_FUNCTION(x509_texts) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  X509* cert = cert_of(ctx, argc, argv, 0, exception);
  char oid[80];

  if (cert == NULL)
    return NULL;
  BIO* subject = ssl->BIO_new(ssl->BIO_s_mem());
  BIO* issuer = ssl->BIO_new(ssl->BIO_s_mem());
  BIO* pem = ssl->BIO_new(ssl->BIO_s_mem());
  ssl->X509_NAME_print_ex(subject, ssl->X509_get_subject_name(cert), 0, NAME_FLAGS);
  ssl->X509_NAME_print_ex(issuer, ssl->X509_get_issuer_name(cert), 0, NAME_FLAGS);
  ssl->PEM_write_bio_X509(pem, cert);
  const X509_ALGOR* algorithm;
  const ASN1_OBJECT* object;
  ssl->X509_get0_signature(NULL, &algorithm, cert);
  ssl->X509_ALGOR_get0(&object, NULL, NULL, algorithm);
  ssl->OBJ_obj2txt(oid, sizeof(oid), object, 1);
  int nid = ssl->OBJ_obj2nid(object);
  JSValueRef values[] = {
      gy_bio_value(env, ssl, subject, true), gy_bio_value(env, ssl, issuer, true),
      gy_bio_value(env, ssl, pem, true), gy_string(env, oid),
      nid != NID_undef ? gy_string(env, ssl->OBJ_nid2ln(nid)) : gy_undefined(env)};
  return JSObjectMakeArray(ctx, GY_COUNT(values), values, NULL);
}

/* (Certificate) → DER */
GY_FUNCTION(x509_raw) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  X509* cert = cert_of(ctx, argc, argv, 0, exception);
  unsigned char* der = NULL;

  if (cert == NULL)
    return NULL;
  int length = ssl->i2d_X509(cert, &der);
  JSValueRef value = gy_array_buffer(env, der, length > 0 ? (size_t) length : 0);
  ssl->CRYPTO_free(der, __FILE__, __LINE__);
  return value;
}

/* (Certificate) → Key */
GY_FUNCTION(x509_public_key) {
  gy_env* env = gy_env_here();
  X509* cert = cert_of(ctx, argc, argv, 0, exception);

  if (cert == NULL)
    return NULL;
  EVP_PKEY* pkey = gy_openssl(env, exception)->X509_get_pubkey(cert);
  if (pkey == NULL)
    return gy_openssl_throw(env, exception, GY_OSSL_FIRST, "No public key");
  return gy_key_wrap(env, gy_key_new(GY_KEY_PUBLIC, pkey));
}

enum check { CHECK_HOST, CHECK_EMAIL, CHECK_IP };

/* (Certificate, enum check, name, flags) → what matches, true, or undefined */
GY_FUNCTION(x509_check) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  X509* cert = cert_of(ctx, argc, argv, 0, exception);
  unsigned flags = (unsigned) gy_arg_number(ctx, argc, argv, 3);
  struct gy_text name;
  char* found = NULL;
  int matches = 0;

  if (cert == NULL || argc < 4 || !gy_text_get(env, argv[2], &name, exception))
    return NULL;
  switch ((enum check) gy_arg_int(ctx, argc, argv, 1)) {
    case CHECK_HOST:
      matches = ssl->X509_check_host(cert, name.data, name.length, flags, &found);
      break;
    case CHECK_EMAIL: matches = ssl->X509_check_email(cert, name.data, name.length, flags); break;
    case CHECK_IP: matches = ssl->X509_check_ip_asc(cert, name.data, flags); break;
  }
  gy_text_free(&name);
  ssl->ERR_clear_error();
  JSValueRef value = matches != 1    ? gy_undefined(env)
                     : found != NULL ? gy_string(env, found)
                                     : gy_bool(env, true);
  ssl->CRYPTO_free(found, __FILE__, __LINE__);
  return value;
}

/* (Certificate, certificate of the issuer) → whether the names and key identifiers match;
 * signatures are not checked */
GY_FUNCTION(x509_issued) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  X509* cert = cert_of(ctx, argc, argv, 0, exception);
  X509* issuer = cert != NULL ? cert_of(ctx, argc, argv, 1, exception) : NULL;

  if (issuer == NULL)
    return NULL;
  bool ok = ssl->X509_check_issued(issuer, cert) == X509_V_OK;
  ssl->ERR_clear_error();
  return gy_bool(env, ok);
}

/* (Certificate, Key, isPrivate) → whether the private key belongs to the certificate, or whether
 * the public key verifies its signature */
GY_FUNCTION(x509_verify) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  X509* cert = cert_of(ctx, argc, argv, 0, exception);
  struct gy_key* key = cert != NULL && argc > 1 ? gy_key_unwrap(env, argv[1], exception) : NULL;

  if (key == NULL)
    return NULL;
  bool ok = (gy_arg_bool(ctx, argc, argv, 2) ? ssl->X509_check_private_key(cert, key->pkey)
                                             : ssl->X509_verify(cert, key->pkey)) == 1;
  ssl->ERR_clear_error();
  return gy_bool(env, ok);
}

/* ---- SPKAC ---- */

static NETSCAPE_SPKI* spkac_of(gy_env* env, const struct gy_openssl* ssl, size_t argc,
                               const JSValueRef argv[]) {
  uint8_t* data;
  size_t length;

  if (argc < 1 || !gy_bytes_get(env, argv[0], &data, &length) || length > INT_MAX)
    return NULL;
  /* What follows the text in Node's tests, a line feed, is no part of it. */
  while (length > 0 && (data[length - 1] == '\n' || data[length - 1] == '\r'))
    length--;
  return length > 0 ? ssl->NETSCAPE_SPKI_b64_decode((const char*) data, (int) length) : NULL;
}

/* (SPKAC) → whether its signature is right */
GY_FUNCTION(spkac_verify) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  NETSCAPE_SPKI* spkac = ssl != NULL ? spkac_of(env, ssl, argc, argv) : NULL;
  bool ok = false;

  if (spkac != NULL) {
    EVP_PKEY* pkey = ssl->X509_PUBKEY_get(spkac->spkac->pubkey);
    ok = pkey != NULL && ssl->NETSCAPE_SPKI_verify(spkac, pkey) > 0;
    ssl->EVP_PKEY_free(pkey);
    ssl->NETSCAPE_SPKI_free(spkac);
  }
  if (ssl != NULL)
    ssl->ERR_clear_error();
  return gy_bool(env, ok);
}

/* (SPKAC, isKey) → an ArrayBuffer with the public key as PEM, or with the challenge; undefined if
 * it is not a SPKAC */
GY_FUNCTION(spkac_export) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  NETSCAPE_SPKI* spkac = ssl != NULL ? spkac_of(env, ssl, argc, argv) : NULL;
  JSValueRef value = gy_undefined(env);

  if (spkac == NULL)
    return value;
  if (gy_arg_bool(ctx, argc, argv, 1)) {
    EVP_PKEY* pkey = ssl->X509_PUBKEY_get(spkac->spkac->pubkey);
    BIO* bio = ssl->BIO_new(ssl->BIO_s_mem());
    if (pkey != NULL && ssl->PEM_write_bio_PUBKEY(bio, pkey) == 1)
      value = gy_bio_value(env, ssl, bio, false);
    else
      ssl->BIO_free(bio);
    ssl->EVP_PKEY_free(pkey);
  } else {
    const ASN1_STRING* challenge = spkac->spkac->challenge;
    value = gy_array_buffer(env, ssl->ASN1_STRING_get0_data(challenge),
                            (size_t) ssl->ASN1_STRING_length(challenge));
  }
  ssl->NETSCAPE_SPKI_free(spkac);
  ssl->ERR_clear_error();
  return value;
}

void gy_bind_crypto_x509(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"x509Parse", x509_parse},     {"x509Texts", x509_texts},
      {"x509Raw", x509_raw},         {"x509PublicKey", x509_public_key},
      {"x509Check", x509_check},     {"x509Issued", x509_issued},
      {"x509Verify", x509_verify},   {"spkacVerify", spkac_verify},
      {"spkacExport", spkac_export},
  };
  if (x509_class == NULL)
    x509_class = gy_class_new("Certificate", finalize);
  gy_define(env, target, functions);
}
