/* Asking what keeps a loop alive while it has one of everything; and a trace written by a dying
 * process. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv_trace.h>
#include "scenario.h"

static uv_tcp_t server, client;
static uv_connect_t connecting;
static uv_udp_t udp;
static uv_udp_send_t sending;
static uv_pipe_t reader;
static uv_fs_event_t watcher;
static uv_fs_poll_t poller;
static uv_signal_t signal_;
static uv_timer_t timer;
static uv_process_t process;
static uv_work_t job;
static uv_getaddrinfo_t forward;
static uv_getnameinfo_t backward;
static int connected;

static void on_connection(uv_stream_t* stream, int status) {
  (void) stream;
  note("connection", status);
}

static void on_connect(uv_connect_t* req, int status) {
  (void) req;
  note("connect", status == UV_ECANCELED ? 0 : status);
  connected = 1;
}

static void on_sent(uv_udp_send_t* req, int status) {
  (void) req;
  note("sent", status == UV_ECANCELED ? 0 : status);
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  static char in[16];

  (void) handle, (void) suggested;
  *buf = uv_buf_init(in, sizeof(in));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  (void) stream, (void) buf;
  note("read", nread);
}

static void on_event(uv_fs_event_t* handle, const char* name, int events, int status) {
  (void) handle, (void) name, (void) events;
  note("fs_event", status);
}

static void on_change(uv_fs_poll_t* handle, int status, const uv_stat_t* a, const uv_stat_t* b) {
  (void) handle, (void) a, (void) b;
  note("fs_poll", status);
}

static void on_signal(uv_signal_t* handle, int signum) {
  (void) handle, (void) signum;
}

static void on_timer(uv_timer_t* handle) {
  (void) handle;
}

static void work(uv_work_t* req) {
  (void) req;
}

static void worked(uv_work_t* req, int status) {
  (void) req;
  note("worked", status);
}

static void on_address(uv_getaddrinfo_t* req, int status, struct addrinfo* found) {
  (void) req;
  note("addrinfo", status);
  uv_freeaddrinfo(found);
}

static void on_name(uv_getnameinfo_t* req, int status, const char* host, const char* service) {
  (void) req, (void) host, (void) service;
  note("nameinfo", status);
}

static int start_sockets(uv_loop_t* loop) {
  struct sockaddr_storage address;
  int length = sizeof(address);
  struct sockaddr_in any;
  uv_buf_t buf = uv_buf_init("x", 1);

  must(uv_ip4_addr("127.0.0.1", 0, &any) == 0);
  return !failed("tcp_init", uv_tcp_init(loop, &server)) &&
         !failed("bind", uv_tcp_bind(&server, (struct sockaddr*) &any, 0)) &&
         !failed("listen", uv_listen((uv_stream_t*) &server, 8, on_connection)) &&
         !failed("sockname", uv_tcp_getsockname(&server, (struct sockaddr*) &address, &length)) &&
         !failed("tcp_init", uv_tcp_init(loop, &client)) &&
         !failed("uv_connect",
                 uv_tcp_connect(&connecting, &client, (struct sockaddr*) &address, on_connect)) &&
         !failed("udp_init", uv_udp_init(loop, &udp)) &&
         !failed("udp_bind", uv_udp_bind(&udp, (struct sockaddr*) &any, 0)) &&
         !failed("udp_send",
                 uv_udp_send(&sending, &udp, &buf, 1, (struct sockaddr*) &address, on_sent));
}

static int start_watchers(uv_loop_t* loop) {
  return !failed("fs_event_init", uv_fs_event_init(loop, &watcher)) &&
         !failed("fs_event", uv_fs_event_start(&watcher, on_event, ".", 0)) &&
         !failed("fs_poll_init", uv_fs_poll_init(loop, &poller)) &&
         !failed("fs_poll", uv_fs_poll_start(&poller, on_change, ".", 10000)) &&
         !failed("signal_init", uv_signal_init(loop, &signal_)) &&
         !failed("signal", uv_signal_start(&signal_, on_signal, SIGUSR1)) &&
         !failed("timer_init", uv_timer_init(loop, &timer)) &&
         !failed("timer", uv_timer_start(&timer, on_timer, 10000, 5000));
}

static void start_requests(uv_loop_t* loop) {
  struct sockaddr_in address;

  must(uv_ip4_addr("127.0.0.1", 80, &address) == 0);
  note("queue_work", uv_queue_work(loop, &job, work, worked));
  note("getaddrinfo", uv_getaddrinfo(loop, &forward, on_address, "127.0.0.1", NULL, NULL));
  note("getnameinfo", uv_getnameinfo(loop, &backward, on_name, (struct sockaddr*) &address, 0));
}

static int start_child(uv_loop_t* loop) {
  static char* args[] = {"cat", NULL};
  uv_stdio_container_t stdio = {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE,
                                .data.stream = (uv_stream_t*) &reader};
  uv_process_options_t options = {.file = "cat", .args = args, .stdio_count = 1, .stdio = &stdio};

  return !failed("pipe_init", uv_pipe_init(loop, &reader, 0)) &&
         !failed("spawn", uv_spawn(loop, &process, &options)) &&
         !failed("read_start", uv_read_start((uv_stream_t*) &reader, on_alloc, on_read));
}

SCENARIO(trace_alive) {
  FILE* nowhere = fopen("/dev/null", "w");

  if (start_sockets(loop) && start_watchers(loop) && start_child(loop)) {
    start_requests(loop);
    note("req_origin", uv_trace_set_req_origin((uv_req_t*) &connecting, "alive.c"));
    if (note("print_alive", uv_trace_print_alive(loop, nowhere)) > 10)
      goal();
    while (!connected)
      uv_run(loop, UV_RUN_ONCE);
  }
  fclose(nowhere);
  close_all(loop);
}

/* ---- */

static void die(uv_loop_t* loop) {
  note("run", uv_run(loop, UV_RUN_NOWAIT));
  raise(SIGFPE);
  _exit(1);
}

static int was_written(void) {
  struct stat s;

  return stat("fatal.json", &s) == 0 && s.st_size > 100;
}

SCENARIO(trace_fatal) {
  int status;

  signal(SIGFPE, SIG_DFL); /* and not the sanitizer's */
  if (note("ring_start", uv_trace_ring_start(loop, 64)) != 0)
    return;
  if (note("dump_on_fatal", uv_trace_dump_on_fatal(loop, "fatal.json")) == 0) {
    pid_t pid = fork();
    must(pid >= 0);
    if (pid == 0)
      die(loop);
    must(waitpid(pid, &status, 0) == pid);
    must(WIFSIGNALED(status) && WTERMSIG(status) == SIGFPE);
    if (was_written())
      goal();
    else
      note("fatal.json", UV_EIO);
    note("off", uv_trace_dump_on_fatal(NULL, NULL));
  }
  note("ring_stop", uv_trace_ring_stop(loop));
}
