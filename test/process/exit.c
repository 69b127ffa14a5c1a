/* The end of processes: who is told, and of what. */
#include "child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 40 };

static struct child child, children[MANY];
static uv_loop_t loop;

HELPER(wait_for_a_signal) {
  pause();
  return 0;
}

HELPER(exit_at_once) {
  return 0;
}

static void close_loop(void) {
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(the_signal_that_ended_a_child_is_reported) {
  CHECK_OK(uv_loop_init(&loop));
  child_init(&child, "wait_for_a_signal", NULL);
  CHECK_OK(uv_spawn(&loop, &child.process, &child.options));
  CHECK_EQ(uv_process_get_pid(&child.process), child.process.pid);
  CHECK_OK(uv_process_kill(&child.process, 0));
  CHECK_OK(uv_kill(child.process.pid, SIGKILL));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(child.exited, 1);
  CHECK_EQ(child.status, 0);
  CHECK_EQ(child.signal, SIGKILL);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(a_bad_signal_is_refused) {
  CHECK_EQ(uv_kill(getpid(), -1), UV_EINVAL);
  CHECK_EQ(uv_kill(getpid(), 4096), UV_EINVAL);
}

/* SIGCHLD may come once for all of them. */
TEST(children_that_end_together_are_all_reported) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < MANY; i++) {
    child_init(&children[i], "wait_for_a_signal", NULL);
    CHECK_OK(uv_spawn(&loop, &children[i].process, &children[i].options));
  }
  for (int i = 0; i < MANY; i++)
    CHECK_OK(uv_process_kill(&children[i].process, SIGTERM));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  for (int i = 0; i < MANY; i++) {
    CHECK_EQ(children[i].exited, 1);
    CHECK_EQ(children[i].signal, SIGTERM);
  }
  CHECK_OK(uv_loop_close(&loop));
}

static void kill_after_exit(uv_process_t* process, int64_t status, int signal) {
  CHECK(!uv_is_active((uv_handle_t*) process));
  CHECK_EQ(uv_process_kill(process, SIGTERM), UV_ESRCH); /* the number may be another's by now */
  child_exited(process, status, signal);
}

TEST(an_ended_process_cannot_be_killed) {
  child_init(&child, "exit_at_once", NULL);
  child.options.exit_cb = kill_after_exit;
  child_expect(&child, 0);
}

TEST(without_a_callback_the_handle_just_becomes_inactive) {
  CHECK_OK(uv_loop_init(&loop));
  child_init(&child, "exit_at_once", NULL);
  child.options.exit_cb = NULL;
  CHECK_OK(uv_spawn(&loop, &child.process, &child.options));
  CHECK(uv_is_active((uv_handle_t*) &child.process));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(!uv_is_active((uv_handle_t*) &child.process));
  uv_close((uv_handle_t*) &child.process, NULL);
  close_loop();
}

/* Who closes before the end is not called back, and has to reap himself. */
TEST(a_closed_handle_leaves_its_child_alone) {
  int status;

  CHECK_OK(uv_loop_init(&loop));
  child_init(&child, "wait_for_a_signal", NULL);
  CHECK_OK(uv_spawn(&loop, &child.process, &child.options));
  uv_close((uv_handle_t*) &child.process, NULL);
  close_loop();
  CHECK_EQ(child.exited, 0);
  CHECK_OK(uv_kill(child.process.pid, SIGTERM));
  CHECK_EQ(waitpid(child.process.pid, &status, 0), child.process.pid);
  CHECK(WIFSIGNALED(status));
}

TEST(children_of_others_are_not_reaped) {
  pid_t other = fork();

  CHECK_GE(other, 0);
  if (other == 0)
    _exit(8);
  child_init(&child, "exit_at_once", NULL);
  child_expect(&child, 0);
  CHECK_EQ(waitpid(other, NULL, 0), other);
}

static void close_the_other(uv_process_t* process, int64_t status, int signal) {
  struct child* other = process == &children[0].process ? &children[1] : &children[0];

  child_exited(process, status, signal);
  if (!uv_is_closing((uv_handle_t*) &other->process))
    uv_close((uv_handle_t*) &other->process, NULL);
}

/* Both may have ended by the time the first is called back; the second is closed by it. */
TEST(a_callback_may_close_another_process) {
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++) {
    child_init(&children[i], "wait_for_a_signal", NULL);
    children[i].options.exit_cb = close_the_other;
    CHECK_OK(uv_spawn(&loop, &children[i].process, &children[i].options));
  }
  for (int i = 0; i < 2; i++)
    CHECK_OK(uv_process_kill(&children[i].process, SIGKILL));
  close_loop();
  CHECK_EQ(children[0].exited + children[1].exited, 1);
}

static int left = 20;

static void spawn_again(uv_process_t* process, int64_t status, int signal) {
  child_exited(process, status, signal);
  if (--left == 0)
    return;
  child_init(&children[left], "exit_at_once", NULL);
  children[left].options.exit_cb = spawn_again;
  CHECK_OK(uv_spawn(&loop, &children[left].process, &children[left].options));
}

TEST(a_callback_may_spawn) {
  CHECK_OK(uv_loop_init(&loop));
  child_init(&child, "exit_at_once", NULL);
  child.options.exit_cb = spawn_again;
  CHECK_OK(uv_spawn(&loop, &child.process, &child.options));
  close_loop();
  CHECK_EQ(left, 0);
}

/* Nobody here knows how it ended, and the program, which does, may expect no callback any more. */
TEST(a_child_that_the_program_reaped_itself_is_not_reported) {
  CHECK_OK(uv_loop_init(&loop));
  child_init(&children[0], "exit_at_once", NULL);
  child_init(&child, "exit_at_once", NULL);
  CHECK_OK(uv_spawn(&loop, &children[0].process, &children[0].options));
  CHECK_EQ(waitpid(-1, NULL, 0), children[0].process.pid);
  CHECK_OK(uv_spawn(&loop, &child.process, &child.options));
  while (!child.exited)
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  CHECK_EQ(children[0].exited, 0);
  CHECK(uv_is_active((uv_handle_t*) &children[0].process));
  CHECK_EQ(uv_process_kill(&children[0].process, 0), UV_ESRCH);
  uv_close((uv_handle_t*) &children[0].process, NULL);
  close_loop();
  CHECK_EQ(children[0].exited, 0);
}
