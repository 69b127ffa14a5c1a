/* src/trace/trace.h — the places where the library can be watched.
 *
 * Every user callback is called through one of these two macros, so that one line of code counts it and,
 * when someone watches, brackets it. The object may be gone when the callback returns: nothing touches
 * it afterwards. Compiled with UV__TRACE=0 they are the plain call. */
#ifndef UV__TRACE_H
#define UV__TRACE_H

#include "loop/loop.h"

#ifndef UV__TRACE
#define UV__TRACE 1
#endif

#if UV__TRACE

void uv__trace_before_handle(uv_loop_t* loop, const uv_handle_t* h);
void uv__trace_before_req(uv_loop_t* loop, const uv_req_t* r);
void uv__trace_after(uv_loop_t* loop);

#define UV__CALL(loop_, before_, call_)                                                           \
  do {                                                                                            \
    uv_loop_t* uv__l = (loop_);                                                                   \
    uv__l->callbacks++;                                                                           \
    if (UV__LIKELY(!uv__l->traced)) {                                                             \
      call_;                                                                                      \
    } else {                                                                                      \
      before_;                                                                                    \
      call_;                                                                                      \
      uv__trace_after(uv__l);                                                                     \
    }                                                                                             \
  } while (0)

#define UV__CALL_HANDLE(loop, h, call)                                                            \
  UV__CALL(loop, uv__trace_before_handle(uv__l, (const uv_handle_t*) (h)), call)
#define UV__CALL_REQ(loop, r, call)                                                               \
  UV__CALL(loop, uv__trace_before_req(uv__l, (const uv_req_t*) (r)), call)

#else

#define UV__CALL_HANDLE(loop, h, call) do { call; } while (0)
#define UV__CALL_REQ(loop, r, call) do { call; } while (0)

#endif

#endif
