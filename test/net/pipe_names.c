/* Names of pipes: paths, the abstract namespace, none at all; in and out. */
#include <sys/stat.h>

#include "stream_test.h"

static uv_loop_t loop;
static uv_pipe_t server, client;
static uv_connect_t req;
static char name[300], long_name[300];
static size_t len;
static int connects;

static void on_connect(uv_connect_t* r, int status) {
  (void) r;
  CHECK_OK(status);
  connects++;
}

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe_init(&loop, &server, 0));
  CHECK_OK(uv_pipe_init(&loop, &client, 0));
  memset(long_name, 'n', sizeof(long_name));
}

static size_t bound_name(const uv_pipe_t* p) {
  len = sizeof(name);
  CHECK_OK(uv_pipe_getsockname(p, name, &len));
  return len;
}

/* Listens, connects by the same name and sees it as the peer's. */
static void check_reachable(const char* as, size_t aslen) {
  CHECK_OK(uv_listen(S(&server), 1, NULL));
  uv_unref(H(&server));
  CHECK_OK(uv_pipe_connect2(&req, &client, as, aslen, 0, on_connect));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(connects, 1);
  len = sizeof(name);
  CHECK_OK(uv_pipe_getpeername(&client, name, &len));
  CHECK_EQ(len, aslen);
  CHECK_MEM(name, as, aslen);
  CHECK_EQ(bound_name(&client), 0);
}

TEST(pipe_path_is_there_until_close) {
  struct stat st;

  start();
  CHECK_OK(uv_pipe_bind(&server, "sock"));
  CHECK_STR(server.pipe_fname, "sock");
  CHECK_EQ(bound_name(&server), 4);
  CHECK_STR(name, "sock");
  check_reachable("sock", 4);
  uv_close(H(&server), NULL);
  CHECK_EQ(stat("sock", &st), -1);
  stream_close_loop(&loop);
}

TEST(pipe_abstract_name_may_hold_any_byte) {
  char odd[32] = "\0gyre";
  size_t length = 6; /* with both zeros */

  /* Such names belong to the whole machine, where this test may run more than once at a time. */
  length += (size_t) snprintf(odd + length, sizeof(odd) - length, "%d", (int) getpid());
  start();
  CHECK_OK(uv_pipe_bind2(&server, odd, length, UV_PIPE_NO_TRUNCATE));
  CHECK(server.pipe_fname == NULL);
  check_reachable(odd, length);
  CHECK_EQ(uv_pipe_chmod(&server, UV_READABLE), UV_ENOENT);
  stream_close_loop(&loop);
}

TEST(pipe_without_a_name_gets_one) {
  char own[16];

  start();
  CHECK_OK(uv_pipe_bind2(&server, "", 0, 0));
  CHECK_EQ(bound_name(&server), 6);
  CHECK_EQ(name[0], 0);
  memcpy(own, name, 6);
  len = 5;
  CHECK_EQ(uv_pipe_getsockname(&server, name, &len), UV_ENOBUFS);
  CHECK_EQ(len, 6);
  CHECK_OK(uv_pipe_getsockname(&server, name, &len)); /* no NUL is added */
  check_reachable(own, 6);
  stream_close_loop(&loop);
}

TEST(pipe_long_path_is_cut_or_refused) {
  start();
  CHECK_EQ(uv_pipe_bind2(&server, long_name, 109, UV_PIPE_NO_TRUNCATE), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&req, &client, long_name, 109, UV_PIPE_NO_TRUNCATE, on_connect),
           UV_EINVAL);
  CHECK_OK(uv_pipe_bind2(&server, long_name, 109, 0));
  CHECK_EQ(bound_name(&server), 108);
  CHECK_EQ(strlen(server.pipe_fname), 108);
  check_reachable(long_name, 108);
  stream_close_loop(&loop);
}

TEST(pipe_bind_refuses_bad_names) {
  start();
  CHECK_EQ(uv_pipe_bind2(&server, NULL, 3, 0), UV_EINVAL);
  CHECK_EQ(uv_pipe_bind2(&server, "a\0b", 3, 0), UV_EINVAL);
  CHECK_EQ(uv_pipe_bind2(&server, "abc", 3, 2), UV_EINVAL);
  CHECK_EQ(uv_pipe_bind(&server, "no/such/folder/sock"), UV_EACCES);
  CHECK_EQ(uv_listen(S(&server), 1, NULL), UV_EINVAL);
  CHECK_OK(uv_pipe_bind(&server, "sock"));
  CHECK_EQ(uv_pipe_bind(&server, "sock2"), UV_EINVAL);
  CHECK_EQ(uv_pipe_bind(&client, "sock"), UV_EADDRINUSE);
  CHECK(client.pipe_fname == NULL); /* it must not remove the other's path */
  stream_close_loop(&loop);
}

TEST(pipe_name_needs_room) {
  start();
  len = sizeof(name);
  CHECK_EQ(uv_pipe_getsockname(&server, name, &len), UV_EBADF);
  CHECK_OK(uv_pipe_bind(&server, "sock"));
  CHECK_EQ(uv_pipe_getsockname(&server, NULL, &len), UV_EINVAL);
  CHECK_EQ(uv_pipe_getsockname(&server, name, NULL), UV_EINVAL);
  len = 4;
  CHECK_EQ(uv_pipe_getsockname(&server, name, &len), UV_ENOBUFS);
  CHECK_EQ(len, 5);
  CHECK_OK(uv_pipe_getsockname(&server, name, &len));
  CHECK_EQ(len, 4);
  len = sizeof(name);
  CHECK_EQ(uv_pipe_getpeername(&server, name, &len), UV_ENOTCONN);
  stream_close_loop(&loop);
}

TEST(pipe_chmod_opens_it_to_others) {
  struct stat st;

  start();
  CHECK_EQ(uv_pipe_chmod(NULL, UV_READABLE), UV_EBADF);
  CHECK_EQ(uv_pipe_chmod(&server, UV_READABLE), UV_EBADF);
  CHECK_OK(uv_pipe_bind(&server, "sock"));
  CHECK_EQ(uv_pipe_chmod(&server, 0), UV_EINVAL);
  CHECK_EQ(uv_pipe_chmod(&server, 1234), UV_EINVAL);
  CHECK_OK(uv_pipe_chmod(&server, UV_READABLE | UV_WRITABLE));
  CHECK_OK(stat("sock", &st));
  CHECK_EQ(st.st_mode & 0777, 0666);
  CHECK_OK(uv_pipe_chmod(&server, UV_READABLE));
  CHECK_OK(stat("sock", &st));
  CHECK_EQ(st.st_mode & 0777, 0444);
  stream_close_loop(&loop);
}
