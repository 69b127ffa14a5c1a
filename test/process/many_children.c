/* Many children at once: those beyond the first few are watched in another way
 * (src/process/many.c). */
#include "child.h"

#include <dirent.h>
#include <signal.h>
#include <sys/ptrace.h>
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

/* Reaps the child when `go` is closed. */
static pid_t trace(pid_t child, int go[2]) {
  int done[2];
  char c = 'n';
  pid_t tracer;

  CHECK_OK(pipe(done));
  tracer = fork();
  if (tracer == 0) {
    close(go[1]);
    if (ptrace(PTRACE_SEIZE, child, NULL, NULL) == 0)
      c = 'y';
    CHECK_EQ(write(done[1], &c, 1), 1);
    while (read(go[0], &c, 1) > 0)
      ;
    _exit(waitpid(child, NULL, __WALL) == child ? 0 : 1);
  }
  CHECK_EQ(read(done[0], &c, 1), 1);
  close(done[0]);
  close(done[1]);
  close(go[0]);
  if (c != 'y') {
    kill(tracer, SIGKILL);
    waitpid(tracer, NULL, 0);
    return -1;
  }
  return tracer;
}

/* Its end is known before it can be reaped, and when no other child is left. */
TEST(of_many_children_a_traced_one_is_reported_when_its_tracer_has_reaped_it) {
  struct child* traced = &children[FEW];
  int go[2], before;
  pid_t tracer;

  CHECK_OK(pipe(go));
  spawn(FEW + 1);
  tracer = trace(traced->process.pid, go);
  for (int i = 0; i < FEW; i++) {
    end(i);
    while (!children[i].exited)
      uv_run(&loop, UV_RUN_ONCE);
  }
  uv_run(&loop, UV_RUN_NOWAIT); /* the last is closed */
  before = descriptors();
  end(FEW);
  if (tracer != -1) {
    while (descriptors() == before)
      uv_run(&loop, UV_RUN_NOWAIT);
    CHECK_EQ(traced->exited, 0);
  }
  close(go[1]);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(traced->exited, 1);
  CHECK_EQ(traced->signal, SIGKILL);
  CHECK_OK(uv_loop_close(&loop));
  if (tracer == -1)
    SKIP("this process may not trace another");
  CHECK_EQ(waitpid(tracer, NULL, 0), tracer);
}
