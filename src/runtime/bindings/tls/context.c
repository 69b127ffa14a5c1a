/* src/runtime/bindings/tls/context.c — SecureContext: an SSL_CTX and its settings. Keys and
 * certificates are in keys.c, root certificates in roots.c, ticket keys in tickets.c.
 *
 * (1) lib/internal/tls/context.js checks the types of all arguments.
 * (2) A setting that OpenSSL refuses throws OpenSSL's error. */
#include <stdlib.h>
#include <string.h>

#include "tls.h"

const struct gy_openssl* gy_tls_lib;

static _Thread_local JSClassRef context_class;

void gy_secure_context_unref(struct gy_secure_context* context) {
  if (context == NULL || __atomic_sub_fetch(&context->references, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  gy_tls_lib->SSL_CTX_free(context->ctx);
  gy_tls_lib->X509_free(context->cert);
  gy_tls_lib->X509_free(context->issuer);
  gy_tls_lib->OPENSSL_cleanse(context->ticket_keys, sizeof(context->ticket_keys));
  free(context);
}

static void finalize(JSObjectRef object) {
  gy_secure_context_unref(JSObjectGetPrivate(object));
}

struct gy_secure_context* gy_secure_context_object(JSContextRef ctx, JSValueRef value,
                                                   JSValueRef* exception) {
  return gy_unwrap(ctx, value, context_class, exception);
}

struct gy_secure_context* gy_secure_context_of(JSContextRef ctx, size_t argc,
                                               const JSValueRef* argv, JSValueRef* exception) {
  return gy_secure_context_object(ctx, argc > 0 ? argv[0] : NULL, exception);
}

BIO* gy_tls_bio(JSValueRef value, JSValueRef* exception) {
  gy_env* env = gy_env_here();
  struct gy_text text;
  uint8_t* bytes;
  size_t length;
  BIO* bio;

  if (gy_bytes_get(env, value, &bytes, &length)) {
    bio = gy_tls_lib->BIO_new(gy_tls_lib->BIO_s_mem());
    if (bio != NULL && length > 0)
      gy_tls_lib->BIO_write(bio, bytes, (int) length);
    return bio;
  }
  if (!gy_text_get(env, value, &text, exception))
    return NULL;
  bio = gy_tls_lib->BIO_new(gy_tls_lib->BIO_s_mem());
  if (bio != NULL && text.length > 0)
    gy_tls_lib->BIO_write(bio, text.data, (int) text.length);
  gy_text_free(&text);
  return bio;
}

/* The chain of a peer is checked to its end. JavaScript reads the result and decides. */
static int on_verify(int is_valid, X509_STORE_CTX* store) {
  (void) is_valid;
  (void) store;
  return 1;
}

/* false: there are no random keys for tickets. */
static bool set_defaults(struct gy_secure_context* context) {
  SSL_CTX* ctx = context->ctx;

  /* Without a cache of OpenSSL's own: sessions are stored by the program, or in tickets. */
  gy_tls_lib->SSL_CTX_ctrl(ctx, SSL_CTRL_SET_SESS_CACHE_MODE,
                           SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_SERVER |
                               SSL_SESS_CACHE_NO_INTERNAL | SSL_SESS_CACHE_NO_AUTO_CLEAR,
                           NULL);
  gy_tls_lib->SSL_CTX_ctrl(ctx, SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS, NULL);
  /* So that each session is reported before the next one arrives. */
  gy_tls_lib->SSL_CTX_ctrl(ctx, SSL_CTRL_CLEAR_MODE, SSL_MODE_AUTO_RETRY, NULL);
  gy_tls_lib->SSL_CTX_set_options(ctx, SSL_OP_NO_SSLv2 | SSL_OP_NO_SSLv3 | SSL_OP_NO_COMPRESSION |
                                           SSL_OP_ALLOW_CLIENT_RENEGOTIATION);
  gy_tls_lib->SSL_CTX_set_verify(ctx, SSL_VERIFY_NONE, on_verify);
  gy_tls_lib->SSL_CTX_callback_ctrl(ctx, SSL_CTRL_SET_TLSEXT_TICKET_KEY_CB, NULL);
  gy_tls_lib->SSL_CTX_set_tlsext_ticket_key_evp_cb(ctx, gy_tls_use_ticket_keys);
  gy_tls_set_callbacks(ctx);
  return gy_tls_lib->RAND_bytes(context->ticket_keys, sizeof(context->ticket_keys)) == 1;
}

/* contextNew(minimal version, maximal version) → SecureContext; 0 is no limit */
GY_FUNCTION(context_new) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl_tls(env, exception);
  struct gy_secure_context* context;

  if (ssl == NULL)
    return NULL;
  gy_tls_lib = ssl;
  ssl->ERR_clear_error();
  context = calloc(1, sizeof(*context));
  if (context == NULL)
    return gy_throw(env, exception, "Out of memory");
  context->references = 1;
  context->ctx = ssl->SSL_CTX_new(ssl->TLS_method());
  if (context->ctx == NULL || !set_defaults(context)) {
    gy_secure_context_unref(context);
    return gy_tls_throw(env, exception);
  }
  ssl->SSL_CTX_ctrl(context->ctx, SSL_CTRL_SET_MIN_PROTO_VERSION, gy_arg_int(ctx, argc, argv, 0),
                    NULL);
  ssl->SSL_CTX_ctrl(context->ctx, SSL_CTRL_SET_MAX_PROTO_VERSION, gy_arg_int(ctx, argc, argv, 1),
                    NULL);
  return JSObjectMake(ctx, context_class, context);
}

typedef int set_text(SSL_CTX* ctx, const char* text);

static int set_curves(SSL_CTX* ctx, const char* text) {
  return (int) gy_tls_lib->SSL_CTX_ctrl(ctx, SSL_CTRL_SET_GROUPS_LIST, 0, (char*) text);
}

static int set_sigalgs(SSL_CTX* ctx, const char* text) {
  return (int) gy_tls_lib->SSL_CTX_ctrl(ctx, SSL_CTRL_SET_SIGALGS_LIST, 0, (char*) text);
}

static int set_ciphers(SSL_CTX* ctx, const char* text) {
  int done = gy_tls_lib->SSL_CTX_set_cipher_list(ctx, text);

  /* Only ciphers of TLS 1.3 are wanted: none of the list is no error. */
  if (done != 1 && *text == '\0') {
    gy_tls_lib->ERR_clear_error();
    return 1;
  }
  return done;
}

static int set_suites(SSL_CTX* ctx, const char* text) {
  return gy_tls_lib->SSL_CTX_set_ciphersuites(ctx, text);
}

static JSValueRef set_by_text(JSContextRef ctx, size_t argc, const JSValueRef* argv, set_text* set,
                              JSValueRef* exception) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  struct gy_text text;
  int done;

  if (context == NULL || argc < 2 || !gy_text_get(env, argv[1], &text, exception))
    return NULL;
  gy_tls_lib->ERR_clear_error();
  done = set(context->ctx, text.data);
  gy_text_free(&text);
  return done == 1 ? gy_undefined(env) : gy_tls_throw(env, exception);
}

GY_FUNCTION(context_set_ciphers) {
  return set_by_text(ctx, argc, argv, set_ciphers, exception);
}

GY_FUNCTION(context_set_suites) {
  return set_by_text(ctx, argc, argv, set_suites, exception);
}

GY_FUNCTION(context_set_curves) {
  return set_by_text(ctx, argc, argv, set_curves, exception);
}

GY_FUNCTION(context_set_sigalgs) {
  return set_by_text(ctx, argc, argv, set_sigalgs, exception);
}

/* setVersions(context, minimal, maximal) */
GY_FUNCTION(context_set_versions) {
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);

  if (context == NULL)
    return NULL;
  gy_tls_lib->SSL_CTX_ctrl(context->ctx, SSL_CTRL_SET_MIN_PROTO_VERSION,
                           gy_arg_int(ctx, argc, argv, 1), NULL);
  gy_tls_lib->SSL_CTX_ctrl(context->ctx, SSL_CTRL_SET_MAX_PROTO_VERSION,
                           gy_arg_int(ctx, argc, argv, 2), NULL);
  return gy_undefined(gy_env_here());
}

/* setOptions(context, options) */
GY_FUNCTION(context_set_options) {
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);

  if (context == NULL)
    return NULL;
  gy_tls_lib->SSL_CTX_set_options(context->ctx, (uint64_t) gy_arg_int64(ctx, argc, argv, 1));
  return gy_undefined(gy_env_here());
}

/* setSessionIdContext(context, string) */
GY_FUNCTION(context_set_session_id) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  struct gy_text text;
  int done;

  if (context == NULL || argc < 2 || !gy_text_get(env, argv[1], &text, exception))
    return NULL;
  gy_tls_lib->ERR_clear_error();
  done = gy_tls_lib->SSL_CTX_set_session_id_context(context->ctx, (const unsigned char*) text.data,
                                                    (unsigned) text.length);
  gy_text_free(&text);
  return done == 1 ? gy_undefined(env) : gy_tls_throw(env, exception);
}

/* setSessionTimeout(context, seconds) */
GY_FUNCTION(context_set_session_timeout) {
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);

  if (context == NULL)
    return NULL;
  gy_tls_lib->SSL_CTX_set_timeout(context->ctx, gy_arg_int(ctx, argc, argv, 1));
  return gy_undefined(gy_env_here());
}

/* setPartialChain(context): a certificate of the store is trusted without its issuer. */
GY_FUNCTION(context_set_partial_chain) {
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);

  if (context == NULL)
    return NULL;
  gy_tls_lib->X509_VERIFY_PARAM_set_flags(gy_tls_lib->SSL_CTX_get0_param(context->ctx),
                                          X509_V_FLAG_PARTIAL_CHAIN);
  return gy_undefined(gy_env_here());
}

static EVP_PKEY* read_dh(BIO* bio) {
  EVP_PKEY* key = NULL;
  OSSL_DECODER_CTX* decoder = gy_tls_lib->OSSL_DECODER_CTX_new_for_pkey(
      &key, "PEM", NULL, "DH", OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS, NULL, NULL);

  if (decoder != NULL && gy_tls_lib->OSSL_DECODER_from_bio(decoder, bio) != 1)
    key = NULL;
  gy_tls_lib->OSSL_DECODER_CTX_free(decoder);
  return key;
}

/* setDHParam(context, PEM or true) → undefined; or a number, if the key is too small its size, and
 * 0 if there is none */
GY_FUNCTION(context_set_dh) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  EVP_PKEY* key;
  BIO* bio;
  int bits;

  if (context == NULL || argc < 2)
    return NULL;
  if (JSValueIsBoolean(ctx, argv[1])) {
    gy_tls_lib->SSL_CTX_ctrl(context->ctx, SSL_CTRL_SET_DH_AUTO, 1, NULL);
    return gy_undefined(env);
  }
  bio = gy_tls_bio(argv[1], exception);
  if (bio == NULL)
    return NULL;
  gy_tls_lib->ERR_clear_error();
  key = read_dh(bio);
  gy_tls_lib->BIO_free(bio);
  gy_tls_lib->ERR_clear_error();
  if (key == NULL)
    return gy_number(env, 0);
  bits = gy_tls_lib->EVP_PKEY_get_bits(key);
  if (bits < 1024 || gy_tls_lib->SSL_CTX_set0_tmp_dh_pkey(context->ctx, key) != 1) {
    gy_tls_lib->EVP_PKEY_free(key);
    return bits < 1024 ? gy_number(env, bits) : gy_tls_throw(env, exception);
  }
  return gy_undefined(env);
}

#define ALL_SUITES                                                              \
  "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:" \
  "TLS_AES_128_CCM_8_SHA256:TLS_AES_128_CCM_SHA256"

/* cipherNames() → the names of all ciphers */
GY_FUNCTION(cipher_names) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl_tls(env, exception);

  if (ssl == NULL)
    return NULL;
  gy_tls_lib = ssl;
  SSL_CTX* context = ssl->SSL_CTX_new(ssl->TLS_method());
  if (context != NULL) /* those with CCM are off by default */
    ssl->SSL_CTX_set_ciphersuites(context, ALL_SUITES);
  SSL* conn = context != NULL ? ssl->SSL_new(context) : NULL;
  const OPENSSL_STACK* list = (OPENSSL_STACK*) ssl->SSL_get_ciphers(conn);
  int count = list != NULL ? ssl->OPENSSL_sk_num(list) : 0;
  JSObjectRef names = gy_array_new(env, (size_t) count);
  for (int i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(
        ctx, names, (unsigned) i,
        gy_string(env, ssl->SSL_CIPHER_get_name(ssl->OPENSSL_sk_value(list, i))), NULL);
  ssl->SSL_free(conn);
  ssl->SSL_CTX_free(context);
  return names;
}

void gy_bind_tls_context(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"contextNew", context_new},
      {"setCiphers", context_set_ciphers},
      {"setCipherSuites", context_set_suites},
      {"setECDHCurve", context_set_curves},
      {"setSigalgs", context_set_sigalgs},
      {"setVersions", context_set_versions},
      {"setOptions", context_set_options},
      {"setSessionIdContext", context_set_session_id},
      {"setSessionTimeout", context_set_session_timeout},
      {"setPartialChain", context_set_partial_chain},
      {"setDHParam", context_set_dh},
      {"cipherNames", cipher_names},
  };

  if (context_class == NULL)
    context_class = gy_class_new("SecureContext", finalize);
  gy_define(env, target, functions);
}

void gy_bind_tls(gy_env* env, JSObjectRef target) {
  gy_bind_tls_context(env, target);
  gy_bind_tls_keys(env, target);
  gy_bind_tls_roots(env, target);
  gy_bind_tls_tickets(env, target);
  gy_bind_tls_record(env, target);
  gy_bind_tls_write(env, target);
  gy_bind_tls_callbacks(env, target);
  gy_bind_tls_info(env, target);
  gy_bind_tls_peer(env, target);
  gy_bind_tls_certificate(env, target);
}
