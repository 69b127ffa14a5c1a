/* Reading from a terminal: what is typed, and all of what a pseudo terminal's other side wrote. */
#include <pty.h>

#include "stream_test.h"

static uv_loop_t loop;
static uv_tty_t tty;
static int master, slave;
static size_t seen;
static char slab[1 << 16];

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  (void) h;
  (void) suggested;
  *buf = uv_buf_init(slab, sizeof(slab));
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  (void) buf;
  if (n > 0)
    seen += (size_t) n;
  else
    uv_close(H(s), NULL);
}

static void on_line(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  CHECK_EQ(n, 5);
  CHECK_MEM(buf->base, "ls -l", 5);
  uv_close(H(s), NULL);
  seen++;
}

TEST(tty_gives_what_is_typed) {
  if (openpty(&master, &slave, NULL, NULL, NULL))
    SKIP("no pseudo terminals here");
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tty_init(&loop, &tty, slave, 0));
  CHECK_OK(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW));
  CHECK_OK(uv_read_start(S(&tty), on_alloc, on_line));
  CHECK_EQ(write(master, "ls -l", 5), 5);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(seen, 1);
  close(slave);
  close(master);
  CHECK_OK(uv_loop_close(&loop));
}

static void feed(void* arg) {
  static char data[1 << 13];

  (void) arg;
  memset(data, 'x', sizeof(data));
  for (size_t done = 0; done < 8 * sizeof(data);) {
    ssize_t n = write(slave, data, sizeof(data));
    CHECK_GT(n, 0);
    done += (size_t) n;
  }
  close(slave);
}

/* The hang-up comes while there is more to read than one read gives. */
TEST(tty_hang_up_does_not_cut_off_what_came_before) {
  uv_thread_t thread;

  if (openpty(&master, &slave, NULL, NULL, NULL))
    SKIP("no pseudo terminals here");
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tty_init(&loop, &tty, master, 0));
  CHECK_OK(uv_read_start(S(&tty), on_alloc, on_read));
  CHECK_OK(uv_thread_create(&thread, feed, NULL));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_thread_join(&thread));
  CHECK_EQ(seen, 8 << 13);
  CHECK_OK(uv_loop_close(&loop));
}
