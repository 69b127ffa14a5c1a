/* bench/net/peer.h — the other end of the wire: a forked process with plain blocking sockets.
 * (1) It is forked before the loop exists and never calls the library under test.
 * (2) It dies with its parent, or when peer_stop() is called; it needs no way to end by itself. */
#ifndef GYRE_BENCH_PEER_H_
#define GYRE_BENCH_PEER_H_

#include "../bench.h"

#include <netinet/in.h>

enum { MESSAGE_SIZE = 64, BURST = 64, BULK_SIZE = 64 * 1024 };

struct peer {
  int pid;
  int channel; /* a socketpair: the address first, then whatever the case agrees on */
};

/* What the peer does once it knows the address of the loop's socket. */
typedef void (*peer_fn)(const struct sockaddr_in* to, int channel, long arg);

void peer_start(struct peer* peer, peer_fn run, long arg);
void peer_tell_address(const struct peer* peer, const struct sockaddr* address);
void peer_stop(struct peer* peer);

/* For the peer's side; all of them end the process on an error. */
int peer_connect(const struct sockaddr_in* to, int type);
void peer_send_all(int fd, const void* data, size_t size);
void peer_recv_all(int fd, void* data, size_t size);
void peer_require_more_files(long count);

/* For the loop's side: any port of 127.0.0.1. */
void any_loopback_port(struct sockaddr_in* address);
void listen_and_tell(uv_tcp_t* server, const struct peer* peer, uv_connection_cb on_connection);
void bind_and_tell(uv_udp_t* socket, const struct peer* peer);

#endif
