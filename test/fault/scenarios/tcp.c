/* A TCP server that echoes, and clients: one with much data, many with little, one that resets. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include "scenario.h"

enum { BULK = 300000, MANY = 12, CHUNK = 60000 };

static uv_tcp_t server;
static struct sockaddr_storage address;
static char out[BULK];

static struct peer {
  uv_tcp_t handle; /* first */
  uv_connect_t connect;
  uv_write_t write;
  uv_shutdown_t shutdown;
  size_t want, got;
  char chunk[CHUNK];
} clients[MANY], served[MANY];
static int accepted, ended, count;
static size_t size;

struct echo {
  uv_write_t req;
  char data[];
};

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  struct peer* peer = (struct peer*) handle;

  (void) suggested;
  *buf = uv_buf_init(peer->chunk, sizeof(peer->chunk));
}

/* ---- The server ---- */

static void on_echoed(uv_write_t* req, int status) {
  free(req->data);
  if (status != UV_ECANCELED)
    failed("echo", status);
}

static void on_server_shutdown(uv_shutdown_t* req, int status) {
  if (!failed("server shutdown", status) && !uv_is_closing((uv_handle_t*) req->handle))
    uv_close((uv_handle_t*) req->handle, NULL);
}

static void on_request(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct peer* peer = (struct peer*) stream;

  if (nread == UV_EOF) {
    failed("uv_shutdown", uv_shutdown(&peer->shutdown, stream, on_server_shutdown));
    return;
  }
  if (failed("request", nread) || nread == 0)
    return;
  struct echo* echo = malloc(sizeof(*echo) + (size_t) nread);
  memcpy(echo->data, buf->base, (size_t) nread);
  echo->req.data = echo;
  uv_buf_t back = uv_buf_init(echo->data, (unsigned) nread);
  if (failed("write", uv_write(&echo->req, stream, &back, 1, on_echoed)))
    free(echo);
}

static void on_connection(uv_stream_t* stream, int status) {
  struct peer* peer = &served[accepted];

  if (failed("connection", status) || uv_is_closing((uv_handle_t*) stream))
    return;
  must(accepted < MANY);
  if (failed("tcp_init", uv_tcp_init(stream->loop, &peer->handle)))
    return;
  accepted++;
  if (failed("accept", uv_accept(stream, (uv_stream_t*) &peer->handle)))
    return;
  failed("read_start", uv_read_start((uv_stream_t*) &peer->handle, on_alloc, on_request));
}

static int listen_on(uv_loop_t* loop) {
  struct sockaddr_in any;
  int length = sizeof(address);

  must(uv_ip4_addr("127.0.0.1", 0, &any) == 0);
  return !failed("tcp_init", uv_tcp_init(loop, &server)) &&
         !failed("bind", uv_tcp_bind(&server, (struct sockaddr*) &any, 0)) &&
         !failed("accepts", uv_tcp_simultaneous_accepts(&server, 1)) &&
         !failed("listen", uv_listen((uv_stream_t*) &server, 128, on_connection)) &&
         !failed("sockname", uv_tcp_getsockname(&server, (struct sockaddr*) &address, &length));
}

/* ---- The clients ---- */

static void on_answer(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct peer* peer = (struct peer*) stream;

  if (nread == UV_EOF) {
    must(peer->got == peer->want);
    goal();
    uv_close((uv_handle_t*) stream, NULL);
    if (++ended == count)
      uv_close((uv_handle_t*) &server, NULL);
    return;
  }
  if (failed("answer", nread))
    return;
  must(memcmp(out + peer->got, buf->base, (size_t) nread) == 0);
  peer->got += (size_t) nread;
  uv_read_stop(stream);
  failed("read_start", uv_read_start(stream, on_alloc, on_answer));
}

static void on_shutdown(uv_shutdown_t* req, int status) {
  (void) req;
  if (status != UV_ECANCELED)
    failed("shutdown", status);
}

static void on_written(uv_write_t* req, int status) {
  (void) req;
  if (status != UV_ECANCELED)
    failed("written", status);
}

static int set_options(uv_tcp_t* handle) {
  struct sockaddr_storage name;
  int length = sizeof(name), small = 8192, value = 0;
  uv_os_fd_t fd;

  return !failed("nodelay", uv_tcp_nodelay(handle, 1)) &&
         !failed("keepalive", uv_tcp_keepalive(handle, 1, 60)) &&
         !failed("sndbuf", uv_send_buffer_size((uv_handle_t*) handle, &small)) &&
         !failed("rcvbuf", uv_recv_buffer_size((uv_handle_t*) handle, &value)) &&
         !failed("fileno", uv_fileno((uv_handle_t*) handle, &fd)) &&
         !failed("peername", uv_tcp_getpeername(handle, (struct sockaddr*) &name, &length));
}

static void on_connect(uv_connect_t* req, int status) {
  struct peer* peer = (struct peer*) req->handle;
  uv_stream_t* stream = req->handle;
  uv_buf_t bufs[6];

  if (status == UV_ECANCELED || failed("connect", status))
    return;
  if (peer == clients && !set_options(&peer->handle))
    return;
  for (int i = 0; i < 6; i++)
    bufs[i] = uv_buf_init(out + size / 2, 0);
  bufs[0] = uv_buf_init(out, (unsigned) size / 2);
  bufs[5].len = size - size / 2;
  if (failed("read_start", uv_read_start(stream, on_alloc, on_answer)) ||
      failed("write", uv_write(&peer->write, stream, bufs, 6, on_written)))
    return;
  failed("uv_shutdown", uv_shutdown(&peer->shutdown, stream, on_shutdown));
}

static void connect_clients(uv_loop_t* loop, int n, size_t bytes) {
  count = n;
  size = bytes;
  for (size_t i = 0; i < sizeof(out); i++)
    out[i] = (char) (i * 31 >> 4);
  for (int i = 0; i < n; i++) {
    clients[i].want = size;
    if (failed("tcp_init", uv_tcp_init(loop, &clients[i].handle)) ||
        failed("uv_connect", uv_tcp_connect(&clients[i].connect, &clients[i].handle,
                                            (struct sockaddr*) &address, on_connect)))
      return;
  }
}

SCENARIO(tcp_bulk) {
  if (listen_on(loop))
    connect_clients(loop, 1, BULK);
}

/* More connections are ready in a turn than the loop serves one by one. */
SCENARIO(tcp_many) {
  if (listen_on(loop))
    connect_clients(loop, MANY, 1000);
}

/* ---- A client that resets, and one that nobody listens to ---- */

static void on_reset(uv_connect_t* req, int status) {
  uv_buf_t buf = uv_buf_init(out, 100);

  if (status == UV_ECANCELED || failed("connect", status))
    return;
  note("try_write", uv_try_write(req->handle, &buf, 1));
  goal();
  if (failed("close_reset", uv_tcp_close_reset((uv_tcp_t*) req->handle, NULL)))
    return;
  uv_close((uv_handle_t*) &server, NULL);
}

static void on_refused(uv_connect_t* req, int status) {
  must(status < 0);
  note("refused", status);
  if (!uv_is_closing((uv_handle_t*) req->handle))
    uv_close((uv_handle_t*) req->handle, NULL);
  goal();
}

static void on_any_connection(uv_stream_t* stream, int status) {
  (void) stream;
  note("connection", status); /* never accepted: the server is closed with it waiting */
}

SCENARIO(tcp_reset) {
  struct sockaddr_in any, nobody;
  int length = sizeof(address);

  must(uv_ip4_addr("127.0.0.1", 0, &any) == 0);
  must(uv_ip4_addr("127.0.0.1", 1, &nobody) == 0);
  if (failed("tcp_init_ex", uv_tcp_init_ex(loop, &server, AF_INET)) ||
      failed("bind", uv_tcp_bind(&server, (struct sockaddr*) &any, UV_TCP_REUSEPORT)) ||
      failed("listen", uv_listen((uv_stream_t*) &server, 8, on_any_connection)) ||
      failed("sockname", uv_tcp_getsockname(&server, (struct sockaddr*) &address, &length)) ||
      failed("tcp_init", uv_tcp_init(loop, &clients[0].handle)) ||
      failed("tcp_init", uv_tcp_init(loop, &clients[1].handle)) ||
      failed("uv_connect", uv_tcp_connect(&clients[0].connect, &clients[0].handle,
                                          (struct sockaddr*) &address, on_reset)))
    return;
  failed("uv_connect", uv_tcp_connect(&clients[1].connect, &clients[1].handle,
                                      (struct sockaddr*) &nobody, on_refused));
}
