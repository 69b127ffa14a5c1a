/* Descriptors of the program's own, watched by the loop. */
#include <fcntl.h>
#include <unistd.h>
#include "scenario.h"

static uv_poll_t reader, writer;
static int fds[2];

static void on_writable(uv_poll_t* handle, int status, int events) {
  if (failed("writable", status))
    return;
  must(events & UV_WRITABLE);
  must(write(fds[1], "x", 1) == 1);
  if (!failed("poll_stop", uv_poll_stop(handle)))
    goal();
}

static void on_readable(uv_poll_t* handle, int status, int events) {
  if (failed("readable", status))
    return;
  must(events & UV_READABLE);
  goal();
  close_all(handle->loop);
}

SCENARIO(poll) {
  must(pipe2(fds, O_CLOEXEC | O_NONBLOCK) == 0);
  if (!failed("poll_init", uv_poll_init(loop, &reader, fds[0])) &&
      !failed("poll_init_socket", uv_poll_init_socket(loop, &writer, fds[1])) &&
      !failed("poll_start", uv_poll_start(&reader, UV_READABLE | UV_DISCONNECT, on_readable)))
    failed("poll_start", uv_poll_start(&writer, UV_WRITABLE, on_writable));
  uv_run(loop, UV_RUN_DEFAULT);
  close_all(loop);
  uv_run(loop, UV_RUN_DEFAULT);
  close(fds[0]);
  close(fds[1]);
}
