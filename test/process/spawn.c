/* Starting processes: what the child finds, and what the parent hears of failures. */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct child child;

void child_expect_error(struct child* c, int err) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_spawn(&loop, &c->process, &c->options), err);
  CHECK(!uv_is_active((uv_handle_t*) &c->process));
  CHECK(!uv_loop_alive(&loop));
  CHECK_EQ(uv_process_kill(&c->process, 0), UV_ESRCH);
  CHECK_EQ(waitpid(-1, NULL, WNOHANG), -1);
  CHECK_EQ(errno, ECHILD);
  uv_close((uv_handle_t*) &c->process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(c->exited, 0);
  CHECK_OK(uv_loop_close(&loop));
}

HELPER(exit_with) {
  return atoi(argv[1]);
}

TEST(the_exit_code_is_reported) {
  child_init(&child, "exit_with", "42");
  child_expect(&child, 42);
}

static void write_file(const char* name, const char* text, mode_t mode) {
  int fd = open(name, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0700);

  CHECK_GE(fd, 0);
  CHECK_EQ(write(fd, text, strlen(text)), strlen(text));
  CHECK_OK(close(fd));
  CHECK_OK(chmod(name, mode));
}

TEST(a_failed_exec_is_the_error_of_the_spawn) {
  write_file("not-executable", "#!/bin/sh\n", 0600);
  child_command(&child, "./does-not-exist", NULL, NULL);
  child_expect_error(&child, UV_ENOENT);
  child_command(&child, "does-not-exist-on-the-path", NULL, NULL);
  child_expect_error(&child, UV_ENOENT);
  child_command(&child, "", NULL, NULL);
  child_expect_error(&child, UV_ENOENT);
  child_command(&child, "./not-executable", NULL, NULL);
  child_expect_error(&child, UV_EACCES);
  child_command(&child, "./not-executable/x", NULL, NULL);
  child_expect_error(&child, UV_ENOTDIR);
  child_command(&child, "/bin/true", NULL, NULL);
  child.options.cwd = "/does/not/exist";
  child_expect_error(&child, UV_ENOENT);
  child.options.file = NULL;
  child_expect_error(&child, UV_EINVAL);
}

TEST(the_file_is_looked_for_on_the_childs_path) {
  char* env[] = {"X=1", "PATH=/nowhere::deep/er", NULL};

  CHECK_OK(mkdir("deep", 0700));
  CHECK_OK(mkdir("deep/er", 0700));
  write_file("deep/er/found", "#!/bin/sh\nexit 5\n", 0700);
  child_command(&child, "found", NULL, NULL);
  child_expect_error(&child, UV_ENOENT);
  child.options.env = env;
  child_expect(&child, 5);

  /* One that may not be executed is passed over, but is the answer when there is no other. */
  child_command(&child, "found", NULL, NULL);
  child.options.env = env;
  write_file("found", "#!/bin/sh\nexit 6\n", 0600);
  child_expect(&child, 5);
  CHECK_OK(unlink("deep/er/found"));
  child_command(&child, "found", NULL, NULL);
  child.options.env = env;
  child_expect_error(&child, UV_EACCES);

  /* An empty entry is the current folder: the child's. */
  CHECK_OK(mkdir("other", 0700));
  write_file("other/found", "#!/bin/sh\nexit 7\n", 0700);
  child_command(&child, "found", NULL, NULL);
  child.options.env = env;
  child.options.cwd = "other";
  child_expect(&child, 7);
}

TEST(without_a_path_the_usual_folders_are_searched) {
  char* env[] = {"X=1", NULL};

  child_command(&child, "true", NULL, NULL);
  child.options.env = env;
  child_expect(&child, 0);
}

TEST(a_script_that_names_no_interpreter_is_the_shells) {
  write_file("plain-script", "test \"$1\" = one && exit 9\n", 0700);
  child_command(&child, "./plain-script", "one", NULL);
  child_expect(&child, 9);
}

HELPER(environment_is) {
  const char* value = getenv("SPAWN_TEST");
  return value != NULL && strcmp(value, argv[1]) == 0 ? 3 : 4;
}

TEST(the_environment_is_given_or_inherited) {
  char* env[] = {"SPAWN_TEST=given", NULL};

  CHECK_OK(setenv("SPAWN_TEST", "inherited", 1));
  child_init(&child, "environment_is", "inherited");
  child_expect(&child, 3);
  child_init(&child, "environment_is", "given");
  child.options.env = env;
  child_expect(&child, 3);
}

HELPER(works_in) {
  char cwd[4096];
  return getcwd(cwd, sizeof(cwd)) != NULL && strcmp(cwd, argv[1]) == 0 ? 3 : 4;
}

TEST(the_child_works_in_the_folder_it_is_given) {
  child_init(&child, "works_in", "/usr");
  child.options.cwd = "/usr";
  child_expect(&child, 3);
}

HELPER(leads_a_session) {
  return getsid(0) == getpid() && getpgrp() == getpid() ? 1 : 0;
}

TEST(a_detached_child_leads_its_own_session) {
  child_init(&child, "leads_a_session", NULL);
  child_expect(&child, 0);
  child_init(&child, "leads_a_session", NULL);
  child.options.flags = UV_PROCESS_DETACHED;
  child_expect(&child, 1);
}

static void ignore_callback(uv_signal_t* handle, int signum) {
}

/* Nothing blocked and nothing ignored; what is caught cannot outlive an exec. grep finds nothing
 * then, and unlike some awk it ignores no signal itself. */
TEST(the_childs_signals_are_all_at_their_defaults) {
  uv_signal_t handle;
  sigset_t all, before, after;

  CHECK_OK(uv_signal_init(uv_default_loop(), &handle));
  CHECK_OK(uv_signal_start(&handle, ignore_callback, SIGUSR1));
  CHECK(signal(SIGTERM, SIG_IGN) != SIG_ERR);
  CHECK(signal(SIGRTMIN + 3, SIG_IGN) != SIG_ERR);
  sigfillset(&all);
  sigdelset(&all, SIGCHLD);
  CHECK_OK(pthread_sigmask(SIG_SETMASK, &all, &before));
  child_command(&child, "grep", "^Sig[BI][lg][kn]:.*[1-9a-f]", "/proc/self/status");
  child_expect(&child, 1);

  /* And the parent's are what they were. */
  CHECK_OK(pthread_sigmask(SIG_SETMASK, &before, &after));
  CHECK(sigismember(&after, SIGUSR2));
  CHECK(signal(SIGTERM, SIG_DFL) == SIG_IGN);
}

TEST(user_and_group_are_changed_and_other_groups_dropped) {
  gid_t others[] = {7, 8};

  if (getuid() != 0)
    SKIP("only root can");
  CHECK_OK(setgroups(2, others));
  child_command(&child, "sh", "-c", "test `id -u`.`id -g`.`id -G` = 1234.4321.4321 && exit 3");
  child.options.flags = UV_PROCESS_SETUID | UV_PROCESS_SETGID;
  child.options.uid = 1234;
  child.options.gid = 4321;
  child_expect(&child, 3);
  CHECK_EQ(getuid(), 0);
}

TEST(changing_to_a_user_needs_the_right_to) {
  if (getuid() == 0) {
    CHECK_OK(setgid(65534));
    CHECK_OK(setuid(65534));
  }
  child_command(&child, "/bin/true", NULL, NULL);
  child.options.flags = UV_PROCESS_SETUID | UV_PROCESS_WINDOWS_HIDE;
  child_expect_error(&child, UV_EPERM);
  child.options.flags = UV_PROCESS_SETGID;
  child_expect_error(&child, UV_EPERM);
}
