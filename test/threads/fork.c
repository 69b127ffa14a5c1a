/* A forked child has a pool of its own. */
#include "check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_THREAD__
#  define NEEDS_THREADS_AFTER_FORK() SKIP("ThreadSanitizer has no threads after a fork")
#else
#  define NEEDS_THREADS_AFTER_FORK() ((void) 0)
#endif

static uv_loop_t loop; /* not on a stack: leak checkers do not see the parent's in the child */
static uv_sem_t begun, go_on;
static int ran, done;

static void block(uv_work_t* req) {
  uv_sem_post(&begun);
  uv_sem_wait(&go_on);
}

static void run(uv_work_t* req) {
  ran++;
}

static void after(uv_work_t* req, int status) {
  CHECK_EQ(status, 0);
  done++;
}

static void expect_success(pid_t child) {
  int status;

  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 0);
}

/* The parent's one thread is busy and a job waits for it; neither exists in the child. */
TEST(jobs_of_the_parent_do_not_run_in_the_child) {
  uv_work_t blocked, waiting, own;
  uv_loop_t fresh;
  pid_t child;

  NEEDS_THREADS_AFTER_FORK();
  CHECK_OK(setenv("UV_THREADPOOL_SIZE", "1", 1));
  CHECK_OK(uv_sem_init(&begun, 0));
  CHECK_OK(uv_sem_init(&go_on, 0));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_queue_work(&loop, &blocked, block, after));
  uv_sem_wait(&begun);
  CHECK_OK(uv_queue_work(&loop, &waiting, run, after));

  child = fork();
  CHECK_GE(child, 0);
  if (child == 0) {
    CHECK_OK(uv_loop_init(&fresh));
    CHECK_OK(uv_queue_work(&fresh, &own, run, after));
    CHECK_EQ(uv_run(&fresh, UV_RUN_DEFAULT), 0);
    CHECK_EQ(ran, 1);
    CHECK_EQ(done, 1);
    CHECK_OK(uv_loop_close(&fresh));
    _exit(0);
  }
  expect_success(child);
  uv_sem_post(&go_on);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ran, 1);
  CHECK_EQ(done, 2);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(an_inherited_loop_can_work_after_uv_loop_fork) {
  uv_work_t req;
  pid_t child;

  NEEDS_THREADS_AFTER_FORK();
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_queue_work(&loop, &req, run, after));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  child = fork();
  CHECK_GE(child, 0);
  if (child == 0)
    CHECK_OK(uv_loop_fork(&loop));
  for (int i = 0; i < 10; i++) {
    CHECK_OK(uv_queue_work(&loop, &req, run, after));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  }
  CHECK_EQ(done, 11);
  CHECK_OK(uv_loop_close(&loop));
  if (child == 0)
    exit(0); /* through the library's own shutdown */
  expect_success(child);
}

static void fork_in_job(uv_work_t* req) {
  pid_t child = fork();

  CHECK_GE(child, 0);
  if (child > 0)
    expect_success(child);
}

/* In the child the job returns to a thread that the child's pool never had: it ends there. */
TEST(a_job_that_forks_leaves_no_thread_in_the_child) {
  uv_work_t req;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_queue_work(&loop, &req, fork_in_job, after));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(done, 1);
  CHECK_OK(uv_loop_close(&loop));
}
