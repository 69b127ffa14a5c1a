/* Pipes by name and by descriptor; descriptors sent from one end to the other. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "scenario.h"

static uv_pipe_t server, client, served;
static uv_connect_t connecting;
static uv_write_t writing;
static uv_shutdown_t shutting;
static char in[65536];
static size_t got;
static const char greeting[] = "through a pipe";

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  (void) handle, (void) suggested;
  *buf = uv_buf_init(in + got, (unsigned) (sizeof(in) - got));
}

static void on_greeting(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  (void) stream, (void) buf;
  if (nread == UV_EOF) {
    must(got == sizeof(greeting) && memcmp(in, greeting, got) == 0);
    goal();
    close_all(stream->loop);
    return;
  }
  if (!failed("read", nread))
    got += (size_t) nread;
}

static void on_connection(uv_stream_t* stream, int status) {
  if (failed("connection", status) || uv_is_closing((uv_handle_t*) stream))
    return;
  if (failed("pipe_init", uv_pipe_init(stream->loop, &served, 0)) ||
      failed("accept", uv_accept(stream, (uv_stream_t*) &served)))
    return;
  failed("read_start", uv_read_start((uv_stream_t*) &served, on_alloc, on_greeting));
}

static void on_written(uv_write_t* req, int status) {
  (void) req;
  if (status != UV_ECANCELED)
    failed("written", status);
}

static void on_shutdown(uv_shutdown_t* req, int status) {
  (void) req;
  if (status != UV_ECANCELED)
    failed("shutdown", status);
}

/* What is no socket cannot be shut down: closed, it ends. */
static void on_written_to_pipe(uv_write_t* req, int status) {
  if (status == UV_ECANCELED || failed("written", status))
    return;
  uv_close((uv_handle_t*) req->handle, NULL);
}

static void on_connect(uv_connect_t* req, int status) {
  uv_buf_t buf = uv_buf_init((char*) greeting, sizeof(greeting));
  char name[200];
  size_t size = sizeof(name);

  if (status == UV_ECANCELED || failed("connect", status))
    return;
  if (failed("peername", uv_pipe_getpeername(&client, name, &size)) ||
      failed("write", uv_write(&writing, req->handle, &buf, 1, on_written)))
    return;
  failed("uv_shutdown", uv_shutdown(&shutting, req->handle, on_shutdown));
}

static int listen_on(uv_loop_t* loop, const char* name, size_t length) {
  char own[200];
  size_t size = sizeof(own);

  return !failed("pipe_init", uv_pipe_init(loop, &server, 0)) &&
         !failed("pipe_init", uv_pipe_init(loop, &client, 0)) &&
         !failed("bind", uv_pipe_bind2(&server, name, length, UV_PIPE_NO_TRUNCATE)) &&
         !failed("sockname", uv_pipe_getsockname(&server, own, &size)) &&
         !failed("listen", uv_listen((uv_stream_t*) &server, 8, on_connection));
}

SCENARIO(pipe_name) {
  static const char name[] = "socket-in-this-folder";

  if (!listen_on(loop, name, strlen(name)) ||
      failed("chmod", uv_pipe_chmod(&server, UV_READABLE | UV_WRITABLE)))
    return;
  uv_pipe_connect(&connecting, &client, name, on_connect);
}

SCENARIO(pipe_abstract) {
  char name[64] = {0};
  int length = snprintf(name + 1, sizeof(name) - 1, "gyre-fault-%d", (int) getpid()) + 1;

  if (!listen_on(loop, name, (size_t) length))
    return;
  failed("uv_connect", uv_pipe_connect2(&connecting, &client, name, (size_t) length,
                                        UV_PIPE_NO_TRUNCATE, on_connect));
}

/* ---- Descriptors through a pipe ---- */

enum { SENT = 12, BULK = 400000 };

static uv_pipe_t ends[2];
static uv_tcp_t sent[SENT], received_tcp[SENT];
static uv_write_t sending[SENT];
static int received;
static char bulk[BULK];

static void take_handle(uv_stream_t* stream) {
  if (failed("tcp_init", uv_tcp_init(stream->loop, &received_tcp[received])))
    return;
  if (uv_pipe_pending_type((uv_pipe_t*) stream) != UV_TCP)
    note("pending_type", UV_EINVAL);
  if (failed("accept", uv_accept(stream, (uv_stream_t*) &received_tcp[received])))
    return;
  goal();
  if (++received == SENT)
    close_all(stream->loop);
}

static void on_message(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  (void) buf;
  if (failed("message", nread))
    return;
  got = 0;
  while (!uv_is_closing((uv_handle_t*) stream) && uv_pipe_pending_count((uv_pipe_t*) stream) > 0)
    take_handle(stream);
}

static int open_ends(uv_loop_t* loop) {
  uv_os_sock_t fds[2];

  if (failed("socketpair", uv_socketpair(SOCK_STREAM, 0, fds, UV_NONBLOCK_PIPE, 0)))
    return 0;
  for (int i = 0; i < 2; i++) {
    if (failed("pipe_init", uv_pipe_init(loop, &ends[i], 1)) ||
        failed("pipe_open", uv_pipe_open(&ends[i], fds[i]))) {
      for (; i < 2; i++)
        close(fds[i]);
      return 0;
    }
  }
  return 1;
}

/* Each message has a listening socket with it. */
static int send_one(uv_loop_t* loop, int i) {
  uv_buf_t buf = uv_buf_init("m", 1);
  struct sockaddr_in any;

  must(uv_ip4_addr("127.0.0.1", 0, &any) == 0);
  return !failed("tcp_init", uv_tcp_init(loop, &sent[i])) &&
         !failed("bind", uv_tcp_bind(&sent[i], (struct sockaddr*) &any, 0)) &&
         !failed("write2", uv_write2(&sending[i], (uv_stream_t*) &ends[0], &buf, 1,
                                     (uv_stream_t*) &sent[i], on_written));
}

SCENARIO(pipe_descriptors) {
  if (!open_ends(loop) ||
      failed("read_start", uv_read_start((uv_stream_t*) &ends[1], on_alloc, on_message)))
    return;
  for (int i = 0; i < SENT; i++)
    if (!send_one(loop, i))
      return;
}

static void on_unclaimed(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  (void) buf;
  if (failed("message", nread))
    return;
  got = 0;
  received += (int) nread;
  if (received < BULK + SENT)
    return;
  goal();
  close_all(stream->loop);
}

/* They wait behind data for which the kernel has no room, and then in the handle that is closed. */
SCENARIO(pipe_unclaimed) {
  uv_buf_t much = uv_buf_init(bulk, BULK);

  if (!open_ends(loop) ||
      failed("read_start", uv_read_start((uv_stream_t*) &ends[1], on_alloc, on_unclaimed)) ||
      failed("write", uv_write(&writing, (uv_stream_t*) &ends[0], &much, 1, on_written)))
    return;
  for (int i = 0; i < SENT; i++)
    if (!send_one(loop, i))
      return;
}

/* ---- uv_pipe(), blocking writes ---- */

SCENARIO(pipe_pair) {
  uv_buf_t bufs[2] = {uv_buf_init((char*) greeting, 3),
                      uv_buf_init((char*) greeting + 3, sizeof(greeting) - 3)};
  uv_file fds[2];

  if (failed("pipe", uv_pipe(fds, UV_NONBLOCK_PIPE, 0)))
    return;
  if (failed("pipe_init", uv_pipe_init(loop, &served, 0)) ||
      failed("pipe_open", uv_pipe_open(&served, fds[0]))) {
    close(fds[0]);
    close(fds[1]);
    return;
  }
  if (failed("pipe_init", uv_pipe_init(loop, &client, 0)) ||
      failed("pipe_open", uv_pipe_open(&client, fds[1]))) {
    close(fds[1]);
    return;
  }
  if (failed("set_blocking", uv_stream_set_blocking((uv_stream_t*) &client, 1)) ||
      failed("read_start", uv_read_start((uv_stream_t*) &served, on_alloc, on_greeting)))
    return;
  failed("write", uv_write(&writing, (uv_stream_t*) &client, bufs, 2, on_written_to_pipe));
}
