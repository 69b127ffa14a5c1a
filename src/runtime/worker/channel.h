/* src/runtime/worker/channel.h — channels of messages between threads. Pure C: no engine, no loop.
 *
 * (1) A channel has two ends. A message that is posted to one end waits in the queue of the other.
 * (2) An end belongs to a mailbox, or to none while it moves to another thread. Functions that take
 *     an end are called on the thread that owns it; two threads access only the queues.
 * (3) A mailbox lists the ends that have news: messages, or the close of the other end. Its wake()
 *     is called when the list becomes non-empty, and not again before the list is taken; never
 *     while its owner is awake and looks at the list by itself. It is called without locks, so it
 *     may still run when the end is closed: gy_mailbox_settle().
 * (4) The lock of a channel is taken before the lock of a mailbox, never after it.
 * (5) An end takes all messages of its queue at once; the lock is then not needed for each. An end
 *     whose queue is not empty is listed, or its owner has yet to take the queue: so only the first
 *     message of a queue lists it.
 * (6) A closed end accepts no messages. The channel is freed with its second end. */
#ifndef WORKER_CHANNEL_H
#define WORKER_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gy_end;

/* What a message hands over; drop() frees what nobody has taken. */
struct gy_message_part {
  void* data; /* NULL: taken */
  void (*drop)(void* data);
};

struct gy_message {
  struct gy_message* next;
  uint64_t posted_ns; /* only while messages are traced: 0 otherwise */
  int posted_tid;     /* the thread that posted it */
  struct gy_message_part* parts;
  size_t part_count;
  size_t length;
  uint8_t bytes[];
};

enum { GY_MAILBOX_WORDS = 4 };

struct gy_mailbox {
  pthread_mutex_t lock;
  struct gy_end* first;
  struct gy_end* last;
  void (*wake)(struct gy_mailbox* box);
  bool is_awake;   /* under the lock */
  uint32_t wakers; /* threads that are about to call wake(); atomic */
  /* [0]: whether the list is not empty; another thread may set it. The others: for the owner. */
  uint32_t words[GY_MAILBOX_WORDS];
};

/* Traces messages: the sender calls posted(message), the receiver taken(message). NULL for no
 * tracing. Set once, before there are threads. */
struct gy_channel_trace {
  void (*posted)(struct gy_message* message);
  void (*taken)(const struct gy_message* message);
};
extern const struct gy_channel_trace* gy_channel_trace;

/* With room for `length` bytes, and no parts; NULL when there is no memory. */
struct gy_message* gy_message_new(size_t length);
void gy_message_free(struct gy_message* message);

void gy_mailbox_open(struct gy_mailbox* box, void (*wake)(struct gy_mailbox* box));
/* Waits for calls of wake() that have begun; its ends are closed or detached. */
void gy_mailbox_settle(struct gy_mailbox* box);
/* All its ends must be closed or detached. */
void gy_mailbox_close(struct gy_mailbox* box);
/* From now on, until gy_mailbox_sleep(), nobody calls wake(). */
void gy_mailbox_stay_awake(struct gy_mailbox* box);
/* Whether ends have been listed meanwhile: they stay in the list, and nobody calls wake() for
 * them. */
bool gy_mailbox_sleep(struct gy_mailbox* box);
/* The next end that has something new, or NULL. */
struct gy_end* gy_mailbox_next(struct gy_mailbox* box);

/* False when there is no memory. */
bool gy_channel_new(struct gy_end* ends[2]);
/* From now on the end is of this mailbox; if something waits, it is listed at once. */
void gy_end_attach(struct gy_end* end, struct gy_mailbox* box, void* data);
void gy_end_detach(struct gy_end* end);
/* What was given to gy_end_attach(). */
void* gy_end_data(const struct gy_end* end);
/* Takes ownership of the message. False: the other end is closed, and the message was freed. */
bool gy_end_post(struct gy_end* end, struct gy_message* message);
/* Appends a message to the end's own queue, when a channel is made of one that had messages. */
void gy_end_fill(struct gy_end* end, struct gy_message* message);
enum { GY_END_IS_ALONE = 1, GY_END_HAS_MORE = 2 };
/* Takes the next message, or returns NULL. Sets *flags, if flags is not NULL: whether the other end
 * was closed before, and whether more messages wait. */
struct gy_message* gy_end_take(struct gy_end* end, unsigned* flags);
/* Whether the other end is closed. */
bool gy_end_is_alone(struct gy_end* end);
/* The end is freed. */
void gy_end_close(struct gy_end* end);

#endif
