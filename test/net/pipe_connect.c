/* Connecting a pipe: every outcome comes through the callback, once per request. */
#include "stream_test.h"

static uv_loop_t loop;
static uv_pipe_t server, client, accepted;
static uv_connect_t reqs[3];
static int connects, inside, connections;
static int statuses[3];

static void on_connect(uv_connect_t* r, int status) {
  CHECK_EQ(inside, 0);
  CHECK(r->handle == S(&client));
  statuses[r - reqs] = status;
  connects++;
}

static void on_connection(uv_stream_t* s, int status) {
  CHECK_OK(status);
  CHECK_OK(uv_pipe_init(&loop, &accepted, 0));
  CHECK_OK(uv_accept(s, S(&accepted)));
  connections++;
  uv_close(H(s), NULL);
}

static void connect_to(int i, const char* name) {
  inside = 1;
  uv_pipe_connect(&reqs[i], &client, name, on_connect);
  inside = 0;
}

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe_init(&loop, &client, 0));
}

static void serve(void) {
  CHECK_OK(uv_pipe_init(&loop, &server, 0));
  CHECK_OK(uv_pipe_bind(&server, "sock"));
  CHECK_OK(uv_listen(S(&server), 1, on_connection));
}

static int fail_with(const char* name) {
  start();
  connect_to(0, name);
  CHECK_EQ(uv_is_writable(S(&client)), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 1);
  stream_close_loop(&loop);
  return statuses[0];
}

TEST(pipe_connect_to_nothing_is_enoent) {
  CHECK_EQ(fail_with("no/such/sock"), UV_ENOENT);
}

TEST(pipe_connect_without_a_name_is_einval) {
  CHECK_EQ(fail_with(""), UV_EINVAL);
}

TEST(pipe_connect_to_a_file_is_econnrefused) {
  close(open("file", O_CREAT | O_WRONLY, 0600));
  CHECK_EQ(fail_with("file"), UV_ECONNREFUSED);
}

TEST(pipe_connect2_returns_what_is_wrong_with_the_arguments) {
  start();
  CHECK_EQ(uv_pipe_connect2(&reqs[0], &client, "", 0, 0, on_connect), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&reqs[0], &client, NULL, 1, 0, on_connect), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&reqs[0], &client, "a\0b", 3, 0, on_connect), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&reqs[0], &client, "a", 1, 8, on_connect), UV_EINVAL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 0);
  stream_close_loop(&loop);
}

TEST(pipe_connects_and_is_accepted) {
  start();
  serve();
  connect_to(0, "sock");
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 1);
  CHECK_OK(statuses[0]);
  CHECK_EQ(connections, 1);
  CHECK_EQ(uv_is_writable(S(&client)), 1);
  CHECK_EQ(uv_is_readable(S(&accepted)), 1);
  stream_close_loop(&loop);
}

TEST(pipe_connect_while_connecting_is_ealready) {
  start();
  serve();
  connect_to(0, "sock");
  connect_to(1, "sock");
  CHECK_EQ(uv_pipe_connect2(&reqs[2], &client, "sock", 4, 0, on_connect), UV_EALREADY);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 2);
  CHECK_OK(statuses[0]);
  CHECK_EQ(statuses[1], UV_EALREADY);
  stream_close_loop(&loop);
}

TEST(pipe_close_cancels_every_connect) {
  start();
  serve();
  connect_to(0, "sock");
  connect_to(1, "");
  uv_close(H(&client), NULL);
  connect_to(2, "sock");
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 3);
  CHECK_EQ(statuses[0], UV_ECANCELED);
  CHECK_LT(statuses[1], 0);
  CHECK_LT(statuses[2], 0);
  CHECK_EQ(connections, 1); /* the kernel had made it already */
  stream_close_loop(&loop);
}

TEST(pipe_connect_after_close_is_called_back_before_the_close_callback) {
  start();
  uv_close(H(&client), NULL);
  connect_to(0, "sock");
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 1);
  CHECK_LT(statuses[0], 0);
  stream_close_loop(&loop);
}

TEST(pipe_for_ipc_does_not_listen) {
  start();
  CHECK_OK(uv_pipe_init(&loop, &server, 1));
  CHECK_OK(uv_pipe_bind(&server, "sock"));
  CHECK_EQ(uv_listen(S(&server), 1, on_connection), UV_EINVAL);
  stream_close_loop(&loop);
}
