/* bench/loop/turn.c — what one iteration costs when nothing is ready. */
#include "../cases.h"

#include <netinet/in.h>

static struct bench* bench;
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static uv_udp_t quiet;
static uv_timer_t far_away;

static void on_idle(uv_idle_t* handle) {
  bench_lap_or_stop(bench);
}

static void on_prepare(uv_prepare_t* handle) {
}

static void on_check(uv_check_t* handle) {
}

static void on_timer(uv_timer_t* handle) {
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  *buf = uv_buf_init(NULL, 0);
}

static void on_datagram(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                        const struct sockaddr* from, unsigned flags) {
  CHECK(nread);
}

static void add_quiet_socket(struct bench* b) {
  struct sockaddr_in address;

  CHECK(uv_ip4_addr("127.0.0.1", 0, &address));
  CHECK(uv_udp_init(&b->loop, &quiet));
  CHECK(uv_udp_bind(&quiet, (const struct sockaddr*) &address, 0));
  CHECK(uv_udp_recv_start(&quiet, on_alloc, on_datagram));
}

static void add_handles(struct bench* b) {
  CHECK(uv_timer_init(&b->loop, &far_away));
  CHECK(uv_timer_start(&far_away, on_timer, 3600 * 1000, 0));
  if (b->arg & TURN_IO)
    add_quiet_socket(b);
  if (b->arg & TURN_PREPARE_CHECK) {
    CHECK(uv_prepare_init(&b->loop, &prepare));
    CHECK(uv_prepare_start(&prepare, on_prepare));
    CHECK(uv_check_init(&b->loop, &check));
    CHECK(uv_check_start(&check, on_check));
  }
  if (b->arg & TURN_IDLE) {
    CHECK(uv_idle_init(&b->loop, &idle));
    CHECK(uv_idle_start(&idle, on_idle));
  }
}

void bench_loop_turn(struct bench* b) {
  bench = b;
  CHECK(uv_loop_init(&b->loop));
  add_handles(b);
  bench_begin(b);
  if (b->arg & TURN_NOWAIT)
    while (bench_lap(b, 1))
      CHECK(uv_run(&b->loop, UV_RUN_NOWAIT));
  else
    CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  bench_close_loop(b);
}
