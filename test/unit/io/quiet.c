/* A loop that turns without blocking stops asking the kernel, and misses nothing for it:
 * src/io/quiet.c. What is claimed holds without a ring, too; only whether the loop was quiet cannot
 * be told then. */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "loop/internal.h"

static uv_loop_t loop;
static uv_poll_t watcher;
static int pair[2];
static int calls;

static int quiet(void) {
  return loop.internal->lull.armed;
}

static int able(void) {
  return loop.internal->lull.ring.state == UV__RING_OPEN;
}

static void on_byte(uv_poll_t* h, int status, int events) {
  char byte;
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  CHECK_EQ(read(h->io.fd, &byte, 1), 1);
  calls++;
}

static int turn(void) {
  int before = calls;
  uv_run(&loop, UV_RUN_NOWAIT);
  return calls - before;
}

static void quieten(void) {
  for (int i = 0; i < UV__QUIET_OPEN_AFTER && !quiet(); i++)
    CHECK_EQ(turn(), 0);
  CHECK_EQ(quiet(), able());
}

static void begin(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  CHECK_OK(uv_poll_init(&loop, &watcher, pair[0]));
  CHECK_OK(uv_poll_start(&watcher, UV_READABLE, on_byte));
  quieten();
}

static void finish(void) {
  uv_close((uv_handle_t*) &watcher, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  close(pair[0]);
  close(pair[1]);
}

static void send_byte(void) {
  CHECK_EQ(write(pair[1], "x", 1), 1);
}

TEST(many_turns_in_vain_make_a_loop_quiet_and_an_event_makes_it_ask) {
  begin();
  if (!able())
    SKIP("no ring that could tell");
  for (int i = 0; i < 3; i++) {
    quieten();
    CHECK(quiet());
    send_byte();
    CHECK_EQ(turn(), 1);
    CHECK(!quiet());
  }
  finish();
}

TEST(what_this_thread_writes_is_seen_by_the_next_turn) {
  begin();
  for (int i = 0; i < 1000; i++) {
    for (int k = rand() % 64; k > 0; k--)
      CHECK_EQ(turn(), 0);
    send_byte();
    CHECK_EQ(turn(), 1);
  }
  finish();
}

TEST(readiness_that_stays_is_told_again) {
  begin();
  CHECK_EQ(write(pair[1], "xyz", 3), 3);
  for (int i = 0; i < 3; i++)
    CHECK_EQ(turn(), 1);
  CHECK_EQ(turn(), 0);
  finish();
}

TEST(a_descriptor_that_is_ready_when_watched_is_seen_by_the_next_turn) {
  uv_poll_t second;
  int other[2];

  begin();
  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, other));
  CHECK_EQ(write(other[1], "x", 1), 1);
  CHECK_OK(uv_poll_init(&loop, &second, other[0]));
  CHECK_OK(uv_poll_start(&second, UV_READABLE, on_byte));
  CHECK_EQ(turn(), 1);
  uv_close((uv_handle_t*) &second, NULL);
  finish();
  close(other[0]);
  close(other[1]);
}

TEST(a_blocking_turn_of_a_quiet_loop_wakes_for_an_event) {
  begin();
  send_byte();
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(calls, 1);
  finish();
}

/* ---- Other threads ---- */

static int go, told, over;

/* Says in memory, and not through the kernel, that it has written. */
static void writes(void* arg) {
  unsigned seed = 1;
  for (int round = 1;; round++) {
    while (__atomic_load_n(&go, __ATOMIC_ACQUIRE) != round) {
      if (__atomic_load_n(&over, __ATOMIC_RELAXED))
        return;
      sched_yield();
    }
    for (volatile int k = rand_r(&seed) % 20000; k > 0; k--)
      ;
    send_byte();
    __atomic_store_n(&told, round, __ATOMIC_RELEASE);
  }
}

TEST(what_another_thread_has_written_is_seen_by_the_next_turn) {
  enum { ROUNDS = 100000 };
  uint64_t until = uv_hrtime() + (uint64_t) 4e9;
  uv_thread_t thread;
  int surprised = 0;

  begin();
  CHECK_OK(uv_thread_create(&thread, writes, NULL));
  /* A slow machine makes fewer rounds, but enough for a surprise. */
  for (int round = 1; round <= ROUNDS && (uv_hrtime() < until || (surprised == 0 && able()));
       round++) {
    int known = 0;
    __atomic_store_n(&go, round, __ATOMIC_RELEASE);
    for (unsigned turns = 1; !known; turns++) {
      known = __atomic_load_n(&told, __ATOMIC_ACQUIRE) == round;
      int was_quiet = quiet();
      surprised += turn() && was_quiet;
      if (turns % 64 == 0)
        sched_yield(); /* the other thread may need this CPU */
    }
    CHECK_EQ(calls, round);
  }
  __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
  CHECK_OK(uv_thread_join(&thread));
  CHECK(surprised > 0 || !able()); /* else this has shown nothing */
  finish();
}

static void on_async(uv_async_t* h) {
  calls++;
}

TEST(a_quiet_loop_hears_what_is_sent_to_it) {
  uv_async_t async;

  begin();
  CHECK_OK(uv_async_init(&loop, &async, on_async));
  for (int i = 0; i < 100; i++) {
    quieten();
    CHECK_OK(uv_async_send(&async));
    CHECK_EQ(turn(), 1);
  }
  uv_close((uv_handle_t*) &async, NULL);
  finish();
}

static void begins(void* arg) {
  begin();
}

TEST(a_loop_that_moves_to_another_thread_misses_nothing) {
  uv_thread_t thread;

  CHECK_OK(uv_thread_create(&thread, begins, NULL));
  CHECK_OK(uv_thread_join(&thread)); /* the ring was its own */
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2 * UV__QUIET_AFTER; k++)
      CHECK_EQ(turn(), 0);
    send_byte();
    CHECK_EQ(turn(), 1);
  }
  finish();
}

/* ---- Signals ---- */

static void on_signal(uv_signal_t* h, int signum) {
  calls++;
}

static void writes_at_once(int signum) {
  if (write(pair[1], "x", 1) != 1)
    abort();
}

TEST(a_quiet_loop_hears_signals_and_what_their_handlers_write) {
  uv_signal_t handle;

  begin();
  CHECK_OK(uv_signal_init(&loop, &handle));
  CHECK_OK(uv_signal_start(&handle, on_signal, SIGUSR1));
  signal(SIGUSR2, writes_at_once);
  for (int i = 0; i < 10; i++) {
    quieten();
    raise(SIGUSR1);
    CHECK_EQ(turn(), 1);
    quieten();
    raise(SIGUSR2);
    CHECK_EQ(turn(), 1);
  }
  uv_close((uv_handle_t*) &handle, NULL);
  finish();
}

/* ---- Its life ---- */

TEST(a_quiet_loop_is_not_alive_for_it_and_closes) {
  begin();
  uv_unref((uv_handle_t*) &watcher);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  finish();
}

TEST(a_forked_child_of_a_quiet_loop_sees_its_own_events) {
  int status;

  begin();
  pid_t child = fork();
  if (child == 0) {
    CHECK_OK(uv_loop_fork(&loop));
    quieten();
    send_byte();
    CHECK_EQ(turn(), 1);
    finish();
    _exit(0);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
  send_byte();
  CHECK_EQ(turn(), 1);
  finish();
}

TEST(a_loop_whose_descriptor_was_asked_for_is_never_quiet) {
  begin();
  CHECK_GE(uv_backend_fd(&loop), 0);
  for (int i = 0; i < 2 * UV__QUIET_OPEN_AFTER; i++)
    CHECK_EQ(turn(), 0);
  CHECK(!quiet());
  finish();
}
