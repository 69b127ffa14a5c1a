/* What is told of a change: the name, and whether content or name changed. */
#include "watching.h"

TEST(a_watched_folder_tells_of_its_entries) {
  uv_fs_event_t h;
  uv_loop_t loop;

  CHECK_OK(mkdir("d", 0700));
  CHECK_OK(uv_loop_init(&loop));
  watch(&loop, &h, "d");

  CHECK_OK(close(open("d/a", O_WRONLY | O_CREAT, 0600)));
  wait_for(&loop, "a:r ");
  CHECK_OK(truncate("d/a", 10));
  wait_for(&loop, "a:c ");
  CHECK_OK(chmod("d/a", 0640));
  wait_for(&loop, "a:c ");
  CHECK_OK(rename("d/a", "d/b"));
  wait_for(&loop, "a:r b:r ");
  CHECK_OK(unlink("d/b"));
  wait_for(&loop, "b:r ");
  CHECK_OK(rmdir("d")); /* gone, and no longer watched */
  wait_for(&loop, "d:r d:r ");
  CHECK_EQ(uv_is_active((uv_handle_t*) &h), 1);

  uv_close((uv_handle_t*) &h, NULL);
  run_and_close(&loop);
}

TEST(a_watched_file_tells_its_own_name) {
  uv_fs_event_t h;
  uv_loop_t loop;

  CHECK_OK(mkdir("d", 0700));
  put("d/file", "x");
  put("d/file2", "x");
  CHECK_OK(uv_loop_init(&loop));
  watch(&loop, &h, "d/file");

  CHECK_OK(truncate("d/file2", 0)); /* not watched */
  CHECK_OK(truncate("d/file", 0));
  wait_for(&loop, "file:c ");
  CHECK_OK(unlink("d/file")); /* one name less, then the file, then the watch */
  wait_for(&loop, "file:c file:r file:r ");
  put("d/file", "another file of that name");
  CHECK_OK(uv_fs_event_stop(&h));
  CHECK_OK(uv_fs_event_start(&h, hear, "d/file", 0));
  CHECK_OK(truncate("d/file", 0));
  wait_for(&loop, "file:c ");

  uv_close((uv_handle_t*) &h, NULL);
  run_and_close(&loop);
}

enum { MANY = 100 };
static int arrived;

static void in_order(uv_fs_event_t* h, const char* name, int events, int status) {
  CHECK_OK(status);
  CHECK_EQ(events, UV_RENAME);
  CHECK_EQ(atoi(name), arrived);
  if (++arrived == MANY)
    uv_close((uv_handle_t*) h, NULL);
}

/* The names are long, so that the events fill many reads of the descriptor. */
TEST(many_events_arrive_in_order) {
  uv_fs_event_t h;
  uv_loop_t loop;
  char path[128];

  CHECK_OK(mkdir("d", 0700));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_event_init(&loop, &h));
  CHECK_OK(uv_fs_event_start(&h, in_order, "d", 0));
  for (int i = 0; i < MANY; i++) {
    snprintf(path, sizeof(path), "d/%d%0100d", i, 0);
    path[2 + snprintf(NULL, 0, "%d", i)] = '-';
    CHECK_OK(mkdir(path, 0700));
  }
  run_and_close(&loop);
  CHECK_EQ(arrived, MANY);
}
