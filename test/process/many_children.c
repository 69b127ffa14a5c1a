/* Many children at once: those beyond the first few are watched in another way
 * (src/process/many.c). */
#include "child.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FEW = 16, MANY = 40 };

static struct child children[MANY];
static uv_loop_t loop;

HELPER(stay) {
  pause();
  return 0;
}

static void spawn(int count) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < count; i++) {
    child_init(&children[i], "stay", NULL);
    CHECK_OK(uv_spawn(&loop, &children[i].process, &children[i].options));
  }
}

static void end(int i) {
  CHECK_OK(uv_process_kill(&children[i].process, SIGKILL));
}

static void end_all_but(int other, int count) {
  for (int i = 0; i < count; i++)
    if (i != other && !children[i].exited)
      end(i);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
  for (int i = 0; i < count; i++)
    CHECK_EQ(children[i].exited, i != other);
}

static int descriptors(void) {
  DIR* folder = opendir("/proc/self/fd");
  int count = 0;

  CHECK_NE(folder, NULL);
  while (readdir(folder) != NULL)
    count++;
  closedir(folder);
  return count;
}

TEST(each_of_many_children_is_reported_when_it_ends) {
  spawn(MANY);
  for (int i = MANY - 1; i >= 0; i -= 3) {
    end(i);
    while (!children[i].exited)
      uv_run(&loop, UV_RUN_ONCE);
    CHECK_EQ(children[i].signal, SIGKILL);
  }
  end_all_but(-1, MANY);
}

TEST(few_children_take_up_no_descriptor) {
  int before;

  CHECK_OK(uv_loop_init(&loop));
  child_command(&children[0], "true", NULL, NULL);
  CHECK_OK(uv_spawn(&loop, &children[0].process, &children[0].options));
  before = descriptors();
  for (int i = 1; i < FEW; i++) {
    child_init(&children[i], "stay", NULL);
    CHECK_OK(uv_spawn(&loop, &children[i].process, &children[i].options));
  }
  CHECK_EQ(descriptors(), before);
  children[0].exited = 0;
  for (int i = 1; i < FEW; i++)
    end(i);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(many_children_leave_no_descriptor_behind) {
  int before = descriptors();

  spawn(MANY);
  end_all_but(-1, MANY);
  CHECK_EQ(descriptors(), before);
}

TEST(of_many_children_one_that_the_program_reaped_is_not_reported) {
  spawn(MANY);
  end(MANY - 1);
  CHECK_EQ(waitpid(children[MANY - 1].process.pid, NULL, 0), children[MANY - 1].process.pid);
  while (!children[0].exited) {
    if (uv_is_active((uv_handle_t*) &children[0].process))
      uv_process_kill(&children[0].process, SIGKILL);
    uv_run(&loop, UV_RUN_ONCE);
  }
  CHECK(uv_is_active((uv_handle_t*) &children[MANY - 1].process));
  uv_close((uv_handle_t*) &children[MANY - 1].process, NULL);
  end_all_but(MANY - 1, MANY);
}

/* A copy of the process has copies of its descriptors: what is closed here is not forgotten by the
 * kernel. */
TEST(of_many_children_one_that_was_closed_is_not_reported) {
  pid_t pid, copy;

  spawn(MANY);
  copy = fork();
  if (copy == 0) {
    pause();
    _exit(0);
  }
  pid = children[MANY - 1].process.pid;
  uv_close((uv_handle_t*) &children[MANY - 1].process, NULL);
  uv_run(&loop, UV_RUN_NOWAIT);
  memset(&children[MANY - 1].process, 0xff, sizeof(children[MANY - 1].process));
  CHECK_OK(kill(pid, SIGKILL));
  CHECK_EQ(waitpid(pid, NULL, 0), pid);
  end_all_but(MANY - 1, MANY);
  CHECK_OK(kill(copy, SIGKILL));
  CHECK_EQ(waitpid(copy, NULL, 0), copy);
}
