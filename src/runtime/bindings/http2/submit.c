/* src/runtime/bindings/http2/submit.c — queues requests, responses and other frames in nghttp2;
 * flush() sends them.
 * (1) Functions return 0 or a positive result, or an error of nghttp2.
 * (2) Headers are passed as one string: name, NUL, value, NUL, and so on. A name that begins with
 *     the character 1 is sensitive: the header is never stored in a compression table. */
#include <stdlib.h>
#include <string.h>

#include "../buffer.h"
#include "http2.h"

enum { FEW_FIELDS = 64, COPY_LIMIT = 16384, SENSITIVE = 1 };

/* Flags of request(), respond(). */
enum { END_STREAM = 1, WANT_TRAILERS = 2 };

struct fields {
  nghttp2_nv few[FEW_FIELDS], *list;
  size_t count;
  uint8_t* text;
  uint8_t small[4096];
};

static size_t count_nuls(const uint8_t* text, size_t length) {
  size_t count = 0;

  for (size_t i = 0; i < length; i++)
    count += text[i] == 0;
  return count;
}

static void split_fields(struct fields* f, size_t length) {
  uint8_t *at = f->text, *end = f->text + length;

  for (size_t i = 0; i < f->count; i++) {
    nghttp2_nv* nv = &f->list[i];
    nv->flags = NGHTTP2_NV_FLAG_NONE;
    if (*at == SENSITIVE) {
      nv->flags = NGHTTP2_NV_FLAG_NO_INDEX;
      at++;
    }
    nv->name = at;
    nv->namelen = strnlen((char*) at, (size_t) (end - at));
    at += nv->namelen + 1;
    nv->value = at;
    nv->valuelen = strnlen((char*) at, (size_t) (end - at));
    at += nv->valuelen + 1;
  }
}

static void free_fields(struct fields* f) {
  if (f->list != f->few)
    free(f->list);
  if (f->text != f->small)
    free(f->text);
}

/* False: no memory, or an exception. */
static bool get_fields(gy_env* env, JSValueRef value, struct fields* f, JSValueRef* exception) {
  struct gy_chars chars;
  size_t length;

  f->list = f->few;
  f->text = f->small;
  if (!gy_chars_open(env, value, &chars, exception))
    return false;
  if (chars.length >= sizeof(f->small))
    f->text = malloc(chars.length + 1);
  if (f->text == NULL) {
    gy_chars_close(&chars);
    return false;
  }
  length = gy_encode(GY_LATIN1, &chars, f->text, chars.length);
  gy_chars_close(&chars);
  f->text[length] = 0;
  f->count = count_nuls(f->text, length) / 2;
  if (f->count > FEW_FIELDS)
    f->list = malloc(f->count * sizeof(*f->list));
  if (f->list == NULL) {
    free_fields(f);
    return false;
  }
  split_fields(f, length);
  return true;
}

/* request(id, fields, flags) → the number of the stream */
GY_FUNCTION(request) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  int flags = gy_arg_int(ctx, argc, argv, 2);
  struct h2_stream* stream;
  nghttp2_data_provider source;
  struct fields f;
  int32_t id;

  if (s == NULL || argc < 2)
    return gy_number(env, NGHTTP2_ERR_INVALID_STATE);
  if (!get_fields(env, argv[1], &f, exception))
    return gy_number(env, NGHTTP2_ERR_NOMEM);
  source.read_callback = NULL;
  id = (int32_t) s->ng->nghttp2_session_get_next_stream_id(s->session);
  stream = id > 0 ? h2_stream_add(s, id) : NULL;
  if (stream != NULL) {
    stream->wants_trailers = flags & WANT_TRAILERS;
    source = h2_stream_source(stream);
    id = s->ng->nghttp2_submit_request(s->session, NULL, f.list, f.count,
                                       flags & END_STREAM ? NULL : &source, NULL);
    if (id < 0)
      h2_stream_remove(s, stream->id);
  } else
    id = id > 0 ? NGHTTP2_ERR_NOMEM : NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE;
  free_fields(&f);
  return gy_number(env, id);
}

/* respond(id, stream, fields, flags) */
GY_FUNCTION(respond) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct h2_stream* stream = s != NULL ? h2_stream_find(s, gy_arg_int(ctx, argc, argv, 1)) : NULL;
  int flags = gy_arg_int(ctx, argc, argv, 3), err;
  nghttp2_data_provider source;
  struct fields f;

  if (stream == NULL || argc < 3)
    return gy_number(env, NGHTTP2_ERR_STREAM_CLOSED);
  if (!get_fields(env, argv[2], &f, exception))
    return gy_number(env, NGHTTP2_ERR_NOMEM);
  stream->wants_trailers = flags & WANT_TRAILERS;
  if (flags & END_STREAM) {
    stream->is_ended = true;
    err = s->ng->nghttp2_submit_response(s->session, stream->id, f.list, f.count, NULL);
  } else {
    source = h2_stream_source(stream);
    err = s->ng->nghttp2_submit_response(s->session, stream->id, f.list, f.count, &source);
  }
  free_fields(&f);
  return gy_number(env, err);
}

/* inform(id, stream, fields): an informational header block */
GY_FUNCTION(inform) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct fields f;
  int err;

  if (s == NULL || argc < 3)
    return gy_number(env, NGHTTP2_ERR_STREAM_CLOSED);
  if (!get_fields(env, argv[2], &f, exception))
    return gy_number(env, NGHTTP2_ERR_NOMEM);
  err = s->ng->nghttp2_submit_headers(s->session, NGHTTP2_FLAG_NONE, gy_arg_int(ctx, argc, argv, 1),
                                      NULL, f.list, f.count, NULL);
  free_fields(&f);
  return gy_number(env, err);
}

/* trailers(id, stream, fields): the last header block, or, if it is empty, an empty DATA frame */
GY_FUNCTION(trailers) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct h2_stream* stream = s != NULL ? h2_stream_find(s, gy_arg_int(ctx, argc, argv, 1)) : NULL;
  nghttp2_data_provider source;
  struct fields f;
  int err;

  if (stream == NULL || argc < 3)
    return gy_number(env, NGHTTP2_ERR_STREAM_CLOSED);
  if (!get_fields(env, argv[2], &f, exception))
    return gy_number(env, NGHTTP2_ERR_NOMEM);
  stream->wants_trailers = false;
  if (f.count > 0)
    err = s->ng->nghttp2_submit_trailer(s->session, stream->id, f.list, f.count);
  else {
    source = h2_stream_source(stream);
    err = s->ng->nghttp2_submit_data(s->session, NGHTTP2_FLAG_END_STREAM, stream->id, &source);
  }
  free_fields(&f);
  return gy_number(env, err);
}

/* push(id, stream, fields) → the number of the promised stream */
GY_FUNCTION(push) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct fields f;
  int32_t id;

  if (s == NULL || argc < 3)
    return gy_number(env, NGHTTP2_ERR_STREAM_CLOSED);
  if (!get_fields(env, argv[2], &f, exception))
    return gy_number(env, NGHTTP2_ERR_NOMEM);
  id = s->ng->nghttp2_submit_push_promise(s->session, NGHTTP2_FLAG_NONE,
                                          gy_arg_int(ctx, argc, argv, 1), f.list, f.count, NULL);
  free_fields(&f);
  if (id > 0 && h2_stream_add(s, id) == NULL)
    id = NGHTTP2_ERR_NOMEM;
  return gy_number(env, id);
}

/* ---- Data ---- */

static struct h2_chunk* string_chunk(gy_env* env, JSValueRef value, enum gy_encoding encoding,
                                     JSValueRef* exception) {
  struct h2_chunk* chunk = NULL;
  struct gy_chars chars;
  size_t room;

  if (!gy_chars_open(env, value, &chars, exception))
    return NULL;
  room = encoding == GY_UTF8 ? gy_chars_utf8_length(&chars) : chars.length * 2;
  chunk = malloc(sizeof(*chunk) + room);
  if (chunk != NULL) {
    chunk->data = chunk->copy;
    chunk->length = gy_encode(encoding, &chars, chunk->copy, room);
  }
  gy_chars_close(&chars);
  return chunk;
}

static struct h2_chunk* bytes_chunk(const uint8_t* bytes, size_t length) {
  bool copies = length <= COPY_LIMIT;
  struct h2_chunk* chunk = malloc(sizeof(*chunk) + (copies ? length : 0));

  if (chunk == NULL)
    return NULL;
  chunk->data = copies ? chunk->copy : bytes;
  chunk->length = length;
  if (copies && length > 0)
    memcpy(chunk->copy, bytes, length);
  return chunk;
}

/* write(id, stream, buffer or string, encoding) → the number of bytes */
GY_FUNCTION(write_chunk) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct h2_stream* stream = s != NULL ? h2_stream_find(s, gy_arg_int(ctx, argc, argv, 1)) : NULL;
  struct h2_chunk* chunk = NULL;
  uint8_t* bytes;
  size_t length;

  if (stream == NULL || argc < 3 || stream->is_ended)
    return gy_number(env, NGHTTP2_ERR_STREAM_CLOSED);
  if (JSValueIsString(ctx, argv[2]))
    chunk =
        string_chunk(env, argv[2], (enum gy_encoding) gy_arg_int(ctx, argc, argv, 3), exception);
  else if (gy_bytes_get(env, argv[2], &bytes, &length))
    chunk = bytes_chunk(bytes, length);
  if (chunk == NULL)
    return gy_number(env, NGHTTP2_ERR_NOMEM);
  length = chunk->length;
  if (length == 0) {
    free(chunk);
    return gy_number(env, 0);
  }
  chunk->next = NULL;
  *stream->last = chunk;
  stream->last = &chunk->next;
  stream->queued += length;
  s->queued += length;
  s->ng->nghttp2_session_resume_data(s->session, stream->id);
  return gy_number(env, (double) length);
}

/* end(id, stream): no chunk follows */
GY_FUNCTION(end_stream) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct h2_stream* stream = s != NULL ? h2_stream_find(s, gy_arg_int(ctx, argc, argv, 1)) : NULL;

  if (stream == NULL)
    return gy_number(gy_env_here(), NGHTTP2_ERR_STREAM_CLOSED);
  stream->is_ended = true;
  s->ng->nghttp2_session_resume_data(s->session, stream->id);
  return gy_number(gy_env_here(), 0);
}

/* dropTrailers(id, stream): the stream ends with its data */
GY_FUNCTION(drop_trailers) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct h2_stream* stream = s != NULL ? h2_stream_find(s, gy_arg_int(ctx, argc, argv, 1)) : NULL;

  if (stream != NULL)
    stream->wants_trailers = false;
  return gy_undefined(gy_env_here());
}

/* discard(id, stream): JavaScript keeps its chunks alive no longer */
GY_FUNCTION(discard) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct h2_stream* stream = s != NULL ? h2_stream_find(s, gy_arg_int(ctx, argc, argv, 1)) : NULL;

  if (stream != NULL)
    h2_stream_discard(s, stream);
  return gy_undefined(gy_env_here());
}

/* read(id, stream, on): whether the program reads the stream. While it does, data is consumed as it
 * arrives, which opens the window; data that has arrived before is consumed now. */
GY_FUNCTION(read_stream) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct h2_stream* stream = s != NULL ? h2_stream_find(s, gy_arg_int(ctx, argc, argv, 1)) : NULL;

  if (stream == NULL)
    return gy_undefined(gy_env_here());
  stream->is_reading = gy_arg_bool(ctx, argc, argv, 2);
  if (stream->is_reading && stream->unread > 0) {
    s->ng->nghttp2_session_consume_stream(s->session, stream->id, stream->unread);
    s->unread -= stream->unread;
    stream->unread = 0;
    h2_release_window(s);
  }
  return gy_undefined(gy_env_here());
}

/* ---- Other frames ---- */

/* reset(id, stream, code) */
GY_FUNCTION(reset) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);

  if (s == NULL)
    return gy_number(gy_env_here(), NGHTTP2_ERR_INVALID_STATE);
  return gy_number(gy_env_here(), s->ng->nghttp2_submit_rst_stream(
                                      s->session, NGHTTP2_FLAG_NONE, gy_arg_int(ctx, argc, argv, 1),
                                      (uint32_t) gy_arg_number(ctx, argc, argv, 2)));
}

enum { SETTING_SIZE = 6, MAX_SETTINGS = 64 };

/* settings(id, packed) */
GY_FUNCTION(settings) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  nghttp2_settings_entry entries[MAX_SETTINGS];
  uint8_t* bytes;
  size_t length, count;

  if (s == NULL || argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length))
    return gy_number(env, NGHTTP2_ERR_INVALID_STATE);
  count = length / SETTING_SIZE < MAX_SETTINGS ? length / SETTING_SIZE : MAX_SETTINGS;
  for (size_t i = 0; i < count; i++, bytes += SETTING_SIZE) {
    entries[i].settings_id = bytes[0] << 8 | bytes[1];
    entries[i].value =
        (uint32_t) bytes[2] << 24 | (uint32_t) bytes[3] << 16 | (uint32_t) bytes[4] << 8 | bytes[5];
  }
  return gy_number(env,
                   s->ng->nghttp2_submit_settings(s->session, NGHTTP2_FLAG_NONE, entries, count));
}

/* ping(id, payload of 8 bytes) */
GY_FUNCTION(ping) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  uint8_t* bytes;
  size_t length;

  if (s == NULL || argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length) || length != 8)
    return gy_number(env, NGHTTP2_ERR_INVALID_STATE);
  return gy_number(env, s->ng->nghttp2_submit_ping(s->session, NGHTTP2_FLAG_NONE, bytes));
}

/* goaway(id, code, last stream or -1, opaque data or undefined) */
GY_FUNCTION(goaway) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  int32_t last = gy_arg_int(ctx, argc, argv, 2);
  uint8_t* bytes = NULL;
  size_t length = 0;

  if (s == NULL)
    return gy_number(env, NGHTTP2_ERR_INVALID_STATE);
  if (argc < 4 || !gy_bytes_get(env, argv[3], &bytes, &length))
    length = 0;
  if (last <= 0)
    last = s->ng->nghttp2_session_get_last_proc_stream_id(s->session);
  return gy_number(env, s->ng->nghttp2_submit_goaway(s->session, NGHTTP2_FLAG_NONE, last,
                                                     (uint32_t) gy_arg_number(ctx, argc, argv, 1),
                                                     length > 0 ? bytes : NULL, length));
}

/* terminate(id, code): the last frame is sent by the next flush() */
GY_FUNCTION(terminate) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);

  if (s == NULL)
    return gy_number(gy_env_here(), NGHTTP2_ERR_INVALID_STATE);
  return gy_number(gy_env_here(), s->ng->nghttp2_session_terminate_session(
                                      s->session, (uint32_t) gy_arg_number(ctx, argc, argv, 1)));
}

/* altsvc(id, stream, origin, value) */
GY_FUNCTION(altsvc) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct gy_text origin, value;
  int err;

  if (s == NULL || argc < 4 || !gy_text_get(env, argv[2], &origin, exception))
    return gy_number(env, NGHTTP2_ERR_INVALID_STATE);
  if (!gy_text_get(env, argv[3], &value, exception)) {
    gy_text_free(&origin);
    return NULL;
  }
  err = s->ng->nghttp2_submit_altsvc(s->session, NGHTTP2_FLAG_NONE, gy_arg_int(ctx, argc, argv, 1),
                                     (uint8_t*) origin.data, origin.length, (uint8_t*) value.data,
                                     value.length);
  gy_text_free(&origin);
  gy_text_free(&value);
  return gy_number(env, err);
}

/* origin(id, origins, each ended by a NUL) */
GY_FUNCTION(origin) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  struct gy_text text;
  nghttp2_origin_entry* entries;
  size_t count;
  char* at;
  int err = NGHTTP2_ERR_NOMEM;

  if (s == NULL || argc < 2 || !gy_text_get(env, argv[1], &text, exception))
    return gy_number(env, NGHTTP2_ERR_INVALID_STATE);
  count = count_nuls((uint8_t*) text.data, text.length);
  entries = calloc(count + 1, sizeof(*entries));
  at = text.data;
  for (size_t i = 0; entries != NULL && i < count; i++) {
    entries[i].origin = (uint8_t*) at;
    entries[i].origin_len = strlen(at);
    at += entries[i].origin_len + 1;
  }
  if (entries != NULL)
    err = s->ng->nghttp2_submit_origin(s->session, NGHTTP2_FLAG_NONE, entries, count);
  free(entries);
  gy_text_free(&text);
  return gy_number(env, err);
}

void h2_bind_submit(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"request", request},
      {"respond", respond},
      {"inform", inform},
      {"trailers", trailers},
      {"push", push},
      {"write", write_chunk},
      {"end", end_stream},
      {"discard", discard},
      {"read", read_stream},
      {"reset", reset},
      {"settings", settings},
      {"ping", ping},
      {"goaway", goaway},
      {"terminate", terminate},
      {"altsvc", altsvc},
      {"origin", origin},
      {"dropTrailers", drop_trailers},
  };

  gy_define(env, target, functions);
}
