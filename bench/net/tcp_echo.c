/* bench/net/tcp_echo.c — N connections, each with one small message to echo, in every turn.
 * The peer sends one message on each connection, then waits for all the replies; scheduled in
 * lockstep, the loop finds exactly N sockets ready when it wakes. */
#include "../cases.h"
#include "peer.h"

#include <sys/socket.h>

enum { REPLIES = 8 };

struct connection {
  uv_tcp_t tcp;
  uv_write_t replies[REPLIES]; /* used in turn: a write may call back later than the next read */
  unsigned next;
  char data[1024]; /* more than a message: a short read says that there is no more */
};

static struct bench* bench;
static struct connection* connections;
static long accepted;

static void peer_main(const struct sockaddr_in* to, int channel, long count) {
  int* fds = calloc((size_t) count, sizeof(*fds));
  char message[MESSAGE_SIZE] = {0};

  for (long i = 0; i < count; i++)
    fds[i] = peer_connect(to, SOCK_STREAM);
  for (;;) {
    for (long i = 0; i < count; i++)
      peer_send_all(fds[i], message, sizeof(message));
    for (long i = 0; i < count; i++)
      peer_recv_all(fds[i], message, sizeof(message));
  }
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  struct connection* c = (struct connection*) handle;
  *buf = uv_buf_init(c->data, sizeof(c->data));
}

static void on_written(uv_write_t* req, int status) {
  req->data = NULL;
  REQUIRE(status == 0 || status == UV_ECANCELED);
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct connection* c = (struct connection*) stream;
  uv_buf_t reply = uv_buf_init(buf->base, MESSAGE_SIZE);
  uv_write_t* req = &c->replies[c->next++ % REPLIES];

  if (nread == 0)
    return;
  REQUIRE(nread == MESSAGE_SIZE && req->data == NULL);
  req->data = c;
  CHECK(uv_write(req, stream, &reply, 1, on_written));
  bench_lap_or_stop(bench);
}

static void on_connection(uv_stream_t* server, int status) {
  struct connection* c = &connections[accepted++];

  CHECK(status);
  CHECK(uv_tcp_init(server->loop, &c->tcp));
  CHECK(uv_accept(server, (uv_stream_t*) &c->tcp));
  CHECK(uv_tcp_nodelay(&c->tcp, 1));
  CHECK(uv_read_start((uv_stream_t*) &c->tcp, on_alloc, on_read));
  if (accepted == bench->arg)
    bench_begin(bench);
}

void bench_tcp_echo(struct bench* b) {
  struct peer peer;
  uv_tcp_t server;

  bench = b;
  connections = calloc((size_t) b->arg, sizeof(*connections));
  peer_start(&peer, peer_main, b->arg);
  CHECK(uv_loop_init(&b->loop));
  CHECK(uv_tcp_init(&b->loop, &server));
  listen_and_tell(&server, &peer, on_connection);
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  peer_stop(&peer);
  bench_close_loop(b);
  free(connections);
}
