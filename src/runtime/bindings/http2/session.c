/* src/runtime/bindings/http2/session.c — internalBinding('http2'): sessions of nghttp2, what they
 * receive and what they send.
 * (1) receive() and flush() return events in `words` (http2.h).
 * (2) flush() collects frames in one buffer and writes it to the socket by one call. The rest that
 *     the kernel does not accept is returned as a buffer; no more frames are collected until that
 *     is sent. */
#include <stdlib.h>
#include <string.h>

#include "../handle.h"
#include "../slots.h"
#include "../view.h"
#include "http2.h"

enum { FLUSH_ROUNDS = 8 }; /* then other connections have their turn */

static _Thread_local struct gy_slots table;
static _Thread_local JSClassRef session_class;

/* text(offset, length) → the string of these bytes of the texts, as Latin-1 */
GY_FUNCTION(get_text) {
  size_t offset = (size_t) gy_arg_int(ctx, argc, argv, 0);
  size_t length = (size_t) gy_arg_int(ctx, argc, argv, 1);

  if (length == 0 || offset + length > h2_shared.text.length)
    return gy_string_latin1(gy_env_here(), (const uint8_t*) "", 0);
  return gy_string_latin1(gy_env_here(), (uint8_t*) h2_shared.text.data + offset, length);
}

/* ---- The life of a session ---- */

struct h2_session* h2_session_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv) {
  uint32_t id = (uint32_t) gy_arg_int(ctx, argc, argv, 0);
  struct h2_session* s = gy_slots_get(&table, id);

  return s != NULL && s->session != NULL ? s : NULL;
}

static void end_session(struct h2_session* s) {
  if (s->session == NULL)
    return;
  h2_close(s);
  gy_slots_remove(&table, s->id);
}

static void free_session(JSObjectRef object) {
  struct h2_session* s = JSObjectGetPrivate(object);

  if (s == NULL)
    return;
  end_session(s);
  free(s);
}

/* create(isServer, options: Float64Array) → its owner; words[0] is its number */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  const struct gy_nghttp2* ng = gy_nghttp2(env, exception);
  struct h2_session* s;
  uint8_t* options;
  size_t length;

  if (ng == NULL)
    return NULL;
  if (argc < 2 || !gy_bytes_get(env, argv[1], &options, &length) || length < sizeof(s->options))
    return gy_throw_type(env, exception, "bad options");
  s = h2_shared.words != NULL && h2_shared.output != NULL ? calloc(1, sizeof(*s)) : NULL;
  if (s == NULL)
    return gy_throw(env, exception, "Out of memory");
  s->env = env;
  s->ng = ng;
  s->is_server = gy_arg_bool(ctx, argc, argv, 0);
  memcpy(s->options, options, sizeof(s->options));
  s->id = gy_slots_add(&table, s);
  if (s->id == 0 || !h2_open(s)) {
    gy_slots_remove(&table, s->id);
    free(s);
    return gy_throw(env, exception, "Out of memory");
  }
  h2_shared.words[H2_EVENT_COUNT] = (int32_t) s->id;
  return JSObjectMake(ctx, session_class, s);
}

/* destroy(id) */
GY_FUNCTION(destroy) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);

  if (s != NULL)
    end_session(s);
  return gy_undefined(gy_env_here());
}

/* ---- In and out ---- */

/* receive(id, bytes or undefined, offset, length) → 0 or an error of nghttp2. Without `bytes`, the
 * input is the slab that streams are read into. */
GY_FUNCTION(receive) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  size_t offset = (size_t) gy_arg_number(ctx, argc, argv, 2);
  size_t length = (size_t) gy_arg_number(ctx, argc, argv, 3), size;
  uint8_t* bytes;

  h2_begin_events();
  if (s == NULL)
    return gy_number(env, NGHTTP2_ERR_INVALID_STATE);
  if (JSValueIsUndefined(ctx, argv[1]))
    bytes = gy_slab_bytes(&size);
  else if (!gy_bytes_get(env, argv[1], &bytes, &size))
    return gy_number(env, NGHTTP2_ERR_INVALID_ARGUMENT);
  if (offset > size || length > size - offset)
    return gy_number(env, NGHTTP2_ERR_INVALID_ARGUMENT);
  return gy_number(env, h2_receive(s, bytes, offset, length));
}

static JSValueRef output_from(gy_env* env, size_t start) {
  size_t length = h2_shared.output_length - start;
  uint8_t* copy = malloc(length);

  if (copy == NULL)
    return gy_number(env, UV_ENOMEM);
  memcpy(copy, h2_shared.output + start, length);
  return gy_bytes_adopt(env, copy, length);
}

/* flush(id, handle or 0) → the number of bytes that the handle has accepted; or a buffer with bytes
 * that are still to be sent; or an error, of the system or of nghttp2 (below -500) */
GY_FUNCTION(flush) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct gy_handle* h = argc > 1 ? gy_handle_arg(ctx, argc - 1, argv + 1, UV_UNKNOWN_HANDLE) : NULL;
  double total = 0;
  int more = 1;

  h2_begin_events();
  h2_shared.words[H2_IS_PARTIAL] = 0;
  if (s == NULL)
    return gy_number(env, 0);
  for (int round = 0; more > 0 && round < FLUSH_ROUNDS && h2_has_room_for_events(); round++) {
    uv_buf_t buf;
    int done;
    more = h2_gather(s);
    h2_shared.words[H2_IS_PARTIAL] = more > 0;
    if (more < 0)
      return gy_number(env, more);
    if (h2_shared.output_length == 0)
      break;
    buf = uv_buf_init((char*) h2_shared.output, (unsigned) h2_shared.output_length);
    done = h != NULL ? uv_try_write(&h->uv.stream, &buf, 1) : UV_EAGAIN;
    if (done == UV_EAGAIN)
      done = 0;
    if (done < 0) {
      h2_end_events(s);
      return gy_number(env, done);
    }
    total += done;
    if ((size_t) done < h2_shared.output_length) {
      h2_end_events(s);
      h2_shared.words[H2_ACCEPTED] = (int32_t) total;
      return output_from(env, (size_t) done);
    }
  }
  h2_end_events(s);
  return gy_number(env, total);
}

static void free_memory(gy_env* env) {
  gy_slots_free(&table);
  free(h2_shared.words);
  free(h2_shared.output);
  free(h2_shared.text.data);
  h2_shared = (struct h2_shared){0};
}

void gy_bind_http2(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create}, {"destroy", destroy}, {"receive", receive},
      {"flush", flush},   {"text", get_text},
  };

  if (session_class == NULL)
    session_class = gy_class_new("Http2Session", free_session);
  gy_define(env, target, functions);
  h2_bind_submit(env, target);
  h2_bind_state(env, target);
  gy_at_close(env, free_memory);
  if (h2_shared.words == NULL)
    h2_shared.words = calloc(H2_WORDS, sizeof(*h2_shared.words));
  if (h2_shared.output == NULL)
    h2_shared.output = malloc(H2_OUTPUT_SIZE);
  if (h2_shared.words == NULL || h2_shared.output == NULL)
    return;
  gy_set_view(env, target, "words", kJSTypedArrayTypeInt32Array, h2_shared.words,
              H2_WORDS * sizeof(*h2_shared.words));
}
