/* A terminal: a pseudo one, whose other end this program holds. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "scenario.h"

static uv_tty_t tty;
static uv_write_t writing;
static char in[100];
static int terminal = -1;

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  (void) handle, (void) suggested;
  *buf = uv_buf_init(in, sizeof(in));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  (void) buf;
  if (failed("read", nread) || nread == 0)
    return;
  must(in[0] == 'k');
  goal();
  note("reset_mode", uv_tty_reset_mode());
  note("set_mode", uv_tty_set_mode(&tty, UV_TTY_MODE_NORMAL));
  note("set_mode", uv_tty_set_mode(&tty, UV_TTY_MODE_IO)); /* and so it is closed */
  close_all(stream->loop);
}

static void on_written(uv_write_t* req, int status) {
  (void) req;
  if (status != UV_ECANCELED)
    failed("written", status);
}

static void use(uv_loop_t* loop, int fd) {
  int width, height;
  uv_buf_t buf = uv_buf_init("prompt", 6);

  must(uv_guess_handle(fd) == UV_TTY || note("guess", UV_EINVAL) != 0);
  if (failed("tty_init", uv_tty_init(loop, &tty, fd, 1)) ||
      failed("winsize", uv_tty_get_winsize(&tty, &width, &height)) ||
      failed("set_mode", uv_tty_set_mode(&tty, UV_TTY_MODE_RAW)) ||
      failed("read_start", uv_read_start((uv_stream_t*) &tty, on_alloc, on_read)) ||
      failed("write", uv_write(&writing, (uv_stream_t*) &tty, &buf, 1, on_written)))
    return;
  must(write(terminal, "k", 1) == 1);
}

SCENARIO(tty) {
  terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  must(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  int fd = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  must(fd >= 0);
  use(loop, fd);
  uv_run(loop, UV_RUN_DEFAULT);
  note("tty_reset_mode", uv_tty_reset_mode());
  close_all(loop);
  uv_run(loop, UV_RUN_DEFAULT);
  close(fd);
  close(terminal);
}
