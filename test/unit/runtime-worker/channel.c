/* Channels between threads, without an engine: order, wake-ups, ends that move and close. */
#include "runtime/worker/channel.c"

#include <string.h>

#include "check.h"

enum { MESSAGES = 20000, HOPS = 200 };

/* A thread's mailbox: wake() signals a condition, as the runtime wakes a loop. */
struct box {
  struct gy_mailbox mail;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  unsigned wakes, taken;
};

static void wake(struct gy_mailbox* mail) {
  struct box* box = (struct box*) mail;

  pthread_mutex_lock(&box->lock);
  box->wakes++;
  pthread_cond_signal(&box->changed);
  pthread_mutex_unlock(&box->lock);
}

static void open_box(struct box* box) {
  memset(box, 0, sizeof(*box));
  gy_mailbox_open(&box->mail, wake);
  pthread_mutex_init(&box->lock, NULL);
  pthread_cond_init(&box->changed, NULL);
}

/* Sleeps until somebody has woken the box since the last call. */
static void sleep_in(struct box* box) {
  pthread_mutex_lock(&box->lock);
  while (box->wakes == box->taken)
    pthread_cond_wait(&box->changed, &box->lock);
  box->taken = box->wakes;
  pthread_mutex_unlock(&box->lock);
}

static struct gy_message* number(uint32_t value) {
  struct gy_message* message = gy_message_new(sizeof(value));

  memcpy(message->bytes, &value, sizeof(value));
  return message;
}

static uint32_t value_of(struct gy_message* message) {
  uint32_t value;

  memcpy(&value, message->bytes, sizeof(value));
  gy_message_free(message);
  return value;
}

static void* post_all(void* end) {
  for (uint32_t i = 0; i < MESSAGES; i++)
    gy_end_post(end, number(i));
  gy_end_close(end);
  return NULL;
}

TEST(messages_of_another_thread_arrive_in_order_and_then_the_end) {
  struct gy_end* ends[2];
  struct gy_message* message;
  struct box box;
  pthread_t thread;
  uint32_t next = 0;
  bool is_over = false;

  open_box(&box);
  CHECK(gy_channel_new(ends));
  gy_end_attach(ends[0], &box.mail, &next);
  pthread_create(&thread, NULL, post_all, ends[1]);
  while (!is_over) {
    sleep_in(&box);
    while (gy_mailbox_next(&box.mail) != NULL) {
      is_over = gy_end_is_alone(ends[0]); /* asked before the last message is taken */
      while ((message = gy_end_take(ends[0], NULL)) != NULL)
        CHECK_EQ(value_of(message), next++);
    }
  }
  CHECK_EQ(next, MESSAGES);
  CHECK(!gy_end_post(ends[0], number(1)));
  pthread_join(thread, NULL);
  gy_end_close(ends[0]);
  gy_mailbox_close(&box.mail);
}

TEST(a_batch_wakes_once) {
  struct gy_end* ends[2];
  struct box box;

  open_box(&box);
  CHECK(gy_channel_new(ends));
  gy_end_attach(ends[0], &box.mail, NULL);
  for (uint32_t i = 0; i < 100; i++)
    gy_end_post(ends[1], number(i));
  CHECK_EQ(box.wakes, 1);
  CHECK(gy_mailbox_next(&box.mail) == ends[0]);
  CHECK(gy_mailbox_next(&box.mail) == NULL);
  for (uint32_t i = 0; i < 100; i++)
    CHECK_EQ(value_of(gy_end_take(ends[0], NULL)), i);
  CHECK(gy_end_take(ends[0], NULL) == NULL);
  gy_end_post(ends[1], number(7));
  CHECK_EQ(box.wakes, 2);
  gy_end_close(ends[1]);
  gy_end_close(ends[0]);
  gy_mailbox_close(&box.mail);
}

TEST(who_is_awake_is_not_woken_and_told_when_it_goes_to_sleep) {
  struct gy_end* ends[2];
  struct box box;
  unsigned flags;

  open_box(&box);
  CHECK(gy_channel_new(ends));
  gy_end_attach(ends[0], &box.mail, NULL);
  gy_mailbox_stay_awake(&box.mail);
  gy_end_post(ends[1], number(1));
  CHECK_EQ(box.wakes, 0);
  CHECK_EQ(box.mail.words[0], 1);
  CHECK(gy_mailbox_sleep(&box.mail));
  CHECK(gy_mailbox_next(&box.mail) == ends[0]);
  CHECK_EQ(value_of(gy_end_take(ends[0], &flags)), 1);
  CHECK_EQ(flags, 0);
  CHECK(!gy_mailbox_sleep(&box.mail));
  gy_end_post(ends[1], number(2));
  CHECK_EQ(box.wakes, 1);
  gy_end_close(ends[1]);
  gy_end_close(ends[0]);
  gy_mailbox_close(&box.mail);
}

TEST(a_message_that_comes_while_others_are_taken_is_announced_by_them) {
  struct gy_end* ends[2];
  struct box box;
  unsigned flags;

  open_box(&box);
  CHECK(gy_channel_new(ends));
  gy_end_attach(ends[0], &box.mail, NULL);
  gy_end_post(ends[1], number(1));
  gy_end_post(ends[1], number(2));
  CHECK_EQ(value_of(gy_end_take(ends[0], &flags)), 1);
  CHECK_EQ(flags, GY_END_HAS_MORE);
  gy_end_post(ends[1], number(3));
  CHECK_EQ(value_of(gy_end_take(ends[0], &flags)), 2);
  CHECK_EQ(flags, GY_END_HAS_MORE);
  CHECK_EQ(value_of(gy_end_take(ends[0], &flags)), 3);
  CHECK_EQ(flags, 0);
  gy_end_close(ends[1]);
  gy_end_close(ends[0]);
  gy_mailbox_close(&box.mail);
}

static unsigned dropped;

static void count_drop(void* data) {
  (void) data;
  __atomic_fetch_add(&dropped, 1, __ATOMIC_RELAXED);
}

TEST(what_nobody_takes_is_dropped) {
  struct gy_message* message = gy_message_new(0);
  struct gy_end* ends[2];

  dropped = 0;
  CHECK(gy_channel_new(ends));
  message->parts = calloc(1, sizeof(*message->parts));
  message->parts[0] = (struct gy_message_part){.data = ends, .drop = count_drop};
  message->part_count = 1;
  gy_end_post(ends[0], message);
  gy_end_close(ends[0]);
  CHECK_EQ(dropped, 0);
  gy_end_close(ends[1]);
  CHECK_EQ(dropped, 1);
}

/* Two threads hand one end to each other through a second channel, while messages come in. */
struct player {
  struct box box;
  struct gy_end* link;
  uint32_t* next;
};

static void close_end(void* end) {
  gy_end_close(end);
}

static void pass_on(struct player* player, struct gy_end* end) {
  struct gy_message* message = gy_message_new(0);

  gy_end_detach(end);
  message->parts = calloc(1, sizeof(*message->parts));
  message->parts[0] = (struct gy_message_part){.data = end, .drop = close_end};
  message->part_count = 1;
  gy_end_post(player->link, message);
}

static struct gy_end* await_end(struct player* player) {
  struct gy_message* message;
  struct gy_end* end;

  while ((message = gy_end_take(player->link, NULL)) == NULL) {
    sleep_in(&player->box);
    while (gy_mailbox_next(&player->box.mail) != NULL)
      ;
  }
  end = message->parts[0].data;
  message->parts[0].data = NULL;
  gy_message_free(message);
  gy_end_attach(end, &player->box.mail, NULL);
  return end;
}

static void read_some(struct player* player, struct gy_end* end) {
  struct gy_message* message;

  for (int i = 0; i < 50 && (message = gy_end_take(end, NULL)) != NULL; i++)
    CHECK_EQ(value_of(message), (*player->next)++);
}

static void* play(void* arg) {
  struct player* player = arg;

  for (int hop = 0; hop < HOPS; hop++) {
    struct gy_end* end = await_end(player);
    read_some(player, end);
    pass_on(player, end);
  }
  return NULL;
}

TEST(an_end_that_moves_between_threads_loses_nothing) {
  struct gy_end *ends[2], *links[2];
  struct gy_message* message;
  struct player players[2];
  pthread_t threads[2], poster;
  uint32_t next = 0;

  CHECK(gy_channel_new(ends) && gy_channel_new(links));
  for (int i = 0; i < 2; i++) {
    open_box(&players[i].box);
    players[i].link = links[i];
    players[i].next = &next;
    gy_end_attach(links[i], &players[i].box.mail, NULL);
  }
  pthread_create(&poster, NULL, post_all, ends[1]);
  pass_on(&players[0], ends[0]);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, play, &players[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  pthread_join(poster, NULL);
  struct gy_end* end = await_end(&players[1]);
  while ((message = gy_end_take(end, NULL)) != NULL)
    CHECK_EQ(value_of(message), next++);
  CHECK_EQ(next, MESSAGES);
  gy_end_close(end);
  for (int i = 0; i < 2; i++) {
    gy_end_close(links[i]);
    gy_mailbox_close(&players[i].box.mail);
  }
}
