/* B3.7: a handle that is not about the network may be closed, and freed by an inner run, in its own
 * callback; those of its kind that come after it are still called. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "vanish.h"

#define loop vanish_loop
#define H(h) ((uv_handle_t*) (h))

static int others;

/* Of two handles, whichever is called first vanishes; the other one closes as usual. */
static void first_vanishes(void* handle) {
  if (vanish_calls == 0) {
    vanish(handle);
    return;
  }
  others++;
  if (!uv_is_closing(handle))
    uv_close(handle, (uv_close_cb) free);
}

#define PHASE(name)                              \
  static void on_##name(uv_##name##_t* h) {      \
    first_vanishes(h);                           \
  }                                              \
  TEST(name##_vanishes_in_its_callback) {        \
    CHECK_OK(uv_loop_init(&loop));               \
    for (int i = 0; i < 2; i++) {                \
      uv_##name##_t* h = vanish_new(sizeof(*h)); \
      CHECK_OK(uv_##name##_init(&loop, h));      \
      CHECK_OK(uv_##name##_start(h, on_##name)); \
    }                                            \
    while (uv_run(&loop, UV_RUN_NOWAIT))         \
      continue;                                  \
    vanish_end();                                \
    CHECK_EQ(others, 1);                         \
  }

PHASE(idle)
PHASE(prepare)
PHASE(check)

static void on_timer(uv_timer_t* h) {
  first_vanishes(h);
}

/* Many: they are then run from a sorted array. */
static void timers(int count, uint64_t repeat) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < count; i++) {
    uv_timer_t* h = vanish_new(sizeof(*h));
    CHECK_OK(uv_timer_init(&loop, h));
    CHECK_OK(uv_timer_start(h, on_timer, 0, repeat));
  }
  vanish_end();
  CHECK_EQ(others, count - 1);
}

TEST(timer_vanishes_in_its_callback) {
  timers(2, 0);
}

TEST(repeating_timer_vanishes_in_its_callback) {
  timers(2, 1);
}

TEST(timer_vanishes_among_many) {
  timers(3000, 0);
}

static void on_async(uv_async_t* h) {
  first_vanishes(h);
}

TEST(async_vanishes_in_its_callback) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++) {
    uv_async_t* h = vanish_new(sizeof(*h));
    CHECK_OK(uv_async_init(&loop, h, on_async));
    CHECK_OK(uv_async_send(h));
  }
  vanish_end();
  CHECK_EQ(others, 1);
}

static void on_signal(uv_signal_t* h, int signum) {
  (void) signum;
  first_vanishes(h);
}

TEST(signal_vanishes_in_its_callback) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++) {
    uv_signal_t* h = vanish_new(sizeof(*h));
    CHECK_OK(uv_signal_init(&loop, h));
    CHECK_OK(uv_signal_start(h, on_signal, SIGUSR1));
  }
  CHECK_OK(raise(SIGUSR1));
  vanish_end();
  CHECK_EQ(others, 1);
}

static void on_poll(uv_poll_t* h, int status, int events) {
  (void) status;
  (void) events;
  first_vanishes(h);
}

TEST(poll_vanishes_in_its_callback) {
  int fds[2][2];

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++) {
    uv_poll_t* h = vanish_new(sizeof(*h));
    CHECK_OK(pipe2(fds[i], O_CLOEXEC));
    CHECK_OK(uv_poll_init(&loop, h, fds[i][1]));
    CHECK_OK(uv_poll_start(h, UV_WRITABLE, on_poll));
  }
  vanish_end();
  CHECK_EQ(others, 1);
  for (int i = 0; i < 4; i++)
    close(fds[i / 2][i % 2]);
}

static void on_exit_status(uv_process_t* h, int64_t status, int term_signal) {
  (void) term_signal;
  CHECK_EQ(status, 0);
  first_vanishes(h);
}

TEST(process_vanishes_in_its_callback) {
  char* args[] = {"true", NULL};
  uv_process_options_t options = {.file = "true", .args = args, .exit_cb = on_exit_status};

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++)
    CHECK_OK(uv_spawn(&loop, vanish_new(sizeof(uv_process_t)), &options));
  vanish_end();
  CHECK_EQ(others, 1);
}

static void on_event(uv_fs_event_t* h, const char* name, int events, int status) {
  (void) name;
  (void) events;
  (void) status;
  first_vanishes(h);
}

TEST(fs_event_vanishes_in_its_callback) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++) {
    uv_fs_event_t* h = vanish_new(sizeof(*h));
    CHECK_OK(uv_fs_event_init(&loop, h));
    CHECK_OK(uv_fs_event_start(h, on_event, ".", 0));
  }
  close(open("news", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  vanish_end();
  CHECK_EQ(others, 1);
}

/* Its close callback has to wait for the session that is calling back, so no inner run can free it;
 * but it must not be lost either. */
static void on_fs_poll(uv_fs_poll_t* h, int status, const uv_stat_t* before, const uv_stat_t* now) {
  (void) before;
  (void) now;
  CHECK_EQ(status, UV_ENOENT);
  vanish_calls++;
  uv_close(H(h), vanish_free);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(vanish_gone, 0);
}

TEST(fs_poll_closes_in_its_callback) {
  uv_fs_poll_t* h = vanish_new(sizeof(*h));

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_poll_init(&loop, h));
  CHECK_OK(uv_fs_poll_start(h, on_fs_poll, "nothing", 1));
  vanish_end();
}

static void on_walk(uv_handle_t* h, void* arg) {
  (void) arg;
  first_vanishes(h);
}

TEST(handle_vanishes_while_they_are_walked) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_timer_init(&loop, vanish_new(sizeof(uv_timer_t))));
  uv_walk(&loop, on_walk, NULL);
  vanish_end();
  CHECK_EQ(others, 2);
}
