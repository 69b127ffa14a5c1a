/* src/runtime/bindings/frame.c — frames of a WebSocket (RFC 6455, 5.2), made to be sent by one
 * call (message.h). */
#include <string.h>

#include "buffer.h"
#include "message.h"

enum { FRAME_HEAD = 8, MASK_SIZE = 4, SHORT_PAYLOAD = 125, LONG_PAYLOAD = 65535, HAS_MASK = 128 };

/* Payload at `at`, masked in place; the mask is the same every eight bytes. */
static void mask_payload(uint8_t* at, size_t length, uint32_t mask) {
  uint64_t word, both = (uint64_t) mask << 32 | mask;
  size_t i = 0;

  for (; i + sizeof(word) <= length; i += sizeof(word)) {
    memcpy(&word, at + i, sizeof(word));
    word ^= both;
    memcpy(at + i, &word, sizeof(word));
  }
  for (; i < length; i++)
    at[i] ^= (uint8_t) (mask >> i % MASK_SIZE * 8);
}

/* Copies the payload to where it is when the length takes two bytes more. */
static ssize_t copy_payload(gy_env* env, uint8_t* at, size_t room, JSValueRef payload,
                            JSValueRef* exception) {
  struct gy_chars chars;
  uint8_t* bytes;
  size_t length;

  if (!JSValueIsString(env->ctx, payload)) {
    if (!gy_bytes_get(env, payload, &bytes, &length))
      return UV_EINVAL;
    if (length > room)
      return UV_ENOBUFS;
    memcpy(at, bytes, length);
    return (ssize_t) length;
  }
  if (!gy_chars_open(env, payload, &chars, exception))
    return UV_EINVAL;
  length = chars.length * 3 > room ? room + 1 : gy_encode(GY_UTF8, &chars, at, room);
  gy_chars_close(&chars);
  return length > room ? UV_ENOBUFS : (ssize_t) length;
}

ssize_t gy_message_make_frame(gy_env* env, struct gy_message* m, const JSValueRef* arguments,
                              JSValueRef* exception) {
  uint32_t mask = (uint32_t) JSValueToInt32(env->ctx, arguments[2], NULL);
  uint8_t *payload, *head;
  ssize_t length;

  *m = (struct gy_message){.room = gy_message_room(env), .count = 1};
  if (m->room == NULL)
    return UV_ENOMEM;
  payload = m->room + FRAME_HEAD;
  length = copy_payload(env, payload, LONG_PAYLOAD - FRAME_HEAD, arguments[1], exception);
  if (length < 0)
    return length;
  head = payload - MASK_SIZE - (length > SHORT_PAYLOAD ? 4 : 2);
  head[0] = (uint8_t) JSValueToInt32(env->ctx, arguments[0], NULL);
  if (length > SHORT_PAYLOAD) {
    head[1] = HAS_MASK | (SHORT_PAYLOAD + 1);
    head[2] = (uint8_t) (length >> 8);
    head[3] = (uint8_t) length;
  } else
    head[1] = (uint8_t) (HAS_MASK | length);
  memcpy(payload - MASK_SIZE, &mask, MASK_SIZE);
  mask_payload(payload, (size_t) length, mask);
  m->bufs[0] = uv_buf_init((char*) head, (unsigned) (payload + length - head));
  return length;
}
