/* Mutexes, read-write locks, semaphores, barriers, once, keys. */
#include "check.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static uv_mutex_t mutex;
static uv_rwlock_t rwlock;
static uv_barrier_t barrier;
static uv_once_t once = UV_ONCE_INIT;
static uv_key_t key;
static int count, serial;

static void in_thread(void (*body)(void*), int threads) {
  uv_thread_t thread[8];

  for (int i = 0; i < threads; i++)
    CHECK_OK(uv_thread_create(&thread[i], body, NULL));
  for (int i = 0; i < threads; i++)
    CHECK_OK(uv_thread_join(&thread[i]));
}

static void add(void* arg) {
  for (int i = 0; i < 20000; i++) {
    uv_mutex_lock(&mutex);
    count++;
    uv_mutex_unlock(&mutex);
  }
}

TEST(a_mutex_lets_one_thread_in) {
  CHECK_OK(uv_mutex_init(&mutex));
  in_thread(add, 4);
  CHECK_EQ(count, 80000);
  uv_mutex_destroy(&mutex);
}

static void mutex_is_busy(void* arg) {
  CHECK_EQ(uv_mutex_trylock(&mutex), UV_EBUSY);
}

TEST(trylock_does_not_wait) {
  CHECK_OK(uv_mutex_init(&mutex));
  CHECK_OK(uv_mutex_trylock(&mutex));
  in_thread(mutex_is_busy, 1);
  CHECK_EQ(uv_mutex_trylock(&mutex), UV_EBUSY);
  uv_mutex_unlock(&mutex);
  uv_mutex_destroy(&mutex);
}

TEST(a_recursive_mutex_counts) {
  CHECK_OK(uv_mutex_init_recursive(&mutex));
  uv_mutex_lock(&mutex);
  uv_mutex_lock(&mutex);
  CHECK_OK(uv_mutex_trylock(&mutex));
  for (int i = 0; i < 3; i++) {
    in_thread(mutex_is_busy, 1);
    uv_mutex_unlock(&mutex);
  }
  uv_mutex_destroy(&mutex);
}

static void readers_only(void* arg) {
  CHECK_OK(uv_rwlock_tryrdlock(&rwlock));
  uv_rwlock_rdunlock(&rwlock);
  CHECK_EQ(uv_rwlock_trywrlock(&rwlock), UV_EBUSY);
}

static void nobody(void* arg) {
  CHECK_EQ(uv_rwlock_tryrdlock(&rwlock), UV_EBUSY);
  CHECK_EQ(uv_rwlock_trywrlock(&rwlock), UV_EBUSY);
}

TEST(many_may_read_or_one_may_write) {
  CHECK_OK(uv_rwlock_init(&rwlock));
  uv_rwlock_rdlock(&rwlock);
  in_thread(readers_only, 1);
  uv_rwlock_rdunlock(&rwlock);
  uv_rwlock_wrlock(&rwlock);
  in_thread(nobody, 1);
  uv_rwlock_wrunlock(&rwlock);
  CHECK_OK(uv_rwlock_trywrlock(&rwlock));
  uv_rwlock_wrunlock(&rwlock);
  uv_rwlock_destroy(&rwlock);
}

TEST(a_semaphore_counts_down_to_none) {
  uv_sem_t sem;

  CHECK_OK(uv_sem_init(&sem, 2));
  uv_sem_wait(&sem);
  CHECK_OK(uv_sem_trywait(&sem));
  CHECK_EQ(uv_sem_trywait(&sem), UV_EAGAIN);
  uv_sem_post(&sem);
  CHECK_OK(uv_sem_trywait(&sem));
  uv_sem_destroy(&sem);
  CHECK_EQ(uv_sem_init(&sem, 1u << 31), UV_EINVAL);
}

static void meet(void* arg) {
  for (int i = 0; i < 100; i++)
    if (uv_barrier_wait(&barrier) > 0)
      __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
}

TEST(a_barrier_singles_out_one_thread_each_time) {
  CHECK_OK(uv_barrier_init(&barrier, 4));
  in_thread(meet, 4);
  CHECK_EQ(serial, 100);
  uv_barrier_destroy(&barrier);
  CHECK_EQ(uv_barrier_init(&barrier, 0), UV_EINVAL);
}

static void meet_and_destroy(void* arg) {
  if (uv_barrier_wait(&barrier) > 0)
    uv_barrier_destroy(&barrier);
}

TEST(the_one_may_destroy_the_barrier) {
#ifdef __SANITIZE_THREAD__
  SKIP("ThreadSanitizer does not know that destroying waits for those still leaving");
#endif
  for (int i = 0; i < 200; i++) {
    CHECK_OK(uv_barrier_init(&barrier, 3));
    in_thread(meet_and_destroy, 3);
  }
}

static void only_once(void) {
  count++;
}

static void ask_once(void* arg) {
  uv_once(&once, only_once);
  CHECK_EQ(count, 1);
}

TEST(once_runs_once_and_all_wait_for_it) {
  in_thread(ask_once, 8);
  CHECK_EQ(count, 1);
}

static void own_value(void* arg) {
  CHECK(uv_key_get(&key) == NULL);
  uv_key_set(&key, &arg);
  CHECK(uv_key_get(&key) == &arg);
}

TEST(a_key_has_a_value_per_thread) {
  CHECK_OK(uv_key_create(&key));
  uv_key_set(&key, &key);
  in_thread(own_value, 3);
  CHECK(uv_key_get(&key) == &key);
  uv_key_delete(&key);
}

static void expect_abort(void (*misuse)(void)) {
  struct rlimit no_core = {0, 0};
  int status;
  pid_t child = fork();

  CHECK_GE(child, 0);
  if (child == 0) {
    setrlimit(RLIMIT_CORE, &no_core);
    misuse();
    _exit(0);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFSIGNALED(status));
  CHECK_EQ(WTERMSIG(status), SIGABRT);
}

static void destroy_while_held(void) {
  uv_mutex_init(&mutex);
  uv_mutex_lock(&mutex);
  uv_mutex_destroy(&mutex);
}

static void write_lock_twice(void) {
  uv_rwlock_init(&rwlock);
  uv_rwlock_wrlock(&rwlock);
  uv_rwlock_wrlock(&rwlock);
}

static void set_without_key(void) {
  uv_key_create(&key);
  uv_key_delete(&key);
  uv_key_set(&key, &key);
}

TEST(misuse_ends_the_program) {
#ifdef __SANITIZE_THREAD__
  SKIP("ThreadSanitizer reports the misuse itself");
#endif
  expect_abort(destroy_while_held);
  expect_abort(write_lock_twice);
  expect_abort(set_without_key);
}
