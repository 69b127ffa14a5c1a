/* A server that has run out of descriptors turns connections away instead of turning in circles. */
#include <sys/resource.h>

#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t server;
static int connections;

static void on_connection(uv_stream_t* s, int status) {
  static uv_tcp_t client;

  CHECK_OK(status);
  connections++;
  CHECK_OK(uv_tcp_init(&loop, &client));
  CHECK_OK(uv_accept(s, S(&client)));
}

static void limit_descriptors(int count) {
  struct rlimit limit;

  CHECK_OK(getrlimit(RLIMIT_NOFILE, &limit));
  limit.rlim_cur = (rlim_t) count;
  CHECK_OK(setrlimit(RLIMIT_NOFILE, &limit));
}

TEST(tcp_without_descriptors_connections_are_closed) {
  struct sockaddr_in addr;
  int client, fds[64], count = 0;
  char c;

  CHECK_OK(uv_loop_init(&loop));
  addr = tcp_bind_free(&loop, &server);
  CHECK_OK(uv_listen(S(&server), 8, on_connection));
  client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  limit_descriptors(64);
  while ((fds[count] = dup(0)) != -1)
    count++;
  CHECK_EQ(errno, EMFILE);

  CHECK_OK(connect(client, ADDR(addr), sizeof(addr)));
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(recv(client, &c, 1, 0), 0); /* accepted and closed */
  CHECK_EQ(connections, 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(uv_backend_timeout(&loop), -1);

  while (count > 0)
    close(fds[--count]);
  close(client);
  client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK_OK(connect(client, ADDR(addr), sizeof(addr)));
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(connections, 1); /* business as usual */
  close(client);
  stream_close_loop(&loop);
}
