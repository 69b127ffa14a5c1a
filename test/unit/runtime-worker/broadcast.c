/* Broadcasts between threads, without an engine: all members see one order. */
#define WORKER_MEMORY_H /* a stand-in: parts are counters of references */
#include <stddef.h>

struct gy_memory {
  int references;
};
static struct gy_memory* gy_memory_add_reference(const struct gy_memory* memory);

#include "runtime/worker/broadcast.c"
#include "runtime/worker/channel.c"

#include <stdint.h>

#include "check.h"

enum { THREADS = 4, MESSAGES = 500 };

static struct gy_memory* gy_memory_add_reference(const struct gy_memory* memory) {
  __atomic_add_fetch((int*) &memory->references, 1, __ATOMIC_RELAXED);
  return (struct gy_memory*) memory;
}

static void drop(void* memory) {
  __atomic_sub_fetch(&((struct gy_memory*) memory)->references, 1, __ATOMIC_RELAXED);
}

static void wake(struct gy_mailbox* box) {
  (void) box;
}

struct speaker {
  pthread_t thread;
  uint32_t number;
  uint64_t member;
  struct gy_end* inbox;
  struct gy_mailbox box;
};

static struct gy_memory shared;

static void join(struct speaker* speaker, uint32_t number) {
  struct gy_end* ends[2];

  CHECK(gy_channel_new(ends));
  gy_mailbox_open(&speaker->box, wake);
  speaker->number = number;
  speaker->inbox = ends[0];
  gy_end_attach(ends[0], &speaker->box, NULL);
  speaker->member = gy_broadcast_join(speaker, "name", 4, ends[1]);
}

static void* speak(void* arg) {
  struct speaker* speaker = arg;

  for (uint32_t i = 0; i < MESSAGES; i++) {
    uint32_t value = speaker->number * MESSAGES + i;
    struct gy_message* message = gy_message_new(sizeof(value));
    memcpy(message->bytes, &value, sizeof(value));
    message->parts = calloc(1, sizeof(*message->parts));
    message->parts[message->part_count++] =
        (struct gy_message_part){.data = gy_memory_add_reference(&shared), .drop = drop};
    gy_broadcast_post(speaker->member, message);
  }
  return NULL;
}

/* The next message that neither of two members has sent. */
static uint32_t next_of(struct speaker* speaker, uint32_t other) {
  struct gy_message* message;
  uint32_t value = UINT32_MAX;

  do {
    message = gy_end_take(speaker->inbox, NULL);
    if (message == NULL)
      return UINT32_MAX;
    memcpy(&value, message->bytes, sizeof(value));
    gy_message_free(message);
  } while (value / MESSAGES == other);
  return value;
}

TEST(all_members_get_all_messages_in_one_order) {
  static struct speaker speakers[THREADS];
  uint32_t count = 0, one, two;

  for (uint32_t i = 0; i < THREADS; i++)
    join(&speakers[i], i);
  for (int i = 0; i < THREADS; i++)
    CHECK_EQ(pthread_create(&speakers[i].thread, NULL, speak, &speakers[i]), 0);
  for (int i = 0; i < THREADS; i++)
    CHECK_EQ(pthread_join(speakers[i].thread, NULL), 0);
  do {
    one = next_of(&speakers[0], 1);
    two = next_of(&speakers[1], 0);
    CHECK_EQ(one, two);
    count++;
  } while (one != UINT32_MAX);
  CHECK_EQ(count - 1, (THREADS - 2) * MESSAGES);
  for (int i = 0; i < THREADS; i++) {
    gy_broadcast_leave_all(&speakers[i]);
    gy_end_close(speakers[i].inbox);
    gy_mailbox_close(&speakers[i].box);
  }
  CHECK_EQ(shared.references, 0);
}

static void* come_and_go(void* arg) {
  struct speaker speaker;

  for (uint32_t i = 0; i < MESSAGES / 5; i++) {
    join(&speaker, (uint32_t) (uintptr_t) arg);
    gy_broadcast_post(speaker.member, gy_message_new(0));
    if (i % 2 == 0) { /* the member leaves first, or the end that listens */
      gy_broadcast_leave(speaker.member);
      gy_end_close(speaker.inbox);
    } else {
      gy_end_close(speaker.inbox);
      gy_broadcast_leave(speaker.member);
    }
    gy_mailbox_close(&speaker.box);
  }
  return NULL;
}

TEST(members_come_and_go_while_others_post) {
  pthread_t threads[THREADS];

  for (uintptr_t i = 0; i < THREADS; i++)
    CHECK_EQ(pthread_create(&threads[i], NULL, come_and_go, (void*) i), 0);
  for (int i = 0; i < THREADS; i++)
    CHECK_EQ(pthread_join(threads[i], NULL), 0);
  CHECK(members == NULL);
}
