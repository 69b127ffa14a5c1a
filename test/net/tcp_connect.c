/* Connecting: what the call says, what the callback says, and what waits meanwhile. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t tcp;
static uv_connect_t req, second;
static uv_write_t write_req;
static uv_buf_t hello = {"hello", 5};
static int connects, writes, closes, connect_status, write_status;
static struct sockaddr_in target;

static void on_connect(uv_connect_t* r, int status) {
  CHECK(r == &req);
  CHECK(r->handle == S(&tcp));
  CHECK_EQ(writes, 0);
  connects++;
  connect_status = status;
}

static void on_write(uv_write_t* r, int status) {
  (void) r;
  CHECK_EQ(connects, 1);
  writes++;
  write_status = status;
}

static void on_close(uv_handle_t* h) {
  (void) h;
  CHECK_EQ(connects, 1);
  closes++;
}

static void connect_and_write(struct sockaddr_in addr) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_connect(&req, &tcp, ADDR(addr), on_connect));
  CHECK_EQ(uv_tcp_connect(&second, &tcp, ADDR(addr), on_connect), UV_EALREADY);
  CHECK_OK(uv_write(&write_req, S(&tcp), &hello, 1, on_write));
  CHECK_EQ(tcp.write_queue_size, 5);
  CHECK_EQ(uv_try_write(S(&tcp), &hello, 1), UV_EAGAIN);
}

TEST(tcp_write_before_the_connection_waits_for_it) {
  int listener = tcp_raw_listener(&target, 1);
  int peer;
  char text[8];

  connect_and_write(target);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(connect_status);
  CHECK_EQ(writes, 1);
  CHECK_OK(write_status);
  peer = accept(listener, NULL, NULL);
  CHECK_EQ(recv(peer, text, sizeof(text), 0), 5);
  close(peer);
  close(listener);
  stream_close_loop(&loop);
}

TEST(tcp_refused_connect_is_told_by_the_callback) {
  connect_and_write(tcp_dead_end());
  CHECK_EQ(connects, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connect_status, UV_ECONNREFUSED);
  CHECK_EQ(write_status, UV_ECANCELED);
  CHECK_EQ(tcp.write_queue_size, 0);
  CHECK_EQ(uv_is_closing(H(&tcp)), 0); /* closing it is the user's business */
  stream_close_loop(&loop);
}

TEST(tcp_close_cancels_the_connect_first) {
  int listener = tcp_raw_listener(&target, 1);

  connect_and_write(target);
  uv_close(H(&tcp), on_close);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connect_status, UV_ECANCELED);
  CHECK_EQ(write_status, UV_ECANCELED);
  CHECK_EQ(closes, 1);
  close(listener);
  stream_close_loop(&loop);
}

static void on_second(uv_connect_t* r, int status) {
  CHECK(r == &second);
  CHECK_OK(status);
  connects++;
}

static void on_refused(uv_connect_t* r, int status) {
  CHECK_EQ(status, UV_ECONNREFUSED);
  CHECK_OK(uv_tcp_connect(&second, (uv_tcp_t*) r->handle, ADDR(target), on_second));
  CHECK_OK(uv_write(&write_req, r->handle, &hello, 1, on_write));
}

TEST(tcp_connect_again_from_the_callback_keeps_the_new_writes) {
  int listener = tcp_raw_listener(&target, 1);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  struct sockaddr_in nobody = tcp_dead_end();
  CHECK_OK(uv_tcp_connect(&req, &tcp, ADDR(nobody), on_refused));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 1);
  CHECK_EQ(writes, 1);
  CHECK_OK(write_status);
  close(listener);
  stream_close_loop(&loop);
}

TEST(tcp_connect_refuses_what_is_no_address) {
  struct sockaddr strange = {.sa_family = 77};

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_EQ(uv_tcp_connect(&req, &tcp, &strange, on_connect), UV_EINVAL);
  uv_close(H(&tcp), NULL);
  target = tcp_loopback(1);
  CHECK_EQ(uv_tcp_connect(&req, &tcp, ADDR(target), on_connect), UV_EINVAL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 0);
  stream_close_loop(&loop);
}

TEST(tcp_port_in_use_is_told_by_the_connect_callback) {
  uv_tcp_t holder;
  int len = sizeof(target);
  int listener;

  CHECK_OK(uv_loop_init(&loop));
  target = tcp_bind_free(&loop, &holder);
  CHECK_OK(uv_listen(S(&holder), 1, NULL));
  uv_unref(H(&holder));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_tcp_bind(&tcp, ADDR(target), 0));
  CHECK_EQ(uv_tcp_getsockname(&tcp, (struct sockaddr*) &target, &len), UV_EADDRINUSE);
  listener = tcp_raw_listener(&target, 1);
  CHECK_OK(uv_tcp_connect(&req, &tcp, ADDR(target), on_connect));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connect_status, UV_EADDRINUSE);
  close(listener);
  stream_close_loop(&loop);
}
