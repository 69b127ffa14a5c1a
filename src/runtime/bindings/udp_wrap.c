/* src/runtime/bindings/udp_wrap.c — UDP sockets: addresses, datagrams in and out, options.
 * (1) Datagrams are received in batches (recvmmsg) into one arena per thread, and copied from there
 *     before JavaScript is entered: small ones to a slab that all sockets of the thread share, so
 *     that a datagram costs no allocation; large ones to memory of their own. No second receive can
 *     begin before the callbacks of a batch have run.
 * (2) The text of the sender's address is reused while consecutive datagrams have the same sender.
 * (3) A datagram is sent at once. Only what the kernel does not accept becomes a request, which
 *     holds the buffers until its callback. send() returns errno (< 0), or twice the byte count,
 *     plus 1 when a callback follows. */
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "handle.h"
#include "runtime/options.h"
#include "view.h"

enum {
  DATAGRAM_MAX = 65536,
  DATAGRAMS = 32, /* received by one system call */
  SLAB_SIZE = 65536,
  SLAB_MOST = 4096, /* a larger datagram gets memory of its own */
  FEW_BUFFERS = 16,
};

/* Numbers of a call, in memory that JavaScript shares: making a value of each, or reading it, takes
 * longer. */
enum { RECEIVED, RECEIVED_AT, FROM_PORT, FROM_FAMILY, SEND_ID, SEND_PORT, NUMBERS };

static _Thread_local struct {
  int32_t numbers[NUMBERS];
  char* arena;
  char* slab;
  size_t used;
  JSValueRef slab_object;   /* the ArrayBuffer that owns the slab, held while it is filled */
  struct sockaddr_in6 last; /* the sender of the last datagram */
  JSValueRef last_text;
  struct sockaddr_storage to; /* of the last sendOne() */
  JSObjectRef on_message;     /* (owner, memory, address), and numbers; RECEIVED may be an errno */
  JSObjectRef on_sent;        /* (owner, status) */
} udp;

/* ---- Receiving ---- */

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  if (udp.arena == NULL)
    udp.arena = malloc((size_t) DATAGRAMS * DATAGRAM_MAX);
  *buf = uv_buf_init(udp.arena, udp.arena != NULL ? DATAGRAMS * DATAGRAM_MAX : 0);
}

static void free_memory(void* bytes, void* context) {
  free(bytes);
}

static JSValueRef array_buffer(gy_env* env, char* bytes, size_t size) {
  if (bytes == NULL)
    return NULL;
  return JSObjectMakeArrayBufferWithBytesNoCopy(env->ctx, bytes, size, free_memory, NULL, NULL);
}

static bool has_room(gy_env* env, size_t size) {
  if (udp.slab_object != NULL && SLAB_SIZE - udp.used >= size)
    return true;
  gy_drop(env, udp.slab_object);
  udp.slab = malloc(SLAB_SIZE);
  udp.slab_object = array_buffer(env, udp.slab, SLAB_SIZE);
  if (udp.slab_object != NULL)
    gy_hold(env, udp.slab_object);
  udp.used = 0;
  return udp.slab_object != NULL;
}

/* Copies a datagram; returns the ArrayBuffer that it is in, or NULL when memory is short. */
static JSValueRef copy_out(gy_env* env, const char* bytes, size_t size, size_t* offset) {
  char* own;

  *offset = 0;
  if (size <= SLAB_MOST) {
    if (!has_room(env, size))
      return NULL;
    memcpy(udp.slab + udp.used, bytes, size);
    *offset = udp.used;
    udp.used += (size + 7) & ~(size_t) 7; /* typed arrays over the slab want alignment */
    return udp.slab_object;
  }
  own = malloc(size);
  if (own != NULL)
    memcpy(own, bytes, size);
  return array_buffer(env, own, size);
}

/* (2) */
static JSValueRef sender_text(gy_env* env, const struct sockaddr* from) {
  bool is_six = from->sa_family == AF_INET6;
  size_t size = is_six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
  char text[128];

  if (udp.last_text == NULL || memcmp(from, &udp.last, size) != 0) {
    gy_drop(env, udp.last_text);
    udp.last_text = NULL;
    if (!gy_address_text(from, text, sizeof(text)))
      return gy_undefined(env);
    memcpy(&udp.last, from, size);
    udp.last_text = gy_hold(env, gy_string(env, text));
  }
  return udp.last_text;
}

static void report_error(struct gy_handle* h, ssize_t err) {
  JSValueRef argv[] = {h->owner};

  udp.numbers[RECEIVED] = (int32_t) err;
  gy_enter(h->env, GY_IO, udp.on_message, NULL, GY_COUNT(argv), argv);
}

static void on_receive(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                       const struct sockaddr* from, unsigned flags) {
  struct gy_handle* h = handle->data;
  gy_env* env = h->env;
  JSValueRef argv[3];
  size_t offset;

  if ((nread == 0 && from == NULL) || h->owner == NULL || udp.on_message == NULL)
    return;
  if (nread < 0) {
    report_error(h, nread);
    return;
  }
  argv[0] = h->owner;
  argv[1] = copy_out(env, buf->base, (size_t) nread, &offset);
  if (argv[1] == NULL) {
    report_error(h, UV_ENOMEM);
    return;
  }
  argv[2] = sender_text(env, from);
  udp.numbers[RECEIVED] = (int32_t) nread;
  udp.numbers[RECEIVED_AT] = (int32_t) offset;
  udp.numbers[FROM_PORT] = (int32_t) gy_address_port(from);
  udp.numbers[FROM_FAMILY] = from->sa_family == AF_INET6 ? 6 : 4;
  gy_enter(env, GY_IO, udp.on_message, NULL, GY_COUNT(argv), argv);
}

GY_FUNCTION(receive_start) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  int err = h != NULL ? uv_udp_recv_start(&h->uv.udp, on_alloc, on_receive) : UV_EBADF;

  return gy_number(gy_env_here(), err == UV_EALREADY ? 0 : err);
}

GY_FUNCTION(receive_stop) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);

  return gy_number(gy_env_here(), h != NULL ? uv_udp_recv_stop(&h->uv.udp) : UV_EBADF);
}

/* ---- Sending ---- */

struct send_request {
  uv_udp_send_t req;
  struct gy_handle* handle;
  JSValueRef held; /* the buffer, or the array of buffers */
};

static void on_send(uv_udp_send_t* req, int status) {
  struct send_request* s = (struct send_request*) req;
  struct gy_handle* h = s->handle;
  JSValueRef argv[2];

  gy_drop(h->env, s->held);
  free(s);
  if (h->owner == NULL || udp.on_sent == NULL)
    return;
  argv[0] = h->owner;
  argv[1] = gy_number(h->env, status);
  gy_enter(h->env, GY_IO, udp.on_sent, NULL, GY_COUNT(argv), argv);
}

static int queue(struct gy_handle* h, const uv_buf_t* bufs, unsigned count,
                 const struct sockaddr* to, JSValueRef held) {
  struct send_request* s = malloc(sizeof(*s));
  int err;

  if (s == NULL)
    return UV_ENOMEM;
  s->handle = h;
  s->held = held;
  err = uv_udp_send(&s->req, &h->uv.udp, bufs, count, to, on_send);
  if (err != 0)
    free(s);
  else
    gy_hold(h->env, held);
  return err;
}

/* (3) */
static double send_out(struct gy_handle* h, const uv_buf_t* bufs, unsigned count,
                       const struct sockaddr* to, JSValueRef held) {
  double total = 0;
  int done;

  for (unsigned i = 0; i < count; i++)
    total += (double) bufs[i].len;
  done = h->env->options->values[GY_OPT_test_udp_no_try_send].on
             ? UV_EAGAIN
             : uv_udp_try_send(&h->uv.udp, bufs, count, to);
  if (done == UV_EAGAIN || done == UV_ENOSYS) {
    done = queue(h, bufs, count, to, held);
    return done < 0 ? done : total * 2 + 1;
  }
  return done < 0 ? done : total * 2;
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

/* send(id, buffers, count, address, port); without an address to the peer of connect() */
GY_FUNCTION(send_message) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  JSObjectRef array = gy_arg_object(ctx, argc, argv, 1);
  unsigned count = (unsigned) gy_arg_int(ctx, argc, argv, 2);
  bool has_address = argc > 3 && JSValueIsString(ctx, argv[3]);
  struct sockaddr_storage address;
  uv_buf_t few[FEW_BUFFERS], *bufs = few;
  double result;
  int err = h == NULL || array == NULL ? UV_EBADF : 0;

  if (err == 0 && has_address)
    err = gy_address_arg(ctx, argc, argv, 3, &address, exception);
  if (err == 0 && count > FEW_BUFFERS && (bufs = malloc(count * sizeof(*bufs))) == NULL)
    err = UV_ENOMEM;
  if (err == 0)
    err = collect(env, array, bufs, count);
  result = err != 0
               ? err
               : send_out(h, bufs, count, has_address ? (struct sockaddr*) &address : NULL, array);
  if (bufs != few)
    free(bufs);
  return gy_number(env, result);
}

static JSValueRef send_one_to(struct gy_handle* h, JSValueRef buffer, const struct sockaddr* to) {
  gy_env* env = gy_env_here();
  uint8_t* bytes;
  size_t length;
  uv_buf_t buf;

  if (h == NULL || !gy_bytes_get(env, buffer, &bytes, &length))
    return gy_number(env, h == NULL ? UV_EBADF : UV_EINVAL);
  buf = uv_buf_init((char*) bytes, (unsigned) length);
  return gy_number(env, send_out(h, &buf, 1, to, buffer));
}

/* sendOne(id, buffer, address, port) */
GY_FUNCTION(send_one) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  int err = gy_address_arg(ctx, argc, argv, 2, &udp.to, exception);

  if (err != 0)
    return gy_number(gy_env_here(), err);
  return send_one_to(h, argv[1], (struct sockaddr*) &udp.to);
}

/* sendAgain(buffer), and numbers: to the address of the last sendOne() */
GY_FUNCTION(send_again) {
  struct gy_handle* h = gy_handle_get((uint32_t) udp.numbers[SEND_ID], UV_UDP);

  if (argc < 1)
    return gy_number(gy_env_here(), UV_EINVAL);
  gy_address_set_port((struct sockaddr*) &udp.to, (unsigned) udp.numbers[SEND_PORT]);
  return send_one_to(h, argv[0], (struct sockaddr*) &udp.to);
}

GY_FUNCTION(send_queue_size) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);

  return gy_number(gy_env_here(), h != NULL ? (double) uv_udp_get_send_queue_size(&h->uv.udp) : 0);
}

GY_FUNCTION(send_queue_count) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);

  return gy_number(gy_env_here(), h != NULL ? (double) uv_udp_get_send_queue_count(&h->uv.udp) : 0);
}

/* ---- Sockets and addresses ---- */

/* create() → id or errno */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_new(env);
  int err = h == NULL ? UV_ENOMEM : uv_udp_init_ex(env->loop, &h->uv.udp, UV_UDP_RECVMMSG);

  return gy_handle_answer(env, h, err);
}

/* open(id, fd) */
GY_FUNCTION(open_fd) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  int fd = gy_arg_int(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h != NULL ? uv_udp_open_ex(&h->uv.udp, fd, 0) : UV_EBADF);
}

/* bind(id, address, port, flags) */
GY_FUNCTION(bind_to) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  unsigned flags = (unsigned) gy_arg_int(ctx, argc, argv, 3);
  struct sockaddr_storage address;
  int err = h == NULL ? UV_EBADF : gy_address_arg(ctx, argc, argv, 1, &address, exception);

  if (err == 0)
    err = uv_udp_bind(&h->uv.udp, (struct sockaddr*) &address, flags);
  return gy_number(gy_env_here(), err);
}

/* connect(id, address, port) */
GY_FUNCTION(connect_to) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  struct sockaddr_storage address;
  int err = h == NULL ? UV_EBADF : gy_address_arg(ctx, argc, argv, 1, &address, exception);

  if (err == 0)
    err = uv_udp_connect(&h->uv.udp, (struct sockaddr*) &address);
  return gy_number(gy_env_here(), err);
}

GY_FUNCTION(disconnect) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);

  return gy_number(gy_env_here(), h != NULL ? uv_udp_connect(&h->uv.udp, NULL) : UV_EBADF);
}

GY_FUNCTION(sock_name) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  struct sockaddr_storage address = {0};
  int length = sizeof(address);
  int err =
      h == NULL ? UV_EBADF : uv_udp_getsockname(&h->uv.udp, (struct sockaddr*) &address, &length);

  return gy_address_answer(gy_env_here(), err, &address);
}

GY_FUNCTION(peer_name) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  struct sockaddr_storage address = {0};
  int length = sizeof(address);
  int err =
      h == NULL ? UV_EBADF : uv_udp_getpeername(&h->uv.udp, (struct sockaddr*) &address, &length);

  return gy_address_answer(gy_env_here(), err, &address);
}

/* ---- Options ---- */

/* set...(id, value) */
static JSValueRef set_option(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                             int (*set)(uv_udp_t* handle, int value)) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  int value = gy_arg_int(ctx, argc, argv, 1);

  return gy_number(gy_env_here(), h != NULL ? set(&h->uv.udp, value) : UV_EBADF);
}

GY_FUNCTION(set_broadcast) {
  return set_option(ctx, argc, argv, uv_udp_set_broadcast);
}

GY_FUNCTION(set_ttl) {
  return set_option(ctx, argc, argv, uv_udp_set_ttl);
}

GY_FUNCTION(set_multicast_ttl) {
  return set_option(ctx, argc, argv, uv_udp_set_multicast_ttl);
}

GY_FUNCTION(set_multicast_loop) {
  return set_option(ctx, argc, argv, uv_udp_set_multicast_loop);
}

/* bufferSize(id, size, isReceive) → the size, or errno; with size 0 it is only read */
GY_FUNCTION(buffer_size) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  double wanted = gy_arg_number(ctx, argc, argv, 1);
  int size = wanted > INT32_MAX ? -1 : (int) wanted, err;

  if (h == NULL || size < 0)
    err = h == NULL ? UV_EBADF : UV_EINVAL;
  else if (gy_arg_bool(ctx, argc, argv, 2))
    err = uv_recv_buffer_size(&h->uv.handle, &size);
  else
    err = uv_send_buffer_size(&h->uv.handle, &size);
  return gy_number(gy_env_here(), err == 0 ? size : err);
}

/* Argument i as text; NULL when it is no string. */
static const char* text_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i,
                            struct gy_text* text, JSValueRef* exception) {
  *text = (struct gy_text){0};
  if (i >= argc || !JSValueIsString(ctx, argv[i]) ||
      !gy_text_get(gy_env_here(), argv[i], text, exception))
    return NULL;
  return text->data;
}

/* setMulticastInterface(id, address) */
GY_FUNCTION(set_multicast_interface) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  struct gy_text text;
  const char* address = text_arg(ctx, argc, argv, 1, &text, exception);
  int err = h == NULL ? UV_EBADF : UV_EINVAL;

  if (h != NULL && address != NULL)
    err = uv_udp_set_multicast_interface(&h->uv.udp, address);
  gy_text_free(&text);
  return gy_number(gy_env_here(), err);
}

/* setMembership(id, join, group, interface, source); interface and source may be absent */
GY_FUNCTION(set_membership) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UDP);
  uv_membership what = gy_arg_bool(ctx, argc, argv, 1) ? UV_JOIN_GROUP : UV_LEAVE_GROUP;
  struct gy_text texts[3];
  const char* group = text_arg(ctx, argc, argv, 2, &texts[0], exception);
  const char* interface = text_arg(ctx, argc, argv, 3, &texts[1], exception);
  const char* source = text_arg(ctx, argc, argv, 4, &texts[2], exception);
  int err;

  if (h == NULL || group == NULL)
    err = h == NULL ? UV_EBADF : UV_EINVAL;
  else if (source != NULL)
    err = uv_udp_set_source_membership(&h->uv.udp, group, interface, source, what);
  else
    err = uv_udp_set_membership(&h->uv.udp, group, interface, what);
  for (size_t i = 0; i < GY_COUNT(texts); i++)
    gy_text_free(&texts[i]);
  return gy_number(gy_env_here(), err);
}

/* events(onMessage, onSent), once */
GY_FUNCTION(set_events) {
  gy_env* env = gy_env_here();
  JSObjectRef message = gy_arg_function(ctx, argc, argv, 0);
  JSObjectRef sent = gy_arg_function(ctx, argc, argv, 1);

  if (message != NULL && sent != NULL) {
    udp.on_message = (JSObjectRef) gy_hold(env, message);
    udp.on_sent = (JSObjectRef) gy_hold(env, sent);
  }
  return gy_undefined(env);
}

static void free_arena(gy_env* env) {
  free(udp.arena);
  udp.arena = NULL;
}

void gy_bind_udp_wrap(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},
      {"open", open_fd},
      {"bind", bind_to},
      {"connect", connect_to},
      {"disconnect", disconnect},
      {"getsockname", sock_name},
      {"getpeername", peer_name},
      {"receiveStart", receive_start},
      {"receiveStop", receive_stop},
      {"send", send_message},
      {"sendOne", send_one},
      {"sendAgain", send_again},
      {"sendQueueSize", send_queue_size},
      {"sendQueueCount", send_queue_count},
      {"setBroadcast", set_broadcast},
      {"setTTL", set_ttl},
      {"setMulticastTTL", set_multicast_ttl},
      {"setMulticastLoopback", set_multicast_loop},
      {"setMulticastInterface", set_multicast_interface},
      {"setMembership", set_membership},
      {"bufferSize", buffer_size},
      {"events", set_events},
  };

  gy_handle_bind(env, target);
  gy_at_close(env, free_arena);
  gy_define(env, target, functions);
  gy_set_view(env, target, "numbers", kJSTypedArrayTypeInt32Array, udp.numbers,
              sizeof(udp.numbers));
  gy_set_number(env, target, "UV_UDP_IPV6ONLY", UV_UDP_IPV6ONLY);
  gy_set_number(env, target, "UV_UDP_REUSEADDR", UV_UDP_REUSEADDR);
  gy_set_number(env, target, "UV_UDP_REUSEPORT", UV_UDP_REUSEPORT);
}
