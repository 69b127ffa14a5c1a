/* src/loop/watchers.h — idle, prepare and check handles differ only in their names and their phase:
 * one template, three files.
 *
 * (1) Handles run newest first, as libuv's do; a handle started while its phase runs waits for the
 *     next turn.
 * (2) A callback may stop or close any handle, itself included, and may run the loop again.
 * (3) A phase runs when it has handles. A single one, the usual case, stays where it is: there is
 *     no order to keep. Unobserved turns do not even check for hooks. */
#ifndef UV__WATCHERS_H
#define UV__WATCHERS_H

#include "loop/internal.h"

#define UV__WATCHER(name, NAME)                                                  \
  int uv_##name##_init(uv_loop_t* loop, uv_##name##_t* handle) {                 \
    uv__handle_init(loop, handle, UV_##NAME);                                    \
    handle->name##_cb = NULL;                                                    \
    uv__queue_init(&handle->queue);                                              \
    return 0;                                                                    \
  }                                                                              \
                                                                                 \
  int uv_##name##_start(uv_##name##_t* handle, uv_##name##_cb cb) {              \
    if (uv__is_active(handle))                                                   \
      return 0;                                                                  \
    if (cb == NULL)                                                              \
      return UV_EINVAL;                                                          \
    uv__queue_push_head(&handle->loop->name##_handles, &handle->queue);          \
    handle->name##_cb = cb;                                                      \
    uv__handle_start(handle);                                                    \
    uv__trace_each_turn(handle, uv__pulse_of(handle->loop)->metrics.loop_count); \
    return 0;                                                                    \
  }                                                                              \
                                                                                 \
  int uv_##name##_stop(uv_##name##_t* handle) {                                  \
    if (!uv__is_active(handle))                                                  \
      return 0;                                                                  \
    uv__queue_remove(&handle->queue);                                            \
    uv__handle_stop(handle);                                                     \
    uv__trace_each_turn(handle, uv__pulse_of(handle->loop)->metrics.loop_count); \
    return 0;                                                                    \
  }                                                                              \
                                                                                 \
  int uv__##name##_close(uv_##name##_t* handle) {                                \
    uv_##name##_stop(handle);                                                    \
    return UV__CLOSE_NOW;                                                        \
  }                                                                              \
                                                                                 \
  static __attribute__((noinline)) void uv__walk_##name(uv_loop_t* loop) {       \
    struct uv__queue round;                                                      \
    uv__queue_move(&loop->name##_handles, &round);                               \
    while (!uv__queue_empty(&round)) {                                           \
      struct uv__queue* q = uv__queue_head(&round);                              \
      uv_##name##_t* handle = uv__container(q, uv_##name##_t, queue);            \
      uv__queue_remove(q);                                                       \
      uv__queue_push_tail(&loop->name##_handles, q);                             \
      UV__CALL_CB(loop, handle, handle->name##_cb, 1);                           \
    }                                                                            \
  }                                                                              \
                                                                                 \
  void uv__run_##name(uv_loop_t* loop) {                                         \
    struct uv__queue* q = uv__queue_head(&loop->name##_handles);                 \
    uv_##name##_t* handle = uv__container(q, uv_##name##_t, queue);              \
    if (UV__LIKELY(uv__queue_single(&loop->name##_handles)))                     \
      UV__CALL_CB(loop, handle, handle->name##_cb, 0);                           \
    else                                                                         \
      uv__walk_##name(loop);                                                     \
  }                                                                              \
                                                                                 \
  void uv__run_##name##_watched(uv_loop_t* loop) {                               \
    uv__walk_##name(loop);                                                       \
  }

#endif
