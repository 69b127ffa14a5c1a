/* A callback may send again, also with the same request, or close: nothing is lost, nothing is
 * stuck, and the loop has its turns in between. */
#include "udp_test.h"

enum { AGAIN = 50 };

static uv_loop_t loop;
static uv_udp_t udp;
static uv_udp_send_t first, second, third;
static struct sockaddr_in addr;
static int called, turns, canceled;

static const uv_buf_t data = {"x", 1};

static void on_sent(uv_udp_send_t* req, int status) {
  CHECK_EQ(status, 0);
  called++;
  if (called < AGAIN)
    CHECK_OK(uv_udp_send(req, &udp, &data, 1, ADDR(addr), on_sent));
}

static void on_check(uv_check_t* check) {
  turns++;
  if (called == AGAIN)
    uv_close((uv_handle_t*) check, NULL);
}

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_udp_init(&loop, &udp));
  addr = udp_bind_free(&udp, 0);
}

TEST(udp_a_send_callback_may_send_again) {
  uv_check_t check;

  start();
  CHECK_OK(uv_check_init(&loop, &check));
  CHECK_OK(uv_check_start(&check, on_check));
  CHECK_OK(uv_udp_send(&first, &udp, &data, 1, ADDR(addr), on_sent));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, AGAIN);
  CHECK_GT(turns, 1);
  udp_close_loop(&loop);
}

static void on_last(uv_udp_send_t* req, int status) {
  CHECK_EQ(status, 0);
  called++;
}

static void on_first(uv_udp_send_t* req, int status) {
  CHECK_EQ(status, 0);
  called++;
  CHECK_OK(uv_udp_send(&third, &udp, &data, 1, ADDR(addr), on_last));
}

TEST(udp_a_send_made_while_others_are_called_back_is_not_stuck) {
  start();
  CHECK_OK(uv_udp_send(&first, &udp, &data, 1, ADDR(addr), on_first));
  CHECK_OK(uv_udp_send(&second, &udp, &data, 1, ADDR(addr), on_last));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 3);
  udp_close_loop(&loop);
}

static void on_canceled(uv_udp_send_t* req, int status) {
  CHECK_EQ(status, UV_ECANCELED);
  CHECK_EQ(uv_udp_send(&first, &udp, &data, 1, ADDR(addr), on_last), UV_EBADF);
  canceled++;
}

static void on_sent_close(uv_udp_send_t* req, int status) {
  CHECK_EQ(status, 0);
  CHECK_OK(uv_udp_send(&third, &udp, &data, 1, ADDR(addr), on_canceled));
  uv_close((uv_handle_t*) &udp, NULL);
}

TEST(udp_close_in_a_send_callback_cancels_the_rest) {
  start();
  CHECK_OK(uv_udp_send(&first, &udp, &data, 1, ADDR(addr), on_sent_close));
  CHECK_OK(uv_udp_send(&second, &udp, &data, 1, ADDR(addr), on_last));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  CHECK_EQ(canceled, 1);
  CHECK_OK(uv_loop_close(&loop));
}

static void on_first_nested(uv_udp_send_t* req, int status) {
  called++;
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(called, 2);
}

/* B3.7 */
TEST(udp_a_nested_run_finds_the_sends_that_are_left) {
  start();
  CHECK_OK(uv_udp_send(&first, &udp, &data, 1, ADDR(addr), on_first_nested));
  CHECK_OK(uv_udp_send(&second, &udp, &data, 1, ADDR(addr), on_last));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 2);
  udp_close_loop(&loop);
}
