/* A poll phase is bounded: a timer that is due fires after at most FLOOD_MAX_EVENTS further events,
 * however fast events of one kind come. */
#include "flood_test.h"

#include <fcntl.h>

enum { HANDLES = 256, REQUESTS = 1000 };

/* ---- Async handles: each is sent again by its callback, and by another thread all the time
 * ---- */

static uv_async_t asyncs[HANDLES];

static void on_async(uv_async_t* h) {
  flood_event();
  CHECK_OK(uv_async_send(h));
}

static void send_all(void* arg) {
  (void) arg;
  while (!flood_is_over())
    for (int i = 0; i < HANDLES; i++)
      CHECK_OK(uv_async_send(&asyncs[i]));
}

TEST(timers_fire_under_a_flood_of_async_sends) {
  flood_begin();
  for (int i = 0; i < HANDLES; i++)
    CHECK_OK(uv_async_init(&flood_loop, &asyncs[i], on_async));
  flood_run(send_all);
}

/* ---- The pool: each result hands in the next job ---- */

static uv_work_t jobs[REQUESTS];

static void work(uv_work_t* req) {
  (void) req;
}

static void on_work(uv_work_t* req, int status) {
  CHECK_OK(status);
  flood_event();
  if (!flood_is_over())
    CHECK_OK(uv_queue_work(&flood_loop, req, work, on_work));
}

TEST(timers_fire_under_a_flood_of_pool_results) {
  flood_begin();
  for (int i = 0; i < REQUESTS; i++)
    CHECK_OK(uv_queue_work(&flood_loop, &jobs[i], work, on_work));
  flood_run(NULL);
}

/* ---- Files: by the ring where there is one, at once, or by the pool ---- */

static uv_fs_t requests[REQUESTS];
static uv_file file;
static char byte = 'x';

static void write_again(uv_fs_t* req) {
  uv_buf_t buf = uv_buf_init(&byte, 1);

  if (req->result != 0) {
    CHECK_EQ(req->result, 1);
    flood_event();
    uv_fs_req_cleanup(req);
  }
  if (!flood_is_over())
    CHECK_OK(uv_fs_write(&flood_loop, req, file, &buf, 1, 0, write_again));
}

static void read_again(uv_fs_t* req) {
  uv_buf_t buf = uv_buf_init(&byte, 1);

  if (req->result != 0) {
    CHECK_EQ(req->result, 1);
    flood_event();
    uv_fs_req_cleanup(req);
  }
  if (!flood_is_over())
    CHECK_OK(uv_fs_read(&flood_loop, req, file, &buf, 1, 0, read_again));
}

static void on_close(uv_fs_t* req) {
  CHECK_OK(req->result);
  uv_fs_req_cleanup(req);
}

/* Of two requests that wait together, the second is done by the ring, where there is one. It is
 * open then, and many reads at once go the same way. */
static void open_ring(void) {
  uv_fs_t reqs[2];

  for (int i = 0; i < 2; i++)
    CHECK_OK(uv_fs_close(&flood_loop, &reqs[i], dup(file), on_close));
  CHECK_EQ(uv_run(&flood_loop, UV_RUN_DEFAULT), 0);
}

static void flood_files(uv_fs_cb again, int by_ring) {
  uv_fs_t req;

  flood_begin();
  file = uv_fs_open(&flood_loop, &req, "file", UV_FS_O_RDWR | UV_FS_O_CREAT, 0600, NULL);
  CHECK_GE(file, 0);
  CHECK_EQ(write(file, "x", 1), 1);
  if (by_ring)
    open_ring();
  for (int i = 0; i < REQUESTS; i++)
    again(&requests[i]);
  flood_run(NULL);
  CHECK_OK(close(file));
}

TEST(timers_fire_under_a_flood_of_reads) {
  flood_files(read_again, 0);
}

TEST(timers_fire_under_a_flood_of_reads_by_the_ring) {
  flood_files(read_again, 1);
}

TEST(timers_fire_under_a_flood_of_writes) {
  flood_files(write_again, 0);
}
