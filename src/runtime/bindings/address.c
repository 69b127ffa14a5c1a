/* src/runtime/bindings/address.c — IP addresses, read from arguments and returned. */
#include "address.h"

#include <net/if.h>
#include <string.h>

int gy_address_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t at,
                   struct sockaddr_storage* address, JSValueRef* exception) {
  int port = gy_arg_int(ctx, argc, argv, at + 1), err;
  struct gy_text text;

  if (argc <= at || !gy_text_get(gy_env_here(), argv[at], &text, exception))
    return UV_EINVAL;
  err = uv_ip4_addr(text.data, port, (struct sockaddr_in*) address);
  if (err != 0)
    err = uv_ip6_addr(text.data, port, (struct sockaddr_in6*) address);
  gy_text_free(&text);
  return err;
}

/* A link-local address means nothing without its interface. */
static void append_zone(const struct sockaddr_in6* address, char* text, size_t size) {
  size_t length = strlen(text);
  char name[IF_NAMESIZE];

  if (!IN6_IS_ADDR_LINKLOCAL(&address->sin6_addr) || address->sin6_scope_id == 0)
    return;
  if (if_indextoname(address->sin6_scope_id, name) == NULL || length + strlen(name) + 2 > size)
    return;
  text[length] = '%';
  strcpy(text + length + 1, name);
}

bool gy_address_text(const struct sockaddr* address, char* text, size_t size) {
  if (address->sa_family == AF_INET)
    return uv_ip4_name((const struct sockaddr_in*) address, text, size) == 0;
  if (address->sa_family != AF_INET6 ||
      uv_ip6_name((const struct sockaddr_in6*) address, text, size) != 0)
    return false;
  append_zone((const struct sockaddr_in6*) address, text, size);
  return true;
}

/* Both families have the port at the same place. */
unsigned gy_address_port(const struct sockaddr* address) {
  return ntohs(((const struct sockaddr_in*) address)->sin_port);
}

void gy_address_set_port(struct sockaddr* address, unsigned port) {
  ((struct sockaddr_in*) address)->sin_port = htons((uint16_t) port);
}

JSValueRef gy_address_answer(gy_env* env, int err, const struct sockaddr_storage* address) {
  char text[64 + IF_NAMESIZE];
  JSValueRef parts[3];

  if (err == 0 && !gy_address_text((const struct sockaddr*) address, text, sizeof(text)))
    err = UV_EINVAL;
  if (err != 0)
    return gy_number(env, err);
  parts[0] = gy_string(env, text);
  parts[1] = gy_number(env, gy_address_port((const struct sockaddr*) address));
  parts[2] = gy_number(env, address->ss_family == AF_INET6 ? 6 : 4);
  return JSObjectMakeArray(env->ctx, 3, parts, NULL);
}
