/* The ring when it is full, refused and cancelled: src/io/uring.c with 4 submission and 8
 * completion entries. */
#define UV__RING_SQ_ENTRIES 4
#define UV__RING_CQ_ENTRIES 8
#include "io/uring.c"

#include <fcntl.h>
#include "check.h"
#include "uv_trace.h"

static uv_loop_t loop;
static struct uv__op ops[32];
static int results[32];
static int done;

static void on_done(uv_loop_t* l, struct uv__op* op, int result) {
  CHECK(l == &loop);
  results[op - ops] = result;
  done++;
}

static struct io_uring_sqe* nop(int i) {
  ops[i].done = on_done;
  return uv__ring_sqe(&loop, IORING_OP_NOP, &ops[i]);
}

static void begin(void) {
  CHECK_OK(uv_loop_init(&loop));
  if (nop(0) == NULL)
    SKIP("no io_uring here");
}

static void finish(void) {
  uv__ring_submit(&loop, &loop.internal->ring);
  uv__run_completions(&loop);
  CHECK_EQ(loop.internal->ring.in_flight, 0);
  CHECK_OK(uv_loop_close(&loop));
}

/* The last of the reasons that were counted. */
static void expect_fallback(int opcode, int error) {
#if UV__TRACE
  uv_trace_counters_t c = {.size = sizeof(c)};

  CHECK_OK(uv_trace_counters(&loop, &c));
  CHECK_GT(c.ring_fallbacks, 0);
  int last = 0;
  while (c.fallbacks[last + 1].count != 0)
    last++;
  CHECK_EQ(c.fallbacks[last].opcode, opcode);
  CHECK_EQ(c.fallbacks[last].error, error);
#endif
}

TEST(a_full_submission_queue_is_handed_over_and_filled_again) {
  begin();
  for (int i = 1; i < 8; i++)
    CHECK(nop(i) != NULL);
  finish();
  CHECK_EQ(done, 8);
}

TEST(no_more_operations_are_taken_than_completions_have_room) {
  begin();
  for (int i = 1; i < 8; i++)
    CHECK(nop(i) != NULL);
  CHECK(nop(8) == NULL); /* the caller takes the pool */
  expect_fallback(IORING_OP_NOP, UV_EBUSY);
  uv__ring_submit(&loop, &loop.internal->ring);
  CHECK_EQ(uv__run_completions(&loop), 8);
  CHECK(nop(8) != NULL);
  finish();
  CHECK_EQ(done, 9);
}

TEST(an_operation_not_yet_submitted_can_be_cancelled) {
  begin();
  CHECK(nop(1) != NULL);
  CHECK_OK(uv__ring_cancel(&loop, &ops[1]));
  uv__ring_submit(&loop, &loop.internal->ring);
  CHECK_EQ(uv__ring_cancel(&loop, &ops[0]), UV_EBUSY);
  finish();
  CHECK_EQ(results[0], 0);
  CHECK_EQ(results[1], UV_ECANCELED);
}

TEST(an_operation_the_kernel_does_not_know_is_not_tried_twice) {
  begin();
  CHECK(loop.internal->ring.usable[IORING_OP_READ]);
  CHECK_EQ(uv__ring_refused(&loop, IORING_OP_READ, UV_ENOSYS), 1);
  CHECK(uv__ring_sqe(&loop, IORING_OP_READ, &ops[1]) == NULL);
  expect_fallback(IORING_OP_READ, UV_ENOSYS);
  CHECK_EQ(uv__ring_refused(&loop, IORING_OP_NOP, UV_EINVAL), 1);
  CHECK(nop(1) != NULL); /* EINVAL may be about the arguments */
  CHECK_EQ(uv__ring_refused(&loop, IORING_OP_NOP, UV_ENOENT), 0);
  finish();
}

static void again(uv_loop_t* l, struct uv__op* op, int result) {
  CHECK_EQ(result, 7);
  if (++done < 3)
    uv__op_finish(l, op, 7);
}

TEST(an_operation_done_at_once_is_reported_by_the_next_poll_only) {
  CHECK_OK(uv_loop_init(&loop));
  ops[0].done = again;
  uv__op_finish(&loop, &ops[0], 7);
  CHECK_EQ(done, 0);
  CHECK_EQ(uv__run_completions(&loop), 1);
  CHECK_EQ(uv__run_completions(&loop), 1);
  CHECK_EQ(done, 2);
  CHECK_OK(uv__ring_cancel(&loop, &ops[0]));
  CHECK_EQ(ops[0].result, UV_ECANCELED);
  loop.done_head = NULL;
  CHECK_OK(uv_loop_close(&loop));
}

/* As after a seccomp filter that came later than the ring. */
TEST(a_ring_that_takes_nothing_any_more_gives_all_back_as_refused) {
  begin();
  int other = open("/dev/null", O_RDWR);
  CHECK_EQ(dup2(other, loop.internal->ring.fd), loop.internal->ring.fd);
  close(other);
  for (int i = 1; i < 4; i++)
    CHECK(nop(i) != NULL);
  CHECK_OK(uv__ring_cancel(&loop, &ops[2]));
  CHECK(nop(4) == NULL); /* there was no room, then no ring */
  CHECK_EQ(done, 0);
  CHECK_EQ(uv__run_completions(&loop), 4);
  for (int i = 0; i < 4; i++)
    CHECK_EQ(results[i], i == 2 ? UV_ECANCELED : UV_ENOSYS);
  CHECK(!uv__ring_has_filled(&loop.internal->ring));
  finish();
}

static void fork_the_loop(uv_loop_t* l, struct uv__op* op, int result) {
  on_done(l, op, result);
  CHECK_OK(uv_loop_fork(l)); /* what a child would do; the other operations are the parent's */
  CHECK(nop(5) != NULL);
}

TEST(a_callback_may_fork_while_other_operations_have_completed) {
  begin();
  ops[0].done = fork_the_loop;
  CHECK(nop(1) != NULL);
  CHECK(nop(2) != NULL);
  uv__ring_submit(&loop, &loop.internal->ring);
  CHECK_EQ(uv__run_completions(&loop), 1);
  finish();
  CHECK_EQ(done, 2);
  CHECK_EQ(results[5], 0);
}
