/* A loop that goes on in a forked child, with all it watches. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "scenario.h"

static uv_timer_t timer;
static uv_signal_t signal_;
static uv_fs_event_t watcher;
static uv_pipe_t pipe_;
static uv_async_t async;
static uv_fs_t stat_req;
static int left;

static void arrived(uv_handle_t* handle) {
  goal();
  if (!uv_is_closing(handle))
    uv_close(handle, NULL);
  if (--left == 0)
    close_all(handle->loop);
}

static void on_timer(uv_timer_t* handle) {
  arrived((uv_handle_t*) handle);
}

static void on_signal(uv_signal_t* handle, int signum) {
  (void) signum;
  arrived((uv_handle_t*) handle);
}

static void on_async(uv_async_t* handle) {
  arrived((uv_handle_t*) handle);
}

static void on_event(uv_fs_event_t* handle, const char* name, int events, int status) {
  (void) name, (void) events;
  if (!failed("fs_event", status))
    arrived((uv_handle_t*) handle);
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  static char in[16];

  (void) handle, (void) suggested;
  *buf = uv_buf_init(in, sizeof(in));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  (void) buf;
  if (nread != 0 && !failed("read", nread))
    arrived((uv_handle_t*) stream);
}

static void on_stat(uv_fs_t* req) {
  if (note("stat", req->result) == 0)
    goal();
  uv_fs_req_cleanup(req);
}

static int start(uv_loop_t* loop, int fd) {
  if (failed("pipe_init", uv_pipe_init(loop, &pipe_, 0)) ||
      failed("pipe_open", uv_pipe_open(&pipe_, fd))) {
    close(fd);
    return 0;
  }
  return !failed("read_start", uv_read_start((uv_stream_t*) &pipe_, on_alloc, on_read)) &&
         !failed("timer_init", uv_timer_init(loop, &timer)) &&
         !failed("timer_start", uv_timer_start(&timer, on_timer, 1, 0)) &&
         !failed("async_init", uv_async_init(loop, &async, on_async)) &&
         !failed("signal_init", uv_signal_init(loop, &signal_)) &&
         !failed("signal_start", uv_signal_start(&signal_, on_signal, SIGUSR1)) &&
         !failed("fs_event_init", uv_fs_event_init(loop, &watcher)) &&
         !failed("fs_event_start", uv_fs_event_start(&watcher, on_event, ".", 0));
}

/* Does in the child what all those wait for. */
static void cause(int fd) {
  left = 5;
  must(write(fd, "x", 1) == 1);
  raise(SIGUSR1);
  note("async_send", uv_async_send(&async));
  FILE* f = fopen("made", "w");
  must(f != NULL);
  fclose(f);
}

static void child(uv_loop_t* loop, int fd) {
  if (note("loop_fork", uv_loop_fork(loop)) != 0) {
    close_all(loop);
  } else {
    if (note("uv_fs_stat", uv_fs_stat(loop, &stat_req, ".", on_stat)) != 0)
      uv_fs_req_cleanup(&stat_req);
    cause(fd);
  }
  finish(loop);
  uv_library_shutdown();
  must(nothing_allocated());
  _exit(0);
}

/* Opens the ring, and with the pool: starts its threads. */
static void warm_up(uv_loop_t* loop) {
  uv_fs_t req;

  if (note("uv_fs_stat", uv_fs_stat(loop, &req, ".", on_stat)) != 0)
    uv_fs_req_cleanup(&req);
  uv_run(loop, UV_RUN_DEFAULT);
}

SCENARIO(fork) {
  int status, fds[2];

  signal(SIGUSR1, SIG_IGN);
  warm_up(loop);
  must(pipe(fds) == 0);
  if (start(loop, fds[0])) {
    pid_t pid = fork();
    must(pid >= 0);
    if (pid == 0)
      child(loop, fds[1]);
    must(waitpid(pid, &status, 0) == pid);
    must(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  close_all(loop);
  close(fds[1]);
}
