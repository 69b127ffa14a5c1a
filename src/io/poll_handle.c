/* src/io/poll_handle.c — uv_poll_t: readiness of a descriptor that the program reads and writes
 * itself.
 *
 * (1) One active handle per descriptor and loop: the first that starts.
 * (2) When uv_poll_stop() or uv_close() returns, the descriptor is removed from the kernel's set:
 *     its owner may close it, and the number may be reused. Other watchers need no system call for
 *     this, as they close their descriptors themselves.
 * (3) An error ends the polling: only the owner can handle it, and the kernel would report it
 *     without end. */
#include "io/io.h"
#include "trace/trace.h"

static const struct {
  unsigned event; /* UV_* */
  unsigned poll;  /* POLL* */
} uv__poll_events[] = {
    {UV_READABLE, POLLIN},
    {UV_WRITABLE, POLLOUT},
    {UV_DISCONNECT, POLLRDHUP},
    {UV_PRIORITIZED, POLLPRI},
};

static unsigned uv__poll_wanted(int events) {
  unsigned wanted = 0;

  for (size_t i = 0; i < UV__COUNT(uv__poll_events); i++)
    if ((unsigned) events & uv__poll_events[i].event)
      wanted |= uv__poll_events[i].poll;
  return wanted;
}

static int uv__poll_reported(unsigned polled) {
  unsigned events = 0;

  for (size_t i = 0; i < UV__COUNT(uv__poll_events); i++)
    if (polled & uv__poll_events[i].poll)
      events |= uv__poll_events[i].event;
  return (int) events;
}

/* A stopped handle must not touch the descriptor: another one may be polling it by now. */
static void uv__poll_end(uv_poll_t* h) {
  if (h->io.wanted != 0)
    uv__io_close(h->loop, &h->io);
  uv__handle_stop(h);
}

static void uv__poll_io(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  uv_poll_t* h = uv__container(w, uv_poll_t, io);
  int status = 0;

  /* Priority data of sysfs files comes with POLLERR and is no error. */
  if ((events & POLLERR) && !(events & POLLPRI)) {
    uv__poll_end(h);
    status = UV_EBADF;
    events = 0;
  }
  if (h->poll_cb != NULL)
    UV__CALL_HANDLE(loop, h, h->poll_cb(h, status, uv__poll_reported(events)));
}

int uv_poll_init(uv_loop_t* loop, uv_poll_t* h, int fd) {
  int err;

  if (uv__io_fd_in_use(loop, fd))
    return UV_EEXIST;
  err = uv__io_check_fd(loop, fd);
  if (err == 0)
    err = uv__nonblock(fd, 1);
  if (err)
    return err;

  uv__handle_init(loop, h, UV_POLL);
  uv__io_init(&h->io, uv__poll_io, fd);
  h->poll_cb = NULL;
  return 0;
}

int uv_poll_init_socket(uv_loop_t* loop, uv_poll_t* h, uv_os_sock_t socket) {
  return uv_poll_init(loop, h, socket);
}

int uv_poll_start(uv_poll_t* h, int events, uv_poll_cb cb) {
  unsigned wanted = uv__poll_wanted(events);
  int err;

  if (uv__is_closing(h))
    return UV_EINVAL;
  if (wanted == 0)
    return uv_poll_stop(h);
  if (h->io.wanted == 0 && uv__io_fd_in_use(h->loop, h->io.fd))
    return UV_EEXIST;

  err = uv__io_start_anew(h->loop, &h->io, wanted);
  if (err)
    return err;
  h->poll_cb = cb;
  uv__handle_start(h);
  return 0;
}

int uv_poll_stop(uv_poll_t* h) {
  uv__poll_end(h);
  return 0;
}

int uv__poll_close(uv_poll_t* h) {
  uv__poll_end(h);
  return UV__CLOSE_NOW;
}
