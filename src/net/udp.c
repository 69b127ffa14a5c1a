/* src/net/udp.c — the life of a UDP handle: socket, addresses, close. Receiving is in udp_recv.c,
 * sending in udp_send.c, socket options in udp_options.c and multicast.c.
 *
 * (1) io.fd is -1 until the socket exists, and again from uv_close() on.
 * (2) Flags that a function does not know are refused before anything is changed. */
#include <stddef.h>
#include <string.h>
#include <sys/un.h>

#include "net/stream.h"
#include "net/udp.h"

/* ---- The watcher ---- */

static void uv__udp_io(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  uv_udp_t* h = uv__container(w, uv_udp_t, io);
  struct uv__frame frame;

  uv__frame_enter(loop, &frame, h);
  if (events & (POLLIN | POLLERR))
    uv__udp_receive(h, events);
  if ((events & POLLOUT) && !uv__is_gone(loop) && !uv__is_closing(h))
    uv__udp_writable(h);
  uv__frame_leave(loop, &frame);
}

/* Two watchers on one descriptor would each steal the other's events. */
int uv__udp_watch(uv_udp_t* h, unsigned events) {
  if (h->io.wanted == 0 && uv__io_fd_in_use(h->loop, h->io.fd))
    return UV_EEXIST;
  return uv__io_start(h->loop, &h->io, events);
}

void uv__udp_rest(uv_udp_t* h) {
  if (!uv__udp_is_receiving(h) && !uv__udp_is_sending(h))
    uv__handle_stop(h);
}

/* ---- Socket ---- */

int uv_udp_init(uv_loop_t* loop, uv_udp_t* h) {
  return uv_udp_init_ex(loop, h, AF_UNSPEC);
}

int uv_udp_init_ex(uv_loop_t* loop, uv_udp_t* h, unsigned flags) {
  int family = flags & 0xff;
  int fd = -1;

  if (family != AF_INET && family != AF_INET6 && family != AF_UNSPEC)
    return UV_EINVAL;
  if (flags & ~(0xffu | UV_UDP_RECVMMSG))
    return UV_EINVAL;
  if (family != AF_UNSPEC) {
    fd = uv__socket(family, SOCK_DGRAM, 0);
    if (fd < 0)
      return fd;
  }

  uv__handle_init(loop, h, UV_UDP);
  h->flags |= flags & UV_UDP_RECVMMSG ? UV__UDP_RECVMMSG : 0;
  h->flags |= family == AF_INET6 ? UV__IPV6 : 0;
  h->alloc_cb = NULL;
  h->recv_cb = NULL;
  h->send_queue_size = 0;
  h->send_queue_count = 0;
  uv__queue_init(&h->write_queue);
  uv__queue_init(&h->write_done);
  uv__io_init(&h->io, uv__udp_io, fd);
  return 0;
}

int uv_udp_using_recvmmsg(const uv_udp_t* h) {
  return h->type == UV_UDP && (h->flags & UV__UDP_RECVMMSG) != 0;
}

static int uv__udp_set_int(int fd, int level, int option, int value) {
  return setsockopt(fd, level, option, &value, sizeof(value)) ? UV__ERR(errno) : 0;
}

static int uv__udp_set_reuse(int fd, unsigned flags) {
  int err = 0;

  if (flags & UV_UDP_REUSEADDR)
    err = uv__udp_set_int(fd, SOL_SOCKET, SO_REUSEADDR, 1);
  if (err == 0 && (flags & UV_UDP_REUSEPORT))
    err = uv__udp_set_int(fd, SOL_SOCKET, SO_REUSEPORT, 1);
  return err;
}

static int uv__udp_get_int(int fd, int option, int* value) {
  socklen_t len = sizeof(*value);
  return getsockopt(fd, SOL_SOCKET, option, value, &len) ? UV__ERR(errno) : 0;
}

/* What the handle must know about a socket that it did not make. */
static int uv__udp_inspect(uv_udp_t* h, int fd) {
  struct sockaddr_storage peer;
  socklen_t len = sizeof(peer);
  int family;
  int type;
  int err = uv__udp_get_int(fd, SO_DOMAIN, &family);

  if (err == 0)
    err = uv__udp_get_int(fd, SO_TYPE, &type);
  if (err)
    return err;
  h->flags |= family == AF_INET6 ? UV__IPV6 : 0;
  h->flags |= family != AF_INET && family != AF_INET6 ? UV__UDP_NOT_IP : 0;
  h->flags |= type == SOCK_STREAM ? UV__UDP_STREAM : 0;
  h->flags |= getpeername(fd, (struct sockaddr*) &peer, &len) == 0 ? UV__UDP_CONNECTED : 0;
  return 0;
}

int uv_udp_open_ex(uv_udp_t* h, uv_os_sock_t sock, unsigned flags) {
  int err;

  if (h->io.fd != -1)
    return UV_EBUSY;
  if (flags & ~(UV_UDP_REUSEADDR | UV_UDP_REUSEPORT))
    return UV_EINVAL;
  if (uv__io_fd_in_use(h->loop, sock))
    return UV_EEXIST;

  err = uv__nonblock(sock, 1);
  if (err == 0)
    err = uv__udp_set_reuse(sock, flags);
  if (err == 0)
    err = uv__udp_inspect(h, sock);
  if (err == 0)
    h->io.fd = sock;
  return err;
}

int uv_udp_open(uv_udp_t* h, uv_os_sock_t sock) {
  return uv_udp_open_ex(h, sock, UV_UDP_REUSEADDR);
}

/* ---- Addresses ---- */

socklen_t uv__udp_addrlen(const struct sockaddr* addr) {
  switch (addr->sa_family) {
    case AF_INET: return sizeof(struct sockaddr_in);
    case AF_INET6: return sizeof(struct sockaddr_in6);
    case AF_UNIX: return sizeof(struct sockaddr_un);
    default: return 0;
  }
}

static int uv__udp_ensure_socket(uv_udp_t* h, int family) {
  int fd;

  if (h->io.fd != -1)
    return 0;
  if (uv__is_closing(h))
    return UV_EBADF;
  fd = uv__socket(family, SOCK_DGRAM, 0);
  if (fd < 0)
    return fd;
  h->io.fd = fd;
  h->flags |= family == AF_INET6 ? UV__IPV6 : 0;
  return 0;
}

static int uv__udp_set_recverr(int fd, int family) {
  if (family == AF_INET6)
    return uv__udp_set_int(fd, SOL_IPV6, IPV6_RECVERR, 1);
  return uv__udp_set_int(fd, SOL_IP, IP_RECVERR, 1);
}

/* A socket made here is kept when binding it fails: the next attempt may use another port. */
static int uv__udp_bind(uv_udp_t* h, const struct sockaddr* addr, unsigned flags) {
  int family = addr->sa_family;
  int err = uv__udp_ensure_socket(h, family);

  if (err == 0)
    err = uv__udp_set_reuse(h->io.fd, flags);
  if (err == 0 && (flags & UV_UDP_LINUX_RECVERR))
    err = uv__udp_set_recverr(h->io.fd, family);
  if (err == 0 && (flags & UV_UDP_IPV6ONLY))
    err = uv__udp_set_int(h->io.fd, SOL_IPV6, IPV6_V6ONLY, 1);
  if (err)
    return err;

  if (bind(h->io.fd, addr, uv__udp_addrlen(addr)))
    /* The address is of another family than the socket: what the caller gave does not fit. */
    return errno == EAFNOSUPPORT ? UV_EINVAL : UV__ERR(errno);
  h->flags |= UV__BOUND;
  return 0;
}

int uv_udp_bind(uv_udp_t* h, const struct sockaddr* addr, unsigned flags) {
  unsigned known = UV_UDP_IPV6ONLY | UV_UDP_REUSEADDR | UV_UDP_REUSEPORT | UV_UDP_LINUX_RECVERR;

  if (h->type != UV_UDP || (flags & ~known))
    return UV_EINVAL;
  if (addr->sa_family != AF_INET && addr->sa_family != AF_INET6)
    return UV_EINVAL;
  if ((flags & UV_UDP_IPV6ONLY) && addr->sa_family != AF_INET6)
    return UV_EINVAL;
  return uv__udp_bind(h, addr, flags);
}

int uv__udp_ensure_bound(uv_udp_t* h, int family, unsigned flags) {
  struct sockaddr_in any4 = {.sin_family = AF_INET};
  struct sockaddr_in6 any6 = {.sin6_family = AF_INET6};

  if (h->io.fd != -1)
    return 0;
  if (uv__is_closing(h))
    return UV_EBADF;
  if (family == AF_INET)
    return uv__udp_bind(h, (struct sockaddr*) &any4, flags);
  if (family == AF_INET6)
    return uv__udp_bind(h, (struct sockaddr*) &any6, flags);
  return UV_EINVAL;
}

static int uv__udp_disconnect(uv_udp_t* h) {
  struct sockaddr unspec = {.sa_family = AF_UNSPEC};

  if (!(h->flags & UV__UDP_CONNECTED))
    return UV_ENOTCONN;
  if (UV__RETRY(connect(h->io.fd, &unspec, sizeof(unspec))))
    return UV__ERR(errno);
  h->flags &= ~UV__UDP_CONNECTED;
  return 0;
}

int uv_udp_connect(uv_udp_t* h, const struct sockaddr* addr) {
  int err;

  if (h->type != UV_UDP)
    return UV_EINVAL;
  if (addr == NULL)
    return uv__udp_disconnect(h);
  if (uv__udp_addrlen(addr) == 0)
    return UV_EINVAL;
  if (h->flags & UV__UDP_CONNECTED)
    return UV_EISCONN;

  err = uv__udp_ensure_bound(h, addr->sa_family, 0);
  if (err)
    return err;
  if (UV__RETRY(connect(h->io.fd, addr, uv__udp_addrlen(addr))))
    return UV__ERR(errno);
  h->flags |= UV__UDP_CONNECTED;
  return 0;
}

int uv_udp_getsockname(const uv_udp_t* h, struct sockaddr* name, int* namelen) {
  return uv__getsockpeername((const uv_handle_t*) h, getsockname, name, namelen);
}

int uv_udp_getpeername(const uv_udp_t* h, struct sockaddr* name, int* namelen) {
  return uv__getsockpeername((const uv_handle_t*) h, getpeername, name, namelen);
}

/* ---- Close ---- */

int uv__udp_close(uv_udp_t* h) {
  uv__io_close(h->loop, &h->io);
  uv__handle_stop(h);
  if (h->io.fd != -1)
    uv__close(h->io.fd);
  h->io.fd = -1;
  h->alloc_cb = NULL;
  h->recv_cb = NULL;
  return UV__CLOSE_NOW;
}

void uv__udp_finish(uv_udp_t* h) {
  uv__udp_cancel_sends(h);
}
