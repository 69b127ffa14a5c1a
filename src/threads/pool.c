/* src/threads/pool.c — the threads that do the blocking jobs, and the queues in front of them.
 *
 * (1) The queues are first in, first out. While a job may begin, no thread goes idle; and if one is
 *     idle, one is on its way (`coming`).
 * (2) One thread is woken at a time. It wakes the next when it has arrived and finds more than it
 *     takes: a burst of short jobs wakes few threads, long jobs soon have them all.
 * (3) A job is on a queue exactly while link.prev is not NULL; read and written under the lock.
 * (4) At most `slow_limit` threads run SLOW jobs; other jobs overtake the SLOW ones that wait for
 *     that.
 * (5) A thread counts a job and looks for its next one before it tells the loop. It is awake and
 *     listed as idle when the loop's callback hands in another job: a chain of jobs need not wake
 *     anyone.
 * (6) A thread's state is LISTED or ASLEEP while it is on the idle list. Who takes it off the list,
 *     and only he, then writes CALLED.
 * (7) While `waking` names a loop, that loop must not be freed.
 * (8) After a fork the child has no threads and no jobs: it starts its own pool with its first
 *     job. */
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

enum {
  DEFAULT_THREADS = 4,
  MAX_THREADS = 1024,
  STACK_SIZE = 8 << 20, /* jobs are other people's code: getaddrinfo alone may need much */
  TURN_ROUND = 16       /* one job of so many goes to the thread that has been idle longest */
};

enum { LISTED, ASLEEP, CALLED };

struct worker {
  int state; /* a futex */
  struct uv__queue idle_link;
  uv_loop_t* waking;
  pthread_t thread;
};

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
  unsigned calls;
  int coming;          /* a thread was called and has not come yet */
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

static int uv__is_slow(const struct uv__work* w) {
  return w->type->lane == UV__LANE_SLOW_IO;
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
#define COUNT(w, change)                                 \
  do {                                                   \
    struct uv__pool_count* c = uv__pool_kind((w)->type); \
    change;                                              \
    c = &pool.stats.lane[(w)->type->lane];               \
    change;                                              \
  } while (0)

struct job_times {
  struct uv__work* job;
  uint64_t began;
  uint64_t ended;
};

static void uv__count_finished(const struct job_times* t) {
  uint64_t waited = t->began - t->job->stamp;

  pool.slow_running -= uv__is_slow(t->job);
  COUNT(t->job, {
    c->running--;
    c->jobs++;
    c->wait_ns += waited;
    c->run_ns += t->ended - t->began;
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
  uv__queue_each (q, &pool.idle) {
    out->idle++;
  }
  uv__pool_unlock();
}

/* ---- Which job is next (under the lock) ---- */

static struct uv__work* uv__queue_oldest(struct uv__queue* q) {
  return uv__queue_empty(q) ? NULL : uv__container(uv__queue_head(q), struct uv__work, link);
}

/* The oldest job that may begin now. */
static struct uv__work* uv__job_peek(void) {
  struct uv__work* w = uv__queue_oldest(&pool.queue);
  struct uv__work* slow = uv__queue_oldest(&pool.slow_queue);

  if (slow != NULL && pool.slow_running < pool.slow_limit && (w == NULL || slow->stamp < w->stamp))
    return slow;
  return w;
}

static void uv__job_put(struct uv__work* w) {
  uv__queue_push_tail(uv__is_slow(w) ? &pool.slow_queue : &pool.queue, &w->link);
  COUNT(w, c->queued++);
}

/* From here on it cannot be cancelled. */
static struct uv__work* uv__job_take(void) {
  struct uv__work* w = uv__job_peek();

  if (w == NULL)
    return NULL;
  uv__queue_remove(&w->link);
  w->link.prev = NULL;
  pool.slow_running += uv__is_slow(w);
  COUNT(w, {
    c->queued--;
    c->running++;
  });
  return w;
}

/* ---- Calling threads ---- */

/* Under the lock: whom to call, if anyone. The thread that came last is the one still awake or
 * warm. Now and then it is the turn of the one that came first, so that each does some of the
 * work. */
static struct worker* uv__worker_choose(void) {
  struct uv__queue* q;

  if (pool.coming || uv__queue_empty(&pool.idle) || uv__job_peek() == NULL)
    return NULL;
  pool.coming = 1;
  q = ++pool.calls % TURN_ROUND == 0 ? pool.idle.prev : pool.idle.next;
  uv__queue_remove(q);
  return uv__container(q, struct worker, idle_link);
}

static void uv__worker_call(struct worker* w) {
  if (w != NULL && __atomic_exchange_n(&w->state, CALLED, __ATOMIC_ACQ_REL) == ASLEEP)
    syscall(SYS_futex, &w->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void uv__worker_sleep(struct worker* self) {
  int listed = LISTED;

  if (__atomic_compare_exchange_n(&self->state, &listed, ASLEEP, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    while (__atomic_load_n(&self->state, __ATOMIC_ACQUIRE) == ASLEEP)
      syscall(SYS_futex, &self->state, FUTEX_WAIT_PRIVATE, ASLEEP, NULL, NULL, 0);
}

/* ---- A thread's life ---- */

static void uv__worker_run(struct job_times* t) {
  t->began = uv__clock_ns();
  t->job->type->work(t->job);
  t->ended = uv__clock_ns();
  uv__trace_pool_job(t->job->type->name, t->job, t->job->stamp, t->began, t->ended);
}

static void uv__worker_report(struct worker* self, struct uv__work* w) {
  uv_loop_t* loop = w->loop;

  __atomic_store_n(&self->waking, loop, __ATOMIC_RELAXED);
  if (uv__work_finish(w))
    uv__loop_wake(loop);
  __atomic_store_n(&self->waking, NULL, __ATOMIC_RELEASE);
}

/* One visit to the queues: counts what was done, takes what comes next (NULL: nothing, it is listed
 * as idle now or is to end). `came` is whether it was called here. */
static struct uv__work* uv__worker_visit(struct worker* self, const struct job_times* done,
                                         int came, int* ending) {
  struct uv__work* next;
  struct worker* another;

  uv__pool_lock();
  if (done->job != NULL)
    uv__count_finished(done);
  if (came)
    pool.coming = 0;
  next = uv__job_take();
  another = uv__worker_choose();
  *ending = pool.ending;
  if (next == NULL && !pool.ending) {
    self->state = LISTED;
    uv__queue_push_head(&pool.idle, &self->idle_link);
  }
  uv__pool_unlock();
  uv__worker_call(another);
  return next;
}

static void* uv__worker_main(void* arg) {
  struct worker* self = arg;
  struct job_times done = {NULL, 0, 0};
  unsigned generation = pool.generation;
  int ending = 0;
  int came = 0;

  uv_thread_setname("libuv-worker"); /* the name shown by debuggers */
  for (;;) {
    struct uv__work* next = uv__worker_visit(self, &done, came, &ending);

    if (done.job != NULL)
      uv__worker_report(self, done.job);
    done.job = next;
    came = next == NULL;
    if (next != NULL)
      uv__worker_run(&done);
    else if (!ending)
      uv__worker_sleep(self);
    else
      return NULL;
    /* The job has forked and this is the child: its pool does not know this thread. */
    if (generation != pool.generation)
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
  pool.threads = pool.size = 0;
  pool.slow_running = 0;
  pool.coming = 0;
  pool.ending = 0;
  memset(&pool.stats, 0, sizeof(pool.stats));
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
  uv__free(pool.workers); /* those of a parent */
  pool.workers = uv__calloc(size, sizeof(pool.workers[0]));
  if (pool.workers == NULL)
    return UV_ENOMEM;
  uv__pool_resize(size);
  return 0;
}

/* One more thread per job, so that a program with one job pays for one thread; beyond the usual few
 * only where none is idle, so that a high limit costs nothing until it is needed. */
static int uv__pool_needs_thread(void) {
  if (pool.size == 0)
    return 1;
  return pool.threads < pool.size &&
         (pool.threads < DEFAULT_THREADS || uv__queue_empty(&pool.idle));
}

/* Stays with what it has got when there is no more to be had. */
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
  if (uv__pool_needs_thread())
    err = uv__pool_grow();
  if (err == 0) {
    uv__job_put(w);
    idler = uv__worker_choose();
  }
  uv__pool_unlock();
  uv__worker_call(idler);
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
    COUNT(w, {
      c->queued--;
      c->cancelled++;
    });
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

/* Idle threads are woken at once; the others see it when the queues are empty. */
void uv__pool_shutdown(void) {
  struct worker* idler;

  uv__pool_lock();
  pool.ending = 1;
  while (!uv__queue_empty(&pool.idle)) {
    idler = uv__container(uv__queue_head(&pool.idle), struct worker, idle_link);
    uv__queue_remove(&idler->idle_link);
    uv__worker_call(idler);
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
