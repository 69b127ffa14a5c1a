/* src/runtime/bindings/tls/info.c — the negotiated parameters of a connection.
 *
 * (1) After close() all functions return undefined. */
#include <stdlib.h>
#include <string.h>

#include "tls.h"

/* The connection of argument 0, or NULL. */
static SSL* connection_of(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                          JSValueRef* exception) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  return t != NULL ? t->conn : NULL;
}

static JSValueRef maybe_string(gy_env* env, const char* text) {
  return text != NULL ? gy_string(env, text) : gy_undefined(env);
}

/* getCipher(tls) → [name, standard name, version] */
GY_FUNCTION(get_cipher) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  const SSL_CIPHER* cipher = conn != NULL ? gy_tls_lib->SSL_get_current_cipher(conn) : NULL;

  if (cipher == NULL)
    return gy_undefined(env);
  JSValueRef parts[] = {maybe_string(env, gy_tls_lib->SSL_CIPHER_get_name(cipher)),
                        maybe_string(env, gy_tls_lib->SSL_CIPHER_standard_name(cipher)),
                        maybe_string(env, gy_tls_lib->SSL_CIPHER_get_version(cipher))};
  return JSObjectMakeArray(ctx, GY_COUNT(parts), parts, NULL);
}

GY_FUNCTION(get_protocol) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);

  return conn != NULL ? gy_string(env, gy_tls_lib->SSL_get_version(conn)) : gy_undefined(env);
}

/* getServername(tls) → name, or false */
GY_FUNCTION(get_servername) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  const char* name =
      conn != NULL ? gy_tls_lib->SSL_get_servername(conn, TLSEXT_NAMETYPE_host_name) : NULL;

  return name != NULL ? gy_string(env, name) : gy_bool(env, false);
}

/* getALPN(tls) → protocol, or false */
GY_FUNCTION(get_alpn) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  const unsigned char* name = NULL;
  unsigned length = 0;

  if (conn != NULL)
    gy_tls_lib->SSL_get0_alpn_selected(conn, &name, &length);
  return length > 0 ? gy_string_latin1(env, name, length) : gy_bool(env, false);
}

/* getSession(tls) → bytes */
GY_FUNCTION(get_session) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  SSL_SESSION* session = conn != NULL ? gy_tls_lib->SSL_get_session(conn) : NULL;
  int length = session != NULL ? gy_tls_lib->i2d_SSL_SESSION(session, NULL) : 0;
  unsigned char *bytes, *end;

  if (length <= 0 || (bytes = malloc((size_t) length)) == NULL)
    return gy_undefined(env);
  end = bytes;
  gy_tls_lib->i2d_SSL_SESSION(session, &end);
  return gy_bytes_adopt(env, bytes, (size_t) length);
}

/* getTicket(tls) → bytes */
GY_FUNCTION(get_ticket) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  SSL_SESSION* session = conn != NULL ? gy_tls_lib->SSL_get_session(conn) : NULL;
  const unsigned char* ticket = NULL;
  size_t length = 0;

  if (session != NULL)
    gy_tls_lib->SSL_SESSION_get0_ticket(session, &ticket, &length);
  return ticket != NULL ? gy_tls_copy(env, ticket, length) : gy_undefined(env);
}

GY_FUNCTION(is_reused) {
  SSL* conn = connection_of(ctx, argc, argv, exception);

  return gy_bool(gy_env_here(), conn != NULL && gy_tls_lib->SSL_session_reused(conn) == 1);
}

/* getFinished(tls, of the peer) → bytes of the last Finished message */
GY_FUNCTION(get_finished) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  char bytes[EVP_MAX_MD_SIZE];
  size_t length = 0;

  if (conn != NULL)
    length = gy_arg_bool(ctx, argc, argv, 1)
                 ? gy_tls_lib->SSL_get_peer_finished(conn, bytes, sizeof(bytes))
                 : gy_tls_lib->SSL_get_finished(conn, bytes, sizeof(bytes));
  return length > 0 ? gy_tls_copy(env, bytes, length) : gy_undefined(env);
}

/* getEphemeralKey(tls) → [type, name, bits], undefined without one */
GY_FUNCTION(get_ephemeral_key) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  EVP_PKEY* key = NULL;
  char group[80] = "";
  const char *type = "", *name = NULL;
  size_t length = 0;
  int kind, bits;

  if (conn == NULL || gy_tls_lib->SSL_ctrl(conn, SSL_CTRL_GET_PEER_TMP_KEY, 0, &key) != 1)
    return gy_undefined(env);
  kind = gy_tls_lib->EVP_PKEY_get_base_id(key);
  bits = gy_tls_lib->EVP_PKEY_get_bits(key);
  if (kind == EVP_PKEY_DH) {
    type = "DH";
  } else if (kind == EVP_PKEY_EC) {
    type = "ECDH";
    if (gy_tls_lib->EVP_PKEY_get_group_name(key, group, sizeof(group), &length) == 1)
      name = group;
  } else if (kind == EVP_PKEY_X25519 || kind == EVP_PKEY_X448) {
    type = "ECDH";
    name = kind == EVP_PKEY_X25519 ? "X25519" : "X448";
  }
  gy_tls_lib->EVP_PKEY_free(key);
  JSValueRef parts[] = {gy_string(env, type), maybe_string(env, name), gy_number(env, bits)};
  return JSObjectMakeArray(ctx, GY_COUNT(parts), parts, NULL);
}

static const char* name_of_signature(int kind) {
  switch (kind) {
    case EVP_PKEY_RSA: return "RSA";
    case EVP_PKEY_RSA_PSS: return "RSA-PSS";
    case EVP_PKEY_DSA: return "DSA";
    case EVP_PKEY_EC: return "ECDSA";
    case NID_ED25519: return "Ed25519";
    case NID_ED448: return "Ed448";
    default: return NULL;
  }
}

static JSValueRef name_of_sigalg(gy_env* env, SSL* conn, int i) {
  int sign = 0, hash = 0;
  char text[64] = "";
  const char* name;

  gy_tls_lib->SSL_get_shared_sigalgs(conn, i, &sign, &hash, NULL, NULL, NULL);
  name = name_of_signature(sign);
  strncat(text, name != NULL ? name : "UNDEF", sizeof(text) - 1);
  if (hash != NID_undef) {
    strncat(text, "+", sizeof(text) - strlen(text) - 1);
    strncat(text, gy_tls_lib->OBJ_nid2sn(hash), sizeof(text) - strlen(text) - 1);
  } else if (sign != NID_ED25519 && sign != NID_ED448) {
    strncat(text, "+UNDEF", sizeof(text) - strlen(text) - 1);
  }
  return gy_string(env, text);
}

/* getSharedSigalgs(tls) → names */
GY_FUNCTION(get_sigalgs) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  int count =
      conn != NULL ? gy_tls_lib->SSL_get_shared_sigalgs(conn, 0, NULL, NULL, NULL, NULL, NULL) : 0;
  JSObjectRef list = gy_array_new(env, count > 0 ? (size_t) count : 0);

  for (int i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(ctx, list, (unsigned) i, name_of_sigalg(env, conn, i), NULL);
  return list;
}

/* exportKeyingMaterial(tls, length, label, context or undefined) → bytes; throws OpenSSL's error */
GY_FUNCTION(export_keys) {
  gy_env* env = gy_env_here();
  SSL* conn = connection_of(ctx, argc, argv, exception);
  size_t length = (size_t) gy_arg_number(ctx, argc, argv, 1), context_length = 0;
  uint8_t *out, *context = NULL;
  struct gy_text label;
  bool has_context;
  int done;

  if (conn == NULL || argc < 3 || !gy_text_get(env, argv[2], &label, exception))
    return NULL;
  has_context = argc > 3 && gy_bytes_get(env, argv[3], &context, &context_length);
  out = malloc(length + 1);
  gy_tls_lib->ERR_clear_error();
  done = out != NULL
             ? gy_tls_lib->SSL_export_keying_material(
                   conn, out, length, label.data, label.length,
                   context != NULL ? context : (const uint8_t*) "", context_length, has_context)
             : 0;
  gy_text_free(&label);
  if (done == 1)
    return gy_bytes_adopt(env, out, length);
  free(out);
  return gy_tls_throw(env, exception);
}

/* setMaxSendFragment(tls, size) → whether it is accepted */
GY_FUNCTION(set_max_fragment) {
  SSL* conn = connection_of(ctx, argc, argv, exception);

  return gy_bool(gy_env_here(),
                 conn != NULL && gy_tls_lib->SSL_ctrl(conn, SSL_CTRL_SET_MAX_SEND_FRAGMENT,
                                                      gy_arg_int(ctx, argc, argv, 1), NULL) == 1);
}

/* enableTrace(tls): the messages of the handshake go to stderr */
GY_FUNCTION(enable_trace) {
  SSL* conn = connection_of(ctx, argc, argv, exception);
  BIO* bio;

  if (conn == NULL)
    return gy_undefined(gy_env_here());
  bio = gy_tls_lib->BIO_new_fp(stderr, BIO_NOCLOSE | BIO_FP_TEXT);
  gy_tls_lib->SSL_set_msg_callback(conn, gy_tls_lib->SSL_trace);
  /* Small, and one per connection that is traced: it lives as long as the process. */
  gy_tls_lib->SSL_ctrl(conn, SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, bio);
  return gy_undefined(gy_env_here());
}

void gy_bind_tls_info(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"getCipher", get_cipher},
      {"getProtocol", get_protocol},
      {"getServername", get_servername},
      {"getALPN", get_alpn},
      {"getSession", get_session},
      {"getTicket", get_ticket},
      {"isReused", is_reused},
      {"getFinished", get_finished},
      {"getEphemeralKey", get_ephemeral_key},
      {"getSharedSigalgs", get_sigalgs},
      {"exportKeyingMaterial", export_keys},
      {"setMaxSendFragment", set_max_fragment},
      {"enableTrace", enable_trace},
  };

  gy_define(env, target, functions);
}
