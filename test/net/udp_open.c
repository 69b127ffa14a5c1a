/* Sockets made by somebody else. */
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "udp_test.h"

static char buffer[8];
static int told;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(buffer, sizeof(buffer));
}

static void never(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                  unsigned flags) {
  CHECK(!"called");
}

static int option(int fd, int name) {
  int value;
  socklen_t len = sizeof(value);
  CHECK_OK(getsockopt(fd, SOL_SOCKET, name, &value, &len));
  return value;
}

TEST(udp_open_takes_over_a_socket) {
  int s1 = socket(AF_INET, SOCK_DGRAM, 0);
  int s2 = socket(AF_INET, SOCK_DGRAM, 0);
  int pipes[2];
  uv_loop_t loop;
  uv_udp_t h1, h2;

  CHECK_OK(pipe(pipes));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &h1));
  CHECK_OK(uv_udp_init(&loop, &h2));
  CHECK_EQ(uv_udp_open(&h1, -1), UV_EBADF);
  CHECK_EQ(uv_udp_open(&h1, pipes[0]), UV_ENOTSOCK);
  CHECK_EQ(uv_udp_open_ex(&h1, pipes[0], 0), UV_ENOTSOCK);
  CHECK_EQ(uv_udp_open_ex(&h1, s1, UV_UDP_IPV6ONLY), UV_EINVAL);
  CHECK_OK(uv_udp_open(&h1, s1));
  CHECK_EQ(uv_udp_open(&h1, s2), UV_EBUSY);
  CHECK(fcntl(s1, F_GETFL) & O_NONBLOCK);
  CHECK_EQ(option(s1, SO_REUSEADDR), 1);
  CHECK_OK(uv_udp_recv_start(&h1, on_alloc, never));
  CHECK_EQ(uv_udp_open(&h2, s1), UV_EEXIST);
  CHECK_OK(uv_udp_open_ex(&h2, s2, UV_UDP_REUSEPORT));
  CHECK_EQ(option(s2, SO_REUSEADDR), 0);
  CHECK_EQ(option(s2, SO_REUSEPORT), 1);
  udp_close_loop(&loop);
  close(pipes[0]);
  close(pipes[1]);
}

static void on_stream_data(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf,
                           const struct sockaddr* from, unsigned flags) {
  CHECK_EQ(flags, 0);
  CHECK_EQ(nread, told == 0 ? 8 : 2);
  CHECK_MEM(buf->base, told == 0 ? "01234567" : "89", (size_t) nread);
  if (++told == 2)
    uv_close((uv_handle_t*) h, NULL);
}

/* Not what a UDP handle is for, but no byte may be lost. */
TEST(udp_open_on_a_stream_loses_nothing) {
  struct sockaddr_in addr = udp_loopback(0);
  socklen_t len = sizeof(addr);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  int client = socket(AF_INET, SOCK_STREAM, 0);
  int accepted;
  uv_loop_t loop;
  uv_udp_t h;

  CHECK_OK(bind(server, ADDR(addr), sizeof(addr)));
  CHECK_OK(listen(server, 1));
  CHECK_OK(getsockname(server, (struct sockaddr*) &addr, &len));
  CHECK_OK(connect(client, ADDR(addr), sizeof(addr)));
  accepted = accept(server, NULL, NULL);
  CHECK_EQ(write(client, "0123456789", 10), 10);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &h));
  CHECK_OK(uv_udp_open(&h, accepted));
  CHECK_OK(uv_udp_recv_start(&h, on_alloc, on_stream_data));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(told, 2);
  CHECK_OK(uv_loop_close(&loop));
  close(client);
  close(server);
}

static struct sockaddr_un path;

static void on_from_path(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf,
                         const struct sockaddr* from, unsigned flags) {
  CHECK_EQ(nread, 4);
  CHECK_EQ(from->sa_family, AF_UNIX);
  CHECK_STR(((const struct sockaddr_un*) from)->sun_path, path.sun_path);
  told++;
  uv_close((uv_handle_t*) h, NULL);
}

TEST(udp_unix_datagrams_come_with_their_path) {
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  uv_buf_t data = uv_buf_init("ping", 4);
  uv_loop_t loop;
  uv_udp_t h;

  path.sun_family = AF_UNIX;
  strcpy(path.sun_path, "socket");
  /* Without the NUL: the path ends where the address ends. */
  CHECK_OK(bind(fd, ADDR(path), offsetof(struct sockaddr_un, sun_path) + 6));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &h));
  CHECK_OK(uv_udp_open(&h, fd));
  CHECK_OK(uv_udp_recv_start(&h, on_alloc, on_from_path));
  CHECK_EQ(uv_udp_try_send(&h, &data, 1, ADDR(path)), 4);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(told, 1);
  CHECK_OK(uv_loop_close(&loop));
}

static char chunk[65536];

static void on_alloc_chunk(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(chunk, sizeof(chunk));
}

static void on_from_long_path(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf,
                              const struct sockaddr* from, unsigned flags) {
  CHECK_EQ(flags, UV_UDP_MMSG_CHUNK);
  CHECK_STR(((const struct sockaddr_un*) from)->sun_path, path.sun_path);
  told++;
  uv_close((uv_handle_t*) h, NULL);
}

/* Addresses of other families than IP are longer. */
TEST(udp_recvmmsg_has_room_for_any_address) {
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  uv_buf_t data = uv_buf_init("ping", 4);
  uv_loop_t loop;
  uv_udp_t h;

  path.sun_family = AF_UNIX;
  strcpy(path.sun_path, "a-path-that-is-longer-than-an-address-of-the-internet-protocol");
  CHECK_OK(bind(fd, ADDR(path), sizeof(path)));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init_ex(&loop, &h, UV_UDP_RECVMMSG));
  CHECK_OK(uv_udp_open(&h, fd));
  CHECK_OK(uv_udp_recv_start(&h, on_alloc_chunk, on_from_long_path));
  CHECK_EQ(uv_udp_try_send(&h, &data, 1, ADDR(path)), 4);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(told, 1);
  CHECK_OK(uv_loop_close(&loop));
}
