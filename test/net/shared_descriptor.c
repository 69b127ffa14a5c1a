/* A connection is closed here and stays open elsewhere: in a forked child, or under another number.
 * The loop goes back to sleep, and other handles work as before. */
#include <sys/resource.h>

#include "stream_test.h"

static uv_loop_t loop;
static uv_tcp_t server, accepted, other;
static uv_timer_t timer;
static int got, stats, number, elsewhere;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  static char room[16];

  (void) h;
  (void) suggested;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) s;
  (void) buf;
  got += (int) n;
}

static void on_connection(uv_stream_t* s, int status) {
  CHECK_OK(status);
  CHECK_OK(uv_tcp_init(&loop, &accepted));
  CHECK_OK(uv_accept(s, S(&accepted)));
  CHECK_OK(uv_read_start(S(&accepted), on_alloc, on_read));
}

/* Returns the peer of `accepted`. */
static int accept_one(void) {
  struct sockaddr_in addr = tcp_bind_free(&loop, &server);
  int peer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  CHECK_OK(uv_listen(S(&server), 1, on_connection));
  CHECK_OK(connect(peer, ADDR(addr), sizeof(addr)));
  number = dup(peer); /* the lowest that is free, which the connection gets */
  close(number);
  while (accepted.type != UV_TCP)
    uv_run(&loop, UV_RUN_ONCE);
  return peer;
}

/* Without uv_fileno(), so that the loop cannot know that there is a second number. */
static void close_accepted(void) {
  elsewhere = dup(number);
  CHECK_GE(elsewhere, 0);
  uv_close(H(&accepted), NULL);
  uv_run(&loop, UV_RUN_NOWAIT);
}

static void on_timer(uv_timer_t* t) {
  uv_close(H(t), NULL);
}

/* A loop that cannot sleep gets the same event again and again. */
static uint64_t events_until_timer(void) {
  uv_metrics_t before, after;

  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 20, 0));
  CHECK_OK(uv_metrics_info(&loop, &before));
  while (uv_is_active(H(&timer)))
    uv_run(&loop, UV_RUN_ONCE);
  CHECK_OK(uv_metrics_info(&loop, &after));
  return after.events - before.events;
}

TEST(file_that_is_open_elsewhere_does_not_keep_the_loop_awake) {
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  peer = accept_one();
  close_accepted();
  CHECK_EQ(write(peer, "late", 4), 4);
  CHECK_LE(events_until_timer(), 2);
  CHECK_EQ(got, 0);
  close(peer);
  close(elsewhere);
  stream_close_loop(&loop);
}

TEST(file_whose_number_was_requested_is_removed_when_it_is_closed) {
  uv_os_fd_t fd;
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  peer = accept_one();
  CHECK_OK(uv_fileno(H(&accepted), &fd));
  CHECK_EQ(fd, number);
  close_accepted();
  CHECK_EQ(write(peer, "late", 4), 4);
  CHECK_EQ(events_until_timer(), 0);
  close(peer);
  close(elsewhere);
  stream_close_loop(&loop);
}

TEST(handles_read_on_after_such_a_file_was_reported) {
  int peer, second;

  CHECK_OK(uv_loop_init(&loop));
  second = tcp_with_peer(&loop, &other);
  CHECK_OK(uv_read_start(S(&other), on_alloc, on_read));
  peer = accept_one();
  close_accepted();
  CHECK_EQ(write(peer, "late", 4), 4);
  events_until_timer();
  CHECK_EQ(got, 0);
  CHECK_EQ(write(second, "x", 1), 1);
  while (got == 0)
    uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(got, 1);
  close(peer);
  close(second);
  close(elsewhere);
  stream_close_loop(&loop);
}

TEST(without_a_free_descriptor_such_a_file_is_reported_until_there_is_one) {
  struct rlimit limit = {.rlim_cur = 3, .rlim_max = 3};
  struct rlimit before;
  uv_metrics_t metrics;
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  peer = accept_one();
  close_accepted();
  CHECK_EQ(write(peer, "late", 4), 4);

  CHECK_OK(getrlimit(RLIMIT_NOFILE, &before));
  limit.rlim_max = before.rlim_max;
  CHECK_OK(setrlimit(RLIMIT_NOFILE, &limit));
  for (int i = 0; i < 3; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_OK(uv_metrics_info(&loop, &metrics));
  CHECK_GE(metrics.events, 3);

  CHECK_OK(setrlimit(RLIMIT_NOFILE, &before));
  CHECK_LE(events_until_timer(), 2);
  close(peer);
  close(elsewhere);
  stream_close_loop(&loop);
}

static void on_stat(uv_fs_t* req) {
  CHECK_EQ(req->result, 0);
  stats++;
  uv_fs_req_cleanup(req);
}

static void stat_once(void) {
  uv_fs_t req;
  int before = stats;

  CHECK_OK(uv_fs_stat(&loop, &req, ".", on_stat));
  while (stats == before)
    uv_run(&loop, UV_RUN_ONCE);
}

static void on_async(uv_async_t* a) {
  uv_close(H(a), NULL);
}

static void send_async(void* async) {
  CHECK_OK(uv_async_send(async));
}

TEST(other_threads_and_files_wake_the_loop_after_such_a_file_was_reported) {
  uv_async_t async;
  uv_thread_t thread;
  int peer;

  CHECK_OK(uv_loop_init(&loop));
  stat_once(); /* opens the ring */
  peer = accept_one();
  close_accepted();
  CHECK_EQ(write(peer, "late", 4), 4);
  events_until_timer();

  CHECK_OK(uv_async_init(&loop, &async, on_async));
  CHECK_OK(uv_thread_create(&thread, send_async, &async));
  while (!uv_is_closing(H(&async)))
    uv_run(&loop, UV_RUN_ONCE);
  CHECK_OK(uv_thread_join(&thread));
  stat_once();
  close(peer);
  close(elsewhere);
  stream_close_loop(&loop);
}

TEST(child_that_got_a_connection_does_not_wake_the_parent) {
  int ready[2], peer;
  pid_t child;

  CHECK_OK(uv_loop_init(&loop));
  peer = accept_one();
  CHECK_OK(pipe(ready));
  child = fork();
  if (child == 0) { /* has the connection until the parent is done */
    char c;
    close(ready[1]);
    _exit(read(ready[0], &c, 1) == 0 ? 0 : 1);
  }
  uv_close(H(&accepted), NULL);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(write(peer, "late", 4), 4);
  CHECK_LE(events_until_timer(), 2);
  close(ready[1]);
  CHECK_EQ(waitpid(child, NULL, 0), child);
  close(ready[0]);
  close(peer);
  stream_close_loop(&loop);
}
