/* A process that dies of a signal leaves its trace behind, and still dies of that signal. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "json.h"
#include "tracing.h"

static volatile int deep;

static void overflow(volatile char* above) {
  volatile char room[4096];
  room[0] = above[0];
  if (deep++ >= 0)
    overflow(room);
  room[1] = room[0];
}

static void before_us(int signum) {
  static const char text[] = "handler before us\n";
  if (write(1, text, sizeof(text) - 1) < 0)
    _exit(1);
  signal(signum, SIG_DFL);
}

static void on_timer(uv_timer_t* handle) {
  const char* how = handle->data;
  char room[1] = {0};

  if (strcmp(how, "overflow") == 0)
    overflow(room);
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "kill") == 0)
    raise(SIGILL);
  *(volatile int*) mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) = 1;
}

HELPER(die) {
  uv_timer_t timer;
  uv_loop_t loop;

  signal(SIGABRT, SIG_DFL); /* sanitizers have handlers of their own; here the default is wanted */
  signal(SIGSEGV, SIG_DFL);
  if (strcmp(argv[1], "handled") == 0)
    signal(SIGSEGV, before_us);
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_trace_ring_start(&loop, 256));
  CHECK_OK(uv_trace_dump_on_fatal(NULL, "dead-%p.json"));
  if (strcmp(argv[1], "off") == 0)
    CHECK_OK(uv_trace_dump_on_fatal(NULL, NULL));
  CHECK_OK(uv_timer_init(&loop, &timer));
  timer.data = argv[1];
  CHECK_OK(uv_trace_set_origin((uv_handle_t*) &timer, "the culprit"));
  CHECK_OK(uv_timer_start(&timer, on_timer, 0, 0));
  uv_run(&loop, UV_RUN_DEFAULT);
  return 0;
}

static char text[1 << 18];

/* Runs the helper; its trace is in `text`. Returns the signal it died of. */
static int die(const char* how) {
  char path[64];
  int status;
  pid_t pid = fork();

  CHECK_GE(pid, 0);
  if (pid == 0) {
    execl(check_self(), check_self(), "--helper", "die", how, NULL);
    _exit(127);
  }
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  CHECK(WIFSIGNALED(status));
  snprintf(path, sizeof(path), "dead-%d.json", (int) pid);
  int fd = open(path, O_RDONLY);
  memset(text, 0, sizeof(text));
  if (fd >= 0) {
    CHECK_GT(read(fd, text, sizeof(text) - 1), 0);
    close(fd);
  }
  return WTERMSIG(status);
}

static void check_trace(int signum) {
  char signal_text[32];

  CHECK(json_valid(text));
  snprintf(signal_text, sizeof(signal_text), "\"signal\":%d", signum);
  CHECK(strstr(text, signal_text) != NULL);
  /* The phase and the callback it died in have begun and not ended. */
  CHECK(strstr(text, "\"name\":\"timers\",\"cat\":\"phase\"") != NULL);
  CHECK(strstr(text, "\"name\":\"timer\",\"cat\":\"callback\"") != NULL);
  CHECK(strstr(text, "the culprit") != NULL);
}

TEST(a_fault_is_written) {
  CHECK_EQ(die("fault"), SIGSEGV);
  check_trace(SIGSEGV);
}

TEST(an_abort_is_written) {
  CHECK_EQ(die("abort"), SIGABRT);
  check_trace(SIGABRT);
}

TEST(a_signal_that_was_sent_is_written) {
  CHECK_EQ(die("kill"), SIGILL);
  check_trace(SIGILL);
}

TEST(a_stack_overflow_is_written) {
  CHECK_EQ(die("overflow"), SIGSEGV);
  check_trace(SIGSEGV);
}

TEST(a_handler_that_was_there_before_is_called) {
  CHECK_EQ(die("handled"), SIGSEGV);
  check_trace(SIGSEGV);
}

TEST(switched_off_nothing_is_written) {
  CHECK_EQ(die("off"), SIGSEGV);
  CHECK_STR(text, "");
}

TEST(a_path_that_is_too_long_is_refused) {
  static char path[8192];
  memset(path, 'x', sizeof(path) - 1);
  CHECK_EQ(uv_trace_dump_on_fatal(NULL, path), UV_ENAMETOOLONG);
}
