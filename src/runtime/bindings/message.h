/* src/runtime/bindings/message.h — the head and the body of a message of HTTP, brought together to
 * be sent by one call; answers that wait for the next ones.
 * (1) An answer may be held until the next one is sent, if that is about to be made in the same
 *     read. One stream of a thread holds at a time.
 * (2) What is held is sent before anything else is done with the handle (gy_handle_arg()), before
 *     the thread makes a message for another stream, and before it ends or waits.
 * (3) What is held is at most MESSAGE_ROOM, and nothing is added after HOLD_NS. */
#ifndef BINDINGS_MESSAGE_H
#define BINDINGS_MESSAGE_H

#include "handle.h"

/* The bytes are in memory that the messages of a thread share, except for a body that is a buffer:
 * they are good until the next message is made. */
struct gy_message {
  uint8_t* room;
  size_t held;   /* what was held before; it is sent with the message */
  size_t length; /* of what is in `room` */
  uv_buf_t bufs[3];
  unsigned count;
};

/* Makes the message after those that `h` holds; other streams do not hold then. Arguments: the
 * head, which is Latin-1, the body, a string or a buffer, and flags. Returns an errno, or 0.
 * UV_ENOBUFS means that it is too long. */
int gy_message_make(gy_env* env, struct gy_message* m, const struct gy_handle* h,
                    const JSValueRef* arguments, JSValueRef* exception);

/* Holds a message of one buffer if its flags allow it. `arguments` as above. */
bool gy_message_hold(struct gy_handle* h, const struct gy_message* m, const JSValueRef* arguments);
/* What was held has been sent, with a message or by the caller. */
void gy_message_sent(void);
/* What is held. */
size_t gy_message_held(const char** bytes);

/* The memory that messages share, MESSAGE_ROOM bytes or NULL. What is held there is sent before. */
uint8_t* gy_message_room(gy_env* env);

/* src/runtime/bindings/frame.c: a frame of a WebSocket. Arguments: its first byte, its payload,
 * a string or bytes, and the mask. Returns an errno, or the size of the payload. UV_ENOBUFS means
 * that it is too long. */
ssize_t gy_message_make_frame(gy_env* env, struct gy_message* m, const JSValueRef* arguments,
                              JSValueRef* exception);

#endif
