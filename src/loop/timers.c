/* src/loop/timers.c — timers, in an implicit 4-ary heap of 16-byte keys (loop/timer_slots.h).
 *
 * Most timers are stopped or pushed back long before they are due (a time-out that does not
 * happen), so only what reaches the top is worth sorting:
 *   - stopping a timer leaves its slot where it is; starting it again finds the slot there;
 *   - moving a timer to a later time changes the timer and not its slot;
 *   - moving it to an earlier time gives it another slot and leaves the old one without an owner;
 *   - all of that is put right when the slot comes to the top, or when useless slots are the
 *     majority.
 * A slot names its timer by a number, and loop->timer_table turns that into a pointer. So sifting
 * touches nothing but the heap (four children are one cache line) and closing a timer is one store
 * in the table.
 *
 * (1) timer_table[slot.entry] is the timer of a slot, or NULL. A timer has at most one slot:
 *     timer->entry - 1 is its place in the table, 0 means that it has none. A slot whose timer says
 *     otherwise is nobody's: some programs initialise a stopped timer again without closing it.
 * (2) A slot's key is never later than its timer's (due, seq), so the earliest timer is never below
 *     a slot with a later key. A key whose seq differs from the timer's lags behind.
 * (3) Times are nanoseconds of the loop's clock. A timer never runs before its time; timers with
 *     the same time run in the order of starting.
 * (4) A timer started while timers run waits for the next round.
 * (5) timer_empty counts the slots whose timer is NULL or not active.
 * (6) While timer_walk is set, no slot changes its place but by rising from the end. */
#define UV__PHASE UV_TRACE_TIMERS
#include <string.h>

#include "loop/internal.h"
#include "loop/loop.h"
#include "loop/timer_slots.h"
#include "trace/trace.h"

#define MS UINT64_C(1000000)

static inline uv_timer_t* uv__slot_timer(const uv_loop_t* loop, struct uv__timer_slot slot) {
  uv_timer_t* timer = loop->timer_table[slot.entry];
  return timer != NULL && timer->entry == slot.entry + 1 ? timer : NULL;
}

static inline struct uv__timer_slot uv__slot_for(const uv_timer_t* timer) {
  return (struct uv__timer_slot){timer->entry - 1, timer->seq, timer->due};
}

static void uv__drop_top(uv_loop_t* loop) {
  struct uv__timer_slot last = loop->timer_heap[--loop->timer_count];
  if (loop->timer_count > 0)
    uv__sift_down(loop->timer_heap, loop->timer_count, 0, last);
}

/* ---- The table ---- */

#define FREE_LINK(next) ((uv_timer_t*) (uintptr_t) (next))

static unsigned uv__entry_take(uv_loop_t* loop, uv_timer_t* timer) {
  unsigned place = loop->timer_free;

  if (place != 0)
    loop->timer_free = (unsigned) (uintptr_t) loop->timer_table[place - 1];
  else
    place = ++loop->timer_used;
  loop->timer_table[place - 1] = timer;
  return place;
}

static void uv__entry_release(uv_loop_t* loop, uint32_t entry) {
  loop->timer_table[entry] = FREE_LINK(loop->timer_free);
  loop->timer_free = entry + 1;
}

/* ---- Both ---- */

/* One block: the heap, shifted so that the children of any slot are one cache line, then the
 * table. */
static int uv__timers_grow(uv_loop_t* loop) {
  enum { LINE = 64, SHIFT = 3 };
  unsigned capacity = loop->timer_capacity ? loop->timer_capacity * 2 : 16;
  size_t heap_size = ((size_t) capacity + SHIFT) * sizeof(struct uv__timer_slot);
  char* memory = uv__malloc(LINE + heap_size + capacity * sizeof(*loop->timer_table));
  struct uv__timer_slot* heap;
  uv_timer_t** table;

  if (memory == NULL)
    return UV_ENOMEM;
  heap = (void*) (((uintptr_t) memory + LINE - 1) & ~(uintptr_t) (LINE - 1));
  table = (uv_timer_t**) ((char*) heap + heap_size);
  heap += SHIFT;
  if (loop->timer_count > 0) {
    memcpy(heap, loop->timer_heap, loop->timer_count * sizeof(*heap));
    memcpy(table, loop->timer_table, loop->timer_used * sizeof(*table));
  }
  uv__free(loop->timer_memory);
  loop->timer_memory = memory;
  loop->timer_heap = heap;
  loop->timer_table = table;
  loop->timer_capacity = capacity;
  return 0;
}

/* Drops stale slots and updates every key to that of its timer. The array is not a heap
 * afterwards. */
static void uv__timers_prune(uv_loop_t* loop) {
  struct uv__timer_slot* heap = loop->timer_heap;
  unsigned kept = 0;

  for (unsigned i = 0; i < loop->timer_count; i++) {
    uv_timer_t* timer = uv__slot_timer(loop, heap[i]);
    if (timer != NULL && uv__is_active(timer)) {
      timer->slot_due = timer->due;
      heap[kept++] = uv__slot_for(timer);
      continue;
    }
    if (timer != NULL)
      timer->entry = 0;
    uv__entry_release(loop, heap[i].entry);
  }
  loop->timer_count = kept;
  loop->timer_empty = 0;
  loop->timer_walk = 0;
}

/* Linear, and paid for by the stops since the last time. */
static void uv__timers_compact(uv_loop_t* loop) {
  struct uv__timer_slot* heap = loop->timer_heap;

  uv__timers_prune(loop);
  for (unsigned i = loop->timer_count / 4 + 1; i-- > 0;)
    if (4 * i + 1 < loop->timer_count)
      uv__sift_down(heap, loop->timer_count, i, heap[i]);
}

static void uv__timers_tidy(uv_loop_t* loop) {
  if (loop->timer_empty > 64 && loop->timer_empty > loop->timer_count / 2)
    uv__timers_compact(loop);
}

/* A sorted array is a heap, too. */
static void uv__timers_sort(uv_loop_t* loop) {
  uv__timers_prune(loop);
  uv__slots_sort(loop->timer_heap, loop->timer_count);
}

/* seq has run out of 32 bits: numbers the active timers anew, in their order. */
static void uv__timers_renumber(uv_loop_t* loop) {
  uv__timers_sort(loop);
  for (unsigned i = 0; i < loop->timer_count; i++)
    loop->timer_heap[i].seq = uv__slot_timer(loop, loop->timer_heap[i])->seq = i;
  loop->timer_seq = loop->timer_count;
}

static int uv__timer_push(uv_loop_t* loop, uv_timer_t* timer) {
  if (loop->timer_count == loop->timer_capacity && loop->timer_empty > loop->timer_count / 4)
    uv__timers_compact(loop);
  if (loop->timer_count == loop->timer_capacity) {
    int err = uv__timers_grow(loop);
    if (err)
      return err;
  }
  timer->entry = uv__entry_take(loop, timer);
  timer->slot_due = timer->due;
  uv__sift_up(loop->timer_heap, loop->timer_count++, uv__slot_for(timer));
  return 0;
}

/* The timer no longer needs its slot, and may be gone when the slot reaches the top. */
static void uv__timer_disown(uv_loop_t* loop, uv_timer_t* timer) {
  loop->timer_table[timer->entry - 1] = NULL;
  timer->entry = 0;
}

/* The slot of the first timer, with all postponed updates done; NULL when there is none. */
static struct uv__timer_slot* uv__timers_top(uv_loop_t* loop) {
  while (loop->timer_count > 0) {
    struct uv__timer_slot* top = loop->timer_heap;
    uv_timer_t* timer = uv__slot_timer(loop, *top);

    if (timer == NULL || !uv__is_active(timer)) {
      if (timer != NULL)
        timer->entry = 0;
      loop->timer_empty--;
      loop->timer_walk = 0;
      uv__entry_release(loop, top->entry);
      uv__drop_top(loop);
    } else if (top->seq != timer->seq) {
      timer->slot_due = timer->due;
      loop->timer_walk = 0;
      uv__sift_down(loop->timer_heap, loop->timer_count, 0, uv__slot_for(timer));
    } else {
      return top;
    }
  }
  return NULL;
}

/* ---- The API ---- */

/* Nanoseconds do not reach beyond the year 2500: saturates instead of wrapping around. */
static void uv__timer_set_due(uv_timer_t* timer, uint64_t timeout_ms) {
  uint64_t now = timer->loop->time;

  if (timeout_ms < (UINT64_MAX - now) / MS) {
    timer->due = now + timeout_ms * MS;
    return;
  }
  timer->due = UINT64_MAX;
  timer->far_due = timeout_ms > UINT64_MAX - now / MS ? UINT64_MAX : now / MS + timeout_ms;
}

int uv_timer_init(uv_loop_t* loop, uv_timer_t* handle) {
  uv__handle_init(loop, handle, UV_TIMER);
  handle->timer_cb = NULL;
  handle->due = 0;
  handle->repeat = 0;
  handle->entry = 0;
  return 0;
}

int uv_timer_start(uv_timer_t* handle, uv_timer_cb cb, uint64_t timeout, uint64_t repeat) {
  uv_loop_t* loop = handle->loop;
  int err;

  if (uv__is_closing(handle) || cb == NULL)
    return UV_EINVAL;
  if (UV__UNLIKELY(loop->timer_seq == UINT32_MAX))
    uv__timers_renumber(loop);

  handle->timer_cb = cb;
  uv__timer_set_due(handle, timeout);
  handle->repeat = repeat;
  handle->seq = loop->timer_seq++;
  handle->round = loop->timer_round;

  if (handle->entry != 0 && handle->due < handle->slot_due) {
    if (uv__is_active(handle))
      loop->timer_empty++; /* it was useless already when the timer was stopped */
    uv__timer_disown(loop, handle);
  } else if (handle->entry != 0 && !uv__is_active(handle)) {
    loop->timer_empty--;
  }
  if (handle->entry == 0 && (err = uv__timer_push(loop, handle)) != 0) {
    uv__handle_stop(handle);
    return err;
  }
  uv__handle_start(handle);
  uv__timers_tidy(loop);
  return 0;
}

int uv_timer_stop(uv_timer_t* handle) {
  if (!uv__is_active(handle))
    return 0;
  uv__handle_stop(handle);
  handle->loop->timer_empty++;
  uv__timers_tidy(handle->loop);
  return 0;
}

int uv_timer_again(uv_timer_t* handle) {
  if (handle->timer_cb == NULL)
    return UV_EINVAL;
  if (handle->repeat == 0)
    return 0;
  return uv_timer_start(handle, handle->timer_cb, handle->repeat, handle->repeat);
}

void uv_timer_set_repeat(uv_timer_t* handle, uint64_t repeat) {
  handle->repeat = repeat;
}

uint64_t uv_timer_get_repeat(const uv_timer_t* handle) {
  return handle->repeat;
}

uint64_t uv_timer_get_due_in(const uv_timer_t* handle) {
  uint64_t now = handle->loop->time;
  if (handle->due <= now)
    return 0;
  if (handle->due == UINT64_MAX)
    return handle->far_due - now / MS;
  return (handle->due - now - 1) / MS + 1;
}

int uv__timer_close(uv_timer_t* handle) {
  uv_timer_stop(handle);
  if (handle->entry != 0)
    uv__timer_disown(handle->loop, handle);
  return UV__CLOSE_NOW;
}

/* ---- The phase ---- */

uint64_t uv__timer_next_due(uv_loop_t* loop) {
  struct uv__timer_slot* top = uv__timers_top(loop);
  return top == NULL ? UINT64_MAX : top->due;
}

int uv__timer_may_be_due(const uv_loop_t* loop) {
  return loop->timer_count > 0 && loop->timer_heap->due <= uv__clock_ns();
}

/* From slot i downwards, as far as there may be something earlier than *least. */
static void uv__timers_search(const uv_loop_t* loop, unsigned i, uint64_t* least) {
  const uv_timer_t* timer;

  if (i >= loop->timer_count || loop->timer_heap[i].due >= *least)
    return;
  timer = uv__slot_timer(loop, loop->timer_heap[i]);
  if (timer != NULL && uv__is_active(timer) && timer->due < *least)
    *least = timer->due;
  for (unsigned k = 1; k <= 4; k++)
    uv__timers_search(loop, 4 * i + k, least);
}

/* Skips stale slots, at most those since timers last ran, instead of repairing them. */
uint64_t uv__timer_peek_due(const uv_loop_t* loop) {
  uint64_t least = UINT64_MAX;

  uv__timers_search(loop, 0, &least);
  return least;
}

/* Takes the first timer out, or puts it back when it repeats: before its callback, which may stop
 * it. */
static void uv__timer_pass(uv_loop_t* loop, uv_timer_t* handle) {
  if (handle->repeat != 0) {
    uv_timer_start(handle, handle->timer_cb, handle->repeat, handle->repeat);
    return;
  }
  uv__entry_release(loop, handle->entry - 1);
  handle->entry = 0;
  uv__drop_top(loop);
  uv__handle_stop_in(loop, handle);
}

/* Whether most of a large heap is due, judged by a few slots of its lower half. */
static int uv__most_are_due(const uv_loop_t* loop, uint64_t now) {
  enum { SAMPLES = 16 };
  unsigned step = loop->timer_count / (2 * SAMPLES);
  unsigned due = 0;

  if (loop->timer_count < 1024)
    return 0;
  for (unsigned i = 1; i <= SAMPLES; i++)
    due += loop->timer_heap[loop->timer_count - i * step].due <= now;
  return due > SAMPLES / 2;
}

static inline void uv__fetch_ahead(const uv_loop_t* loop, unsigned i) {
  enum { TABLE_AHEAD = 16, TIMER_AHEAD = 8 };

  if (i + TABLE_AHEAD >= loop->timer_count)
    return;
  __builtin_prefetch(&loop->timer_table[loop->timer_heap[i + TABLE_AHEAD].entry]);
  const uv_timer_t* timer = loop->timer_table[loop->timer_heap[i + TIMER_AHEAD].entry];
  if (timer == NULL)
    return;
  __builtin_prefetch(&timer->flags);
  __builtin_prefetch(&timer->seq);
}

/* Sorting all at once is cheaper than removing them one by one, and the next timers are known in
 * time to prefetch them. The array stays a heap throughout: slots of timers that have run lose
 * their owner and stay in front, and timers that callbacks start are due later and never rise
 * there. If anything else moves slots, the walk ends and the rest runs the ordinary way. */
static void uv__walk_timers(uv_loop_t* loop, uint64_t now, unsigned round) {
  uv__timers_sort(loop);
  loop->timer_walk = 1;
  for (unsigned i = 0; loop->timer_walk && i < loop->timer_count; i++) {
    struct uv__timer_slot slot = loop->timer_heap[i];
    uv_timer_t* handle;

    uv__fetch_ahead(loop, i);
    handle = uv__slot_timer(loop, slot);
    if (slot.due > now)
      break;
    if (handle == NULL || !uv__is_active(handle) || handle->seq != slot.seq)
      continue;
    if ((int) (handle->round - round) >= 0)
      break;
    if (handle->repeat != 0) {
      uv_timer_start(handle, handle->timer_cb, handle->repeat, handle->repeat);
    } else {
      uv__handle_stop_in(loop, handle);
      uv__timer_disown(loop, handle);
      loop->timer_empty++;
    }
    uv__trace_timer_late(loop, handle, slot.due, now);
    UV__CALL_HANDLE(loop, handle, handle->timer_cb(handle));
  }
  loop->timer_walk = 0;
  uv__timers_tidy(loop);
}

void uv__run_timers(uv_loop_t* loop) {
  uint64_t now = loop->time;
  unsigned round;
  struct uv__timer_slot* top;

  if (loop->timer_count == 0 || loop->timer_heap->due > now)
    return; /* no slot comes up later than its timer */
  round = ++loop->timer_round;
  uv__trace_timers_run(loop);
  if (UV__UNLIKELY(uv__most_are_due(loop, now)))
    uv__walk_timers(loop, now, round);
  while ((top = uv__timers_top(loop)) != NULL && top->due <= now) {
    uv_timer_t* handle = uv__slot_timer(loop, *top);
    uint64_t due = top->due;

    if ((int) (handle->round - round) >= 0)
      break; /* started by a callback of this phase, as is all that comes after it */
    uv__timer_pass(loop, handle);
    uv__trace_timer_late(loop, handle, due, now);
    UV__CALL_HANDLE(loop, handle, handle->timer_cb(handle));
  }
}
