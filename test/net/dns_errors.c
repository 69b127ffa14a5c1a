/* What the look-ups refuse, how the C library's errors are told, and cancelling. */
#include <string.h>

#include "check.h"

TEST(dns_bad_arguments_are_einval) {
  struct sockaddr other = {.sa_family = AF_UNIX};
  uv_getaddrinfo_t forward;
  uv_getnameinfo_t back;
  char longest[257];

  CHECK_EQ(uv_getaddrinfo(NULL, &forward, NULL, NULL, NULL, NULL), UV_EINVAL);
  CHECK_EQ(uv_getaddrinfo(NULL, NULL, NULL, "::1", NULL, NULL), UV_EINVAL);
  CHECK_EQ(uv_getaddrinfo(NULL, &forward, NULL, "", NULL, NULL), UV_EINVAL);
  CHECK_EQ(uv_getaddrinfo(NULL, &forward, NULL, "\xc0\x80", NULL, NULL), UV_EINVAL);
  memset(longest, 'a', sizeof(longest) - 1);
  longest[sizeof(longest) - 1] = '\0';
  CHECK_EQ(uv_getaddrinfo(NULL, &forward, NULL, longest, NULL, NULL), UV_EINVAL);
  CHECK_EQ(uv_getnameinfo(NULL, &back, NULL, &other, 0), UV_EINVAL);
  CHECK_EQ(uv_getnameinfo(NULL, &back, NULL, NULL, 0), UV_EINVAL);
  uv_freeaddrinfo(NULL);
}

TEST(dns_errors_of_the_resolver_have_names) {
  static const struct {
    struct addrinfo hints;
    const char* host;
    const char* service;
    int err;
  } cases[] = {
      {{.ai_flags = 0x7f000000}, "::1", NULL, UV_EAI_BADFLAGS},
      {{.ai_family = 77}, "::1", NULL, UV_EAI_FAMILY},
      {{.ai_socktype = 77}, "::1", NULL, UV_EAI_SOCKTYPE},
      {{.ai_flags = AI_NUMERICHOST}, "not-numeric", NULL, UV_EAI_NONAME},
      {{.ai_flags = AI_NUMERICHOST, .ai_family = AF_INET}, "::1", NULL, UV_EAI_ADDRFAMILY},
      {{.ai_flags = AI_NUMERICHOST}, "::1", "no-such-service", UV_EAI_SERVICE},
  };
  uv_getaddrinfo_t req;

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    CHECK_EQ(uv_getaddrinfo(NULL, &req, NULL, cases[i].host, cases[i].service, &cases[i].hints),
             cases[i].err);
    CHECK(req.addrinfo == NULL);
  }
}

static uv_sem_t hold;
static int held, canceled;

static void hold_thread(uv_work_t* req) {
  uv_sem_wait(&hold);
}

static void on_held(uv_work_t* req, int status) {
  CHECK_EQ(status, 0);
  held++;
}

static void on_canceled_forward(uv_getaddrinfo_t* req, int status, struct addrinfo* res) {
  CHECK_EQ(status, UV_EAI_CANCELED);
  CHECK(res == NULL);
  canceled++;
}

static void on_canceled_back(uv_getnameinfo_t* req, int status, const char* host,
                             const char* service) {
  CHECK_EQ(status, UV_EAI_CANCELED);
  CHECK(host == NULL);
  CHECK(service == NULL);
  canceled++;
}

/* All threads are held, so the look-ups cannot have begun. */
TEST(dns_a_lookup_that_has_not_begun_is_canceled) {
  enum { THREADS = 4 };
  struct sockaddr_in addr;
  uv_work_t work[THREADS];
  uv_getaddrinfo_t forward;
  uv_getnameinfo_t back;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_sem_init(&hold, 0));
  CHECK_OK(uv_ip4_addr("127.0.0.1", 9, &addr));
  for (int i = 0; i < THREADS; i++)
    CHECK_OK(uv_queue_work(&loop, &work[i], hold_thread, on_held));
  CHECK_OK(uv_getaddrinfo(&loop, &forward, on_canceled_forward, "127.0.0.1", "9", NULL));
  CHECK_OK(uv_getnameinfo(&loop, &back, on_canceled_back, (struct sockaddr*) &addr, 0));
  CHECK_OK(uv_cancel((uv_req_t*) &forward));
  CHECK_OK(uv_cancel((uv_req_t*) &back));
  for (int i = 0; i < THREADS; i++)
    uv_sem_post(&hold);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(held, THREADS);
  CHECK_EQ(canceled, 2);
  uv_sem_destroy(&hold);
  CHECK_OK(uv_loop_close(&loop));
}
