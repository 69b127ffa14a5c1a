/* Signals and several loops: on threads, and across a fork. */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOPS = 8, ROUNDS = 30 };

static uv_barrier_t barrier;
static int churning;

static void count_and_stop(uv_signal_t* h, int signum) {
  ++*(int*) h->data;
  CHECK_OK(uv_signal_stop(h));
}

static void catcher(void* arg) {
  uv_signal_t handle[2];
  uv_loop_t loop;
  int calls = 0;

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++) {
    CHECK_OK(uv_signal_init(&loop, &handle[i]));
    handle[i].data = &calls;
  }
  for (int i = 0; i < ROUNDS; i++) {
    CHECK_OK(uv_signal_start(&handle[0], count_and_stop, SIGUSR1));
    CHECK_OK(uv_signal_start(&handle[1], count_and_stop, SIGUSR1));
    uv_barrier_wait(&barrier); /* all have started: the signal is sent */
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(calls, 2 * (i + 1));
    uv_barrier_wait(&barrier);
  }
  uv_close((uv_handle_t*) &handle[0], NULL);
  uv_close((uv_handle_t*) &handle[1], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

static void churner(void* arg) {
  do {
    uv_signal_t handle;
    uv_loop_t loop;

    CHECK_OK(uv_loop_init(&loop));
    CHECK_OK(uv_signal_init(&loop, &handle));
    CHECK_OK(uv_signal_start(&handle, count_and_stop, SIGUSR2));
    uv_close((uv_handle_t*) &handle, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_OK(uv_loop_close(&loop));
  } while (__atomic_load_n(&churning, __ATOMIC_SEQ_CST));
}

/* While other loops come and go, whose handles are in the same table. */
TEST(one_signal_reaches_the_handles_of_all_loops) {
  uv_thread_t threads[LOOPS], others[2];

  CHECK_OK(uv_barrier_init(&barrier, LOOPS + 1));
  churning = 1;
  for (int i = 0; i < 2; i++)
    CHECK_OK(uv_thread_create(&others[i], churner, NULL));
  for (int i = 0; i < LOOPS; i++)
    CHECK_OK(uv_thread_create(&threads[i], catcher, NULL));
  for (int i = 0; i < ROUNDS; i++) {
    uv_barrier_wait(&barrier);
    CHECK_OK(kill(getpid(), SIGUSR1));
    uv_barrier_wait(&barrier);
  }
  for (int i = 0; i < LOOPS; i++)
    CHECK_OK(uv_thread_join(&threads[i]));
  __atomic_store_n(&churning, 0, __ATOMIC_SEQ_CST);
  for (int i = 0; i < 2; i++)
    CHECK_OK(uv_thread_join(&others[i]));
}

static int calls;

static void count(uv_signal_t* h, int signum) {
  calls++;
}

static void expect_success(pid_t child) {
  int status;

  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 0);
}

static void close_loop(uv_loop_t* loop, uv_signal_t* handle) {
  uv_close((uv_handle_t*) handle, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(loop));
}

TEST(a_forked_child_gets_its_own_signals_only) {
  uv_signal_t handle;
  uv_loop_t loop;
  pid_t child;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_signal_init(&loop, &handle));
  CHECK_OK(uv_signal_start(&handle, count, SIGUSR1));
  raise(SIGUSR1); /* on its way when we fork: the parent's */
  child = fork();
  CHECK_GE(child, 0);
  if (child == 0) {
    CHECK_OK(uv_loop_fork(&loop));
    uv_run(&loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls, 0);
    raise(SIGUSR1);
    uv_run(&loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls, 1);
    close_loop(&loop, &handle);
    exit(0);
  }
  expect_success(child);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 1);
  close_loop(&loop, &handle);
}

/* Until it calls uv_loop_fork() the child still has the parent's pipe. */
TEST(a_signal_to_a_child_that_does_not_use_the_loop_is_not_the_parents) {
  uv_signal_t handle;
  uv_loop_t loop;
  pid_t child;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_signal_init(&loop, &handle));
  CHECK_OK(uv_signal_start(&handle, count, SIGTERM));
  child = fork();
  CHECK_GE(child, 0);
  if (child == 0) {
    raise(SIGTERM);
    _exit(0);
  }
  expect_success(child);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 0);
  close_loop(&loop, &handle);
}

/* The way of daemons: fork, let the parent exit, go on with the loop. */
TEST(a_child_whose_parent_is_gone_has_the_loop_to_itself) {
  uv_signal_t handle;
  uv_loop_t loop;
  int report[2];
  char answer = 0;
  pid_t parent;

  CHECK_OK(pipe(report));
  parent = fork();
  CHECK_GE(parent, 0);
  if (parent == 0) {
    CHECK_OK(uv_loop_init(&loop));
    CHECK_OK(uv_signal_init(&loop, &handle));
    CHECK_OK(uv_signal_start(&handle, count, SIGTERM));
    parent = getpid();
    if (fork() != 0)
      _exit(0);
    while (getppid() == parent)
      uv_sleep(1);
    raise(SIGTERM);
    uv_run(&loop, UV_RUN_ONCE);
    CHECK_EQ(write(report[1], calls == 1 ? "y" : "n", 1), 1);
    _exit(0);
  }
  expect_success(parent);
  CHECK_OK(close(report[1]));
  CHECK_EQ(read(report[0], &answer, 1), 1);
  CHECK_EQ(answer, 'y');
}

/* Closing a loop stops what the library itself still watches for it. */
TEST(a_closed_loop_leaves_no_handler) {
  struct sigaction action;
  uv_process_options_t options = {0};
  char* args[] = {"true", NULL};
  uv_process_t process;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  options.file = args[0];
  options.args = args;
  CHECK_OK(uv_spawn(&loop, &process, &options));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_close((uv_handle_t*) &process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  CHECK_OK(sigaction(SIGCHLD, NULL, &action));
  CHECK(action.sa_handler == SIG_DFL);
}
