/* src/runtime/bindings/message.h — the head and the body of a message of HTTP, brought together to
 * be sent by one call. */
#ifndef BINDINGS_MESSAGE_H
#define BINDINGS_MESSAGE_H

#include "runtime/gyre.h"

/* The bytes are in memory that the messages of a thread share, except for a body that is a buffer:
 * they are good until the next message is made. */
struct gy_message {
  uint8_t* room;
  size_t length; /* of what is in `room` */
  uv_buf_t bufs[3];
  unsigned count;
};

/* Arguments: the head, which is Latin-1, the body, a string or a buffer, and flags. Returns an
 * errno, or 0. UV_ENOBUFS means that it is too long. */
int gy_message_make(gy_env* env, struct gy_message* m, const JSValueRef* arguments,
                    JSValueRef* exception);

#endif
