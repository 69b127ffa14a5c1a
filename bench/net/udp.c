/* bench/net/udp.c — datagrams: one to and fro, many waiting, many sent in one turn.
 * Bursts are acknowledged, so that no receive buffer overflows and nothing is lost. */
#include "../cases.h"
#include "peer.h"

#include <sys/socket.h>
#include <unistd.h>

enum { DATAGRAM_SIZE = 32, MMSG_BUFFER = 20 * 64 * 1024 };

static struct bench* bench;
static struct peer peer;
static uv_udp_t udp;
static uv_udp_send_t sends[BURST];
static struct sockaddr_in asker;
static unsigned received, sent;
static int wanted; /* the peer has asked for a burst */
static char buffer[MMSG_BUFFER];
static size_t buffer_size = 2048;

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(buffer, (unsigned) buffer_size);
}

static void run(struct bench* b, unsigned flags, peer_fn peer_main, uv_udp_recv_cb on_datagram) {
  bench = b;
  peer_start(&peer, peer_main, b->arg);
  CHECK(uv_loop_init(&b->loop));
  CHECK(uv_udp_init_ex(&b->loop, &udp, AF_INET | flags));
  bind_and_tell(&udp, &peer);
  CHECK(uv_udp_recv_start(&udp, on_alloc, on_datagram));
  bench_begin(b);
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  peer_stop(&peer);
  bench_close_loop(b);
}

/* --- one to and fro --- */

static void ping_for_ever(const struct sockaddr_in* to, int channel, long arg) {
  int fd = peer_connect(to, SOCK_DGRAM);
  char datagram[DATAGRAM_SIZE] = {0};

  for (;;) {
    peer_send_all(fd, datagram, sizeof(datagram));
    peer_recv_all(fd, datagram, sizeof(datagram));
  }
}

static void on_pong_sent(uv_udp_send_t* req, int status) {
  req->data = NULL;
  REQUIRE(status == 0 || status == UV_ECANCELED);
}

static void on_ping(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                    const struct sockaddr* from, unsigned flags) {
  uv_buf_t reply = uv_buf_init(buf->base, DATAGRAM_SIZE);
  uv_udp_send_t* req = &sends[sent++ % BURST];

  if (from == NULL)
    return;
  REQUIRE(nread == DATAGRAM_SIZE && req->data == NULL);
  req->data = handle; /* taken; a send may call back later than the next datagram */
  CHECK(uv_udp_send(req, handle, &reply, 1, from, on_pong_sent));
  bench_lap_or_stop(bench);
}

void bench_udp_echo(struct bench* b) {
  run(b, 0, ping_for_ever, on_ping);
}

/* --- many waiting --- */

static void send_bursts(const struct sockaddr_in* to, int channel, long arg) {
  int fd = peer_connect(to, SOCK_DGRAM);
  char datagram[DATAGRAM_SIZE] = {0};
  char ready;

  for (;;) {
    for (int i = 0; i < BURST; i++)
      peer_send_all(fd, datagram, sizeof(datagram));
    peer_recv_all(channel, &ready, 1);
  }
}

static void on_burst(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                     const struct sockaddr* from, unsigned flags) {
  if (from == NULL)
    return; /* nothing more, or the buffer of recvmmsg comes back */
  REQUIRE(nread == DATAGRAM_SIZE);
  bench_lap_or_stop(bench);
  if (++received == BURST) {
    received = 0;
    peer_send_all(peer.channel, "", 1);
  }
}

void bench_udp_receive(struct bench* b) {
  if (b->arg)
    buffer_size = sizeof(buffer);
  run(b, b->arg ? UV_UDP_RECVMMSG : 0, send_bursts, on_burst);
}

/* --- many sent in one turn --- */

static void count_bursts(const struct sockaddr_in* to, int channel, long arg) {
  int fd = peer_connect(to, SOCK_DGRAM);
  char datagram[DATAGRAM_SIZE] = {0};

  for (;;) {
    peer_send_all(fd, datagram, sizeof(datagram)); /* asks for a burst */
    for (long i = 0; i < arg; i++)
      peer_recv_all(fd, datagram, sizeof(datagram));
  }
}

static void send_burst(void);

static void on_sent(uv_udp_send_t* req, int status) {
  REQUIRE(status == 0 || status == UV_ECANCELED);
  bench_lap_or_stop(bench);
  if (--sent == 0 && wanted)
    send_burst();
}

static void send_burst(void) {
  uv_buf_t out = uv_buf_init(buffer, DATAGRAM_SIZE);

  wanted = 0;
  while (sent < BURST)
    CHECK(uv_udp_send(&sends[sent++], &udp, &out, 1, (const struct sockaddr*) &asker, on_sent));
}

static void on_wanted(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                      const struct sockaddr* from, unsigned flags) {
  if (from == NULL)
    return;
  asker = *(const struct sockaddr_in*) from;
  wanted = 1;
  if (sent == 0) /* a request is free again only after its callback */
    send_burst();
}

void bench_udp_send(struct bench* b) {
  REQUIRE(b->arg == BURST);
  run(b, 0, count_bursts, on_wanted);
}
