/* src/runtime/bindings/tls/record.c — the record layer: between a handle of the loop, or a stream
 * of JavaScript, and decrypted bytes.
 *
 * (1) One read from the kernel goes to a buffer that all connections of a thread share. OpenSSL
 *     decrypts from there into the slab of stream_wrap.c. JavaScript is called once per record, as
 *     in Node; full records, which the peer has cut out of a longer write, are joined.
 * (2) gy_tls_run() does all pending work: the handshake, writes that wait for encryption,
 *     decryption; then it sends OpenSSL's output by one call. JavaScript that it calls may call it
 *     again; the outer call then continues.
 * (3) JavaScript is not called while a function of OpenSSL runs, except for pre-shared keys and the
 *     choice of a protocol. Other events are put into a list and reported afterwards.
 * (4) close() inside a call of OpenSSL takes effect after it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tls.h"

enum { FULL_RECORD = 16384, CLEAR_ROOM = FULL_RECORD, MOST_UNDECRYPTED = 1 << 20 };

static _Thread_local JSClassRef tls_class;
static _Thread_local JSObjectRef on_event; /* (owner, event, …) of lib/internal/tls/handle.js */

/* ---- The BIO: bytes of the peer in t->in, bytes for the peer in t->out ---- */

static int bio_read(BIO* bio, char* room, int size) {
  struct gy_tls* t = gy_tls_lib->BIO_get_data(bio);
  size_t length = t->in_length < (size_t) size ? t->in_length : (size_t) size;

  gy_tls_lib->BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
  if (length == 0) {
    gy_tls_lib->BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
    return -1;
  }
  memcpy(room, t->in, length);
  t->in += length;
  t->in_length -= length;
  return (int) length;
}

static int bio_write(BIO* bio, const char* bytes, int length) {
  struct gy_tls* t = gy_tls_lib->BIO_get_data(bio);

  gy_tls_lib->BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
  return gy_tls_put_record(t, bytes, (size_t) length) ? length : -1;
}

static long bio_control(BIO* bio, int command, long number, void* pointer) {
  (void) bio, (void) number, (void) pointer;
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static int bio_create(BIO* bio) {
  gy_tls_lib->BIO_set_init(bio, 1);
  return 1;
}

static BIO_METHOD* method;

static void make_method(void) {
  method = gy_tls_lib->BIO_meth_new(BIO_TYPE_SOURCE_SINK | 126, "gyre");
  if (method == NULL)
    return;
  gy_tls_lib->BIO_meth_set_read(method, bio_read);
  gy_tls_lib->BIO_meth_set_write(method, bio_write);
  gy_tls_lib->BIO_meth_set_ctrl(method, bio_control);
  gy_tls_lib->BIO_meth_set_create(method, bio_create);
}

BIO_METHOD* gy_tls_method(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;

  pthread_once(&once, make_method);
  return method;
}

/* ---- Events ---- */

JSValueRef gy_tls_emit(struct gy_tls* t, enum gy_tls_event event, size_t count,
                       const JSValueRef* rest) {
  JSValueRef argv[6];

  if (t->owner == NULL || t->is_closed)
    return NULL;
  argv[0] = t->owner;
  argv[1] = gy_number(t->env, event);
  for (size_t i = 0; i < count; i++)
    argv[2 + i] = rest[i];
  return gy_enter(t->env, GY_IO, on_event, NULL, count + 2, argv);
}

bool gy_tls_report(struct gy_tls* t, enum gy_tls_event event, const void* bytes, size_t length,
                   const void* id, size_t id_length) {
  struct gy_tls_report* report = malloc(sizeof(*report) + length + id_length);

  if (report == NULL)
    return false;
  *report = (struct gy_tls_report){.event = event, .length = length, .id_length = id_length};
  if (length > 0)
    memcpy(report->bytes, bytes, length);
  if (id_length > 0)
    memcpy(report->bytes + length, id, id_length);
  *t->last = report;
  t->last = &report->next;
  return true;
}

static void emit_report(struct gy_tls* t, struct gy_tls_report* report) {
  gy_env* env = t->env;
  JSValueRef rest[2];
  size_t count = 0;

  if (report->event == GY_TLS_OCSP && report->length == 0)
    rest[count++] = JSValueMakeNull(env->ctx);
  else if (report->event != GY_TLS_HANDSHAKE_START && report->event != GY_TLS_HANDSHAKE_DONE)
    rest[count++] = gy_tls_copy(env, report->bytes, report->length);
  if (report->event == GY_TLS_SESSION)
    rest[count++] = gy_tls_copy(env, report->bytes + report->length, report->id_length);
  for (size_t i = 0; i < count; i++)
    if (JSValueIsUndefined(env->ctx, rest[i])) {
      gy_tls_end(t, UV_ENOMEM); /* otherwise the handshake would wait for an answer for ever */
      return;
    }
  gy_tls_emit(t, report->event, count, rest);
}

static void free_reports(struct gy_tls* t) {
  struct gy_tls_report* report;

  while ((report = t->first) != NULL) {
    t->first = report->next;
    free(report);
  }
  t->last = &t->first;
}

static void emit_reports(struct gy_tls* t) {
  struct gy_tls_report* report;

  while ((report = t->first) != NULL && !t->is_closed) {
    t->first = report->next;
    if (t->first == NULL)
      t->last = &t->first;
    emit_report(t, report);
    free(report);
  }
}

/* ---- The life of a connection ---- */

static void free_connection(struct gy_tls* t) {
  gy_tls_lib->SSL_free(t->conn);
  gy_tls_lib->SSL_SESSION_free(t->resumed);
  t->conn = NULL;
  t->resumed = NULL;
  gy_bytes_clear(&t->out);
  gy_bytes_clear(&t->clear);
  gy_bytes_clear(&t->undecrypted);
  gy_bytes_clear(&t->ocsp);
  free(t->alpn);
  free(t->hello);
  t->alpn = NULL;
  t->hello = NULL;
  free_reports(t);
}

void gy_tls_unref(struct gy_tls* t) {
  if (--t->references > 0)
    return;
  free_connection(t);
  gy_secure_context_unref(t->context);
  free(t);
}

/* Gives up the handle below and its reference, which is not the last one. */
static void detach(struct gy_tls* t) {
  if (t->handle == NULL)
    return;
  t->handle->filter = NULL;
  t->handle = NULL;
  t->references--;
}

static void finalize(JSObjectRef object) {
  struct gy_tls* t = JSObjectGetPrivate(object);

  if (t == NULL)
    return;
  t->owner = NULL;
  t->is_closed = true; /* writes in progress call nothing back */
  detach(t);
  gy_tls_unref(t);
}

struct gy_tls* gy_tls_of(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                         JSValueRef* exception) {
  return gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, tls_class, exception);
}

/* close(tls): nothing is reported any more */
GY_FUNCTION(close_tls) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL)
    return NULL;
  t->is_closed = true;
  detach(t);
  gy_tls_left_library(t);
  return gy_undefined(gy_env_here());
}

void gy_tls_left_library(struct gy_tls* t) {
  if (t->is_closed && !t->is_running && !t->in_library)
    free_connection(t);
}

/* ---- Reading ---- */

void gy_tls_end(struct gy_tls* t, int status) {
  JSValueRef value = gy_number(t->env, status);

  if (t->has_ended || t->is_closed)
    return;
  t->has_ended = true;
  gy_handle_event_of(t->env, t->owner, GY_ON_READ, 1, &value);
}

void gy_tls_fail(struct gy_tls* t) {
  JSValueRef error;

  if (t->has_failed || t->is_closed)
    return;
  t->has_failed = true;
  error = gy_tls_error_of_connection(t->env);
  gy_hold(t->env, error);
  gy_tls_flush(t); /* the alert for the peer */
  gy_tls_emit(t, GY_TLS_ERROR, 1, &error);
  gy_drop(t->env, error);
}

/* What a call of OpenSSL that did not succeed means. */
static void examine(struct gy_tls* t, int result) {
  int kind = gy_tls_lib->SSL_get_error(t->conn, result);

  if (kind == SSL_ERROR_ZERO_RETURN) {
    gy_tls_end(t, UV_EOF);
  } else if (kind == SSL_ERROR_SSL || kind == SSL_ERROR_SYSCALL) {
    emit_reports(t);
    gy_tls_fail(t);
  }
}

static bool is_usable(const struct gy_tls* t) {
  return !t->is_closed && !t->has_failed && t->conn != NULL;
}

static void deliver(struct gy_tls* t, size_t length) {
  if (length > 0 && !t->is_closed)
    gy_slab_deliver(t->env, t->owner, length);
}

/* Reports handshake messages between the data before and the data after them. Of `length` decrypted
 * bytes in the slab, the last `after` came after the messages. Those are copied, because JavaScript
 * may overwrite the slab meanwhile. */
static void deliver_around_reports(struct gy_tls* t, const char* clear, size_t length,
                                   size_t after) {
  char* copy = after > 0 ? malloc(after) : NULL;
  char* second_room = NULL;
  size_t room;

  if (copy != NULL)
    memcpy(copy, clear + length - after, after);
  deliver(t, length - after);
  emit_reports(t);
  if (after > 0 && !t->is_closed) {
    if (copy != NULL)
      second_room = gy_slab_room(t->env, CLEAR_ROOM, &room);
    if (second_room == NULL) {
      gy_tls_end(t, UV_ENOMEM);
    } else {
      memcpy(second_room, copy, after);
      deliver(t, after);
    }
  }
  free(copy);
}

/* Decrypts one record, or full ones and the one after them, until there is no more, no room, or
 * something to report → the number of bytes. */
static size_t decrypt(struct gy_tls* t, char* clear, size_t room, int* result) {
  size_t length = 0;

  gy_tls_lib->ERR_clear_error();
  t->in_library = true;
  do {
    *result = gy_tls_lib->SSL_read(t->conn, clear + length, (int) (room - length));
    if (*result > 0)
      length += (size_t) *result;
  } while (*result == FULL_RECORD && room - length >= FULL_RECORD && t->first == NULL);
  t->in_library = false;
  return length;
}

/* Decrypts all there is, as much as fits into a slab per call into JavaScript. */
static void read_clear(struct gy_tls* t) {
  int result = 1;

  while (result > 0 && is_usable(t) && !t->has_ended) {
    size_t room, length;
    char* clear;

    emit_reports(t); /* all that come now are of the calls below */
    clear = is_usable(t) ? gy_slab_room(t->env, CLEAR_ROOM, &room) : NULL;
    if (clear == NULL)
      return;
    length = decrypt(t, clear, room, &result);
    /* SSL_get_error() reads the queue of errors, which JavaScript may change. */
    int kind = result > 0 ? SSL_ERROR_NONE : gy_tls_lib->SSL_get_error(t->conn, result);
    JSValueRef error = NULL;
    if (kind == SSL_ERROR_SSL || kind == SSL_ERROR_SYSCALL)
      error = gy_hold(t->env, gy_tls_error_of_connection(t->env));
    size_t after = result > 0 ? (size_t) result : 0;
    /* OpenSSL may stop after a message that is not data. */
    if (kind == SSL_ERROR_WANT_READ && t->in_length > 0)
      result = 1;
    if (t->first != NULL)
      deliver_around_reports(t, clear, length, after);
    else
      deliver(t, length);
    if (kind == SSL_ERROR_ZERO_RETURN)
      gy_tls_end(t, UV_EOF);
    if (error != NULL && !t->is_closed) {
      t->has_failed = true;
      gy_tls_flush(t);
      gy_tls_emit(t, GY_TLS_ERROR, 1, &error);
    }
    gy_drop(t->env, error);
  }
}

/* JavaScript answers what the handshake waits for, now or later, by resume(). */
static void query_about_hello(struct gy_tls* t) {
  struct gy_tls_report* hello = t->hello;
  gy_env* env = t->env;

  t->hello = NULL;
  if (hello == NULL)
    return;
  JSValueRef rest[] = {
      gy_tls_copy(env, hello->bytes, hello->length),
      gy_string_new(env, (const char*) hello->bytes + hello->length, hello->id_length),
      gy_bool(env, hello->has_ticket)};
  free(hello);
  if (JSValueIsUndefined(env->ctx, rest[0]))
    gy_tls_end(t, UV_ENOMEM);
  else
    gy_tls_emit(t, GY_TLS_CLIENT_HELLO, GY_COUNT(rest), rest);
}

static void query(struct gy_tls* t) {
  gy_env* env = t->env;
  const char* name;

  emit_reports(t);
  if (t->is_closed)
    return;
  if (t->wait == GY_WAIT_CLIENT_HELLO) {
    query_about_hello(t);
    return;
  }
  name = gy_tls_lib->SSL_get_servername(t->conn, TLSEXT_NAMETYPE_host_name);
  JSValueRef rest[] = {
      name != NULL ? gy_string(env, name) : gy_undefined(env),
      gy_bool(env, gy_tls_lib->SSL_ctrl(t->conn, SSL_CTRL_GET_TLSEXT_STATUS_REQ_TYPE, 0, NULL) ==
                       TLSEXT_STATUSTYPE_ocsp)};
  gy_tls_emit(t, GY_TLS_CERTIFICATE, GY_COUNT(rest), rest);
}

static void shake_hands(struct gy_tls* t) {
  int result;

  gy_tls_lib->ERR_clear_error();
  t->in_library = true;
  result = gy_tls_lib->SSL_do_handshake(t->conn);
  t->in_library = false;
  if (t->is_closed)
    return;
  if (result != 1) {
    int kind = gy_tls_lib->SSL_get_error(t->conn, result);
    if (kind == SSL_ERROR_WANT_X509_LOOKUP || kind == SSL_ERROR_WANT_CLIENT_HELLO_CB)
      query(t);
    else
      examine(t, result);
    return;
  }
  t->is_established = true;
  /* A client that does not trust its server closes before its last message is sent. */
  emit_reports(t);
  gy_tls_emit(t, GY_TLS_HANDSHAKE_DONE, 0, NULL);
}

static void run_once(struct gy_tls* t) {
  if (!t->is_established && t->wait == GY_WAIT_NOTHING)
    shake_hands(t);
  if (is_usable(t) && t->is_established) {
    if (gy_tls_encrypt_waiting(t))
      read_clear(t);
    /* A renegotiation may have held it back. */
    if (is_usable(t) && t->clear.length > 0)
      gy_tls_encrypt_waiting(t);
  }
  emit_reports(t);
  if (!t->is_closed)
    gy_tls_flush(t);
}

void gy_tls_run(struct gy_tls* t) {
  if (t->is_running || t->in_library || !t->is_started || !is_usable(t)) {
    t->runs_again = true;
    return;
  }
  t->references++;
  t->is_running = true;
  do {
    t->runs_again = false;
    run_once(t);
  } while (t->runs_again && is_usable(t));
  t->is_running = false;
  if (t->is_closed)
    free_connection(t);
  else if (t->waiting > 0 && t->write_error == 0)
    gy_tls_settle_later(t);
  else
    gy_tls_settle(t, 0);
  gy_tls_unref(t);
}

/* Bytes that OpenSSL has not taken, for the next read. There is none to come without memory. */
static void store_undecrypted(struct gy_tls* t, const uint8_t* bytes, size_t length) {
  if (!gy_bytes_append(&t->undecrypted, bytes, length))
    gy_tls_end(t, UV_ENOMEM);
}

static void receive(struct gy_tls* t, const uint8_t* bytes, size_t length) {
  struct gy_bytes undecrypted = {0};

  if (t->has_ended) /* what follows the end of the peer is of no interest */
    return;
  t->references++;
  if (t->wait != GY_WAIT_NOTHING || t->is_running || !t->is_started) {
    /* Stores bytes that cannot be decrypted yet, because the shared buffer is about to be used
     * again. Limited: a peer that goes on sending while the program chooses a certificate is
     * disconnected. */
    if (t->undecrypted.length + length > MOST_UNDECRYPTED ||
        !gy_bytes_append(&t->undecrypted, bytes, length))
      gy_tls_end(t, UV_ENOBUFS);
    t->has_new_input = t->is_running;
  } else {
    if (t->undecrypted.length > 0) {
      store_undecrypted(t, bytes, length);
      undecrypted = t->undecrypted;
      t->undecrypted = (struct gy_bytes){0};
      bytes = undecrypted.data;
      length = undecrypted.length;
    }
    t->in = bytes;
    t->in_length = length;
    gy_tls_run(t);
    if (t->in_length > 0 && is_usable(t) && !t->has_ended)
      store_undecrypted(t, t->in, t->in_length);
    t->in = NULL;
    t->in_length = 0;
    gy_bytes_clear(&undecrypted);
  }
  if (t->has_new_input && !t->is_running) {
    t->has_new_input = false;
    receive(t, NULL, 0);
  }
  gy_tls_unref(t);
}

static void on_alloc(struct gy_filter* filter, uv_buf_t* buf) {
  struct gy_tls_buffers* buffers = gy_tls_buffers();

  (void) filter;
  *buf =
      buffers != NULL ? uv_buf_init(buffers->receive, GY_TLS_RECEIVE_ROOM) : uv_buf_init(NULL, 0);
}

static void on_read(struct gy_filter* filter, ssize_t nread, const char* bytes) {
  struct gy_tls* t = (struct gy_tls*) filter;

  t->references++;
  if (nread > 0)
    receive(t, (const uint8_t*) bytes, (size_t) nread);
  else
    gy_tls_end(t, (int) nread);
  gy_tls_unref(t);
}

static void on_closed(struct gy_filter* filter) {
  struct gy_tls* t = (struct gy_tls*) filter;

  t->references++;
  detach(t);
  gy_tls_unref(t);
}

/* receive(tls, bytes): of a stream of JavaScript */
GY_FUNCTION(receive_bytes) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  uint8_t* bytes;
  size_t length;

  if (t == NULL || argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length))
    return NULL;
  if (!t->is_closed)
    receive(t, bytes, length);
  return gy_undefined(env);
}

/* ended(tls, status): the stream of JavaScript has ended, or failed */
GY_FUNCTION(below_ended) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL)
    return NULL;
  gy_tls_end(t, gy_arg_int(ctx, argc, argv, 1));
  return gy_undefined(gy_env_here());
}

/* ---- Opening ---- */

static struct gy_tls* open_connection(gy_env* env, struct gy_secure_context* context) {
  struct gy_tls* t = calloc(1, sizeof(*t));
  BIO* bio;

  if (t == NULL)
    return NULL;
  t->references = 1;
  t->env = env;
  t->last = &t->first;
  t->filter = (struct gy_filter){.alloc = on_alloc, .read = on_read, .closed = on_closed};
  t->conn = gy_tls_lib->SSL_new(context->ctx);
  /* Callbacks find the connection by it. */
  bio = t->conn != NULL && gy_tls_lib->SSL_set_ex_data(t->conn, 0, t) == 1
            ? gy_tls_lib->BIO_new(gy_tls_method())
            : NULL;
  if (bio == NULL) {
    gy_tls_lib->SSL_free(t->conn);
    free(t);
    return NULL;
  }
  gy_tls_lib->BIO_set_data(bio, t);
  gy_tls_lib->SSL_set_bio(t->conn, bio, bio);
  t->context = context;
  context->references++;
  return t;
}

/* open(context, owner, is server) → TLS */
GY_FUNCTION(open_tls) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  struct gy_tls* t;

  if (context == NULL || argc < 3)
    return NULL;
  gy_tls_lib->ERR_clear_error();
  t = open_connection(env, context);
  if (t == NULL)
    return gy_tls_throw(env, exception);
  t->owner = gy_arg_object(ctx, argc, argv, 1);
  t->is_server = gy_arg_bool(ctx, argc, argv, 2);
  if (t->is_server)
    gy_tls_lib->SSL_set_accept_state(t->conn);
  else
    gy_tls_lib->SSL_set_connect_state(t->conn);
  gy_tls_bind_callbacks(t);
  return JSObjectMake(ctx, tls_class, t);
}

/* attach(tls, id of a handle, or 0 for a stream of JavaScript) → errno: what is below */
GY_FUNCTION(attach) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  struct gy_handle* handle;

  if (t == NULL || argc < 2)
    return NULL;
  t->is_below_js = gy_arg_int(ctx, argc, argv, 1) == 0;
  if (t->is_below_js)
    return gy_number(env, 0);
  handle = gy_handle_arg(ctx, 1, argv + 1, UV_UNKNOWN_HANDLE);
  if (handle == NULL || handle->filter != NULL || t->handle != NULL || t->is_closed)
    return gy_number(env, UV_EBADF);
  t->handle = handle;
  handle->filter = &t->filter;
  t->references++;
  return gy_number(env, 0);
}

/* A session is valid for the server that it was made with only. */
static void check_session(struct gy_tls* t) {
  SSL_SESSION* session = gy_tls_lib->SSL_get_session(t->conn);
  const char* known = session != NULL ? gy_tls_lib->SSL_SESSION_get0_hostname(session) : NULL;
  const char* name = gy_tls_lib->SSL_get_servername(t->conn, TLSEXT_NAMETYPE_host_name);

  if (known != NULL && (name == NULL || strcmp(known, name) != 0))
    gy_tls_lib->SSL_set_session(t->conn, NULL);
}

/* start(tls): the handshake may begin */
GY_FUNCTION(start) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL)
    return NULL;
  if (!t->is_started && !t->is_closed) {
    t->is_started = true;
    if (!t->is_server)
      check_session(t);
    receive(t, NULL, 0);
  }
  return gy_undefined(gy_env_here());
}

/* resume(tls): continues the handshake, whose query is answered */
GY_FUNCTION(resume) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL)
    return NULL;
  t->wait = GY_WAIT_NOTHING;
  t->holds_output = false;
  if (t->is_running)
    t->runs_again = true;
  else if (!t->is_closed)
    receive(t, NULL, 0);
  return gy_undefined(gy_env_here());
}

/* renegotiate(tls): a client requests another handshake; throws OpenSSL's error */
GY_FUNCTION(renegotiate) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL || t->conn == NULL || t->is_closed)
    return NULL;
  if (t->in_library || !t->is_established)
    return gy_throw(env, exception, "A handshake is under way");
  gy_tls_lib->ERR_clear_error();
  if (gy_tls_lib->SSL_renegotiate(t->conn) != 1)
    return gy_tls_throw(env, exception);
  /* SSL_read() sends the hello. Unlike SSL_do_handshake(), it accepts data meanwhile. */
  gy_tls_run(t);
  return gy_undefined(env);
}

/* onEvent(function) */
GY_FUNCTION(set_event) {
  gy_env* env = gy_env_here();
  JSObjectRef function = gy_arg_function(ctx, argc, argv, 0);

  if (function != NULL)
    on_event = (JSObjectRef) gy_hold(env, function);
  return gy_undefined(env);
}

void gy_bind_tls_record(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"open", open_tls},   {"attach", attach},         {"start", start},
      {"resume", resume},   {"receive", receive_bytes}, {"ended", below_ended},
      {"close", close_tls}, {"onEvent", set_event},     {"renegotiate", renegotiate},
  };

  if (tls_class == NULL)
    tls_class = gy_class_new("TLS", finalize);
  gy_define(env, target, functions);
}
