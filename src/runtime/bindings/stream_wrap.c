/* src/runtime/bindings/stream_wrap.c — reading, writing and listening, for sockets, pipes and
 * terminals alike.
 * (1) Reads go to slabs that all streams of a thread share: each read costs one call into
 *     JavaScript, which cuts a Buffer out of the slab. A slab belongs to its ArrayBuffer.
 * (2) A write is tried at once. Only what the kernel does not accept gets a request, which holds
 *     the bytes until its callback.
 * (3) Write functions return errno (< 0), or twice the byte count, plus 1 when a callback
 *     follows. writeMessage() and writeFrame() never have one.
 * (4) What was read may hold several events (HTTP/2, pieces of a body). Each is a callback with a
 *     checkpoint of its own: JavaScript handles the first and sets GY_READ_HAS_MORE, and is called
 *     again until none is left, before anything else. */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "handle.h"
#include "message.h"
#include "uv_trace.h"
#include "view.h"

enum {
  SLAB_SIZE = 65536,
  SLAB_ROOM = 8192, /* a read is offered at least this much */
  FEW_BUFFERS = 16,
};

static _Thread_local struct {
  char* base;
  size_t used;
  JSValueRef object; /* the ArrayBuffer that owns it, held while we read into it */
  bool is_published; /* JavaScript has a view of it */
} slab;

static void free_slab(void* bytes, void* context) {
  free(bytes);
}

static bool new_slab(gy_env* env) {
  char* base = malloc(SLAB_SIZE);

  if (base == NULL)
    return false;
  if (slab.object != NULL)
    gy_drop(env, slab.object);
  slab.object = gy_hold(env, JSObjectMakeArrayBufferWithBytesNoCopy(env->ctx, base, SLAB_SIZE,
                                                                    free_slab, NULL, NULL));
  slab.base = base;
  slab.used = 0;
  slab.is_published = false;
  return true;
}

char* gy_slab_room(gy_env* env, size_t least, size_t* room) {
  if ((slab.base == NULL || SLAB_SIZE - slab.used < least) && !new_slab(env))
    return NULL;
  *room = SLAB_SIZE - slab.used;
  return slab.base + slab.used;
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  struct gy_handle* h = handle->data;
  size_t room = 0;

  if (h->filter != NULL) {
    h->filter->alloc(h->filter, buf);
    return;
  }
  char* base = gy_slab_room(h->env, SLAB_ROOM, &room);
  *buf = uv_buf_init(base, (unsigned) room);
}

void gy_slab_deliver(gy_env* env, JSObjectRef owner, size_t length) {
  bool fresh = !slab.is_published;
  int32_t before = env->shared_state[GY_READ_STATE];
  JSValueRef rest[] = {gy_number(env, (double) length), gy_number(env, (double) slab.used),
                       slab.object};

  /* Eight bytes aligned, as typed arrays over the slab want it. */
  slab.used += (length + 7) & ~(size_t) 7;
  slab.is_published = owner != NULL;
  env->shared_state[GY_READ_STATE] = GY_READ_RUNS;
  gy_handle_event_of(env, owner, GY_ON_READ, fresh ? 3 : 2, rest);
  while (env->shared_state[GY_READ_STATE] == GY_READ_HAS_MORE && !env->exiting) {
    env->shared_state[GY_READ_STATE] = GY_READ_RUNS;
    gy_handle_event_of(env, owner, GY_ON_MORE, 0, NULL);
  }
  env->shared_state[GY_READ_STATE] = before;
  gy_handle_flush_held(); /* only if the thread was terminated */
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct gy_handle* h = stream->data;

  if (nread == 0)
    return;
  if (h->filter != NULL) {
    h->filter->read(h->filter, nread, buf->base);
    return;
  }
  if (nread < 0) {
    gy_handle_status(h, GY_ON_READ, (int) nread);
    return;
  }
  gy_slab_deliver(h->env, h->owner, (size_t) nread);
}

uint8_t* gy_slab_bytes(size_t* size) {
  *size = slab.base != NULL ? SLAB_SIZE : 0;
  return (uint8_t*) slab.base;
}

/* slabText(offset, length) → UTF-8 in the slab as a string; undefined if it may end within a
 * character, or if JavaScript has no view of this slab yet */
GY_FUNCTION(slab_text) {
  gy_env* env = gy_env_here();
  size_t offset = (size_t) gy_arg_number(ctx, argc, argv, 0);
  size_t length = (size_t) gy_arg_number(ctx, argc, argv, 1);

  if (!slab.is_published || length == 0 || offset > SLAB_SIZE || length > SLAB_SIZE - offset ||
      (slab.base[offset + length - 1] & 0x80))
    return gy_undefined(env);
  return gy_string_new(env, slab.base + offset, length);
}

GY_FUNCTION(read_start) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  int err = h != NULL ? uv_read_start(&h->uv.stream, on_alloc, on_read) : UV_EBADF;

  return gy_number(gy_env_here(), err == UV_EALREADY ? 0 : err);
}

GY_FUNCTION(read_stop) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);

  return gy_number(gy_env_here(), h != NULL ? uv_read_stop(&h->uv.stream) : UV_EBADF);
}

/* ---- Writing ---- */

struct write_request {
  uv_write_t req;
  struct gy_handle* handle;
  JSValueRef held; /* the buffer, or the array of buffers */
  char copy[];     /* or the rest of a string */
};

static void on_write(uv_write_t* req, int status) {
  struct write_request* w = (struct write_request*) req;
  struct gy_handle* h = w->handle;

  gy_drop(h->env, w->held);
  free(w);
  gy_handle_status(h, GY_ON_WRITE, status);
}

/* Queues what is left of the buffers; `held` keeps them alive. */
static int queue(struct gy_handle* h, const uv_buf_t* bufs, unsigned count, JSValueRef held) {
  size_t copied = held == NULL ? bufs[0].len : 0;
  struct write_request* w = malloc(sizeof(*w) + copied);
  uv_buf_t copy;
  int err;

  if (w == NULL)
    return UV_ENOMEM;
  w->handle = h;
  w->held = held;
  if (held == NULL) {
    memcpy(w->copy, bufs[0].base, copied);
    copy = uv_buf_init(w->copy, (unsigned) copied);
    bufs = &copy;
  }
  err = uv_write(&w->req, &h->uv.stream, bufs, count, on_write);
  if (err != 0) {
    free(w);
    return err;
  }
  if (held != NULL)
    gy_hold(h->env, held);
  return 0;
}

/* Drops `done` bytes from the front; returns how many buffers are through. */
static unsigned skip(uv_buf_t* bufs, unsigned count, size_t done) {
  unsigned i = 0;

  while (i < count && done >= bufs[i].len)
    done -= bufs[i++].len;
  if (i < count) {
    bufs[i].base += done;
    bufs[i].len -= done;
  }
  return i;
}

/* The buffers are edited; `held` is NULL for a string, whose bytes live only as long as the
 * call. */
static JSValueRef write_out(struct gy_handle* h, uv_buf_t* bufs, unsigned count, JSValueRef held) {
  size_t total = 0;
  unsigned through;
  int done;

  for (unsigned i = 0; i < count; i++)
    total += bufs[i].len;
  done = total == 0 ? 0 : uv_try_write(&h->uv.stream, bufs, count);
  if (done == UV_EAGAIN)
    done = 0;
  if (done < 0)
    return gy_number(h->env, done);
  if ((size_t) done == total)
    return gy_number(h->env, (double) total * 2);
  through = skip(bufs, count, (size_t) done);
  done = queue(h, bufs + through, count - through, held);
  return gy_number(h->env, done < 0 ? done : (double) total * 2 + 1);
}

/* The id of the handle that writeBuffer() writes to, in memory that JavaScript shares: reading a
 * number takes the engine's lock. */
static _Thread_local int32_t target_id;

/* writeBuffer(buffer), and targetId */
GY_FUNCTION(write_buffer) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_get((uint32_t) target_id, UV_UNKNOWN_HANDLE);
  uint8_t* bytes;
  size_t length;
  uv_buf_t buf;

  if (h == NULL || argc < 1 || !gy_bytes_get(env, argv[0], &bytes, &length))
    return gy_number(env, h == NULL ? UV_EBADF : UV_EINVAL);
  buf = uv_buf_init((char*) bytes, (unsigned) length);
  return write_out(h, &buf, 1, argv[0]);
}

/* writeUtf8(id, string) */
GY_FUNCTION(write_utf8) {
  gy_env* env = gy_env_here();
  struct gy_handle* h;
  JSValueRef result = NULL;
  struct gy_text text;

  h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  if (h == NULL || argc < 2)
    result = gy_number(env, UV_EBADF);
  else if (gy_text_get(env, argv[1], &text, exception)) {
    uv_buf_t buf = uv_buf_init(text.data, (unsigned) text.length);
    result = write_out(h, &buf, 1, NULL);
    gy_text_free(&text);
  }
  return result;
}

static int collect(gy_env* env, JSObjectRef array, uv_buf_t* bufs, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    JSValueRef item = JSObjectGetPropertyAtIndex(env->ctx, array, i, NULL);
    uint8_t* bytes;
    size_t length;
    if (item == NULL || !gy_bytes_get(env, item, &bytes, &length))
      return UV_EINVAL;
    bufs[i] = uv_buf_init((char*) bytes, (unsigned) length);
  }
  return 0;
}

/* writev(id, buffers, count) */
GY_FUNCTION(write_vector) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  JSObjectRef array = gy_arg_object(ctx, argc, argv, 1);
  unsigned count = (unsigned) gy_arg_int(ctx, argc, argv, 2);
  uv_buf_t few[FEW_BUFFERS], *bufs = few;
  JSValueRef result;
  int err;

  if (h == NULL || array == NULL)
    return gy_number(env, UV_EBADF);
  if (count > FEW_BUFFERS && (bufs = malloc(count * sizeof(*bufs))) == NULL)
    return gy_number(env, UV_ENOMEM);
  err = collect(env, array, bufs, count);
  result = err != 0 ? gy_number(env, err) : write_out(h, bufs, count, array);
  if (bufs != few)
    free(bufs);
  return result;
}

/* ---- Messages of HTTP, frames of a WebSocket ---- */

/* What the kernel did not accept, as a buffer of its own. */
static JSValueRef rest_of(gy_env* env, const struct gy_message* m, size_t done) {
  size_t total = 0, at = 0;
  uint8_t* rest;

  for (unsigned i = 0; i < m->count; i++)
    total += m->bufs[i].len;
  rest = malloc(total - done + 1);
  if (rest == NULL)
    return gy_number(env, UV_ENOMEM);
  for (unsigned i = 0; i < m->count; i++) {
    size_t skipped = done < m->bufs[i].len ? done : m->bufs[i].len;
    memcpy(rest + at, m->bufs[i].base + skipped, m->bufs[i].len - skipped);
    at += m->bufs[i].len - skipped;
    done -= skipped;
  }
  return gy_bytes_adopt(env, rest, at);
}

static _Thread_local size_t message_length; /* of the last one that was not sent completely */

static JSValueRef send_message(struct gy_handle* h, struct gy_message* m) {
  size_t total = 0;
  int done;

  for (unsigned i = 0; i < m->count; i++)
    total += m->bufs[i].len;
  done = uv_try_write(&h->uv.stream, m->bufs, m->count);
  if (done == UV_EAGAIN)
    done = 0;
  if (done < 0)
    return gy_number(h->env, done);
  gy_message_sent();
  if ((size_t) done == total)
    return gy_number(h->env, (double) (total - m->held));
  message_length = total - m->held;
  return rest_of(h->env, m, (size_t) done);
}

/* writeMessage(id, head, body, flags): message.h. Sends it, and what is held, in one system call,
 * or holds it. Returns the number of its bytes if the kernel accepted all or they are held, errno
 * (< 0), or a buffer with the rest of all. UV_ENOBUFS: it is too long, and nothing was sent. */
GY_FUNCTION(write_message) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_holding(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  struct gy_message m;
  int err = h == NULL || argc < 4 ? UV_EBADF : gy_message_make(env, &m, h, argv + 1, exception);

  if (err == UV_ENOBUFS && m.held > 0) {
    gy_handle_flush_held();
    err = gy_message_make(env, &m, h, argv + 1, exception);
  }
  if (err != 0)
    return gy_number(env, err);
  if (gy_message_hold(h, &m, argv + 1))
    return gy_number(env, (double) (m.length - m.held));
  return send_message(h, &m);
}

/* messageLength() → how many bytes the message had of which writeMessage() returned a rest */
GY_FUNCTION(get_message_length) {
  return gy_number(gy_env_here(), (double) message_length);
}

/* flushMessages(id, wantsRest) sends what is held → 0, or what the kernel did not accept; if that
 * is not wanted, it is queued. */
GY_FUNCTION(flush_messages) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_holding(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  struct gy_message m = {.count = 1};
  const char* bytes;
  int done;

  if (h == NULL || h != gy_holder)
    return gy_number(env, 0);
  if (!gy_arg_bool(ctx, argc, argv, 1)) {
    gy_handle_flush_held();
    return gy_number(env, 0);
  }
  m.bufs[0].len = gy_message_held(&bytes);
  m.bufs[0].base = (char*) bytes;
  gy_message_sent();
  done = uv_try_write(&h->uv.stream, m.bufs, 1);
  if (done >= 0 && (size_t) done == m.bufs[0].len)
    return gy_number(env, 0);
  return rest_of(env, &m, done < 0 ? 0 : (size_t) done); /* to write it reports the error */
}

/* writeFrame(id, first byte, payload, mask): a frame of a WebSocket, as writeMessage(). */
GY_FUNCTION(write_frame) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  struct gy_message m;
  ssize_t length =
      h == NULL || argc < 4 ? UV_EBADF : gy_message_make_frame(env, &m, argv + 1, exception);

  return length < 0 ? gy_number(env, (double) length) : send_message(h, &m);
}

GY_FUNCTION(write_queue_size) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);

  return gy_number(gy_env_here(),
                   h != NULL ? (double) uv_stream_get_write_queue_size(&h->uv.stream) : 0);
}

static void on_shutdown(uv_shutdown_t* req, int status) {
  struct gy_handle* h = req->data;

  free(req);
  gy_handle_status(h, GY_ON_SHUTDOWN, status);
}

GY_FUNCTION(shut_down) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  uv_shutdown_t* req;
  int err;

  if (h == NULL)
    return gy_number(env, UV_EBADF);
  req = malloc(sizeof(*req));
  if (req == NULL)
    return gy_number(env, UV_ENOMEM);
  req->data = h;
  err = uv_shutdown(req, &h->uv.stream, on_shutdown);
  if (err != 0)
    free(req);
  return gy_number(env, err);
}

/* setBlocking(id, on) */
GY_FUNCTION(set_blocking) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  int on = gy_arg_bool(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h != NULL ? uv_stream_set_blocking(&h->uv.stream, on) : UV_EBADF);
}

/* ---- Listening ---- */

static int init_like(struct gy_handle* h, const struct gy_handle* server) {
  if (server->uv.handle.type == UV_TCP)
    return uv_tcp_init(h->env->loop, &h->uv.tcp);
  return uv_pipe_init(h->env->loop, &h->uv.pipe, 0);
}

static _Thread_local struct {
  union {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
  } uv;
  bool is_closing;
} refused;

static void on_refused(uv_handle_t* handle) {
  (void) handle;
  refused.is_closing = false;
}

/* Without memory for a connection it is closed: the server would not get another before it is
 * accepted. */
static void refuse_one(struct gy_handle* server) {
  uv_loop_t* loop = server->env->loop;

  if (refused.is_closing)
    return;
  if ((server->uv.handle.type == UV_TCP ? uv_tcp_init(loop, &refused.uv.tcp)
                                        : uv_pipe_init(loop, &refused.uv.pipe, 0)) != 0)
    return;
  refused.is_closing = true;
  uv_accept(&server->uv.stream, &refused.uv.stream);
  uv_close(&refused.uv.handle, on_refused);
}

static int accept_one(struct gy_handle* server, struct gy_handle** client) {
  struct gy_handle* h = gy_handle_new(server->env);
  int err;

  if (h == NULL) {
    refuse_one(server);
    return UV_ENOMEM;
  }
  err = init_like(h, server);
  if (err != 0) {
    gy_handle_abandon(h);
    refuse_one(server);
    return err;
  }
  h->uv.handle.data = h;
  h->origin = server->origin; /* no line of the program made it */
  uv_trace_set_origin(&h->uv.handle, h->origin);
  err = uv_accept(&server->uv.stream, &h->uv.stream);
  if (err != 0)
    gy_handle_close(h, false);
  *client = h;
  return err;
}

static void on_connection(uv_stream_t* stream, int status) {
  struct gy_handle *server = stream->data, *client = NULL;
  gy_env* env = server->env;
  JSValueRef rest[2];

  if (status == 0)
    status = accept_one(server, &client);
  if (status == UV_EAGAIN)
    return; /* another process was quicker */
  rest[0] = gy_number(env, status);
  rest[1] = gy_number(env, status == 0 ? client->id : 0);
  gy_handle_event(server, GY_ON_CONNECTION, 2, rest);
}

/* listen(id, backlog) */
GY_FUNCTION(start_listening) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  int backlog = gy_arg_int(ctx, argc, argv, 1);

  return gy_number(gy_env_here(),
                   h != NULL ? uv_listen(&h->uv.stream, backlog, on_connection) : UV_EBADF);
}

void gy_bind_stream_wrap(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"readStart", read_start},
      {"readStop", read_stop},
      {"writeBuffer", write_buffer},
      {"writeUtf8", write_utf8},
      {"writev", write_vector},
      {"writeQueueSize", write_queue_size},
      {"shutdown", shut_down},
      {"setBlocking", set_blocking},
      {"listen", start_listening},
      {"writeMessage", write_message},
      {"slabText", slab_text},
      {"flushMessages", flush_messages},
      {"messageLength", get_message_length},
      {"writeFrame", write_frame},
  };

  gy_handle_bind(env, target);
  gy_define(env, target, functions);
  gy_set_view(env, target, "targetId", kJSTypedArrayTypeInt32Array, &target_id, sizeof(target_id));
}
