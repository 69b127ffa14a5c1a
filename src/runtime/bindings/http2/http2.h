/* src/runtime/bindings/http2/http2.h — shared by the files of internalBinding('http2'): sessions,
 * streams, and the events that a call returns (docs/http2.md).
 *
 * (1) A session is identified by a number. The object that create() returns owns it and frees it
 *     when it is collected.
 * (2) No callback of nghttp2 calls JavaScript. It appends to `events`, which the function that
 *     called nghttp2 returns; JavaScript reads them when nghttp2 has returned. So a session cannot
 *     change, or be freed, while nghttp2 runs.
 * (3) Bytes of DATA frames are passed as offsets into the input. Texts (header blocks, payloads)
 *     are in `text`, which is valid until the next call.
 * (4) Short chunks are copied when they are written. JavaScript keeps longer ones alive until the
 *     event WRITTEN, or until it has called discard(). */
#ifndef BINDINGS_HTTP2_H
#define BINDINGS_HTTP2_H

#include "runtime/nghttp2/nghttp2.h"

/* lib/internal/http2/native.js has the same numbers. */
enum h2_event {
  H2_HEADERS = 1,   /* stream, category, flags, text */
  H2_SENSITIVE,     /* stream, -, -, text: names of the block whose event follows */
  H2_DATA,          /* stream, offset, length */
  H2_END,           /* stream: the peer has sent END_STREAM */
  H2_CLOSED,        /* stream, code */
  H2_WRITTEN,       /* stream, is_ended: nothing is queued any more */
  H2_WANT_TRAILERS, /* stream */
  H2_SETTINGS,      /* -, -, -, text: the peer's have changed */
  H2_SETTINGS_ACK,  /* -, -, -, text: ours are in force */
  H2_PING,          /* -, -, -, text */
  H2_PING_ACK,      /* -, -, -, text */
  H2_GOAWAY,        /* last stream, code, -, text */
  H2_ALTSVC,        /* stream, length of the origin, -, text */
  H2_ORIGIN,        /* -, -, -, text: origins, each ended by a NUL */
  H2_FRAME_ERROR,   /* stream, type, code: the frame could not be sent */
  H2_INVALID_FRAME, /* stream, error of nghttp2: the peer's frame was ignored */
  H2_ERROR,         /* -, error of nghttp2 or H2_TOO_MANY_INVALID_FRAMES: the session is over */
  H2_PRIORITY,      /* stream, parent, weight, exclusive */
  H2_RESET,         /* stream, code: the peer has sent RST_STREAM */
};

enum { H2_EVENT_WORDS = 6, H2_TOO_MANY_INVALID_FRAMES = 1 };

/* Indices of `words`, an array of 32-bit words that JavaScript reads. */
enum {
  H2_EVENT_COUNT,
  H2_WANTS_READ,
  H2_WANTS_WRITE,
  H2_IS_PARTIAL, /* flush() has left some for its next call */
  H2_ACCEPTED,   /* bytes, when flush() returns a buffer with the rest */
  H2_FIRST_EVENT,
  /* A read of 64 KB has at most 7281 frames, and a frame at most three events. */
  H2_MAX_EVENTS = 22000,
  /* flush() stops in time: a frame that is sent has at most a few events. */
  H2_ENOUGH_EVENTS = H2_MAX_EVENTS - 100,
  H2_WORDS = H2_FIRST_EVENT + H2_MAX_EVENTS * H2_EVENT_WORDS
};

/* Positions of the options of create(). */
enum h2_option {
  H2_OPTION_MAX_DEFLATE_TABLE,
  H2_OPTION_MAX_RESERVED_STREAMS,
  H2_OPTION_MAX_SEND_HEADER_BLOCK,
  H2_OPTION_PEER_MAX_CONCURRENT_STREAMS,
  H2_OPTION_PADDING,
  H2_OPTION_MAX_HEADER_PAIRS,
  H2_OPTION_MAX_SETTINGS,
  H2_OPTION_MAX_MEMORY, /* in bytes */
  H2_OPTION_MAX_INVALID_FRAMES,
  H2_OPTION_MAX_REJECTED_STREAMS,
  H2_OPTION_RESET_BURST,
  H2_OPTION_RESET_RATE,
  H2_OPTION_LOOSE_WHITESPACE,
  H2_OPTIONS
};

enum { H2_PADDING_NONE, H2_PADDING_ALIGNED, H2_PADDING_MAX };

struct h2_chunk {
  struct h2_chunk* next;
  const uint8_t* data;
  size_t length;
  uint8_t copy[];
};

struct h2_stream {
  struct h2_stream* next; /* in its bucket */
  int32_t id;
  struct h2_chunk *first, **last;
  size_t queued; /* bytes in the chunks */
  bool is_ended; /* no chunk follows */
  bool wants_trailers;
  bool has_source;    /* nghttp2 reads the chunks */
  bool is_reading;    /* JavaScript reads the stream: data is consumed as it arrives */
  size_t unread;      /* bytes that are not consumed yet */
  size_t header_size; /* of the last block, retained by JavaScript */
  uint32_t max_block; /* the largest header block, as it was agreed when the stream began */
};

/* Bytes that grow. */
struct h2_bytes {
  char* data;
  size_t length, size;
};
bool h2_bytes_append(struct h2_bytes* bytes, const void* data, size_t length);

struct h2_session {
  gy_env* env;
  const struct gy_nghttp2* ng;
  nghttp2_session* session;
  nghttp2_mem memory;
  uint32_t id;
  bool is_server;
  bool has_failed;
  double options[H2_OPTIONS];
  struct h2_stream** buckets;
  uint32_t bucket_count, stream_count;
  size_t allocated;    /* by nghttp2 */
  size_t queued;       /* bytes that wait in chunks */
  size_t headers_held; /* header_size of all streams */
  size_t unread;       /* bytes of all streams that JavaScript has not taken */
  size_t withheld;     /* bytes that the connection's window is not opened for */
  uint32_t invalid_frames, rejected_streams;
  double frames_received, frames_sent;
  const uint8_t* input; /* what receive() was given */
  /* The header block at hand. */
  struct h2_bytes block, sensitive;
  uint32_t pairs;
  size_t block_size; /* as SETTINGS_MAX_HEADER_LIST_SIZE counts */
};

/* Of this thread. */
struct h2_shared {
  int32_t* words;
  struct h2_bytes text;
  uint8_t* output; /* frames to be sent */
  size_t output_length;
  bool is_full; /* a DATA frame, or its events, did not fit */
};
extern _Thread_local struct h2_shared h2_shared;
enum { H2_OUTPUT_SIZE = 256 * 1024 };

/* callbacks.c: opens the window of the connection again if so much is read that it may be. */
void h2_release_window(struct h2_session* s);

/* session.c */
struct h2_session* h2_session_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv);

/* wire.c */
bool h2_open(struct h2_session* s); /* its options are set */
void h2_close(struct h2_session* s);
/* Appends to the events. Returns 0 or an error of nghttp2. */
double h2_receive(struct h2_session* s, const uint8_t* bytes, size_t offset, size_t length);
/* Fills the output. Returns 1 if there may be more, 0 if not, or an error of nghttp2. */
int h2_gather(struct h2_session* s);
bool h2_has_room_for_events(void);
void h2_begin_events(void);
void h2_end_events(const struct h2_session* s);
/* Appends an event; a text that belongs to it is added by h2_event_text(). */
int32_t* h2_add_event(enum h2_event type, int32_t stream, int32_t a, int32_t b);
bool h2_event_text(int32_t* event, const void* data, size_t length);

/* streams.c */
struct h2_stream* h2_stream_find(const struct h2_session* s, int32_t id);
struct h2_stream* h2_stream_add(struct h2_session* s, int32_t id);
void h2_stream_remove(struct h2_session* s, int32_t id);
void h2_stream_free_all(struct h2_session* s);
/* Forgets its chunks. */
void h2_stream_discard(struct h2_session* s, struct h2_stream* stream);
/* What nghttp2 reads a stream's chunks by. */
nghttp2_data_provider h2_stream_source(struct h2_stream* stream);
int h2_send_data(nghttp2_session* ng, nghttp2_frame* frame, const uint8_t* head, size_t length,
                 nghttp2_data_source* source, void* user_data);

/* callbacks.c */
nghttp2_session_callbacks* h2_callbacks_new(const struct gy_nghttp2* ng, bool pads);

/* submit.c, state.c: more functions of the binding */
void h2_bind_submit(gy_env* env, JSObjectRef target);
void h2_bind_state(gy_env* env, JSObjectRef target);

#endif
