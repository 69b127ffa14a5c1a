/* Names to addresses and back, without and with a callback; numeric, so that no server is asked. */
#include <string.h>

#include "check.h"

static int called, inside_call;

static void on_addresses(uv_getaddrinfo_t* req, int status, struct addrinfo* res) {
  const struct sockaddr_in* addr;

  CHECK(!inside_call);
  CHECK_EQ(status, 0);
  CHECK(res != NULL);
  CHECK(res == req->addrinfo);
  addr = (const struct sockaddr_in*) res->ai_addr;
  CHECK_EQ(addr->sin_family, AF_INET);
  CHECK_EQ(ntohl(addr->sin_addr.s_addr), 0x7f000001);
  CHECK_EQ(ntohs(addr->sin_port), 443);
  CHECK_EQ(res->ai_socktype, SOCK_DGRAM);
  uv_freeaddrinfo(res);
  called++;
}

/* Everything that the call was given may go away at once. */
static void start(uv_loop_t* loop, uv_getaddrinfo_t* req) {
  char host[] = "127.0.0.1";
  char service[] = "443";
  struct addrinfo hints = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST};

  CHECK_OK(uv_getaddrinfo(loop, req, on_addresses, host, service, &hints));
  memset(host, 'x', sizeof(host));
  memset(service, 'x', sizeof(service));
  memset(&hints, 0xff, sizeof(hints));
}

TEST(dns_addresses_come_back_through_the_loop) {
  uv_getaddrinfo_t reqs[10];
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  inside_call = 1;
  for (int i = 0; i < 10; i++)
    start(&loop, &reqs[i]);
  inside_call = 0;
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 10);
  CHECK_OK(uv_loop_close(&loop));
}

static void on_name(uv_getnameinfo_t* req, int status, const char* host, const char* service) {
  CHECK_EQ(status, 0);
  CHECK_STR(host, "127.0.0.1");
  CHECK_STR(service, "9");
  called++;
}

static void on_no_name(uv_getnameinfo_t* req, int status, const char* host, const char* service) {
  CHECK_EQ(status, UV_EAI_BADFLAGS);
  CHECK(host == NULL);
  CHECK(service == NULL);
  called++;
}

TEST(dns_names_come_back_through_the_loop) {
  struct sockaddr_in addr;
  uv_getnameinfo_t good, bad;
  uv_loop_t loop;

  CHECK_OK(uv_ip4_addr("127.0.0.1", 9, &addr));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_getnameinfo(&loop, &good, on_name, (struct sockaddr*) &addr,
                          NI_NUMERICHOST | NI_NUMERICSERV));
  CHECK_OK(uv_getnameinfo(&loop, &bad, on_no_name, (struct sockaddr*) &addr, 0x7fff0000));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 2);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(dns_without_a_callback_needs_no_loop) {
  struct sockaddr_in6 addr;
  uv_getaddrinfo_t forward;
  uv_getnameinfo_t back;

  CHECK_OK(uv_getaddrinfo(NULL, &forward, NULL, "::1", NULL, NULL));
  CHECK_EQ(forward.addrinfo->ai_family, AF_INET6);
  uv_freeaddrinfo(forward.addrinfo);
  CHECK_OK(uv_ip6_addr("::1", 9, &addr));
  CHECK_OK(
      uv_getnameinfo(NULL, &back, NULL, (struct sockaddr*) &addr, NI_NUMERICHOST | NI_NUMERICSERV));
  CHECK_STR(back.host, "::1");
  CHECK_STR(back.service, "9");
}
