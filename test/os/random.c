/* Random bytes, at once and through the pool. */
#include "check.h"

#include <string.h>

static const char zero[64];

TEST(random_fills_the_buffer_at_once_without_callback) {
  char a[64] = {0};
  char b[64] = {0};

  CHECK_OK(uv_random(NULL, NULL, a, sizeof(a), 0, NULL));
  CHECK_OK(uv_random(NULL, NULL, b, sizeof(b) - 1, 0, NULL));
  CHECK_NE(memcmp(a, zero, sizeof(a)), 0);
  CHECK_NE(memcmp(a, b, 63), 0);
  CHECK_EQ(b[63], 0);
}

TEST(random_refuses_flags_and_huge_requests) {
  uv_loop_t loop;
  uv_random_t req;
  char buf[1];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_random(NULL, NULL, buf, 1, 1, NULL), UV_EINVAL);
  CHECK_EQ(uv_random(NULL, NULL, buf, 0x80000000u, 0, NULL), UV_E2BIG);
  CHECK_EQ(uv_random(&loop, &req, buf, (size_t) -1, 1, (uv_random_cb) 1), UV_E2BIG);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_OK(uv_loop_close(&loop));
}

struct asked {
  uv_random_t req;
  char buf[64];
  int status;
  int called;
};

static void on_random(uv_random_t* req, int status, void* buf, size_t buflen) {
  struct asked* a = req->data;

  CHECK_EQ(buf, a->buf);
  CHECK_EQ(buflen, sizeof(a->buf));
  a->status = status;
  a->called++;
}

/* B6.3: the callback runs in the loop, never inside the call. */
TEST(random_with_callback_keeps_the_loop_alive_until_it_is_called) {
  struct asked a = {.req.data = &a};
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_random(&loop, &a.req, a.buf, sizeof(a.buf), 0, on_random));
  CHECK_EQ(a.called, 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_OK(uv_run(&loop, UV_RUN_DEFAULT));
  CHECK_EQ(a.called, 1);
  CHECK_OK(a.status);
  CHECK_NE(memcmp(a.buf, zero, sizeof(a.buf)), 0);
  CHECK_OK(uv_loop_close(&loop));
}

static void block(uv_work_t* work) {
  uv_sem_wait(work->data);
}

static void ignore(uv_work_t* work, int status) {
}

TEST(random_can_be_cancelled_before_it_has_begun) {
  struct asked a = {.req.data = &a};
  uv_work_t work = {0};
  uv_sem_t gate;
  uv_loop_t loop;

  CHECK_OK(uv_os_setenv("UV_THREADPOOL_SIZE", "1"));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_sem_init(&gate, 0));
  work.data = &gate;
  CHECK_OK(uv_queue_work(&loop, &work, block, ignore));
  CHECK_OK(uv_random(&loop, &a.req, a.buf, sizeof(a.buf), 0, on_random));
  CHECK_OK(uv_cancel((uv_req_t*) &a.req));
  CHECK_EQ(a.called, 0);
  uv_sem_post(&gate);
  CHECK_OK(uv_run(&loop, UV_RUN_DEFAULT));
  CHECK_EQ(a.called, 1);
  CHECK_EQ(a.status, UV_ECANCELED);
  CHECK_MEM(a.buf, zero, sizeof(zero));
  uv_sem_destroy(&gate);
  CHECK_OK(uv_loop_close(&loop));
}
