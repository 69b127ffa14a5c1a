/* What a connection costs in system calls that move no data: src/io/epoll.c and src/net/stream.c
 * avoid those whose result is known. */
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

static uv_loop_t loop;
static uv_tcp_t server, client, accepted;
static uv_connect_t req;
static struct sockaddr_in addr;
static int removals, queries, refused;

/* In place of the C library's. */
int epoll_ctl(int set, int op, int fd, struct epoll_event* event) {
  removals += op == EPOLL_CTL_DEL;
  return (int) syscall(SYS_epoll_ctl, set, op, fd, event);
}

int getsockopt(int fd, int level, int option, void* value, socklen_t* len) {
  queries += level == SOL_SOCKET && option == SO_ERROR;
  return (int) syscall(SYS_getsockopt, fd, level, option, value, len);
}

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  static char room[16];
  (void) h;
  (void) suggested;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) buf;
  CHECK_EQ(n, UV_EOF);
  uv_close((uv_handle_t*) s, NULL);
  uv_close((uv_handle_t*) &server, NULL);
}

static void on_connection(uv_stream_t* s, int status) {
  CHECK_OK(status);
  CHECK_OK(uv_tcp_init(&loop, &accepted));
  CHECK_OK(uv_accept(s, (uv_stream_t*) &accepted));
  CHECK_OK(uv_read_start((uv_stream_t*) &accepted, on_alloc, on_read));
}

static void on_connect(uv_connect_t* r, int status) {
  CHECK_OK(status);
  uv_close((uv_handle_t*) r->handle, NULL);
}

static void on_refusal(uv_connect_t* r, int status) {
  CHECK_EQ(status, UV_ECONNREFUSED);
  refused++;
  uv_close((uv_handle_t*) r->handle, NULL);
}

static void start(void) {
  int len = sizeof(addr);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_ip4_addr("127.0.0.1", 0, &addr));
  CHECK_OK(uv_tcp_init(&loop, &server));
  CHECK_OK(uv_tcp_bind(&server, (struct sockaddr*) &addr, 0));
  CHECK_OK(uv_tcp_getsockname(&server, (struct sockaddr*) &addr, &len));
  CHECK_OK(uv_tcp_init(&loop, &client));
}

static void run_to_end(void) {
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(connection_asks_for_no_error_and_leaves_epoll_by_being_closed) {
  start();
  CHECK_OK(uv_listen((uv_stream_t*) &server, 1, on_connection));
  CHECK_OK(uv_tcp_connect(&req, &client, (struct sockaddr*) &addr, on_connect));
  run_to_end();
  CHECK_EQ(queries, 0);
  CHECK_EQ(removals, 1); /* of the server */
}

TEST(loop_with_outer_poller_removes_each_descriptor_from_epoll) {
  start();
  CHECK_GE(uv_backend_fd(&loop), 0);
  CHECK_OK(uv_listen((uv_stream_t*) &server, 1, on_connection));
  CHECK_OK(uv_tcp_connect(&req, &client, (struct sockaddr*) &addr, on_connect));
  run_to_end();
  CHECK_EQ(removals, 3);
}

TEST(refused_connection_is_reported) {
  start();
  CHECK_OK(uv_tcp_connect(&req, &client, (struct sockaddr*) &addr, on_refusal));
  uv_close((uv_handle_t*) &server, NULL);
  run_to_end();
  CHECK_EQ(refused, 1);
}
