/* src/threads/work.c — the loop's side of the pool: handing jobs in, and calling back what is
 * finished.
 *
 * (1) A finished job is on loop->work_finished (pushed by any thread, no lock) or on
 *     loop->work_taken (the loop's own), both chained through link.next; link.prev is NULL from the
 *     moment it left the queue.
 * (2) Who finds work_finished empty wakes the loop, nobody else: a burst of jobs costs one wake-up.
 * (3) Jobs are called back in the order they finished. A callback may submit, cancel, or run the
 *     loop: what is left of the round hangs on the loop, not on the stack. */
#include <assert.h>

#include "loop/loop.h"
#include "threads/pool.h"
#include "trace/trace.h"

int uv__work_loop_init(uv_loop_t* loop) {
  loop->work_finished = NULL;
  loop->work_taken = NULL;
  return 0;
}

void uv__work_loop_close(uv_loop_t* loop) {
  assert(loop->work_taken == NULL);
  assert(__atomic_load_n(&loop->work_finished, __ATOMIC_ACQUIRE) == NULL);
  uv__pool_leave_loop(loop);
}

int uv__work_finish(struct uv__work* w) {
  struct uv__queue** finished = &w->loop->work_finished;
  struct uv__queue* head = __atomic_load_n(finished, __ATOMIC_RELAXED);

  do
    w->link.next = head;
  while (!__atomic_compare_exchange_n(finished, &head, &w->link, 1, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED));
  return head == NULL;
}

/* Moves the stack, turned round, behind what was taken before. Returns how many wait now: jobs that
 * finish while these are called back are for the next turn. */
static unsigned uv__work_take(uv_loop_t* loop) {
  struct uv__queue* q = __atomic_exchange_n(&loop->work_finished, NULL, __ATOMIC_SEQ_CST);
  struct uv__queue* oldest = NULL;
  struct uv__queue** tail = &loop->work_taken;
  unsigned count = 0;

  for (; *tail != NULL; tail = &(*tail)->next)
    count++;
  for (; q != NULL; count++) {
    struct uv__queue* next = q->next;
    q->next = oldest;
    oldest = q;
    q = next;
  }
  *tail = oldest;
  return count;
}

unsigned uv__work_run_done(uv_loop_t* loop) {
  unsigned count = uv__work_take(loop);
  unsigned left = count;

  uv__count_events(loop, count);
  /* A nested uv_run() may have emptied the list meanwhile. */
  while (left-- > 0 && loop->work_taken != NULL) {
    struct uv__work* w = uv__container(loop->work_taken, struct uv__work, link);
    const struct uv__job_type* type = w->type;

    loop->work_taken = w->link.next;
    w->type = NULL;
    type->done(w, w->stamp & 1 ? UV_ECANCELED : 0);
  }
  return count;
}

/* ---- Jobs of the program ---- */

static void uv__queue_work_run(struct uv__work* w) {
  uv_work_t* req = uv__container(w, uv_work_t, work_req);
  req->work_cb(req);
}

static void uv__queue_work_done(struct uv__work* w, int status) {
  uv_work_t* req = uv__container(w, uv_work_t, work_req);

  uv__req_done(req->loop, req);
  if (req->after_work_cb != NULL)
    UV__CALL_REQ(req->loop, req, req->after_work_cb(req, status));
}

static const struct uv__job_type uv__queue_work_type = {uv__queue_work_run, uv__queue_work_done,
                                                        UV__LANE_CPU, "work"};

int uv_queue_work(uv_loop_t* loop, uv_work_t* req, uv_work_cb work_cb,
                  uv_after_work_cb after_work_cb) {
  int err;

  if (work_cb == NULL)
    return UV_EINVAL;

  uv__req_init(loop, req, UV_WORK);
  req->loop = loop;
  req->work_cb = work_cb;
  req->after_work_cb = after_work_cb;
  err = uv__work_submit(loop, &req->work_req, &uv__queue_work_type);
  if (err)
    uv__req_done(loop, req);
  return err;
}
