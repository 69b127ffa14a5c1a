/* Opening a FIFO waits for the other side, as open() does, whichever way the request goes. */
#include "files.h"

static uv_loop_t loop;
static struct seen opened, second;
static int writer = -1;

static void on_connect(uv_timer_t* t) {
  CHECK_EQ(opened.calls, 0); /* nobody has written yet: it must have waited */
  writer = open("fifo", O_WRONLY | O_NONBLOCK);
  CHECK_GE(writer, 0); /* and a reader is there meanwhile */
  if (t->data != NULL) {
    CHECK_EQ(write(writer, t->data, 4), 4);
    CHECK_OK(close(writer));
  }
  uv_close((uv_handle_t*) t, NULL);
}

static void open_for_reading(void* data) {
  uv_timer_t timer = {.data = data};

  CHECK_OK(mkfifo("fifo", 0600));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_open(&loop, &opened.req, "fifo", O_RDONLY, 0, see));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_connect, 30, 0));
  run_and_close(&loop);
  CHECK_GE(opened.result, 0);
}

TEST(open_for_reading_waits_for_a_writer_that_says_nothing) {
  open_for_reading(NULL);
  CHECK_OK(close(writer));
  CHECK_OK(close((int) opened.result));
}

TEST(open_for_reading_sees_a_writer_that_came_and_went) {
  char text[8] = "";

  open_for_reading("data");
  CHECK_EQ(read((int) opened.result, text, sizeof(text)), 4);
  CHECK_STR(text, "data");
  CHECK_EQ(read((int) opened.result, text, sizeof(text)), 0);
  CHECK_OK(close((int) opened.result));
}

TEST(a_name_that_has_just_become_a_fifo_is_waited_for) {
  struct seen file = {0};
  uv_loop_t first;

  put("fifo", "not yet");
  CHECK_OK(uv_loop_init(&first));
  CHECK_OK(uv_fs_open(&first, &file.req, "fifo", O_RDONLY, 0, see));
  run_and_close(&first);
  CHECK_OK(close((int) file.result));
  CHECK_OK(unlink("fifo"));
  open_for_reading(NULL);
  CHECK_OK(close(writer));
  CHECK_OK(close((int) opened.result));
}

TEST(open_for_writing_waits_for_a_reader) {
  CHECK_OK(mkfifo("fifo", 0600));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_open(&loop, &opened.req, "fifo", O_WRONLY, 0, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_EQ(opened.calls, 0);
  CHECK_OK(uv_fs_open(&loop, &second.req, "fifo", O_RDONLY, 0, see));
  run_and_close(&loop);
  CHECK_GE(opened.result, 0);
  CHECK_GE(second.result, 0);
  CHECK_EQ(write((int) opened.result, "x", 1), 1);
  CHECK_OK(close((int) opened.result));
  CHECK_OK(close((int) second.result));
}

TEST(open_that_may_not_block_does_not_wait) {
  CHECK_OK(mkfifo("fifo", 0600));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_open(&loop, &opened.req, "fifo", O_RDONLY | O_NONBLOCK, 0, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_GE(opened.result, 0);
  CHECK_EQ(fcntl((int) opened.result, F_GETFL) & O_NONBLOCK, O_NONBLOCK);
  CHECK_OK(close((int) opened.result));
  CHECK_OK(uv_fs_open(&loop, &second.req, "fifo", O_WRONLY | O_NONBLOCK, 0, see));
  run_and_close(&loop);
  CHECK_EQ(second.result, UV_ENXIO);
}
