/* src/runtime/bindings/http2/streams.c — the streams of a session by their numbers, and the chunks
 * that wait to be sent.
 * (1) A stream is in the table from its first header block, or its request, until nghttp2 has
 *     closed it. nghttp2 itself has no stream for a request that is not sent yet.
 * (2) DATA frames are made directly in the output: head and chunks are copied once. */
#include <stdlib.h>
#include <string.h>

#include "http2.h"

enum { FIRST_BUCKETS = 16 };

static struct h2_stream** bucket(const struct h2_session* s, int32_t id) {
  return &s->buckets[((uint32_t) id >> 1) & (s->bucket_count - 1)];
}

struct h2_stream* h2_stream_find(const struct h2_session* s, int32_t id) {
  struct h2_stream* stream;

  if (s->bucket_count == 0)
    return NULL;
  stream = *bucket(s, id);
  while (stream != NULL && stream->id != id)
    stream = stream->next;
  return stream;
}

static bool grow(struct h2_session* s) {
  struct h2_stream** old = s->buckets;
  uint32_t count = s->bucket_count;

  s->buckets = calloc(count ? count * 2 : FIRST_BUCKETS, sizeof(struct h2_stream*));
  if (s->buckets == NULL) {
    s->buckets = old;
    return false;
  }
  s->bucket_count = count ? count * 2 : FIRST_BUCKETS;
  for (uint32_t i = 0; i < count; i++) {
    for (struct h2_stream *stream = old[i], *next; stream != NULL; stream = next) {
      struct h2_stream** to = bucket(s, stream->id);
      next = stream->next;
      stream->next = *to;
      *to = stream;
    }
  }
  free(old);
  return true;
}

struct h2_stream* h2_stream_add(struct h2_session* s, int32_t id) {
  struct h2_stream *stream = calloc(1, sizeof(*stream)), **to;

  if (stream == NULL || (s->stream_count >= s->bucket_count && !grow(s) && s->bucket_count == 0)) {
    free(stream);
    return NULL;
  }
  stream->id = id;
  stream->max_block =
      s->ng->nghttp2_session_get_local_settings(s->session, NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE);
  stream->last = &stream->first;
  to = bucket(s, id);
  stream->next = *to;
  *to = stream;
  s->stream_count++;
  return stream;
}

void h2_stream_discard(struct h2_session* s, struct h2_stream* stream) {
  while (stream->first != NULL) {
    struct h2_chunk* chunk = stream->first;
    stream->first = chunk->next;
    free(chunk);
  }
  stream->last = &stream->first;
  s->queued -= stream->queued;
  stream->queued = 0;
}

void h2_stream_remove(struct h2_session* s, int32_t id) {
  struct h2_stream** at;
  struct h2_stream* stream;

  if (s->bucket_count == 0)
    return;
  at = bucket(s, id);
  while (*at != NULL && (*at)->id != id)
    at = &(*at)->next;
  stream = *at;
  if (stream == NULL)
    return;
  *at = stream->next;
  h2_stream_discard(s, stream);
  s->headers_held -= stream->header_size;
  s->unread -= stream->unread;
  free(stream);
  s->stream_count--;
}

void h2_stream_free_all(struct h2_session* s) {
  for (uint32_t i = 0; i < s->bucket_count; i++) {
    while (s->buckets[i] != NULL)
      h2_stream_remove(s, s->buckets[i]->id);
  }
  free(s->buckets);
  s->buckets = NULL;
  s->bucket_count = 0;
}

/* ---- DATA frames ---- */

static ssize_t read_data(nghttp2_session* ng, int32_t id, uint8_t* buffer, size_t length,
                         uint32_t* flags, nghttp2_data_source* source, void* user_data) {
  struct h2_stream* stream = h2_stream_find(user_data, id);
  size_t count;

  if (stream == NULL)
    return NGHTTP2_ERR_DEFERRED;
  count = stream->queued < length ? stream->queued : length;
  if (count == 0 && !stream->is_ended)
    return NGHTTP2_ERR_DEFERRED;
  *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
  if (stream->is_ended && count == stream->queued) {
    *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (stream->wants_trailers) {
      *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
      h2_add_event(H2_WANT_TRAILERS, id, 0, 0);
    }
  }
  return (ssize_t) count;
}

nghttp2_data_provider h2_stream_source(struct h2_stream* stream) {
  nghttp2_data_provider provider = {.source = {.ptr = stream}, .read_callback = read_data};

  stream->has_source = true;
  return provider;
}

static void put(const void* data, size_t length) {
  memcpy(h2_shared.output + h2_shared.output_length, data, length);
  h2_shared.output_length += length;
}

static void put_chunks(struct h2_session* s, struct h2_stream* stream, size_t length) {
  s->queued -= length;
  stream->queued -= length;
  while (length > 0) {
    struct h2_chunk* chunk = stream->first;
    size_t part = chunk->length < length ? chunk->length : length;
    put(chunk->data, part);
    chunk->data += part;
    chunk->length -= part;
    length -= part;
    if (chunk->length == 0) {
      stream->first = chunk->next;
      if (stream->first == NULL)
        stream->last = &stream->first;
      free(chunk);
    }
  }
}

int h2_send_data(nghttp2_session* ng, nghttp2_frame* frame, const uint8_t* head, size_t length,
                 nghttp2_data_source* source, void* user_data) {
  struct h2_session* s = user_data;
  struct h2_stream* stream = h2_stream_find(s, frame->hd.stream_id);
  size_t padding = frame->data.padlen;
  enum { HEAD = 9 };

  if (stream == NULL || stream->queued < length)
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE; /* discarded since */
  if (h2_shared.output_length + HEAD + length + padding > H2_OUTPUT_SIZE ||
      h2_shared.words[H2_EVENT_COUNT] >= H2_ENOUGH_EVENTS) {
    h2_shared.is_full = true;
    return NGHTTP2_ERR_WOULDBLOCK;
  }
  put(head, HEAD);
  if (padding > 0) {
    uint8_t count = (uint8_t) (padding - 1);
    put(&count, 1);
  }
  put_chunks(s, stream, length);
  if (padding > 1) {
    memset(h2_shared.output + h2_shared.output_length, 0, padding - 1);
    h2_shared.output_length += padding - 1;
  }
  if (stream->queued == 0)
    h2_add_event(H2_WRITTEN, stream->id, stream->is_ended, 0);
  return 0;
}
