/* src/trace/alive_print.c — what keeps a loop alive, one line each:
 *   tcp      listening, 127.0.0.1:80, fd 12, 3.2 s old, called back 4 times, from server.c:12 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "trace/trace.h"

#if UV__TRACE

/* Three digits, in the largest unit of which there is at least one: 999.9 ms is 1 s. */
static const char* uv__duration(uint64_t ns, char out[32]) {
  static const struct {
    uint64_t ns;
    const char* name;
  } units[] = {{UINT64_C(3600000000000), "h"},
               {UINT64_C(60000000000), "min"},
               {1000000000, "s"},
               {1000000, "ms"},
               {1000, "us"},
               {1, "ns"}};
  unsigned i = 0;

  while (i < UV__COUNT(units) - 1 && ns < units[i].ns)
    i++;
  double value = (double) ns / (double) units[i].ns;
  if (i > 0 && value >= 999.5) {
    value = 1;
    i--;
  }
  snprintf(out, 32, value < 100 ? "%.3g %s" : "%.0f %s", value, units[i].name);
  return out;
}

struct uv__line {
  FILE* stream;
  const char* separator;
};

__attribute__((format(printf, 2, 3))) static void uv__line_add(struct uv__line* line,
                                                               const char* format, ...) {
  va_list args;

  fputs(line->separator, line->stream);
  line->separator = ", ";
  va_start(args, format);
  vfprintf(line->stream, format, args);
  va_end(args);
}

static void uv__line_add_where(struct uv__line* line, const uv_trace_alive_t* a) {
  if (a->path != NULL)
    uv__line_add(line, "%s", a->path);
  if (a->local != NULL && a->peer != NULL)
    uv__line_add(line, "%s to %s", a->local, a->peer);
  else if (a->local != NULL)
    uv__line_add(line, "%s", a->local);
  else if (a->peer != NULL)
    uv__line_add(line, "to %s", a->peer);
  if (a->fd >= 0)
    uv__line_add(line, "fd %d", a->fd);
}

static void uv__line_add_what(struct uv__line* line, const uv_trace_alive_t* a) {
  char text[32];

  if (a->what != NULL)
    uv__line_add(line, "%s", a->what);
  if (a->pid != 0)
    uv__line_add(line, "pid %d", a->pid);
  if (a->signum != 0)
    uv__line_add(line, "SIG%s", sigabbrev_np(a->signum) ? sigabbrev_np(a->signum) : "?");
  if (a->type == UV_TIMER && !a->is_request && !a->closing)
    uv__line_add(line, "due in %s", uv__duration(a->due_ns, text));
  if (a->repeat_ms != 0)
    uv__line_add(line, "every %llu ms", (unsigned long long) a->repeat_ms);
}

static void uv__print_held(const uv_trace_alive_t* a, void* arg) {
  struct uv__line line = {arg, ""};
  char age[32];

  fprintf(line.stream, "%-8s ", a->type_name);
  uv__line_add_what(&line, a);
  uv__line_add_where(&line, a);
  uv__line_add(&line, "%s old", uv__duration(a->age_ns, age));
  if (a->callbacks != 0)
    uv__line_add(&line, "called back %llu time%s", (unsigned long long) a->callbacks,
                 a->callbacks == 1 ? "" : "s");
  if (a->origin != NULL)
    uv__line_add(&line, "from %s", a->origin);
  fputc('\n', line.stream);
}

int uv_trace_print_alive(uv_loop_t* loop, FILE* stream) {
  int count = uv_trace_alive(loop, uv__print_held, stream);

  if (count == 0)
    fputs("nothing keeps this loop alive\n", stream);
  return ferror(stream) ? UV_EIO : count;
}

#endif
