/* A poll handle tells what a descriptor is ready for, as long as it is. */
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static uv_loop_t loop;
static uv_poll_t handle;
static int pair[2];
static int calls, seen_status, seen_events;

static void on_poll(uv_poll_t* h, int status, int events) {
  calls++;
  seen_status = status;
  seen_events = events;
}

static void start(void) {
  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &handle, pair[0]));
  CHECK_EQ(uv_is_active((uv_handle_t*) &handle), 0);
}

static void finish(void) {
  uv_close((uv_handle_t*) &handle, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  close(pair[0]);
}

/* The events of one turn; 0 when there was no call. */
static int turn(int wanted) {
  seen_events = 0;
  calls = 0;
  CHECK_OK(uv_poll_start(&handle, wanted, on_poll));
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_LE(calls, 1);
  CHECK_EQ(seen_status, 0);
  return seen_events;
}

TEST(poll_tells_only_what_is_wanted) {
  int all = UV_READABLE | UV_WRITABLE | UV_DISCONNECT | UV_PRIORITIZED;

  start();
  CHECK_EQ(turn(UV_READABLE), 0);
  CHECK_EQ(turn(UV_WRITABLE), UV_WRITABLE);
  CHECK_EQ(turn(all), UV_WRITABLE);
  CHECK_EQ(write(pair[1], "x", 1), 1);
  CHECK_EQ(turn(all), UV_READABLE | UV_WRITABLE);
  CHECK_EQ(turn(UV_READABLE), UV_READABLE);
  CHECK_EQ(turn(UV_READABLE), UV_READABLE); /* still: level-triggered */
  CHECK_EQ(turn(UV_DISCONNECT), 0);
  CHECK_OK(shutdown(pair[1], SHUT_WR));
  CHECK_EQ(turn(UV_DISCONNECT), UV_DISCONNECT);
  CHECK_EQ(turn(all), UV_READABLE | UV_WRITABLE | UV_DISCONNECT);
  close(pair[1]);
  CHECK_EQ(turn(UV_WRITABLE), UV_WRITABLE);
  finish();
}

TEST(poll_start_replaces_the_events_and_zero_stops) {
  start();
  CHECK_OK(uv_poll_start(&handle, UV_WRITABLE, on_poll));
  CHECK_EQ(uv_is_active((uv_handle_t*) &handle), 1);
  CHECK_EQ(turn(UV_READABLE), 0);
  CHECK_OK(uv_poll_start(&handle, 0, on_poll));
  CHECK_EQ(uv_is_active((uv_handle_t*) &handle), 0);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_OK(uv_poll_stop(&handle));
  CHECK_EQ(turn(UV_WRITABLE), UV_WRITABLE);
  close(pair[1]);
  finish();
}

/* A hang-up alone is told as whatever was asked for: trying is how its owner finds out. */
TEST(poll_tells_a_hang_up_as_all_that_is_wanted) {
  static const int wanted[] = {UV_READABLE, UV_WRITABLE, UV_DISCONNECT, UV_PRIORITIZED,
                               UV_READABLE | UV_WRITABLE};

  CHECK_OK(pipe(pair));
  close(pair[1]);
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &handle, pair[0]));
  for (int i = 0; i < 5; i++)
    CHECK_EQ(turn(wanted[i]), wanted[i]);
  finish();
}

/* The write end of a pipe that nobody reads. */
TEST(poll_ends_with_ebadf_on_an_error) {
  int ends[2];

  CHECK_OK(pipe(ends));
  pair[0] = ends[1];
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &handle, pair[0]));
  CHECK_OK(uv_poll_start(&handle, UV_WRITABLE, on_poll));
  close(ends[0]);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
  CHECK_EQ(seen_status, UV_EBADF);
  CHECK_EQ(seen_events, 0);
  CHECK_EQ(uv_is_active((uv_handle_t*) &handle), 0);
  finish();
}
