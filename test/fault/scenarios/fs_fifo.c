/* A FIFO that is opened for reading before anyone writes to it. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
#include "scenario.h"

static uv_fs_t opening, reading;
static uv_file fifo = -1;
static pthread_t writer;
static char in[16];
static int answered;

/* Comes when there is a reader, unless that one has given up. */
static void* write_to_it(void* arg) {
  int fd = -1;

  (void) arg;
  while (fd == -1 && !__atomic_load_n(&answered, __ATOMIC_SEQ_CST)) {
    usleep(1000);
    fd = open("fifo", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  }
  if (fd != -1) {
    must(write(fd, "hello", 5) == 5 || errno == EPIPE); /* the reader has given up */
    close(fd);
  }
  return NULL;
}

static void on_read(uv_fs_t* req) {
  if (note("read", req->result) >= 0) {
    must(req->result == 5 || req->result == 1);
    goal();
  }
  uv_fs_req_cleanup(req);
}

static void on_open(uv_fs_t* req) {
  uv_buf_t buf = uv_buf_init(in, sizeof(in));

  fifo = (uv_file) req->result;
  __atomic_store_n(&answered, 1, __ATOMIC_SEQ_CST);
  uv_fs_req_cleanup(req);
  if (note("open", fifo) >= 0 &&
      note("uv_fs_read", uv_fs_read(req->loop, &reading, fifo, &buf, 1, -1, on_read)) < 0)
    uv_fs_req_cleanup(&reading);
}

static void on_neighbour(uv_fs_t* req) {
  uv_fs_t closing;

  if (note("neighbour", req->result) >= 0)
    note("close", uv_fs_close(NULL, &closing, (uv_file) req->result, NULL));
  uv_fs_req_cleanup(req);
}

/* Where files were opened before, the next is opened by the ring. */
static void open_neighbour(uv_loop_t* loop) {
  if (note("open neighbour", uv_fs_open(loop, &opening, ".", O_RDONLY, 0, on_neighbour)) < 0)
    uv_fs_req_cleanup(&opening);
  uv_run(loop, UV_RUN_DEFAULT);
  if (note("open neighbour", uv_fs_open(loop, &opening, "./file", O_RDONLY, 0, on_neighbour)) < 0)
    uv_fs_req_cleanup(&opening);
  uv_run(loop, UV_RUN_DEFAULT);
}

SCENARIO(fs_fifo) {
  must(mknod("file", S_IFREG | 0600, 0) == 0);
  open_neighbour(loop);
  must(mkfifo("fifo", 0600) == 0);
  must(pthread_create(&writer, NULL, write_to_it, NULL) == 0);
  if (note("uv_fs_open", uv_fs_open(loop, &opening, "./fifo", O_RDONLY, 0, on_open)) < 0)
    uv_fs_req_cleanup(&opening);
  uv_run(loop, UV_RUN_DEFAULT);
  __atomic_store_n(&answered, 1, __ATOMIC_SEQ_CST);
  if (fifo >= 0)
    close(fifo);
  pthread_join(writer, NULL);
}
