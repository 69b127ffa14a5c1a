/* src/trace/off.c — the API of uv_trace.h in a library that was built without it. */
#include "trace/trace.h"

#if !UV__TRACE

#  define OFF(declaration) \
    declaration {          \
      return UV_ENOSYS;    \
    }

uint64_t uv_trace_slice_now(const uv_loop_t* loop) {
  return 0;
}

OFF(int uv_trace_counters(const uv_loop_t* loop, uv_trace_counters_t* counters))
OFF(int uv_trace_attach(uv_loop_t* loop, uv_trace_hooks_t* hooks))
OFF(int uv_trace_detach(uv_loop_t* loop, uv_trace_hooks_t* hooks))
OFF(int uv_trace_ring_start(uv_loop_t* loop, unsigned int entries))
OFF(int uv_trace_ring_stop(uv_loop_t* loop))
OFF(int uv_trace_mark(uv_loop_t* loop, const char* name, uint64_t value))
OFF(int uv_trace_span(uv_loop_t* loop, const char* name, uint64_t began_ns, uint64_t ended_ns,
                      uint64_t value))
OFF(int uv_trace_beside(uv_loop_t* loop, const char* name, uint64_t began_ns, uint64_t ended_ns,
                        uint64_t value))
OFF(int uv_trace_slices_start(uv_loop_t* loop, const uv_trace_word_t* words, unsigned int count))
OFF(int uv_trace_slice_line(uv_loop_t* loop, uint64_t slice, const char* line, unsigned int phase,
                            uint64_t took_ns))
OFF(int uv_trace_dump(uv_loop_t* loop, uv_file fd))
OFF(int uv_trace_dump_file(uv_loop_t* loop, const char* path, unsigned int events))
OFF(int uv_trace_dump_on_fatal(uv_loop_t* loop, const char* path))
OFF(int uv_trace_set_origin(uv_handle_t* handle, const char* origin))
OFF(int uv_trace_set_req_origin(uv_req_t* req, const char* origin))
OFF(int uv_trace_alive(uv_loop_t* loop, uv_trace_alive_cb cb, void* arg))
OFF(int uv_trace_print_alive(uv_loop_t* loop, FILE* stream))

#endif
