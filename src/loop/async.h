/* src/loop/async.h — falling asleep and being woken. */
#ifndef UV__ASYNC_H
#define UV__ASYNC_H

#include "loop/loop.h"

/* Values of loop->wake_state. Only the loop's thread leaves SIGNALLED. ASLEEP: in epoll_wait(), or
 * outside of uv_run(); DOZING: waiting for this very word to change. */
enum { UV__ASLEEP = 0, UV__AWAKE = 1, UV__SIGNALLED = 2, UV__DOZING = 3 };

int uv__async_loop_init(uv_loop_t* loop);
int uv__async_loop_fork(uv_loop_t* loop);
void uv__async_loop_close(uv_loop_t* loop);

/* Around uv_run(). Outside of it a loop counts as asleep: an outer poller may wait for its backend
 * descriptor. */
void uv__loop_enter(uv_loop_t* loop);
void uv__loop_leave(uv_loop_t* loop);

/* `how` is ASLEEP or DOZING. 1: the loop may block now and will be woken. 0: it was signalled. */
static inline int uv__loop_fall_asleep(uv_loop_t* loop, int how) {
  int awake = UV__AWAKE;
  return __atomic_compare_exchange_n(&loop->wake_state, &awake, how, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

/* Waits, having fallen asleep DOZING, until signalled or the deadline (ns, loop clock; UINT64_MAX:
 * none) or some signal handler has run. */
void uv__loop_doze(uv_loop_t* loop, uint64_t deadline);

/* 1: someone signalled; look at finished jobs and sent handles. */
static inline int uv__loop_rise(uv_loop_t* loop) {
  if (__atomic_load_n(&loop->wake_state, __ATOMIC_RELAXED) == UV__AWAKE)
    return 0;
  return __atomic_exchange_n(&loop->wake_state, UV__AWAKE, __ATOMIC_SEQ_CST) == UV__SIGNALLED;
}

/* Calls the async handles that were sent to, in the order of their initialisation. Returns how
 * many. */
unsigned uv__run_async(uv_loop_t* loop);

#endif
