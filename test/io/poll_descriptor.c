/* Which descriptors can be polled, by whom, and that a stopped handle has let go of its own. */
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static uv_loop_t loop;
static uv_poll_t first, second;
static int calls;

static void on_poll(uv_poll_t* h, int status, int events) {
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_WRITABLE);
  calls++;
}

static void never(uv_poll_t* h, int status, int events) {
  CHECK(!"called");
}

static void finish(void) {
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(poll_init_refuses_what_cannot_be_polled) {
  int fd = open("/proc/self/exe", O_RDONLY);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_poll_init(&loop, &first, -1), UV_EBADF);
  CHECK_EQ(uv_poll_init(&loop, &first, fd), UV_EPERM);
  close(fd);
  finish(); /* nothing was left on the loop */
}

TEST(poll_init_makes_the_descriptor_nonblocking) {
  int ends[2];

  CHECK_OK(pipe(ends));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &first, ends[0]));
  CHECK(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  uv_close((uv_handle_t*) &first, NULL);
  finish();
  close(ends[0]);
  close(ends[1]);
}

TEST(poll_one_handle_at_a_time_has_the_descriptor) {
  int pair[2];
  uv_poll_t third;

  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &first, pair[0]));
  CHECK_OK(uv_poll_init_socket(&loop, &second, pair[0]));
  CHECK_OK(uv_poll_start(&first, UV_READABLE, never));
  CHECK_EQ(uv_poll_start(&second, UV_WRITABLE, on_poll), UV_EEXIST);
  CHECK_EQ(uv_poll_init(&loop, &third, pair[0]), UV_EEXIST);
  CHECK_OK(uv_poll_stop(&first));
  CHECK_OK(uv_poll_start(&second, UV_WRITABLE, on_poll));
  uv_close((uv_handle_t*) &first, NULL); /* does not disturb the second */
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 2);
  uv_close((uv_handle_t*) &second, NULL);
  finish();
  close(pair[0]);
  close(pair[1]);
}

/* The same number, now another pipe: the old handle hears nothing, the new one everything. */
TEST(poll_stop_lets_the_number_be_used_again) {
  int ends[2];
  int other[2];

  CHECK_OK(pipe(ends));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &first, ends[1]));
  CHECK_OK(uv_poll_start(&first, UV_WRITABLE, never));
  CHECK_OK(uv_poll_stop(&first));
  CHECK_OK(pipe(other));
  CHECK_EQ(dup2(other[1], ends[1]), ends[1]);
  uv_run(&loop, UV_RUN_NOWAIT);

  CHECK_OK(uv_poll_init(&loop, &second, ends[1]));
  CHECK_OK(uv_poll_start(&second, UV_WRITABLE, on_poll));
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 1);
  uv_close((uv_handle_t*) &first, NULL);
  uv_close((uv_handle_t*) &second, NULL);
  finish();
  for (int i = 0; i < 2; i++) {
    close(ends[i]);
    close(other[i]);
  }
}

TEST(poll_accepts_an_epoll_descriptor) {
  int fd = epoll_create1(0);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &first, fd));
  CHECK_OK(uv_poll_start(&first, UV_READABLE, never));
  CHECK_NE(uv_run(&loop, UV_RUN_NOWAIT), 0);
  uv_close((uv_handle_t*) &first, NULL);
  finish();
  close(fd);
}

static void on_readable(uv_poll_t* h, int status, int events) {
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  calls++;
  uv_close((uv_handle_t*) h, NULL);
}

TEST(poll_start_watches_what_has_taken_the_place_of_the_descriptor) {
  int pair[2], other[2];

  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  CHECK_OK(socketpair(AF_UNIX, SOCK_STREAM, 0, other));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &first, pair[0]));
  CHECK_OK(uv_poll_start(&first, UV_READABLE, never));
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(dup2(other[0], pair[0]), pair[0]);
  CHECK_OK(uv_poll_start(&first, UV_READABLE, on_readable));
  CHECK_EQ(write(other[1], "x", 1), 1);
  finish();
  CHECK_EQ(calls, 1);
  close(pair[0]);
  close(pair[1]);
  close(other[0]);
  close(other[1]);
}
