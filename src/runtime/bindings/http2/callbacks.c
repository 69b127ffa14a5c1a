/* src/runtime/bindings/http2/callbacks.c — callbacks of nghttp2, which append events.
 * (1) No function here calls JavaScript (http2.h).
 * (2) Limits that protect the process are enforced here, before a stream or a header reaches
 *     JavaScript: memory, header pairs, size of a header block, rejected streams, invalid frames.
 * (3) The window of the connection is opened again as data arrives, that of a stream when
 *     JavaScript has taken the data. So a stream that the program does not read does not stop the
 *     others, unless the unread data of all streams exceeds the memory limit of the session. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http2.h"

enum { PAIR_OVERHEAD = 32, STREAM_COST = 1024 };

static size_t memory_used(const struct h2_session* s) {
  return s->allocated + s->queued + s->headers_held + s->stream_count * STREAM_COST + s->block.size;
}

static void fail(struct h2_session* s, int32_t code) {
  if (!s->has_failed)
    h2_add_event(H2_ERROR, 0, code, 0);
  s->has_failed = true;
}

/* ---- Header blocks ---- */

static int32_t block_stream(const nghttp2_frame* frame) {
  return frame->hd.type == NGHTTP2_PUSH_PROMISE ? frame->push_promise.promised_stream_id
                                                : frame->hd.stream_id;
}

static int reject_stream(struct h2_session* s, int32_t id) {
  if (++s->rejected_streams > s->options[H2_OPTION_MAX_REJECTED_STREAMS]) {
    fail(s, NGHTTP2_ERR_CALLBACK_FAILURE);
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  s->ng->nghttp2_submit_rst_stream(s->session, NGHTTP2_FLAG_NONE, id, NGHTTP2_ENHANCE_YOUR_CALM);
  return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

static int on_begin_headers(nghttp2_session* ng, const nghttp2_frame* frame, void* user_data) {
  struct h2_session* s = user_data;
  int32_t id = block_stream(frame);

  s->block.length = s->sensitive.length = 0;
  s->pairs = 0;
  s->block_size = 0;
  if (h2_stream_find(s, id) != NULL)
    return 0;
  if ((double) memory_used(s) > s->options[H2_OPTION_MAX_MEMORY])
    return reject_stream(s, id);
  return h2_stream_add(s, id) != NULL ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static bool append_field(struct h2_bytes* to, const uint8_t* data, size_t length) {
  return h2_bytes_append(to, data, length) && h2_bytes_append(to, "", 1);
}

static int on_header(nghttp2_session* ng, const nghttp2_frame* frame, nghttp2_rcbuf* name,
                     nghttp2_rcbuf* value, uint8_t flags, void* user_data) {
  struct h2_session* s = user_data;
  nghttp2_vec n = s->ng->nghttp2_rcbuf_get_buf(name), v = s->ng->nghttp2_rcbuf_get_buf(value);
  const struct h2_stream* stream = h2_stream_find(s, block_stream(frame));
  uint32_t limit = stream != NULL ? stream->max_block : 0;

  s->block_size += n.len + v.len + PAIR_OVERHEAD;
  if (++s->pairs > s->options[H2_OPTION_MAX_HEADER_PAIRS] || s->block_size > limit) {
    s->ng->nghttp2_submit_rst_stream(s->session, NGHTTP2_FLAG_NONE, block_stream(frame),
                                     NGHTTP2_ENHANCE_YOUR_CALM);
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
  }
  if (n.len == 0)
    return 0;
  if (!append_field(&s->block, n.base, n.len) || !append_field(&s->block, v.base, v.len))
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  if ((flags & NGHTTP2_NV_FLAG_NO_INDEX) && !append_field(&s->sensitive, n.base, n.len))
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  return 0;
}

/* An invalid field ends its stream. */
static int on_invalid_header(nghttp2_session* ng, const nghttp2_frame* frame, nghttp2_rcbuf* name,
                             nghttp2_rcbuf* value, uint8_t flags, void* user_data) {
  return 0; /* nghttp2 ignores the field */
}

static int headers_received(struct h2_session* s, const nghttp2_frame* frame) {
  int32_t id = block_stream(frame), *event;
  int category =
      frame->hd.type == NGHTTP2_PUSH_PROMISE ? NGHTTP2_HCAT_PUSH_RESPONSE : frame->headers.cat;
  struct h2_stream* stream = h2_stream_find(s, id);

  if (stream == NULL)
    return 0;
  if (s->sensitive.length > 0) {
    event = h2_add_event(H2_SENSITIVE, id, 0, 0);
    if (event == NULL || !h2_event_text(event, s->sensitive.data, s->sensitive.length - 1))
      return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  /* The category distinguishes a pushed request from the response to it. */
  event = h2_add_event(H2_HEADERS, id,
                       frame->hd.type == NGHTTP2_PUSH_PROMISE ? -frame->hd.stream_id : category,
                       frame->hd.flags);
  if (event == NULL ||
      !h2_event_text(event, s->block.data, s->block.length > 0 ? s->block.length - 1 : 0))
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  s->headers_held += s->block_size - stream->header_size;
  stream->header_size = s->block_size;
  return 0;
}

/* ---- Frames ---- */

/* The text has the settings now in force, "1=4096,2=1,…", and the settings of the frame that
 * nghttp2 does not know. It is made now because later frames of the same read may change them. */
static int settings_received(struct h2_session* s, const nghttp2_settings* frame) {
  static const nghttp2_settings_id ids[] = {1, 2, 3, 4, 5, 6, 8};
  bool is_ack = frame->hd.flags & NGHTTP2_FLAG_ACK;
  int32_t* event = h2_add_event(is_ack ? H2_SETTINGS_ACK : H2_SETTINGS, 0, 0, 0);
  struct h2_bytes text = {0};
  bool fits = event != NULL;
  char entry[32];

  for (size_t i = 0; fits && i < GY_COUNT(ids); i++) {
    uint32_t value = is_ack ? s->ng->nghttp2_session_get_local_settings(s->session, ids[i])
                            : s->ng->nghttp2_session_get_remote_settings(s->session, ids[i]);
    int length = snprintf(entry, sizeof(entry), "%s%d=%u", i > 0 ? "," : "", ids[i], value);
    fits = h2_bytes_append(&text, entry, (size_t) length);
  }
  for (size_t i = 0; fits && i < frame->niv; i++) {
    const nghttp2_settings_entry* iv = &frame->iv[i];
    int length = snprintf(entry, sizeof(entry), ",%d=%u", iv->settings_id, iv->value);
    if (iv->settings_id > 8 || iv->settings_id == 7)
      fits = h2_bytes_append(&text, entry, (size_t) length);
  }
  fits = fits && h2_event_text(event, text.data, text.length);
  free(text.data);
  return fits ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int goaway_received(const nghttp2_goaway* frame) {
  int32_t* event = h2_add_event(H2_GOAWAY, frame->last_stream_id, (int32_t) frame->error_code, 0);

  return event != NULL && h2_event_text(event, frame->opaque_data, frame->opaque_data_len)
             ? 0
             : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int altsvc_received(const nghttp2_extension* frame) {
  const nghttp2_ext_altsvc* altsvc = frame->payload;
  int32_t* event = h2_add_event(H2_ALTSVC, frame->hd.stream_id, (int32_t) altsvc->origin_len, 0);
  struct h2_bytes joined = {0};
  bool fits = event != NULL && h2_bytes_append(&joined, altsvc->origin, altsvc->origin_len) &&
              h2_bytes_append(&joined, altsvc->field_value, altsvc->field_value_len) &&
              h2_event_text(event, joined.data, joined.length);

  free(joined.data);
  return fits ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int origin_received(const nghttp2_extension* frame) {
  const nghttp2_ext_origin* origin = frame->payload;
  struct h2_bytes joined = {0};
  int32_t* event = h2_add_event(H2_ORIGIN, 0, 0, 0);
  bool fits = event != NULL;

  for (size_t i = 0; fits && i < origin->nov; i++)
    fits = append_field(&joined, origin->ov[i].origin, origin->ov[i].origin_len);
  fits = fits && h2_event_text(event, joined.data, joined.length);
  free(joined.data);
  return fits ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int ping_received(const nghttp2_frame* frame) {
  int32_t* event =
      h2_add_event(frame->hd.flags & NGHTTP2_FLAG_ACK ? H2_PING_ACK : H2_PING, 0, 0, 0);

  return event != NULL && h2_event_text(event, frame->ping.opaque_data, 8)
             ? 0
             : NGHTTP2_ERR_CALLBACK_FAILURE;
}

/* An empty frame that ends nothing only costs time: it counts as invalid. */
static int data_received(struct h2_session* s, const nghttp2_frame_hd* hd) {
  bool added = true;

  if (hd->flags & NGHTTP2_FLAG_END_STREAM)
    added = h2_add_event(H2_END, hd->stream_id, 0, 0) != NULL;
  else if (hd->length == 0 && s->invalid_frames++ > s->options[H2_OPTION_MAX_INVALID_FRAMES]) {
    fail(s, H2_TOO_MANY_INVALID_FRAMES);
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  return added ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int on_frame(nghttp2_session* ng, const nghttp2_frame* frame, void* user_data) {
  struct h2_session* s = user_data;
  int32_t id = frame->hd.stream_id;
  bool added = true;

  s->frames_received++;
  switch (frame->hd.type) {
    case NGHTTP2_DATA: return data_received(s, &frame->hd);
    case NGHTTP2_HEADERS:
    case NGHTTP2_PUSH_PROMISE: return headers_received(s, frame);
    case NGHTTP2_SETTINGS: return settings_received(s, &frame->settings);
    case NGHTTP2_PING: return ping_received(frame);
    case NGHTTP2_GOAWAY: return goaway_received(&frame->goaway);
    case NGHTTP2_RST_STREAM:
      added = h2_add_event(H2_RESET, id, (int32_t) frame->rst_stream.error_code, 0) != NULL;
      break;
    case NGHTTP2_ALTSVC: return altsvc_received(&frame->ext);
    case NGHTTP2_ORIGIN: return origin_received(&frame->ext);
    default: break;
  }
  return added ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static bool holds_too_much(const struct h2_session* s) {
  return (double) s->unread > s->options[H2_OPTION_MAX_MEMORY];
}

void h2_release_window(struct h2_session* s) {
  if (s->withheld == 0 || holds_too_much(s))
    return;
  s->ng->nghttp2_session_consume_connection(s->session, s->withheld);
  s->withheld = 0;
}

static int on_data(nghttp2_session* ng, uint8_t flags, int32_t id, const uint8_t* data,
                   size_t length, void* user_data) {
  struct h2_session* s = user_data;
  struct h2_stream* stream = h2_stream_find(s, id);

  if (length == 0)
    return 0;
  s->withheld += length;
  if (stream != NULL && !stream->is_reading) {
    stream->unread += length;
    s->unread += length;
  }
  h2_release_window(s);
  if (stream == NULL)
    return 0;
  if (stream->is_reading)
    s->ng->nghttp2_session_consume_stream(ng, id, length);
  return h2_add_event(H2_DATA, id, (int32_t) (data - s->input), (int32_t) length) != NULL
             ? 0
             : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int on_stream_close(nghttp2_session* ng, int32_t id, uint32_t code, void* user_data) {
  struct h2_session* s = user_data;

  if (h2_stream_find(s, id) == NULL)
    return 0;
  h2_stream_remove(s, id);
  h2_release_window(s);
  return h2_add_event(H2_CLOSED, id, (int32_t) code, 0) != NULL ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int on_invalid_frame(nghttp2_session* ng, const nghttp2_frame* frame, int error,
                            void* user_data) {
  struct h2_session* s = user_data;

  if (s->invalid_frames++ > s->options[H2_OPTION_MAX_INVALID_FRAMES]) {
    fail(s, H2_TOO_MANY_INVALID_FRAMES);
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  return h2_add_event(H2_INVALID_FRAME, frame->hd.stream_id, error, 0) != NULL
             ? 0
             : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int on_sent(nghttp2_session* ng, const nghttp2_frame* frame, void* user_data) {
  struct h2_session* s = user_data;

  s->frames_sent++;
  return 0;
}

static int on_not_sent(nghttp2_session* ng, const nghttp2_frame* frame, int error,
                       void* user_data) {
  h2_add_event(H2_FRAME_ERROR, frame->hd.stream_id, frame->hd.type, error);
  return 0;
}

/* The peer speaks another protocol. nghttp2 reports this here only. */
static int on_error(nghttp2_session* ng, int error, const char* message, size_t length,
                    void* user_data) {
  if (error == NGHTTP2_ERR_SETTINGS_EXPECTED)
    fail(user_data, error);
  return 0;
}

static ssize_t select_padding(nghttp2_session* ng, const nghttp2_frame* frame, size_t max_length,
                              void* user_data) {
  const struct h2_session* s = user_data;
  size_t length = frame->hd.length, rest = (length + 9) % 8;

  if (s->options[H2_OPTION_PADDING] == H2_PADDING_MAX)
    return (ssize_t) max_length;
  if (rest == 0)
    return (ssize_t) length;
  return (ssize_t) (length + 8 - rest < max_length ? length + 8 - rest : max_length);
}

nghttp2_session_callbacks* h2_callbacks_new(const struct gy_nghttp2* ng, bool pads) {
  nghttp2_session_callbacks* callbacks;

  if (ng->nghttp2_session_callbacks_new(&callbacks) != 0)
    return NULL;
  ng->nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin_headers);
  ng->nghttp2_session_callbacks_set_on_header_callback2(callbacks, on_header);
  ng->nghttp2_session_callbacks_set_on_invalid_header_callback2(callbacks, on_invalid_header);
  ng->nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
  ng->nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
  ng->nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_stream_close);
  ng->nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, on_invalid_frame);
  ng->nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, on_sent);
  ng->nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, on_not_sent);
  ng->nghttp2_session_callbacks_set_error_callback2(callbacks, on_error);
  ng->nghttp2_session_callbacks_set_send_data_callback(callbacks, h2_send_data);
  if (pads)
    ng->nghttp2_session_callbacks_set_select_padding_callback(callbacks, select_padding);
  return callbacks;
}
