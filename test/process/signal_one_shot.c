/* One-shot handles, and what the kernel is told to do with a signal. */
#include "check.h"

#include <dirent.h>
#include <signal.h>

static uv_loop_t loop;
static uv_signal_t a, b;
static int calls;

static void count(uv_signal_t* h, int signum) {
  calls++;
}

static void again(uv_signal_t* h, int signum) {
  if (++calls < 3)
    CHECK_OK(uv_signal_start_oneshot(h, again, signum));
}

static void init(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_signal_init(&loop, &a));
  CHECK_OK(uv_signal_init(&loop, &b));
}

static void finish(void) {
  uv_close((uv_handle_t*) &a, NULL);
  uv_close((uv_handle_t*) &b, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

static void turn(void) {
  uv_run(&loop, UV_RUN_NOWAIT);
}

static struct sigaction installed(int signum) {
  struct sigaction action;
  CHECK_OK(sigaction(signum, NULL, &action));
  return action;
}

TEST(a_one_shot_handle_is_called_once) {
  init();
  CHECK_OK(uv_signal_start_oneshot(&a, count, SIGURG));
  raise(SIGURG);
  raise(SIGURG); /* the default: nothing */
  turn();
  CHECK_EQ(calls, 1);
  CHECK(!uv_is_active((uv_handle_t*) &a));
  raise(SIGURG);
  turn();
  CHECK_EQ(calls, 1);
  finish();
}

TEST(a_one_shot_handle_can_be_started_in_its_callback) {
  init();
  CHECK_OK(uv_signal_start_oneshot(&a, again, SIGUSR1));
  for (int i = 0; i < 3; i++) {
    raise(SIGUSR1);
    turn();
  }
  CHECK_EQ(calls, 3);
  CHECK(!uv_is_active((uv_handle_t*) &a));
  finish();
}

TEST(one_shot_and_lasting_handles_mix) {
  init();
  CHECK_OK(uv_signal_start_oneshot(&a, count, SIGUSR1));
  CHECK_OK(uv_signal_start(&b, count, SIGUSR1));
  for (int i = 0; i < 5; i++)
    raise(SIGUSR1);
  turn();
  CHECK_EQ(calls, 6);
  finish();
}

/* The default comes back with delivery, not when the loop gets to it: a second Ctrl-C ends a
 * program that is stuck. */
TEST(the_handler_goes_at_once_when_all_handles_are_one_shot) {
  init();
  CHECK_OK(uv_signal_start_oneshot(&a, count, SIGUSR1));
  CHECK(installed(SIGUSR1).sa_flags & SA_RESETHAND);
  CHECK_OK(uv_signal_start(&b, count, SIGUSR1));
  CHECK(!(installed(SIGUSR1).sa_flags & SA_RESETHAND));
  CHECK_OK(uv_signal_stop(&b));
  CHECK(installed(SIGUSR1).sa_flags & SA_RESETHAND);
  raise(SIGUSR1);
  CHECK(installed(SIGUSR1).sa_handler == SIG_DFL);

  /* Started before the loop noticed: there must be a handler for it. */
  CHECK_OK(uv_signal_start_oneshot(&b, count, SIGUSR1));
  CHECK(installed(SIGUSR1).sa_handler != SIG_DFL);
  turn();
  CHECK_EQ(calls, 1);
  raise(SIGUSR1);
  turn();
  CHECK_EQ(calls, 2);
  finish();
}

TEST(starting_again_can_turn_one_shot_into_lasting) {
  init();
  CHECK_OK(uv_signal_start_oneshot(&a, count, SIGUSR1));
  CHECK_OK(uv_signal_start(&a, count, SIGUSR1));
  raise(SIGUSR1);
  raise(SIGUSR1);
  turn();
  CHECK_EQ(calls, 2);
  finish();
}

TEST(the_default_returns_with_the_last_handle) {
  init();
  CHECK_OK(uv_signal_start(&a, count, SIGUSR1));
  CHECK_OK(uv_signal_start(&b, count, SIGUSR1));
  CHECK(installed(SIGUSR1).sa_flags & SA_RESTART);
  CHECK_OK(uv_signal_stop(&a));
  CHECK(installed(SIGUSR1).sa_handler != SIG_DFL);
  CHECK_OK(uv_signal_stop(&b));
  CHECK(installed(SIGUSR1).sa_handler == SIG_DFL);
  finish();
}

TEST(shutting_the_library_down_removes_the_handlers) {
  init();
  CHECK_OK(uv_signal_start(&a, count, SIGUSR1));
  uv_library_shutdown();
  CHECK(installed(SIGUSR1).sa_handler == SIG_DFL);
  finish();
}

static int open_files(void) {
  DIR* dir = opendir("/proc/self/fd");
  int count = 0;

  while (readdir(dir) != NULL)
    count++;
  closedir(dir);
  return count;
}

TEST(a_loop_without_active_handles_needs_no_pipe) {
  int before, after;

  CHECK_OK(uv_loop_init(&loop));
  before = open_files();
  CHECK_OK(uv_signal_init(&loop, &a));
  CHECK_OK(uv_signal_init(&loop, &b));
  after = open_files();
  CHECK_EQ(before, after);
  CHECK_OK(uv_signal_start(&a, count, SIGUSR1));
  CHECK_GT(open_files(), before);
  finish();
}
