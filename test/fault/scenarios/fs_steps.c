#include "fs_steps.h"

#include <stddef.h>

static const struct fs_step* steps;
static int count, at;
static uv_fs_t req;
static void (*at_end)(void);

/* 1: go on with the step at `at`. */
static int judge(int64_t result) {
  int again = 0;

  if (note(steps[at].name, result) < 0)
    return 0;
  if (steps[at].done != NULL)
    again = steps[at].done(&req);
  at += again == AGAIN ? 0 : 1;
  if (at == count)
    goal();
  return at < count;
}

static void set(const struct fs_step* list, int n, void (*end)(void)) {
  steps = list;
  count = n;
  at = 0;
  at_end = end;
}

void fs_steps_sync(uv_loop_t* loop, const struct fs_step* list, int n, void (*end)(void)) {
  int more;

  set(list, n, end);
  do {
    int result = steps[at].start(loop, &req, NULL);
    must(result < 0 || result == req.result);
    more = judge(result);
    uv_fs_req_cleanup(&req);
  } while (more);
  at_end();
}

static void start(uv_loop_t* loop);

static void on_done(uv_fs_t* r) {
  uv_loop_t* loop = r->loop;
  int more = judge(r->result);

  uv_fs_req_cleanup(r);
  if (more)
    start(loop);
  else
    at_end();
}

/* A call that could not even be begun has no callback. */
static void start(uv_loop_t* loop) {
  int err = steps[at].start(loop, &req, on_done);

  if (err == 0)
    return;
  must(err < 0);
  note(steps[at].name, err);
  uv_fs_req_cleanup(&req);
  at_end();
}

void fs_steps_async(uv_loop_t* loop, const struct fs_step* list, int n, void (*end)(void)) {
  set(list, n, end);
  start(loop);
}
