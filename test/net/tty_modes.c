/* Terminals: opened anew, changed, and given back as they were. */
#include <pty.h>
#include <sys/ioctl.h>

#include "stream_test.h"

static uv_loop_t loop;
static uv_tty_t tty;
static int master, slave;
static struct termios before, now;

static void start(void) {
  struct winsize size = {.ws_row = 33, .ws_col = 99};

  if (openpty(&master, &slave, NULL, NULL, &size))
    SKIP("no pseudo terminals here");
  CHECK_OK(tcgetattr(slave, &before));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_tty_init(&loop, &tty, slave, 0));
}

static void end(void) {
  stream_close_loop(&loop);
  close(slave);
  close(master);
}

static void check_modes_as_before(void) {
  CHECK_OK(tcgetattr(slave, &now));
  CHECK_EQ(now.c_iflag, before.c_iflag);
  CHECK_EQ(now.c_oflag, before.c_oflag);
  CHECK_EQ(now.c_lflag, before.c_lflag);
  CHECK_MEM(now.c_cc, before.c_cc, sizeof(now.c_cc));
}

TEST(tty_leaves_the_callers_descriptor_blocking) {
  uv_os_fd_t fd;

  start();
  CHECK_OK(uv_fileno(H(&tty), &fd));
  CHECK_NE(fd, slave);
  CHECK_NE(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
  CHECK_NE(fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
  CHECK_EQ(fcntl(slave, F_GETFL) & O_NONBLOCK, 0);
  CHECK_EQ(tty.flags & 0x100000, 0);
  CHECK_EQ(uv_is_readable(S(&tty)) && uv_is_writable(S(&tty)), 1);
  end();
}

TEST(tty_master_cannot_be_reopened_and_blocks) {
  uv_tty_t other;
  uv_os_fd_t fd;
  char c[3];
  uv_buf_t buf = uv_buf_init("abc\n", 4);

  start();
  CHECK_OK(uv_tty_init(&loop, &other, master, 0));
  CHECK_OK(uv_fileno(H(&other), &fd));
  CHECK_EQ(fd, master);
  CHECK_NE(other.flags & 0x100000, 0);
  CHECK_EQ(fcntl(master, F_GETFL) & O_NONBLOCK, 0);
  CHECK_EQ(uv_try_write(S(&other), &buf, 1), 4);
  CHECK_EQ(read(slave, c, sizeof(c)), 3);
  CHECK_MEM(c, "abc", 3);
  stream_close_loop(&loop);
  CHECK_EQ(fcntl(master, F_GETFD), -1); /* it was taken over */
  close(slave);
}

TEST(tty_raw_passes_keys_one_by_one) {
  start();
  CHECK_OK(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW));
  CHECK_OK(tcgetattr(slave, &now));
  CHECK_EQ(now.c_lflag & (ECHO | ICANON | IEXTEN | ISIG), 0);
  CHECK_EQ(now.c_iflag & (ICRNL | IXON | ISTRIP | INPCK | BRKINT), 0);
  CHECK_EQ(now.c_oflag & (OPOST | ONLCR), OPOST | ONLCR);
  CHECK_EQ(now.c_cc[VMIN], 1);
  CHECK_OK(uv_tty_set_mode(&tty, UV_TTY_MODE_IO));
  CHECK_OK(tcgetattr(slave, &now));
  CHECK_EQ(now.c_oflag & OPOST, 0);
  CHECK_OK(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW_VT));
  CHECK_OK(tcgetattr(slave, &now));
  CHECK_EQ(now.c_oflag & OPOST, OPOST); /* each mode starts from the first one */
  CHECK_OK(uv_tty_set_mode(&tty, UV_TTY_MODE_NORMAL));
  check_modes_as_before();
  CHECK_EQ(uv_tty_set_mode(&tty, 7), UV_EINVAL);
  end();
}

TEST(tty_reset_restores_and_keeps_errno) {
  start();
  CHECK_OK(uv_tty_reset_mode()); /* nothing to do */
  CHECK_OK(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW));
  errno = 0;
  CHECK_OK(uv_tty_reset_mode());
  CHECK_OK(uv_tty_reset_mode());
  CHECK_EQ(errno, 0);
  check_modes_as_before();
  CHECK_OK(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW)); /* takes effect again */
  CHECK_OK(tcgetattr(slave, &now));
  CHECK_EQ(now.c_lflag & ICANON, 0);
  end();
}

TEST(tty_close_restores) {
  start();
  CHECK_OK(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW));
  uv_close(H(&tty), NULL);
  check_modes_as_before();
  CHECK_OK(uv_tty_reset_mode()); /* must not touch a closed descriptor */
  end();
}

TEST(tty_has_a_size) {
  int width, height;
  uv_tty_vtermstate_t state;

  start();
  CHECK_OK(uv_tty_get_winsize(&tty, &width, &height));
  CHECK_EQ(width, 99);
  CHECK_EQ(height, 33);
  uv_tty_set_vterm_state(UV_TTY_SUPPORTED);
  CHECK_EQ(uv_tty_get_vterm_state(&state), UV_ENOTSUP);
  end();
}

TEST(tty_is_no_file) {
  int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_tty_init(&loop, &tty, fd, 0), UV_EINVAL);
  CHECK_EQ(uv_tty_init(&loop, &tty, -1, 0), UV_EINVAL);
  close(fd);
  CHECK_EQ(uv_tty_init(&loop, &tty, fd, 0), UV_EINVAL);
  CHECK_OK(uv_loop_close(&loop));
}
