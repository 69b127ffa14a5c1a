/* src/threads/pool.c — the threads that do the blocking jobs, and the queues in front of them.
 *
 * (1) A thread is idle only when no job may begin. So a job that comes while one is idle is handed to it
 *     directly, and the queues are first in, first out.
 * (2) A job is on a queue exactly while link.prev is not NULL; read and written under the lock.
 * (3) At most `slow_limit` threads run SLOW jobs; other jobs overtake the SLOW ones that wait for that.
 * (4) A thread counts a job and looks for its next one before it tells the loop. It is awake and listed as
 *     idle when the loop's callback hands in another job: a chain of jobs need not wake anyone.
 * (5) A thread's state is LISTED or ASLEEP while it is on the idle list, and HANDED once a job, or the
 *     wish that it ends (NULL), is in its hands. Only who took it off the list writes HANDED.
 * (6) While `waking` names a loop, that loop must not be freed.
 * (7) After a fork the child has no threads and no jobs: it starts its own pool with its first job. */
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "loop/loop.h"
#include "threads/pool.h"
#include "threads/thread.h"
#include "trace/trace.h"
#include "trace/trace.h"

enum {
  DEFAULT_THREADS = 4,
  MAX_THREADS = 1024,
  STACK_SIZE = 8 << 20, /* jobs are other people's code: getaddrinfo alone needs more than some defaults */
  TURN_ROUND = 16       /* one job of so many goes to the thread that has been idle longest */
};

enum { LISTED, ASLEEP, HANDED };

struct worker {
  int state; /* a futex */
  struct uv__work* job;
  struct uv__queue idle_link;
  uv_loop_t* waking;
  pthread_t thread;
  unsigned generation;
} __attribute__((aligned(64)));

static struct {
  pthread_mutex_t lock;
  struct uv__queue queue;      /* jobs that may begin as soon as a thread is free */
  struct uv__queue slow_queue; /* SLOW jobs */
  struct uv__queue idle;       /* threads, the one that came last first */
  struct worker* workers;
  unsigned size; /* 0: not started */
  unsigned threads;
  unsigned slow_running;
  unsigned slow_limit;
  unsigned handed;
  unsigned generation; /* of the process: one more in each forked child */
  int ending;
  struct uv__pool_stats stats;
} pool = {
    .lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP,
    .queue = {&pool.queue, &pool.queue},
    .slow_queue = {&pool.slow_queue, &pool.slow_queue},
    .idle = {&pool.idle, &pool.idle},
};

static void uv__pool_lock(void) {
  if (pthread_mutex_lock(&pool.lock))
    abort();
}

static void uv__pool_unlock(void) {
  if (pthread_mutex_unlock(&pool.lock))
    abort();
}

/* ---- Counting (under the lock) ---- */

/* Types that share a name are one kind. Nearly always they share the text too. */
static struct uv__pool_count* uv__pool_kind(const struct uv__job_type* type) {
  struct uv__pool_stats* s = &pool.stats;
  unsigned i;

  for (i = 0; i < s->kinds; i++)
    if (s->kind[i].name == type->name)
      return &s->kind[i];
  for (i = 0; i < s->kinds; i++)
    if (strcmp(s->kind[i].name, type->name) == 0)
      return &s->kind[i];
  if (i == UV__POOL_KINDS)
    return &s->kind[i - 1];

  s->kind[i].name = type->name;
  s->kinds++;
  return &s->kind[i];
}

/* What happens to a job happens to its lane and to its kind. */
#define COUNT(w, change)                                                                          \
  do {                                                                                            \
    struct uv__pool_count* c = uv__pool_kind((w)->type);                                          \
    change;                                                                                       \
    c = &pool.stats.lane[(w)->type->lane];                                                        \
    change;                                                                                       \
  } while (0)

static void uv__count_finished(const struct uv__work* w, uint64_t began, uint64_t ended) {
  uint64_t waited = began - (w->stamp & ~1ull);

  COUNT(w, {
    c->running--;
    c->jobs++;
    c->wait_ns += waited;
    c->run_ns += ended - began;
    if (c->longest_wait_ns < waited)
      c->longest_wait_ns = waited;
  });
}

void uv__pool_stats(struct uv__pool_stats* out) {
  struct uv__queue* q;

  uv__pool_lock();
  *out = pool.stats;
  out->threads = pool.threads;
  out->idle = 0;
  uv__queue_each(q, &pool.idle)
    out->idle++;
  uv__pool_unlock();
}

/* ---- Which job is next (under the lock) ---- */

static int uv__is_slow(const struct uv__work* w) {
  return w->type->lane == UV__LANE_SLOW_IO;
}

/* It leaves the queues for good: from here on it cannot be cancelled. */
static void uv__job_begins(struct uv__work* w) {
  w->link.prev = NULL;
  if (uv__is_slow(w))
    pool.slow_running++;
  COUNT(w, c->running++);
}

static struct uv__work* uv__queue_oldest(struct uv__queue* q) {
  return uv__queue_empty(q) ? NULL : uv__container(uv__queue_head(q), struct uv__work, link);
}

static struct uv__work* uv__job_next(void) {
  struct uv__work* w = uv__queue_oldest(&pool.queue);
  struct uv__work* slow = uv__queue_oldest(&pool.slow_queue);

  if (slow != NULL && pool.slow_running < pool.slow_limit && (w == NULL || slow->stamp < w->stamp))
    w = slow;
  if (w == NULL)
    return NULL;
  uv__queue_remove(&w->link);
  COUNT(w, c->queued--);
  uv__job_begins(w);
  return w;
}

/* Gives the job to an idle thread, which the caller then has to wake, or queues it (NULL). */
static struct worker* uv__job_place(struct uv__work* w) {
  struct uv__queue* q = NULL;
  struct worker* idler;

  /* The thread that came last is the one still awake or warm. Now and then it is the turn of the one
   * that came first, so that each does some of the work, as programs may expect of a pool. */
  if (!uv__is_slow(w) || pool.slow_running < pool.slow_limit)
    q = ++pool.handed % TURN_ROUND == 0 ? pool.idle.prev : pool.idle.next;
  if (q == NULL || q == &pool.idle) {
    uv__queue_push_tail(uv__is_slow(w) ? &pool.slow_queue : &pool.queue, &w->link);
    COUNT(w, c->queued++);
    return NULL;
  }
  uv__queue_remove(q);
  idler = uv__container(q, struct worker, idle_link);
  idler->job = w;
  uv__job_begins(w);
  return idler;
}

/* ---- A thread's sleep ---- */

static void uv__worker_hand(struct worker* self) {
  if (__atomic_exchange_n(&self->state, HANDED, __ATOMIC_ACQ_REL) == ASLEEP)
    syscall(SYS_futex, &self->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static struct uv__work* uv__worker_sleep(struct worker* self) {
  int listed = LISTED;

  if (__atomic_compare_exchange_n(&self->state, &listed, ASLEEP, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    while (__atomic_load_n(&self->state, __ATOMIC_ACQUIRE) == ASLEEP)
      syscall(SYS_futex, &self->state, FUTEX_WAIT_PRIVATE, ASLEEP, NULL, NULL, 0);
  return self->job;
}

/* ---- A thread's life ---- */

static void uv__worker_report(struct worker* self, struct uv__work* w) {
  uv_loop_t* loop = w->loop;

  __atomic_store_n(&self->waking, loop, __ATOMIC_RELAXED);
  if (uv__work_finish(w))
    uv__loop_wake(loop);
  __atomic_store_n(&self->waking, NULL, __ATOMIC_RELEASE);
}

/* Counts what was done, and takes what comes next; NULL when there is nothing. */
static struct uv__work* uv__worker_step(struct worker* self, struct uv__work* done, uint64_t began,
                                        uint64_t ended, int* ending) {
  struct uv__work* next;

  uv__pool_lock();
  if (done != NULL) {
    pool.slow_running -= uv__is_slow(done);
    uv__count_finished(done, began, ended);
  }
  next = uv__job_next();
  *ending = pool.ending;
  if (next == NULL && !pool.ending) {
    self->state = LISTED;
    self->job = NULL;
    uv__queue_push_head(&pool.idle, &self->idle_link);
  }
  uv__pool_unlock();
  return next;
}

static void* uv__worker_main(void* arg) {
  struct worker* self = arg;
  struct uv__work* done = NULL;
  struct uv__work* next;
  uint64_t began = 0;
  uint64_t ended = 0;
  int ending;

  uv_thread_setname("libuv-worker"); /* the name that debuggers' users look for */
  for (;;) {
    next = uv__worker_step(self, done, began, ended, &ending);
    if (done != NULL)
      uv__worker_report(self, done);
    if (next == NULL && !ending)
      next = uv__worker_sleep(self);
    if (next == NULL)
      return NULL;

    began = uv__clock_ns();
    next->type->work(next);
    ended = uv__clock_ns();
    uv__trace_pool_job(next->type->name, next, next->stamp & ~1ull, began, ended);
    done = next;
    uv__trace_pool_job(done->type->name, done, done->stamp, began, ended);
    /* The job forked and this is the child: its pool never heard of this thread. */
    if (self->generation != pool.generation)
      return NULL;
  }
}

/* ---- The pool's life ---- */

static unsigned uv__pool_wanted_size(void) {
  const char* text = getenv("UV_THREADPOOL_SIZE");
  long size = DEFAULT_THREADS;

  if (text != NULL)
    size = strtol(text, NULL, 10);
  if (size < 1)
    return 1;
  return size > MAX_THREADS ? MAX_THREADS : (unsigned) size;
}

static void uv__pool_after_fork(void) {
  pthread_mutex_t lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

  pool.lock = lock;
  pool.generation++;
  uv__queue_init(&pool.queue);
  uv__queue_init(&pool.slow_queue);
  uv__queue_init(&pool.idle);
  pool.threads = 0;
  pool.slow_running = 0;
  pool.ending = 0;
  memset(&pool.stats, 0, sizeof(pool.stats));
  if (pool.workers != NULL)
    memset(pool.workers, 0, pool.size * sizeof(pool.workers[0]));
}

static void uv__pool_register_fork(void) {
  if (pthread_atfork(NULL, NULL, uv__pool_after_fork))
    abort();
}

static void uv__pool_resize(unsigned size) {
  pool.size = size;
  pool.slow_limit = (size + 1) / 2;
}

static int uv__pool_open(void) {
  static pthread_once_t fork_once = PTHREAD_ONCE_INIT;
  unsigned size = uv__pool_wanted_size();

  pthread_once(&fork_once, uv__pool_register_fork);
  pool.workers = uv__calloc(size, sizeof(pool.workers[0]));
  if (pool.workers == NULL)
    return UV_ENOMEM;
  uv__pool_resize(size);
  return 0;
}

/* One more thread per job until all are there: a program with one job pays for one thread. Stays with
 * what it has got when there is no more to be had. */
static int uv__pool_grow(void) {
  uv_thread_options_t options = {UV_THREAD_HAS_STACK_SIZE, STACK_SIZE};
  struct worker* w;
  int err = 0;

  if (pool.size == 0)
    err = uv__pool_open();
  if (err)
    return err;

  w = &pool.workers[pool.threads];
  memset(w, 0, sizeof(*w));
  w->generation = pool.generation;
  err = uv__thread_start(&w->thread, &options, uv__worker_main, w);
  if (err == 0)
    pool.threads++;
  else if (pool.threads > 0)
    uv__pool_resize(pool.threads);
  return pool.threads > 0 ? 0 : err;
}

int uv__work_submit(uv_loop_t* loop, struct uv__work* w, const struct uv__job_type* type) {
  struct worker* idler = NULL;
  int err = 0;

  w->type = type;
  w->loop = loop;
  w->stamp = uv__clock_ns() & ~1ull;

  uv__pool_lock();
  if (pool.threads < pool.size || pool.size == 0)
    err = uv__pool_grow();
  if (err == 0)
    idler = uv__job_place(w);
  uv__pool_unlock();

  if (idler != NULL)
    uv__worker_hand(idler);
  return err;
}

int uv__work_cancel(uv_loop_t* loop, struct uv__work* w) {
  int queued;

  uv__pool_lock();
  queued = w->link.prev != NULL;
  if (queued) {
    uv__queue_remove(&w->link);
    w->link.prev = NULL;
    w->stamp |= 1;
    COUNT(w, { c->queued--; c->cancelled++; });
  }
  uv__pool_unlock();

  if (!queued)
    return UV_EBUSY;
  if (uv__work_finish(w))
    uv__loop_wake(loop);
  return 0;
}

void uv__pool_leave_loop(const uv_loop_t* loop) {
  unsigned threads;

  uv__pool_lock();
  threads = pool.threads;
  uv__pool_unlock();
  for (unsigned i = 0; i < threads; i++)
    while (__atomic_load_n(&pool.workers[i].waking, __ATOMIC_ACQUIRE) == loop)
      sched_yield();
}

/* Idle threads are told at once; the others find out when the queues are empty. */
void uv__pool_shutdown(void) {
  struct worker* idler;

  uv__pool_lock();
  pool.ending = 1;
  while (!uv__queue_empty(&pool.idle)) {
    idler = uv__container(uv__queue_head(&pool.idle), struct worker, idle_link);
    uv__queue_remove(&idler->idle_link);
    uv__worker_hand(idler);
  }
  uv__pool_unlock();

  /* A job that calls exit() does this on its own thread, which cannot wait for itself. */
  for (unsigned i = 0; i < pool.threads; i++)
    if (!pthread_equal(pool.workers[i].thread, pthread_self()))
      pthread_join(pool.workers[i].thread, NULL);

  uv__free(pool.workers);
  pool.workers = NULL;
  pool.threads = pool.size = 0;
  pool.ending = 0;
}
