/* src/runtime/bindings/tls/tls.h — shared by the files of internalBinding('tls').
 *
 * (1) A SecureContext object of JavaScript owns a struct gy_secure_context, a TLS object a
 *     struct gy_tls. Both count references: a connection uses its context after the program has
 *     dropped it, and writes that are under way use the connection.
 * (2) gy_tls_lib is set before the first of either is made. */
#ifndef BINDINGS_TLS_H
#define BINDINGS_TLS_H

#include "runtime/bindings/check.h"
#include "runtime/bindings/handle.h"
#include "runtime/gyre.h"
#include "runtime/openssl/openssl.h"

enum { GY_TLS_RECEIVE_ROOM = 65536, GY_TICKET_KEYS = 48, GY_SESSION_MOST = 10 * 1024 };

extern const struct gy_openssl* gy_tls_lib;

struct gy_secure_context {
  unsigned references;
  SSL_CTX* ctx;
  X509 *cert, *issuer; /* the certificate that was set last and its issuer, or NULL */
  bool owns_store;     /* its store is not the one of the root certificates */
  uint8_t ticket_keys[GY_TICKET_KEYS];
};

/* What C calls lib/internal/tls/handle.js for, by number, with the owner first. */
enum gy_tls_event {
  GY_TLS_OUTPUT,          /* (bytes) to be sent by a stream of JavaScript */
  GY_TLS_ERROR,           /* (error) */
  GY_TLS_HANDSHAKE_START, /* () */
  GY_TLS_HANDSHAKE_DONE,  /* () */
  GY_TLS_CLIENT_HELLO,    /* (session id, server name, has ticket) ends by resume() */
  GY_TLS_CERTIFICATE,     /* (server name, requests OCSP) ends by resume() */
  GY_TLS_SESSION,         /* (session, its id) */
  GY_TLS_KEYLOG,          /* (line) */
  GY_TLS_OCSP,            /* (response or null) */
  GY_TLS_PSK,             /* (identity or hint) → [psk, identity] or undefined */
  GY_TLS_ALPN,            /* (ALPN list, server name) → protocol, undefined for none */
  GY_TLS_EVENTS
};

/* What a handshake waits for. */
enum gy_tls_wait { GY_WAIT_NOTHING, GY_WAIT_CLIENT_HELLO, GY_WAIT_CERTIFICATE };

struct gy_bytes {
  uint8_t* data;
  size_t length, room;
};

/* What all connections of a thread share. It is freed with the thread. */
struct gy_tls_buffers {
  char* receive;         /* GY_TLS_RECEIVE_ROOM bytes: a read of the kernel */
  struct gy_bytes spare; /* for records that are sent at once, or empty while one has it */
};

/* An event that OpenSSL reports inside of a call, and JavaScript hears of after it. */
struct gy_tls_report {
  struct gy_tls_report* next;
  enum gy_tls_event event;
  bool has_ticket;
  size_t length, id_length;
  uint8_t bytes[]; /* followed by the id of a session */
};

struct gy_tls {
  struct gy_filter filter; /* first: of the handle below */
  unsigned references;
  gy_env* env;
  SSL* conn; /* NULL once closed */
  struct gy_secure_context* context;
  struct gy_handle*
      handle;        /* of the loop, or NULL: a stream of JavaScript is below, or it is closed */
  JSObjectRef owner; /* lives as long as JavaScript can be called for it */
  const uint8_t* in; /* bytes of the peer that OpenSSL has not taken yet */
  size_t in_length;
  struct gy_bytes undecrypted; /* the same, from reads that came while the handshake waited */
  struct gy_bytes out;         /* records that are not sent yet */
  struct gy_bytes clear;       /* what waits for the handshake to be encrypted */
  unsigned sending;            /* writes below that are under way */
  unsigned waiting;            /* writes of JavaScript that are called back when all is sent */
  struct gy_tls_report *first, **last;
  struct gy_tls_report* hello; /* of a client: the id of its session, then the server's name */
  enum gy_tls_wait wait;
  bool is_server, is_running, runs_again, in_library, is_established, has_failed, has_ended;
  bool is_settling; /* it is queued: */
  struct gy_check_job settling;
  bool has_new_input; /* bytes arrived while it ran */
  bool has_psk;       /* JavaScript gave a pre-shared key */
  bool is_started, is_closed, passed_hello, passed_certificate;
  bool wants_hello, wants_certificate, wants_sessions, wants_keylog, wants_alpn;
  bool is_below_js;  /* a stream of JavaScript is below */
  int write_error;   /* of the last flush, or 0 */
  bool holds_output; /* until a new session is stored */
  uint8_t* alpn;     /* what this side offers or accepts, in the form of the wire */
  size_t alpn_length;
  SSL_SESSION* resumed; /* what 'resumeSession' has found */
  struct gy_bytes ocsp; /* the response of a server */
};

/* errors.c */
JSValueRef gy_tls_error_of_connection(gy_env* env); /* of OpenSSL's queue */
JSValueRef gy_tls_throw(gy_env* env, JSValueRef* exception);

/* context.c and its like */
struct gy_secure_context* gy_secure_context_of(JSContextRef ctx, size_t argc,
                                               const JSValueRef* argv, JSValueRef* exception);
struct gy_secure_context* gy_secure_context_object(JSContextRef ctx, JSValueRef value,
                                                   JSValueRef* exception);
void gy_secure_context_unref(struct gy_secure_context* context);
BIO* gy_tls_bio(JSValueRef value, JSValueRef* exception);
int gy_tls_use_ticket_keys(SSL* conn, unsigned char* name, unsigned char* iv,
                           EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac, int encrypts);
X509_STORE* gy_tls_roots(void);

X509_STORE* gy_tls_whole_roots(void); /* the same, when all certificates are to be in it */

/* root_index.c */
struct gy_roots;
struct gy_roots* gy_roots_new(X509_STORE* store); /* freed with the store; NULL without memory */
bool gy_roots_add(struct gy_roots* index, BIO* text); /* takes it over; false without memory */
/* The same, but the text is searched at once: false if one is damaged. */
bool gy_roots_add_checked(struct gy_roots* index, BIO* text);
void gy_roots_read_all(struct gy_roots* index, X509_STORE* store);

/* ca_cache.c */
OPENSSL_STACK* gy_tls_read_ca(BIO* bio); /* certificates, the caller's; NULL without memory */
void gy_tls_free_ca(OPENSSL_STACK* list);

/* certificate.c */
JSObjectRef gy_tls_describe(gy_env* env, X509* cert); /* its parts; lib/ brings them into order */
JSObjectRef gy_tls_names(gy_env* env, X509* cert);    /* only the parts that hosts are in */
JSValueRef gy_tls_der(gy_env* env, X509* cert);       /* undefined without memory */

/* bytes.c */
bool gy_bytes_append(struct gy_bytes* bytes, const void* data, size_t length);
void gy_bytes_clear(struct gy_bytes* bytes);
struct gy_tls_buffers* gy_tls_buffers(void);                          /* NULL without memory */
JSValueRef gy_tls_copy(gy_env* env, const void* data, size_t length); /* a Uint8Array */

/* record.c */
BIO_METHOD* gy_tls_method(void);
struct gy_tls* gy_tls_of(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                         JSValueRef* exception);
void gy_tls_run(struct gy_tls* t);
void gy_tls_unref(struct gy_tls* t);
JSValueRef gy_tls_emit(struct gy_tls* t, enum gy_tls_event event, size_t count,
                       const JSValueRef* rest);
/* false without memory: the event is not reported */
bool gy_tls_report(struct gy_tls* t, enum gy_tls_event event, const void* bytes, size_t length,
                   const void* id, size_t id_length);
void gy_tls_fail(struct gy_tls* t);
void gy_tls_end(struct gy_tls* t,
                int status); /* ends reading with UV_EOF or an errno, which is reported once */
void gy_tls_left_library(struct gy_tls* t); /* after a call of OpenSSL outside of gy_tls_run() */

/* write.c */
bool gy_tls_put_record(struct gy_tls* t, const void* bytes, size_t length);
void gy_tls_flush(struct gy_tls* t);
void gy_tls_settle(struct gy_tls* t, int status); /* calls back writes when all is sent */
void gy_tls_settle_later(struct gy_tls* t);       /* the same in the next check phase */
bool gy_tls_encrypt_waiting(struct gy_tls* t);    /* false after an error */

/* callbacks.c */
void gy_tls_set_callbacks(SSL_CTX* ctx);
void gy_tls_bind_callbacks(struct gy_tls* t);

/* Parts of the binding */
void gy_bind_tls_context(gy_env* env, JSObjectRef target);
void gy_bind_tls_keys(gy_env* env, JSObjectRef target);
void gy_bind_tls_roots(gy_env* env, JSObjectRef target);
void gy_bind_tls_tickets(gy_env* env, JSObjectRef target);
void gy_bind_tls_record(gy_env* env, JSObjectRef target);
void gy_bind_tls_write(gy_env* env, JSObjectRef target);
void gy_bind_tls_callbacks(gy_env* env, JSObjectRef target);
void gy_bind_tls_info(gy_env* env, JSObjectRef target);
void gy_bind_tls_peer(gy_env* env, JSObjectRef target);
void gy_bind_tls_certificate(gy_env* env, JSObjectRef target);

#endif
