/* test/fuzz/http2.c — whatever the peer sends, and whatever the program does between two reads, the
 * events stay within the memory that JavaScript is shown, and the counters of a session match its
 * streams.
 * The first byte of the input is the side and some options; the second, which allocation fails.
 * Then follow steps: a byte that says what is done, and, for bytes of the peer, one more with their
 * number.
 * sources: src/runtime/bindings/http2/wire.c src/runtime/bindings/http2/callbacks.c
 * sources: src/runtime/bindings/http2/streams.c */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/bindings/http2/http2.h"

static const struct gy_nghttp2 functions = {
#define NGHTTP2(name) name,
#include "runtime/nghttp2/functions.def"
};

static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/* scripts/fuzz has the linker call these. */
void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
static unsigned until_failure; /* allocations; 0: none fails */

static bool fails(void) {
  return until_failure > 0 && --until_failure == 0;
}

void* __wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}

void* __wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}

void* __wrap_realloc(void* block, size_t size) {
  return fails() ? NULL : __real_realloc(block, size);
}

struct input {
  const uint8_t* at;
  size_t left;
};

static uint8_t take(struct input* in) {
  if (in->left == 0)
    return 0;
  in->left--;
  return *in->at++;
}

/* What core.js reads. */
static void check_events(size_t size, bool has_failed) {
  const int32_t* words = h2_shared.words;

  assert(words[H2_EVENT_COUNT] >= 0 && words[H2_EVENT_COUNT] <= H2_MAX_EVENTS);
  for (int32_t i = 0; i < words[H2_EVENT_COUNT]; i++) {
    const int32_t* event = words + H2_FIRST_EVENT + i * H2_EVENT_WORDS;
    assert(event[0] >= H2_HEADERS && event[0] <= H2_RESET);
    assert(event[4] >= 0 && event[5] >= 0);
    assert(has_failed || (size_t) event[4] + (size_t) event[5] <= h2_shared.text.length);
    if (event[0] == H2_DATA)
      assert(event[2] >= 0 && event[3] > 0 && (size_t) event[2] + (size_t) event[3] <= size);
  }
}

static void check_counters(const struct h2_session* s) {
  size_t queued = 0, unread = 0, headers = 0;
  uint32_t count = 0;

  for (uint32_t i = 0; i < s->bucket_count; i++) {
    for (const struct h2_stream* each = s->buckets[i]; each != NULL; each = each->next) {
      size_t bytes = 0;
      for (const struct h2_chunk* chunk = each->first; chunk != NULL; chunk = chunk->next)
        bytes += chunk->length;
      assert(bytes == each->queued);
      queued += each->queued;
      unread += each->unread;
      headers += each->header_size;
      count++;
    }
  }
  assert(queued == s->queued && unread == s->unread && headers == s->headers_held);
  assert(count == s->stream_count);
}

/* A stream that exists, or NULL. */
static struct h2_stream* choose(const struct h2_session* s, uint8_t number) {
  return h2_stream_find(s, number);
}

static void write_some(struct h2_session* s, struct h2_stream* stream, size_t length) {
  struct h2_chunk* chunk = malloc(sizeof(*chunk) + length);

  if (chunk == NULL)
    return;
  memset(chunk->copy, 'x', length);
  *chunk = (struct h2_chunk){NULL, chunk->copy, length};
  *stream->last = chunk;
  stream->last = &chunk->next;
  stream->queued += length;
  s->queued += length;
  nghttp2_session_resume_data(s->session, stream->id);
}

static void respond(struct h2_session* s, struct h2_stream* stream, bool wants_trailers) {
  nghttp2_nv status = {(uint8_t*) ":status", (uint8_t*) "200", 7, 3, NGHTTP2_NV_FLAG_NONE};
  nghttp2_data_provider source = h2_stream_source(stream);

  stream->wants_trailers = wants_trailers;
  nghttp2_submit_response(s->session, stream->id, &status, 1, &source);
}

static void read_stream(struct h2_session* s, struct h2_stream* stream, bool on) {
  stream->is_reading = on;
  if (!on || stream->unread == 0)
    return;
  nghttp2_session_consume_stream(s->session, stream->id, stream->unread);
  s->unread -= stream->unread;
  stream->unread = 0;
  h2_release_window(s);
}

static void send_all(struct h2_session* s) {
  h2_begin_events();
  for (int i = 0; i < 8 && h2_has_room_for_events() && h2_gather(s) > 0; i++)
    assert(h2_shared.output_length <= H2_OUTPUT_SIZE);
  h2_end_events(s);
  check_events(0, false);
}

enum { RECEIVE = 0x80 };

/* False: the session is over. */
static bool step(struct h2_session* s, struct input* in) {
  uint8_t what = take(in);
  struct h2_stream* stream;

  if (what & RECEIVE) {
    size_t length = (size_t) take(in) | (size_t) (what & 0x3f) << 8;
    double result;
    length = length < in->left ? length : in->left;
    h2_begin_events();
    result = h2_receive(s, in->at, 0, length);
    check_events(length, result != 0);
    in->at += length;
    in->left -= length;
    return result == 0;
  }
  stream = choose(s, take(in));
  if (stream == NULL) {
    send_all(s);
    return true;
  }
  switch (what % 8) {
    case 0: respond(s, stream, what & 8); break;
    case 1: write_some(s, stream, 1 + (size_t) what * 300); break;
    case 2:
      stream->is_ended = true;
      nghttp2_session_resume_data(s->session, stream->id);
      break;
    case 3: h2_stream_discard(s, stream); break;
    case 4: read_stream(s, stream, what & 8); break;
    case 5: nghttp2_submit_rst_stream(s->session, 0, stream->id, what); break;
    case 6: nghttp2_session_terminate_session(s->session, what); break;
    default: send_all(s); break;
  }
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  struct input in = {data, size};
  uint8_t kind = take(&in);
  struct h2_session s = {.ng = &functions, .is_server = !(kind & 1)};
  static const double options[H2_OPTIONS] = {4096,   200, 0, 100, 0,  16, 32,
                                             100000, 10,  5, 100, 33, 0};

  if (h2_shared.words == NULL) {
    h2_shared.words = calloc(H2_WORDS, sizeof(*h2_shared.words));
    h2_shared.output = malloc(H2_OUTPUT_SIZE);
  }
  memcpy(s.options, options, sizeof(options));
  s.options[H2_OPTION_PADDING] = kind >> 1 & 3;
  until_failure = take(&in);
  if (!h2_open(&s)) {
    assert(s.allocated == 0 && s.session == NULL);
    until_failure = 0;
    return 0;
  }
  nghttp2_submit_settings(s.session, 0, NULL, 0);
  if (s.is_server) {
    h2_begin_events();
    h2_receive(&s, (const uint8_t*) preface, 0, sizeof(preface) - 1);
  }
  while (in.left > 0 && step(&s, &in))
    check_counters(&s);
  send_all(&s);
  h2_close(&s);
  until_failure = 0;
  assert(s.allocated == 0 && s.queued == 0 && s.unread == 0 && s.stream_count == 0);
  return 0;
}
