/* Watching a loop: counters, hooks, the recorder and its file, and what keeps a loop alive. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <uv_trace.h>
#include "scenario.h"

static uv_timer_t timer;
static uv_udp_t socket_;
static uv_work_t job;
static uv_fs_t stat_req;
static int before, after, alive;

static void before_callback(uv_trace_hooks_t* hooks, uv_loop_t* loop,
                            const uv_trace_callback_t* c) {
  (void) hooks, (void) loop, (void) c;
  before++;
}

static void after_callback(uv_trace_hooks_t* hooks, uv_loop_t* loop, const uv_trace_callback_t* c) {
  (void) hooks, (void) loop, (void) c;
  after++;
}

static uv_trace_hooks_t hooks = {.before_callback = before_callback,
                                 .after_callback = after_callback};

static void on_timer(uv_timer_t* handle) {
  note("mark", uv_trace_mark(handle->loop, "timer", 1));
  goal();
}

static void work(uv_work_t* req) {
  (void) req;
}

static void worked(uv_work_t* req, int status) {
  (void) req;
  note("worked", status);
}

static void on_stat(uv_fs_t* req) {
  note("stat", req->result);
  uv_fs_req_cleanup(req);
}

static void on_alive(const uv_trace_alive_t* held, void* arg) {
  (void) held, (void) arg;
  alive++;
}

static void dump(uv_loop_t* loop) {
  int fd = open("trace.json", O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  must(fd >= 0);
  if (note("dump", uv_trace_dump(loop, fd)) == 0) {
    must(lseek(fd, 0, SEEK_END) > 100);
    goal();
  }
  close(fd);
  if (note("dump_file", uv_trace_dump_file(loop, "again.json", 64)) == 0)
    goal();
}

static void start(uv_loop_t* loop) {
  struct sockaddr_in any;

  must(uv_ip4_addr("127.0.0.1", 0, &any) == 0);
  if (failed("timer_init", uv_timer_init(loop, &timer)) ||
      failed("timer_start", uv_timer_start(&timer, on_timer, 1, 0)) ||
      failed("udp_init", uv_udp_init(loop, &socket_)) ||
      failed("udp_bind", uv_udp_bind(&socket_, (struct sockaddr*) &any, 0)))
    return;
  note("origin", uv_trace_set_origin((uv_handle_t*) &timer, "trace.c"));
  note("queue_work", uv_queue_work(loop, &job, work, worked));
  if (note("uv_fs_stat", uv_fs_stat(loop, &stat_req, ".", on_stat)) != 0)
    uv_fs_req_cleanup(&stat_req);
}

SCENARIO(trace) {
  uv_trace_counters_t counters = {.size = sizeof(counters)};
  FILE* nowhere;

  int attached = note("attach", uv_trace_attach(loop, &hooks)) == 0;
  int recording = note("ring_start", uv_trace_ring_start(loop, 256)) == 0;
  note("slices_start", uv_trace_slices_start(loop, NULL, 0));
  note("dump_on_fatal", uv_trace_dump_on_fatal(loop, "fatal-%p.json"));
  start(loop);
  note("alive", uv_trace_alive(loop, on_alive, NULL));
  nowhere = fopen("/dev/null", "w");
  note("print_alive", uv_trace_print_alive(loop, nowhere));
  fclose(nowhere);
  uv_run(loop, UV_RUN_DEFAULT);
  must(before == after);
  if (note("counters", uv_trace_counters(loop, &counters)) == 0)
    must(counters.turns > 0);
  if (recording) {
    note("span", uv_trace_span(loop, "all", 1, 2, 3));
    note("beside", uv_trace_beside(loop, "all", 1, 2, 3));
    dump(loop);
  }
  note("off", uv_trace_dump_on_fatal(NULL, NULL));
  if (recording)
    note("ring_stop", uv_trace_ring_stop(loop));
  if (attached)
    note("detach", uv_trace_detach(loop, &hooks));
}
