/* src/net/tty.c — terminals.
 *
 * (1) O_NONBLOCK belongs to the open file, which a terminal's descriptors share with the shell
 *     and everyone else on it: the handle opens the terminal anew and leaves the caller's
 *     descriptor as it was. Where that cannot be (the master side of a pseudo terminal, no
 *     permission), the descriptor stays blocking.
 * (2) The modes a terminal had before its handle changed them are restored when the handle is
 *     closed, and by uv_tty_reset_mode() for the first terminal that was changed and not
 *     restored since. */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "net/stream.h"

/* What uv_tty_reset_mode() restores. It may run in a signal handler that has interrupted the holder
 * of the lock: it tries once, and gives up. */
static struct {
  int locked; /* atomic */
  int fd;
  struct termios modes;
} uv__tty_first = {.fd = -1};

static int uv__tty_try_lock(void) {
  return __atomic_exchange_n(&uv__tty_first.locked, 1, __ATOMIC_ACQUIRE) == 0;
}

static void uv__tty_lock(void) {
  while (!uv__tty_try_lock())
    sched_yield();
}

static void uv__tty_unlock(void) {
  __atomic_store_n(&uv__tty_first.locked, 0, __ATOMIC_RELEASE);
}

/* ---- Opening ---- */

/* A descriptor of our own for the same terminal, or -1. Opening a master would make a new pair. */
static int uv__tty_reopen(int fd, int mode) {
  char path[32];
  unsigned number;
  int copy;

  if (ioctl(fd, TIOCGPTN, &number) == 0)
    return -1;
  snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
  copy = uv__open_cloexec(path, mode | O_NOCTTY | O_NONBLOCK);
  return copy < 0 ? -1 : copy;
}

int uv_tty_init(uv_loop_t* loop, uv_tty_t* tty, uv_file fd, int unused) {
  uv_handle_type type = uv_guess_handle(fd);
  int copy = -1;
  int mode, err;

  (void) unused;
  if (type == UV_FILE || type == UV_UNKNOWN_HANDLE)
    return UV_EINVAL; /* poll cannot watch it */
  mode = UV__RETRY(fcntl(fd, F_GETFL));
  if (mode == -1)
    return UV__ERR(errno);

  if (type == UV_TTY) {
    copy = uv__tty_reopen(fd, mode & O_ACCMODE);
  } else {
    err = uv__nonblock(fd, 1);
    if (err)
      return err;
  }
  uv__stream_init(loop, (uv_stream_t*) tty, UV_TTY);
  tty->mode = UV_TTY_MODE_NORMAL;
  tty->io.fd = copy != -1 ? copy : fd;
  tty->flags |= uv__access_flags(mode) | (type == UV_TTY && copy == -1 ? UV__BLOCKING_WRITES : 0);
  return 0;
}

int uv__tty_close(uv_tty_t* tty) {
  uv__tty_lock();
  if (tty->mode != UV_TTY_MODE_NORMAL)
    UV__RETRY(tcsetattr(tty->io.fd, TCSANOW, &tty->orig_termios));
  if (uv__tty_first.fd == tty->io.fd)
    uv__tty_first.fd = -1;
  uv__tty_unlock();
  uv__stream_close((uv_stream_t*) tty);
  return UV__CLOSE_NOW;
}

/* ---- Modes ---- */

/* Keys one by one and unchanged, output still with CR before NL. */
static void uv__termios_raw(struct termios* t) {
  t->c_iflag &= ~(tcflag_t) (BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  t->c_oflag |= ONLCR;
  t->c_cflag |= CS8;
  t->c_lflag &= ~(tcflag_t) (ECHO | ICANON | IEXTEN | ISIG);
  t->c_cc[VMIN] = 1;
  t->c_cc[VTIME] = 0;
}

static void (*const uv__termios_make[])(struct termios*) = {
    [UV_TTY_MODE_NORMAL] = NULL,
    [UV_TTY_MODE_RAW] = uv__termios_raw,
    [UV_TTY_MODE_IO] = cfmakeraw,
    [UV_TTY_MODE_RAW_VT] = uv__termios_raw,
};

/* Keeps the modes as they are before the first change. */
static int uv__tty_remember(uv_tty_t* tty) {
  if (UV__RETRY(tcgetattr(tty->io.fd, &tty->orig_termios)))
    return UV__ERR(errno);
  uv__tty_lock();
  if (uv__tty_first.fd == -1) {
    uv__tty_first.modes = tty->orig_termios;
    uv__tty_first.fd = tty->io.fd;
  }
  uv__tty_unlock();
  return 0;
}

/* Set again even if it is the same: uv_tty_reset_mode() may have been called in between. */
int uv_tty_set_mode(uv_tty_t* tty, uv_tty_mode_t mode) {
  struct termios t;
  int err;

  if ((size_t) mode >= UV__COUNT(uv__termios_make))
    return UV_EINVAL;
  if (tty->mode == UV_TTY_MODE_NORMAL) {
    err = mode == UV_TTY_MODE_NORMAL ? 0 : uv__tty_remember(tty);
    if (err || mode == UV_TTY_MODE_NORMAL)
      return err;
  }
  t = tty->orig_termios;
  if (uv__termios_make[mode] != NULL)
    uv__termios_make[mode](&t);
  if (UV__RETRY(tcsetattr(tty->io.fd, TCSANOW, &t)))
    return UV__ERR(errno);
  tty->mode = mode;
  return 0;
}

int uv_tty_reset_mode(void) {
  int saved = errno;
  int err = 0;

  if (!uv__tty_try_lock())
    return UV_EBUSY;
  if (uv__tty_first.fd != -1 &&
      UV__RETRY(tcsetattr(uv__tty_first.fd, TCSANOW, &uv__tty_first.modes)))
    err = UV__ERR(errno);
  uv__tty_unlock();
  errno = saved;
  return err;
}

/* ---- Questions ---- */

int uv_tty_get_winsize(uv_tty_t* tty, int* width, int* height) {
  struct winsize size;

  if (UV__RETRY(ioctl(tty->io.fd, TIOCGWINSZ, &size)))
    return UV__ERR(errno);
  *width = size.ws_col;
  *height = size.ws_row;
  return 0;
}

/* Consoles that may or may not understand escape sequences are Windows' own. */
void uv_tty_set_vterm_state(uv_tty_vtermstate_t state) {
  (void) state;
}

int uv_tty_get_vterm_state(uv_tty_vtermstate_t* state) {
  (void) state;
  return UV_ENOTSUP;
}
