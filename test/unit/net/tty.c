/* src/net/tty.c: what uv_tty_reset_mode() does when it interrupts whoever changes the modes. */
#include "net/tty.c"

#include "check.h"

TEST(tty_reset_gives_up_while_the_modes_are_being_changed) {
  errno = 7;
  uv__tty_lock();
  CHECK_EQ(uv_tty_reset_mode(), UV_EBUSY);
  CHECK_EQ(errno, 7);
  uv__tty_unlock();
  CHECK_OK(uv_tty_reset_mode());
}

TEST(tty_reset_reports_what_the_terminal_says) {
  uv__tty_first.fd = 12345; /* closed behind our back */
  errno = 7;
  CHECK_EQ(uv_tty_reset_mode(), UV_EBADF);
  CHECK_EQ(errno, 7);
}
