/* src/net/udp_options.c — socket options that are a number. An option has different names, and
 * sometimes ranges, for IPv4 and IPv6; only values that are valid for both are passed to the
 * kernel. */
#include "net/udp.h"

struct uv__udp_option {
  int name4, name6;
  int min, max;
};

static const struct uv__udp_option uv__udp_ttl = {IP_TTL, IPV6_UNICAST_HOPS, 1, 255};
static const struct uv__udp_option uv__udp_multicast_ttl = {IP_MULTICAST_TTL, IPV6_MULTICAST_HOPS,
                                                            0, 255};
static const struct uv__udp_option uv__udp_multicast_loop = {IP_MULTICAST_LOOP, IPV6_MULTICAST_LOOP,
                                                             0, 255};

static int uv__udp_set_option(uv_udp_t* h, const struct uv__udp_option* o, int value) {
  int v6 = (h->flags & UV__IPV6) != 0;

  if (value < o->min || value > o->max)
    return UV_EINVAL;
  if (setsockopt(h->io.fd, v6 ? SOL_IPV6 : SOL_IP, v6 ? o->name6 : o->name4, &value, sizeof(value)))
    return UV__ERR(errno);
  return 0;
}

int uv_udp_set_ttl(uv_udp_t* h, int ttl) {
  return uv__udp_set_option(h, &uv__udp_ttl, ttl);
}

int uv_udp_set_multicast_ttl(uv_udp_t* h, int ttl) {
  return uv__udp_set_option(h, &uv__udp_multicast_ttl, ttl);
}

int uv_udp_set_multicast_loop(uv_udp_t* h, int on) {
  return uv__udp_set_option(h, &uv__udp_multicast_loop, on);
}

int uv_udp_set_broadcast(uv_udp_t* h, int on) {
  return setsockopt(h->io.fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof(on)) ? UV__ERR(errno) : 0;
}
