/* src/net/stream_write.c: what goes into one system call, and what its result does to the queue. */
#include "net/stream_write.c"

#include "check.h"

static uv_loop_t loop;
static uv_stream_t s;
static uv_write_t reqs[GATHER + 8];
static uv_buf_t out[GATHER];
static char data[16] = "0123456789abcdef";

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  uv__queue_init(&s.write_queue);
  uv__queue_init(&s.write_done);
  s.write_queue_size = 0;
}

/* Requests of two buffers, three bytes and one. */
static void queue(int i, int send_fd) {
  uv__write_init(&reqs[i], &s, NULL, NULL);
  reqs[i].bufs = reqs[i].bufsml;
  reqs[i].nbufs = 2;
  reqs[i].bufsml[0] = uv_buf_init(data, 3);
  reqs[i].bufsml[1] = uv_buf_init(data + 3, 1);
  reqs[i].send_fd = send_fd;
  uv__queue_push_tail(&s.write_queue, &reqs[i].queue);
  s.write_queue_size += 4;
}

static int length(const struct uv__queue* head) {
  struct uv__queue* q;
  int n = 0;

  uv__queue_each (q, head)
    n++;
  return n;
}

TEST(gathering_takes_what_fits) {
  start();
  for (int i = 0; i < GATHER; i++)
    queue(i, -1);
  CHECK_EQ(uv__write_gather(&s, out), GATHER);
  CHECK_EQ(out[GATHER - 1].len, 1);
}

TEST(gathering_ends_before_a_descriptor) {
  start();
  queue(0, -1);
  queue(1, -1);
  queue(2, 99);
  queue(3, -1);
  CHECK_EQ(uv__write_gather(&s, out), 4);
  reqs[0].nbufs = 0; /* an empty request first changes nothing */
  reqs[1].nbufs = 0;
  CHECK_EQ(uv__write_gather(&s, out), 0);
}

TEST(gathering_begins_with_a_descriptor) {
  start();
  queue(0, 98);
  queue(1, -1);
  queue(2, 99);
  CHECK_EQ(uv__write_gather(&s, out), 4);
}

TEST(advancing_ends_what_is_out_and_keeps_the_rest) {
  start();
  for (int i = 0; i < 3; i++)
    queue(i, -1);
  uv__write_advance(&s, 5); /* all of the first, one byte of the second */
  CHECK_EQ(length(&s.write_done), 1);
  CHECK_EQ(s.write_queue_size, 7);
  CHECK(reqs[1].bufs[0].base == data + 1);
  CHECK_EQ(reqs[1].bufs[0].len, 2);
  uv__write_advance(&s, 2);
  CHECK_EQ(reqs[1].write_index, 1);
  uv__write_advance(&s, 5);
  CHECK_EQ(length(&s.write_done), 3);
  CHECK_EQ(s.write_queue_size, 0);
}

TEST(keeping_buffers_skips_what_is_out) {
  uv_buf_t bufs[7];

  for (int i = 0; i < 7; i++)
    bufs[i] = uv_buf_init(data + i, i == 0 || i == 3 ? 0 : 2);
  uv__write_init(&reqs[0], &s, NULL, NULL);
  CHECK_OK(uv__write_keep_bufs(&reqs[0], bufs, 7, 5)); /* 0 2 2 0 and one byte */
  CHECK_EQ(reqs[0].nbufs, 3);
  CHECK(reqs[0].bufs == reqs[0].bufsml);
  CHECK(reqs[0].bufs[0].base == data + 5);
  CHECK_EQ(reqs[0].bufs[0].len, 1);
  CHECK_EQ(uv__write_left(&reqs[0]), 5);
  CHECK_OK(uv__write_keep_bufs(&reqs[0], bufs, 7, 1));
  CHECK(reqs[0].bufs != reqs[0].bufsml);
  uv__write_forget(&reqs[0]);
}
