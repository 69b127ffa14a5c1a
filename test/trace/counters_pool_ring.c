/* Jobs of the pool by kind; operations of the ring, and why it was not used. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tracing.h"

static int done;

static void on_work(uv_work_t* req) {
  spin(2);
}

static void after_work(uv_work_t* req, int status) {
  CHECK_OK(status);
  done++;
}

static void on_write(uv_fs_t* req) {
  CHECK_EQ(req->result, 4096);
  uv_fs_req_cleanup(req);
  done++;
}

static const uv_trace_pool_kind_t* kind(const uv_trace_counters_t* c, const char* name) {
  for (int i = 0; i < UV_TRACE_POOL_KINDS && c->pool[i].name != NULL; i++)
    if (strcmp(c->pool[i].name, name) == 0)
      return &c->pool[i];
  return NULL;
}

TEST(jobs_are_counted_by_kind) {
  uv_work_t reqs[16];
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 16; i++)
    CHECK_OK(uv_queue_work(&loop, &reqs[i], on_work, after_work));
  uv_trace_counters_t c = counters_of(&loop);
  CHECK_GT(kind(&c, "work")->queued + kind(&c, "work")->running, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);

  c = counters_of(&loop);
  const uv_trace_pool_kind_t* work = kind(&c, "work");
  CHECK_EQ(done, 16);
  CHECK_EQ(work->done, 16);
  CHECK_EQ(work->queued + work->running + work->cancelled, 0);
  CHECK_GE(work->run_ns, 32 * MS);
  CHECK_GE(work->wait_ns, work->longest_wait_ns);
  CHECK_GE(work->longest_wait_ns, 5 * MS); /* 16 jobs of 2 ms on 4 threads */
  CHECK_EQ(c.pool_depth, 0);
  CHECK_EQ(c.pool_threads, 4);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(an_operation_is_on_the_ring_or_its_fallback_has_a_reason) {
  static char bytes[4096];
  uv_buf_t buf = uv_buf_init(bytes, sizeof(bytes));
  int fd = open("file", O_RDWR | O_CREAT, 0600);
  uv_fs_t reqs[20];
  uv_loop_t loop;
  uint64_t listed = 0;

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 20; i++)
    CHECK_OK(uv_fs_write(&loop, &reqs[i], fd, &buf, 1, 0, on_write));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(done, 20);

  uv_trace_counters_t c = counters_of(&loop);
  for (int i = 0; i < UV_TRACE_FALLBACKS && c.fallbacks[i].count != 0; i++) {
    CHECK_LT(c.fallbacks[i].error, 0);
    listed += c.fallbacks[i].count;
  }
  CHECK_EQ(listed, c.ring_fallbacks);
  CHECK_EQ(c.ring_submitted, c.ring_completed);
  if (strcmp(getenv("SETTING") ? getenv("SETTING") : "", "denied") == 0) {
    CHECK_EQ(c.ring_submitted, 0);
    CHECK(listed == 0 || c.fallbacks[0].error == UV_EPERM);
  }
  close(fd);
  CHECK_OK(uv_loop_close(&loop));
}
