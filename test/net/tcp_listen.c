/* Listening: one connection at a time in the user's hands, none lost, none taken too early. */
#include "stream_test.h"

enum { CLIENTS = 40 };

static uv_loop_t loop;
static uv_tcp_t server;
static uv_tcp_t accepted[CLIENTS];
static int clients[CLIENTS];
static int connections, take, last_status;
static struct sockaddr_in addr;

static void take_one(void) {
  CHECK_OK(uv_tcp_init(&loop, &accepted[connections]));
  CHECK_OK(uv_accept(S(&server), S(&accepted[connections])));
}

static void on_connection(uv_stream_t* s, int status) {
  CHECK(s == S(&server));
  last_status = status;
  if (take)
    take_one();
  connections++;
}

static void start(int count) {
  CHECK_OK(uv_loop_init(&loop));
  addr = tcp_bind_free(&loop, &server);
  CHECK_OK(uv_listen(S(&server), 128, on_connection));
  CHECK_EQ(uv_is_readable(S(&server)), 0);
  CHECK_EQ(uv_is_active(H(&server)), 1);
  for (int i = 0; i < count; i++) {
    clients[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK_OK(connect(clients[i], ADDR(addr), sizeof(addr)));
  }
}

static void end(int count) {
  for (int i = 0; i < count; i++)
    close(clients[i]);
  stream_close_loop(&loop);
}

TEST(tcp_next_connection_waits_until_this_one_is_accepted) {
  start(3);
  for (int i = 0; i < 5; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(connections, 1);
  connections = 0;
  take_one();
  CHECK_EQ(uv_accept(S(&server), S(&accepted[1])), UV_EAGAIN);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(connections, 1);
  end(3); /* one in hand, one not accepted: both are closed with the server */
}

TEST(tcp_all_waiting_connections_are_taken) {
  int turns = 0;

  take = 1;
  start(CLIENTS);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(connections, 1); /* a burst is not presumed */
  for (turns = 1; connections < CLIENTS; turns++)
    uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_LT(turns, CLIENTS / 2); /* but is recognised */
  end(CLIENTS);
}

TEST(tcp_simultaneous_accepts_off_takes_one_per_turn) {
  take = 1;
  start(CLIENTS);
  CHECK_OK(uv_tcp_simultaneous_accepts(&server, 0));
  for (int turn = 1; turn <= CLIENTS; turn++) {
    uv_run(&loop, UV_RUN_NOWAIT);
    CHECK_EQ(connections, turn);
  }
  end(CLIENTS);
}

static void on_connection_close(uv_stream_t* s, int status) {
  CHECK_OK(status);
  connections++;
  uv_close(H(s), NULL);
}

TEST(tcp_close_in_the_connection_callback_is_the_last_call) {
  start(3);
  CHECK_OK(
      uv_listen(S(&server), 128, on_connection_close)); /* listening again changes the callback */
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connections, 1);
  end(3);
}

TEST(tcp_accept_into_a_used_handle_drops_the_connection) {
  uv_tcp_t used;

  start(1);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_OK(uv_tcp_init_ex(&loop, &used, AF_INET));
  CHECK_EQ(uv_accept(S(&server), S(&used)), UV_EBUSY);
  CHECK_EQ(uv_accept(S(&server), S(&used)), UV_EAGAIN);
  CHECK_EQ(recv(clients[0], &addr, 1, 0), 0); /* its peer learns of it */
  end(1);
}

TEST(tcp_listen_says_what_is_wrong) {
  uv_tcp_t other;
  uv_timer_t timer;

  CHECK_OK(uv_loop_init(&loop));
  addr = tcp_bind_free(&loop, &server);
  CHECK_OK(uv_listen(S(&server), 1, NULL));
  CHECK_OK(uv_tcp_init(&loop, &other));
  CHECK_OK(uv_tcp_bind(&other, ADDR(addr), 0)); /* is not told yet */
  CHECK_EQ(uv_listen(S(&other), 1, NULL), UV_EADDRINUSE);
  uv_close(H(&other), NULL);
  CHECK_EQ(uv_listen(S(&other), 1, NULL), UV_EINVAL);
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_EQ(uv_listen((uv_stream_t*) &timer, 1, NULL), UV_EINVAL);
  end(0);
}

TEST(tcp_listen_without_bind_picks_a_port) {
  int len = sizeof(addr);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &server));
  CHECK_OK(uv_listen(S(&server), 1, NULL));
  CHECK_OK(uv_tcp_getsockname(&server, (struct sockaddr*) &addr, &len));
  CHECK_NE(addr.sin_port, 0);
  end(0);
}
