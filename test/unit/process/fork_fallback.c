/* Where a child may not be born in the parent's memory, a plain fork does (src/process/spawn.c,
 * 4). */
#include "../../process/child.h"

#include <errno.h>
#include <sched.h>
#include <sys/wait.h>

static int refused;

static int refuse_clone(int (*entry)(void*), void* stack, int flags, void* arg) {
  refused++;
  errno = EPERM;
  return -1;
}

#define clone refuse_clone
#include "../../../src/process/spawn.c"
#undef clone

HELPER(exit_with_three) {
  return 3;
}

TEST(a_forked_child_runs_and_is_reaped) {
  static struct child child;

  child_init(&child, "exit_with_three", NULL);
  child_expect(&child, 3);
  CHECK_EQ(refused, 1);
}

TEST(a_forked_child_reports_a_failed_exec) {
  static struct child child;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  child_command(&child, "./does-not-exist", NULL, NULL);
  CHECK_EQ(uv_spawn(&loop, &child.process, &child.options), UV_ENOENT);
  CHECK_EQ(refused, 1);
  CHECK_EQ(waitpid(-1, NULL, WNOHANG), -1);
  CHECK_EQ(errno, ECHILD);
  uv_close((uv_handle_t*) &child.process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}
