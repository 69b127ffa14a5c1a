/* src/runtime/bindings/messaging.h — ends of channels of this thread, for bindings that pass them
 * to other threads. The thread's mailbox must be open: internalBinding('messaging').open(). */
#ifndef BINDINGS_MESSAGING_H
#define BINDINGS_MESSAGING_H

#include "runtime/gyre.h"
#include "runtime/worker/channel.h"

/* From now on the end is of this thread. Its id, or 0 when there is no memory. */
uint32_t gy_messaging_adopt(struct gy_end* end);
/* The end whose id is argument i, which is no longer of this thread; or NULL. */
struct gy_end* gy_messaging_release(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                    size_t i);
/* Makes a message of the parts that were added, and of as many bytes as the word LENGTH says
 * (messaging.c). They are argument i; if there is none, in `outgoing`. NULL when there is no
 * memory. */
struct gy_message* gy_messaging_message(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                        size_t i);
/* No thread reaches this one's mailbox any more: before its async handle is closed. */
void gy_messaging_close_ends(void);

#endif
