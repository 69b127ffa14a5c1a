/* B3.7: a stream may be closed, and freed by an inner run, in any of its callbacks. */
#include "stream_test.h"
#include "vanish.h"

#define loop vanish_loop

static int order;

static void read_vanish(uv_stream_t* s, ssize_t nread, const uv_buf_t* buf) {
  (void) nread;
  (void) buf;
  vanish(s);
}

/* A connection with more to read than fits into a buffer. */
static uv_tcp_t* reader(uv_alloc_cb alloc_cb, int* peer) {
  uv_tcp_t* h = vanish_new(sizeof(*h));

  vanish_room_size = 4;
  CHECK_OK(uv_loop_init(&loop));
  *peer = tcp_with_peer(&loop, h);
  CHECK_EQ(write(*peer, "0123456789", 10), 10);
  CHECK_OK(uv_read_start(S(h), alloc_cb, read_vanish));
  return h;
}

TEST(stream_vanishes_in_its_read_callback) {
  int peer;
  reader(vanish_alloc, &peer);
  vanish_end();
  close(peer);
}

TEST(stream_vanishes_in_its_alloc_callback) {
  int peer;
  reader(vanish_in_alloc, &peer);
  vanish_end();
  close(peer);
}

TEST(stream_vanishes_when_there_is_no_buffer) {
  int peer;
  reader(vanish_alloc_none, &peer);
  vanish_end();
  close(peer);
}

TEST(stream_vanishes_at_its_end) {
  uv_pipe_t* h = vanish_new(sizeof(*h));

  CHECK_OK(uv_loop_init(&loop));
  close(pipe_with_peer(&loop, h, 0));
  CHECK_OK(uv_read_start(S(h), vanish_alloc, read_vanish));
  vanish_end();
}

/* ---- Requests ---- */

static uv_write_t writes[3];
static uv_connect_t connects[2];
static uv_shutdown_t shutdowns[1];

/* The rest is called back by the inner run, before the handle is gone. */
static void write_vanish(uv_write_t* req, int status) {
  (void) status;
  CHECK(req == &writes[order++]);
  CHECK_EQ(vanish_gone, 0);
  if (req == &writes[0])
    vanish(req->handle);
}

static void write_thrice(uv_stream_t* s) {
  uv_buf_t buf = uv_buf_init("x", 1);

  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_write(&writes[i], s, &buf, 1, write_vanish));
}

TEST(stream_vanishes_in_its_write_callback) {
  uv_tcp_t* h = vanish_new(sizeof(*h));
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, h);
  write_thrice(S(h));
  vanish_end();
  CHECK_EQ(order, 3);
  close(peer);
}

static void shutdown_vanish(uv_shutdown_t* req, int status) {
  (void) status;
  vanish(req->handle);
}

TEST(stream_vanishes_in_its_shutdown_callback) {
  uv_tcp_t* h = vanish_new(sizeof(*h));
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  peer = tcp_with_peer(&loop, h);
  CHECK_OK(uv_shutdown(shutdowns, S(h), shutdown_vanish));
  vanish_end();
  close(peer);
}

static void shutdown_counted(uv_shutdown_t* req, int status) {
  (void) req;
  CHECK_EQ(status, UV_ECANCELED);
  CHECK_EQ(vanish_gone, 0);
  order++;
}

static void connect_vanish(uv_connect_t* req, int status) {
  (void) status;
  vanish(req->handle);
}

static void write_counted(uv_write_t* req, int status) {
  (void) req;
  (void) status;
  CHECK_EQ(vanish_gone, 0);
  order++;
}

static void connect_to(struct sockaddr_in addr) {
  uv_buf_t buf = uv_buf_init("x", 1);
  uv_tcp_t* h = vanish_new(sizeof(*h));

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, h));
  CHECK_OK(uv_tcp_connect(connects, h, ADDR(addr), connect_vanish));
  CHECK_OK(uv_write(&writes[0], S(h), &buf, 1, write_counted));
  CHECK_OK(uv_shutdown(shutdowns, S(h), shutdown_counted));
  vanish_end();
  CHECK_EQ(order, 2);
}

TEST(stream_vanishes_when_it_is_connected) {
  struct sockaddr_in addr;
  int listener = tcp_raw_listener(&addr, 1);

  connect_to(addr);
  close(listener);
}

TEST(stream_vanishes_when_it_is_refused) {
  connect_to(tcp_dead_end());
}

static void write_first_vanishes(uv_write_t* req, int status) {
  (void) status;
  order++;
  if (vanish_calls == 0)
    vanish(req->handle);
}

static void ignore_connect(uv_connect_t* req, int status) {
  (void) req;
  (void) status;
}

TEST(stream_vanishes_in_a_write_that_a_refusal_cancelled) {
  struct sockaddr_in addr = tcp_dead_end();
  uv_buf_t buf = uv_buf_init("x", 1);
  uv_tcp_t* h = vanish_new(sizeof(*h));

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, h));
  CHECK_OK(uv_tcp_connect(connects, h, ADDR(addr), ignore_connect));
  CHECK_OK(uv_write(&writes[0], S(h), &buf, 1, write_first_vanishes));
  CHECK_OK(uv_write(&writes[1], S(h), &buf, 1, write_first_vanishes));
  CHECK_OK(uv_shutdown(shutdowns, S(h), shutdown_counted));
  vanish_end();
  CHECK_EQ(order, 3);
}

TEST(stream_vanishes_when_there_is_no_such_pipe) {
  uv_pipe_t* h = vanish_new(sizeof(*h));

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe_init(&loop, h, 0));
  uv_pipe_connect(connects, h, "nobody", connect_vanish);
  vanish_end();
}

/* ---- Doors ---- */

static void connection_vanish(uv_stream_t* server, int status) {
  CHECK_OK(status);
  vanish(server);
}

TEST(server_vanishes_in_its_connection_callback) {
  uv_tcp_t* server = vanish_new(sizeof(*server));
  struct sockaddr_in addr;
  int fd[2];

  CHECK_OK(uv_loop_init(&loop));
  addr = tcp_bind_free(&loop, server);
  CHECK_OK(uv_listen(S(server), 8, connection_vanish));
  for (int i = 0; i < 2; i++) {
    fd[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK_OK(connect(fd[i], ADDR(addr), sizeof(addr)));
  }
  vanish_end();
  close(fd[0]);
  close(fd[1]);
}

/* ---- Several at once ---- */

static uv_tcp_t* deep[2];

static void read_then_go_deeper(uv_stream_t* s, ssize_t nread, const uv_buf_t* buf) {
  (void) s;
  (void) nread;
  (void) buf;
  if (++order == 4) {
    uv_close(H(deep[0]), vanish_free);
    uv_close(H(deep[1]), vanish_free);
  }
  uv_run(&loop, UV_RUN_NOWAIT); /* reads on, from this stream or the other */
}

TEST(streams_vanish_from_under_several_frames) {
  int peer[2];

  vanish_room_size = 4;
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++) {
    deep[i] = vanish_new(sizeof(*deep[i]));
    peer[i] = tcp_with_peer(&loop, deep[i]);
    CHECK_EQ(write(peer[i], "0123456789abcdef", 16), 16);
    CHECK_OK(uv_read_start(S(deep[i]), vanish_alloc, read_then_go_deeper));
  }
  while (vanish_gone < 2)
    uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(order, 4);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  close(peer[0]);
  close(peer[1]);
}
