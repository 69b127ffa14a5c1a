/* Several handles may watch one file; starting, stopping and closing work at any time. */
#include "watching.h"

TEST(handles_on_the_same_folder_are_all_told) {
  uv_fs_event_t a, b, c;
  uv_loop_t loop;

  CHECK_OK(mkdir("d", 0700));
  CHECK_OK(uv_loop_init(&loop));
  watch(&loop, &a, "d");
  watch(&loop, &b, "./d/");
  watch(&loop, &c, "d");
  a.data = "1";
  b.data = "2";
  c.data = "3";
  CHECK_OK(mkdir("d/x", 0700));
  wait_for(&loop, "1x:r 2x:r 3x:r ");
  CHECK_OK(uv_fs_event_stop(&b));
  CHECK_OK(rmdir("d/x"));
  wait_for(&loop, "1x:r 3x:r ");
  uv_close((uv_handle_t*) &a, NULL);
  uv_close((uv_handle_t*) &c, NULL);
  CHECK_OK(uv_fs_event_start(&b, hear, "d", 0));
  CHECK_OK(mkdir("d/y", 0700));
  wait_for(&loop, "2y:r ");
  uv_close((uv_handle_t*) &b, NULL);
  run_and_close(&loop);
}

static uv_fs_event_t handles[3];

static void close_all(uv_fs_event_t* h, const char* name, int events, int status) {
  hear(h, name, events, status);
  for (int i = 0; i < 3; i++)
    uv_close((uv_handle_t*) &handles[i], NULL);
}

/* The first one told closes itself and the others, which then are not told. */
TEST(a_callback_may_close_every_handle_of_the_watch) {
  uv_loop_t loop;

  CHECK_OK(mkdir("d", 0700));
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++) {
    CHECK_OK(uv_fs_event_init(&loop, &handles[i]));
    handles[i].data = NULL;
    CHECK_OK(uv_fs_event_start(&handles[i], close_all, "d", 0));
  }
  CHECK_OK(mkdir("d/x", 0700));
  CHECK_OK(mkdir("d/y", 0700));
  run_and_close(&loop);
  CHECK_STR(heard, "x:r ");
}

static void stop_and_start(uv_fs_event_t* h, const char* name, int events, int status) {
  hear(h, name, events, status);
  CHECK_OK(uv_fs_event_stop(h));
  if (strcmp(name, "y") == 0)
    uv_close((uv_handle_t*) h, NULL);
  else
    CHECK_OK(uv_fs_event_start(h, stop_and_start, "d", 0));
}

TEST(a_callback_may_stop_and_start_its_handle) {
  uv_loop_t loop;

  CHECK_OK(mkdir("d", 0700));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_event_init(&loop, &handles[0]));
  handles[0].data = NULL;
  CHECK_OK(uv_fs_event_start(&handles[0], stop_and_start, "d", 0));
  CHECK_OK(mkdir("d/x", 0700));
  wait_for(&loop, "x:r ");
  CHECK_OK(mkdir("d/y", 0700));
  run_and_close(&loop);
  CHECK_STR(heard, "y:r ");
}

TEST(a_stopped_handle_is_not_told_of_what_was_queued) {
  uv_fs_event_t h;
  uv_loop_t loop;

  CHECK_OK(mkdir("d", 0700));
  CHECK_OK(uv_loop_init(&loop));
  watch(&loop, &h, "d");
  CHECK_OK(mkdir("d/x", 0700));
  CHECK_OK(uv_fs_event_stop(&h));
  CHECK_OK(uv_fs_event_stop(&h));
  uv_close((uv_handle_t*) &h, NULL);
  run_and_close(&loop);
  CHECK_STR(heard, "");
}

TEST(a_watcher_says_what_it_watches) {
  char text[16];
  size_t size = sizeof(text);
  uv_fs_event_t h;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_event_init(&loop, &h));
  CHECK_EQ(uv_fs_event_getpath(&h, text, &size), UV_EINVAL);
  CHECK_EQ(uv_fs_event_start(&h, hear, "nothing", 0), UV_ENOENT);
  CHECK_EQ(uv_fs_event_start(&h, hear, "", 0), UV_ENOENT);
  CHECK_EQ(uv_fs_event_start(&h, NULL, ".", 0), UV_EINVAL);
  CHECK_EQ(uv_is_active((uv_handle_t*) &h), 0);
  CHECK_OK(uv_fs_event_start(&h, hear, "./", 0));
  CHECK_EQ(uv_fs_event_start(&h, hear, "./", 0), UV_EINVAL);
  size = 2;
  CHECK_EQ(uv_fs_event_getpath(&h, text, &size), UV_ENOBUFS);
  CHECK_EQ(size, 3);
  CHECK_OK(uv_fs_event_getpath(&h, text, &size));
  CHECK_EQ(size, 2);
  CHECK_STR(text, "./");
  uv_unref((uv_handle_t*) &h); /* does not keep the loop alive then */
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_close((uv_handle_t*) &h, NULL);
  run_and_close(&loop);
}
