/* src/os/netif.c — addresses of the network interfaces.
 *
 * (1) One entry per IPv4 or IPv6 address of an interface that is up and running, in the order of
 *     the system. Hardware addresses come as entries of their own from the system and are filled
 *     in.
 * (2) The array and the names are one block. */
#include <ifaddrs.h>
#include <net/if.h>
#include <netpacket/packet.h>
#include <string.h>
#include "os/mem.h"
#include "os/sys.h"
#include "uv.h"

static int uv__netif_counts(const struct ifaddrs* e) {
  if ((e->ifa_flags & (IFF_UP | IFF_RUNNING)) != (IFF_UP | IFF_RUNNING) || e->ifa_addr == NULL)
    return 0;
  return e->ifa_addr->sa_family == AF_INET || e->ifa_addr->sa_family == AF_INET6;
}

/* An alias ("eth0:1") has the hardware address of its interface. */
static int uv__netif_same(const char* a, const char* b) {
  size_t n = strcspn(a, ":");

  return n == strcspn(b, ":") && memcmp(a, b, n) == 0;
}

static void uv__netif_hardware(const struct ifaddrs* list, uv_interface_address_t* a) {
  for (const struct ifaddrs* e = list; e != NULL; e = e->ifa_next) {
    const struct sockaddr_ll* hw = (const void*) e->ifa_addr;

    if (hw == NULL || hw->sll_family != AF_PACKET || !uv__netif_same(e->ifa_name, a->name))
      continue;
    memcpy(a->phys_addr, hw->sll_addr, sizeof(a->phys_addr));
    return;
  }
}

static void uv__netif_copy(void* to, const struct sockaddr* from) {
  if (from != NULL)
    memcpy(to, from,
           from->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));
}

static void uv__netif_fill(const struct ifaddrs* list, uv_interface_address_t* a, char* name) {
  for (const struct ifaddrs* e = list; e != NULL; e = e->ifa_next) {
    if (!uv__netif_counts(e))
      continue;
    a->name = name;
    name = stpcpy(name, e->ifa_name) + 1;
    a->is_internal = (e->ifa_flags & IFF_LOOPBACK) != 0;
    uv__netif_copy(&a->address, e->ifa_addr);
    uv__netif_copy(&a->netmask, e->ifa_netmask);
    uv__netif_hardware(list, a);
    a++;
  }
}

int uv_interface_addresses(uv_interface_address_t** addresses, int* count) {
  struct ifaddrs* list;
  size_t names = 0;
  int n = 0;

  *addresses = NULL;
  *count = 0;
  if (getifaddrs(&list))
    return -errno;
  for (const struct ifaddrs* e = list; e != NULL; e = e->ifa_next) {
    if (!uv__netif_counts(e))
      continue;
    names += strlen(e->ifa_name) + 1;
    n++;
  }

  if (n > 0) {
    *addresses = uv__calloc(1, (size_t) n * sizeof(**addresses) + names);
    if (*addresses != NULL) {
      *count = n;
      uv__netif_fill(list, *addresses, (char*) (*addresses + n));
    }
  }
  freeifaddrs(list);
  return *count == n ? 0 : UV_ENOMEM;
}

void uv_free_interface_addresses(uv_interface_address_t* addresses, int count) {
  (void) count;
  uv__free(addresses);
}
