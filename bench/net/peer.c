/* bench/net/peer.c — see peer.h. */
#include "peer.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

void peer_start(struct peer* peer, peer_fn run, long arg) {
  struct sockaddr_in to;
  int pair[2];

  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  CHECK(peer->pid = fork());
  peer->channel = pair[0];
  if (peer->pid > 0) {
    CHECK(close(pair[1]));
    return;
  }
  CHECK(prctl(PR_SET_PDEATHSIG, SIGKILL));
  CHECK(close(pair[0]));
  peer_recv_all(pair[1], &to, sizeof(to));
  run(&to, pair[1], arg);
  pause();
  _exit(0);
}

void peer_tell_address(const struct peer* peer, const struct sockaddr* address) {
  peer_send_all(peer->channel, address, sizeof(struct sockaddr_in));
}

void peer_stop(struct peer* peer) {
  CHECK(kill(peer->pid, SIGKILL));
  CHECK(waitpid(peer->pid, NULL, 0));
  CHECK(close(peer->channel));
}

int peer_connect(const struct sockaddr_in* to, int type) {
  int fd;

  CHECK(fd = socket(AF_INET, type, 0));
  CHECK(connect(fd, (const struct sockaddr*) to, sizeof(*to)));
  return fd;
}

void peer_send_all(int fd, const void* data, size_t size) {
  const char* at = data;

  while (size > 0) {
    ssize_t n = send(fd, at, size, MSG_NOSIGNAL);
    if (n <= 0)
      _exit(0); /* the loop has closed: the run is over */
    at += n;
    size -= (size_t) n;
  }
}

void peer_recv_all(int fd, void* data, size_t size) {
  char* at = data;

  while (size > 0) {
    ssize_t n = recv(fd, at, size, 0);
    if (n <= 0)
      _exit(0);
    at += n;
    size -= (size_t) n;
  }
}

void peer_require_more_files(long count) {
  struct rlimit limit;

  CHECK(getrlimit(RLIMIT_NOFILE, &limit));
  limit.rlim_cur = limit.rlim_max;
  REQUIRE(limit.rlim_cur > (rlim_t) count + 64);
  CHECK(setrlimit(RLIMIT_NOFILE, &limit));
}

void any_loopback_port(struct sockaddr_in* address) {
  CHECK(uv_ip4_addr("127.0.0.1", 0, address));
}

void listen_and_tell(uv_tcp_t* server, const struct peer* peer, uv_connection_cb on_connection) {
  struct sockaddr_in address;
  int size = sizeof(address);

  any_loopback_port(&address);
  CHECK(uv_tcp_bind(server, (const struct sockaddr*) &address, 0));
  CHECK(uv_listen((uv_stream_t*) server, BACKLOG, on_connection));
  CHECK(uv_tcp_getsockname(server, (struct sockaddr*) &address, &size));
  peer_tell_address(peer, (const struct sockaddr*) &address);
}

void bind_and_tell(uv_udp_t* socket, const struct peer* peer) {
  struct sockaddr_in address;
  int size = sizeof(address);

  any_loopback_port(&address);
  CHECK(uv_udp_bind(socket, (const struct sockaddr*) &address, 0));
  CHECK(uv_udp_getsockname(socket, (struct sockaddr*) &address, &size));
  peer_tell_address(peer, (const struct sockaddr*) &address);
}
