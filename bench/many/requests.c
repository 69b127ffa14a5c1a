/* bench/many/requests.c — many requests that are cancelled, or end with their handle. */
#include "many.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MILLION = 1000 * 1000, HUNDRED_K = 100 * 1000, THREADS = 4 };

static char* requests;
static uv_work_t blockers[THREADS];
static uv_sem_t release;

/* ---- The pool: all threads are busy, so that what follows waits ---- */

static void block(uv_work_t* req) {
  (void) req;
  uv_sem_wait(&release);
}

static void on_blocked(uv_work_t* req, int status) {
  (void) req;
  CHECK(status);
}

static void fill_pool(long count, size_t size) {
  CHECK(uv_sem_init(&release, 0));
  for (int i = 0; i < THREADS; i++)
    CHECK(uv_queue_work(&many_loop, &blockers[i], block, on_blocked));
  requests = calloc((size_t) count, size);
  REQUIRE(requests != NULL);
}

/* What has begun already cannot be cancelled. */
static void cancel_all(long count, size_t size) {
  for (long i = 0; i < count; i++)
    uv_cancel((uv_req_t*) (requests + (size_t) i * size));
  for (int i = 0; i < THREADS; i++)
    uv_sem_post(&release);
  CHECK(uv_run(&many_loop, UV_RUN_DEFAULT));
  uv_sem_destroy(&release);
  free(requests);
}

static void no_work(uv_work_t* req) {
  (void) req;
}

static void on_work(uv_work_t* req, int status) {
  (void) req;
  (void) status;
}

static void open_works(long count) {
  fill_pool(count, sizeof(uv_work_t));
  for (long i = 0; i < count; i++)
    CHECK(uv_queue_work(&many_loop, &((uv_work_t*) requests)[i], no_work, on_work));
}

static void cancel_works(long count) {
  cancel_all(count, sizeof(uv_work_t));
}

static void on_look_up(uv_getaddrinfo_t* req, int status, struct addrinfo* found) {
  (void) req;
  (void) status;
  uv_freeaddrinfo(found);
}

static void open_look_ups(long count) {
  fill_pool(count, sizeof(uv_getaddrinfo_t));
  for (long i = 0; i < count; i++)
    CHECK(uv_getaddrinfo(&many_loop, &((uv_getaddrinfo_t*) requests)[i], on_look_up, "127.0.0.1",
                         NULL, NULL));
}

static void cancel_look_ups(long count) {
  cancel_all(count, sizeof(uv_getaddrinfo_t));
}

/* ---- Files: by the ring where there is one ---- */

static void on_read(uv_fs_t* req) {
  uv_fs_req_cleanup(req);
}

static uv_file zero;

static void open_reads(long count) {
  static char byte;
  uv_buf_t buf = uv_buf_init(&byte, 1);
  uv_fs_t req;

  fill_pool(count, sizeof(uv_fs_t));
  CHECK(zero = uv_fs_open(&many_loop, &req, "/proc/self/exe", UV_FS_O_RDONLY, 0, NULL));
  for (long i = 0; i < count; i++)
    CHECK(uv_fs_read(&many_loop, &((uv_fs_t*) requests)[i], zero, &buf, 1, i, on_read));
}

static void cancel_reads(long count) {
  uv_fs_t req;

  cancel_all(count, sizeof(uv_fs_t));
  CHECK(uv_fs_close(&many_loop, &req, zero, NULL));
}

/* ---- Writes that the peer does not read ---- */

static uv_pipe_t writer;
static int peer;

static void on_write(uv_write_t* req, int status) {
  (void) req;
  (void) status;
}

static void open_writes(long count) {
  static char block[1 << 16];
  uv_buf_t buf = uv_buf_init(block, sizeof(block));
  int fds[2];

  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
  peer = fds[1];
  CHECK(uv_pipe_init(&many_loop, &writer, 0));
  CHECK(uv_pipe_open(&writer, fds[0]));
  requests = calloc((size_t) count, sizeof(uv_write_t));
  REQUIRE(requests != NULL);
  for (long i = 0; i < count; i++)
    CHECK(uv_write(&((uv_write_t*) requests)[i], (uv_stream_t*) &writer, &buf, 1, on_write));
}

static void close_writer(long count) {
  (void) count;
  uv_close((uv_handle_t*) &writer, NULL);
  CHECK(uv_run(&many_loop, UV_RUN_DEFAULT));
  CHECK(close(peer));
  free(requests);
}

const struct many_kind many_request_kinds[] = {
    {"work", "cancel a job of the pool", MILLION, open_works, cancel_works, NULL, 0},
    {"getaddrinfo", "cancel a look-up", HUNDRED_K, open_look_ups, cancel_look_ups, NULL, 0},
    {"fs", "cancel a read, or learn that it is done", HUNDRED_K, open_reads, cancel_reads, NULL, 0},
    {"write", "end one of many writes by closing their stream", MILLION, open_writes, close_writer,
     NULL, 0},
    {.name = NULL},
};
