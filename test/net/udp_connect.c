/* A connected handle sends without an address, and only so; others need one. */
#include "udp_test.h"

static void check_families(uv_loop_t* loop) {
  struct sockaddr strange = {.sa_family = 77};
  struct sockaddr none = {.sa_family = AF_UNSPEC};
  struct sockaddr_in6 v6;
  uv_udp_t h;

  CHECK_OK(uv_ip6_addr("::1", 9, &v6));
  CHECK_OK(uv_udp_init(loop, &h));
  CHECK_EQ(uv_udp_connect(&h, &strange), UV_EINVAL);
  CHECK_EQ(uv_udp_connect(&h, &none), UV_EINVAL);
  udp_bind_free(&h, 0);
  CHECK_EQ(uv_udp_connect(&h, ADDR(v6)), UV_EAFNOSUPPORT);
  uv_close((uv_handle_t*) &h, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
}

TEST(udp_connected_or_not_decides_about_the_address) {
  uv_buf_t data = uv_buf_init("x", 1);
  struct sockaddr_in addr, name;
  int len = sizeof(name);
  uv_udp_send_t req;
  uv_loop_t loop;
  uv_udp_t server, client;

  CHECK_OK(uv_loop_init(&loop));
  check_families(&loop);
  CHECK_OK(uv_udp_init(&loop, &server));
  CHECK_OK(uv_udp_init(&loop, &client));
  addr = udp_bind_free(&server, 0);

  CHECK_OK(uv_udp_connect(&client, ADDR(addr)));
  CHECK_EQ(uv_udp_connect(&client, ADDR(addr)), UV_EISCONN);
  CHECK_OK(uv_udp_getpeername(&client, (struct sockaddr*) &name, &len));
  CHECK_EQ(name.sin_port, addr.sin_port);
  CHECK_EQ(uv_udp_try_send(&client, &data, 1, NULL), 1);
  CHECK_EQ(uv_udp_try_send(&client, &data, 1, ADDR(addr)), UV_EISCONN);
  CHECK_EQ(uv_udp_send(&req, &client, &data, 1, ADDR(addr), NULL), UV_EISCONN);

  CHECK_OK(uv_udp_connect(&client, NULL));
  CHECK_EQ(uv_udp_connect(&client, NULL), UV_ENOTCONN);
  CHECK_EQ(uv_udp_getpeername(&client, (struct sockaddr*) &name, &len), UV_ENOTCONN);
  CHECK_EQ(uv_udp_try_send(&client, &data, 1, NULL), UV_EDESTADDRREQ);
  CHECK_EQ(uv_udp_try_send(&client, &data, 1, ADDR(addr)), 1);

  CHECK_OK(uv_udp_connect(&client, ADDR(addr)));
  uv_close((uv_handle_t*) &client, NULL);
  CHECK_EQ(uv_udp_try_send(&client, &data, 1, NULL), UV_EBADF);
  udp_close_loop(&loop);
}
