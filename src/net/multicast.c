/* src/net/multicast.c — which groups a UDP handle receives, and where its own multicasts go out.
 *
 * (1) The address of the group decides between IPv4 and IPv6; all other addresses must be of its
 *     family.
 * (2) Everything is parsed before a socket is made for it. */
#include <string.h>

#include "net/udp.h"

union uv__ip {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

/* 0 or UV_EINVAL. The zone of an IPv6 address is its sin6_scope_id. */
static int uv__ip_parse(const char* text, union uv__ip* ip) {
  if (uv_ip4_addr(text, 0, &ip->v4) == 0 || uv_ip6_addr(text, 0, &ip->v6) == 0)
    return 0;
  return UV_EINVAL;
}

static int uv__ip_parse_as(int family, const char* text, union uv__ip* ip) {
  int err = uv__ip_parse(text, ip);
  return err == 0 && ip->any.sa_family != family ? UV_EINVAL : err;
}

/* No interface given: any for IPv4; the one named by the group's own zone, if it has one, for
 * IPv6. */
static int uv__interface_parse(const union uv__ip* group, const char* text, union uv__ip* ip) {
  if (text != NULL)
    return uv__ip_parse_as(group->any.sa_family, text, ip);
  memset(ip, 0, sizeof(*ip));
  if (group->any.sa_family == AF_INET6)
    ip->v6.sin6_scope_id = group->v6.sin6_scope_id;
  return 0;
}

static int uv__membership_set(uv_udp_t* h, int family, int option, const void* value,
                              socklen_t size) {
  /* Several programs on one machine listen to the same group: so the port can be shared. */
  int err = uv__udp_ensure_bound(h, family, UV_UDP_REUSEADDR);

  if (err)
    return err;
  if (setsockopt(h->io.fd, family == AF_INET ? SOL_IP : SOL_IPV6, option, value, size))
    return UV__ERR(errno);
  return 0;
}

static int uv__membership_set4(uv_udp_t* h, const union uv__ip* group,
                               const union uv__ip* interface, int join) {
  struct ip_mreq mreq = {.imr_multiaddr = group->v4.sin_addr,
                         .imr_interface = interface->v4.sin_addr};
  return uv__membership_set(h, AF_INET, join ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP, &mreq,
                            sizeof(mreq));
}

static int uv__membership_set6(uv_udp_t* h, const union uv__ip* group,
                               const union uv__ip* interface, int join) {
  struct ipv6_mreq mreq = {.ipv6mr_multiaddr = group->v6.sin6_addr,
                           .ipv6mr_interface = interface->v6.sin6_scope_id};
  return uv__membership_set(h, AF_INET6, join ? IPV6_ADD_MEMBERSHIP : IPV6_DROP_MEMBERSHIP, &mreq,
                            sizeof(mreq));
}

int uv_udp_set_membership(uv_udp_t* h, const char* multicast_addr, const char* interface_addr,
                          uv_membership membership) {
  union uv__ip group, interface;

  if (membership != UV_JOIN_GROUP && membership != UV_LEAVE_GROUP)
    return UV_EINVAL;
  if (uv__ip_parse(multicast_addr, &group) ||
      uv__interface_parse(&group, interface_addr, &interface))
    return UV_EINVAL;
  if (group.any.sa_family == AF_INET)
    return uv__membership_set4(h, &group, &interface, membership == UV_JOIN_GROUP);
  return uv__membership_set6(h, &group, &interface, membership == UV_JOIN_GROUP);
}

static int uv__source_set4(uv_udp_t* h, const union uv__ip* group, const union uv__ip* interface,
                           const union uv__ip* source, int join) {
  struct ip_mreq_source mreq = {.imr_multiaddr = group->v4.sin_addr,
                                .imr_interface = interface->v4.sin_addr,
                                .imr_sourceaddr = source->v4.sin_addr};
  return uv__membership_set(h, AF_INET, join ? IP_ADD_SOURCE_MEMBERSHIP : IP_DROP_SOURCE_MEMBERSHIP,
                            &mreq, sizeof(mreq));
}

static int uv__source_set6(uv_udp_t* h, const union uv__ip* group, const union uv__ip* interface,
                           const union uv__ip* source, int join) {
  struct group_source_req req = {.gsr_interface = interface->v6.sin6_scope_id};

  memcpy(&req.gsr_group, &group->v6, sizeof(group->v6));
  memcpy(&req.gsr_source, &source->v6, sizeof(source->v6));
  return uv__membership_set(h, AF_INET6, join ? MCAST_JOIN_SOURCE_GROUP : MCAST_LEAVE_SOURCE_GROUP,
                            &req, sizeof(req));
}

int uv_udp_set_source_membership(uv_udp_t* h, const char* multicast_addr,
                                 const char* interface_addr, const char* source_addr,
                                 uv_membership membership) {
  union uv__ip group, interface, source;

  if (membership != UV_JOIN_GROUP && membership != UV_LEAVE_GROUP)
    return UV_EINVAL;
  if (uv__ip_parse(multicast_addr, &group) ||
      uv__interface_parse(&group, interface_addr, &interface) ||
      uv__ip_parse_as(group.any.sa_family, source_addr, &source))
    return UV_EINVAL;
  if (group.any.sa_family == AF_INET)
    return uv__source_set4(h, &group, &interface, &source, membership == UV_JOIN_GROUP);
  return uv__source_set6(h, &group, &interface, &source, membership == UV_JOIN_GROUP);
}

/* An IPv4 interface is named by its address, an IPv6 one by the zone after the address. */
int uv_udp_set_multicast_interface(uv_udp_t* h, const char* interface_addr) {
  const char* any = h->flags & UV__IPV6 ? "::" : "0.0.0.0";
  union uv__ip ip;
  int index;
  int r;

  if (uv__ip_parse(interface_addr == NULL ? any : interface_addr, &ip))
    return UV_EINVAL;
  index = (int) ip.v6.sin6_scope_id;
  if (ip.any.sa_family == AF_INET)
    r = setsockopt(h->io.fd, SOL_IP, IP_MULTICAST_IF, &ip.v4.sin_addr, sizeof(ip.v4.sin_addr));
  else
    r = setsockopt(h->io.fd, SOL_IPV6, IPV6_MULTICAST_IF, &index, sizeof(index));
  return r ? UV__ERR(errno) : 0;
}
