/* src/loop/poll.c — the one phase that may sleep: waits for the kernel and runs what it reports.
 *
 * (1) It does not block while anything else could run: a stop, nothing alive, idle handles, pending
 *     or closing ones, completions, a wake-up; nor in a loop that stays awake.
 * (2) When it sleeps for a timer, it wakes when the timer is due and never before.
 * (3) One poll runs a bounded number of callbacks, however fast events come: timers do not starve.
 *     It fetches no second batch of events once a timer is due. */
#include <assert.h>

#include "io/epoll.h"
#include "loop/async.h"
#include "loop/internal.h"
#include "loop/virtual.h"
#include "threads/pool.h"
#include "uv_trace.h"

enum {
  MAX_FULL_BATCHES = 48, /* of UV__EPOLL_BATCH events each */
  MAX_PENDING_ROUNDS = 8,
  MAX_UNPOLLED =
      8 /* consecutive turns that may skip the system call because there are completions */
};

/* Something is there to be run without waiting for the kernel. */
static int uv__has_completions(const uv_loop_t* loop) {
  return loop->done_head != NULL || uv__ring_has_completed(&loop->internal->ring);
}

int uv__must_not_block(const uv_loop_t* loop) {
  return loop->internal->pulse.awake || loop->stop_flag || !uv__has_active(loop) ||
         !uv__queue_empty(&loop->pending_queue) || !uv__queue_empty(&loop->idle_handles) ||
         loop->closing_handles != NULL || loop->closing_round != NULL ||
         uv__has_completions(loop) || uv__ring_has_filled(&loop->internal->ring);
}

int uv_trace_stay_awake(uv_loop_t* loop, int on) {
  struct uv__pulse* pulse = uv__pulse_of(loop);

  loop->active_handles += (on != 0) - pulse->awake;
  pulse->awake = on != 0;
  return 0;
}

/* Changes nothing, so that another thread that keeps the loop at rest by a lock may call it. */
int uv_backend_timeout(const uv_loop_t* loop) {
  uint64_t due;

  if (uv__must_not_block(loop))
    return 0;
  due = uv__timer_peek_due(loop);
  if (due == UINT64_MAX)
    return -1;
  if (due <= loop->time)
    return 0;
  due = (due - loop->time - 1) / 1000000 + 1;
  return due > INT32_MAX ? INT32_MAX : (int) due;
}

/* ns, loop clock; 0: do not block. */
static uint64_t uv__poll_deadline(uv_loop_t* loop) {
  if (!loop->internal->pulse.may_sleep || uv__must_not_block(loop))
    return 0;
  uint64_t due = uv__timer_next_due(loop);
  return due <= loop->time ? 0 : due;
}

/* One word, so that another thread never sees half of a change: awake, twice the time asleep so
 * far; asleep, twice the moment at which an unbroken sleep of that length would have begun, plus
 * 1. */
static uint64_t uv__sleep_begin(uv_loop_t* loop) {
  uint64_t* idle = &loop->internal->idle;
  uint64_t now = uv__clock_ns();
  uv__trace_poll_sleep(loop, now);
  __atomic_store_n(idle, (now - *idle / 2) * 2 + 1, __ATOMIC_RELAXED);
  return now;
}

static void uv__sleep_end(uv_loop_t* loop) {
  uint64_t* idle = &loop->internal->idle;
  __atomic_store_n(idle, (loop->time - *idle / 2) * 2, __ATOMIC_RELAXED);
}

/* From any thread. */
uint64_t uv_metrics_idle_time(uv_loop_t* loop) {
  uint64_t idle = __atomic_load_n(&loop->internal->idle, __ATOMIC_RELAXED);

  if (!(loop->flags & UV__LOOP_IDLE_METRICS))
    return 0;
  return idle & 1 ? uv__clock_ns() - idle / 2 : idle / 2;
}

void uv__count_events(uv_loop_t* loop, unsigned n) {
  loop->internal->pulse.metrics.events += n;
  if (!loop->internal->pulse.slept)
    loop->internal->pulse.metrics.events_waiting += n; /* they became ready before this call */
}

/* Unwanted events count here, too: an outer poller on the backend descriptor sees them, and the
 * eventfd, until epoll is called. */
static int uv__may_skip_kernel(uv_loop_t* loop) {
  struct uv__loop_internal* in = loop->internal;
  if (__atomic_load_n(&in->pulse.wake_written, __ATOMIC_RELAXED))
    return 0;
  return in->pulse.armed == 0 || uv__quiet_holds(&in->lull) ||
         (uv__has_completions(loop) && ++in->pulse.unpolled < MAX_UNPOLLED);
}

/* Later writes are reported by epoll or by the flag. */
static int uv__ask_kernel(uv_loop_t* loop, struct epoll_event* events, uint64_t now,
                          uint64_t deadline) {
  int* written = &loop->internal->pulse.wake_written;
  if (__atomic_load_n(written, __ATOMIC_RELAXED))
    __atomic_exchange_n(written, 0, __ATOMIC_SEQ_CST);
  return uv__epoll_wait(loop, events, now, deadline);
}

/* Nothing but another thread or a timer can end this sleep. */
static int uv__may_doze(const uv_loop_t* loop) {
  return loop->watched == 0 && loop->internal->ring.in_flight == 0 &&
         !(loop->flags & UV__LOOP_BLOCK_SIGPROF);
}

/* One system call, then the clock. The call is skipped when the kernel has no events (no descriptor
 * is registered, or none is ready, and the rest is read from memory) or when it may wait a few
 * turns. Returns the number of events. */
static int uv__poll_kernel(uv_loop_t* loop, struct epoll_event* events, uint64_t deadline) {
  struct uv__loop_internal* in = loop->internal;
  int doze = uv__may_doze(loop);
  int n = 0;

  if (deadline != 0 && !uv__loop_fall_asleep(loop, doze ? UV__DOZING : UV__ASLEEP))
    deadline = 0;
  in->pulse.slept = deadline != 0;

  if (deadline == 0) {
    if (uv__may_skip_kernel(loop)) {
      uv__update_time(loop);
      uv__trace_poll_wake(loop, &in->pulse);
      return 0;
    }
    n = uv__ask_kernel(loop, events, 0, 0);
    uv__quiet_looked(loop, &in->lull, n);
    uv__update_time(loop);
  } else {
    uint64_t now = uv__sleep_begin(loop);
    if (doze)
      uv__loop_doze(loop, deadline);
    else
      n = uv__ask_kernel(loop, events, now, deadline);
    uv__update_time(loop);
    uv__sleep_end(loop);
  }
  uv__trace_poll_wake(loop, &in->pulse);
  uv__trace_poll_calls(loop);
  in->pulse.unpolled = 0;
  uv__count_events(loop, (unsigned) n);
  return n;
}

/* Completions come first: an operation that some callback below does at once is then reported by
 * the next poll and not by this one. */
static int uv__poll_dispatch(uv_loop_t* loop, const struct epoll_event* events, int count) {
  int signalled = uv__loop_rise(loop);
  int called = 0;

  if (uv__has_completions(loop)) {
    uv__trace_poll_calls(loop);
    called += uv__run_completions(loop);
  }
  if (signalled) {
    uv__trace_poll_calls(loop);
    called += (int) uv__work_run_done(loop);
    called += (int) uv__run_async(loop);
  }
  called += uv__epoll_dispatch(loop, events, count);
  return called;
}

/* `watched` is a constant: only observed turns check for virtual time. */
static inline __attribute__((always_inline)) void uv__poll(uv_loop_t* loop, int watched) {
  struct epoll_event events[UV__EPOLL_BATCH];
  struct uv__loop_internal* in = loop->internal;
  unsigned batches = MAX_FULL_BATCHES;
  int called = 0;
  int n;

  __atomic_store_n(&in->pulse.metrics.loop_count, in->pulse.metrics.loop_count + 1,
                   __ATOMIC_RELAXED);
  if (uv__ring_has_filled(&in->ring))
    uv__ring_submit(loop, &in->ring);

  uint64_t deadline = uv__poll_deadline(loop);
  if (watched && in->pulse.virtual_time)
    deadline = uv__virtual_deadline(loop, deadline);
  do {
    n = uv__poll_kernel(loop, events, deadline);
    called += uv__poll_dispatch(loop, events, n);
    if (called)
      deadline = 0;
    else if (deadline <= loop->time)
      break;
    /* Again after a full batch, so that no event waits for a whole turn; or when a sleep ended
     * without an event: a signal, a wake-up that was already handled, unwanted readiness. */
  } while (n == UV__EPOLL_BATCH ? --batches > 0 && !uv__timer_may_be_due(loop) : called == 0);

  /* Writes that finished at once call back here rather than a turn later. */
  for (int i = 0; i < MAX_PENDING_ROUNDS && !uv__queue_empty(&loop->pending_queue); i++) {
    uv__trace_poll_calls(loop);
    uv__run_pending(loop);
    called++;
  }
  if (watched && in->pulse.virtual_time && called == 0)
    uv__virtual_jump(loop);
  /* A nested run measures only itself: the callback that called it takes time, too. */
  in->pulse.quiet = called == 0 && uv__queue_empty(&loop->check_handles) &&
                    loop->closing_handles == NULL && loop->depth == 1;
}

void uv__run_poll(uv_loop_t* loop) {
  uv__poll(loop, 0);
}

void uv__run_poll_watched(uv_loop_t* loop) {
  uv__poll(loop, 1);
}
