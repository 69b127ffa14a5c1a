/* src/trace/export_loop.c — what a loop has recorded, as every phase of every turn.
 *
 * The recorder keeps the phases that called back or slept: an empty one takes a nanosecond or two, and reading
 * the clock for it twenty. Which ones there were follows from the order of a turn, so they are put in here.
 *
 * (1) Runs in a signal handler, as export_json.c does.
 * (2) A phase's *place* is turn * UV_TRACE_PHASES + phase: they are gone through one by one. Two that follow each
 *     other in the recorder have the empty ones between their places; a `run` says where a run begins.
 * (3) A turn begins with timers. The loop counts in poll, so what was recorded before poll is of the turn that
 *     is counted next.
 * (4) An empty phase was not measured: it is a nanosecond long, which the next one gives. A poll that found
 *     nothing has the time up to the moment when it had looked; several of them share it, as `estimated`.
 * (5) Time never goes back: spans nest, whatever was recorded. */
#include "trace/export.h"

#include "loop/internal.h"

#if UV__TRACE

/* More turns in a row without anything are one span: nobody reads them one by one. */
enum { MOST_EMPTY_TURNS = 1000 };

#  define UNKNOWN UINT64_MAX

struct uv__walk {
  struct uv__json* j;
  const struct uv__watch* w;
  int tid;
  uint64_t place; /* of the last phase; UNKNOWN: none was seen */
  uint64_t at;    /* when it ended */
};

/* What ends at a phase, or at the end of what there is. */
struct uv__group {
  uint64_t end;          /* number of the phase's event, or behind the last */
  struct uv__event next; /* that event; .type UV__EVENTS: there is none */
};

uint64_t uv__turn_of(uint64_t counted, unsigned phase) {
  return counted + (phase < UV_TRACE_POLL);
}

static uint64_t uv__place_of(uint64_t counted, unsigned phase) {
  return uv__turn_of(counted, phase) * UV_TRACE_PHASES + phase;
}

/* ---- Empty phases ---- */

static void uv__empty_write(struct uv__walk* walk, uint64_t place, uint64_t began, uint64_t took,
                            int estimated) {
  struct uv__json* j = walk->j;

  uv__event_open(j, "X", walk->tid);
  uv__field(j, "name", uv_trace_phase_name(place % UV_TRACE_PHASES));
  uv__field(j, "cat", "phase");
  uv__field_time(j, "ts", began);
  uv__field_time(j, "dur", took);
  uv__out_text(&j->out, ",\"args\":{\"turn\":");
  uv__out_u64(&j->out, place / UV_TRACE_PHASES);
  uv__out_text(&j->out, estimated ? ",\"callbacks\":0,\"estimated\":true}}" : ",\"callbacks\":0}}");
}

static void uv__empty_turns_write(struct uv__walk* walk, uint64_t turns, uint64_t until) {
  struct uv__json* j = walk->j;

  uv__event_open(j, "X", walk->tid);
  uv__field(j, "name", "turns with nothing to do");
  uv__field(j, "cat", "phase");
  uv__field_time(j, "ts", walk->at);
  uv__field_time(j, "dur", until - walk->at);
  uv__out_text(&j->out, ",\"args\":{\"turns\":");
  uv__out_u64(&j->out, turns);
  uv__out_text(&j->out, ",\"callbacks\":0}}");
}

/* How many places below `end` are polls. */
static uint64_t uv__polls_below(uint64_t end) {
  return (end + UV_TRACE_PHASES - 1 - UV_TRACE_POLL) / UV_TRACE_PHASES;
}

/* Those up to the last poll among them, in the time from the last phase to `until`. Returns the first place that is
 * left. */
static uint64_t uv__fill_polls(struct uv__walk* walk, uint64_t from, uint64_t to, uint64_t until) {
  uint64_t polls = uv__polls_below(to) - uv__polls_below(from);
  uint64_t end =
      polls == 0 ? from : (uv__polls_below(to) - 1) * UV_TRACE_PHASES + UV_TRACE_POLL + 1;
  uint64_t share, at = walk->at;

  if (polls == 0 || until < at + (end - from))
    return from; /* not even the kernel was asked */
  share = (until - at - (end - from - polls)) / polls;
  for (uint64_t place = from; place < end; place++) {
    uint64_t took = place % UV_TRACE_PHASES == UV_TRACE_POLL ? share : 1;
    if (place == end - 1)
      took = until - at;
    uv__empty_write(walk, place, at, took, polls > 1 && took != 1);
    at += took;
  }
  return end;
}

/* The empty phases before place `to`, which begins at `began` and has `room` to give. Returns when it begins now. */
static uint64_t uv__fill(struct uv__walk* walk, uint64_t to, uint64_t began, uint64_t room) {
  uint64_t from = walk->place + 1;
  uint64_t width;

  if (walk->place == UNKNOWN || from >= to || began < walk->at)
    return began;
  if ((to - from) / UV_TRACE_PHASES > MOST_EMPTY_TURNS) {
    uint64_t turns = to / UV_TRACE_PHASES - from / UV_TRACE_PHASES;
    uv__empty_turns_write(walk, turns, began);
    return began;
  }
  from = uv__fill_polls(walk, from, to, began);
  width = room >= to - from;
  for (; from < to; from++, began += width)
    uv__empty_write(walk, from, began, width, 0);
  return began;
}

/* ---- What was recorded ---- */

static struct uv__group uv__group_from(const struct uv__walk* walk, uint64_t number, uint64_t end) {
  struct uv__group g;

  for (g.end = number; g.end < end; g.end++)
    if (uv__recorder_read(&walk->w->recorder, g.end, &g.next) &&
        (g.next.type == UV__EVENT_phase || g.next.type == UV__EVENT_run))
      return g;
  g.next.type = UV__EVENTS;
  return g;
}

/* Events of a group are of its phase's turn, unless they began before it: then nothing but the main script, or
 * what follows the last turn, can have made them. Returns when the first of the phase's began. */
static uint64_t uv__group_write(struct uv__walk* walk, uint64_t number, const struct uv__group* g,
                                uint64_t began, unsigned phase) {
  uint64_t first = UINT64_MAX;
  struct uv__event e;

  for (; number < g->end; number++) {
    if (!uv__recorder_read(&walk->w->recorder, number, &e))
      continue;
    if (e.began >= began && phase < UV_TRACE_PHASES) {
      e.turn = uv__turn_of(e.turn, phase);
      if (e.type != UV__EVENT_beside && e.began < first)
        first = e.began;
    }
    uv__event_write(walk->j, walk->tid, &e);
  }
  return first;
}

static void uv__phase_write(struct uv__walk* walk, struct uv__event* e, uint64_t first) {
  uint64_t place = uv__place_of(e->turn, (unsigned) e->n);

  if (first > e->ended)
    first = e->ended;
  e->began = uv__fill(walk, place, e->began, first - e->began);
  e->turn = uv__turn_of(e->turn, (unsigned) e->n);
  uv__event_write(walk->j, walk->tid, e);
  walk->place = place;
  walk->at = e->ended;
}

static void uv__run_write(struct uv__walk* walk, const struct uv__event* e) {
  uv__event_write(walk->j, walk->tid, e);
  walk->place = uv__place_of(e->turn, (unsigned) e->n) - 1;
  walk->at = e->began;
}

/* The phase that is open, or those after the last that was recorded when the loop does not run. */
static uint64_t uv__tail_write(struct uv__walk* walk, const struct uv__open_span* open,
                               uint64_t first) {
  const uv_loop_t* loop = walk->w->loop;
  uint64_t stamp = __atomic_load_n(&walk->w->stamp, __ATOMIC_RELAXED);
  uint64_t turns = __atomic_load_n(&loop->internal->pulse.metrics.loop_count, __ATOMIC_RELAXED);

  if (open->is_phase)
    return uv__fill(walk, uv__place_of(turns, open->what.phase), open->what.began_ns,
                    first - open->what.began_ns);
  if (uv__trace_phase(loop) == UV_TRACE_OUTSIDE)
    uv__fill(walk, uv__place_of(turns, UV_TRACE_TIMERS) + 1, stamp, UINT64_MAX);
  return 0;
}

/* The outermost that is open, if it is a phase, and when what it called last began. */
static struct uv__open_span uv__open_phase(const struct uv__watch* w, uint64_t* first) {
  unsigned depth = __atomic_load_n(&w->depth, __ATOMIC_ACQUIRE);
  struct uv__open_span open = {.is_phase = 0}, inner;

  *first = UINT64_MAX;
  if (depth == 0)
    return open;
  uv__copy_words(&open, &w->open[0], sizeof(open));
  if (depth == 1 || !open.is_phase)
    return open;
  uv__copy_words(&inner, &w->open[1], sizeof(inner));
  *first = inner.what.began_ns;
  return open;
}

uint64_t uv__loop_write(struct uv__json* j, const struct uv__watch* w, int tid, uint64_t last) {
  struct uv__walk walk = {.j = j, .w = w, .tid = tid, .place = UNKNOWN};
  uint64_t called, end = __atomic_load_n(&w->recorder.next, __ATOMIC_ACQUIRE);
  struct uv__open_span open = uv__open_phase(w, &called);
  uint64_t kept = last < w->recorder.mask + 1 ? last : w->recorder.mask + 1;

  for (uint64_t number = end > kept ? end - kept : 0; number < end;) {
    struct uv__group g = uv__group_from(&walk, number, end);
    uint64_t began = g.next.type == UV__EVENTS ? open.what.began_ns : g.next.began;
    unsigned phase = g.next.type == UV__EVENT_phase               ? (unsigned) g.next.n
                     : g.next.type == UV__EVENTS && open.is_phase ? open.what.phase
                                                                  : UV_TRACE_OUTSIDE;
    uint64_t first = uv__group_write(&walk, number, &g, began, phase);

    if (g.next.type == UV__EVENT_phase)
      uv__phase_write(&walk, &g.next, first);
    else if (g.next.type == UV__EVENT_run)
      uv__run_write(&walk, &g.next);
    else if (first < called)
      called = first;
    number = g.end + 1;
  }
  return uv__tail_write(&walk, &open, called);
}

#endif
