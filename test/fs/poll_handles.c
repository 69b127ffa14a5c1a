/* A polling watcher is started, stopped and closed at any time. */
#include "files.h"

static int told, closed;

static void on_error(uv_fs_poll_t* h, int status, const uv_stat_t* prev, const uv_stat_t* now) {
  CHECK_EQ(status, UV_ENOENT);
  told++;
}

static void on_close(uv_handle_t* h) {
  closed++;
}

TEST(starting_and_stopping_again_and_again) {
  uv_fs_poll_t h;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_poll_init(&loop, &h));
  for (int i = 0; i < 10; i++) {
    CHECK_OK(uv_fs_poll_stop(&h));
    CHECK_OK(uv_fs_poll_start(&h, on_error, "gone", 5));
    CHECK_OK(uv_fs_poll_start(&h, on_error, "ignored: it is active", 5));
  }
  while (told == 0)
    uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(told, 1); /* by the last one only */
  CHECK_OK(uv_fs_poll_stop(&h));
  CHECK_EQ(uv_is_active((uv_handle_t*) &h), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_close((uv_handle_t*) &h, on_close);
  run_and_close(&loop);
  CHECK_EQ(closed, 1);
}

TEST(closing_while_it_asks) {
  uv_fs_poll_t h;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_poll_init(&loop, &h));
  CHECK_OK(uv_fs_poll_start(&h, on_error, "gone", 5));
  uv_close((uv_handle_t*) &h, on_close);
  CHECK_EQ(uv_fs_poll_start(&h, on_error, "gone", 5), UV_EINVAL);
  CHECK_OK(uv_fs_poll_stop(&h));
  CHECK_EQ(closed, 0);
  run_and_close(&loop);
  CHECK_EQ(closed, 1);
  CHECK_EQ(told, 0);
}

static void restart_then_close(uv_fs_poll_t* h, int status, const uv_stat_t* prev,
                               const uv_stat_t* now) {
  CHECK_EQ(status, UV_ENOENT);
  CHECK_OK(uv_fs_poll_stop(h));
  if (++told < 3)
    CHECK_OK(uv_fs_poll_start(h, restart_then_close, "gone", 1));
  else
    uv_close((uv_handle_t*) h, on_close);
}

TEST(a_callback_may_restart_and_close_its_handle) {
  uv_fs_poll_t h;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_poll_init(&loop, &h));
  CHECK_OK(uv_fs_poll_start(&h, restart_then_close, "gone", 1));
  run_and_close(&loop);
  CHECK_EQ(told, 3);
  CHECK_EQ(closed, 1);
}

static void count_handles(uv_handle_t* h, void* arg) {
  ++*(int*) arg;
}

TEST(its_timer_is_its_own_business) {
  char text[16];
  size_t size = sizeof(text);
  uv_fs_poll_t h;
  uv_loop_t loop;
  int handles = 0;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_poll_init(&loop, &h));
  CHECK_EQ(uv_fs_poll_getpath(&h, text, &size), UV_EINVAL);
  CHECK_OK(uv_fs_poll_start(&h, on_error, ".", 1000));
  size = 1;
  CHECK_EQ(uv_fs_poll_getpath(&h, text, &size), UV_ENOBUFS);
  CHECK_EQ(size, 2);
  CHECK_OK(uv_fs_poll_getpath(&h, text, &size));
  CHECK_STR(text, ".");
  CHECK_EQ(size, 1);
  uv_walk(&loop, count_handles, &handles);
  CHECK_EQ(handles, 1);
  uv_unref((uv_handle_t*) &h);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_close((uv_handle_t*) &h, on_close);
  run_and_close(&loop);
}
