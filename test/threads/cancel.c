/* uv_cancel(): what has not begun can be taken back. */
#include "check.h"

#include <stdlib.h>

static uv_sem_t begun, go_on;
static int ran, cancelled, finished, inside_call;
static uv_work_t blocker, jobs[16];

static void block(uv_work_t* req) {
  uv_sem_post(&begun);
  uv_sem_wait(&go_on);
}

static void run(uv_work_t* req) {
  ran++;
}

static void after(uv_work_t* req, int status) {
  CHECK(!inside_call);
  if (status == UV_ECANCELED)
    cancelled++;
  else
    finished++;
  CHECK_EQ(uv_cancel((uv_req_t*) req), UV_EBUSY); /* too late now */
}

/* One thread, which is busy: whatever else is handed in waits. */
static void occupy(uv_loop_t* loop) {
  CHECK_OK(setenv("UV_THREADPOOL_SIZE", "1", 1));
  CHECK_OK(uv_sem_init(&begun, 0));
  CHECK_OK(uv_sem_init(&go_on, 0));
  CHECK_OK(uv_loop_init(loop));
  CHECK_OK(uv_queue_work(loop, &blocker, block, after));
  uv_sem_wait(&begun);
}

TEST(a_waiting_job_is_cancelled_and_told_so_later) {
  uv_loop_t loop;

  occupy(&loop);
  for (int i = 0; i < 16; i++)
    CHECK_OK(uv_queue_work(&loop, &jobs[i], run, after));
  inside_call = 1;
  for (int i = 0; i < 16; i += 2)
    CHECK_OK(uv_cancel((uv_req_t*) &jobs[i]));
  inside_call = 0;
  CHECK_EQ(uv_cancel((uv_req_t*) &jobs[0]), UV_EBUSY);

  /* They are called back although the only thread is still busy. */
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(cancelled, 8);
  CHECK_EQ(finished, 0);
  uv_sem_post(&go_on);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ran, 8);
  CHECK_EQ(finished, 9);
  CHECK_EQ(cancelled, 8);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(a_running_job_cannot_be_cancelled) {
  uv_loop_t loop;

  occupy(&loop);
  CHECK_EQ(uv_cancel((uv_req_t*) &blocker), UV_EBUSY);
  uv_sem_post(&go_on);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, 1);
  CHECK_OK(uv_loop_close(&loop));
}

static void never(uv_work_t* req) {
  abort();
}

static void after_cancels_others(uv_work_t* req, int status) {
  for (int i = 0; i < 16; i++)
    if (uv_cancel((uv_req_t*) &jobs[i]) == 0)
      ran++;
}

TEST(a_callback_may_cancel_other_jobs) {
  uv_loop_t loop;
  uv_work_t first;

  occupy(&loop);
  CHECK_OK(uv_queue_work(&loop, &first, run, after_cancels_others));
  CHECK_OK(uv_cancel((uv_req_t*) &first));
  for (int i = 0; i < 16; i++)
    CHECK_OK(uv_queue_work(&loop, &jobs[i], never, after));
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(ran, 16);
  uv_sem_post(&go_on);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(cancelled, 16);
  CHECK_OK(uv_loop_close(&loop));
}

static void random_done(uv_random_t* req, int status, void* buf, size_t len) {
  CHECK_EQ(status, UV_ECANCELED);
  cancelled++;
}

static void name_done(uv_getaddrinfo_t* req, int status, struct addrinfo* res) {
  CHECK_EQ(status, UV_EAI_CANCELED);
  CHECK(res == NULL);
  cancelled++;
}

static void address_done(uv_getnameinfo_t* req, int status, const char* host, const char* service) {
  CHECK_EQ(status, UV_EAI_CANCELED);
  cancelled++;
}

TEST(every_kind_of_pool_request_can_be_cancelled) {
  uv_getaddrinfo_t name;
  uv_getnameinfo_t address;
  uv_random_t random;
  struct sockaddr_in addr;
  uv_loop_t loop;
  char byte;

  occupy(&loop);
  CHECK_OK(uv_ip4_addr("127.0.0.1", 80, &addr));
  CHECK_OK(uv_random(&loop, &random, &byte, 1, 0, random_done));
  CHECK_OK(uv_getaddrinfo(&loop, &name, name_done, "localhost", NULL, NULL));
  CHECK_OK(uv_getnameinfo(&loop, &address, address_done, (struct sockaddr*) &addr, 0));
  CHECK_OK(uv_cancel((uv_req_t*) &random));
  CHECK_OK(uv_cancel((uv_req_t*) &name));
  CHECK_OK(uv_cancel((uv_req_t*) &address));
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(cancelled, 3);
  uv_sem_post(&go_on);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(other_requests_cannot_be_cancelled) {
  uv_write_t req;

  req.type = UV_WRITE;
  CHECK_EQ(uv_cancel((uv_req_t*) &req), UV_EINVAL);
}
