/* uv_poll_stop() and uv_close() silence at once, also events that were fetched already. */
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

enum { HANDLES = 4 };

static uv_loop_t loop;
static uv_poll_t handles[HANDLES];
static int pairs[HANDLES][2];
static int calls;

static void stop_others(uv_poll_t* h, int status, int events) {
  calls++;
  for (int i = 0; i < HANDLES; i++)
    CHECK_OK(uv_poll_stop(&handles[i]));
}

static void close_others(uv_poll_t* h, int status, int events) {
  calls++;
  for (int i = 0; i < HANDLES; i++)
    uv_close((uv_handle_t*) &handles[i], NULL);
}

/* All are ready; the first to be called ends them all. */
static void run(uv_poll_cb cb) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < HANDLES; i++) {
    CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]));
    CHECK_OK(uv_poll_init(&loop, &handles[i], pairs[i][0]));
    CHECK_OK(uv_poll_start(&handles[i], UV_WRITABLE, cb));
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
}

static void finish(void) {
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  for (int i = 0; i < HANDLES; i++) {
    close(pairs[i][0]);
    close(pairs[i][1]);
  }
}

TEST(poll_stop_silences_at_once) {
  run(stop_others);
  for (int i = 0; i < HANDLES; i++)
    uv_close((uv_handle_t*) &handles[i], NULL);
  finish();
}

TEST(poll_close_silences_at_once) {
  run(close_others);
  finish();
}

TEST(poll_an_unreferenced_handle_does_not_keep_the_loop) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[0]));
  CHECK_OK(uv_poll_init(&loop, &handles[0], pairs[0][0]));
  CHECK_OK(uv_poll_start(&handles[0], UV_READABLE, stop_others));
  uv_unref((uv_handle_t*) &handles[0]);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_close((uv_handle_t*) &handles[0], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  close(pairs[0][0]);
  close(pairs[0][1]);
}
