/* src/trace/export_json.c — the recorders as a trace file for Perfetto and chrome://tracing.
 *
 * The format is the "trace event format" in JSON: spans are "X" with a duration, moments "i", ring
 * operations "b" and "e" by their id, names of threads "M". Times are microseconds of
 * CLOCK_MONOTONIC, so that the traces of two processes of one machine fit together.
 *
 * (1) Runs in a signal handler: no allocation, no lock, no stdio; reads each event whole or not at
 *     all.
 * (2) What had begun and not ended is written as "B" without an "E": the viewer shows it as running
 *     on, which in a crash is the culprit. */
#include <string.h>
#include <unistd.h>

#include "trace/export.h"
#include "trace/names.h"

#if UV__TRACE

enum uv__shape { SPAN, POINT, BEGIN, END, BESIDE };
enum uv__title { NAME, PHASE, TYPE, TEXT };

struct uv__event_info {
  const char* name;
  enum uv__shape shape;
  enum uv__title title;
  const char* n; /* "": not shown */
  const char* object;
  const char* text;
  const char* value;
};

static const struct uv__event_info uv__events[] = {
#  define EVENT(name, shape, title, n, object, text, value, sentence) \
    {#name, shape, title, n, object, text, value},
#  include "trace/events.def"
#  undef EVENT
};

void uv__event_open(struct uv__json* j, const char* ph, int tid) {
  uv__out_text(&j->out, j->comma ? ",\n{\"ph\":\"" : "{\"ph\":\"");
  uv__out_text(&j->out, ph);
  uv__out_text(&j->out, "\",\"pid\":");
  uv__out_i64(&j->out, j->pid);
  uv__out_text(&j->out, ",\"tid\":");
  uv__out_i64(&j->out, tid);
  j->comma = 1;
}

void uv__field(struct uv__json* j, const char* name, const char* text) {
  uv__out_text(&j->out, ",\"");
  uv__out_text(&j->out, name);
  uv__out_text(&j->out, "\":");
  uv__out_json(&j->out, text);
}

void uv__field_time(struct uv__json* j, const char* name, uint64_t ns) {
  uv__out_text(&j->out, ",\"");
  uv__out_text(&j->out, name);
  uv__out_text(&j->out, "\":");
  uv__out_us(&j->out, ns);
}

void uv__field_u64(struct uv__json* j, const char* name, uint64_t n) {
  uv__out_text(&j->out, ",\"");
  uv__out_text(&j->out, name);
  uv__out_text(&j->out, "\":");
  uv__out_u64(&j->out, n);
}

void uv__metadata(struct uv__json* j, int tid, const char* what, const char* name) {
  uv__event_open(j, "M", tid);
  uv__field(j, "name", what);
  uv__out_text(&j->out, ",\"args\":{\"name\":");
  uv__out_json(&j->out, name);
  uv__out_text(&j->out, "}}");
}

const char* uv__type_name(int type) {
  return type & UV__REQUEST_BIT ? uv_req_type_name(type & ~UV__REQUEST_BIT)
                                : uv_handle_type_name(type);
}

static const char* uv__event_title(const struct uv__event* e) {
  const char* title = uv__events[e->type].name;

  if (uv__events[e->type].title == PHASE)
    title = uv_trace_phase_name(e->n);
  if (uv__events[e->type].title == TYPE)
    title = uv__type_name(e->n);
  if (uv__events[e->type].title == TEXT)
    title = e->text;
  return title != NULL ? title : "unknown";
}

/* ---- What an event carries besides its time ---- */

static void uv__arg(struct uv__json* j, const char* name) {
  uv__out_text(&j->out, ",\"");
  uv__out_text(&j->out, name);
  uv__out_text(&j->out, "\":");
}

static void uv__arg_n(struct uv__json* j, const char* name, int n) {
  uv__arg(j, name);
  if (strcmp(name, "opcode") == 0)
    uv__out_json(&j->out, uv__opcode_name(n));
  else
    uv__out_i64(&j->out, n);
}

static void uv__arg_value(struct uv__json* j, const char* name, uint64_t value) {
  char text[64];

  uv__arg(j, name);
  if (strcmp(name, "errno") == 0)
    uv__out_json(&j->out, uv_err_name_r(-(int) value, text, sizeof(text)));
  else if (strcmp(name, "result") == 0)
    uv__out_i64(&j->out, (int64_t) value);
  else
    uv__out_u64(&j->out, value);
}

static void uv__args(struct uv__json* j, const struct uv__event* e) {
  const struct uv__event_info* info = &uv__events[e->type];

  uv__out_text(&j->out,
               e->type == UV__EVENT_pool_job ? ",\"args\":{\"thread\":" : ",\"args\":{\"turn\":");
  uv__out_u64(&j->out, e->turn);
  if (*info->n)
    uv__arg_n(j, info->n, e->n);
  if (*info->object) {
    uv__arg(j, info->object);
    uv__out_hex(&j->out, (uintptr_t) e->object);
  }
  if (*info->text && e->text != NULL) {
    uv__arg(j, info->text);
    uv__out_json(&j->out, e->text);
  }
  if (*info->value)
    uv__arg_value(j, info->value, e->value);
  uv__out_text(&j->out, "}}");
}

void uv__event_write(struct uv__json* j, int tid, const struct uv__event* e) {
  static const char* const ph[] = {
      [SPAN] = "X", [POINT] = "i", [BEGIN] = "b", [END] = "e", [BESIDE] = "X"};
  const struct uv__event_info* info = &uv__events[e->type];

  uv__event_open(j, ph[info->shape], info->shape == BESIDE ? tid + UV__TRACK_BESIDE : tid);
  /* Both ends of an operation need one name. */
  uv__field(j, "name", info->shape == BEGIN || info->shape == END ? "ring" : uv__event_title(e));
  uv__field(j, "cat", info->shape == BEGIN || info->shape == END ? "ring" : info->name);
  uv__field_time(j, "ts", e->began);
  if (info->shape == SPAN || info->shape == BESIDE)
    uv__field_time(j, "dur", e->ended - e->began);
  if (info->shape == POINT)
    uv__field(j, "s", "t");
  if (info->shape == BEGIN || info->shape == END) {
    uv__out_text(&j->out, ",\"id\":");
    uv__out_hex(&j->out, (uintptr_t) e->object);
  }
  uv__args(j, e);
}

/* ---- Loops and the pool ---- */

static void uv__watch_write(struct uv__json* j, const struct uv__watch* w, uint64_t last) {
  int tid = __atomic_load_n(&w->tid, __ATOMIC_RELAXED);

  uv__metadata(j, tid, "thread_name", "loop");
  uv__metadata(j, tid + UV__TRACK_BESIDE, "thread_name", "beside the loop");
  uv__loop_write(j, w, tid, last);
}

static void uv__pool_write(struct uv__json* j, uint64_t last) {
  const struct uv__recorder* r = &uv__pool_recorder;
  uint64_t kept = last < r->mask + 1 ? last : r->mask + 1;
  uint64_t end = __atomic_load_n(&r->next, __ATOMIC_ACQUIRE);
  struct uv__event e;
  int named = 0;

  /* Each thread is named when it first appears; a run of jobs on one thread names it once. */
  for (uint64_t number = end > kept ? end - kept : 0; number < end; number++) {
    if (!uv__recorder_read(r, number, &e))
      continue;
    if (named != (int) e.turn)
      uv__metadata(j, (int) e.turn, "thread_name", "pool");
    named = (int) e.turn;
    uv__event_write(j, named, &e);
  }
}

static void uv__death_write(struct uv__json* j, int signum) {
  uv__event_open(j, "i", gettid());
  uv__field(j, "name", "killed by a signal");
  uv__field(j, "cat", "fatal");
  uv__field_time(j, "ts", uv__clock_ns());
  uv__field(j, "s", "g");
  uv__out_text(&j->out, ",\"args\":{\"signal\":");
  uv__out_i64(&j->out, signum);
  uv__out_text(&j->out, "}}");
}

/* Of one loop, or of all of them: the lists are walked for all only, because another loop may be
 * closed meanwhile. */
static struct uv__watch* uv__first_watch(const uv_loop_t* loop) {
  struct uv__watch* w = loop == NULL
                            ? uv__watch_first()
                            : __atomic_load_n(&uv__trace_of(loop)->watch, __ATOMIC_ACQUIRE);

  return w != NULL && __atomic_load_n(&w->recorder.events, __ATOMIC_ACQUIRE) != NULL ? w : NULL;
}

static const uv_loop_t* uv__first_slices(const uv_loop_t* loop) {
  if (loop == NULL)
    return uv__slices_first();
  return uv__slices_are_on(loop) ? loop : NULL;
}

int uv__trace_export(const uv_loop_t* loop, int fd, int signum, uint64_t last) {
  struct uv__json j = {.pid = getpid()};
  const uv_loop_t* l;
  struct uv__watch* w;

  uv__out_init(&j.out, fd);
  uv__out_text(&j.out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
  uv__metadata(&j, j.pid, "process_name", program_invocation_short_name);
  for (w = uv__first_watch(loop); w != NULL; w = loop == NULL ? uv__watch_next(w) : NULL)
    uv__watch_write(&j, w, last);
  uv__pool_write(&j, last);
  for (l = uv__first_slices(loop); l != NULL; l = loop == NULL ? uv__slices_next(l) : NULL)
    uv__slices_write(&j, l);
  if (signum)
    uv__death_write(&j, signum);
  uv__out_text(&j.out, "\n]}\n");
  uv__out_flush(&j.out);
  return j.out.err;
}

int uv__trace_has_events(const uv_loop_t* loop) {
  return uv__first_watch(loop) != NULL || uv__first_slices(loop) != NULL;
}

int uv_trace_dump(uv_loop_t* loop, uv_file fd) {
  return uv__trace_has_events(loop) ? uv__trace_export(loop, fd, 0, UINT64_MAX) : UV_EINVAL;
}

#endif
