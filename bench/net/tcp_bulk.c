/* bench/net/tcp_bulk.c — one connection, as much as goes through it, in 64 KiB pieces.
 * Socket buffers have a fixed size: the kernel's tuning of them would be noise here. */
#include "../cases.h"
#include "peer.h"

#include <sys/socket.h>

enum { SOCKET_BUFFER = 1024 * 1024 };

static struct bench* bench;
static uv_tcp_t server, connection;
static uv_write_t* writes;
static char block[BULK_SIZE];
static uint64_t unread; /* bytes received that do not yet make a block */
static void write_block(uv_write_t* req);

static int connect_with_buffers(const struct sockaddr_in* to) {
  int size = SOCKET_BUFFER;
  int fd = peer_connect(to, SOCK_STREAM);

  CHECK(setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size)));
  CHECK(setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size)));
  return fd;
}

static void send_for_ever(const struct sockaddr_in* to, int channel, long arg) {
  int fd = connect_with_buffers(to);
  for (;;)
    peer_send_all(fd, block, sizeof(block));
}

static void recv_for_ever(const struct sockaddr_in* to, int channel, long arg) {
  int fd = connect_with_buffers(to);
  for (;;)
    peer_recv_all(fd, block, sizeof(block));
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(block, sizeof(block));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  CHECK(nread);
  unread += (uint64_t) nread;
  if (unread < BULK_SIZE)
    return;
  if (!bench_lap(bench, unread / BULK_SIZE))
    uv_stop(&bench->loop);
  unread %= BULK_SIZE;
}

static void on_written(uv_write_t* req, int status) {
  if (status == UV_ECANCELED || uv_is_closing((uv_handle_t*) &connection))
    return;
  CHECK(status);
  bench_lap_or_stop(bench);
  write_block(req);
}

static void write_block(uv_write_t* req) {
  uv_buf_t buf = uv_buf_init(block, sizeof(block));
  CHECK(uv_write(req, (uv_stream_t*) &connection, &buf, 1, on_written));
}

static void on_connection(uv_stream_t* stream, int status) {
  int size = SOCKET_BUFFER, same = SOCKET_BUFFER;

  CHECK(status);
  CHECK(uv_tcp_init(stream->loop, &connection));
  CHECK(uv_accept(stream, (uv_stream_t*) &connection));
  CHECK(uv_send_buffer_size((uv_handle_t*) &connection, &size));
  CHECK(uv_recv_buffer_size((uv_handle_t*) &connection, &same));
  bench_begin(bench);
  if (writes == NULL)
    CHECK(uv_read_start((uv_stream_t*) &connection, on_alloc, on_read));
  for (long i = 0; i < bench->arg; i++)
    write_block(&writes[i]);
}

static void run(struct bench* b, peer_fn peer_main) {
  struct peer peer;

  bench = b;
  peer_start(&peer, peer_main, 0);
  CHECK(uv_loop_init(&b->loop));
  CHECK(uv_tcp_init(&b->loop, &server));
  listen_and_tell(&server, &peer, on_connection);
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  uv_close((uv_handle_t*) &connection, NULL); /* before the peer: no write may fail */
  peer_stop(&peer);
  bench_close_loop(b);
}

void bench_tcp_bulk_read(struct bench* b) {
  run(b, send_for_ever);
}

void bench_tcp_bulk_write(struct bench* b) {
  writes = calloc((size_t) b->arg, sizeof(*writes));
  run(b, recv_for_ever);
  free(writes);
}
