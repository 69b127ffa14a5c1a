/* The pool from inside: lanes, counters, threads that cannot be had (numbers:
 * src/threads/pool.c). */
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int threads_allowed = 1000;

static int limited_create(pthread_t* tid, const pthread_attr_t* attr, void* (*entry)(void*),
                          void* arg) {
  return threads_allowed-- > 0 ? pthread_create(tid, attr, entry, arg) : EAGAIN;
}

#define pthread_create limited_create
#include "../../../src/threads/thread.c"
#undef pthread_create
#include "loop/loop.h"
#include "threads/pool.h"

static uv_sem_t begun, go_on;
static int done_count;
static uv_loop_t loop;

static void block(struct uv__work* w) {
  uv_sem_post(&begun);
  uv_sem_wait(&go_on);
}

static void pass(struct uv__work* w) {
  uv_sem_post(&begun);
}

static void done(struct uv__work* w, int status) {
  done_count++;
  loop.active_reqs--;
}

static const struct uv__job_type slow = {block, done, UV__LANE_SLOW_IO, "dns"};
static const struct uv__job_type slow_too = {block, done, UV__LANE_SLOW_IO, "dns"};
static const struct uv__job_type quick = {pass, done, UV__LANE_FAST_IO, "fs"};

static void submit(struct uv__work* w, const struct uv__job_type* type) {
  loop.active_reqs++; /* what a request does */
  CHECK_OK(uv__work_submit(&loop, w, type));
}

static void init(const char* size) {
  CHECK_OK(setenv("UV_THREADPOOL_SIZE", size, 1));
  CHECK_OK(uv_sem_init(&begun, 0));
  CHECK_OK(uv_sem_init(&go_on, 0));
  CHECK_OK(uv_loop_init(&loop));
}

static void finish(int blocked) {
  for (int i = 0; i < blocked; i++)
    uv_sem_post(&go_on);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

/* (4), B6.2: one kind of slow work does not block every other kind. */
TEST(slow_jobs_leave_half_of_the_threads_to_others) {
  struct uv__work s[4], q[20];
  struct uv__pool_stats stats;

  init("4");
  for (int i = 0; i < 4; i++)
    submit(&s[i], i % 2 ? &slow : &slow_too);
  uv_sem_wait(&begun);
  uv_sem_wait(&begun);
  for (int i = 0; i < 20; i++)
    submit(&q[i], &quick);
  for (int i = 0; i < 20; i++)
    uv_sem_wait(&begun);

  uv__pool_stats(&stats);
  CHECK_EQ(stats.lane[UV__LANE_SLOW_IO].running, 2);
  CHECK_EQ(stats.lane[UV__LANE_SLOW_IO].queued, 2);
  CHECK_EQ(stats.lane[UV__LANE_SLOW_IO].jobs, 0);
  finish(4);
  CHECK_EQ(done_count, 24);
}

TEST(with_one_thread_slow_jobs_run_too) {
  struct uv__work s[2], q;

  init("1");
  submit(&s[0], &slow);
  submit(&s[1], &slow);
  submit(&q, &quick);
  finish(2);
  CHECK_EQ(done_count, 3);
}

/* (5): when a callback runs, its job is counted. Types of one name are one kind. */
TEST(jobs_are_counted_by_kind_and_lane) {
  struct uv__work s[3], q[2];
  struct uv__pool_stats stats;

  init("2");
  submit(&s[0], &slow);
  uv_sem_wait(&begun);
  submit(&s[1], &slow_too);
  submit(&s[2], &slow);
  CHECK_OK(uv__work_cancel(&loop, &s[2]));
  for (int i = 0; i < 2; i++)
    submit(&q[i], &quick);
  finish(2);

  uv__pool_stats(&stats);
  CHECK_EQ(stats.threads, 2);
  CHECK_EQ(stats.kinds, 2);
  CHECK_STR(stats.kind[0].name, "dns");
  CHECK_EQ(stats.kind[0].jobs, 2);
  CHECK_EQ(stats.kind[0].cancelled, 1);
  CHECK_GT(stats.kind[0].run_ns, 0);
  CHECK_GT(stats.kind[0].wait_ns, 0);
  CHECK_LE(stats.kind[0].longest_wait_ns, stats.kind[0].wait_ns);
  CHECK_STR(stats.kind[1].name, "fs");
  CHECK_EQ(stats.kind[1].jobs, 2);
  for (int i = 0; i < UV__LANES; i++) {
    CHECK_EQ(stats.lane[i].queued, 0);
    CHECK_EQ(stats.lane[i].running, 0);
  }
  CHECK_EQ(stats.lane[UV__LANE_FAST_IO].jobs, 2);
  CHECK_EQ(stats.lane[UV__LANE_CPU].jobs, 0);
}

TEST(the_pool_works_with_the_threads_it_gets) {
  struct uv__work q[8];
  struct uv__pool_stats stats;

  init("4");
  threads_allowed = 2;
  for (int i = 0; i < 8; i++)
    submit(&q[i], &quick);
  finish(0);
  CHECK_EQ(done_count, 8);
  uv__pool_stats(&stats);
  CHECK_EQ(stats.threads, 2);
}

TEST(without_any_thread_the_error_comes_back_and_a_later_job_tries_again) {
  struct uv__work q;

  init("4");
  threads_allowed = 0;
  CHECK_EQ(uv__work_submit(&loop, &q, &quick), UV_EAGAIN);
  threads_allowed = 1;
  submit(&q, &quick);
  finish(0);
  CHECK_EQ(done_count, 1);
}
