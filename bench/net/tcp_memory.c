/* bench/net/tcp_memory.c — what an idle connection keeps of the process's own memory.
 * Each has been read from and written to once, so a buffer that stays pinned is seen. The
 * handle is counted: it is the same on both sides and keeps the ratio meaningful. */
#include "../cases.h"
#include "peer.h"

#include <malloc.h>
#include <string.h>
#include <sys/socket.h>

static struct bench* bench;
static uv_tcp_t** connections;
static long accepted, answered;

static void peer_main(const struct sockaddr_in* to, int channel, long count) {
  char byte = 0;

  peer_require_more_files(count);
  for (long i = 0; i < count; i++) {
    int fd = peer_connect(to, SOCK_STREAM);
    peer_send_all(fd, &byte, 1);
    peer_recv_all(fd, &byte, 1); /* one at a time: the backlog never overflows */
  }
}

/* Proportional set size: shared pages of the library are not counted twice. */
static double own_bytes(void) {
  FILE* f = fopen("/proc/self/smaps_rollup", "r");
  char line[128];
  unsigned long kib = 0;

  REQUIRE(f != NULL);
  while (fgets(line, sizeof(line), f) != NULL)
    if (sscanf(line, "Pss: %lu kB", &kib) == 1)
      break;
  fclose(f);
  REQUIRE(kib > 0);
  return (double) kib * 1024;
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  static char scratch[64 * 1024];
  *buf = uv_buf_init(scratch, sizeof(scratch));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  uv_buf_t reply = uv_buf_init(buf->base, 1);

  if (nread == 0)
    return;
  REQUIRE(nread == 1);
  REQUIRE(uv_try_write(stream, &reply, 1) == 1);
  if (++answered == bench->arg)
    uv_stop(stream->loop);
}

static void on_connection(uv_stream_t* server, int status) {
  uv_tcp_t* tcp = malloc(sizeof(*tcp));

  CHECK(status);
  REQUIRE(tcp != NULL);
  connections[accepted++] = tcp;
  CHECK(uv_tcp_init(server->loop, tcp));
  CHECK(uv_accept(server, (uv_stream_t*) tcp));
  CHECK(uv_read_start((uv_stream_t*) tcp, on_alloc, on_read));
}

void bench_tcp_memory(struct bench* b) {
  struct peer peer;
  uv_tcp_t server;
  double before;

  bench = b;
  peer_require_more_files(b->arg);
  connections = malloc((size_t) b->arg * sizeof(*connections));
  memset(connections, 0xff, (size_t) b->arg * sizeof(*connections)); /* ours, not counted */
  peer_start(&peer, peer_main, b->arg);
  CHECK(uv_loop_init(&b->loop));
  CHECK(uv_tcp_init(&b->loop, &server));
  before = own_bytes();
  listen_and_tell(&server, &peer, on_connection);
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  malloc_trim(0); /* room that was freed is not memory in use */
  b->bytes_per_op = (own_bytes() - before) / (double) b->arg;
  b->total_ops = (uint64_t) b->arg;
  peer_stop(&peer);
  bench_close_loop(b);
  for (long i = 0; i < accepted; i++)
    free(connections[i]);
  free(connections);
}
