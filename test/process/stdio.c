/* The child's descriptors. */
#include "child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct child child;
static char output[4096];
static size_t received;
static uv_loop_t loop;

static void give_room(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(output + received, (unsigned) (sizeof(output) - 1 - received));
}

static void collect(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  if (n > 0) {
    received += (size_t) n;
  } else if (n < 0) {
    CHECK_EQ(n, UV_EOF);
    uv_close((uv_handle_t*) s, NULL);
  }
}

static void make_pipe(int i, unsigned flags, uv_pipe_t* pipe) {
  CHECK_OK(uv_pipe_init(&loop, pipe, 0));
  child.stdio[i].flags = UV_CREATE_PIPE | flags;
  child.stdio[i].data.stream = (uv_stream_t*) pipe;
  if (child.options.stdio_count <= i)
    child.options.stdio_count = i + 1;
}

static void run_to_the_end(void) {
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(child.exited, 1);
  CHECK_EQ(child.status, 0);
  CHECK_OK(uv_loop_close(&loop));
}

static void written(uv_write_t* req, int status) {
  CHECK_OK(status);
  uv_close((uv_handle_t*) req->handle, NULL);
}

TEST(pipes_carry_data_in_both_directions) {
  uv_buf_t hello = uv_buf_init("hello", 5);
  uv_pipe_t in, out;
  uv_write_t req;

  CHECK_OK(uv_loop_init(&loop));
  child_command(&child, "cat", NULL, NULL);
  make_pipe(0, UV_READABLE_PIPE, &in);
  make_pipe(1, UV_WRITABLE_PIPE, &out);
  CHECK_OK(uv_spawn(&loop, &child.process, &child.options));
  CHECK(uv_is_writable((uv_stream_t*) &in));
  CHECK(!uv_is_readable((uv_stream_t*) &in));
  CHECK(uv_is_readable((uv_stream_t*) &out));
  CHECK(!uv_is_writable((uv_stream_t*) &out));
  CHECK_OK(uv_write(&req, (uv_stream_t*) &in, &hello, 1, written));
  CHECK_OK(uv_read_start((uv_stream_t*) &out, give_room, collect));
  run_to_the_end();
  CHECK_STR(output, "hello");
}

TEST(streams_end_when_the_program_could_not_be_started) {
  uv_pipe_t out;

  CHECK_OK(uv_loop_init(&loop));
  child_command(&child, "./does-not-exist", NULL, NULL);
  make_pipe(1, UV_WRITABLE_PIPE, &out);
  CHECK_EQ(uv_spawn(&loop, &child.process, &child.options), UV_ENOENT);
  CHECK_OK(uv_read_start((uv_stream_t*) &out, give_room, collect));
  uv_close((uv_handle_t*) &child.process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

/* What each of the first descriptors is, in the child's eyes: to compare with what it should be. */
HELPER(name_descriptors) {
  char link[64], target[256];
  FILE* out = fopen(argv[1], "w");

  for (int fd = 0; fd < 16; fd++) {
    ssize_t n;

    if (fd == fileno(out))
      continue;
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    n = readlink(link, target, sizeof(target) - 1);
    if (n < 0)
      continue;
    target[n] = '\0';
    fprintf(out, "%d=%s%s ", fd, strrchr(target, '/') ? strrchr(target, '/') + 1 : target,
            fcntl(fd, F_GETFL) & O_NONBLOCK ? "!" : "");
  }
  return fclose(out);
}

static void expect_descriptors(const char* expected) {
  FILE* in;

  child_expect(&child, 0);
  in = fopen("descriptors", "r");
  CHECK(in != NULL);
  CHECK(fgets(output, sizeof(output), in) != NULL);
  fclose(in);
  CHECK_STR(output, expected);
}

/* What the test program itself was given is not to be seen. */
static void init_naming(void) {
  CHECK_OK(close_range(3, ~0u, CLOSE_RANGE_CLOEXEC));
  child_init(&child, "name_descriptors", "descriptors");
}

static int open_at(const char* name, int fd, int flags) {
  int got = open(name, O_CREAT | O_RDWR | O_CLOEXEC | flags, 0600);

  CHECK_GE(got, 0);
  if (got == fd)
    return fd;
  CHECK_EQ(dup3(got, fd, O_CLOEXEC), fd);
  CHECK_OK(close(got));
  return fd;
}

TEST(standard_streams_that_are_ignored_are_the_null_device) {
  init_naming();
  expect_descriptors("0=null 1=null 2=null ");
}

TEST(descriptors_may_be_exchanged) {
  open_at("zero", 0, 0);
  open_at("one", 1, 0);
  open_at("two", 2, 0);
  open_at("four", 4, 0);
  init_naming();
  child_inherit(&child, 0, 1);
  child_inherit(&child, 1, 0);
  child_inherit(&child, 2, 4);
  child_inherit(&child, 3, 2);
  child_inherit(&child, 4, 4);
  child_inherit(&child, 5, 0);
  expect_descriptors("0=one 1=zero 2=four 3=two 4=four 5=zero ");
}

TEST(one_descriptor_may_be_given_several_times) {
  open_at("file", 9, 0);
  init_naming();
  for (int i = 0; i < 4; i++)
    child_inherit(&child, i, 9);
  expect_descriptors("0=file 1=file 2=file 3=file ");
}

TEST(beyond_the_standard_streams_ignored_means_absent) {
  open_at("file", 9, 0);
  init_naming();
  child_inherit(&child, 5, 9);
  expect_descriptors("0=null 1=null 2=null 5=file ");
}

/* With the parent's own standard streams closed, everything lands where the child's belong. */
TEST(the_parents_standard_streams_may_be_closed) {
  open_at("file", 9, 0);
  init_naming();
  child_inherit(&child, 1, 9);
  child_inherit(&child, 3, 9);
  close(0);
  close(1);
  close(2);
  expect_descriptors("0=null 1=file 2=null 3=file ");
}

TEST(standard_streams_are_made_blocking) {
  open_at("file", 9, O_NONBLOCK);
  init_naming();
  child_inherit(&child, 3, 9);
  expect_descriptors("0=null 1=null 2=null 3=file! ");
  init_naming();
  child_inherit(&child, 1, 9);
  expect_descriptors("0=null 1=file 2=null ");
}

TEST(a_pipe_is_blocking_in_the_child_unless_asked_otherwise) {
  uv_pipe_t out[2];

  CHECK_OK(uv_loop_init(&loop));
  child_command(&child, "sh", "-c",
                "grep -q '^flags:.*4...$' /proc/self/fdinfo/1; echo $?;"
                "grep -q '^flags:.*4...$' /proc/self/fdinfo/3; echo $?");
  make_pipe(1, UV_WRITABLE_PIPE, &out[0]);
  make_pipe(3, UV_WRITABLE_PIPE | UV_NONBLOCK_PIPE, &out[1]);
  CHECK_OK(uv_spawn(&loop, &child.process, &child.options));
  CHECK_OK(uv_read_start((uv_stream_t*) &out[0], give_room, collect));
  uv_close((uv_handle_t*) &out[1], NULL);
  run_to_the_end();
  CHECK_STR(output, "1\n0\n");
}

TEST(a_stream_can_be_inherited) {
  uv_pipe_t ours, childs;
  uv_file fds[2];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe(fds, 0, 0));
  CHECK_OK(uv_pipe_init(&loop, &ours, 0));
  CHECK_OK(uv_pipe_init(&loop, &childs, 0));
  CHECK_OK(uv_pipe_open(&ours, fds[0]));
  CHECK_OK(uv_pipe_open(&childs, fds[1]));
  child_command(&child, "echo", "-n", "over the stream");
  child.stdio[1].flags = UV_INHERIT_STREAM;
  child.stdio[1].data.stream = (uv_stream_t*) &childs;
  child.options.stdio_count = 2;
  CHECK_OK(uv_spawn(&loop, &child.process, &child.options));
  uv_close((uv_handle_t*) &childs, NULL);
  CHECK_OK(uv_read_start((uv_stream_t*) &ours, give_room, collect));
  run_to_the_end();
  CHECK_STR(output, "over the stream");
}

TEST(bad_containers_are_refused) {
  uv_pipe_t pipe;
  uv_tcp_t tcp;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tcp_init(&loop, &tcp));
  CHECK_OK(uv_pipe_init(&loop, &pipe, 0));
  child_command(&child, "/bin/true", NULL, NULL);
  child_inherit(&child, 1, -1);
  child_expect_error(&child, UV_EINVAL);
  child_inherit(&child, 1, 1000); /* not open: only the child finds out */
  child_expect_error(&child, UV_EBADF);
  child.stdio[1].flags = UV_INHERIT_STREAM;
  child.stdio[1].data.stream = (uv_stream_t*) &pipe;
  child_expect_error(&child, UV_EINVAL);
  child.stdio[1].flags = UV_CREATE_PIPE;
  child.stdio[1].data.stream = (uv_stream_t*) &tcp;
  child_expect_error(&child, UV_EINVAL);
  child.stdio[1].data.stream = NULL;
  child_expect_error(&child, UV_EINVAL);
  uv_close((uv_handle_t*) &tcp, NULL);
  uv_close((uv_handle_t*) &pipe, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

static int open_files(void) {
  DIR* dir = opendir("/proc/self/fd");
  int count = 0;

  while (readdir(dir) != NULL)
    count++;
  closedir(dir);
  return count;
}

/* However far it gets before descriptors run out, it gives back what it took. */
TEST(a_spawn_that_runs_out_of_descriptors_leaves_none) {
  struct rlimit limit;
  int before;

  CHECK_OK(uv_loop_init(&loop));
  before = open_files();
  for (rlim_t room = 0; room < 10; room++) {
    uv_pipe_t in, out;

    child_command(&child, "/bin/true", NULL, NULL);
    make_pipe(0, UV_READABLE_PIPE, &in);
    make_pipe(1, UV_WRITABLE_PIPE, &out);
    CHECK_OK(getrlimit(RLIMIT_NOFILE, &limit));
    limit.rlim_cur = (rlim_t) before - 3 + room; /* ".", ".." and the folder itself were counted */
    CHECK_OK(setrlimit(RLIMIT_NOFILE, &limit));
    if (uv_spawn(&loop, &child.process, &child.options)) {
      CHECK_EQ(waitpid(-1, NULL, WNOHANG), -1);
      uv_close((uv_handle_t*) &child.process, NULL);
    }
    uv_close((uv_handle_t*) &in, NULL);
    uv_close((uv_handle_t*) &out, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    limit.rlim_cur = limit.rlim_max;
    CHECK_OK(setrlimit(RLIMIT_NOFILE, &limit));
  }
  CHECK_EQ(child.exited, 1);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(inheritance_can_be_switched_off) {
  int fd = dup(2);

  CHECK_EQ(fcntl(fd, F_GETFD), 0);
  uv_disable_stdio_inheritance();
  for (int i = 0; i < 3; i++)
    CHECK_EQ(fcntl(i, F_GETFD), FD_CLOEXEC);
  CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
}
