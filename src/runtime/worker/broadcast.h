/* src/runtime/worker/broadcast.h — messages to all channels of a name, in all threads. */
#ifndef WORKER_BROADCAST_H
#define WORKER_BROADCAST_H

#include "channel.h"

/* Adds a member: messages to the name are posted through its end. Returns the number of the member,
 * or 0 when there is no memory; the end is then closed. From any thread. */
uint64_t gy_broadcast_join(const void* owner, const char* name, size_t length,
                           struct gy_end* end);
/* Closes the member's end. */
void gy_broadcast_leave(uint64_t member);
/* All members of that owner leave. */
void gy_broadcast_leave_all(const void* owner);
/* Posts the message to all other members of the same name; takes it over. */
void gy_broadcast_post(uint64_t member, struct gy_message* message);

#endif
