/* test/process/child.h — what the tests of processes share: a child from the helpers of this
 * program. */
#ifndef TEST_CHILD_H
#define TEST_CHILD_H

#include "check.h"

#include <stddef.h>
#include <string.h>

struct child {
  uv_process_t process;
  uv_process_options_t options;
  uv_stdio_container_t stdio[8];
  char* args[8];
  int exited;
  int64_t status;
  int signal;
};

static inline void child_exited(uv_process_t* process, int64_t status, int signal) {
  struct child* c = (struct child*) ((char*) process - offsetof(struct child, process));

  c->exited++;
  c->status = status;
  c->signal = signal;
  uv_close((uv_handle_t*) process, NULL);
}

/* `check_self() --helper name arg`; a NULL name leaves the command to the caller. */
static inline void child_init(struct child* c, const char* helper, const char* arg) {
  memset(c, 0, sizeof(*c));
  c->args[0] = (char*) check_self();
  c->args[1] = "--helper";
  c->args[2] = (char*) helper;
  c->args[3] = (char*) arg;
  c->options.file = c->args[0];
  c->options.args = c->args;
  c->options.exit_cb = child_exited;
  c->options.stdio = c->stdio;
}

static inline void child_command(struct child* c, const char* file, const char* arg1,
                                 const char* arg2) {
  child_init(c, NULL, NULL);
  c->args[0] = (char*) file;
  c->args[1] = (char*) arg1;
  c->args[2] = (char*) arg2;
  c->options.file = file;
}

static inline void child_inherit(struct child* c, int i, int fd) {
  c->stdio[i].flags = UV_INHERIT_FD;
  c->stdio[i].data.fd = fd;
  if (c->options.stdio_count <= i)
    c->options.stdio_count = i + 1;
}

/* Spawns, runs the loop until nothing is left, and expects this exit code. */
static inline void child_expect(struct child* c, int64_t status) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_spawn(&loop, &c->process, &c->options));
  CHECK_GT(c->process.pid, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(c->exited, 1);
  CHECK_EQ(c->signal, 0);
  CHECK_EQ(c->status, status);
  CHECK_OK(uv_loop_close(&loop));
}

/* The spawn fails with this error; the handle can be closed, and no child is left. */
void child_expect_error(struct child* c, int err);

#endif
