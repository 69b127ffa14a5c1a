/* However fast the answer is there, the callback waits for the loop (B6.5), and runs in its poll
 * phase: after prepare, before check (B6.3). */
#include "files.h"

static char order[64];

static void on_fs(uv_fs_t* req) {
  strcat(order, (const char*) req->data);
  uv_fs_req_cleanup(req);
}

static void on_prepare(uv_prepare_t* h) {
  strcat(order, "<");
  uv_close((uv_handle_t*) h, NULL);
}

static void on_check(uv_check_t* h) {
  strcat(order, ">");
  uv_close((uv_handle_t*) h, NULL);
}

TEST(an_answer_known_at_once_is_reported_in_the_poll_phase) {
  uv_fs_t stat = {.data = "s"}, fstat = {.data = "f"}, read = {.data = "r"};
  char byte;
  uv_buf_t buf = uv_buf_init(&byte, 1);
  uv_prepare_t prepare;
  uv_check_t check;
  uv_loop_t loop;
  uv_fs_t warm;
  int fd;

  put("f", "x");
  fd = open("f", O_RDONLY);
  CHECK_OK(uv_loop_init(&loop));
  /* The first question about a device goes to the pool. */
  warm.data = "";
  CHECK_OK(uv_fs_stat(&loop, &warm, "f", on_fs));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);

  CHECK_OK(uv_prepare_init(&loop, &prepare));
  CHECK_OK(uv_prepare_start(&prepare, on_prepare));
  CHECK_OK(uv_check_init(&loop, &check));
  CHECK_OK(uv_check_start(&check, on_check));
  CHECK_OK(uv_fs_stat(&loop, &stat, "f", on_fs));
  CHECK_OK(uv_fs_fstat(&loop, &fstat, fd, on_fs));
  CHECK_OK(uv_fs_read(&loop, &read, fd, &buf, 1, 0, on_fs));
  CHECK_STR(order, "");
  CHECK_EQ(uv_loop_alive(&loop), 1);
  run_and_close(&loop);

  CHECK_EQ(strchr(order, '<') - order, 0);
  CHECK_EQ(strlen(order), 5);
  CHECK(strchr(order, 's') && strchr(order, 'f') && strchr(order, 'r'));
  CHECK_OK(close(fd));
}

static int turns;

static void again(uv_fs_t* req) {
  uv_fs_req_cleanup(req);
  if (++turns < 1000)
    CHECK_OK(uv_fs_stat(req->loop, req, ".", again));
}

static void on_timer(uv_timer_t* t) {
  CHECK_LT(turns, 1000);
  turns = 1000;
  uv_close((uv_handle_t*) t, NULL);
}

/* Each answer waits for its own turn of the loop, so a chain of them cannot hold it up. */
TEST(a_chain_of_instant_answers_does_not_starve_timers) {
  uv_timer_t timer;
  uv_loop_t loop;
  uv_fs_t req;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 0, 0));
  CHECK_OK(uv_fs_stat(&loop, &req, ".", again));
  run_and_close(&loop);
}
