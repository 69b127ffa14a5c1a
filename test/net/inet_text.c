/* Addresses as text and back. */
#include <string.h>
#include <sys/socket.h>

#include "check.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

TEST(inet_pton_reads_only_dotted_decimals) {
  static const char* const good[] = {"127.0.0.1", "0.0.0.0", "255.255.255.255"};
  static const char* const bad[] = {
      "",          "1",         "1.2.3",      "1.2.3.",     "1.2.3.4.5", "1..2.3",
      "256.1.1.1", "01.2.3.4",  "1.2.3.04",   "00.0.0.0",   "1.2.3.4 ",  " 1.2.3.4",
      "-1.2.3.4",  "1.2.3.0x4", "1.2.3.4%lo", "2555.0.0.0", "1.2.3*4"};
  unsigned char out[4];
  char text[INET_ADDRSTRLEN];

  for (size_t i = 0; i < COUNT(good); i++) {
    CHECK_OK(uv_inet_pton(AF_INET, good[i], out));
    CHECK_OK(uv_inet_ntop(AF_INET, out, text, sizeof(text)));
    CHECK_STR(text, good[i]);
  }
  for (size_t i = 0; i < COUNT(bad); i++) {
    memset(out, 9, sizeof(out));
    CHECK_EQ(uv_inet_pton(AF_INET, bad[i], out), UV_EINVAL);
    CHECK_MEM(out, "\t\t\t\t", 4); /* untouched */
  }
}

TEST(inet_pton_reads_ipv6) {
  static const struct {
    const char* in;
    const char* out;
  } good[] = {
      {"::", "::"},
      {"::1", "::1"},
      {"1::", "1::"},
      {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"},
      {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},
      {"::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"},
      {"ABCD:ef01::", "abcd:ef01::"},
      {"::ffff:1.2.3.4", "::ffff:1.2.3.4"},
      {"::1.2.3.4", "::1.2.3.4"},
      {"2001:0:0:1:0:0:0:1", "2001:0:0:1::1"},
      {"fe80::1%eth0", "fe80::1"},
      {"fe80::1%", "fe80::1"},
      {"fe80::1%%%1.2.3.4", "fe80::1"},
  };
  static const char* const bad[] = {"",
                                    ":",
                                    ":1",
                                    "1:",
                                    ":::",
                                    "1::2::3",
                                    "12345::",
                                    "1:2:3:4:5:6:7",
                                    "1.2.3.4",
                                    "::1.2.3",
                                    "::1.2.3.256",
                                    "::01.2.3.4",
                                    "::1.2.3.4:1",
                                    "g::",
                                    "%lo",
                                    "1:2:3:4:5:6:7:8::",
                                    "::00001",
                                    "1:2:3:4:5:6:7:1.2.3.4"};
  unsigned char out[16];
  char text[INET6_ADDRSTRLEN];

  for (size_t i = 0; i < COUNT(good); i++) {
    CHECK_OK(uv_inet_pton(AF_INET6, good[i].in, out));
    CHECK_OK(uv_inet_ntop(AF_INET6, out, text, sizeof(text)));
    CHECK_STR(text, good[i].out);
  }
  for (size_t i = 0; i < COUNT(bad); i++)
    CHECK_EQ(uv_inet_pton(AF_INET6, bad[i], out), UV_EINVAL);
}

TEST(inet_functions_know_their_limits) {
  char text[INET6_ADDRSTRLEN] = "before";
  struct sockaddr other = {.sa_family = AF_UNIX};
  unsigned char bytes[16] = {0};

  CHECK_EQ(uv_inet_pton(AF_UNIX, "1.2.3.4", bytes), UV_EAFNOSUPPORT);
  CHECK_EQ(uv_inet_pton(AF_INET, NULL, bytes), UV_EINVAL);
  CHECK_EQ(uv_inet_ntop(AF_UNIX, bytes, text, sizeof(text)), UV_EAFNOSUPPORT);
  CHECK_EQ(uv_ip_name(&other, text, sizeof(text)), UV_EAFNOSUPPORT);
  CHECK_EQ(uv_inet_ntop(AF_INET, bytes, text, 7), UV_ENOSPC);
  CHECK_EQ(uv_inet_ntop(AF_INET6, bytes, text, 2), UV_ENOSPC);
  CHECK_EQ(uv_inet_ntop(AF_INET, bytes, text, 0), UV_ENOSPC);
  CHECK_STR(text, "before");
  CHECK_OK(uv_inet_ntop(AF_INET, bytes, text, 8));
  CHECK_STR(text, "0.0.0.0");
  CHECK_OK(uv_inet_ntop(AF_INET6, bytes, text, 3));
  CHECK_STR(text, "::");
}
