/* Many operations at once, more than the smallest ring has room for: each chain opens a file, reads
 * it and closes it, beside look-ups of which one is taken back. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include "scenario.h"

enum { CHAINS = 8, STATS = 8 };

static struct chain {
  uv_fs_t req; /* first */
  uv_file file;
  char in[16];
} chains[CHAINS];
static uv_fs_t stats[STATS];
static int under_way;

static void on_closed(uv_fs_t* req) {
  if (note("closed", req->result) == 0)
    goal();
  uv_fs_req_cleanup(req);
  under_way--;
}

/* Also when reading failed. A close that cannot be begun is done without a callback. */
static void close_it(uv_loop_t* loop, struct chain* c) {
  if (note("close", uv_fs_close(loop, &c->req, c->file, on_closed)) == 0)
    return;
  uv_fs_req_cleanup(&c->req);
  note("close now", uv_fs_close(NULL, &c->req, c->file, NULL));
  under_way--;
}

static void on_read(uv_fs_t* req) {
  struct chain* c = (struct chain*) req;

  if (note("read", req->result) >= 0)
    must(req->result > 0 && memcmp(c->in, "content", (size_t) req->result) == 0);
  uv_fs_req_cleanup(req);
  close_it(req->loop, c);
}

static void on_open(uv_fs_t* req) {
  struct chain* c = (struct chain*) req;
  uv_buf_t buf = uv_buf_init(c->in, sizeof(c->in));

  c->file = (uv_file) req->result;
  uv_fs_req_cleanup(req);
  if (note("opened", c->file) < 0) {
    under_way--;
    return;
  }
  if (note("uv_fs_read", uv_fs_read(req->loop, req, c->file, &buf, 1, 0, on_read)) == 0)
    return;
  uv_fs_req_cleanup(req);
  close_it(req->loop, c);
}

static void on_stat(uv_fs_t* req) {
  if (req->result == UV_ECANCELED || note("stat", req->result) == 0)
    goal();
  uv_fs_req_cleanup(req);
  under_way--;
}

static void began(uv_fs_t* req, int err) {
  if (note("begin", err) == 0)
    under_way++;
  else
    uv_fs_req_cleanup(req);
}

SCENARIO(fs_many) {
  FILE* f = fopen("file", "w");

  must(f != NULL && fputs("content", f) >= 0 && fclose(f) == 0);
  for (int i = 0; i < CHAINS; i++)
    began(&chains[i].req, uv_fs_open(loop, &chains[i].req, "file", O_RDONLY, 0, on_open));
  for (int i = 0; i < STATS; i++)
    began(&stats[i], uv_fs_stat(loop, &stats[i], ".", on_stat));
  if (under_way == CHAINS + STATS) {
    int err = uv_cancel((uv_req_t*) &stats[STATS - 1]);
    must(err == 0 || err == UV_EBUSY);
  }
  uv_run(loop, UV_RUN_DEFAULT);
  must(under_way == 0);
}
