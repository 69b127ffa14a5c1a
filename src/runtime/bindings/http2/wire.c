/* src/runtime/bindings/http2/wire.c — opens a session of nghttp2, passes it bytes, and collects its
 * frames.
 * (1) This file does not depend on the engine: test/fuzz/http2.c runs it without one.
 * (2) Memory of nghttp2 is counted; the limits are enforced in callbacks.c. */
#include <stdlib.h>
#include <string.h>

#include "http2.h"

enum { GATHER = 128 * 1024 }; /* frames are gathered until there are so many bytes */

_Thread_local struct h2_shared h2_shared;

bool h2_bytes_append(struct h2_bytes* bytes, const void* data, size_t length) {
  if (bytes->length + length > bytes->size) {
    size_t size =
        bytes->size * 2 > bytes->length + length ? bytes->size * 2 : bytes->length + length + 256;
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

void h2_begin_events(void) {
  h2_shared.words[H2_EVENT_COUNT] = 0;
  h2_shared.text.length = 0;
}

void h2_end_events(const struct h2_session* s) {
  h2_shared.words[H2_WANTS_READ] = s->ng->nghttp2_session_want_read(s->session);
  h2_shared.words[H2_WANTS_WRITE] = s->ng->nghttp2_session_want_write(s->session);
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

/* ---- Opening and closing ---- */

static void set_options(struct h2_session* s, nghttp2_option* option) {
  const struct gy_nghttp2* ng = s->ng;
  const double* o = s->options;

  ng->nghttp2_option_set_no_closed_streams(option, 1);
  ng->nghttp2_option_set_no_auto_window_update(option, 1);
  ng->nghttp2_option_set_max_deflate_dynamic_table_size(option,
                                                        (size_t) o[H2_OPTION_MAX_DEFLATE_TABLE]);
  ng->nghttp2_option_set_max_reserved_remote_streams(option,
                                                     (uint32_t) o[H2_OPTION_MAX_RESERVED_STREAMS]);
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

bool h2_open(struct h2_session* s) {
  const struct gy_nghttp2* ng = s->ng;
  nghttp2_session_callbacks* callbacks =
      h2_callbacks_new(ng, s->options[H2_OPTION_PADDING] != H2_PADDING_NONE);
  nghttp2_option* option = NULL;
  int err = NGHTTP2_ERR_NOMEM;

  s->memory = (nghttp2_mem){s, counted_malloc, counted_free, counted_calloc, counted_realloc};
  if (callbacks != NULL && ng->nghttp2_option_new(&option) == 0) {
    set_options(s, option);
    err = s->is_server
              ? ng->nghttp2_session_server_new3(&s->session, callbacks, s, option, &s->memory)
              : ng->nghttp2_session_client_new3(&s->session, callbacks, s, option, &s->memory);
    ng->nghttp2_option_del(option);
  }
  if (callbacks != NULL)
    ng->nghttp2_session_callbacks_del(callbacks);
  return err == 0;
}

/* Streams go first: deleting the session reports none of them. */
void h2_close(struct h2_session* s) {
  h2_stream_free_all(s);
  s->ng->nghttp2_session_del(s->session);
  s->session = NULL;
  free(s->block.data);
  free(s->sensitive.data);
}

/* ---- In and out ---- */

double h2_receive(struct h2_session* s, const uint8_t* bytes, size_t offset, size_t length) {
  ssize_t result;

  s->input = bytes;
  result = s->ng->nghttp2_session_mem_recv(s->session, bytes + offset, length);
  s->input = NULL;
  h2_end_events(s);
  return result < 0 ? (double) result : 0;
}

bool h2_has_room_for_events(void) {
  return h2_shared.words[H2_EVENT_COUNT] < H2_ENOUGH_EVENTS;
}

int h2_gather(struct h2_session* s) {
  const uint8_t* data;
  ssize_t length;

  h2_shared.output_length = 0;
  h2_shared.is_full = false;
  while (h2_shared.output_length < GATHER && h2_has_room_for_events()) {
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
