/* src/net/inet.c — addresses as text and back, and the names of interfaces.
 *
 * (1) A function that fails to convert leaves the converted part of its target alone.
 * (2) The text of an address is read by the C library, which is as strict as we need: four decimal
 *     numbers without leading zeros; eight groups of one to four digits. Only the zone
 *     (fe80::1%eth0) is ours. */
#include <net/if.h>
#include <stdio.h>
#include <string.h>

#include "loop/loop.h"

/* ---- Text to binary ---- */

/* Only uv_ip6_addr() interprets the zone; here it is cut off. */
static int uv__inet_pton6(const char* src, void* dst) {
  const char* zone = strchr(src, '%');
  char text[INET6_ADDRSTRLEN];
  size_t len;

  if (zone == NULL)
    return inet_pton(AF_INET6, src, dst);
  len = (size_t) (zone - src);
  if (len >= sizeof(text))
    return 0;
  memcpy(text, src, len);
  text[len] = '\0';
  return inet_pton(AF_INET6, text, dst);
}

int uv_inet_pton(int af, const char* src, void* dst) {
  if (src == NULL || dst == NULL)
    return UV_EINVAL;
  if (af == AF_INET)
    return inet_pton(AF_INET, src, dst) == 1 ? 0 : UV_EINVAL;
  if (af == AF_INET6)
    return uv__inet_pton6(src, dst) == 1 ? 0 : UV_EINVAL;
  return UV_EAFNOSUPPORT;
}

int uv_ip4_addr(const char* ip, int port, struct sockaddr_in* addr) {
  memset(addr, 0, sizeof(*addr));
  addr->sin_family = AF_INET;
  addr->sin_port = htons((uint16_t) port);
  return uv_inet_pton(AF_INET, ip, &addr->sin_addr);
}

/* A zone that names no interface of this machine is no zone: 0 lets the kernel choose. */
int uv_ip6_addr(const char* ip, int port, struct sockaddr_in6* addr) {
  const char* zone = strchr(ip, '%');

  memset(addr, 0, sizeof(*addr));
  addr->sin6_family = AF_INET6;
  addr->sin6_port = htons((uint16_t) port);
  if (zone != NULL)
    addr->sin6_scope_id = if_nametoindex(zone + 1);
  return uv_inet_pton(AF_INET6, ip, &addr->sin6_addr);
}

/* ---- Binary to text ---- */

int uv_inet_ntop(int af, const void* src, char* dst, size_t size) {
  socklen_t room = size > INET6_ADDRSTRLEN ? INET6_ADDRSTRLEN : (socklen_t) size;
  return inet_ntop(af, src, dst, room) == NULL ? UV__ERR(errno) : 0;
}

int uv_ip4_name(const struct sockaddr_in* src, char* dst, size_t size) {
  return uv_inet_ntop(AF_INET, &src->sin_addr, dst, size);
}

int uv_ip6_name(const struct sockaddr_in6* src, char* dst, size_t size) {
  return uv_inet_ntop(AF_INET6, &src->sin6_addr, dst, size);
}

int uv_ip_name(const struct sockaddr* src, char* dst, size_t size) {
  if (src->sa_family == AF_INET)
    return uv_ip4_name((const struct sockaddr_in*) src, dst, size);
  if (src->sa_family == AF_INET6)
    return uv_ip6_name((const struct sockaddr_in6*) src, dst, size);
  return UV_EAFNOSUPPORT;
}

/* ---- Interfaces ---- */

int uv_if_indextoname(unsigned ifindex, char* buffer, size_t* size) {
  char name[IF_NAMESIZE];

  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  if (if_indextoname(ifindex, name) == NULL)
    return UV__ERR(errno);
  return uv__copy_out(name, strnlen(name, sizeof(name)), buffer, size);
}

/* The text after the % of an IPv6 address: on Linux the name. */
int uv_if_indextoiid(unsigned ifindex, char* buffer, size_t* size) {
  return uv_if_indextoname(ifindex, buffer, size);
}
