/* bench/net/accept.c — connections that are accepted and closed at once, N waiting at a time.
 * The peer answers the close with a reset, so that neither side keeps a port in TIME_WAIT. */
#include "../cases.h"
#include "peer.h"

#include <sys/socket.h>
#include <unistd.h>

static struct bench* bench;

static void reset(int fd) {
  struct linger at_once = {.l_onoff = 1, .l_linger = 0};
  CHECK(setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)));
  CHECK(close(fd));
}

static void peer_main(const struct sockaddr_in* to, int channel, long count) {
  int* fds = calloc((size_t) count, sizeof(*fds));
  char byte;

  for (;;) {
    for (long i = 0; i < count; i++)
      fds[i] = peer_connect(to, SOCK_STREAM);
    for (long i = 0; i < count; i++) {
      REQUIRE(recv(fds[i], &byte, 1, 0) == 0);
      reset(fds[i]);
    }
  }
}

static void on_close(uv_handle_t* handle) {
  free(handle);
}

static void on_connection(uv_stream_t* server, int status) {
  uv_tcp_t* handle = malloc(sizeof(*handle));

  CHECK(status);
  REQUIRE(handle != NULL);
  CHECK(uv_tcp_init(server->loop, handle));
  CHECK(uv_accept(server, (uv_stream_t*) handle));
  uv_close((uv_handle_t*) handle, on_close);
  bench_lap_or_stop(bench);
}

void bench_accept(struct bench* b) {
  struct peer peer;
  uv_tcp_t server;

  bench = b;
  peer_start(&peer, peer_main, b->arg);
  CHECK(uv_loop_init(&b->loop));
  CHECK(uv_tcp_init(&b->loop, &server));
  bench_begin(b);
  listen_and_tell(&server, &peer, on_connection);
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  peer_stop(&peer);
  bench_close_loop(b);
}
