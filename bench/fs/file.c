/* bench/fs/file.c — open, (fstat,) read and close of a small cached file, N chains at a time. */
#include "../cases.h"

#include <fcntl.h>
#include <unistd.h>

enum { FILE_SIZE = 4096 };

struct chain {
  uv_fs_t req;
  uv_file fd;
  char data[FILE_SIZE];
};

static struct bench* bench;
static char path[64];
static int with_fstat, over;
static void on_open(uv_fs_t* req);
static void on_fstat(uv_fs_t* req);
static void on_read(uv_fs_t* req);
static void on_close(uv_fs_t* req);

static void start(struct chain* c) {
  CHECK(uv_fs_open(&bench->loop, &c->req, path, O_RDONLY, 0, on_open));
}

static void read_it(struct chain* c) {
  uv_buf_t buf = uv_buf_init(c->data, sizeof(c->data));
  CHECK(uv_fs_read(&bench->loop, &c->req, c->fd, &buf, 1, 0, on_read));
}

static void on_open(uv_fs_t* req) {
  struct chain* c = (struct chain*) req;

  CHECK(req->result);
  c->fd = (uv_file) req->result;
  uv_fs_req_cleanup(req);
  if (with_fstat)
    CHECK(uv_fs_fstat(&bench->loop, req, c->fd, on_fstat));
  else
    read_it(c);
}

static void on_fstat(uv_fs_t* req) {
  REQUIRE(req->result == 0 && req->statbuf.st_size == FILE_SIZE);
  uv_fs_req_cleanup(req);
  read_it((struct chain*) req);
}

static void on_read(uv_fs_t* req) {
  REQUIRE(req->result == FILE_SIZE);
  uv_fs_req_cleanup(req);
  CHECK(uv_fs_close(&bench->loop, req, ((struct chain*) req)->fd, on_close));
}

static void on_close(uv_fs_t* req) {
  CHECK(req->result);
  uv_fs_req_cleanup(req);
  if (!over && !bench_lap(bench, 1))
    over = 1; /* the other chains end by themselves: no descriptor is left */
  if (!over)
    start((struct chain*) req);
}

void bench_fs_file(struct bench* b) {
  struct chain* chains = calloc((size_t) b->arg, sizeof(*chains));

  bench = b;
  bench_temp_file(path, FILE_SIZE);
  CHECK(uv_loop_init(&b->loop));
  bench_begin(b);
  for (long i = 0; i < b->arg; i++)
    start(&chains[i]);
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  bench_close_loop(b);
  CHECK(unlink(path));
  free(chains);
}

void bench_fs_read_file(struct bench* b) {
  with_fstat = 1;
  bench_fs_file(b);
}
