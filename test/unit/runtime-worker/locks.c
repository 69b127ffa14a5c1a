/* Locks of several threads, without an engine: exclusion, order, stealing, owners that end. */
#include "runtime/worker/locks.c"

#include "runtime/worker/channel.c"

#include "check.h"

enum { THREADS = 4, ROUNDS = 200 };

struct box {
  struct gy_mailbox mail;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  unsigned wakes;
  struct gy_end* inbox;
};

static void wake(struct gy_mailbox* mail) {
  struct box* box = (struct box*) mail;

  pthread_mutex_lock(&box->lock);
  box->wakes++;
  pthread_cond_signal(&box->changed);
  pthread_mutex_unlock(&box->lock);
}

static void open_box(struct box* box) {
  struct gy_end* ends[2];

  memset(box, 0, sizeof(*box));
  gy_mailbox_open(&box->mail, wake);
  pthread_mutex_init(&box->lock, NULL);
  pthread_cond_init(&box->changed, NULL);
  CHECK(gy_channel_new(ends));
  box->inbox = ends[0];
  gy_end_attach(ends[0], &box->mail, NULL);
  CHECK(gy_locks_open(box, 7, ends[1], gy_message_new(0)));
}

static void close_box(struct box* box) {
  gy_locks_close(box);
  gy_end_close(box->inbox);
  gy_mailbox_close(&box->mail);
}

/* Sleeps until there is an event, as a loop would. */
static int wait_for_event(struct box* box, uint64_t* id) {
  struct gy_message* message;
  int event;

  while ((event = gy_locks_next_event(box, id)) == 0) {
    pthread_mutex_lock(&box->lock);
    while (box->wakes == 0)
      pthread_cond_wait(&box->changed, &box->lock);
    box->wakes = 0;
    pthread_mutex_unlock(&box->lock);
    while (gy_mailbox_next(&box->mail) != NULL)
      while ((message = gy_end_take(box->inbox, NULL)) != NULL)
        gy_message_free(message);
  }
  return event;
}

static uint64_t request(struct box* box, bool is_shared, bool steals, bool* is_held) {
  struct gy_lock_request wanted = {
      .name = "name", .length = 4, .is_shared = is_shared, .steals = steals};

  return gy_locks_request(box, &wanted, is_held);
}

static unsigned counter; /* guarded by the lock under test, and by nothing else */

static void* count(void* arg) {
  struct box box;

  open_box(&box);
  for (int i = 0; i < ROUNDS; i++) {
    uint64_t granted;
    bool is_held;
    uint64_t id = request(&box, false, false, &is_held);
    if (!is_held) {
      CHECK_EQ(wait_for_event(&box, &granted), GY_LOCK_GRANTED);
      CHECK(granted == id);
    }
    counter++;
    gy_locks_release(id);
  }
  request(&box, false, false, &(bool){false}); /* the owner ends with a lock, or a request */
  close_box(&box);
  return arg;
}

TEST(an_exclusive_lock_has_one_owner) {
  pthread_t threads[THREADS];

  for (int i = 0; i < THREADS; i++)
    CHECK_EQ(pthread_create(&threads[i], NULL, count, NULL), 0);
  for (int i = 0; i < THREADS; i++)
    CHECK_EQ(pthread_join(threads[i], NULL), 0);
  CHECK_EQ(counter, THREADS * ROUNDS);
  CHECK(requests == NULL);
  CHECK(clients == NULL);
}

TEST(shared_locks_wait_for_an_earlier_exclusive_request) {
  uint64_t first, second, third, id;
  struct box box;
  bool is_held;

  open_box(&box);
  first = request(&box, true, false, &is_held);
  CHECK(is_held);
  second = request(&box, false, false, &is_held);
  CHECK(!is_held);
  third = request(&box, true, false, &is_held);
  CHECK(!is_held);
  gy_locks_release(second); /* withdrawn: the shared one need not wait any more */
  CHECK_EQ(wait_for_event(&box, &id), GY_LOCK_GRANTED);
  CHECK(id == third);
  gy_locks_release(first);
  gy_locks_release(third);
  close_box(&box);
}

TEST(a_stolen_lock_is_reported_once_and_released_by_nobody) {
  uint64_t first, thief, id;
  struct box box;
  bool is_held;

  open_box(&box);
  first = request(&box, false, false, &is_held);
  thief = request(&box, false, true, &is_held);
  CHECK(is_held);
  CHECK_EQ(wait_for_event(&box, &id), GY_LOCK_STOLEN);
  CHECK(id == first);
  CHECK_EQ(gy_locks_next_event(&box, &id), 0);
  gy_locks_release(first);
  request(&box, false, false, &is_held);
  CHECK(!is_held);
  gy_locks_release(thief);
  CHECK_EQ(wait_for_event(&box, &id), GY_LOCK_GRANTED);
  close_box(&box);
  CHECK(requests == NULL);
}
