/* src/trace/slices.c — the last seconds of a loop, always recorded: how each millisecond was spent.
 *
 * Recording an event costs some tenths of a microsecond, so events are only recorded on request.
 * Differences of the counters cost nothing until they are taken, and taking them once per
 * millisecond cannot be measured: so they are always available.
 *
 * (1) A slice ends with the first measured stretch that ends a millisecond or more after the slice
 *     began. While the loop works a stretch is measured every 66 us (counters.c), so the path of
 *     stretches that are not measured does not change.
 * (2) A callback that blocks is one stretch, and so the last one of its slice: `before` is where it
 *     began.
 * (3) Time asleep lies between slices. A sleeping loop makes none, and is not woken for any.
 * (4) Memory is reserved at the start, where a failure can be returned, and touched as it fills.
 *     The loop's thread is the only writer; readers, on any thread and in signal handlers, use
 *     `seq` to check that what they copied is consistent.
 * (5) Another thread finds the line that blocks the loop and sets it for the current slice; a line
 *     for another slice is ignored. It costs nothing per callback. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "loop/internal.h"
#include "threads/pool.h"
#include "trace/watch.h"

#if UV__TRACE

enum { SLICES = 8192, SLICE_NS = 1000000, TRIES = 8 };

#  define GET(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)

/* The counters at the start of the slice, in whole words: other threads copy it. */
struct uv__slice_base {
  uint64_t began;
  uint64_t calls[UV_TRACE_PHASES];
  uint64_t exact[UV_TRACE_PHASES];
  uint64_t asleep, turns, late, ring, pool_done;
  uint64_t words[UV_TRACE_WORDS];
};

/* What another thread has set for the slice that began at `began`, which is 0 during a write. */
struct uv__slice_line {
  uint64_t began;
  const char* line;
  uint64_t phase;
  uint64_t took; /* only used by the writer */
};

struct uv__slices {
  struct uv__slice* ring;
  uint64_t next;
  struct uv__slice_base base;
  struct uv__slice_line note;
  uv_trace_word_t words[UV_TRACE_WORDS];
  unsigned count; /* of words */
  int tid;
  const uv_loop_t* loop;
  struct uv__slices* after; /* in the list of all */
};

_Static_assert(sizeof(struct uv__slice) == 16 * sizeof(uint64_t), "copied word by word");

static pthread_mutex_t uv__slices_lock = PTHREAD_MUTEX_INITIALIZER;
static struct uv__slices* uv__all_slices;

static struct uv__slices* uv__slices_of(const uv_loop_t* loop) {
  return __atomic_load_n(&uv__trace_of(loop)->slices, __ATOMIC_ACQUIRE);
}

/* ---- The content of a slice ---- */

static uint64_t uv__slice_fit(uint64_t from, uint64_t to, uint64_t most) {
  uint64_t n = to > from ? to - from : 0;
  return n < most ? n : most;
}

/* The differences to the counters as they are now; times, pool and what called back are the
 * caller's. */
static void uv__slice_since(const struct uv__slices* all, const struct uv__slice_base* base,
                            struct uv__slice* s) {
  const struct uv__trace* t = uv__trace_of(all->loop);

  s->began = base->began;
  for (unsigned i = 0; i < UV_TRACE_PHASES; i++) {
    s->calls[i] = (uint16_t) uv__slice_fit(base->calls[i], GET(uv__pulse_of(all->loop)->calls[i]),
                                           UINT16_MAX);
    s->exact[i] = (uint32_t) uv__slice_fit(base->exact[i], GET(t->exact[i]), UINT32_MAX);
  }
  for (unsigned i = 0; i < all->count; i++)
    s->words[i] = GET(*all->words[i].value) - (uint32_t) base->words[i];
  s->turns = (uint32_t) uv__slice_fit(
      base->turns, GET(all->loop->internal->pulse.metrics.loop_count), UINT32_MAX);
  s->asleep = (uint32_t) uv__slice_fit(base->asleep, GET(t->asleep), UINT32_MAX);
  s->late = (uint16_t) uv__slice_fit(base->late, GET(t->late), UINT16_MAX);
  s->ring = (uint16_t) uv__slice_fit(base->ring, GET(t->ring_submitted), UINT16_MAX);
  s->type = (uint16_t) GET(t->last_type);
  s->origin = GET(t->last_origin);
  s->before = (uint32_t) uv__slice_fit(base->began, GET(uv__pulse_of(all->loop)->woke), UINT32_MAX);
}

/* How much of the last stretch came after its timers had begun. */
static void uv__slice_halve(const uv_loop_t* loop, struct uv__slice* s) {
  uint64_t at = GET(uv__trace_of(loop)->timers_at);

  s->timers_us = at < GET(uv__pulse_of(loop)->woke)
                     ? 0
                     : (uint32_t) (uv__slice_fit(at, s->ended, UINT64_MAX) / 1000);
}

static unsigned uv__slice_calls(const struct uv__slice* s) {
  unsigned sum = 0;

  for (unsigned i = 0; i < UV_TRACE_PHASES; i++)
    sum += s->calls[i];
  return sum;
}

/* Jobs that have run so far; how many wait goes into the slice. */
static uint64_t uv__slice_pool(struct uv__slice* s) {
  struct uv__pool_stats stats;
  uint64_t waiting = 0, done = 0;

  uv__pool_stats(&stats);
  for (unsigned i = 0; i < stats.kinds; i++) {
    waiting += stats.kind[i].queued;
    done += stats.kind[i].jobs;
  }
  s->pool_waiting = (uint16_t) uv__slice_fit(0, waiting, UINT16_MAX);
  return done;
}

/* ---- The line that blocks the loop; (5) ---- */

uint64_t uv_trace_slice_now(const uv_loop_t* loop) {
  const struct uv__slices* all = uv__slices_of(loop);
  return all == NULL ? 0 : GET(all->base.began);
}

int uv_trace_slice_line(uv_loop_t* loop, uint64_t slice, const char* line, unsigned int phase,
                        uint64_t took_ns) {
  struct uv__slices* all = uv__slices_of(loop);
  struct uv__slice_line* note;

  if (all == NULL || slice == 0)
    return UV_EINVAL;
  if (GET(all->base.began) != slice)
    return UV_ENOENT;
  note = &all->note;
  if (note->began == slice && note->took > took_ns)
    return 0;
  UV__TRACE_SET(note->began, 0);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  UV__TRACE_SET(note->line, line);
  UV__TRACE_SET(note->phase, phase);
  note->took = took_ns;
  __atomic_store_n(&note->began, slice, __ATOMIC_RELEASE);
  return 0;
}

static void uv__slice_attach_line(const struct uv__slices* all, struct uv__slice* s) {
  uint64_t before = __atomic_load_n(&all->note.began, __ATOMIC_ACQUIRE);
  const char* line = GET(all->note.line);
  uint64_t phase = GET(all->note.phase);

  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  if (before != s->began || GET(all->note.began) != before)
    return;
  s->line = line;
  s->held = phase < UV_TRACE_PHASES ? (uint8_t) (phase + 1) : 0;
}

/* ---- Ending one and beginning the next ---- */

static void uv__slice_begin(struct uv__slices* all, uint64_t pool_done, uint64_t now) {
  struct uv__trace* t = uv__trace_of(all->loop);
  struct uv__slice_base base = {.began = now,
                                .asleep = t->asleep,
                                .turns = all->loop->internal->pulse.metrics.loop_count,
                                .late = t->late,
                                .ring = t->ring_submitted,
                                .pool_done = pool_done};

  memcpy(base.calls, uv__pulse_of(all->loop)->calls, sizeof(base.calls));
  memcpy(base.exact, t->exact, sizeof(base.exact));
  for (unsigned i = 0; i < all->count; i++)
    base.words[i] = GET(*all->words[i].value);
  uv__copy_words(&all->base, &base, sizeof(base));
  UV__TRACE_SET(t->last_type, 0);
  UV__TRACE_SET(t->last_origin, NULL);
  t->slice_until = now + SLICE_NS;
}

static void uv__slice_put(struct uv__slices* all, struct uv__slice* s) {
  struct uv__slice* slot = &all->ring[all->next % SLICES];

  s->seq = 0;
  UV__TRACE_SET(slot->seq, 0);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  uv__copy_words(slot, s, sizeof(*s));
  __atomic_store_n(&slot->seq, all->next + 1, __ATOMIC_RELEASE);
  __atomic_store_n(&all->next, all->next + 1, __ATOMIC_RELEASE);
}

void uv__slice_end(uv_loop_t* loop, uint64_t until, uint64_t now, int outside) {
  struct uv__slices* all = uv__trace_of(loop)->slices;
  struct uv__slice s = {.ended = until};
  uint64_t pool_done = uv__slice_pool(&s);

  uv__slice_since(all, &all->base, &s);
  uv__slice_halve(loop, &s);
  s.pool_done = (uint16_t) uv__slice_fit(all->base.pool_done, pool_done, UINT16_MAX);
  if (s.asleep >= now - until)
    s.asleep -= (uint32_t) (now - until); /* the sleep that ends now comes after the slice */
  s.outside = outside != 0;
  uv__slice_attach_line(all, &s);
  /* A loop that was woken and had nothing to do leaves none. */
  if (uv__slice_calls(&s) != 0 || s.ended - s.began >= SLICE_NS)
    uv__slice_put(all, &s);
  uv__slice_begin(all, pool_done, now);
}

/* ---- Reading, on any thread ---- */

void uv__slice_range(const uv_loop_t* loop, uint64_t* first, uint64_t* end) {
  const struct uv__slices* all = uv__slices_of(loop);

  *end = all == NULL ? 0 : __atomic_load_n(&all->next, __ATOMIC_ACQUIRE);
  *first = *end > SLICES ? *end - SLICES : 0;
}

int uv__slice_read(const uv_loop_t* loop, uint64_t number, struct uv__slice* copy) {
  const struct uv__slices* all = uv__slices_of(loop);
  const struct uv__slice* slot = &all->ring[number % SLICES];

  if (__atomic_load_n(&slot->seq, __ATOMIC_ACQUIRE) != number + 1)
    return 0;
  uv__copy_words(copy, slot, sizeof(*copy));
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&slot->seq, __ATOMIC_RELAXED) == number + 1;
}

static int uv__slice_try_open(const uv_loop_t* loop, const struct uv__slices* all,
                              struct uv__slice* copy) {
  const struct uv__trace* t = uv__trace_of(loop);
  struct uv__slice_base base;
  uint64_t next = __atomic_load_n(&all->next, __ATOMIC_ACQUIRE);
  int asleep;

  uv__copy_words(&base, &all->base, sizeof(base));
  memset(copy, 0, sizeof(*copy));
  uv__slice_since(all, &base, copy);
  asleep = (GET(t->state) & UV__TRACE_ASLEEP) != 0;
  copy->ended = asleep ? GET(t->slept_at) : uv__clock_ns();
  copy->outside = uv__trace_phase(loop) == UV_TRACE_OUTSIDE;
  uv__slice_attach_line(all, copy);
  copy->running = asleep ? 0 : (uint16_t) (uv__trace_phase(loop) + 1);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return GET(all->base.began) == base.began && GET(all->next) == next && copy->ended >= base.began;
}

int uv__slice_read_open(const uv_loop_t* loop, struct uv__slice* copy) {
  const struct uv__slices* all = uv__slices_of(loop);

  for (int i = 0; i < TRIES; i++)
    if (uv__slice_try_open(loop, all, copy))
      return 1;
  return 0;
}

int uv__slices_are_on(const uv_loop_t* loop) {
  return uv__slices_of(loop) != NULL;
}

int uv__slices_tid(const uv_loop_t* loop) {
  return uv__slices_of(loop)->tid;
}

const char* uv__slices_word(const uv_loop_t* loop, unsigned i) {
  return uv__slices_of(loop)->words[i].name;
}

const uv_loop_t* uv__slices_first(void) {
  const struct uv__slices* all = __atomic_load_n(&uv__all_slices, __ATOMIC_ACQUIRE);
  return all == NULL ? NULL : all->loop;
}

const uv_loop_t* uv__slices_next(const uv_loop_t* loop) {
  const struct uv__slices* all = __atomic_load_n(&uv__slices_of(loop)->after, __ATOMIC_ACQUIRE);
  return all == NULL ? NULL : all->loop;
}

/* ---- On and off ---- */

static struct uv__slices* uv__slices_new(void) {
  struct uv__slices* all = uv__calloc(1, sizeof(*all));
  void* ring;

  if (all == NULL)
    return NULL;
  ring = mmap(NULL, SLICES * sizeof(*all->ring), PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (ring == MAP_FAILED) {
    uv__free(all);
    return NULL;
  }
  all->ring = ring;
  return all;
}

int uv_trace_slices_start(uv_loop_t* loop, const uv_trace_word_t* words, unsigned int count) {
  struct uv__trace* t = uv__trace_of(loop);
  struct uv__slices* all;

  if (t->slices != NULL)
    return UV_EALREADY;
  if (count > UV_TRACE_WORDS)
    return UV_EINVAL;
  all = uv__slices_new();
  if (all == NULL)
    return UV_ENOMEM;
  all->loop = loop;
  all->tid = gettid();
  all->count = count;
  if (count > 0)
    memcpy(all->words, words, count * sizeof(*words));
  uv__slice_begin(all, 0, uv__clock_ns());

  pthread_mutex_lock(&uv__slices_lock);
  all->after = uv__all_slices;
  __atomic_store_n(&t->slices, all, __ATOMIC_RELEASE);
  __atomic_store_n(&uv__all_slices, all, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&uv__slices_lock);
  return 0;
}

void uv__slices_free(uv_loop_t* loop) {
  struct uv__slices* all = uv__trace_of(loop)->slices;
  struct uv__slices** link = &uv__all_slices;

  if (all == NULL)
    return;
  pthread_mutex_lock(&uv__slices_lock);
  while (*link != all)
    link = &(*link)->after;
  __atomic_store_n(link, all->after, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&uv__slices_lock);
  uv__trace_of(loop)->slices = NULL;
  uv__trace_of(loop)->slice_until = UINT64_MAX;
  munmap(all->ring, SLICES * sizeof(*all->ring));
  uv__free(all);
}

#endif
