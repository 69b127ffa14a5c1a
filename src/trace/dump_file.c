/* src/trace/dump_file.c — a trace in the place of the one before, so that a process which is killed
 * without a warning leaves the last one.
 *
 * (1) Whoever opens the path finds a whole file: src/os/private_file.c writes a new one and puts it
 *     in its place.
 * (2) A device is not written: it would get one trace after the other.
 * (3) What fatal.c writes is never replaced: it is the last word. */
#include "trace/export.h"
#include "trace/watch.h"

#if UV__TRACE

int uv_trace_dump_file(uv_loop_t* loop, const char* path, unsigned int events) {
  uv_trace_file_t file;
  int err;

  if (!uv__trace_has_events(loop))
    return UV_EINVAL;
  err = uv_trace_file_open(&file, path);
  if (err != 0)
    return err;
  err = file.name[0] == '\0' ? UV_EINVAL : uv__trace_export(loop, file.fd, 0, events);
  if (err == 0)
    return uv__fatal_replace(&file);
  uv_trace_file_discard(&file);
  return err;
}

#endif
