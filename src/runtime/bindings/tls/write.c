/* src/runtime/bindings/tls/write.c — encrypts bytes to records and sends them.
 *
 * (1) All records of a write are sent by one call, or one per WRITE_PART of a large one. The rest
 *     that the kernel does not accept is written by a request that owns it.
 * (2) Before the end of the handshake, and during a renegotiation, plain bytes are copied and wait.
 * (3) Write functions return an errno (< 0), or twice the number of plain bytes plus 1, as those of
 *     stream_wrap.c do when a callback follows. It follows when everything written before is sent:
 *     in the next check phase if the kernel accepts all at once, as in Node. Until then what the
 *     program writes is collected by its stream, and shares records. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/bindings/message.h"
#include "tls.h"

enum { WRITE_PART = 1 << 20, RECORDS_ROOM = 80 * 1024 };

struct request {
  uv_write_t req;
  struct gy_tls* tls;
  struct gy_bytes bytes;
};

/* Appends a record to the output. One buffer per thread serves all connections: buffers that grow
 * and are freed between the slabs of streams would leave holes in the heap that nothing fits into.
 * A connection owns it while it runs, or while its output is held back. */
bool gy_tls_put_record(struct gy_tls* t, const void* bytes, size_t length) {
  struct gy_tls_buffers* buffers = gy_tls_buffers();

  if (buffers == NULL)
    return false;
  if (t->out.data == NULL && buffers->spare.data != NULL) {
    t->out = buffers->spare;
    buffers->spare = (struct gy_bytes){0};
  } else if (t->out.data == NULL) {
    t->out.data = malloc(RECORDS_ROOM);
    t->out.room = t->out.data != NULL ? RECORDS_ROOM : 0;
  }
  return gy_bytes_append(&t->out, bytes, length);
}

static void give_back(struct gy_tls* t) {
  struct gy_tls_buffers* buffers = gy_tls_buffers();

  if (buffers != NULL && buffers->spare.data == NULL && t->out.room <= RECORDS_ROOM) {
    buffers->spare = t->out;
    buffers->spare.length = 0;
    t->out = (struct gy_bytes){0};
  } else {
    gy_bytes_clear(&t->out);
  }
}

static void on_sent(uv_write_t* req, int status) {
  struct request* request = (struct request*) req;
  struct gy_tls* t = request->tls;

  gy_bytes_clear(&request->bytes);
  free(request);
  t->sending--;
  if (!t->is_closed)
    gy_tls_settle(t, status);
  gy_tls_unref(t);
}

/* Sends the rest later: a copy of it, or the buffer of records itself if it is large. */
static int send_later(struct gy_tls* t, size_t done) {
  size_t length = t->out.length - done;
  struct request* request = calloc(1, sizeof(*request));
  uv_buf_t buf;
  int err = 0;

  if (request == NULL)
    return UV_ENOMEM;
  request->tls = t;
  if (t->out.room > RECORDS_ROOM) {
    request->bytes = t->out;
    t->out = (struct gy_bytes){0};
    buf = uv_buf_init((char*) request->bytes.data + done, (unsigned) length);
  } else {
    request->bytes.data = malloc(length); /* of this size: larger blocks are mapped and unmapped */
    if (request->bytes.data != NULL)
      memcpy(request->bytes.data, t->out.data + done, length);
    else
      err = UV_ENOMEM;
    buf = uv_buf_init((char*) request->bytes.data, (unsigned) length);
  }
  if (err == 0)
    err = uv_write(&request->req, &t->handle->uv.stream, &buf, 1, on_sent);
  if (err != 0) {
    gy_bytes_clear(&request->bytes);
    free(request);
    return err;
  }
  t->references++;
  t->sending++;
  return 0;
}

static int send_by_handle(struct gy_tls* t) {
  uv_buf_t buf = uv_buf_init((char*) t->out.data, (unsigned) t->out.length);
  int done = uv_is_closing(&t->handle->uv.handle) ? UV_ECANCELED
                                                  : uv_try_write(&t->handle->uv.stream, &buf, 1);

  if (done == UV_EAGAIN)
    done = 0;
  if (done >= 0 && (size_t) done < t->out.length)
    done = send_later(t, (size_t) done);
  t->out.length = 0;
  return done < 0 ? done : 0;
}

/* The sent bytes belong to JavaScript afterwards. */
static int send_by_stream(struct gy_tls* t) {
  JSValueRef bytes = gy_tls_copy(t->env, t->out.data, t->out.length);

  t->out.length = 0;
  if (!JSValueIsObject(t->env->ctx, bytes))
    return UV_ENOMEM;
  t->sending++;
  gy_tls_emit(t, GY_TLS_OUTPUT, 1, &bytes);
  return 0;
}

void gy_tls_flush(struct gy_tls* t) {
  int err;

  if (t->out.length == 0 || t->is_closed || t->holds_output)
    return;
  err = t->handle != NULL ? send_by_handle(t) : t->is_below_js ? send_by_stream(t) : UV_ECANCELED;
  if (err != 0)
    t->write_error = err;
  if (t->out.length == 0 && t->out.data != NULL)
    give_back(t);
}

void gy_tls_settle(struct gy_tls* t, int status) {
  bool is_reported = t->waiting > 0;
  JSValueRef value;

  if (status == 0)
    status = t->write_error;
  if (status == 0 && (t->sending > 0 || t->clear.length > 0 || t->out.length > 0))
    return;
  t->references++;
  /* Those that wait now: what a callback writes has not been sent. */
  for (unsigned left = t->waiting; left > 0 && t->waiting > 0 && !t->is_closed; left--) {
    t->waiting--;
    value = gy_number(t->env, status);
    gy_handle_event_of(t->env, t->owner, GY_ON_WRITE, 1, &value);
  }
  /* If records of the handshake are lost, both sides would wait for ever. After the handshake a
   * closed peer is detected by reading. */
  if (status != 0 && !is_reported && (!t->is_established || status == UV_ENOMEM))
    gy_tls_end(t, status);
  gy_tls_unref(t);
}

static void on_check(struct gy_check_job* job) {
  struct gy_tls* t = (struct gy_tls*) ((char*) job - offsetof(struct gy_tls, settling));

  t->is_settling = false;
  if (!t->is_closed)
    gy_tls_settle(t, 0);
  gy_tls_unref(t);
}

void gy_tls_settle_later(struct gy_tls* t) {
  if (t->is_settling)
    return;
  t->is_settling = true;
  t->references++;
  t->settling.run = on_check;
  gy_check_queue(t->env, &t->settling);
}

/* Encrypts: how much of it, or -1 when OpenSSL refuses for good. */
static ssize_t encrypt(struct gy_tls* t, const uint8_t* bytes, size_t length) {
  size_t done = 0;
  int result = 1;

  gy_tls_lib->ERR_clear_error();
  while (done < length && result > 0) {
    size_t part = length - done < WRITE_PART ? length - done : WRITE_PART;
    t->in_library = true;
    result = gy_tls_lib->SSL_write(t->conn, bytes + done, (int) part);
    t->in_library = false;
    if (result > 0)
      done += (size_t) result;
    /* The buffer of records does not grow with the write. */
    if (result > 0 && done < length && t->handle != NULL)
      gy_tls_flush(t);
  }
  if (result > 0)
    return (ssize_t) done;
  int kind = gy_tls_lib->SSL_get_error(t->conn, result);
  return kind == SSL_ERROR_SSL || kind == SSL_ERROR_SYSCALL ? -1 : (ssize_t) done;
}

/* SSL_write() would do a part of the handshake then, and refuse data of the peer meanwhile. */
static bool is_renegotiating(const struct gy_tls* t) {
  return gy_tls_lib->SSL_version(t->conn) < TLS1_3_VERSION &&
         (gy_tls_lib->SSL_renegotiate_pending(t->conn) || gy_tls_lib->SSL_in_init(t->conn));
}

bool gy_tls_encrypt_waiting(struct gy_tls* t) {
  struct gy_bytes clear = t->clear;
  ssize_t done;

  if (clear.length == 0 || t->in_library || is_renegotiating(t))
    return true;
  t->clear = (struct gy_bytes){0};
  done = encrypt(t, clear.data, clear.length);
  if (done >= 0 && (size_t) done < clear.length)
    gy_bytes_append(&t->clear, clear.data + done, clear.length - (size_t) done);
  gy_bytes_clear(&clear);
  if (done < 0)
    gy_tls_fail(t);
  return done >= 0;
}

/* An errno, or 0. */
static int write_bytes(struct gy_tls* t, const uint8_t* bytes, size_t length) {
  ssize_t done = 0;

  if (t->is_closed || t->conn == NULL || t->has_failed)
    return UV_EPIPE;
  t->write_error = 0;
  if (t->is_established && !t->in_library && t->clear.length == 0 && length > 0 &&
      !is_renegotiating(t)) {
    done = encrypt(t, bytes, length);
    gy_tls_left_library(t);
  }
  if (t->is_closed)
    return UV_ECANCELED;
  if (done < 0) {
    gy_tls_fail(t);
    return UV_EPROTO;
  }
  return gy_bytes_append(&t->clear, bytes + done, length - (size_t) done) ? 0 : UV_ENOMEM;
}

/* Sends what a write function has encrypted: an errno, or 0. */
static int flush(struct gy_tls* t, int err) {
  if (err == 0) {
    if (!t->in_library)
      gy_tls_flush(t);
    err = t->write_error;
  }
  return err;
}

static bool is_all_sent(const struct gy_tls* t) {
  return t->sending == 0 && t->clear.length == 0 && t->out.length == 0;
}

static JSValueRef sent(struct gy_tls* t, int err, size_t length) {
  err = flush(t, err);
  if (err != 0)
    return gy_number(t->env, err);
  if (is_all_sent(t))
    gy_tls_settle_later(t);
  t->waiting++;
  return gy_number(t->env, (double) length * 2 + 1);
}

/* The same without a callback: the last bit says that the kernel has not accepted all of it. */
static JSValueRef message_sent(struct gy_tls* t, int err, size_t length) {
  err = flush(t, err);
  return gy_number(t->env, err != 0 ? err : (double) length * 2 + (is_all_sent(t) ? 0 : 1));
}

/* writeBuffer(tls, bytes) */
GY_FUNCTION(write_buffer) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  uint8_t* bytes;
  size_t length;

  if (t == NULL)
    return NULL;
  if (argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length))
    return gy_number(env, UV_EINVAL);
  return sent(t, write_bytes(t, bytes, length), length);
}

/* writeUtf8(tls, string) */
GY_FUNCTION(write_utf8) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  struct gy_text text;
  JSValueRef result;

  if (t == NULL || argc < 2 || !gy_text_get(env, argv[1], &text, exception))
    return NULL;
  result = sent(t, write_bytes(t, (uint8_t*) text.data, text.length), text.length);
  gy_text_free(&text);
  return result;
}

/* writev(tls, buffers, count) */
GY_FUNCTION(write_vector) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  JSObjectRef array = gy_arg_object(ctx, argc, argv, 1);
  unsigned count = (unsigned) gy_arg_int(ctx, argc, argv, 2);
  struct gy_bytes all = {0};
  JSValueRef result;
  int err = 0;

  if (t == NULL || array == NULL)
    return NULL;
  /* Small chunks share a record. */
  for (unsigned i = 0; i < count && err == 0; i++) {
    uint8_t* bytes;
    size_t length;
    JSValueRef item = JSObjectGetPropertyAtIndex(ctx, array, i, NULL);
    if (item == NULL || !gy_bytes_get(env, item, &bytes, &length))
      err = UV_EINVAL;
    else if (!gy_bytes_append(&all, bytes, length))
      err = UV_ENOMEM;
  }
  if (err == 0)
    err = write_bytes(t, all.data, all.length);
  result = sent(t, err, all.length);
  gy_bytes_clear(&all);
  return result;
}

/* writeMessage(tls, head, body, flags): message.h. UV_ENOBUFS: it is too long, and nothing was
 * sent. */
GY_FUNCTION(write_message) {
  gy_env* env = gy_env_here();
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);
  struct gy_bytes all = {0};
  struct gy_message m;
  JSValueRef result;
  int err;

  if (t == NULL || argc < 4)
    return NULL;
  err = gy_message_make(env, &m, NULL, argv + 1, exception);
  if (err != 0)
    return gy_number(env, err);
  if (m.count == 1)
    return message_sent(t, write_bytes(t, (uint8_t*) m.bufs[0].base, m.bufs[0].len), m.bufs[0].len);
  for (unsigned i = 0; i < m.count; i++) /* they share a record */
    if (!gy_bytes_append(&all, m.bufs[i].base, m.bufs[i].len))
      err = UV_ENOMEM;
  if (err == 0)
    err = write_bytes(t, all.data, all.length);
  result = message_sent(t, err, all.length);
  gy_bytes_clear(&all);
  return result;
}

/* wrote(tls, status): the stream of JavaScript has sent what GY_TLS_OUTPUT gave it */
GY_FUNCTION(wrote) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL)
    return NULL;
  if (t->sending > 0)
    t->sending--;
  if (!t->is_closed && !t->is_running)
    gy_tls_settle(t, gy_arg_int(ctx, argc, argv, 1));
  return gy_undefined(gy_env_here());
}

/* shutdown(tls): sends close_notify */
GY_FUNCTION(shut_down) {
  struct gy_tls* t = gy_tls_of(ctx, argc, argv, exception);

  if (t == NULL)
    return NULL;
  if (!t->is_closed && t->is_established && !t->has_failed && !t->in_library) {
    gy_tls_lib->ERR_clear_error();
    gy_tls_lib->SSL_shutdown(t->conn);
    gy_tls_lib->ERR_clear_error();
    gy_tls_flush(t);
  }
  return gy_undefined(gy_env_here());
}

void gy_bind_tls_write(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"writeBuffer", write_buffer},   {"writeUtf8", write_utf8}, {"writev", write_vector},
      {"writeMessage", write_message}, {"wrote", wrote},          {"shutdown", shut_down},
  };

  gy_define(env, target, functions);
}
