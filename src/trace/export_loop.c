/* src/trace/export_loop.c — what a loop has recorded, as every phase of every turn.
 *
 * The recorder keeps the phases that called back or slept: an empty one takes a nanosecond or two,
 * and reading the clock for it twenty. Which ones there were follows from the order of a turn, so
 * they are put in here.
 *
 * (1) Runs in a signal handler, as export_json.c does, and beside a loop that runs on: what it does
 *     not know is left out.
 * (2) A phase's *place* is turn * UV_TRACE_PHASES + phase: they are gone through one by one. Two
 *     that follow each other in the recorder have the empty ones between their places; a `run`
 *     marks where a run begins.
 * (3) A turn begins with timers. The loop counts in poll, so what was recorded before poll is of
 *     the turn that is counted next.
 * (4) An empty phase was not measured: it is a nanosecond long, which the next one gives. A poll
 *     that found nothing has the time up to the end of its query; several of them share
 *     it, as `estimated`.
 * (5) Time never goes back: spans nest, whatever was recorded. */
#include "trace/export.h"

#include "loop/internal.h"

#if UV__TRACE

/* More consecutive empty turns than this are one span. */
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
  uint64_t end;          /* number of the phase's event, or after the last */
  struct uv__event next; /* that event; .type UV__EVENTS: there is none */
  int lost;              /* some were overwritten while this was read, and are unknown */
};

static uint64_t uv__turn_of(uint64_t counted, unsigned phase) {
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

/* Those up to the last poll among them, in the time from the last phase to `until`. Returns the
 * first place that is left. */
static uint64_t uv__fill_polls(struct uv__walk* walk, uint64_t from, uint64_t to, uint64_t until) {
  uint64_t polls = uv__polls_below(to) - uv__polls_below(from);
  uint64_t end =
      polls == 0 ? from : (uv__polls_below(to) - 1) * UV_TRACE_PHASES + UV_TRACE_POLL + 1;
  uint64_t share, at = walk->at;

  if (polls == 0 || until < at + (end - from))
    return from; /* the kernel was not queried */
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

/* The empty phases before place `to`, which begins at `began` and has `room` to give. Returns when
 * it begins now. */
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
  struct uv__group g = {.lost = 0};

  for (g.end = number; g.end < end; g.end++)
    if (!uv__recorder_read(&walk->w->recorder, g.end, &g.next))
      g.lost = 1;
    else if (g.next.type == UV__EVENT_phase || g.next.type == UV__EVENT_run)
      return g;
  g.next = (struct uv__event){.type = UV__EVENTS};
  return g;
}

/* Events of a group are of its phase's turn, unless they began before it: then nothing but the main
 * script, or what follows the last turn, can have made them. Returns when the first of the phase's
 * began. */
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

/* ---- What goes on ---- */

/* Where the loop is. Read before the events: then none of those is missing that ended before. */
struct uv__edge {
  uint64_t turns;
  uint64_t stamp;
  int outside;
  unsigned depth;
  struct uv__open_span open[UV__OPEN_SPANS];
};

static void uv__edge_read(struct uv__edge* edge, const struct uv__watch* w) {
  unsigned depth = __atomic_load_n(&w->depth, __ATOMIC_ACQUIRE);

  edge->outside = uv__trace_phase(w->loop) == UV_TRACE_OUTSIDE;
  edge->turns = __atomic_load_n(&w->loop->internal->pulse.metrics.loop_count, __ATOMIC_ACQUIRE);
  edge->stamp = __atomic_load_n(&w->stamp, __ATOMIC_ACQUIRE);
  edge->depth = depth < UV__OPEN_SPANS ? depth : UV__OPEN_SPANS;
  uv__copy_words(edge->open, w->open, edge->depth * sizeof(edge->open[0]));
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

static const struct uv__open_span* uv__edge_phase(const struct uv__edge* edge) {
  return edge->depth > 0 && edge->open[0].is_phase ? &edge->open[0] : NULL;
}

static void uv__open_write(struct uv__walk* walk, const struct uv__open_span* span, uint64_t turn,
                           uint64_t began) {
  struct uv__json* j = walk->j;

  uv__event_open(j, "B", walk->tid);
  uv__field(j, "name",
            span->is_phase ? uv_trace_phase_name(span->what.phase) : span->what.type_name);
  uv__field(j, "cat", span->is_phase ? "phase" : "callback");
  uv__field_time(j, "ts", began);
  uv__out_text(&j->out, ",\"args\":{\"turn\":");
  uv__out_u64(&j->out, turn);
  uv__field(j, "origin", span->what.origin);
  uv__out_text(&j->out, "}}");
}

/* `first` is when the first of what was recorded in the open phase began. */
static void uv__edge_write(struct uv__walk* walk, const struct uv__edge* edge, uint64_t first) {
  const struct uv__open_span* phase = uv__edge_phase(edge);
  uint64_t began = edge->depth > 0 ? edge->open[0].what.began_ns : 0;

  if (phase == NULL && edge->outside)
    uv__fill(walk, uv__place_of(edge->turns, UV_TRACE_TIMERS) + 1, edge->stamp, UINT64_MAX);
  if (phase != NULL) {
    uint64_t place = uv__place_of(edge->turns, phase->what.phase);
    if (walk->place != UNKNOWN && place <= walk->place && began < walk->at)
      return; /* it has ended since */
    if (edge->depth > 1 && edge->open[1].what.began_ns < first)
      first = edge->open[1].what.began_ns;
    began = uv__fill(walk, place, began, first - began);
  }
  for (unsigned i = 0; i < edge->depth; i++)
    uv__open_write(walk, &edge->open[i], uv__turn_of(edge->turns, edge->open[i].what.phase),
                   i == 0 ? began : edge->open[i].what.began_ns);
}

/* ---- All of it ---- */

/* The phase that a group belongs to, and when that began. */
static unsigned uv__group_phase(const struct uv__group* g, const struct uv__edge* edge,
                                uint64_t* began) {
  const struct uv__open_span* open = g->next.type == UV__EVENTS ? uv__edge_phase(edge) : NULL;

  *began = open != NULL ? open->what.began_ns : g->next.began;
  if (open != NULL)
    return open->what.phase;
  return g->next.type == UV__EVENT_phase ? (unsigned) g->next.n : UV_TRACE_OUTSIDE;
}

void uv__loop_write(struct uv__json* j, const struct uv__watch* w, int tid, uint64_t last) {
  struct uv__walk walk = {.j = j, .w = w, .tid = tid, .place = UNKNOWN};
  uint64_t kept = last < w->recorder.mask + 1 ? last : w->recorder.mask + 1;
  uint64_t end, began, first = UINT64_MAX;
  struct uv__edge edge = {.depth = 0};

  uv__edge_read(&edge, w);
  end = __atomic_load_n(&w->recorder.next, __ATOMIC_ACQUIRE);
  for (uint64_t number = end > kept ? end - kept : 0; number < end;) {
    struct uv__group g = uv__group_from(&walk, number, end);
    unsigned phase = uv__group_phase(&g, &edge, &began);

    if (g.lost)
      walk.place = UNKNOWN;
    first = uv__group_write(&walk, number, &g, began, phase);
    if (g.next.type == UV__EVENT_phase)
      uv__phase_write(&walk, &g.next, first);
    if (g.next.type == UV__EVENT_run)
      uv__run_write(&walk, &g.next);
    if (g.next.type != UV__EVENTS)
      first = UINT64_MAX;
    number = g.end + 1;
  }
  uv__edge_write(&walk, &edge, first);
}

#endif
