/* src/trace/hooks.c — brackets around phases and callbacks, for hooks and for the recorder.
 *
 * (1) Brackets nest. The stack of open ones is bounded; deeper ones are not observed.
 * (2) loop->traced stays set until the stack is empty, so an open bracket is always closed. A
 *     bracket that was not opened (because a hook was attached inside it) lies below all that were:
 *     with an empty stack there is nothing to close.
 * (3) A hook's `after` is called only for brackets opened since it was attached: `from` is the
 *     lowest of these.
 * (4) Hooks may be attached and detached during a walk over them: the walk holds the next one, and
 *     detaching that one moves it on. */
#include <unistd.h>

#include "trace/watch.h"

#if UV__TRACE

struct uv__hook_walk {
  struct uv__queue* next;
  struct uv__hook_walk* outer;
};

struct uv__watch* uv__watch_get(uv_loop_t* loop) {
  struct uv__trace* t = uv__trace_of(loop);
  struct uv__watch* w = t->watch;

  if (w != NULL)
    return w;
  w = uv__calloc(1, sizeof(*w));
  if (w == NULL)
    return NULL;
  w->loop = loop;
  w->stamp = uv__clock_ns();
  uv__queue_init(&w->hooks);
  __atomic_store_n(&t->watch, w, __ATOMIC_RELEASE); /* another thread may write the trace */
  return w;
}

void uv__watch_update(struct uv__watch* w) {
  int attached = !uv__queue_empty(&w->hooks) || w->recorder.events != NULL;
  struct uv__trace* t = uv__trace_of(w->loop);

  if (attached && !w->loop->traced) {
    w->stamp = uv__clock_ns();
    /* What is watched is timed: it costs a reading per phase anyway. */
    UV__TRACE_SET(t->state, t->state | UV__TRACE_ARMED);
    uv__pulse_of(w->loop)->until = 0;
    t->watching = 1;
    uv__pulse_of(w->loop)->next = 0;
  }
  w->loop->traced = attached || w->depth > 0;
}

int uv_trace_attach(uv_loop_t* loop, uv_trace_hooks_t* hooks) {
  struct uv__watch* w = uv__watch_get(loop);

  if (w == NULL)
    return UV_ENOMEM;
  if (hooks->attached)
    return UV_EALREADY;
  hooks->attached = 1;
  hooks->from = w->depth;
  uv__queue_push_tail(&w->hooks, &hooks->link);
  uv__watch_update(w);
  return 0;
}

int uv_trace_detach(uv_loop_t* loop, uv_trace_hooks_t* hooks) {
  struct uv__watch* w = uv__trace_of(loop)->watch;

  if (w == NULL || !hooks->attached)
    return UV_EINVAL;
  for (struct uv__hook_walk* walk = w->walks; walk != NULL; walk = walk->outer)
    if (walk->next == &hooks->link)
      walk->next = hooks->link.next;
  uv__queue_remove(&hooks->link);
  hooks->attached = 0;
  uv__watch_update(w);
  return 0;
}

void uv__trace_loop_close(uv_loop_t* loop) {
  struct uv__watch* w = uv__trace_of(loop)->watch;

  uv__slices_free(loop);
  if (w == NULL)
    return;
  while (!uv__queue_empty(&w->hooks))
    uv_trace_detach(loop, uv__container(uv__queue_head(&w->hooks), uv_trace_hooks_t, link));
  uv__recorder_free(w);
  uv__free(w);
  uv__trace_of(loop)->watch = NULL;
}

/* Calls one hook about a span. Both functions of a pair have the same type. */
static void uv__call_hook(uv_trace_hooks_t* h, uv_loop_t* loop, const struct uv__open_span* span,
                          int after) {
  if (span->is_phase) {
    void (*phase)(uv_trace_hooks_t*, uv_loop_t*, uv_trace_phase) =
        after ? h->after_phase : h->before_phase;
    if (phase != NULL)
      phase(h, loop, span->what.phase);
  } else {
    void (*callback)(uv_trace_hooks_t*, uv_loop_t*, const uv_trace_callback_t*) =
        after ? h->after_callback : h->before_callback;
    if (callback != NULL)
      callback(h, loop, &span->what);
  }
}

/* `level` is the span's place in the stack. */
static void uv__walk_hooks(struct uv__watch* w, const struct uv__open_span* span, unsigned level,
                           int after) {
  struct uv__hook_walk walk = {w->hooks.next, w->walks};
  /* Hooks attached from here on have nothing to do with this span. */
  struct uv__queue* last = w->hooks.prev;

  /* cppcheck-suppress autoVariables ; taken away again below */
  w->walks = &walk;
  while (walk.next != &w->hooks) {
    struct uv__queue* link = walk.next;
    uv_trace_hooks_t* h = uv__container(link, uv_trace_hooks_t, link);

    walk.next = link->next;
    if (!after || level >= h->from)
      uv__call_hook(h, w->loop, span, after);
    else
      h->from = level;
    if (link == last)
      break;
  }
  w->walks = walk.outer;
}

/* ---- Brackets ---- */

static void uv__span_open(struct uv__watch* w, struct uv__open_span span) {
  unsigned level = w->depth;

  /* Readers on other threads see the level only when its slot is written. */
  if (level < UV__OPEN_SPANS)
    uv__copy_words(&w->open[level], &span, sizeof(span));
  __atomic_store_n(&w->depth, level + 1, __ATOMIC_RELEASE);
  if (level < UV__OPEN_SPANS && !uv__queue_empty(&w->hooks))
    uv__walk_hooks(w, &span, level, 0);
}

/* 0 when there is nothing to close. */
static int uv__span_close(struct uv__watch* w, struct uv__open_span* span) {
  unsigned level;

  if (w->depth == 0)
    return 0;
  level = w->depth - 1;
  __atomic_store_n(&w->depth, level, __ATOMIC_RELEASE);
  if (level >= UV__OPEN_SPANS)
    return 0;
  *span = w->open[level];
  return 1;
}

static void uv__span_closed(struct uv__watch* w, struct uv__open_span* span) {
  if (!uv__queue_empty(&w->hooks))
    uv__walk_hooks(w, span, w->depth, 1);
  uv__watch_update(w);
}

void uv__watch_enter(struct uv__watch* w, unsigned phase) {
  w->slept = 0;
  uv__span_open(w, (struct uv__open_span){.is_phase = 1,
                                          .what = {.phase = phase, .began_ns = w->stamp},
                                          .calls = uv__pulse_of(w->loop)->calls[phase]});
}

void uv__watch_leave(struct uv__watch* w, unsigned phase) {
  struct uv__open_span span;
  uint64_t calls;

  if (!uv__span_close(w, &span))
    return;
  calls = uv__pulse_of(w->loop)->calls[phase] - span.calls;
  if (calls != 0 || w->slept) {
    w->stamp = uv__clock_ns();
    uv__record(w, (struct uv__event){.type = UV__EVENT_phase,
                                     .n = (int) phase,
                                     .began = span.what.began_ns,
                                     .ended = w->stamp,
                                     .value = calls});
  }
  uv__span_closed(w, &span);
}

void uv__watch_run(struct uv__watch* w, uint64_t now) {
  w->stamp = now;
  UV__TRACE_SET(w->tid, gettid());
}

void uv__watch_starts(struct uv__watch* w, uint64_t now, unsigned phase) {
  uv__watch_run(w, now);
  uv__record(w, (struct uv__event){.type = UV__EVENT_run, .n = (int) phase, .began = now});
}

void uv__watch_woke(struct uv__watch* w, uint64_t slept, uint64_t now) {
  w->stamp = now;
  if (slept == now)
    return;
  w->slept = 1;
  uv__record(w, (struct uv__event){.type = UV__EVENT_asleep, .began = slept, .ended = now});
}

static void uv__before(uv_loop_t* loop, uv_trace_callback_t what) {
  struct uv__trace* t = uv__trace_of(loop);

  what.phase = uv__trace_phase(loop);
  what.turn = uv__pulse_of(loop)->metrics.loop_count + (what.phase < UV_TRACE_POLL);
  what.began_ns = uv__clock_ns();
  uv__span_open(t->watch, (struct uv__open_span){.what = what});
}

void uv__trace_before_handle(uv_loop_t* loop, const uv_handle_t* h) {
  uv__before(loop, (uv_trace_callback_t){.type = h->type,
                                         .type_name = uv_handle_type_name(h->type),
                                         .object = h,
                                         .origin = h->origin});
}

void uv__trace_before_req(uv_loop_t* loop, const uv_req_t* r) {
  uv__before(loop, (uv_trace_callback_t){.is_request = 1,
                                         .type = r->type,
                                         .type_name = uv_req_type_name(r->type),
                                         .object = r,
                                         .origin = r->origin});
}

void uv__trace_after(uv_loop_t* loop) {
  struct uv__watch* w = uv__trace_of(loop)->watch;
  struct uv__open_span span;

  if (!uv__span_close(w, &span))
    return;
  span.what.ended_ns = uv__clock_ns();
  uv__record(w,
             (struct uv__event){.type = UV__EVENT_callback,
                                .n = span.what.type | (span.what.is_request ? UV__REQUEST_BIT : 0),
                                .began = span.what.began_ns,
                                .ended = span.what.ended_ns,
                                .object = span.what.object,
                                .text = span.what.origin});
  uv__span_closed(w, &span);
}

void uv__trace_call(uv_loop_t* loop, uv_handle_t* h, void (*cb)(void*)) {
  uv__trace_before_handle(loop, h);
  cb(h);
  uv__trace_after(loop);
}

#endif
