/* test/net/udp_test.h — what the tests of UDP share. */
#ifndef UDP_TEST_H
#define UDP_TEST_H

#include <string.h>

#include "check.h"

#define ADDR(a) ((const struct sockaddr*) &(a))

static inline struct sockaddr_in udp_loopback(int port) {
  struct sockaddr_in addr;
  CHECK_OK(uv_ip4_addr("127.0.0.1", port, &addr));
  return addr;
}

/* Binds to a free port and returns the address. */
static inline struct sockaddr_in udp_bind_free(uv_udp_t* h, unsigned flags) {
  struct sockaddr_in addr = udp_loopback(0);
  int len = sizeof(addr);

  CHECK_OK(uv_udp_bind(h, ADDR(addr), flags));
  CHECK_OK(uv_udp_getsockname(h, (struct sockaddr*) &addr, &len));
  return addr;
}

/* An address where nobody listens: bound once and let go. */
static inline struct sockaddr_in udp_dead_end(uv_loop_t* loop) {
  struct sockaddr_in addr;
  uv_udp_t h;

  CHECK_OK(uv_udp_init(loop, &h));
  addr = udp_bind_free(&h, 0);
  uv_close((uv_handle_t*) &h, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  return addr;
}

static inline void udp_close_one(uv_handle_t* h, void* arg) {
  (void) arg;
  if (!uv_is_closing(h))
    uv_close(h, NULL);
}

static inline void udp_close_loop(uv_loop_t* loop) {
  uv_walk(loop, udp_close_one, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(loop));
}

#endif
