/* bench/fs/stat.c — stat of a cached path, N requests at a time. */
#include "../cases.h"

#include <unistd.h>

static struct bench* bench;
static char path[64];
static int over;

static void on_stat(uv_fs_t* req) {
  REQUIRE(req->result == 0 && req->statbuf.st_size == 1);
  uv_fs_req_cleanup(req);
  if (!over && !bench_lap(bench, 1))
    over = 1;
  if (!over)
    CHECK(uv_fs_stat(&bench->loop, req, path, on_stat));
}

void bench_fs_stat(struct bench* b) {
  uv_fs_t* reqs = calloc((size_t) b->arg, sizeof(*reqs));

  bench = b;
  bench_temp_file(path, 1);
  CHECK(uv_loop_init(&b->loop));
  bench_begin(b);
  for (long i = 0; i < b->arg; i++)
    CHECK(uv_fs_stat(&b->loop, &reqs[i], path, on_stat));
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  bench_close_loop(b);
  CHECK(unlink(path));
  free(reqs);
}
