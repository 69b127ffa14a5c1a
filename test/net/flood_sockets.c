/* As test/loop/flood_timers.c: a timer that is due fires soon, however fast datagrams, connections,
 * bytes or other readiness come. */
#include "../loop/flood_test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/socket.h>

static struct sockaddr_storage address;
static int address_size = sizeof(address);

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  static char slab[64 * 1024];

  (void) h;
  (void) suggested;
  *buf = uv_buf_init(slab, sizeof(slab));
}

static void any_port(void) {
  CHECK_OK(uv_ip4_addr("127.0.0.1", 0, (struct sockaddr_in*) &address));
}

/* ---- Datagrams ---- */

static uv_udp_t udp;

static void on_datagram(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from,
                        unsigned flags) {
  (void) h;
  (void) buf;
  (void) flags;
  CHECK_GE(n, 0);
  if (from != NULL)
    flood_event();
}

static void send_datagrams(void* arg) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);

  (void) arg;
  CHECK_OK(connect(fd, (struct sockaddr*) &address, (socklen_t) address_size));
  while (!flood_is_over())
    send(fd, "x", 1, 0);
  close(fd);
}

static void flood_udp(unsigned flags) {
  flood_begin();
  any_port();
  CHECK_OK(uv_udp_init_ex(&flood_loop, &udp, flags));
  CHECK_OK(uv_udp_bind(&udp, (struct sockaddr*) &address, 0));
  CHECK_OK(uv_udp_getsockname(&udp, (struct sockaddr*) &address, &address_size));
  CHECK_OK(uv_udp_recv_start(&udp, on_alloc, on_datagram));
  flood_run(send_datagrams);
}

TEST(timers_fire_under_a_flood_of_datagrams) {
  flood_udp(AF_INET);
}

TEST(timers_fire_under_a_flood_of_datagrams_received_in_batches) {
  flood_udp(AF_INET | UV_UDP_RECVMMSG);
}

/* ---- Connections ---- */

static uv_tcp_t server;

static void on_closed(uv_handle_t* h) {
  free(h);
}

static void on_connection(uv_stream_t* s, int status) {
  uv_tcp_t* client = malloc(sizeof(*client));

  CHECK_OK(status);
  CHECK_OK(uv_tcp_init(&flood_loop, client));
  CHECK_OK(uv_accept(s, (uv_stream_t*) client));
  uv_close((uv_handle_t*) client, on_closed);
  flood_event();
}

/* Reset, so that no port waits for stragglers. */
static void connect_again(void* arg) {
  struct linger now = {.l_onoff = 1, .l_linger = 0};

  (void) arg;
  while (!flood_is_over()) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
    connect(fd, (struct sockaddr*) &address, (socklen_t) address_size);
    close(fd);
  }
}

TEST(timers_fire_under_a_flood_of_connections) {
  flood_begin();
  any_port();
  CHECK_OK(uv_tcp_init(&flood_loop, &server));
  CHECK_OK(uv_tcp_bind(&server, (struct sockaddr*) &address, 0));
  CHECK_OK(uv_tcp_getsockname(&server, (struct sockaddr*) &address, &address_size));
  CHECK_OK(uv_listen((uv_stream_t*) &server, 128, on_connection));
  flood_run(connect_again);
}

/* ---- Bytes ---- */

static uv_pipe_t reader;
static int writer;

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) s;
  (void) buf;
  CHECK_GE(n, 0);
  flood_event();
}

static void write_bytes(void* arg) {
  static char bytes[64 * 1024];

  (void) arg;
  while (!flood_is_over())
    if (write(writer, bytes, sizeof(bytes)) == -1)
      CHECK_EQ(errno, EAGAIN);
}

TEST(timers_fire_under_a_flood_of_bytes_in_a_pipe) {
  int fds[2];

  flood_begin();
  CHECK_OK(uv_pipe(fds, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE));
  writer = fds[1];
  CHECK_OK(uv_pipe_init(&flood_loop, &reader, 0));
  CHECK_OK(uv_pipe_open(&reader, fds[0]));
  CHECK_OK(uv_read_start((uv_stream_t*) &reader, on_alloc, on_read));
  flood_run(write_bytes);
  close(writer);
}

/* ---- More descriptors that are always ready than poll asks for at once ---- */

enum { READY = 1100, BUSY_NS = 10 * 1000 };

static uv_poll_t polls[READY];

static void on_ready(uv_poll_t* h, int status, int events) {
  uint64_t until = uv_hrtime() + BUSY_NS;

  (void) h;
  (void) events;
  CHECK_OK(status);
  flood_event();
  while (uv_hrtime() < until)
    continue;
}

TEST(timers_fire_while_a_thousand_descriptors_are_always_ready) {
  struct rlimit limit;
  uv_os_sock_t pair[2];
  int fds[READY];

  CHECK_OK(getrlimit(RLIMIT_NOFILE, &limit));
  limit.rlim_cur = limit.rlim_max;
  CHECK_OK(setrlimit(RLIMIT_NOFILE, &limit));
  if (limit.rlim_max < READY + 50)
    SKIP("needs %d descriptors", READY + 50);
  CHECK_OK(uv_socketpair(SOCK_STREAM, 0, pair, 0, 0));
  flood_begin();
  for (int i = 0; i < READY; i++) {
    fds[i] = dup(pair[0]);
    CHECK_OK(uv_poll_init(&flood_loop, &polls[i], fds[i]));
    CHECK_OK(uv_poll_start(&polls[i], UV_WRITABLE, on_ready));
  }
  flood_run(NULL);
  for (int i = 0; i < READY; i++)
    close(fds[i]);
  close(pair[0]);
  close(pair[1]);
}
