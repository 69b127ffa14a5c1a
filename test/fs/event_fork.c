/* After a fork both processes hear of changes, each on its own. */
#include "watching.h"

#include <sys/wait.h>

static void child(uv_loop_t* loop, uv_fs_event_t* kept, uv_fs_event_t* lost) {
  CHECK_EQ(uv_loop_fork(loop), UV_ENOENT); /* what one of them watched is gone */
  CHECK_EQ(uv_is_active((uv_handle_t*) kept), 1);
  CHECK_EQ(uv_is_active((uv_handle_t*) lost), 0);
  CHECK_OK(mkdir("d/child", 0700));
  wait_for(loop, "child:r ");
  uv_close((uv_handle_t*) kept, NULL);
  uv_close((uv_handle_t*) lost, NULL);
  run_and_close(loop);
  _exit(0);
}

TEST(watchers_go_on_in_the_child) {
  uv_fs_event_t kept, lost;
  uv_loop_t loop;
  int status;
  pid_t pid;

  CHECK_OK(mkdir("d", 0700));
  CHECK_OK(mkdir("e", 0700));
  CHECK_OK(uv_loop_init(&loop));
  watch(&loop, &kept, "d");
  watch(&loop, &lost, "e");
  CHECK_OK(rename("e", "f"));
  wait_for(&loop, "e:r ");

  pid = fork();
  if (pid == 0)
    child(&loop, &kept, &lost);
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  CHECK_EQ(status, 0);
  wait_for(&loop, "child:r "); /* the child has not taken it away */
  uv_close((uv_handle_t*) &kept, NULL);
  uv_close((uv_handle_t*) &lost, NULL);
  run_and_close(&loop);
}
