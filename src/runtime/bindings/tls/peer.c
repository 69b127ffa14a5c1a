/* src/runtime/bindings/tls/peer.c — certificates of both sides, and the result of verifying the
 * peer's. */
#include <string.h>

#include "tls.h"

enum { CHAIN_MOST = 100 };

/* The issuer among those that the peer has sent, else in the store. */
static X509* issuer_of(SSL* conn, X509* cert, const OPENSSL_STACK* sent) {
  int count = sent != NULL ? gy_tls_lib->OPENSSL_sk_num(sent) : 0;
  X509_STORE_CTX* search;
  X509* issuer = NULL;

  for (int i = 0; i < count; i++) {
    X509* other = gy_tls_lib->OPENSSL_sk_value(sent, i);
    if (other != cert && gy_tls_lib->X509_check_issued(other, cert) == X509_V_OK) {
      gy_tls_lib->X509_up_ref(other);
      return other;
    }
  }
  search = gy_tls_lib->X509_STORE_CTX_new();
  if (search != NULL &&
      gy_tls_lib->X509_STORE_CTX_init(
          search, gy_tls_lib->SSL_CTX_get_cert_store(gy_tls_lib->SSL_get_SSL_CTX(conn)), NULL,
          NULL) == 1 &&
      gy_tls_lib->X509_STORE_CTX_get1_issuer(&issuer, search, cert) != 1)
    issuer = NULL;
  gy_tls_lib->X509_STORE_CTX_free(search);
  return issuer;
}

enum form { AS_DER, AS_PARTS, AS_NAMES };

static JSValueRef in_form(gy_env* env, X509* cert, enum form form) {
  if (form == AS_NAMES)
    return gy_tls_names(env, cert);
  return form == AS_DER ? gy_tls_der(env, cert) : gy_tls_describe(env, cert);
}

/* peerCertificates(tls, whether the issuers are wanted, enum form) → that of the peer first */
GY_FUNCTION(peer_certificates) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  bool all = gy_arg_bool(ctx, argc, argv, 1);
  enum form form = (enum form) gy_arg_int(ctx, argc, argv, 2);
  JSValueRef list[CHAIN_MOST];
  size_t count = 0;
  X509* cert;

  if (t == NULL)
    return NULL;
  cert = t->conn != NULL ? gy_tls_lib->SSL_get1_peer_certificate(t->conn) : NULL;
  const OPENSSL_STACK* sent =
      cert != NULL ? (OPENSSL_STACK*) gy_tls_lib->SSL_get_peer_cert_chain(t->conn) : NULL;
  while (cert != NULL && count < CHAIN_MOST) {
    X509* issuer = NULL;
    list[count++] = in_form(env, cert, form);
    if (all && gy_tls_lib->X509_check_issued(cert, cert) != X509_V_OK)
      issuer = issuer_of(t->conn, cert, sent);
    gy_tls_lib->X509_free(cert);
    cert = issuer;
  }
  gy_tls_lib->X509_free(cert);
  gy_tls_lib->ERR_clear_error();
  return JSObjectMakeArray(ctx, count, count > 0 ? list : NULL, NULL);
}

/* hasPeerCertificate(tls) */
GY_FUNCTION(has_peer_certificate) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  X509* cert = t != NULL && t->conn != NULL ? gy_tls_lib->SSL_get1_peer_certificate(t->conn) : NULL;

  gy_tls_lib->X509_free(cert);
  return gy_bool(gy_env_here(), cert != NULL);
}

/* ownCertificate(tls, enum form) → it, or undefined */
GY_FUNCTION(own_certificate) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  X509* cert = t != NULL && t->conn != NULL ? gy_tls_lib->SSL_get_certificate(t->conn) : NULL;

  return cert != NULL ? in_form(env, cert, (enum form) gy_arg_int(ctx, argc, argv, 1))
                      : gy_undefined(env);
}

#define CODE(name) \
  case X509_V_ERR_##name: return #name;
static const char* code_of(long error) {
  switch (error) {
    CODE(UNABLE_TO_GET_ISSUER_CERT)
    CODE(UNABLE_TO_GET_CRL)
    CODE(UNABLE_TO_DECRYPT_CERT_SIGNATURE)
    CODE(UNABLE_TO_DECRYPT_CRL_SIGNATURE)
    CODE(UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY)
    CODE(CERT_SIGNATURE_FAILURE)
    CODE(CRL_SIGNATURE_FAILURE)
    CODE(CERT_NOT_YET_VALID)
    CODE(CERT_HAS_EXPIRED)
    CODE(CRL_NOT_YET_VALID)
    CODE(CRL_HAS_EXPIRED)
    CODE(ERROR_IN_CERT_NOT_BEFORE_FIELD)
    CODE(ERROR_IN_CERT_NOT_AFTER_FIELD)
    CODE(ERROR_IN_CRL_LAST_UPDATE_FIELD)
    CODE(ERROR_IN_CRL_NEXT_UPDATE_FIELD)
    CODE(OUT_OF_MEM)
    CODE(DEPTH_ZERO_SELF_SIGNED_CERT)
    CODE(SELF_SIGNED_CERT_IN_CHAIN)
    CODE(UNABLE_TO_GET_ISSUER_CERT_LOCALLY)
    CODE(UNABLE_TO_VERIFY_LEAF_SIGNATURE)
    CODE(CERT_CHAIN_TOO_LONG)
    CODE(CERT_REVOKED)
    CODE(INVALID_CA)
    CODE(PATH_LENGTH_EXCEEDED)
    CODE(INVALID_PURPOSE)
    CODE(CERT_UNTRUSTED)
    CODE(CERT_REJECTED)
    CODE(HOSTNAME_MISMATCH)
    default: return "UNSPECIFIED";
  }
}
#undef CODE

/* Without a certificate a peer is trusted if it shares a key, or if its session was checked. */
static long result_without_certificate(const struct gy_tls* t) {
  const SSL_CIPHER* cipher = gy_tls_lib->SSL_get_current_cipher(t->conn);

  if (cipher != NULL && gy_tls_lib->SSL_CIPHER_get_auth_nid(cipher) == NID_auth_psk)
    return X509_V_OK;
  if ((t->has_psk || !t->is_server) && gy_tls_lib->SSL_session_reused(t->conn) == 1)
    return X509_V_OK;
  return X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT;
}

/* verifyError(tls) → undefined, or [message, code] */
GY_FUNCTION(verify_error) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  long result;

  if (t == NULL || t->conn == NULL)
    return gy_undefined(env);
  X509* cert = gy_tls_lib->SSL_get1_peer_certificate(t->conn);
  result =
      cert != NULL ? gy_tls_lib->SSL_get_verify_result(t->conn) : result_without_certificate(t);
  gy_tls_lib->X509_free(cert);
  if (result == X509_V_OK)
    return gy_undefined(env);
  JSValueRef parts[] = {gy_string(env, gy_tls_lib->X509_verify_cert_error_string(result)),
                        gy_string(env, code_of(result))};
  return JSObjectMakeArray(ctx, GY_COUNT(parts), parts, NULL);
}

void gy_bind_tls_peer(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"peerCertificates", peer_certificates},
      {"hasPeerCertificate", has_peer_certificate},
      {"ownCertificate", own_certificate},
      {"verifyError", verify_error},
  };

  gy_define(env, target, functions);
}
