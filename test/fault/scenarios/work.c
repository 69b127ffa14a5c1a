/* The thread pool: jobs, jobs taken back, random bytes; threads of one's own, and what they share.
 * */
#include <string.h>
#include <unistd.h>
#include "scenario.h"

enum { JOBS = 6 };

static uv_work_t jobs[JOBS];
static int ran, called, started;
static uv_random_t random_req;
static char bytes[300];

static void work(uv_work_t* req) {
  (void) req;
  __atomic_add_fetch(&ran, 1, __ATOMIC_SEQ_CST);
}

static void after(uv_work_t* req, int status) {
  (void) req;
  note("work", status == UV_ECANCELED ? 0 : status);
  called++;
}

static void on_random(uv_random_t* req, int status, void* buf, size_t size) {
  (void) req;
  must(buf == bytes && size == sizeof(bytes));
  if (note("random", status) == 0)
    goal();
}

SCENARIO(pool_work) {
  for (int i = 0; i < JOBS; i++)
    started += note("queue_work", uv_queue_work(loop, &jobs[i], work, after)) == 0;
  if (started == JOBS) {
    int err = uv_cancel((uv_req_t*) &jobs[JOBS - 1]);
    must(err == 0 || err == UV_EBUSY);
  }
  note("uv_random", uv_random(loop, &random_req, bytes, sizeof(bytes), 0, on_random));
  note("random now", uv_random(NULL, NULL, bytes, sizeof(bytes), 0, NULL));
  uv_run(loop, UV_RUN_DEFAULT);
  must(called == started);
  if (called == JOBS)
    goal();
}

/* ---- Threads ---- */

static uv_mutex_t mutex, recursive;
static uv_rwlock_t rwlock;
static uv_sem_t sem;
static uv_cond_t cond;
static uv_barrier_t barrier;
static uv_key_t key;
static uv_once_t once = UV_ONCE_INIT;
static int shared, ready;

static void count_once(void) {
  shared++;
}

static void thread_main(void* arg) {
  char name[32];

  uv_once(&once, count_once);
  uv_key_set(&key, arg);
  must(uv_key_get(&key) == arg);
  note("setname", uv_thread_setname("fault"));
  uv_thread_t self = uv_thread_self();
  note("getname", uv_thread_getname(&self, name, sizeof(name)));
  uv_mutex_lock(&mutex);
  ready = 1;
  uv_cond_broadcast(&cond);
  uv_mutex_unlock(&mutex);
  uv_rwlock_wrlock(&rwlock);
  shared++;
  uv_rwlock_wrunlock(&rwlock);
  uv_barrier_wait(&barrier);
  uv_sem_post(&sem);
}

static void with_thread(void) {
  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = 1 << 20};
  uv_thread_t thread;

  if (note("thread_create", uv_thread_create_ex(&thread, &options, thread_main, &shared)) != 0)
    return;
  uv_mutex_lock(&mutex);
  while (!ready)
    uv_cond_wait(&cond, &mutex);
  uv_mutex_unlock(&mutex);
  uv_barrier_wait(&barrier);
  uv_sem_wait(&sem);
  uv_rwlock_rdlock(&rwlock);
  must(shared == 2);
  uv_rwlock_rdunlock(&rwlock);
  if (note("join", uv_thread_join(&thread)) == 0)
    goal();
}

static void try_locks(void) {
  uv_mutex_lock(&mutex);
  must(uv_cond_timedwait(&cond, &mutex, 1000) == UV_ETIMEDOUT);
  uv_mutex_unlock(&mutex);
  uv_cond_signal(&cond);
  must(uv_sem_trywait(&sem) == UV_EAGAIN);
  must(uv_rwlock_trywrlock(&rwlock) == 0 && uv_rwlock_tryrdlock(&rwlock) == UV_EBUSY);
  uv_rwlock_wrunlock(&rwlock);
}

static void affinity(void) {
  char mask[1024], old[1024];
  uv_thread_t self = uv_thread_self();
  int size = uv_cpumask_size(), priority;

  if (note("cpumask_size", size) < 0)
    return;
  memset(mask, 0, sizeof(mask));
  must(size <= (int) sizeof(mask));
  if (note("getaffinity", uv_thread_getaffinity(&self, mask, (size_t) size)) == 0)
    note("setaffinity", uv_thread_setaffinity(&self, mask, old, (size_t) size));
  note("getcpu", uv_thread_getcpu());
  note("getpriority", uv_thread_getpriority(self, &priority));
  note("setpriority", uv_thread_setpriority(self, 0));
}

SCENARIO(threads) {
  (void) loop;
  if (note("mutex", uv_mutex_init(&mutex)) != 0)
    return;
  if (note("recursive", uv_mutex_init_recursive(&recursive)) == 0) {
    uv_mutex_lock(&recursive);
    must(uv_mutex_trylock(&recursive) == 0);
    uv_mutex_unlock(&recursive);
    uv_mutex_unlock(&recursive);
    uv_mutex_destroy(&recursive);
  }
  must(uv_rwlock_init(&rwlock) == 0 && uv_sem_init(&sem, 0) == 0 && uv_cond_init(&cond) == 0);
  if (note("barrier", uv_barrier_init(&barrier, 2)) == 0) {
    if (note("key", uv_key_create(&key)) == 0) {
      with_thread();
      uv_key_delete(&key);
    }
    uv_barrier_destroy(&barrier);
  }
  try_locks();
  affinity();
  uv_cond_destroy(&cond);
  uv_sem_destroy(&sem);
  uv_rwlock_destroy(&rwlock);
  uv_mutex_destroy(&mutex);
}
