/* Questions about descriptors and pairs of them, without a loop. */
#include <pty.h>

#include "stream_test.h"

static void check_pair(const int fds[2], int nonblock0, int nonblock1) {
  CHECK_EQ((fcntl(fds[0], F_GETFL) & O_NONBLOCK) != 0, nonblock0);
  CHECK_EQ((fcntl(fds[1], F_GETFL) & O_NONBLOCK) != 0, nonblock1);
  for (int i = 0; i < 2; i++) {
    CHECK_NE(fcntl(fds[i], F_GETFD) & FD_CLOEXEC, 0);
    CHECK_EQ(uv_guess_handle(fds[i]), UV_NAMED_PIPE);
    close(fds[i]);
  }
}

TEST(pipe_pair_has_the_flags_asked_for) {
  int fds[2];

  for (int i = 0; i < 4; i++) {
    CHECK_OK(uv_pipe(fds, i & 1 ? UV_NONBLOCK_PIPE : 0, i & 2 ? UV_NONBLOCK_PIPE : 0));
    CHECK_EQ(write(fds[1], "x", 1), 1);
    CHECK_EQ(read(fds[0], &(char){0}, 1), 1);
    check_pair(fds, i & 1, i >> 1);
    CHECK_OK(uv_socketpair(SOCK_STREAM, 0, fds, i & 1 ? UV_NONBLOCK_PIPE : 0,
                           i & 2 ? UV_NONBLOCK_PIPE : 0));
    check_pair(fds, i & 1, i >> 1);
  }
  CHECK_EQ(uv_socketpair(SOCK_STREAM, 12345, fds, 0, 0), UV_EPROTONOSUPPORT);
}

static uv_handle_type guess_and_close(int fd) {
  uv_handle_type type = uv_guess_handle(fd);

  CHECK_GE(fd, 0);
  close(fd);
  return type;
}

TEST(guess_handle_knows_what_streams_are_made_of) {
  int fds[2], master, slave;

  CHECK_EQ(uv_guess_handle(-1), UV_UNKNOWN_HANDLE);
  CHECK_EQ(uv_guess_handle(12345), UV_UNKNOWN_HANDLE);
  CHECK_EQ(guess_and_close(open("/", O_RDONLY)), UV_UNKNOWN_HANDLE);
  CHECK_EQ(guess_and_close(open("/dev/null", O_RDWR)), UV_FILE);
  CHECK_EQ(guess_and_close(open("file", O_CREAT | O_RDWR, 0600)), UV_FILE);
  CHECK_EQ(guess_and_close(socket(AF_INET, SOCK_STREAM, 0)), UV_TCP);
  CHECK_EQ(guess_and_close(socket(AF_INET, SOCK_DGRAM, 0)), UV_UDP);
  CHECK_EQ(guess_and_close(socket(AF_UNIX, SOCK_STREAM, 0)), UV_NAMED_PIPE);
  CHECK_EQ(guess_and_close(socket(AF_UNIX, SOCK_DGRAM, 0)), UV_UNKNOWN_HANDLE);
  CHECK_OK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds));
  CHECK_EQ(guess_and_close(fds[0]), UV_UNKNOWN_HANDLE);
  close(fds[1]);
  if (openpty(&master, &slave, NULL, NULL, NULL) == 0) {
    CHECK_EQ(guess_and_close(slave), UV_TTY);
    close(master);
  }
}

TEST(buffer_sizes_are_read_and_set) {
  uv_loop_t loop;
  uv_tcp_t tcp;
  uv_timer_t timer;
  struct sockaddr_in any = tcp_loopback(0);
  int value = 0;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_EQ(uv_send_buffer_size(H(&tcp), &value), UV_EBADF);
  CHECK_OK(uv_tcp_bind(&tcp, ADDR(any), 0));
  CHECK_OK(uv_send_buffer_size(H(&tcp), &value));
  CHECK_GT(value, 0);
  value = 10000;
  CHECK_OK(uv_recv_buffer_size(H(&tcp), &value));
  value = 0;
  CHECK_OK(uv_recv_buffer_size(H(&tcp), &value));
  CHECK_EQ(value, 20000); /* Linux counts its own bookkeeping in */
  CHECK_EQ(uv_recv_buffer_size(H(&tcp), NULL), UV_EINVAL);
  CHECK_EQ(uv_recv_buffer_size(NULL, &value), UV_EINVAL);
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_EQ(uv_recv_buffer_size(H(&timer), &value), UV_ENOTSUP);
  stream_close_loop(&loop);
}

TEST(buf_init_fills_a_buffer) {
  char c;
  uv_buf_t buf = uv_buf_init(&c, 7);

  CHECK(buf.base == &c);
  CHECK_EQ(buf.len, 7);
}
