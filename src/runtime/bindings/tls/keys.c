/* src/runtime/bindings/tls/keys.c — keys, certificates, revocation lists and PKCS #12 files of a
 * SecureContext.
 *
 * (1) The first certificate of a PEM file is that of the context; the others are its chain and are
 *     sent with it. If they do not include the issuer, the issuer is searched in the store.
 * (2) If a pass phrase is missing or too long, loading fails. OpenSSL never prompts on the
 *     terminal. */
#include <stdlib.h>
#include <string.h>

#include "tls.h"

struct phrase {
  const char* text; /* NULL: none */
  size_t length;
};

static int on_phrase(char* room, int size, int writes, void* argument) {
  const struct phrase* phrase = argument;

  (void) writes;
  if (phrase->text == NULL)
    return 0;
  if (phrase->length > (size_t) size)
    return -1;
  memcpy(room, phrase->text, phrase->length);
  return (int) phrase->length;
}

static int no_phrase(char* room, int size, int writes, void* argument) {
  (void) room, (void) size, (void) writes, (void) argument;
  return 0;
}

/* The error of a PEM file that was read to its end. */
static bool is_end(void) {
  unsigned long error = gy_tls_lib->ERR_peek_last_error();

  if (ERR_GET_LIB(error) != ERR_LIB_PEM || ERR_GET_REASON(error) != PEM_R_NO_START_LINE)
    return false;
  gy_tls_lib->ERR_clear_error();
  return true;
}

static X509* find_issuer(SSL_CTX* ctx, X509* cert) {
  X509_STORE* store = gy_tls_lib->SSL_CTX_get_cert_store(ctx);
  X509_STORE_CTX* search = gy_tls_lib->X509_STORE_CTX_new();
  X509* issuer = NULL;

  if (search != NULL && gy_tls_lib->X509_STORE_CTX_init(search, store, NULL, NULL) == 1 &&
      gy_tls_lib->X509_STORE_CTX_get1_issuer(&issuer, search, cert) != 1)
    issuer = NULL;
  gy_tls_lib->X509_STORE_CTX_free(search);
  return issuer;
}

static void remember(struct gy_secure_context* context, X509* cert, X509* issuer) {
  gy_tls_lib->X509_free(context->cert);
  gy_tls_lib->X509_free(context->issuer);
  gy_tls_lib->X509_up_ref(cert);
  context->cert = cert;
  context->issuer = issuer;
}

/* Takes over `cert`. The chain follows in `bio`. */
static bool use_chain(struct gy_secure_context* context, X509* cert, BIO* bio) {
  X509 *next, *issuer = NULL;
  bool done = gy_tls_lib->SSL_CTX_use_certificate(context->ctx, cert) == 1;

  if (done)
    gy_tls_lib->SSL_CTX_ctrl(context->ctx, SSL_CTRL_CHAIN, 0, NULL);
  while (done && (next = gy_tls_lib->PEM_read_bio_X509(bio, NULL, no_phrase, NULL)) != NULL) {
    done = gy_tls_lib->SSL_CTX_ctrl(context->ctx, SSL_CTRL_CHAIN_CERT, 1, next) == 1;
    if (issuer == NULL && gy_tls_lib->X509_check_issued(next, cert) == X509_V_OK) {
      gy_tls_lib->X509_up_ref(next);
      issuer = next;
    }
    gy_tls_lib->X509_free(next);
  }
  done = done && is_end();
  if (done && issuer == NULL)
    issuer = find_issuer(context->ctx, cert);
  if (done)
    remember(context, cert, issuer);
  else
    gy_tls_lib->X509_free(issuer);
  gy_tls_lib->X509_free(cert);
  return done;
}

/* setCert(context, PEM) */
GY_FUNCTION(set_cert) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  BIO* bio;
  X509* cert;
  bool done;

  if (context == NULL || argc < 2 || (bio = gy_tls_bio(argv[1], exception)) == NULL)
    return NULL;
  gy_tls_lib->ERR_clear_error();
  cert = gy_tls_lib->PEM_read_bio_X509_AUX(bio, NULL, no_phrase, NULL);
  done = cert != NULL && use_chain(context, cert, bio);
  gy_tls_lib->BIO_free(bio);
  return done ? gy_undefined(env) : gy_tls_throw(env, exception);
}

static bool phrase_get(gy_env* env, size_t argc, const JSValueRef* argv, size_t i,
                       struct gy_text* text, struct phrase* phrase, JSValueRef* exception) {
  text->data = text->small;
  *phrase = (struct phrase){0};
  if (argc <= i || !JSValueIsString(env->ctx, argv[i]))
    return true;
  if (!gy_text_get(env, argv[i], text, exception))
    return false;
  phrase->text = text->data;
  phrase->length = text->length;
  return true;
}

/* Wipes the copy of the pass phrase. */
static void phrase_free(struct gy_text* text, const struct phrase* phrase) {
  if (phrase->text != NULL)
    explicit_bzero(text->data, phrase->length);
  gy_text_free(text);
}

/* setKey(context, PEM, pass phrase or undefined) */
GY_FUNCTION(set_key) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  struct phrase phrase;
  struct gy_text text;
  EVP_PKEY* key;
  bool done;
  BIO* bio;

  if (context == NULL || argc < 2 || !phrase_get(env, argc, argv, 2, &text, &phrase, exception))
    return NULL;
  bio = gy_tls_bio(argv[1], exception);
  if (bio == NULL) {
    phrase_free(&text, &phrase);
    return NULL;
  }
  gy_tls_lib->ERR_clear_error();
  key = gy_tls_lib->PEM_read_bio_PrivateKey(bio, NULL, on_phrase, &phrase);
  done = key != NULL && gy_tls_lib->SSL_CTX_use_PrivateKey(context->ctx, key) == 1;
  gy_tls_lib->EVP_PKEY_free(key);
  gy_tls_lib->BIO_free(bio);
  phrase_free(&text, &phrase);
  return done ? gy_undefined(env) : gy_tls_throw(env, exception);
}

static void copy_store(X509_STORE* from, X509_STORE* to) {
  OPENSSL_STACK* all = (OPENSSL_STACK*) gy_tls_lib->X509_STORE_get1_all_certs(from);
  int count = all != NULL ? gy_tls_lib->OPENSSL_sk_num(all) : 0;

  for (int i = 0; i < count; i++) {
    X509* cert = gy_tls_lib->OPENSSL_sk_value(all, i);
    gy_tls_lib->X509_STORE_add_cert(to, cert);
    gy_tls_lib->X509_free(cert);
  }
  gy_tls_lib->OPENSSL_sk_free(all);
}

/* Returns a store that belongs to this context alone, so that certificates can be added. By default
 * contexts share the store of the root certificates. */
static X509_STORE* own_store(struct gy_secure_context* context) {
  if (!context->owns_store) {
    X509_STORE* before = gy_tls_lib->SSL_CTX_get_cert_store(context->ctx);
    X509_STORE* store = gy_tls_lib->X509_STORE_new();
    if (store == NULL)
      return NULL;
    if (before == gy_tls_roots())
      copy_store(gy_tls_whole_roots(), store);
    gy_tls_lib->SSL_CTX_set_cert_store(context->ctx, store);
    context->owns_store = true;
  }
  return gy_tls_lib->SSL_CTX_get_cert_store(context->ctx);
}

/* addCACert(context, PEM): all certificates of it. What is no certificate is ignored. */
GY_FUNCTION(add_ca) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  OPENSSL_STACK* list;
  X509_STORE* store;
  BIO* bio;

  if (context == NULL || argc < 2 || (bio = gy_tls_bio(argv[1], exception)) == NULL)
    return NULL;
  gy_tls_lib->ERR_clear_error();
  store = own_store(context);
  list = store != NULL ? gy_tls_read_ca(bio) : NULL;
  for (int i = 0; list != NULL && i < gy_tls_lib->OPENSSL_sk_num(list); i++) {
    X509* cert = gy_tls_lib->OPENSSL_sk_value(list, i);
    gy_tls_lib->X509_STORE_add_cert(store, cert);
    gy_tls_lib->SSL_CTX_add_client_CA(context->ctx, cert);
  }
  gy_tls_free_ca(list);
  gy_tls_lib->BIO_free(bio);
  gy_tls_lib->ERR_clear_error();
  return gy_undefined(env);
}

/* addRootCerts(context): those that the runtime trusts; before others are added */
GY_FUNCTION(add_roots) {
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  X509_STORE* roots = gy_tls_roots();

  if (context == NULL)
    return NULL;
  if (roots != NULL) {
    gy_tls_lib->X509_STORE_up_ref(roots);
    gy_tls_lib->SSL_CTX_set_cert_store(context->ctx, roots);
  }
  return gy_undefined(gy_env_here());
}

/* addCRL(context, PEM) → false if the text has no revocation list */
GY_FUNCTION(add_crl) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  X509_STORE* store;
  X509_CRL* crl;
  BIO* bio;

  if (context == NULL || argc < 2 || (bio = gy_tls_bio(argv[1], exception)) == NULL)
    return NULL;
  crl = gy_tls_lib->PEM_read_bio_X509_CRL(bio, NULL, no_phrase, NULL);
  gy_tls_lib->BIO_free(bio);
  gy_tls_lib->ERR_clear_error();
  store = crl != NULL ? own_store(context) : NULL;
  if (store != NULL) {
    gy_tls_lib->X509_STORE_add_crl(store, crl);
    gy_tls_lib->X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
  }
  gy_tls_lib->X509_CRL_free(crl);
  return gy_bool(env, store != NULL);
}

/* The certificates that come with the one of a PKCS #12 file: sent with it, and trusted. */
static void use_extra(struct gy_secure_context* context, X509* cert, OPENSSL_STACK* extra) {
  int count = extra != NULL ? gy_tls_lib->OPENSSL_sk_num(extra) : 0;
  X509_STORE* store = count > 0 ? own_store(context) : NULL;
  X509* issuer = NULL;

  gy_tls_lib->SSL_CTX_ctrl(context->ctx, SSL_CTRL_CHAIN, 0, NULL);
  for (int i = 0; i < count; i++) {
    X509* next = gy_tls_lib->OPENSSL_sk_value(extra, i);
    gy_tls_lib->SSL_CTX_ctrl(context->ctx, SSL_CTRL_CHAIN_CERT, 1, next);
    if (store != NULL)
      gy_tls_lib->X509_STORE_add_cert(store, next);
    gy_tls_lib->SSL_CTX_add_client_CA(context->ctx, next);
    if (issuer == NULL && gy_tls_lib->X509_check_issued(next, cert) == X509_V_OK) {
      gy_tls_lib->X509_up_ref(next);
      issuer = next;
    }
    gy_tls_lib->X509_free(next);
  }
  gy_tls_lib->OPENSSL_sk_free(extra);
  remember(context, cert, issuer != NULL ? issuer : find_issuer(context->ctx, cert));
}

static bool use_pkcs12(struct gy_secure_context* context, PKCS12* file, const char* phrase,
                       const char** missing) {
  OPENSSL_STACK* extra = NULL;
  EVP_PKEY* key = NULL;
  X509* cert = NULL;
  bool done;

  *missing = NULL;

  if (gy_tls_lib->PKCS12_parse(file, phrase, &key, &cert, (STACK_OF(X509)**) &extra) != 1)
    return false;
  done = key != NULL && cert != NULL &&
         gy_tls_lib->SSL_CTX_use_certificate(context->ctx, cert) == 1 &&
         gy_tls_lib->SSL_CTX_use_PrivateKey(context->ctx, key) == 1;
  if (key == NULL)
    *missing = "Unable to load private key from PFX data";
  else if (cert == NULL)
    *missing = "Unable to load certificate from PFX data";
  if (done)
    use_extra(context, cert, extra);
  else
    gy_tls_lib->OPENSSL_sk_pop_free(extra, (OPENSSL_sk_freefunc) gy_tls_lib->X509_free);
  gy_tls_lib->X509_free(cert);
  gy_tls_lib->EVP_PKEY_free(key);
  return done;
}

/* loadPKCS12(context, bytes, pass phrase or undefined) */
GY_FUNCTION(load_pkcs12) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  struct phrase phrase;
  struct gy_text text;
  const char* missing = NULL;
  PKCS12* file;
  bool done;
  BIO* bio;

  if (context == NULL || argc < 2 || !phrase_get(env, argc, argv, 2, &text, &phrase, exception))
    return NULL;
  bio = gy_tls_bio(argv[1], exception);
  if (bio == NULL) {
    phrase_free(&text, &phrase);
    return NULL;
  }
  gy_tls_lib->ERR_clear_error();
  file = gy_tls_lib->d2i_PKCS12_bio(bio, NULL);
  done = file != NULL && use_pkcs12(context, file, phrase.text, &missing);
  gy_tls_lib->PKCS12_free(file);
  gy_tls_lib->BIO_free(bio);
  phrase_free(&text, &phrase);
  if (missing != NULL)
    return gy_throw(env, exception, missing);
  return done ? gy_undefined(env) : gy_tls_throw(env, exception);
}

static JSValueRef der_of(gy_env* env, X509* cert) {
  unsigned char* der = NULL;
  int length = cert != NULL ? gy_tls_lib->i2d_X509(cert, &der) : -1;
  JSValueRef result;

  if (length < 0)
    return JSValueMakeNull(env->ctx);
  result = gy_tls_copy(env, der, (size_t) length);
  gy_tls_lib->CRYPTO_free(der, __FILE__, __LINE__);
  return result;
}

/* contextCertificate(context), contextIssuer(context) → DER or null */
GY_FUNCTION(context_certificate) {
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);

  return context != NULL ? der_of(gy_env_here(), context->cert) : NULL;
}

GY_FUNCTION(context_issuer) {
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);

  return context != NULL ? der_of(gy_env_here(), context->issuer) : NULL;
}

void gy_bind_tls_keys(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"setCert", set_cert},
      {"setKey", set_key},
      {"addCACert", add_ca},
      {"addRootCerts", add_roots},
      {"addCRL", add_crl},
      {"loadPKCS12", load_pkcs12},
      {"contextCertificate", context_certificate},
      {"contextIssuer", context_issuer},
  };

  gy_define(env, target, functions);
}
