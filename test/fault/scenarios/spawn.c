/* Child processes: their input and output, their environment and folder, their end. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "scenario.h"

static uv_process_t child, sleeper;
static uv_pipe_t to_child, from_child;
static uv_write_t writing;
static uv_shutdown_t shutting;
static char in[200];
static size_t got;

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  (void) handle, (void) suggested;
  *buf = uv_buf_init(in + got, (unsigned) (sizeof(in) - got));
}

static void on_output(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  (void) buf;
  if (nread == UV_EOF) {
    uv_close((uv_handle_t*) stream, NULL);
    must(got == 10 && memcmp(in, "value\nhey\n", 10) == 0);
    goal();
    return;
  }
  if (!failed("output", nread))
    got += (size_t) nread;
}

static void on_exit_(uv_process_t* process, int64_t status, int term_signal) {
  must(status == 3 && term_signal == 0);
  goal();
  uv_close((uv_handle_t*) process, NULL);
}

static void on_written(uv_write_t* req, int status) {
  (void) req;
  if (status != UV_ECANCELED)
    failed("written", status);
}

static void on_shutdown(uv_shutdown_t* req, int status) {
  if (status != UV_ECANCELED && !failed("shutdown", status))
    uv_close((uv_handle_t*) req->handle, NULL);
}

/* The end of its input is the end of the child, so it cannot outlive this scenario. */
SCENARIO(spawn_stdio) {
  static char* args[] = {"sh", "-c", "echo $NAME; cat; test $PWD = / && exit 3", NULL};
  static char* env[] = {"NAME=value", "PATH=/usr/bin:/bin", NULL};
  uv_stdio_container_t stdio[3];
  uv_process_options_t options = {.exit_cb = on_exit_,
                                  .file = "sh",
                                  .args = args,
                                  .env = env,
                                  .cwd = "/",
                                  .stdio_count = 3,
                                  .stdio = stdio};

  if (failed("pipe_init", uv_pipe_init(loop, &to_child, 0)) ||
      failed("pipe_init", uv_pipe_init(loop, &from_child, 0)))
    return;
  stdio[0] = (uv_stdio_container_t){.flags = UV_CREATE_PIPE | UV_READABLE_PIPE,
                                    .data.stream = (uv_stream_t*) &to_child};
  stdio[1] = (uv_stdio_container_t){.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE,
                                    .data.stream = (uv_stream_t*) &from_child};
  stdio[2] = (uv_stdio_container_t){.flags = UV_INHERIT_FD, .data.fd = 2};
  if (failed("spawn", uv_spawn(loop, &child, &options)))
    return;
  uv_buf_t buf = uv_buf_init("hey\n", 4);
  if (failed("write", uv_write(&writing, (uv_stream_t*) &to_child, &buf, 1, on_written)) ||
      failed("uv_shutdown", uv_shutdown(&shutting, (uv_stream_t*) &to_child, on_shutdown)))
    return;
  failed("read_start", uv_read_start((uv_stream_t*) &from_child, on_alloc, on_output));
}

static void on_killed(uv_process_t* process, int64_t status, int term_signal) {
  (void) status;
  must(term_signal == SIGKILL || term_signal == SIGTERM);
  goal();
  uv_close((uv_handle_t*) process, NULL);
}

SCENARIO(spawn_kill) {
  static char* args[] = {"cat", NULL};
  uv_stdio_container_t stdio[1] = {
      {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t*) &to_child}};
  uv_process_options_t options = {.exit_cb = on_killed,
                                  .file = "cat",
                                  .args = args,
                                  .flags = UV_PROCESS_DETACHED,
                                  .stdio_count = 1,
                                  .stdio = stdio};

  if (failed("pipe_init", uv_pipe_init(loop, &to_child, 0)) ||
      failed("spawn", uv_spawn(loop, &sleeper, &options)))
    return;
  if (note("process_kill", uv_process_kill(&sleeper, SIGTERM)) != 0 &&
      note("kill", uv_kill(uv_process_get_pid(&sleeper), SIGKILL)) != 0)
    close_all(loop);
}

/* More descriptors than the usual three, as another user, and a script that does not say by whom it
 * is to be read. */
static void on_script_exit(uv_process_t* process, int64_t status, int term_signal) {
  must(term_signal == 0 && (status == 0 || status == 7));
  if (status == 7)
    goal();
  uv_close((uv_handle_t*) process, NULL);
}

SCENARIO(spawn_script) {
  static char* args[] = {"./script", "7", NULL};
  static uv_stdio_container_t stdio[10];
  uv_process_options_t options = {.exit_cb = on_script_exit,
                                  .file = "./script",
                                  .args = args,
                                  .flags = UV_PROCESS_SETUID | UV_PROCESS_SETGID,
                                  .uid = getuid(),
                                  .gid = getgid(),
                                  .stdio_count = 10,
                                  .stdio = stdio};
  int fd = open("script", O_WRONLY | O_CREAT | O_CLOEXEC, 0700);

  must(fd >= 0 && write(fd, "exit $1\n", 8) == 8 && close(fd) == 0);
  stdio[9] = (uv_stdio_container_t){.flags = UV_INHERIT_FD, .data.fd = 0};
  stdio[3] = (uv_stdio_container_t){.flags = UV_INHERIT_FD, .data.fd = 1};
  failed("spawn", uv_spawn(loop, &child, &options));
}

SCENARIO(spawn_missing) {
  static char* args[] = {"no-such-program", NULL};
  uv_process_options_t options = {.file = "no-such-program", .args = args};

  uv_disable_stdio_inheritance();
  if (note("spawn", uv_spawn(loop, &child, &options)) == UV_ENOENT)
    goal();
  must(!uv_is_active((uv_handle_t*) &child));
}
