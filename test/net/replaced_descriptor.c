/* The program puts another file at the number of a handle's descriptor (dup2). As in libuv, a
 * stream or a UDP socket that is stopped and started again watches the new file, and a server calls
 * nobody. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t tcp;
static uv_udp_t udp;
static int got;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  static char slab[16];

  (void) h;
  (void) suggested;
  *buf = uv_buf_init(slab, sizeof(slab));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) buf;
  got = (int) n;
  CHECK_OK(uv_read_stop(s));
}

static void socket_pair(int type, int fds[2]) {
  CHECK_OK(socketpair(AF_UNIX, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds));
}

/* Returns the other end of what is at the number now. */
static int replace(int fd, int type) {
  int fds[2];

  socket_pair(type, fds);
  CHECK_EQ(dup2(fds[0], fd), fd);
  close(fds[0]);
  return fds[1];
}

static void start_reading(int fd) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_open(&tcp, fd));
  CHECK_OK(uv_read_start(S(&tcp), on_alloc, on_read));
  uv_run(&loop, UV_RUN_NOWAIT);
}

TEST(stream_started_again_reads_what_dup2_put_at_its_number) {
  int fds[2], peer;

  socket_pair(SOCK_STREAM, fds);
  start_reading(fds[0]);
  CHECK_OK(uv_read_stop(S(&tcp)));
  peer = replace(fds[0], SOCK_STREAM);
  CHECK_EQ(write(peer, "new", 3), 3);
  CHECK_OK(uv_read_start(S(&tcp), on_alloc, on_read));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(got, 3);
  close(peer);
  close(fds[1]);
  stream_close_loop(&loop);
}

static void on_datagram(uv_udp_t* h, ssize_t n, const uv_buf_t* buf, const struct sockaddr* from,
                        unsigned flags) {
  (void) buf;
  (void) from;
  (void) flags;
  got = (int) n;
  CHECK_OK(uv_udp_recv_stop(h));
}

TEST(udp_started_again_receives_what_dup2_put_at_its_number) {
  struct sockaddr_in addr = tcp_loopback(0);
  uv_os_fd_t fd;
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &udp));
  CHECK_OK(uv_udp_bind(&udp, ADDR(addr), 0));
  CHECK_OK(uv_udp_recv_start(&udp, on_alloc, on_datagram));
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_OK(uv_udp_recv_stop(&udp));
  CHECK_OK(uv_fileno(H(&udp), &fd));
  peer = replace(fd, SOCK_DGRAM);
  CHECK_EQ(write(peer, "new", 3), 3);
  CHECK_OK(uv_udp_recv_start(&udp, on_alloc, on_datagram));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(got, 3);
  close(peer);
  stream_close_loop(&loop);
}

static void on_connection(uv_stream_t* s, int status) {
  (void) s;
  (void) status;
  got++;
}

/* A copy of the listening socket keeps poll reporting its connection. */
TEST(tcp_server_whose_number_is_no_socket_any_more_calls_nobody) {
  struct sockaddr_in addr;
  uv_os_fd_t fd;
  int copy, peer, client;

  CHECK_OK(uv_loop_init(&loop));
  addr = tcp_bind_free(&loop, &tcp);
  CHECK_OK(uv_listen(S(&tcp), 8, on_connection));
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_OK(uv_fileno(H(&tcp), &fd));
  copy = dup(fd);
  peer = replace(fd, SOCK_STREAM);
  client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK_OK(connect(client, ADDR(addr), sizeof(addr)));
  for (int i = 0; i < 3; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(got, 0);
  CHECK_EQ(uv_is_active(H(&tcp)), 1);
  close(copy);
  close(peer);
  close(client);
  stream_close_loop(&loop);
}
