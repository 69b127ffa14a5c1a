/* UV_UDP_RECVMMSG: several datagrams per call, as chunks of one buffer that is then given back. */
#include <stdlib.h>

#include "udp_test.h"

enum { CHUNK = 65536, CHUNKS = 4, DATAGRAMS = 10 };

static uv_loop_t loop;
static uv_udp_t receiver, sender;
static char* base;
static size_t size = CHUNK * CHUNKS;
static int allocs, frees, received, in_buffer, drained;

static void on_alloc(uv_handle_t* h, size_t suggested, uv_buf_t* buf) {
  CHECK_EQ(suggested, CHUNK);
  CHECK_EQ(allocs, frees);
  base = malloc(size);
  CHECK(base != NULL);
  *buf = uv_buf_init(base, (unsigned) size);
  allocs++;
  in_buffer = 0;
}

static void free_buffer(const uv_buf_t* buf) {
  CHECK(buf->base == base);
  CHECK_EQ(buf->len, size);
  free(base);
  frees++;
}

static void on_told(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                    unsigned flags) {
  if (flags & UV_UDP_MMSG_CHUNK) {
    CHECK(from != NULL);
    CHECK_EQ(nread, 1);
    CHECK(buf->base == base + CHUNK * in_buffer++);
    CHECK_EQ(buf->len, CHUNK);
    CHECK_EQ(buf->base[0], received++);
    return;
  }
  CHECK_EQ(nread, 0);
  CHECK(from == NULL);
  CHECK_EQ(flags, in_buffer > 0 ? UV_UDP_MMSG_FREE : 0);
  free_buffer(buf);
  if (flags == 0)
    drained++;
}

static struct sockaddr_in start(uv_udp_recv_cb recv_cb) {
  struct sockaddr_in addr;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init_ex(&loop, &receiver, AF_INET | UV_UDP_RECVMMSG));
  CHECK_OK(uv_udp_init(&loop, &sender));
  CHECK_EQ(uv_udp_using_recvmmsg(&receiver), 1);
  CHECK_EQ(uv_udp_using_recvmmsg(&sender), 0);
  addr = udp_bind_free(&receiver, 0);
  CHECK_OK(uv_udp_recv_start(&receiver, on_alloc, recv_cb));
  return addr;
}

TEST(udp_recvmmsg_gives_chunks_then_the_buffer_then_the_end) {
  struct sockaddr_in addr = start(on_told);

  for (int i = 0; i < DATAGRAMS; i++) {
    char number = (char) i;
    uv_buf_t buf = uv_buf_init(&number, 1);
    CHECK_EQ(uv_udp_try_send(&sender, &buf, 1, ADDR(addr)), 1);
  }
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(received, DATAGRAMS);
  CHECK_EQ(drained, 1);
  CHECK_EQ(allocs, 4); /* for 4, 4, 2 datagrams and for the end */
  CHECK_EQ(frees, allocs);
  udp_close_loop(&loop);
}

static void on_refused(uv_udp_t* h, ssize_t nread, const uv_buf_t* buf, const struct sockaddr* from,
                       unsigned flags) {
  CHECK_EQ(nread, UV_EINVAL);
  CHECK(from == NULL);
  CHECK_EQ(flags, 0);
  free_buffer(buf);
  received++;
  CHECK_OK(uv_udp_recv_stop(h));
}

TEST(udp_recvmmsg_wants_room_for_the_largest_datagram) {
  uv_buf_t data = uv_buf_init("x", 1);
  struct sockaddr_in addr = start(on_refused);

  size = CHUNK - 1;
  CHECK_EQ(uv_udp_try_send(&sender, &data, 1, ADDR(addr)), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(received, 1);
  udp_close_loop(&loop);
}

/* The bound is looked at between calls: 64, and a buffer is never left half used (B3.4). */
TEST(udp_recvmmsg_leaves_the_loop_after_64_datagrams) {
  struct sockaddr_in addr = start(on_told);

  for (int i = 0; i < 70; i++) {
    char number = (char) i;
    uv_buf_t buf = uv_buf_init(&number, 1);
    CHECK_EQ(uv_udp_try_send(&sender, &buf, 1, ADDR(addr)), 1);
  }
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(received, 64);
  CHECK_EQ(drained, 0);
  uv_run(&loop, UV_RUN_ONCE);
  CHECK_EQ(received, 70);
  CHECK_EQ(drained, 1);
  udp_close_loop(&loop);
}
