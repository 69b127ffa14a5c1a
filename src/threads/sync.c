/* src/threads/sync.c — mutexes, read-write locks, semaphores, conditions, barriers, once, keys.
 *
 * (1) What pthreads refuses at creation is returned.
 * (2) What it refuses later is a mistake of the program (a lock that does not exist, or is not
 *     held, or is destroyed while held): the program ends there rather than run on without the lock
 *     it relies on. */
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>

#include "os/sys.h"
#include "uv.h"

static void uv__must(int err) {
  if (err)
    abort();
}

/* For calls that report "not now" by one error. */
static int uv__must_or(int err, int allowed) {
  if (err != 0 && err != allowed)
    abort();
  return -err;
}

/* ---- Mutexes ---- */

static int uv__mutex_init_type(uv_mutex_t* mutex, int type) {
  pthread_mutexattr_t attr;
  int err = pthread_mutexattr_init(&attr);

  if (err)
    return -err;
  uv__must(pthread_mutexattr_settype(&attr, type));
  err = pthread_mutex_init(mutex, &attr);
  uv__must(pthread_mutexattr_destroy(&attr));
  return -err;
}

/* With assertions on, locking twice or unlocking another thread's lock is found out too. */
int uv_mutex_init(uv_mutex_t* mutex) {
#ifdef NDEBUG
  return -pthread_mutex_init(mutex, NULL);
#else
  return uv__mutex_init_type(mutex, PTHREAD_MUTEX_ERRORCHECK);
#endif
}

int uv_mutex_init_recursive(uv_mutex_t* mutex) {
  return uv__mutex_init_type(mutex, PTHREAD_MUTEX_RECURSIVE);
}

void uv_mutex_destroy(uv_mutex_t* mutex) {
  uv__must(pthread_mutex_destroy(mutex));
}

void uv_mutex_lock(uv_mutex_t* mutex) {
  uv__must(pthread_mutex_lock(mutex));
}

int uv_mutex_trylock(uv_mutex_t* mutex) {
  int err = pthread_mutex_trylock(mutex);
  return err == EAGAIN ? UV_EBUSY : uv__must_or(err, EBUSY); /* EAGAIN: recursed too deep */
}

void uv_mutex_unlock(uv_mutex_t* mutex) {
  uv__must(pthread_mutex_unlock(mutex));
}

/* ---- Read-write locks ---- */

int uv_rwlock_init(uv_rwlock_t* rwlock) {
  return -pthread_rwlock_init(rwlock, NULL);
}

void uv_rwlock_destroy(uv_rwlock_t* rwlock) {
  uv__must(pthread_rwlock_destroy(rwlock));
}

void uv_rwlock_rdlock(uv_rwlock_t* rwlock) {
  uv__must(pthread_rwlock_rdlock(rwlock));
}

int uv_rwlock_tryrdlock(uv_rwlock_t* rwlock) {
  int err = pthread_rwlock_tryrdlock(rwlock);
  return err == EAGAIN ? UV_EBUSY : uv__must_or(err, EBUSY); /* EAGAIN: too many readers */
}

void uv_rwlock_rdunlock(uv_rwlock_t* rwlock) {
  uv__must(pthread_rwlock_unlock(rwlock));
}

void uv_rwlock_wrlock(uv_rwlock_t* rwlock) {
  uv__must(pthread_rwlock_wrlock(rwlock));
}

int uv_rwlock_trywrlock(uv_rwlock_t* rwlock) {
  return uv__must_or(pthread_rwlock_trywrlock(rwlock), EBUSY);
}

void uv_rwlock_wrunlock(uv_rwlock_t* rwlock) {
  uv__must(pthread_rwlock_unlock(rwlock));
}

/* ---- Semaphores ---- */

int uv_sem_init(uv_sem_t* sem, unsigned int value) {
  return sem_init(sem, 0, value) ? UV__ERR(errno) : 0;
}

void uv_sem_destroy(uv_sem_t* sem) {
  uv__must(sem_destroy(sem));
}

void uv_sem_post(uv_sem_t* sem) {
  uv__must(sem_post(sem));
}

void uv_sem_wait(uv_sem_t* sem) {
  uv__must(UV__RETRY(sem_wait(sem)));
}

int uv_sem_trywait(uv_sem_t* sem) {
  if (UV__RETRY(sem_trywait(sem)) == 0)
    return 0;
  return uv__must_or(errno, EAGAIN);
}

/* ---- Conditions ---- */

/* Time-outs by the monotonic clock: setting the wall clock must not move them. */
int uv_cond_init(uv_cond_t* cond) {
  pthread_condattr_t attr;
  int err = pthread_condattr_init(&attr);

  if (err)
    return -err;
  err = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  if (err == 0)
    err = pthread_cond_init(cond, &attr);
  uv__must(pthread_condattr_destroy(&attr));
  return -err;
}

void uv_cond_destroy(uv_cond_t* cond) {
  uv__must(pthread_cond_destroy(cond));
}

void uv_cond_signal(uv_cond_t* cond) {
  uv__must(pthread_cond_signal(cond));
}

void uv_cond_broadcast(uv_cond_t* cond) {
  uv__must(pthread_cond_broadcast(cond));
}

void uv_cond_wait(uv_cond_t* cond, uv_mutex_t* mutex) {
  uv__must(pthread_cond_wait(cond, mutex));
}

int uv_cond_timedwait(uv_cond_t* cond, uv_mutex_t* mutex, uint64_t timeout) {
  uint64_t now = uv__clock_kernel_ns();
  uint64_t end = timeout > UINT64_MAX - now ? UINT64_MAX : now + timeout;
  struct timespec when = {(time_t) (end / 1000000000), (long) (end % 1000000000)};

  return uv__must_or(pthread_cond_timedwait(cond, mutex, &when), ETIMEDOUT);
}

/* ---- Barriers ---- */

int uv_barrier_init(uv_barrier_t* barrier, unsigned int count) {
  return -pthread_barrier_init(barrier, NULL, count);
}

void uv_barrier_destroy(uv_barrier_t* barrier) {
  uv__must(pthread_barrier_destroy(barrier));
}

/* 1 for one of the threads, whichever; 0 for the others. */
int uv_barrier_wait(uv_barrier_t* barrier) {
  int err = pthread_barrier_wait(barrier);

  if (err == PTHREAD_BARRIER_SERIAL_THREAD)
    return 1;
  uv__must(err);
  return 0;
}

/* ---- Once, and a value per thread ---- */

void uv_once(uv_once_t* guard, void (*callback)(void)) {
  uv__must(pthread_once(guard, callback));
}

int uv_key_create(uv_key_t* key) {
  return -pthread_key_create(key, NULL);
}

void uv_key_delete(uv_key_t* key) {
  uv__must(pthread_key_delete(*key));
}

void* uv_key_get(uv_key_t* key) {
  return pthread_getspecific(*key);
}

void uv_key_set(uv_key_t* key, void* value) {
  uv__must(pthread_setspecific(*key, value));
}
