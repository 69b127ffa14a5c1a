/* src/process/many.c where the kernel knows no pidfd: all children are on the list. */
#include <sys/syscall.h>

#include "check.h"

#undef SYS_pidfd_open
#define SYS_pidfd_open 100000

#include "process/many.c"

enum { MANY = 40 };

static uv_loop_t loop;
static uv_process_t children[MANY];
static int exits;

static void on_end(uv_process_t* process, int64_t status, int signum) {
  CHECK_EQ(status, 0);
  CHECK_EQ(signum, 0);
  exits++;
  uv_close((uv_handle_t*) process, NULL);
}

TEST(many_children_are_reported_without_pidfds) {
  char* args[] = {"true", NULL};
  uv_process_options_t options = {.file = "true", .args = args, .exit_cb = on_end};

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < MANY; i++) {
    CHECK_OK(uv_spawn(&loop, &children[i], &options));
    CHECK_EQ(children[i].pidfd, -1);
  }
  CHECK_EQ(loop.processes, MANY);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(exits, MANY);
  CHECK_EQ(loop.processes, 0);
  CHECK_OK(uv_loop_close(&loop));
}
