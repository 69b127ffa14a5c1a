/* Conditions: waiting, and giving up. */
#include "check.h"

static uv_mutex_t mutex;
static uv_cond_t cond;
static int waiting, passed, open_;

static void wait_until_open(void* arg) {
  uv_mutex_lock(&mutex);
  waiting++;
  uv_cond_broadcast(&cond);
  while (!open_)
    uv_cond_wait(&cond, &mutex);
  passed++;
  uv_mutex_unlock(&mutex);
}

static void init(void) {
  CHECK_OK(uv_mutex_init(&mutex));
  CHECK_OK(uv_cond_init(&cond));
}

TEST(broadcast_lets_all_waiters_go) {
  uv_thread_t thread[4];

  init();
  for (int i = 0; i < 4; i++)
    CHECK_OK(uv_thread_create(&thread[i], wait_until_open, NULL));
  uv_mutex_lock(&mutex);
  while (waiting < 4)
    uv_cond_wait(&cond, &mutex);
  CHECK_EQ(passed, 0);
  open_ = 1;
  uv_cond_broadcast(&cond);
  uv_mutex_unlock(&mutex);
  for (int i = 0; i < 4; i++)
    CHECK_OK(uv_thread_join(&thread[i]));
  CHECK_EQ(passed, 4);
  uv_cond_destroy(&cond);
  uv_mutex_destroy(&mutex);
}

static void give_signal(void* arg) {
  uv_mutex_lock(&mutex);
  open_ = 1;
  uv_cond_signal(&cond);
  uv_mutex_unlock(&mutex);
}

TEST(a_signal_comes_before_the_time_is_up) {
  uv_thread_t thread;

  init();
  uv_mutex_lock(&mutex);
  CHECK_OK(uv_thread_create(&thread, give_signal, NULL));
  while (!open_)
    CHECK_OK(uv_cond_timedwait(&cond, &mutex, UINT64_MAX)); /* does not wrap round */
  uv_mutex_unlock(&mutex);
  CHECK_OK(uv_thread_join(&thread));
}

TEST(a_time_out_is_never_early) {
  uint64_t began;

  init();
  uv_mutex_lock(&mutex);
  for (int i = 0; i < 20; i++) { /* a busy machine may hide that one was early */
    began = uv_hrtime();
    CHECK_EQ(uv_cond_timedwait(&cond, &mutex, 20 * 1000000), UV_ETIMEDOUT);
    CHECK_GE(uv_hrtime() - began, 20 * 1000000);
  }
  CHECK_EQ(uv_cond_timedwait(&cond, &mutex, 0), UV_ETIMEDOUT);
  uv_mutex_unlock(&mutex);
}
