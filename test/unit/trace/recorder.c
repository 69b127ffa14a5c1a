/* trace/recorder.c: invariant (2), an event is read whole or not at all. */
#include <check.h>

#include "trace/watch.h"

#if UV__TRACE

enum { ROUNDS = 300000 };

static struct uv__event events[8];
static struct uv__recorder ring = {.mask = 7, .events = events};
static int writing;

/* As a loop's thread does it. */
#  include "trace/recorder.c"

static void writer(void* arg) {
  for (uint64_t i = 0; i < ROUNDS; i++) {
    struct uv__event e = {.type = 1, .began = i, .ended = i, .value = i, .turn = i};
    uv__recorder_put(&ring, i, &e);
    __atomic_store_n(&ring.next, i + 1, __ATOMIC_RELEASE);
  }
  __atomic_store_n(&writing, 0, __ATOMIC_RELEASE);
}

TEST(a_reader_sees_no_torn_event) {
  uv_thread_t thread;
  struct uv__event e;
  uint64_t whole = 0;

  writing = 1;
  CHECK_OK(uv_thread_create(&thread, writer, NULL));
  while (__atomic_load_n(&writing, __ATOMIC_ACQUIRE)) {
    uint64_t next = __atomic_load_n(&ring.next, __ATOMIC_ACQUIRE);
    for (uint64_t number = next > 8 ? next - 8 : 0; number < next; number++) {
      if (!uv__recorder_read(&ring, number, &e))
        continue;
      whole++;
      CHECK_EQ(e.seq, number + 1);
      CHECK(e.began == number && e.ended == number && e.value == number && e.turn == number);
    }
  }
  CHECK_OK(uv_thread_join(&thread));
  for (uint64_t number = 0; number < ROUNDS; number++)
    CHECK_EQ(uv__recorder_read(&ring, number, &e), number >= ROUNDS - 8);
}

#endif
