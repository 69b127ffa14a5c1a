/* bench/threads/work.c — jobs that do nothing: what is left is the way to the pool and back. */
#include "../cases.h"

static struct bench* bench;
static int over;

static void job(uv_work_t* req) {
}

static void after(uv_work_t* req, int status) {
  CHECK(status);
  if (!over && !bench_lap(bench, 1))
    over = 1;
  if (!over)
    CHECK(uv_queue_work(&bench->loop, req, job, after));
}

void bench_work(struct bench* b) {
  uv_work_t* reqs = calloc((size_t) b->arg, sizeof(*reqs));

  bench = b;
  CHECK(uv_loop_init(&b->loop));
  bench_begin(b);
  for (long i = 0; i < b->arg; i++)
    CHECK(uv_queue_work(&b->loop, &reqs[i], job, after));
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  bench_close_loop(b);
  free(reqs);
}
