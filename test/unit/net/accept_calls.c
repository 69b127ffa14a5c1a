/* src/net/stream_listen.c (2): a server that gets one connection at a time makes almost no accept()
 * in vain; one with many waiting takes them in few turns. */
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

enum { ONE_BY_ONE = 200, WAITING = 64 };

static uv_loop_t loop;
static uv_tcp_t server;
static struct sockaddr_in addr;
static int accepts, connections, turns;

/* In place of the C library's. */
int accept4(int fd, struct sockaddr* peer, socklen_t* len, int flags) {
  accepts++;
  return (int) syscall(SYS_accept4, fd, peer, len, flags);
}

static void on_connection(uv_stream_t* s, int status) {
  static uv_tcp_t peers[ONE_BY_ONE];
  uv_tcp_t* peer = &peers[connections++];

  CHECK_OK(status);
  CHECK_OK(uv_tcp_init(&loop, peer));
  CHECK_OK(uv_accept(s, (uv_stream_t*) peer));
  uv_close((uv_handle_t*) peer, NULL);
}

static void listen_to(int backlog) {
  int len = sizeof(addr);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_ip4_addr("127.0.0.1", 0, &addr));
  CHECK_OK(uv_tcp_init(&loop, &server));
  CHECK_OK(uv_tcp_bind(&server, (struct sockaddr*) &addr, 0));
  CHECK_OK(uv_tcp_getsockname(&server, (struct sockaddr*) &addr, &len));
  CHECK_OK(uv_listen((uv_stream_t*) &server, backlog, on_connection));
}

static int connect_client(void) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  CHECK_OK(connect(fd, (struct sockaddr*) &addr, sizeof(addr)));
  return fd;
}

static void run_until(int wanted) {
  for (; connections < wanted; turns++)
    uv_run(&loop, UV_RUN_ONCE);
}

static void close_all(void) {
  uv_close((uv_handle_t*) &server, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(one_connection_at_a_time_takes_one_accept_each) {
  listen_to(8);
  for (int i = 0; i < ONE_BY_ONE; i++) {
    int fd = connect_client();
    run_until(i + 1);
    close(fd);
  }
  CHECK_LE(accepts, ONE_BY_ONE + 10);
  close_all();
}

TEST(waiting_connections_are_taken_in_few_turns) {
  int fds[WAITING];

  listen_to(WAITING);
  for (int i = 0; i < WAITING; i++)
    fds[i] = connect_client();
  run_until(WAITING);
  CHECK_LE(turns, 10);
  for (int i = 0; i < WAITING; i++)
    close(fds[i]);
  close_all();
}
