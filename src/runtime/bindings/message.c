/* src/runtime/bindings/message.c — see message.h. */
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"

enum {
  MESSAGE_ROOM = 65536, /* for a message whose head and body are sent together */
  FRAME_ROOM = 32,      /* for the size of a chunk, and the end of the last one */
};

enum {
  HOLD_NS = 1000000, /* after which what is held leaves with the next message */
  COPIED = 4096,     /* the longest body of bytes that is held */
};

/* Flags of writeMessage(). */
enum { BODY_IS_LATIN1 = 1, BODY_IS_CHUNKED = 2, MAY_WAIT = 4 };

static _Thread_local uint8_t* sent_room;

_Thread_local struct gy_handle* gy_holder;
static _Thread_local struct {
  size_t length; /* of what is at the start of `sent_room` */
  uint64_t since;
} held;

static void free_room(gy_env* env) {
  (void) env;
  free(sent_room);
  sent_room = NULL;
}

static uint8_t* message_room(gy_env* env) {
  if (sent_room == NULL) {
    sent_room = malloc(MESSAGE_ROOM);
    if (sent_room != NULL)
      gy_at_close(env, free_room);
  }
  return sent_room;
}

static void append_text(struct gy_message* m, const char* text) {
  size_t length = strlen(text);

  memcpy(m->room + m->length, text, length);
  m->length += length;
}

/* Appends a string. Returns false if it does not fit, or after an exception. */
static bool append_string(gy_env* env, struct gy_message* m, JSValueRef value,
                          enum gy_encoding encoding, bool is_chunk, JSValueRef* exception) {
  struct gy_chars chars;
  size_t free_room = MESSAGE_ROOM - m->length;
  char frame[FRAME_ROOM];
  bool fits;

  if (!gy_chars_open(env, value, &chars, exception))
    return false;
  fits = chars.length * 3 + 2 * FRAME_ROOM <= free_room;
  if (fits && is_chunk) {
    snprintf(frame, sizeof(frame), "%zx\r\n",
             encoding == GY_LATIN1 ? chars.length : gy_chars_utf8_length(&chars));
    append_text(m, frame);
  }
  if (fits)
    m->length += gy_encode(encoding, &chars, m->room + m->length, MESSAGE_ROOM - m->length);
  gy_chars_close(&chars);
  if (fits && is_chunk)
    append_text(m, "\r\n0\r\n\r\n");
  return fits;
}

static void append_buffer(struct gy_message* m, const uint8_t* bytes, size_t length, int flags) {
  bool is_chunk = flags & BODY_IS_CHUNKED;
  char frame[FRAME_ROOM];
  size_t head;

  if (is_chunk) {
    snprintf(frame, sizeof(frame), "%zx\r\n", length);
    append_text(m, frame);
  }
  head = m->length;
  if ((flags & MAY_WAIT) && length <= COPIED && length + FRAME_ROOM <= MESSAGE_ROOM - head) {
    memcpy(m->room + head, bytes, length);
    m->length += length;
    if (is_chunk)
      append_text(m, "\r\n0\r\n\r\n");
    m->bufs[0] = uv_buf_init((char*) m->room, (unsigned) m->length);
    m->count = 1;
    return;
  }
  if (is_chunk)
    append_text(m, "\r\n0\r\n\r\n");
  m->bufs[0] = uv_buf_init((char*) m->room, (unsigned) head);
  m->bufs[1] = uv_buf_init((char*) bytes, (unsigned) length);
  m->bufs[2] = uv_buf_init((char*) m->room + head, (unsigned) (m->length - head));
  m->count = is_chunk ? 3 : 2;
}

int gy_message_make(gy_env* env, struct gy_message* m, const struct gy_handle* h,
                    const JSValueRef* arguments, JSValueRef* exception) {
  int flags = (int) JSValueToNumber(env->ctx, arguments[2], NULL);
  bool is_chunk = flags & BODY_IS_CHUNKED;
  uint8_t* bytes;
  size_t length;

  if (gy_holder != h)
    gy_handle_flush_held();
  *m = (struct gy_message){.room = message_room(env), .held = gy_holder != NULL ? held.length : 0};
  if (m->room == NULL)
    return UV_ENOMEM;
  m->length = m->held;
  if (!append_string(env, m, arguments[0], GY_LATIN1, false, exception))
    return UV_ENOBUFS;
  if (JSValueIsString(env->ctx, arguments[1])) {
    if (!append_string(env, m, arguments[1], flags & BODY_IS_LATIN1 ? GY_LATIN1 : GY_UTF8, is_chunk,
                       exception))
      return UV_ENOBUFS;
    m->bufs[0] = uv_buf_init((char*) m->room, (unsigned) m->length);
    m->count = 1;
  } else if (gy_bytes_get(env, arguments[1], &bytes, &length))
    append_buffer(m, bytes, length, flags);
  else
    return UV_EINVAL;
  return 0;
}

/* ---- Messages that wait (message.h) ---- */

bool gy_message_hold(struct gy_handle* h, const struct gy_message* m, const JSValueRef* arguments) {
  int flags = (int) JSValueToNumber(h->env->ctx, arguments[2], NULL);

  if (!(flags & MAY_WAIT) || m->count != 1)
    return false;
  if (gy_holder == NULL)
    held.since = uv_hrtime();
  else if (uv_hrtime() - held.since > HOLD_NS)
    return false;
  gy_holder = h;
  held.length = m->length;
  return true;
}

void gy_message_sent(void) {
  gy_holder = NULL;
}

struct rest {
  uv_write_t req;
  char bytes[];
};

static void on_rest(uv_write_t* req, int status) {
  (void) status;
  free(req);
}

static void queue_rest(struct gy_handle* h, const char* bytes, size_t length) {
  struct rest* rest = malloc(sizeof(*rest) + length);
  uv_buf_t buf;

  if (rest == NULL)
    return;
  memcpy(rest->bytes, bytes, length);
  buf = uv_buf_init(rest->bytes, (unsigned) length);
  if (uv_write(&rest->req, &h->uv.stream, &buf, 1, on_rest) != 0)
    free(rest);
}

void gy_handle_flush_held(void) {
  struct gy_handle* h = gy_holder;
  uv_buf_t buf;
  int done;

  if (h == NULL)
    return;
  gy_holder = NULL;
  buf = uv_buf_init((char*) sent_room, (unsigned) held.length);
  done = uv_try_write(&h->uv.stream, &buf, 1);
  if (done == UV_EAGAIN)
    done = 0;
  if (done >= 0 && (size_t) done < held.length)
    queue_rest(h, buf.base + done, held.length - (size_t) done);
}

uint8_t* gy_message_room(gy_env* env) {
  gy_handle_flush_held();
  return message_room(env);
}

size_t gy_message_held(const char** bytes) {
  *bytes = (const char*) sent_room;
  return gy_holder != NULL ? held.length : 0;
}
