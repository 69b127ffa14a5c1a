/* The end of the pool: what was handed in is done first. */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int ran;

static void run(uv_work_t* req) {
  uv_sleep(1);
  __atomic_fetch_add(&ran, 1, __ATOMIC_SEQ_CST);
}

TEST(shutdown_runs_what_is_queued) {
  static uv_work_t req[50];

  for (int i = 0; i < 50; i++)
    CHECK_OK(uv_queue_work(uv_default_loop(), &req[i], run, NULL));
  uv_library_shutdown();
  CHECK_EQ(ran, 50);
}

TEST(shutdown_without_a_pool_does_nothing) {
  uv_library_shutdown();
}

static void leave(uv_work_t* req) {
  exit(7);
}

/* exit() on a pool thread must not wait for that thread. */
TEST(a_job_may_end_the_process) {
  uv_work_t req;
  int status;
  pid_t child = fork();

  CHECK_GE(child, 0);
  if (child == 0) {
    CHECK_OK(uv_queue_work(uv_default_loop(), &req, leave, NULL));
    uv_run(uv_default_loop(), UV_RUN_DEFAULT);
    _exit(1);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 7);
}
