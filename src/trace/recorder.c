/* src/trace/recorder.c — the last events, in a ring of fixed size: one of each recording loop, one
 * of the pool. Nothing is allocated and nothing waits while events are written.
 *
 * (1) A loop's ring has one writer, its thread; the pool's has as many as there are threads.
 * (2) An event is whole when its seq is the number it should have, before and after it was copied.
 * (3) The list of recording loops is changed under a lock and read without one: the reader may be a
 *     signal handler. */
#include <unistd.h>

#include "loop/internal.h"
#include "trace/watch.h"

#if UV__TRACE

enum { MIN_EVENTS = 64, MAX_EVENTS = 1 << 24, POOL_EVENTS = 1 << 14 };

static struct uv__event uv__pool_events[POOL_EVENTS];
struct uv__recorder uv__pool_recorder = {.mask = POOL_EVENTS - 1, .events = uv__pool_events};
unsigned uv__trace_pool_watched;

static pthread_mutex_t uv__watches_lock = PTHREAD_MUTEX_INITIALIZER;
static struct uv__watch* uv__watches;

struct uv__watch* uv__watch_first(void) {
  return __atomic_load_n(&uv__watches, __ATOMIC_ACQUIRE);
}

struct uv__watch* uv__watch_next(const struct uv__watch* w) {
  return __atomic_load_n(&w->next, __ATOMIC_ACQUIRE);
}

static void uv__watches_add(struct uv__watch* w) {
  pthread_mutex_lock(&uv__watches_lock);
  w->next = uv__watches;
  __atomic_store_n(&uv__watches, w, __ATOMIC_RELEASE);
  __atomic_fetch_add(&uv__trace_pool_watched, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&uv__watches_lock);
}

static void uv__watches_remove(struct uv__watch* w) {
  struct uv__watch** link = &uv__watches;

  pthread_mutex_lock(&uv__watches_lock);
  while (*link != w)
    link = &(*link)->next;
  __atomic_store_n(link, w->next, __ATOMIC_RELEASE);
  __atomic_fetch_sub(&uv__trace_pool_watched, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&uv__watches_lock);
}

/* ---- Events ---- */

static void uv__recorder_put(struct uv__recorder* r, uint64_t number, struct uv__event* event) {
  struct uv__event* slot = &r->events[number & r->mask];

  event->seq = 0;
  __atomic_store_n(&slot->seq, 0, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  uv__copy_words(slot, event, sizeof(*slot));
  __atomic_store_n(&slot->seq, number + 1, __ATOMIC_RELEASE);
}

int uv__recorder_read(const struct uv__recorder* r, uint64_t number, struct uv__event* copy) {
  const struct uv__event* slot = &r->events[number & r->mask];

  if (__atomic_load_n(&slot->seq, __ATOMIC_ACQUIRE) != number + 1)
    return 0;
  uv__copy_words(copy, slot, sizeof(*copy));
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&slot->seq, __ATOMIC_RELAXED) == number + 1;
}

void uv__record(struct uv__watch* w, struct uv__event event) {
  struct uv__recorder* r = &w->recorder;

  if (r->events == NULL)
    return;
  event.turn = w->loop->internal->pulse.metrics.loop_count;
  uv__recorder_put(r, r->next, &event);
  __atomic_store_n(&r->next, r->next + 1, __ATOMIC_RELEASE);
}

void uv__trace_pool_event(const char* kind, const void* job, uint64_t queued_ns, uint64_t began_ns,
                          uint64_t ended_ns) {
  struct uv__event event = {.type = UV__EVENT_pool_job,
                            .began = began_ns,
                            .ended = ended_ns,
                            .object = job,
                            .text = kind,
                            .value = began_ns - queued_ns,
                            .turn = (uint64_t) gettid()};
  uint64_t number = __atomic_fetch_add(&uv__pool_recorder.next, 1, __ATOMIC_RELAXED);
  uv__recorder_put(&uv__pool_recorder, number, &event);
}

void uv__trace_late_event(uv_loop_t* loop, const uv_timer_t* timer, uint64_t late) {
  uv__record(uv__trace_of(loop)->watch, (struct uv__event){.type = UV__EVENT_timer_late,
                                                           .began = uv__clock_ns(),
                                                           .object = timer,
                                                           .text = timer->origin,
                                                           .value = late});
}

void uv__trace_ring_event(uv_loop_t* loop, unsigned opcode, const void* op) {
  uv__record(
      uv__trace_of(loop)->watch,
      (struct uv__event){
          .type = UV__EVENT_ring_op, .n = (int) opcode, .began = uv__clock_ns(), .object = op});
}

void uv__trace_ring_done_event(uv_loop_t* loop, const void* op, int result) {
  uv__record(uv__trace_of(loop)->watch, (struct uv__event){.type = UV__EVENT_ring_done,
                                                           .began = uv__clock_ns(),
                                                           .object = op,
                                                           .value = (uint64_t) (int64_t) result});
}

/* ---- On and off ---- */

int uv_trace_ring_start(uv_loop_t* loop, unsigned int entries) {
  struct uv__watch* w = uv__watch_get(loop);
  struct uv__event* events;
  uint64_t size = MIN_EVENTS;

  if (w == NULL)
    return UV_ENOMEM;
  if (w->recorder.events != NULL)
    return UV_EALREADY;
  if (entries > MAX_EVENTS)
    return UV_EINVAL;
  while (size < entries)
    size *= 2;
  events = uv__calloc(size, sizeof(*events));
  if (events == NULL)
    return UV_ENOMEM;
  w->recorder.mask = size - 1;
  w->recorder.next = 0;
  w->tid = gettid();
  __atomic_store_n(&w->recorder.events, events, __ATOMIC_RELEASE);
  uv__watches_add(w);
  uv__watch_update(w);
  return 0;
}

void uv__recorder_free(struct uv__watch* w) {
  struct uv__event* events = w->recorder.events;

  if (events == NULL)
    return;
  uv__watches_remove(w);
  w->recorder.events = NULL;
  uv__free(events);
}

int uv_trace_ring_stop(uv_loop_t* loop) {
  struct uv__watch* w = uv__trace_of(loop)->watch;

  if (w == NULL || w->recorder.events == NULL)
    return UV_EINVAL;
  uv__recorder_free(w);
  uv__watch_update(w);
  return 0;
}

static int uv__record_from_user(uv_loop_t* loop, struct uv__event event) {
  struct uv__watch* w = uv__trace_of(loop)->watch;

  if (w == NULL || w->recorder.events == NULL || event.text == NULL)
    return UV_EINVAL;
  uv__record(w, event);
  return 0;
}

int uv_trace_mark(uv_loop_t* loop, const char* name, uint64_t value) {
  return uv__record_from_user(
      loop, (struct uv__event){
                .type = UV__EVENT_mark, .began = uv__clock_ns(), .text = name, .value = value});
}

/* Something that took from `began` to `ended`, as given by the caller. */
static int uv__record_stretch(uv_loop_t* loop, unsigned type, const char* name, uint64_t began,
                              uint64_t ended, uint64_t value) {
  if (ended < began)
    return UV_EINVAL;
  return uv__record_from_user(
      loop, (struct uv__event){
                .type = type, .began = began, .ended = ended, .text = name, .value = value});
}

int uv_trace_span(uv_loop_t* loop, const char* name, uint64_t began_ns, uint64_t ended_ns,
                  uint64_t value) {
  return uv__record_stretch(loop, UV__EVENT_span, name, began_ns, ended_ns, value);
}

int uv_trace_beside(uv_loop_t* loop, const char* name, uint64_t began_ns, uint64_t ended_ns,
                    uint64_t value) {
  return uv__record_stretch(loop, UV__EVENT_beside, name, began_ns, ended_ns, value);
}

#endif
