/* Descriptors over a pipe: in order, with their bytes, none lost and none left behind. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_pipe_t a, b, sent;
static uv_tcp_t tcp;
static uv_udp_t udp;
static uv_write_t reqs[8];
static char slab[64];
static size_t bytes;
static int statuses, before;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  (void) h;
  (void) suggested;
  *buf = uv_buf_init(slab, sizeof(slab));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) s;
  (void) buf;
  CHECK_GT(n, 0);
  bytes += (size_t) n;
}

static void on_write(uv_write_t* req, int status) {
  (void) req;
  CHECK_OK(status);
  statuses++;
}

/* Two IPC ends in one loop. */
static void start(void) {
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  before = open_descriptors();
  peer = pipe_with_peer(&loop, &a, 1);
  CHECK_OK(uv_pipe_init(&loop, &b, 1));
  CHECK_OK(uv_pipe_open(&b, peer));
}

static void end(void) {
  uv_walk(&loop, stream_close_one, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(open_descriptors(), before);
  CHECK_OK(uv_loop_close(&loop));
}

static void pass(int i, void* handle) {
  uv_buf_t buf = uv_buf_init("x", 1);
  CHECK_OK(uv_write2(&reqs[i], S(&a), &buf, 1, S(handle), on_write));
}

static void receive(size_t count) {
  CHECK_OK(uv_read_start(S(&b), on_alloc, on_read));
  while (bytes < count)
    uv_run(&loop, UV_RUN_ONCE);
  CHECK_OK(uv_read_stop(S(&b)));
}

TEST(pipe_passes_handles_of_every_kind_in_order) {
  struct sockaddr_in addr = tcp_loopback(0), bound;
  int len = sizeof(addr);
  uv_tcp_t got_tcp;
  uv_pipe_t got_pipe;
  uv_udp_t got_udp;

  start();
  bound = tcp_bind_free(&loop, &tcp);
  CHECK_OK(uv_pipe_init(&loop, &sent, 0));
  CHECK_OK(uv_pipe_bind(&sent, "sock"));
  CHECK_OK(uv_udp_init(&loop, &udp));
  CHECK_OK(uv_udp_bind(&udp, ADDR(addr), 0));
  pass(0, &tcp);
  pass(1, &sent);
  pass(2, &udp);
  receive(3);
  CHECK_EQ(statuses, 3);

  CHECK_EQ(uv_pipe_pending_count(&b), 3);
  CHECK_EQ(uv_pipe_pending_type(&b), UV_TCP);
  CHECK_OK(uv_tcp_init(&loop, &got_tcp));
  CHECK_OK(uv_accept(S(&b), S(&got_tcp)));
  CHECK_OK(uv_tcp_getsockname(&got_tcp, (struct sockaddr*) &addr, &len));
  CHECK_EQ(addr.sin_port, bound.sin_port); /* it is the same socket */
  CHECK_EQ(uv_pipe_pending_type(&b), UV_NAMED_PIPE);
  CHECK_OK(uv_pipe_init(&loop, &got_pipe, 0));
  CHECK_OK(uv_accept(S(&b), S(&got_pipe)));
  CHECK_EQ(uv_pipe_pending_count(&b), 1);
  CHECK_EQ(uv_pipe_pending_type(&b), UV_UDP);
  CHECK_OK(uv_udp_init(&loop, &got_udp));
  CHECK_OK(uv_accept(S(&b), (uv_stream_t*) &got_udp));
  CHECK_EQ(uv_pipe_pending_count(&b), 0);
  CHECK_EQ(uv_pipe_pending_type(&b), UV_UNKNOWN_HANDLE);
  CHECK_EQ(uv_accept(S(&b), S(&got_pipe)), UV_EAGAIN);
  end();
}

TEST(pipe_takes_many_descriptors_from_one_message) {
  enum { COUNT = 100 };
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(COUNT * sizeof(int))];
  } control = {.header = {CMSG_LEN(COUNT * sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
  struct iovec io = {"m", 1};
  struct msghdr m = {
      .msg_iov = &io, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
  uv_os_fd_t fd;

  start();
  CHECK_OK(uv_fileno(H(&a), &fd));
  for (int i = 0; i < COUNT; i++)
    memcpy(CMSG_DATA(&control.header) + i * sizeof(int), &fd, sizeof(fd));
  CHECK_EQ(sendmsg(fd, &m, 0), 1);
  receive(1);
  CHECK_EQ(uv_pipe_pending_count(&b), COUNT);
  CHECK_EQ(open_descriptors(), before + 2 + COUNT);
  end(); /* what nobody has accepted is closed */
}

TEST(pipe_handle_may_be_closed_while_it_waits_to_be_sent) {
  static char big[4 << 20];
  static uv_write_t first;
  uv_buf_t buf = uv_buf_init(big, sizeof(big));

  start();
  tcp_bind_free(&loop, &tcp);
  CHECK_OK(uv_write(&first, S(&a), &buf, 1, on_write));
  CHECK_GT(a.write_queue_size, 0);
  pass(0, &tcp);
  uv_close(H(&tcp), NULL);
  receive(sizeof(big) + 1);
  CHECK_EQ(statuses, 2);
  CHECK_EQ(uv_pipe_pending_count(&b), 1);
  CHECK_EQ(uv_pipe_pending_type(&b), UV_TCP);
  end();
}

static void on_cancelled(uv_write_t* req, int status) {
  (void) req;
  CHECK_EQ(status, UV_ECANCELED);
  statuses++;
}

TEST(pipe_unsent_descriptors_go_with_the_pipe) {
  static char big[4 << 20];
  uv_buf_t bufs[] = {uv_buf_init(big, sizeof(big)), uv_buf_init("x", 1)};

  start();
  tcp_bind_free(&loop, &tcp);
  CHECK_OK(uv_write(&reqs[0], S(&a), &bufs[0], 1, on_cancelled));
  for (int i = 1; i < 4; i++)
    CHECK_OK(uv_write2(&reqs[i], S(&a), &bufs[1], 1, S(&tcp), on_cancelled));
  uv_close(H(&a), NULL);
  end();
  CHECK_EQ(statuses, 4);
}

TEST(pipe_try_write2_sends_at_once) {
  uv_buf_t buf = uv_buf_init("x", 1);

  start();
  tcp_bind_free(&loop, &tcp);
  CHECK_EQ(uv_try_write2(S(&a), &buf, 1, S(&tcp)), 1);
  receive(1);
  CHECK_EQ(uv_pipe_pending_count(&b), 1);
  end();
}

TEST(pipe_refuses_to_pass_what_cannot_travel) {
  uv_buf_t buf = uv_buf_init("x", 1), empty = uv_buf_init(NULL, 0);
  uv_pipe_t plain;
  int peer;

  start();
  peer = pipe_with_peer(&loop, &plain, 0);
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_EQ(uv_try_write2(S(&a), &buf, 1, S(&tcp)), UV_EBADF); /* no socket yet */
  CHECK_EQ(uv_try_write2(S(&plain), &buf, 1, S(&a)), UV_EINVAL);
  CHECK_EQ(uv_try_write2(S(&a), &empty, 1, S(&b)), UV_EINVAL);
  CHECK_EQ(uv_write2(&reqs[0], S(&a), &buf, 1, S(&tcp), on_write), UV_EBADF);
  CHECK_EQ(uv_write2(&reqs[0], S(&plain), &buf, 1, S(&a), on_write), UV_EINVAL);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_pipe_pending_count(&plain), 0);
  close(peer);
  end();
}
