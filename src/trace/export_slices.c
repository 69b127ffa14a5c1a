/* src/trace/export_slices.c — the last seconds as part of a trace file: a track of its own, with a
 * span per slice and in it one per phase, and one of the turns that took long.
 *
 * (1) Runs in a signal handler, as export_json.c does.
 * (2) Within a slice phases follow each other in the order of a turn, whatever their true order
 *     was; they end with the slice, for a block is at its end.
 * (3) Time that was not measured goes to the phases that called back, each as long as it usually
 *     takes. It is marked as estimated. For a long stretch the share of timers is known. */
#include <string.h>

#include "trace/export.h"

#if UV__TRACE

enum { LONG_NS = 2000000 };

struct uv__parts {
  uint64_t ns[UV_TRACE_PHASES];
  int estimated[UV_TRACE_PHASES];
  uint64_t sum;
};

static uint64_t uv__slice_took(const struct uv__slice* s) {
  return s->ended > s->began ? s->ended - s->began : 0;
}

enum { TIMERS_ONLY = 1 << UV_TRACE_TIMERS, ALL = (1 << UV_TRACE_PHASES) - 1 };

/* Gives `rest` to those phases of `set` that called back. */
static void uv__parts_share(const struct uv__trace* t, const struct uv__slice* s, unsigned set,
                            uint64_t rest, struct uv__parts* parts) {
  double weight[UV_TRACE_PHASES], sum = 0;

  for (unsigned i = 0; i < UV_TRACE_PHASES; i++) {
    unsigned runs = s->calls[i] < s->turns + 1 ? s->calls[i] : s->turns + 1;
    weight[i] = set >> i & 1 ? runs * uv__trace_usual(t, i) : 0;
    sum += weight[i];
  }
  for (unsigned i = 0; i < UV_TRACE_PHASES && sum > 0; i++) {
    uint64_t part = (uint64_t) ((double) rest * weight[i] / sum);
    parts->ns[i] += part;
    /* One phase alone takes all of it: then there is nothing to guess. */
    parts->estimated[i] |= part > 0 && weight[i] < sum;
  }
}

static uint64_t uv__slice_last(const struct uv__slice* s) {
  uint64_t took = uv__slice_took(s);
  return took > s->before ? took - s->before : 0;
}

/* Which phases but timers may have taken the long stretch: where something was seen to hold the
 * loop, only that. */
static unsigned uv__parts_others(const struct uv__slice* s) {
  unsigned held = s->held == 0 ? 0 : 1u << (s->held - 1);
  return held != 0 && held != TIMERS_ONLY && s->calls[s->held - 1] != 0 ? held : ALL & ~TIMERS_ONLY;
}

/* What is left when everything known is taken away. Does the slice end with a long stretch that was
 * not timed phase by phase, then at least the time that was timers' is known. */
static void uv__parts_rest(const struct uv__trace* t, const struct uv__slice* s, uint64_t rest,
                           struct uv__parts* parts) {
  uint64_t last = uv__slice_last(s);
  uint64_t late = (uint64_t) s->timers_us * 1000;

  if (last < LONG_NS || rest < last / 2) {
    uv__parts_share(t, s, ALL, rest, parts);
    return;
  }
  if (s->calls[UV_TRACE_TIMERS] == 0)
    late = 0;
  else if (late > rest)
    late = rest;
  uv__parts_share(t, s, TIMERS_ONLY, late, parts);
  uv__parts_share(t, s, uv__parts_others(s), rest - late, parts);
}

static void uv__parts_of(const struct uv__trace* t, const struct uv__slice* s,
                         struct uv__parts* parts) {
  uint64_t work = uv__slice_took(s), known = 0;

  memset(parts, 0, sizeof(*parts));
  work -= s->asleep < work ? s->asleep : work;
  for (unsigned i = 0; i < UV_TRACE_PHASES; i++) {
    uint64_t room = work - known;
    parts->ns[i] = s->exact[i] < room ? s->exact[i] : room;
    known += parts->ns[i];
  }
  if (s->running && s->running <= UV_TRACE_PHASES)
    parts->ns[s->running - 1] += work - known; /* nearly all of it is the callback that runs */
  else
    uv__parts_rest(t, s, work - known, parts);
  for (unsigned i = 0; i < UV_TRACE_PHASES; i++)
    parts->sum += parts->ns[i];
}

static void uv__span_open(struct uv__json* j, int tid, const char* name, const char* cat,
                          uint64_t began, uint64_t took) {
  uv__event_open(j, "X", tid);
  uv__field(j, "name", name);
  uv__field(j, "cat", cat);
  uv__field_time(j, "ts", began);
  uv__field_time(j, "dur", took);
}

static void uv__slice_phases(struct uv__json* j, int tid, const struct uv__slice* s,
                             const struct uv__parts* parts) {
  static const unsigned char order[] = {UV_TRACE_POLL,   UV_TRACE_CHECK,   UV_TRACE_CLOSE,
                                        UV_TRACE_TIMERS, UV_TRACE_PENDING, UV_TRACE_IDLE,
                                        UV_TRACE_PREPARE};
  uint64_t at = s->ended - parts->sum;

  for (unsigned i = 0; i < UV_TRACE_PHASES; i++) {
    unsigned phase = order[i];
    if (parts->ns[phase] == 0 || (s->calls[phase] == 0 && phase != UV_TRACE_POLL))
      continue;
    uv__span_open(j, tid, uv_trace_phase_name(phase), "slice_phase", at, parts->ns[phase]);
    uv__out_text(&j->out, ",\"args\":{\"callbacks\":");
    uv__out_u64(&j->out, s->calls[phase]);
    uv__out_text(&j->out, parts->estimated[phase] ? ",\"estimated\":true}}" : "}}");
    at += parts->ns[phase];
  }
}

/* One stretch that took long; it ends with the slice. If most of it was spent in poll, the last
 * callback there and its origin are named: nearly always it was the only one. `line` is the line
 * that was seen running, whatever the phase. */
static void uv__slice_long(struct uv__json* j, int tid, const struct uv__slice* s,
                           const struct uv__parts* parts) {
  uint64_t last = uv__slice_last(s);
  int named = s->type != 0 && parts->ns[UV_TRACE_POLL] > uv__slice_took(s) / 2;

  if (last < LONG_NS)
    return;
  uv__span_open(j, tid, "long turn", "slice_long", s->ended - last, last);
  uv__out_text(&j->out, ",\"args\":{\"last\":");
  uv__out_json(&j->out, named ? uv__type_name(s->type) : NULL);
  uv__field(j, "origin", named ? s->origin : NULL);
  if (s->line != NULL)
    uv__field(j, "line", s->line);
  uv__out_text(&j->out, "}}");
}

static void uv__slice_write(struct uv__json* j, const uv_loop_t* loop, const struct uv__slice* s) {
  int tid = uv__slices_tid(loop) + UV__TRACK_SLICES;
  struct uv__parts parts;
  unsigned calls = 0;

  for (unsigned i = 0; i < UV_TRACE_PHASES; i++)
    calls += s->calls[i];
  uv__span_open(j, tid, s->outside && calls == 0 ? "outside the loop" : "turns", "slice", s->began,
                uv__slice_took(s));
  uv__out_text(&j->out, ",\"args\":{\"turns\":");
  uv__out_u64(&j->out, s->turns);
  uv__field_u64(j, "callbacks", calls);
  uv__field_u64(j, "asleep_ns", s->asleep);
  uv__field_u64(j, "late_timers", s->late);
  uv__field_u64(j, "ring_operations", s->ring);
  uv__field_u64(j, "pool_done", s->pool_done);
  uv__field_u64(j, "pool_waiting", s->pool_waiting);
  for (unsigned i = 0; i < UV_TRACE_WORDS && uv__slices_word(loop, i) != NULL; i++)
    uv__field_u64(j, uv__slices_word(loop, i), s->words[i]);
  if (s->line != NULL)
    uv__field(j, "line", s->line);
  uv__out_text(&j->out, s->running ? ",\"running\":true}}" : "}}");
  if (s->outside && calls == 0)
    return;
  uv__parts_of(uv__trace_of(loop), s, &parts);
  /* It may begin within one phase and end in another. */
  uv__slice_long(j, uv__slices_tid(loop) + UV__TRACK_LONG, s, &parts);
  uv__slice_phases(j, tid, s, &parts);
}

/* How many jobs wait for the pool, as a curve; a point where it changes. */
static unsigned uv__slice_pool_curve(struct uv__json* j, const struct uv__slice* s,
                                     unsigned before) {
  if (s->pool_waiting == before)
    return before;
  uv__event_open(j, "C", j->pid);
  uv__field(j, "name", "jobs that wait for the pool");
  uv__field_time(j, "ts", s->ended);
  uv__out_text(&j->out, ",\"args\":{\"jobs\":");
  uv__out_u64(&j->out, s->pool_waiting);
  uv__out_text(&j->out, "}}");
  return s->pool_waiting;
}

void uv__slices_write(struct uv__json* j, const uv_loop_t* loop) {
  struct uv__slice s;
  uint64_t number, end;
  unsigned waiting = 0;

  uv__metadata(j, uv__slices_tid(loop) + UV__TRACK_SLICES, "thread_name",
               "loop, by the millisecond");
  uv__metadata(j, uv__slices_tid(loop) + UV__TRACK_LONG, "thread_name", "loop, long turns");
  uv__slice_range(loop, &number, &end);
  for (; number < end; number++)
    if (uv__slice_read(loop, number, &s)) {
      uv__slice_write(j, loop, &s);
      waiting = uv__slice_pool_curve(j, &s, waiting);
    }
  if (uv__slice_read_open(loop, &s))
    uv__slice_write(j, loop, &s);
}

#endif
