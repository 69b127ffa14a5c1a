/* src/runtime/bindings/tls/callbacks.c — callbacks of OpenSSL during a handshake, and the settings
 * of a connection that they need.
 *
 * (1) A handshake stops at most twice to query JavaScript: after the hello of a client (stored
 *     sessions), and before a certificate is chosen (server name, OCSP). resume() continues it.
 * (2) OpenSSL needs some answers at once: for pre-shared keys and ALPN, the callback itself calls
 *     JavaScript. */
#include <stdlib.h>
#include <string.h>

#include "tls.h"

static struct gy_tls* tls_of(const SSL* conn) {
  return gy_tls_lib->SSL_get_ex_data(conn, 0);
}

/* ---- The hello of a client ---- */

/* The host name in the extension "server_name", checked against its lengths. */
static size_t name_in(SSL* conn, const unsigned char** name) {
  const unsigned char* bytes;
  size_t length, size;

  if (gy_tls_lib->SSL_client_hello_get0_ext(conn, TLSEXT_TYPE_server_name, &bytes, &length) != 1 ||
      length < 5 || bytes[2] != TLSEXT_NAMETYPE_host_name)
    return 0;
  size = (size_t) bytes[3] << 8 | bytes[4];
  if (size > length - 5)
    return 0;
  *name = bytes + 5;
  return size;
}

static int on_hello(SSL* conn, int* alert, void* argument) {
  struct gy_tls* t = tls_of(conn);
  const unsigned char *id = NULL, *name = NULL, *ticket;
  size_t id_length, name_length, ticket_length = 0;

  (void) alert, (void) argument;
  if (t == NULL || !t->wants_hello || t->passed_hello || t->is_established)
    return SSL_CLIENT_HELLO_SUCCESS;
  t->passed_hello = true;
  id_length = gy_tls_lib->SSL_client_hello_get0_session_id(conn, &id);
  name_length = name_in(conn, &name);
  if (gy_tls_lib->SSL_client_hello_get0_ext(conn, TLSEXT_TYPE_session_ticket, &ticket,
                                            &ticket_length) != 1)
    ticket_length = 0;
  free(t->hello);
  t->hello = malloc(sizeof(*t->hello) + id_length + name_length);
  if (t->hello == NULL)
    return SSL_CLIENT_HELLO_SUCCESS;
  *t->hello = (struct gy_tls_report){
      .length = id_length, .id_length = name_length, .has_ticket = ticket_length > 0};
  if (id_length > 0)
    memcpy(t->hello->bytes, id, id_length);
  if (name_length > 0)
    memcpy(t->hello->bytes + id_length, name, name_length);
  t->wait = GY_WAIT_CLIENT_HELLO;
  return SSL_CLIENT_HELLO_RETRY;
}

static int on_certificate(SSL* conn, void* argument) {
  struct gy_tls* t = argument;

  (void) conn;
  if (!t->is_server || !t->wants_certificate || t->passed_certificate || t->is_established)
    return 1;
  t->passed_certificate = true;
  t->wait = GY_WAIT_CERTIFICATE;
  return -1;
}

/* The name is accepted: sessions remember it. */
static int on_server_name(SSL* conn, int* alert, void* argument) {
  (void) conn, (void) alert, (void) argument;
  return SSL_TLSEXT_ERR_OK;
}

/* ---- ALPN ---- */

static int choose_by_program(struct gy_tls* t, const unsigned char** out, unsigned char* out_length,
                             const unsigned char* in, unsigned length) {
  gy_env* env = t->env;
  const char* name = gy_tls_lib->SSL_get_servername(t->conn, TLSEXT_NAMETYPE_host_name);
  JSValueRef rest[] = {gy_tls_copy(env, in, length),
                       name != NULL ? gy_string(env, name) : gy_undefined(env)};
  JSValueRef chosen = gy_tls_emit(t, GY_TLS_ALPN, GY_COUNT(rest), rest);
  double at = chosen != NULL && JSValueIsNumber(env->ctx, chosen)
                  ? JSValueToNumber(env->ctx, chosen, NULL)
                  : -1;

  /* The index of its length in the list. */
  if (at < 0 || at >= length || (size_t) at + in[(size_t) at] >= length)
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  *out = in + (size_t) at + 1;
  *out_length = in[(size_t) at];
  return SSL_TLSEXT_ERR_OK;
}

static int on_alpn(SSL* conn, const unsigned char** out, unsigned char* out_length,
                   const unsigned char* in, unsigned length, void* argument) {
  struct gy_tls* t = tls_of(conn);

  (void) argument;
  if (t == NULL)
    return SSL_TLSEXT_ERR_NOACK;
  if (t->wants_alpn)
    return choose_by_program(t, out, out_length, in, length);
  if (t->alpn == NULL)
    return SSL_TLSEXT_ERR_NOACK;
  if (gy_tls_lib->SSL_select_next_proto((unsigned char**) out, out_length, t->alpn,
                                        (unsigned) t->alpn_length, in,
                                        length) != OPENSSL_NPN_NEGOTIATED)
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  return SSL_TLSEXT_ERR_OK;
}

/* ---- Sessions, keys, OCSP ---- */

static int on_new_session(SSL* conn, SSL_SESSION* session) {
  struct gy_tls* t = tls_of(conn);
  unsigned id_length = 0;
  unsigned char *bytes, *end;
  const unsigned char* id;
  int length;

  if (t == NULL || !t->wants_sessions)
    return 0;
  length = gy_tls_lib->i2d_SSL_SESSION(session, NULL);
  if (length <= 0 || length > GY_SESSION_MOST || (bytes = malloc((size_t) length)) == NULL)
    return 0;
  end = bytes;
  gy_tls_lib->i2d_SSL_SESSION(session, &end);
  id = gy_tls_lib->SSL_SESSION_get_id(session, &id_length);
  bool is_reported = gy_tls_report(t, GY_TLS_SESSION, bytes, (size_t) length, id, id_length);
  gy_tls_lib->OPENSSL_cleanse(bytes, (size_t) length);
  free(bytes);
  /* The client hears of a session when it is stored. */
  if (t->is_server && is_reported)
    t->holds_output = true;
  return 0;
}

static SSL_SESSION* on_get_session(SSL* conn, const unsigned char* id, int length, int* copies) {
  struct gy_tls* t = tls_of(conn);
  SSL_SESSION* session = t != NULL ? t->resumed : NULL;

  (void) id, (void) length;
  *copies = 0;
  if (t != NULL)
    t->resumed = NULL;
  return session;
}

static void on_keylog(const SSL* conn, const char* line) {
  struct gy_tls* t = tls_of(conn);

  if (t != NULL && t->wants_keylog)
    gy_tls_report(t, GY_TLS_KEYLOG, line, strlen(line), NULL, 0);
}

/* Handshakes after the first. TLS 1.3 has none. */
static void on_info(const SSL* conn, int where, int value) {
  struct gy_tls* t = tls_of(conn);

  (void) value;
  if (t == NULL || gy_tls_lib->SSL_version(conn) >= TLS1_3_VERSION)
    return;
  if (where & SSL_CB_HANDSHAKE_START)
    gy_tls_report(t, GY_TLS_HANDSHAKE_START, NULL, 0, NULL, 0);
  if ((where & SSL_CB_HANDSHAKE_DONE) && t->is_established)
    gy_tls_report(t, GY_TLS_HANDSHAKE_DONE, NULL, 0, NULL, 0);
}

static int on_status(SSL* conn, void* argument) {
  struct gy_tls* t = tls_of(conn);
  unsigned char* response = NULL;
  long length;

  (void) argument;
  if (t == NULL)
    return SSL_TLSEXT_ERR_NOACK;
  if (!t->is_server) {
    length = gy_tls_lib->SSL_ctrl(conn, SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP, 0, &response);
    gy_tls_report(t, GY_TLS_OCSP, response, length > 0 ? (size_t) length : 0, NULL, 0);
    return 1;
  }
  if (t->ocsp.length == 0)
    return SSL_TLSEXT_ERR_NOACK;
  response = gy_tls_lib->CRYPTO_malloc(t->ocsp.length, __FILE__, __LINE__);
  if (response == NULL)
    return SSL_TLSEXT_ERR_NOACK;
  memcpy(response, t->ocsp.data, t->ocsp.length);
  gy_tls_lib->SSL_ctrl(conn, SSL_CTRL_SET_TLSEXT_STATUS_REQ_OCSP_RESP, (long) t->ocsp.length,
                       response);
  return SSL_TLSEXT_ERR_OK;
}

/* ---- Pre-shared keys ---- */

/* JavaScript's answer is [key, identity]. Returns the length of the key, 0 for none. */
static unsigned query_key(struct gy_tls* t, const char* text, unsigned char* key, unsigned room,
                          char* identity, unsigned identity_room) {
  gy_env* env = t->env;
  JSValueRef value = text != NULL ? gy_string(env, text) : JSValueMakeNull(env->ctx);
  JSValueRef rest[] = {value, gy_number(env, room), gy_number(env, identity_room)};
  JSValueRef answer = gy_tls_emit(t, GY_TLS_PSK, GY_COUNT(rest), rest), part;
  struct gy_text name;
  uint8_t* bytes;
  size_t length;

  if (answer == NULL || !JSValueIsObject(env->ctx, answer))
    return 0;
  part = JSObjectGetPropertyAtIndex(env->ctx, (JSObjectRef) answer, 0, NULL);
  if (part == NULL || !gy_bytes_get(env, part, &bytes, &length) || length > room)
    return 0;
  if (identity != NULL) {
    JSValueRef second = JSObjectGetPropertyAtIndex(env->ctx, (JSObjectRef) answer, 1, NULL);
    bool fits = gy_text_get(env, second, &name, NULL) && name.length < identity_room;
    if (fits)
      memcpy(identity, name.data, name.length + 1);
    gy_text_free(&name);
    if (!fits)
      return 0;
  }
  memcpy(key, bytes, length);
  t->has_psk = true;
  return (unsigned) length;
}

static unsigned on_psk_client(SSL* conn, const char* hint, char* identity, unsigned identity_room,
                              unsigned char* key, unsigned room) {
  return query_key(tls_of(conn), hint, key, room, identity, identity_room);
}

static unsigned on_psk_server(SSL* conn, const char* identity, unsigned char* key, unsigned room) {
  return query_key(tls_of(conn), identity, key, room, NULL, 0);
}

/* enablePsk(tls, hint or undefined) → whether the hint is accepted */
GY_FUNCTION(enable_psk) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  struct gy_text hint;
  int done = 1;

  if (t == NULL || t->conn == NULL)
    return NULL;
  if (!t->is_server) {
    gy_tls_lib->SSL_set_psk_client_callback(t->conn, on_psk_client);
    return gy_bool(env, true);
  }
  gy_tls_lib->SSL_set_psk_server_callback(t->conn, on_psk_server);
  if (argc > 1 && JSValueIsString(ctx, argv[1]) && gy_text_get(env, argv[1], &hint, exception)) {
    done = gy_tls_lib->SSL_use_psk_identity_hint(t->conn, hint.data);
    gy_text_free(&hint);
    gy_tls_lib->ERR_clear_error();
  }
  return gy_bool(env, done == 1);
}

/* ---- Settings ---- */

void gy_tls_set_callbacks(SSL_CTX* ctx) {
  typedef void (*any)(void);

  gy_tls_lib->SSL_CTX_set_client_hello_cb(ctx, on_hello, NULL);
  gy_tls_lib->SSL_CTX_callback_ctrl(ctx, SSL_CTRL_SET_TLSEXT_SERVERNAME_CB, (any) on_server_name);
  gy_tls_lib->SSL_CTX_callback_ctrl(ctx, SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB, (any) on_status);
  gy_tls_lib->SSL_CTX_set_alpn_select_cb(ctx, on_alpn, NULL);
  gy_tls_lib->SSL_CTX_sess_set_new_cb(ctx, on_new_session);
  gy_tls_lib->SSL_CTX_sess_set_get_cb(ctx, on_get_session);
}

void gy_tls_bind_callbacks(struct gy_tls* t) {
  gy_tls_lib->SSL_set_cert_cb(t->conn, on_certificate, t);
  gy_tls_lib->SSL_set_info_callback(t->conn, on_info);
}

/* Bits of watch(): what JavaScript wants to hear of. */
enum {
  WATCH_HELLO = 1,
  WATCH_CERTIFICATE = 2,
  WATCH_SESSIONS = 4,
  WATCH_KEYLOG = 8,
  WATCH_ALPN = 16
};

/* Of the context that the connection has now. OpenSSL writes keys as text only if it is set. */
static void bind_keylog(struct gy_tls* t) {
  if (t->wants_keylog && t->conn != NULL)
    gy_tls_lib->SSL_CTX_set_keylog_callback(gy_tls_lib->SSL_get_SSL_CTX(t->conn), on_keylog);
}

/* watch(tls, bits): adds to what is watched */
GY_FUNCTION(watch) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  int bits = gy_arg_int(ctx, argc, argv, 1);

  if (t == NULL)
    return NULL;
  t->wants_hello |= (bits & WATCH_HELLO) != 0;
  t->wants_certificate |= (bits & WATCH_CERTIFICATE) != 0;
  t->wants_sessions |= (bits & WATCH_SESSIONS) != 0;
  t->wants_keylog |= (bits & WATCH_KEYLOG) != 0;
  t->wants_alpn |= (bits & WATCH_ALPN) != 0;
  bind_keylog(t);
  return gy_undefined(gy_env_here());
}

/* setVerifyMode(tls, requests a certificate, rejects clients without one) */
GY_FUNCTION(set_verify) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  int mode = SSL_VERIFY_NONE;

  if (t == NULL || t->conn == NULL)
    return NULL;
  if (t->is_server && gy_arg_bool(ctx, argc, argv, 1)) {
    mode = SSL_VERIFY_PEER;
    if (gy_arg_bool(ctx, argc, argv, 2))
      mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
  }
  gy_tls_lib->SSL_set_verify(t->conn, mode, NULL);
  return gy_undefined(gy_env_here());
}

/* setServername(tls, name) */
GY_FUNCTION(set_servername) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  struct gy_text name;

  if (t == NULL || t->conn == NULL || argc < 2 || !gy_text_get(env, argv[1], &name, exception))
    return NULL;
  gy_tls_lib->SSL_ctrl(t->conn, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data);
  gy_text_free(&name);
  gy_tls_lib->ERR_clear_error();
  return gy_undefined(env);
}

/* setALPN(tls, list in the form of the wire) */
GY_FUNCTION(set_alpn) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  uint8_t* bytes;
  size_t length;

  if (t == NULL || t->conn == NULL || argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length))
    return NULL;
  if (!t->is_server) {
    gy_tls_lib->SSL_set_alpn_protos(t->conn, bytes, (unsigned) length);
    return gy_undefined(env);
  }
  free(t->alpn);
  t->alpn = malloc(length + 1);
  t->alpn_length = t->alpn != NULL ? length : 0;
  if (t->alpn != NULL && length > 0)
    memcpy(t->alpn, bytes, length);
  return gy_undefined(env);
}

static SSL_SESSION* session_arg(gy_env* env, size_t argc, const JSValueRef* argv) {
  const unsigned char* at;
  SSL_SESSION* session;
  uint8_t* bytes;
  size_t length;

  if (argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length))
    return NULL;
  at = bytes;
  session = gy_tls_lib->d2i_SSL_SESSION(NULL, &at, (long) length);
  gy_tls_lib->ERR_clear_error();
  return session;
}

/* setSession(tls, bytes) → whether it is one; of a client, before the handshake */
GY_FUNCTION(set_session) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  SSL_SESSION* session = t != NULL && t->conn != NULL ? session_arg(env, argc, argv) : NULL;
  int done = session != NULL ? gy_tls_lib->SSL_set_session(t->conn, session) : 0;

  gy_tls_lib->SSL_SESSION_free(session);
  return gy_bool(env, done == 1);
}

/* loadSession(tls, bytes): what a server's 'resumeSession' has found */
GY_FUNCTION(load_session) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL || t->conn == NULL)
    return NULL;
  gy_tls_lib->SSL_SESSION_free(t->resumed);
  t->resumed = session_arg(env, argc, argv);
  return gy_undefined(env);
}

/* setContext(tls, context): of the server name that the client has sent */
GY_FUNCTION(set_context) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  struct gy_secure_context* context =
      argc > 1 ? gy_secure_context_object(ctx, argv[1], exception) : NULL;

  if (t == NULL || context == NULL || t->conn == NULL)
    return NULL;
  gy_tls_lib->SSL_set_SSL_CTX(t->conn, context->ctx);
  bind_keylog(t);
  gy_tls_lib->SSL_ctrl(t->conn, SSL_CTRL_SET_VERIFY_CERT_STORE, 1,
                       gy_tls_lib->SSL_CTX_get_cert_store(context->ctx));
  gy_tls_lib->SSL_set_client_CA_list(
      t->conn, gy_tls_lib->SSL_dup_CA_list(gy_tls_lib->SSL_CTX_get_client_CA_list(context->ctx)));
  return gy_undefined(gy_env_here());
}

/* requestOCSP(tls), setOCSPResponse(tls, bytes) */
GY_FUNCTION(request_ocsp) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL || t->conn == NULL)
    return NULL;
  gy_tls_lib->SSL_ctrl(t->conn, SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE, TLSEXT_STATUSTYPE_ocsp, NULL);
  return gy_undefined(gy_env_here());
}

GY_FUNCTION(set_ocsp_response) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  uint8_t* bytes;
  size_t length;

  if (t == NULL || argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length))
    return NULL;
  gy_bytes_clear(&t->ocsp);
  gy_bytes_append(&t->ocsp, bytes, length);
  return gy_undefined(env);
}

void gy_bind_tls_callbacks(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"watch", watch},
      {"setVerifyMode", set_verify},
      {"setServername", set_servername},
      {"setALPN", set_alpn},
      {"setSession", set_session},
      {"loadSession", load_session},
      {"setContext", set_context},
      {"requestOCSP", request_ocsp},
      {"setOCSPResponse", set_ocsp_response},
      {"enablePsk", enable_psk},
  };

  gy_define(env, target, functions);
}
