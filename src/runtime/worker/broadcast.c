/* src/runtime/worker/broadcast.c — see broadcast.h.
 * (1) One list for the process, under one lock: a message reaches all members that had joined when
 *     it was posted, and all of them get messages in the same order.
 * (2) The lock is taken before that of a channel.
 * (3) Parts of a broadcast are shared memory only: each receiver gets a reference of its own. */
#include "broadcast.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

struct member {
  struct member* next;
  uint64_t id;
  const void* owner;
  struct gy_end* end;
  size_t length;
  char name[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct member* members;
static uint64_t last_id;

uint64_t gy_broadcast_join(const void* owner, const char* name, size_t length, struct gy_end* end) {
  struct member* member = malloc(sizeof(*member) + length);
  struct member** at = &members;

  if (member == NULL) {
    gy_end_close(end);
    return 0;
  }
  *member = (struct member){.owner = owner, .end = end, .length = length};
  memcpy(member->name, name, length);
  pthread_mutex_lock(&lock);
  member->id = ++last_id;
  while (*at != NULL)
    at = &(*at)->next;
  *at = member;
  pthread_mutex_unlock(&lock);
  return member->id;
}

/* With the lock. */
static struct member** find(uint64_t id) {
  struct member** at = &members;

  while (*at != NULL && (*at)->id != id)
    at = &(*at)->next;
  return at;
}

void gy_broadcast_leave(uint64_t id) {
  struct member** at;
  struct member* member;

  pthread_mutex_lock(&lock);
  at = find(id);
  member = *at;
  if (member != NULL)
    *at = member->next;
  pthread_mutex_unlock(&lock);
  if (member != NULL) {
    gy_end_close(member->end);
    free(member);
  }
}

void gy_broadcast_leave_all(const void* owner) {
  uint64_t id;

  do {
    id = 0;
    pthread_mutex_lock(&lock);
    for (struct member* at = members; at != NULL; at = at->next)
      id = at->owner == owner ? at->id : id;
    pthread_mutex_unlock(&lock);
    gy_broadcast_leave(id);
  } while (id != 0);
}

static struct gy_message* copy_of(const struct gy_message* message) {
  struct gy_message* copy = gy_message_new(message->length);

  if (copy == NULL)
    return NULL;
  memcpy(copy->bytes, message->bytes, message->length);
  if (message->part_count == 0)
    return copy;
  copy->parts = calloc(message->part_count, sizeof(*copy->parts));
  for (size_t i = 0; copy->parts != NULL && i < message->part_count; i++)
    copy->parts[copy->part_count++] = (struct gy_message_part){
        .data = gy_memory_add_reference(message->parts[i].data), .drop = message->parts[i].drop};
  return copy;
}

void gy_broadcast_post(uint64_t id, struct gy_message* message) {
  struct member* sender;

  pthread_mutex_lock(&lock);
  sender = *find(id);
  for (struct member* at = sender != NULL ? members : NULL; at != NULL; at = at->next) {
    struct gy_message* copy;
    if (at == sender || at->length != sender->length ||
        memcmp(at->name, sender->name, at->length) != 0)
      continue;
    copy = copy_of(message);
    if (copy != NULL)
      gy_end_post(at->end, copy);
  }
  pthread_mutex_unlock(&lock);
  gy_message_free(message);
}
