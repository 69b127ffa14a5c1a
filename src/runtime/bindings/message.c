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

/* Flags of writeMessage(). */
enum { BODY_IS_LATIN1 = 1, BODY_IS_CHUNKED = 2 };

static _Thread_local uint8_t* sent_room;

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

static void append_buffer(struct gy_message* m, const uint8_t* bytes, size_t length,
                          bool is_chunk) {
  char frame[FRAME_ROOM];
  size_t head;

  if (is_chunk) {
    snprintf(frame, sizeof(frame), "%zx\r\n", length);
    append_text(m, frame);
  }
  head = m->length;
  if (is_chunk)
    append_text(m, "\r\n0\r\n\r\n");
  m->bufs[0] = uv_buf_init((char*) m->room, (unsigned) head);
  m->bufs[1] = uv_buf_init((char*) bytes, (unsigned) length);
  m->bufs[2] = uv_buf_init((char*) m->room + head, (unsigned) (m->length - head));
  m->count = is_chunk ? 3 : 2;
}

int gy_message_make(gy_env* env, struct gy_message* m, const JSValueRef* arguments,
                    JSValueRef* exception) {
  int flags = (int) JSValueToNumber(env->ctx, arguments[2], NULL);
  bool is_chunk = flags & BODY_IS_CHUNKED;
  uint8_t* bytes;
  size_t length;

  *m = (struct gy_message){.room = message_room(env)};
  if (m->room == NULL)
    return UV_ENOMEM;
  if (!append_string(env, m, arguments[0], GY_LATIN1, false, exception))
    return UV_ENOBUFS;
  if (JSValueIsString(env->ctx, arguments[1])) {
    if (!append_string(env, m, arguments[1], flags & BODY_IS_LATIN1 ? GY_LATIN1 : GY_UTF8, is_chunk,
                       exception))
      return UV_ENOBUFS;
    m->bufs[0] = uv_buf_init((char*) m->room, (unsigned) m->length);
    m->count = 1;
  } else if (gy_bytes_get(env, arguments[1], &bytes, &length))
    append_buffer(m, bytes, length, is_chunk);
  else
    return UV_EINVAL;
  return 0;
}
