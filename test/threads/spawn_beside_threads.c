/* Children are born while threads come and go: neither disturbs the other. (Under ThreadSanitizer
 * the two met in its runtime, which takes every child that clone() makes for one with a memory of
 * its own.) */
#include "check.h"

#include <stdatomic.h>

enum { CHILDREN = 40, MAKERS = 3 };

static uv_loop_t loop;
static uv_process_t processes[CHILDREN];
static atomic_int over;
static int exits;

static void come_and_go(void* arg) {
  (void) arg;
}

static void make_threads(void* arg) {
  uv_thread_t thread;

  (void) arg;
  while (!atomic_load(&over)) {
    CHECK_OK(uv_thread_create(&thread, come_and_go, NULL));
    CHECK_OK(uv_thread_join(&thread));
  }
}

static void on_end(uv_process_t* process, int64_t status, int signum) {
  CHECK_EQ(status, 0);
  CHECK_EQ(signum, 0);
  exits++;
  uv_close((uv_handle_t*) process, NULL);
}

TEST(children_are_born_while_threads_come_and_go) {
  char* args[] = {"true", NULL};
  uv_process_options_t options = {.file = "true", .args = args, .exit_cb = on_end};
  uv_thread_t makers[MAKERS];

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < MAKERS; i++)
    CHECK_OK(uv_thread_create(&makers[i], make_threads, NULL));
  for (int i = 0; i < CHILDREN; i++)
    CHECK_OK(uv_spawn(&loop, &processes[i], &options));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(exits, CHILDREN);
  atomic_store(&over, 1);
  for (int i = 0; i < MAKERS; i++)
    CHECK_OK(uv_thread_join(&makers[i]));
  CHECK_OK(uv_loop_close(&loop));
}
