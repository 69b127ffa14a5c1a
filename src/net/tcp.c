/* src/net/tcp.c — what is TCP's own about a stream: addresses, socket options, RST.
 *
 * (1) The socket is made when the address family is known: by init_ex, bind, connect or listen.
 * (2) A port that is taken is reported by listen or connect, not by bind: delayed_error keeps
 *     it, and uv_tcp_getsockname() shows it.
 * (3) Options set before there is a socket are kept and set when it comes. */
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include "net/stream.h"

enum {
  IDLE_MAX = 32767, /* what Linux allows */
  PROBES_MAX = 127
};

static int uv__set_int(int fd, int level, int option, int value) {
  return setsockopt(fd, level, option, &value, sizeof(value)) ? UV__ERR(errno) : 0;
}

static socklen_t uv__tcp_addrlen(const struct sockaddr* addr) {
  switch (addr->sa_family) {
    case AF_INET: return sizeof(struct sockaddr_in);
    case AF_INET6: return sizeof(struct sockaddr_in6);
    default: return 0;
  }
}

/* ---- The socket ---- */

int uv_tcp_init(uv_loop_t* loop, uv_tcp_t* h) {
  return uv_tcp_init_ex(loop, h, AF_UNSPEC);
}

int uv_tcp_init_ex(uv_loop_t* loop, uv_tcp_t* h, unsigned int flags) {
  int fd = -1;

  if (flags != AF_INET && flags != AF_INET6 && flags != AF_UNSPEC)
    return UV_EINVAL;
  if (flags != AF_UNSPEC) {
    fd = uv__socket((int) flags, SOCK_STREAM, 0);
    if (fd < 0)
      return fd;
  }
  uv__stream_init(loop, (uv_stream_t*) h, UV_TCP);
  h->io.fd = fd;
  h->flags |= fd == -1 ? 0 : UV__SOLE_OWNER;
  return 0;
}

static int uv__tcp_need_socket(uv_tcp_t* h, int family) {
  int fd, err;

  if (h->io.fd != -1)
    return 0;
  fd = uv__socket(family, SOCK_STREAM, 0);
  if (fd < 0)
    return fd;
  err = uv__stream_open((uv_stream_t*) h, fd, UV__SOLE_OWNER);
  if (err)
    uv__close(fd);
  return err;
}

int uv_tcp_open(uv_tcp_t* h, uv_os_sock_t sock) {
  int err;

  if (uv__is_closing(h))
    return UV_EINVAL;
  if (uv__io_fd_in_use(h->loop, sock))
    return UV_EEXIST;
  err = uv__nonblock(sock, 1);
  if (err)
    return err;
  return uv__stream_open((uv_stream_t*) h, sock, UV__READABLE | UV__WRITABLE);
}

int uv__tcp_close(uv_tcp_t* h) {
  uv__stream_close((uv_stream_t*) h);
  return UV__CLOSE_NOW;
}

/* ---- Addresses ---- */

static int uv__tcp_bind_options(int fd, const struct sockaddr* addr, unsigned flags) {
  int err = uv__set_int(fd, SOL_SOCKET, SO_REUSEADDR, 1);

  if (err == 0 && (flags & UV_TCP_REUSEPORT))
    err = uv__set_int(fd, SOL_SOCKET, SO_REUSEPORT, 1);
  if (err == 0 && addr->sa_family == AF_INET6)
    err = uv__set_int(fd, IPPROTO_IPV6, IPV6_V6ONLY, (flags & UV_TCP_IPV6ONLY) != 0);
  return err;
}

int uv_tcp_bind(uv_tcp_t* h, const struct sockaddr* addr, unsigned int flags) {
  socklen_t len = uv__tcp_addrlen(addr);
  int err;

  if (h->type != UV_TCP || uv__is_closing(h) || len == 0)
    return UV_EINVAL;
  if (flags & ~(unsigned) (UV_TCP_IPV6ONLY | UV_TCP_REUSEPORT))
    return UV_EINVAL;
  if ((flags & UV_TCP_IPV6ONLY) && addr->sa_family != AF_INET6)
    return UV_EINVAL;

  err = uv__tcp_need_socket(h, addr->sa_family);
  if (err == 0)
    err = uv__tcp_bind_options(h->io.fd, addr, flags);
  if (err)
    return err == UV_ENOPROTOOPT ? UV_EINVAL : err; /* an IPv6 address for an IPv4 socket */
  err = bind(h->io.fd, addr, len) ? UV__ERR(errno) : 0;
  if (err && err != UV_EADDRINUSE)
    return err == UV_EAFNOSUPPORT ? UV_EINVAL : err;

  h->delayed_error = err;
  return 0;
}

int uv_tcp_getsockname(const uv_tcp_t* h, struct sockaddr* name, int* namelen) {
  if (h->delayed_error)
    return h->delayed_error;
  return uv__getsockpeername((const uv_handle_t*) h, getsockname, name, namelen);
}

int uv_tcp_getpeername(const uv_tcp_t* h, struct sockaddr* name, int* namelen) {
  if (h->delayed_error)
    return h->delayed_error;
  return uv__getsockpeername((const uv_handle_t*) h, getpeername, name, namelen);
}

/* ---- Connections ---- */

int uv__tcp_before_listen(uv_tcp_t* h) {
  return h->delayed_error ? h->delayed_error : uv__tcp_need_socket(h, AF_INET);
}

/* A link-local address needs an interface. When the caller has named none, the first interface that
 * has such an address is used. */
static void uv__tcp_name_interface(struct sockaddr_in6* addr) {
  uv_interface_address_t* list;
  int count;

  if (!IN6_IS_ADDR_LINKLOCAL(&addr->sin6_addr) || addr->sin6_scope_id != 0)
    return;
  if (uv_interface_addresses(&list, &count))
    return;
  for (int i = 0; i < count && addr->sin6_scope_id == 0; i++) {
    const struct sockaddr_in6* own = &list[i].address.address6;
    if (own->sin6_family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&own->sin6_addr))
      addr->sin6_scope_id = own->sin6_scope_id;
  }
  uv_free_interface_addresses(list, count);
}

/* 0 when it is established or in progress. After a failed connect the next one on the same socket
 * gets ECONNABORTED once, which belongs to the old one. */
static int uv__tcp_try_connect(int fd, const struct sockaddr* addr, socklen_t len) {
  struct sockaddr_in6 addr6;

  if (addr->sa_family == AF_INET6) {
    memcpy(&addr6, addr, sizeof(addr6));
    uv__tcp_name_interface(&addr6);
    addr = (const struct sockaddr*) &addr6;
  }
  for (int left = 2; left > 0; left--) {
    if (UV__RETRY(connect(fd, addr, len)) == 0 || errno == EINPROGRESS || errno == EALREADY)
      return 0;
    if (errno != ECONNABORTED)
      break;
  }
  return UV__ERR(errno);
}

int uv_tcp_connect(uv_connect_t* req, uv_tcp_t* h, const struct sockaddr* addr, uv_connect_cb cb) {
  socklen_t len = uv__tcp_addrlen(addr);
  int outcome = h->delayed_error;
  int err;

  if (h->type != UV_TCP || uv__is_closing(h) || len == 0)
    return UV_EINVAL;
  if (h->connect_req != NULL)
    return UV_EALREADY;
  err = uv__tcp_need_socket(h, addr->sa_family);
  if (err)
    return err;

  /* A refusal by the peer goes to the callback, however fast it is; a local error is returned. */
  if (outcome == 0)
    outcome = uv__tcp_try_connect(h->io.fd, addr, len);
  if (outcome != 0 && outcome != UV_ECONNREFUSED && outcome != h->delayed_error)
    return outcome;
  return uv__stream_connecting((uv_stream_t*) h, req, outcome, cb);
}

int uv_tcp_close_reset(uv_tcp_t* h, uv_close_cb close_cb) {
  struct linger now = {.l_onoff = 1, .l_linger = 0};
  uv_os_fd_t fd;
  int err;

  if (h->flags & UV__SHUTTING)
    return UV_EINVAL;
  err = uv__fileno((const uv_handle_t*) h, &fd);
  if (err)
    return err;
  if (setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now)))
    return UV__ERR(errno);
  uv_close((uv_handle_t*) h, close_cb);
  return 0;
}

/* ---- Options ---- */

static int uv__tcp_keepalive(int fd, int on, unsigned idle, unsigned interval, unsigned probes) {
  int err = uv__set_int(fd, SOL_SOCKET, SO_KEEPALIVE, on != 0);

  if (!on || err)
    return err;
  err = uv__set_int(fd, IPPROTO_TCP, TCP_KEEPIDLE, (int) idle);
  if (err == 0)
    err = uv__set_int(fd, IPPROTO_TCP, TCP_KEEPINTVL, (int) interval);
  if (err == 0)
    err = uv__set_int(fd, IPPROTO_TCP, TCP_KEEPCNT, (int) probes);
  return err;
}

int uv__tcp_late_options(uv_tcp_t* h, int fd) {
  const unsigned short* k = h->u.keepalive;
  int err = 0;

  if (h->io.fd == fd)
    return 0;
  if (h->flags & UV__TCP_NODELAY)
    err = uv__set_int(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  if (err == 0 && (h->flags & UV__TCP_KEEPALIVE))
    err = uv__tcp_keepalive(fd, 1, k[0], k[1], k[2]);
  return err;
}

static void uv__tcp_set_flag(uv_tcp_t* h, unsigned flag, int on) {
  if (on)
    h->flags |= flag;
  else
    h->flags &= ~flag;
}

int uv_tcp_nodelay(uv_tcp_t* h, int on) {
  int err = 0;

  if (h->io.fd != -1)
    err = uv__set_int(h->io.fd, IPPROTO_TCP, TCP_NODELAY, on != 0);
  if (err == 0)
    uv__tcp_set_flag(h, UV__TCP_NODELAY, on);
  return err;
}

int uv_tcp_keepalive_ex(uv_tcp_t* h, int on, unsigned int idle, unsigned int interval,
                        unsigned int probes) {
  int err = 0;

  if (on && (idle < 1 || idle > IDLE_MAX || interval < 1 || interval > IDLE_MAX || probes < 1 ||
             probes > PROBES_MAX))
    return UV_EINVAL;
  if (h->io.fd != -1) {
    err = uv__tcp_keepalive(h->io.fd, on, idle, interval, probes);
  } else {
    h->u.keepalive[0] = (unsigned short) idle;
    h->u.keepalive[1] = (unsigned short) interval;
    h->u.keepalive[2] = (unsigned short) probes;
  }
  if (err == 0)
    uv__tcp_set_flag(h, UV__TCP_KEEPALIVE, on);
  return err;
}

int uv_tcp_keepalive(uv_tcp_t* h, int on, unsigned int delay) {
  return uv_tcp_keepalive_ex(h, on, delay, 1, 10);
}

/* Off: processes that share the socket get a fair share of the connections each. */
int uv_tcp_simultaneous_accepts(uv_tcp_t* h, int enable) {
  uv__tcp_set_flag(h, UV__SINGLE_ACCEPT, !enable);
  if ((h->flags & UV__LISTENING) && !enable)
    h->u.accept.burst = 1;
  return 0;
}
