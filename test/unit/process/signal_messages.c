/* Messages that come in pieces (src/process/signal.c, 2). */
#include "check.h"

#include <signal.h>
#include <unistd.h>

static ssize_t read_little(int fd, void* buf, size_t size) {
  return read(fd, buf, size > 5 ? 5 : size);
}

#define read read_little
#include "../../../src/process/signal.c"
#undef read

static int calls;

static void count(uv_signal_t* h, int signum) {
  CHECK_EQ(signum, SIGUSR1);
  calls++;
}

TEST(a_message_that_is_cut_is_put_together) {
  uv_signal_t handle;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_signal_init(&loop, &handle));
  CHECK_OK(uv_signal_start(&handle, count, SIGUSR1));
  for (int i = 0; i < 10; i++)
    raise(SIGUSR1);
  for (int i = 0; i < 10 && calls < 10; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 10);
  uv_close((uv_handle_t*) &handle, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}
