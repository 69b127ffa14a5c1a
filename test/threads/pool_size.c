/* How many jobs run at once, and in which order they begin. */
#include "check.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 40 };

static uv_sem_t begun, go_on;
static int running, most_running;
static int order[MOST], ordered;

static void block(uv_work_t* req) {
  int now = __atomic_add_fetch(&running, 1, __ATOMIC_SEQ_CST);
  int most = __atomic_load_n(&most_running, __ATOMIC_SEQ_CST);

  while (now > most && !__atomic_compare_exchange_n(&most_running, &most, now, 0, __ATOMIC_SEQ_CST,
                                                    __ATOMIC_SEQ_CST))
    ;
  uv_sem_post(&begun);
  uv_sem_wait(&go_on);
  __atomic_fetch_sub(&running, 1, __ATOMIC_SEQ_CST);
}

static void after(uv_work_t* req, int status) {
  CHECK_EQ(status, 0);
}

/* Hands in jobs that block until told, sees exactly `expected` begin, then lets all go. */
static void expect_at_once(const char* size, int jobs, int expected) {
  uv_work_t req[MOST];
  uv_loop_t loop;

  if (size != NULL)
    CHECK_OK(setenv("UV_THREADPOOL_SIZE", size, 1));
  CHECK_OK(uv_sem_init(&begun, 0));
  CHECK_OK(uv_sem_init(&go_on, 0));
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < jobs; i++)
    CHECK_OK(uv_queue_work(&loop, &req[i], block, after));
  for (int i = 0; i < expected; i++)
    uv_sem_wait(&begun);
  if (jobs > expected) {
    /* The next begins when one has ended, and not before. */
    CHECK_EQ(uv_sem_trywait(&begun), UV_EAGAIN);
    uv_sem_post(&go_on);
    uv_sem_wait(&begun);
  }
  for (int i = 0; i < jobs; i++)
    uv_sem_post(&go_on);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(most_running, expected);
  CHECK_OK(uv_loop_close(&loop));
}

/* B6.2: 4 threads; the fifth of five jobs waits. */
TEST(four_jobs_run_at_once_and_the_fifth_waits) {
  unsetenv("UV_THREADPOOL_SIZE");
  expect_at_once(NULL, 5, 4);
}

TEST(the_environment_sets_the_number_of_threads) {
  expect_at_once("2", 5, 2);
}

TEST(more_threads_than_the_default) {
  expect_at_once("33", 34, 33);
}

TEST(there_is_always_one_thread) {
  expect_at_once("0", 3, 1);
}

TEST(nonsense_in_the_environment_means_one_thread) {
  expect_at_once("many", 3, 1);
}

static void note(uv_work_t* req) {
  order[ordered++] = (int) (intptr_t) req->data;
}

TEST(with_one_thread_jobs_run_in_the_order_they_came) {
  uv_work_t req[MOST];
  uv_loop_t loop;

  CHECK_OK(setenv("UV_THREADPOOL_SIZE", "1", 1));
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < MOST; i++) {
    req[i].data = (void*) (intptr_t) i;
    CHECK_OK(uv_queue_work(&loop, &req[i], note, after));
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ordered, MOST);
  for (int i = 0; i < MOST; i++)
    CHECK_EQ(order[i], i);
  CHECK_OK(uv_loop_close(&loop));
}

static uv_thread_t seen[4];
static int seen_count;

static void see(uv_work_t* req) {
  uv_thread_t self = uv_thread_self();
  for (int i = 0; i < seen_count; i++)
    if (uv_thread_equal(&seen[i], &self))
      return;
  CHECK_LT(seen_count, 4);
  seen[seen_count++] = self;
}

/* One at a time would keep one thread warm; still each of the four gets its turn. */
TEST(every_thread_gets_some_of_the_work) {
  uv_loop_t loop;
  uv_work_t req;

  unsetenv("UV_THREADPOOL_SIZE");
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 10000 && seen_count < 4; i++) {
    CHECK_OK(uv_queue_work(&loop, &req, see, after));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  }
  CHECK_EQ(seen_count, 4);
  CHECK_OK(uv_loop_close(&loop));
}

static int count_threads(void) {
  DIR* dir = opendir("/proc/self/task");
  int count = 0;

  while (readdir(dir) != NULL)
    count++;
  closedir(dir);
  return count - 2; /* "." and ".." */
}

TEST(a_high_limit_costs_no_threads_until_they_are_needed) {
  uv_loop_t loop;
  uv_work_t req;

  CHECK_OK(setenv("UV_THREADPOOL_SIZE", "1024", 1));
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 100; i++) {
    CHECK_OK(uv_queue_work(&loop, &req, see, after));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    seen_count = 0;
  }
  CHECK_LE(count_threads(), 1 + 5);
  CHECK_OK(uv_loop_close(&loop));
}
