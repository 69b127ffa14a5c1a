/* Loops on several threads share the pool; each gets its own jobs back. */
#include "check.h"

enum { LOOPS = 6, IN_FLIGHT = 8, ROUNDS = 200 };

struct loop_test {
  uv_loop_t loop;
  uv_thread_t thread;
  uv_work_t req[IN_FLIGHT];
  int ran;
  int left;
};

static void run(uv_work_t* req) {
  struct loop_test* t = req->data;
  __atomic_fetch_add(&t->ran, 1, __ATOMIC_RELAXED);
}

static void after(uv_work_t* req, int status) {
  struct loop_test* t = req->data;
  uv_thread_t self = uv_thread_self();

  CHECK_EQ(status, 0);
  CHECK(req->loop == &t->loop);
  CHECK(uv_thread_equal(&self, &t->thread));
  if (t->left-- > 0)
    CHECK_OK(uv_queue_work(&t->loop, req, run, after));
}

static void run_loop(void* arg) {
  struct loop_test* t = arg;

  t->thread = uv_thread_self();
  t->left = ROUNDS;
  CHECK_OK(uv_loop_init(&t->loop));
  for (int i = 0; i < IN_FLIGHT; i++) {
    t->req[i].data = t;
    CHECK_OK(uv_queue_work(&t->loop, &t->req[i], run, after));
  }
  CHECK_EQ(uv_run(&t->loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&t->loop));
}

TEST(each_loop_gets_its_own_jobs_back) {
  static struct loop_test tests[LOOPS];
  uv_thread_t threads[LOOPS];

  for (int i = 0; i < LOOPS; i++)
    CHECK_OK(uv_thread_create(&threads[i], run_loop, &tests[i]));
  for (int i = 0; i < LOOPS; i++) {
    CHECK_OK(uv_thread_join(&threads[i]));
    CHECK_EQ(tests[i].ran, IN_FLIGHT + ROUNDS);
  }
}
