/* src/runtime/bindings/http2/session.c — internalBinding('http2'): sessions of nghttp2, what they
 * receive and what they send.
 * (1) receive() and flush() return events in `words` (http2.h).
 * (2) flush() gathers frames in one buffer and gives it to the socket by one call. What the kernel
 *     does not accept is returned as a buffer; nothing more is gathered until that is sent. */
#include <stdlib.h>
#include <string.h>

#include "../handle.h"
#include "../view.h"
#include "http2.h"

enum {
  GATHER = 128 * 1024, /* frames are gathered until there are so many bytes */
  FLUSH_ROUNDS = 8,    /* then other connections have their turn */
};

_Thread_local struct h2_shared h2_shared;
static _Thread_local struct {
  struct h2_session** slots;
  uint32_t size;
} table;
static _Thread_local JSClassRef session_class;

bool h2_bytes_append(struct h2_bytes* bytes, const void* data, size_t length) {
  if (bytes->length + length > bytes->size) {
    size_t size = bytes->size * 2 > bytes->length + length ? bytes->size * 2
                                                           : bytes->length + length + 256;
    char* grown = realloc(bytes->data, size);
    if (grown == NULL)
      return false;
    bytes->data = grown;
    bytes->size = size;
  }
  if (length > 0)
    memcpy(bytes->data + bytes->length, data, length);
  bytes->length += length;
  return true;
}

/* ---- Events ---- */

int32_t* h2_add_event(enum h2_event type, int32_t stream, int32_t a, int32_t b) {
  int32_t* words = h2_shared.words;
  int32_t* event;

  if (words[H2_EVENT_COUNT] >= H2_MAX_EVENTS)
    return NULL;
  event = words + H2_FIRST_EVENT + words[H2_EVENT_COUNT]++ * H2_EVENT_WORDS;
  event[0] = type;
  event[1] = stream;
  event[2] = a;
  event[3] = b;
  event[4] = event[5] = 0;
  return event;
}

bool h2_event_text(int32_t* event, const void* data, size_t length) {
  event[4] = (int32_t) h2_shared.text.length;
  event[5] = (int32_t) length;
  return h2_bytes_append(&h2_shared.text, data, length);
}

static void begin_events(void) {
  h2_shared.words[H2_EVENT_COUNT] = 0;
  h2_shared.text.length = 0;
}

static void end_events(const struct h2_session* s) {
  h2_shared.words[H2_WANTS_READ] = s->ng->nghttp2_session_want_read(s->session);
  h2_shared.words[H2_WANTS_WRITE] = s->ng->nghttp2_session_want_write(s->session);
}

/* text(offset, length) → the string of these bytes of the texts, as Latin-1 */
GY_FUNCTION(get_text) {
  size_t offset = (size_t) gy_arg_int(ctx, argc, argv, 0);
  size_t length = (size_t) gy_arg_int(ctx, argc, argv, 1);

  if (length == 0 || offset + length > h2_shared.text.length)
    return gy_string_latin1(gy_env_here(), (const uint8_t*) "", 0);
  return gy_string_latin1(gy_env_here(), (uint8_t*) h2_shared.text.data + offset, length);
}

/* ---- Memory of nghttp2, counted ---- */

enum { SIZE_ROOM = 16 }; /* in front of each block; keeps it aligned */

static void* counted_realloc(void* block, size_t size, void* user_data) {
  struct h2_session* s = user_data;
  char* real = block != NULL ? (char*) block - SIZE_ROOM : NULL;
  size_t old = 0;
  char* made;

  if (real != NULL)
    memcpy(&old, real, sizeof(old));
  made = realloc(real, size + SIZE_ROOM);
  if (made == NULL)
    return NULL;
  memcpy(made, &size, sizeof(size));
  s->allocated += size - old;
  return made + SIZE_ROOM;
}

static void* counted_malloc(size_t size, void* user_data) {
  return counted_realloc(NULL, size, user_data);
}

static void* counted_calloc(size_t count, size_t size, void* user_data) {
  void* block;

  if (size != 0 && count > SIZE_MAX / 2 / size)
    return NULL;
  block = counted_realloc(NULL, count * size, user_data);
  return block != NULL ? memset(block, 0, count * size) : NULL;
}

static void counted_free(void* block, void* user_data) {
  struct h2_session* s = user_data;
  size_t size;

  if (block == NULL)
    return;
  memcpy(&size, (char*) block - SIZE_ROOM, sizeof(size));
  s->allocated -= size;
  free((char*) block - SIZE_ROOM);
}

/* ---- The life of a session ---- */

struct h2_session* h2_session_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv) {
  uint32_t id = (uint32_t) gy_arg_int(ctx, argc, argv, 0);
  struct h2_session* s = id < table.size ? table.slots[id] : NULL;

  return s != NULL && s->session != NULL ? s : NULL;
}

/* What nghttp2 holds. Streams go first: deleting the session reports none of them. */
static void end_session(struct h2_session* s) {
  if (s->session == NULL)
    return;
  h2_stream_free_all(s);
  s->ng->nghttp2_session_del(s->session);
  s->session = NULL;
  free(s->block.data);
  free(s->sensitive.data);
  table.slots[s->id] = NULL;
}

static void free_session(JSObjectRef object) {
  struct h2_session* s = JSObjectGetPrivate(object);

  if (s == NULL)
    return;
  end_session(s);
  free(s);
}

/* The first empty slot, or the size of the table if memory is short. Slot 0 stays empty. */
static uint32_t empty_slot(void) {
  uint32_t id = 1, size = table.size ? table.size * 2 : 16;
  struct h2_session** slots;

  while (id < table.size && table.slots[id] != NULL)
    id++;
  if (id < table.size)
    return id;
  slots = realloc(table.slots, size * sizeof(*slots));
  if (slots == NULL)
    return table.size;
  memset(slots + table.size, 0, (size - table.size) * sizeof(*slots));
  table.slots = slots;
  table.size = size;
  return id;
}

static void set_options(struct h2_session* s, nghttp2_option* option) {
  const struct gy_nghttp2* ng = s->ng;
  const double* o = s->options;

  ng->nghttp2_option_set_no_closed_streams(option, 1);
  ng->nghttp2_option_set_no_auto_window_update(option, 1);
  ng->nghttp2_option_set_max_deflate_dynamic_table_size(option,
                                                        (size_t) o[H2_OPTION_MAX_DEFLATE_TABLE]);
  ng->nghttp2_option_set_max_reserved_remote_streams(
      option, (uint32_t) o[H2_OPTION_MAX_RESERVED_STREAMS]);
  if (o[H2_OPTION_MAX_SEND_HEADER_BLOCK] > 0)
    ng->nghttp2_option_set_max_send_header_block_length(
        option, (size_t) o[H2_OPTION_MAX_SEND_HEADER_BLOCK]);
  ng->nghttp2_option_set_peer_max_concurrent_streams(
      option, (uint32_t) o[H2_OPTION_PEER_MAX_CONCURRENT_STREAMS]);
  ng->nghttp2_option_set_max_settings(option, (size_t) o[H2_OPTION_MAX_SETTINGS]);
  ng->nghttp2_option_set_stream_reset_rate_limit(option, (uint64_t) o[H2_OPTION_RESET_BURST],
                                                 (uint64_t) o[H2_OPTION_RESET_RATE]);
  if (o[H2_OPTION_LOOSE_WHITESPACE] != 0)
    ng->nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(option, 1);
  if (!s->is_server) {
    ng->nghttp2_option_set_builtin_recv_extension_type(option, NGHTTP2_ALTSVC);
    ng->nghttp2_option_set_builtin_recv_extension_type(option, NGHTTP2_ORIGIN);
  }
}

static bool open_session(struct h2_session* s) {
  const struct gy_nghttp2* ng = s->ng;
  nghttp2_session_callbacks* callbacks =
      h2_callbacks_new(ng, s->options[H2_OPTION_PADDING] != H2_PADDING_NONE);
  nghttp2_option* option = NULL;
  int err = NGHTTP2_ERR_NOMEM;

  s->memory = (nghttp2_mem){s, counted_malloc, counted_free, counted_calloc, counted_realloc};
  if (callbacks != NULL && ng->nghttp2_option_new(&option) == 0) {
    set_options(s, option);
    err = s->is_server ? ng->nghttp2_session_server_new3(&s->session, callbacks, s, option,
                                                         &s->memory)
                       : ng->nghttp2_session_client_new3(&s->session, callbacks, s, option,
                                                         &s->memory);
    ng->nghttp2_option_del(option);
  }
  if (callbacks != NULL)
    ng->nghttp2_session_callbacks_del(callbacks);
  return err == 0;
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
  if (argc < 2 || !gy_bytes_get(env, argv[1], &options, &length) ||
      length < sizeof(s->options))
    return gy_throw_type(env, exception, "bad options");
  s = calloc(1, sizeof(*s));
  if (s == NULL)
    return gy_throw(env, exception, "Out of memory");
  s->env = env;
  s->ng = ng;
  s->is_server = gy_arg_bool(ctx, argc, argv, 0);
  memcpy(s->options, options, sizeof(s->options));
  s->id = empty_slot();
  if (s->id >= table.size || !open_session(s)) {
    free(s);
    return gy_throw(env, exception, "Out of memory");
  }
  table.slots[s->id] = s;
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

/* receive(id, bytes or undefined, offset, length) → 0 or an error of nghttp2. Without bytes, those
 * of the slab that streams are read into. */
GY_FUNCTION(receive) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  size_t offset = (size_t) gy_arg_number(ctx, argc, argv, 2);
  size_t length = (size_t) gy_arg_number(ctx, argc, argv, 3), size;
  uint8_t* bytes;
  ssize_t result;

  begin_events();
  if (s == NULL)
    return gy_number(env, NGHTTP2_ERR_INVALID_STATE);
  if (JSValueIsUndefined(ctx, argv[1]))
    bytes = gy_slab_bytes(&size);
  else if (!gy_bytes_get(env, argv[1], &bytes, &size))
    return gy_number(env, NGHTTP2_ERR_INVALID_ARGUMENT);
  if (offset > size || length > size - offset)
    return gy_number(env, NGHTTP2_ERR_INVALID_ARGUMENT);
  s->input = bytes;
  result = s->ng->nghttp2_session_mem_recv(s->session, bytes + offset, length);
  s->input = NULL;
  end_events(s);
  return gy_number(env, result < 0 ? (double) result : 0);
}

static bool has_room_for_events(void) {
  return h2_shared.words[H2_EVENT_COUNT] < H2_ENOUGH_EVENTS;
}

/* Fills the output. Returns 1 if there may be more, 0 if not, or an error of nghttp2. */
static int gather(struct h2_session* s) {
  const uint8_t* data;
  ssize_t length;

  h2_shared.output_length = 0;
  h2_shared.is_full = false;
  while (h2_shared.output_length < GATHER && has_room_for_events()) {
    length = s->ng->nghttp2_session_mem_send(s->session, &data);
    if (length <= 0) /* 0: one call has made all DATA frames that fit */
      return length == 0 && h2_shared.is_full ? 1 : (int) length;
    if (h2_shared.output_length + (size_t) length > H2_OUTPUT_SIZE)
      return NGHTTP2_ERR_BUFFER_ERROR;
    memcpy(h2_shared.output + h2_shared.output_length, data, (size_t) length);
    h2_shared.output_length += (size_t) length;
  }
  return 1;
}

static JSValueRef output_from(gy_env* env, size_t start) {
  size_t length = h2_shared.output_length - start;
  uint8_t* copy = malloc(length);

  if (copy == NULL)
    return gy_number(env, UV_ENOMEM);
  memcpy(copy, h2_shared.output + start, length);
  return gy_bytes_adopt(env, copy, length);
}

/* flush(id, handle or 0) → the number of bytes that the handle has accepted, a buffer with those
 * that are to be sent, or an error: of the system, or of nghttp2 (below -500). */
GY_FUNCTION(flush) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct gy_handle* h =
      argc > 1 ? gy_handle_arg(ctx, argc - 1, argv + 1, UV_UNKNOWN_HANDLE) : NULL;
  double total = 0;
  int more = 1;

  begin_events();
  h2_shared.words[H2_IS_PARTIAL] = 0;
  if (s == NULL)
    return gy_number(env, 0);
  for (int round = 0; more > 0 && round < FLUSH_ROUNDS && has_room_for_events(); round++) {
    uv_buf_t buf;
    int done;
    more = gather(s);
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
      end_events(s);
      return gy_number(env, done);
    }
    total += done;
    if ((size_t) done < h2_shared.output_length) {
      end_events(s);
      h2_shared.words[H2_ACCEPTED] = (int32_t) total;
      return output_from(env, (size_t) done);
    }
  }
  end_events(s);
  return gy_number(env, total);
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
  if (h2_shared.words == NULL)
    h2_shared.words = calloc(H2_WORDS, sizeof(*h2_shared.words));
  if (h2_shared.output == NULL)
    h2_shared.output = malloc(H2_OUTPUT_SIZE);
  if (h2_shared.words == NULL || h2_shared.output == NULL)
    return;
  gy_set_view(env, target, "words", kJSTypedArrayTypeInt32Array, h2_shared.words,
              H2_WORDS * sizeof(*h2_shared.words));
}
