/* What uv_queue_work() promises about where and when things run. */
#include "check.h"

static uv_thread_t loop_thread;
static int worked, called_back, inside_call;

static void work(uv_work_t* req) {
  uv_thread_t self = uv_thread_self();
  CHECK(!uv_thread_equal(&self, &loop_thread));
  __atomic_fetch_add(&worked, 1, __ATOMIC_SEQ_CST);
}

static void after(uv_work_t* req, int status) {
  uv_thread_t self = uv_thread_self();
  CHECK(uv_thread_equal(&self, &loop_thread));
  CHECK_EQ(status, 0);
  CHECK(!inside_call);
  called_back++;
}

/* B6.3: the job runs on a pool thread, its callback on the loop's, never inside the call. */
TEST(a_job_runs_elsewhere_and_calls_back_on_the_loop) {
  uv_work_t req[10];

  loop_thread = uv_thread_self();
  inside_call = 1;
  for (int i = 0; i < 10; i++)
    CHECK_OK(uv_queue_work(uv_default_loop(), &req[i], work, after));
  inside_call = 0;
  CHECK_EQ(called_back, 0);
  CHECK(uv_loop_alive(uv_default_loop()));
  CHECK_EQ(uv_run(uv_default_loop(), UV_RUN_DEFAULT), 0);
  CHECK_EQ(worked, 10);
  CHECK_EQ(called_back, 10);
  CHECK_OK(uv_loop_close(uv_default_loop()));
}

TEST(a_job_needs_work_but_no_callback) {
  uv_loop_t loop;
  uv_work_t req;

  loop_thread = uv_thread_self();
  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_queue_work(&loop, &req, NULL, after), UV_EINVAL);
  CHECK(!uv_loop_alive(&loop));
  CHECK_OK(uv_queue_work(&loop, &req, work, NULL));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(worked, 1);
  CHECK_OK(uv_loop_close(&loop));
}

static int links;

static void after_link(uv_work_t* req, int status) {
  CHECK_EQ(status, 0);
  if (++links < 1000)
    CHECK_OK(uv_queue_work(req->loop, req, work, after_link));
}

TEST(a_callback_may_hand_its_own_request_in_again) {
  uv_loop_t loop;
  uv_work_t req[3];

  loop_thread = uv_thread_self();
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 3; i++)
    CHECK_OK(uv_queue_work(&loop, &req[i], work, after_link));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(links, worked);
  CHECK_OK(uv_loop_close(&loop));
}

static int deepest, depth;

static void after_nested(uv_work_t* req, int status) {
  called_back++;
  if (++depth > deepest)
    deepest = depth;
  uv_run(req->loop, UV_RUN_ONCE);
  depth--;
}

/* B3.7: running the loop inside its own callback loses nothing. */
TEST(callbacks_that_run_the_loop_lose_no_job) {
  uv_loop_t loop;
  uv_work_t req[64];

  loop_thread = uv_thread_self();
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 64; i++)
    CHECK_OK(uv_queue_work(&loop, &req[i], work, after_nested));
  while (uv_run(&loop, UV_RUN_DEFAULT))
    ;
  CHECK_EQ(called_back, 64);
  CHECK_GT(deepest, 1);
  CHECK_OK(uv_loop_close(&loop));
}

/* A loop may be gone the moment its last job was called back, though a pool thread has just woken
 * it. */
TEST(a_loop_may_be_closed_as_soon_as_its_jobs_are_done) {
  loop_thread = uv_thread_self();
  for (int i = 0; i < 2000; i++) {
    uv_loop_t* loop = uv_loop_new();
    uv_work_t req[2];

    CHECK(loop != NULL);
    CHECK_OK(uv_queue_work(loop, &req[0], work, after));
    CHECK_OK(uv_queue_work(loop, &req[1], work, after));
    CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
    uv_loop_delete(loop);
  }
  CHECK_EQ(called_back, 4000);
}
