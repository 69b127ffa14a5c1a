/* Names and addresses; numeric ones, so that no server is asked. */
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include "scenario.h"

static uv_getaddrinfo_t forward, cancelled;
static uv_getnameinfo_t backward;
static struct sockaddr_in address;

static void on_name(uv_getnameinfo_t* req, int status, const char* host, const char* service) {
  (void) req;
  if (note("nameinfo", status) != 0)
    return;
  must(strcmp(host, "127.0.0.1") == 0 && strcmp(service, "80") == 0);
  goal();
}

static void on_address(uv_getaddrinfo_t* req, int status, struct addrinfo* found) {
  if (req == &cancelled) {
    note("cancelled", status == UV_EAI_CANCELED ? 0 : status);
  } else if (note("addrinfo", status) == 0) {
    must(found != NULL && found->ai_family == AF_INET);
    note("getnameinfo", uv_getnameinfo(req->loop, &backward, on_name, found->ai_addr,
                                       NI_NUMERICHOST | NI_NUMERICSERV));
    goal();
  }
  uv_freeaddrinfo(found);
}

static void names_without_a_loop(void) {
  struct sockaddr_in6 six;
  char text[100];
  size_t size = sizeof(text);

  must(uv_ip6_addr("fe80::1%lo", 80, &six) == 0);
  must(uv_ip6_name(&six, text, sizeof(text)) == 0);
  must(uv_ip_name((struct sockaddr*) &address, text, sizeof(text)) == 0);
  note("indextoname", uv_if_indextoname(1, text, &size));
  size = sizeof(text);
  note("indextoiid", uv_if_indextoiid(1, text, &size));
}

SCENARIO(dns) {
  struct addrinfo hints = {
      .ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST};
  uv_getaddrinfo_t now;
  int err;
  uv_getnameinfo_t name_now;
  static const char unicode[] = "b\u00fccher.invalid";

  must(uv_ip4_addr("127.0.0.1", 80, &address) == 0);
  note("getaddrinfo", uv_getaddrinfo(loop, &forward, on_address, "127.0.0.1", "80", &hints));
  err = uv_getaddrinfo(loop, &cancelled, on_address, "127.0.0.1", NULL, NULL);
  if (note("getaddrinfo", err) == 0) {
    err = uv_cancel((uv_req_t*) &cancelled);
    must(err == 0 || err == UV_EBUSY);
  }
  if (note("addrinfo now", uv_getaddrinfo(loop, &now, NULL, "127.0.0.1", NULL, &hints)) == 0) {
    uv_freeaddrinfo(now.addrinfo);
    goal();
  }
  if (note("idna now", uv_getaddrinfo(loop, &now, NULL, unicode, NULL, &hints)) == 0)
    uv_freeaddrinfo(now.addrinfo);
  note("nameinfo now", uv_getnameinfo(loop, &name_now, NULL, (struct sockaddr*) &address,
                                      NI_NUMERICHOST | NI_NUMERICSERV));
  names_without_a_loop();
}
