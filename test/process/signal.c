/* Signal handles: who is called, how often, in which order. */
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static uv_loop_t loop;
static uv_signal_t a, b, c;
static char trace[64];

static void note(uv_signal_t* h, int signum) {
  size_t used = strlen(trace);

  CHECK_LT(used + 1, sizeof(trace));
  CHECK(uv_is_active((uv_handle_t*) h));
  trace[used] = h == &a ? 'a' : h == &b ? 'b' : 'c';
}

static void init(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_signal_init(&loop, &a));
  CHECK_OK(uv_signal_init(&loop, &b));
  CHECK_OK(uv_signal_init(&loop, &c));
}

static void turn(void) {
  uv_run(&loop, UV_RUN_NOWAIT);
}

static void close_handle(uv_signal_t* h) {
  if (!uv_is_closing((uv_handle_t*) h))
    uv_close((uv_handle_t*) h, NULL);
}

static void finish(void) {
  close_handle(&a);
  close_handle(&b);
  close_handle(&c);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(each_delivery_calls_each_handle_once_in_order) {
  init();
  CHECK_OK(uv_signal_start(&a, note, SIGUSR1));
  CHECK_OK(uv_signal_start(&b, note, SIGUSR2));
  CHECK_OK(uv_signal_start(&c, note, SIGUSR1));
  raise(SIGUSR1);
  raise(SIGUSR2);
  raise(SIGUSR1);
  CHECK_STR(trace, "");
  turn();
  CHECK_STR(trace, "acbac");
  turn();
  CHECK_STR(trace, "acbac");
  finish();
}

TEST(a_handle_keeps_the_loop_alive_while_active_and_referenced) {
  init();
  CHECK(!uv_loop_alive(&loop));
  CHECK_OK(uv_signal_start(&a, note, SIGUSR1));
  CHECK(uv_loop_alive(&loop));
  uv_unref((uv_handle_t*) &a);
  CHECK(!uv_loop_alive(&loop));
  uv_ref((uv_handle_t*) &a);
  CHECK_OK(uv_signal_stop(&a));
  CHECK(!uv_loop_alive(&loop));
  CHECK_OK(uv_signal_stop(&a));
  finish();
}

TEST(signals_from_before_the_start_are_not_seen) {
  init();
  CHECK_OK(uv_signal_start(&a, note, SIGUSR1));
  raise(SIGUSR1);
  CHECK_OK(uv_signal_start(&b, note, SIGUSR1));
  turn();
  CHECK_STR(trace, "a");
  raise(SIGUSR1);
  CHECK_OK(uv_signal_stop(&a));
  CHECK_OK(uv_signal_start(&a, note, SIGUSR1));
  turn();
  CHECK_STR(trace, "ab");
  finish();
}

static void stop_b_start_c(uv_signal_t* h, int signum) {
  note(h, signum);
  CHECK_OK(uv_signal_stop(&b));
  CHECK_OK(uv_signal_start(&c, note, signum));
}

TEST(a_callback_may_stop_and_start_others) {
  init();
  CHECK_OK(uv_signal_start(&a, stop_b_start_c, SIGUSR1));
  CHECK_OK(uv_signal_start(&b, note, SIGUSR1));
  raise(SIGUSR1);
  turn();
  CHECK_STR(trace, "a");
  raise(SIGUSR1);
  turn();
  CHECK_STR(trace, "aac");
  finish();
}

static void close_all(uv_signal_t* h, int signum) {
  note(h, signum);
  close_handle(&a);
  close_handle(&b);
  close_handle(&c);
}

TEST(a_closed_handle_is_not_called_for_what_is_on_its_way) {
  init();
  CHECK_OK(uv_signal_start(&a, close_all, SIGUSR1));
  CHECK_OK(uv_signal_start(&b, note, SIGUSR1));
  CHECK_OK(uv_signal_start(&c, note, SIGUSR2));
  for (int i = 0; i < 100; i++) {
    raise(SIGUSR1);
    raise(SIGUSR2);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(trace, "a");
  CHECK_OK(uv_loop_close(&loop));
}

static int depth;

static void run_inside(uv_signal_t* h, int signum) {
  note(h, signum);
  if (depth++ == 0) {
    raise(signum);
    turn();
  }
}

/* B3.7: nothing is lost when the loop runs inside a callback. */
TEST(a_callback_may_run_the_loop) {
  init();
  CHECK_OK(uv_signal_start(&a, run_inside, SIGUSR1));
  CHECK_OK(uv_signal_start(&b, note, SIGUSR1));
  raise(SIGUSR1);
  turn();
  CHECK_STR(trace, "aabb");
  finish();
}

TEST(starting_again_changes_the_callback_or_the_signal) {
  init();
  CHECK_OK(uv_signal_start(&a, close_all, SIGUSR1));
  CHECK_OK(uv_signal_start(&a, note, SIGUSR1));
  raise(SIGUSR1);
  turn();
  CHECK_STR(trace, "a");
  CHECK_OK(uv_signal_start(&a, note, SIGUSR2));
  CHECK_EQ(a.signum, SIGUSR2);
  raise(SIGUSR2);
  turn();
  CHECK_STR(trace, "aa");
  finish();
}

TEST(some_signals_cannot_be_watched) {
  static const int none[] = {-1, 0, SIGKILL, SIGSTOP, _NSIG, 4096};

  init();
  for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
    CHECK_EQ(uv_signal_start(&a, note, none[i]), UV_EINVAL);
  CHECK_EQ(uv_signal_start(&a, NULL, SIGUSR1), UV_EINVAL);
  CHECK(!uv_is_active((uv_handle_t*) &a));
  finish();
}

static int counted;

static void count(uv_signal_t* h, int signum) {
  counted++;
}

/* More than a pipe holds: some of the calls are lost, but not that a signal came. */
TEST(a_full_pipe_loses_no_signal) {
  init();
  CHECK_OK(uv_signal_start(&a, count, SIGUSR1));
  CHECK_OK(uv_signal_start(&b, note, SIGUSR2));
  errno = 0;
  for (int i = 0; i < 20000; i++)
    raise(SIGUSR1);
  raise(SIGUSR2);
  CHECK_EQ(errno, 0); /* the handler's failed writes are not seen by the code it interrupts */
  for (int i = 0; i < 1000 && trace[0] == '\0'; i++)
    turn();
  CHECK_STR(trace, "b");
  CHECK_GE(counted, 1000);
  CHECK_LT(counted, 20000);

  counted = 0;
  raise(SIGUSR1);
  turn();
  CHECK_EQ(counted, 1);
  finish();
}
