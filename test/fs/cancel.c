/* uv_cancel takes back what nobody has begun. */
#include "files.h"

static uv_sem_t gate;
static int blocked;

static void block(uv_work_t* req) {
  uv_sem_wait(&gate);
}

static void unblocked(uv_work_t* req, int status) {
  blocked--;
}

/* With every thread of the pool busy, what goes to the pool waits there. */
TEST(a_request_that_waits_for_a_thread_is_cancelled) {
  struct seen c = {0}, d = {0};
  uv_work_t work[2];
  uv_loop_t loop;

  CHECK_OK(setenv("UV_THREADPOOL_SIZE", "2", 1));
  CHECK_OK(uv_sem_init(&gate, 0));
  CHECK_OK(uv_loop_init(&loop));
  for (; blocked < 2; blocked++)
    CHECK_OK(uv_queue_work(&loop, &work[blocked], block, unblocked));

  CHECK_OK(mkdir("d", 0700));
  CHECK_OK(uv_fs_rmdir(&loop, &c.req, "d", see));
  CHECK_OK(uv_fs_opendir(&loop, &d.req, "d", see));
  CHECK_OK(uv_cancel((uv_req_t*) &c.req));
  CHECK_OK(uv_cancel((uv_req_t*) &d.req));
  CHECK_EQ(c.calls, 0);
  uv_sem_post(&gate);
  uv_sem_post(&gate);
  run_and_close(&loop);
  CHECK_EQ(c.result, UV_ECANCELED);
  CHECK_EQ(d.result, UV_ECANCELED);
  CHECK_EQ(d.req.ptr, NULL);
  CHECK(exists("d"));
  CHECK_EQ(blocked, 0);
  uv_fs_req_cleanup(&c.req);
  uv_fs_req_cleanup(&d.req);
  uv_sem_destroy(&gate);
}

/* Whichever way it goes: cancelled means not done, busy means done. */
TEST(an_open_is_cancelled_or_done) {
  struct seen o = {0};
  uv_loop_t loop;
  int err;

  put("f", "x");
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_open(&loop, &o.req, "f", O_RDONLY, 0, see));
  err = uv_cancel((uv_req_t*) &o.req);
  CHECK(err == 0 || err == UV_EBUSY);
  run_and_close(&loop);
  CHECK_EQ(o.calls, 1);
  if (err == 0)
    CHECK_EQ(o.result, UV_ECANCELED);
  else
    CHECK_OK(close((int) o.result));
  uv_fs_req_cleanup(&o.req);
}

TEST(an_answer_that_is_there_is_not_cancelled) {
  struct seen warm = {0}, s = {0};
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_stat(&loop, &warm.req, ".", see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_fs_stat(&loop, &s.req, ".", see));
  if (uv_cancel((uv_req_t*) &s.req) == 0)
    SKIP("this file system is not answered for from memory");
  run_and_close(&loop);
  CHECK_EQ(s.calls, 1);
  CHECK_EQ(s.result, 0);
}
