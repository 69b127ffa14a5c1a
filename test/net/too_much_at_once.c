/* More bytes than a system call can move are refused whole, before anything is sent or queued. */
#include "check.h"

#include <fcntl.h>

TEST(requests_larger_than_a_system_call_can_serve_are_refused) {
  uv_buf_t one = uv_buf_init(NULL, INT32_MAX);
  uv_buf_t two[2] = {uv_buf_init(NULL, 0x40000001u), uv_buf_init(NULL, 0x40000001u)};
  struct sockaddr_in addr;
  uv_udp_send_t send_req;
  uv_write_t write_req;
  uv_loop_t loop;
  uv_tcp_t tcp;
  uv_udp_t udp;
  uv_fs_t req;
  int fd;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_udp_init(&loop, &udp));
  CHECK_OK(uv_ip4_addr("127.0.0.1", 9, &addr));
  CHECK_EQ(uv_write(&write_req, (uv_stream_t*) &tcp, &one, 1, NULL), UV_EINVAL);
  CHECK_EQ(uv_try_write((uv_stream_t*) &tcp, two, 2), UV_EINVAL);
  CHECK_EQ(uv_udp_send(&send_req, &udp, &one, 1, (struct sockaddr*) &addr, NULL), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send(&udp, two, 2, (struct sockaddr*) &addr), UV_EINVAL);

  fd = uv_fs_open(NULL, &req, "f", O_RDWR | O_CREAT, 0600, NULL);
  CHECK_GE(fd, 0);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_write(NULL, &req, fd, two, 2, 0, NULL), UV_EINVAL);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_sendfile(NULL, &req, fd, fd, 0, INT32_MAX, NULL), UV_EINVAL);
  uv_fs_req_cleanup(&req);
  CHECK_OK(uv_fs_close(NULL, &req, fd, NULL));
  uv_fs_req_cleanup(&req);

  uv_close((uv_handle_t*) &tcp, NULL);
  uv_close((uv_handle_t*) &udp, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}
