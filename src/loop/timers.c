/* src/loop/timers.c — timers, in an implicit 4-ary heap with the keys inside.
 *
 * Most timers are stopped or pushed back long before they are due (a time-out that does not happen), so
 * only what reaches the top is worth sorting:
 *   - stopping marks the slot empty and leaves it where it is;
 *   - moving a timer to a later time changes the timer and not its slot;
 *   - both are put right when the slot comes to the top, or when empty slots outnumber the others.
 *
 * (1) A slot's key is never later than its timer's (due, start_id), so the earliest timer is never
 *     below a slot with a later key.
 * (2) timer->heap_index - 1 is its slot; 0 means that it has none. An empty slot has timer == NULL.
 * (3) Times are nanoseconds of the loop's clock. A timer never runs before its time; timers with the same time
 *     run in the order of starting.
 * (4) A timer started while timers run waits for the next round: its start_id says so. */
#include <stdlib.h>

#include "loop/internal.h"
#include "loop/loop.h"
#include "trace/trace.h"

#define MS UINT64_C(1000000)

struct uv__timer_slot {
  uint64_t due;
  uint64_t start_id;
  uv_timer_t* timer;
};

static inline int uv__slot_before(const struct uv__timer_slot* a, const struct uv__timer_slot* b) {
  return a->due != b->due ? a->due < b->due : a->start_id < b->start_id;
}

static inline void uv__slot_put(uv_loop_t* loop, unsigned i, struct uv__timer_slot slot) {
  loop->timer_heap[i] = slot;
  if (slot.timer != NULL)
    slot.timer->heap_index = i + 1;
}

static void uv__sift_up(uv_loop_t* loop, unsigned i, struct uv__timer_slot slot) {
  while (i > 0) {
    unsigned parent = (i - 1) / 4;
    if (!uv__slot_before(&slot, &loop->timer_heap[parent]))
      break;
    uv__slot_put(loop, i, loop->timer_heap[parent]);
    i = parent;
  }
  uv__slot_put(loop, i, slot);
}

static void uv__sift_down(uv_loop_t* loop, unsigned i, struct uv__timer_slot slot) {
  const struct uv__timer_slot* heap = loop->timer_heap;
  unsigned count = loop->timer_count;

  for (;;) {
    unsigned child = 4 * i + 1;
    unsigned best = child;
    unsigned last = child + 4 < count ? child + 4 : count;

    if (child >= count)
      break;
    while (++child < last)
      if (uv__slot_before(&heap[child], &heap[best]))
        best = child;
    if (!uv__slot_before(&heap[best], &slot))
      break;
    uv__slot_put(loop, i, heap[best]);
    i = best;
  }
  uv__slot_put(loop, i, slot);
}

static void uv__heap_drop_top(uv_loop_t* loop) {
  struct uv__timer_slot last = loop->timer_heap[--loop->timer_count];
  if (loop->timer_count > 0)
    uv__sift_down(loop, 0, last);
}

/* The slot of the first timer, with all laziness about it made good; NULL when there is none. */
static struct uv__timer_slot* uv__heap_top(uv_loop_t* loop) {
  while (loop->timer_count > 0) {
    struct uv__timer_slot* top = loop->timer_heap;
    uv_timer_t* timer = top->timer;

    if (timer == NULL) {
      loop->timer_empty--;
      uv__heap_drop_top(loop);
    } else if (top->start_id != timer->start_id) {
      uv__sift_down(loop, 0,
                    (struct uv__timer_slot){timer->due, timer->start_id, timer});
    } else {
      return top;
    }
  }
  return NULL;
}

/* Throws out the empty slots and orders the rest anew. Linear, and paid for by the stops since. */
static void uv__heap_compact(uv_loop_t* loop) {
  unsigned kept = 0;

  for (unsigned i = 0; i < loop->timer_count; i++) {
    uv_timer_t* timer = loop->timer_heap[i].timer;
    if (timer != NULL)
      uv__slot_put(loop, kept++,
                   (struct uv__timer_slot){timer->due, timer->start_id, timer});
  }
  loop->timer_count = kept;
  loop->timer_empty = 0;
  for (unsigned i = kept / 4 + 1; i-- > 0;)
    if (i < kept)
      uv__sift_down(loop, i, loop->timer_heap[i]);
}

static int uv__heap_push(uv_loop_t* loop, uv_timer_t* timer) {
  if (loop->timer_count == loop->timer_capacity) {
    if (loop->timer_empty > loop->timer_count / 4) {
      uv__heap_compact(loop);
    } else {
      unsigned capacity = loop->timer_capacity ? loop->timer_capacity * 2 : 16;
      void* heap = uv__realloc(loop->timer_heap, capacity * sizeof(*loop->timer_heap));
      if (heap == NULL)
        return UV_ENOMEM;
      loop->timer_heap = heap;
      loop->timer_capacity = capacity;
    }
  }
  loop->timer_count++;
  uv__sift_up(loop, loop->timer_count - 1,
              (struct uv__timer_slot){timer->due, timer->start_id, timer});
  return 0;
}

static void uv__heap_remove(uv_loop_t* loop, uv_timer_t* timer) {
  loop->timer_heap[timer->heap_index - 1].timer = NULL;
  timer->heap_index = 0;
  loop->timer_empty++;
  if (loop->timer_empty > 64 && loop->timer_empty > loop->timer_count / 2)
    uv__heap_compact(loop);
}

static uint64_t uv__timer_due(const uv_loop_t* loop, uint64_t timeout_ms) {
  if (timeout_ms >= (UINT64_MAX - loop->time) / MS)
    return UINT64_MAX; /* never, without wrapping round */
  return loop->time + timeout_ms * MS;
}

int uv_timer_init(uv_loop_t* loop, uv_timer_t* handle) {
  uv__handle_init(loop, handle, UV_TIMER);
  handle->timer_cb = NULL;
  handle->due = 0;
  handle->repeat = 0;
  handle->start_id = 0;
  handle->heap_index = 0;
  return 0;
}

int uv_timer_start(uv_timer_t* handle, uv_timer_cb cb, uint64_t timeout, uint64_t repeat) {
  uv_loop_t* loop = handle->loop;

  if (uv__is_closing(handle) || cb == NULL)
    return UV_EINVAL;

  handle->timer_cb = cb;
  handle->due = uv__timer_due(loop, timeout);
  handle->repeat = repeat;
  handle->start_id = loop->timer_start_id++;

  if (handle->heap_index == 0) {
    int err = uv__heap_push(loop, handle);
    if (err) {
      uv__handle_stop(handle);
      return err;
    }
  } else if (handle->due < loop->timer_heap[handle->heap_index - 1].due) {
    uv__sift_up(loop, handle->heap_index - 1,
                (struct uv__timer_slot){handle->due, handle->start_id, handle});
  }
  uv__handle_start(handle);
  return 0;
}

int uv_timer_stop(uv_timer_t* handle) {
  if (handle->heap_index != 0)
    uv__heap_remove(handle->loop, handle);
  uv__handle_stop(handle);
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
  return (handle->due - now - 1) / MS + 1;
}

int uv__timer_close(uv_timer_t* handle) {
  uv_timer_stop(handle);
  return UV__CLOSE_NOW;
}

uint64_t uv__timer_next_due(uv_loop_t* loop) {
  struct uv__timer_slot* top = uv__heap_top(loop);
  return top == NULL ? UINT64_MAX : top->due;
}

void uv__run_timers(uv_loop_t* loop) {
  uint64_t now = loop->time;
  uint64_t round_end = loop->timer_start_id;
  struct uv__timer_slot* top;

  while ((top = uv__heap_top(loop)) != NULL && top->due <= now && top->start_id < round_end) {
    uv_timer_t* handle = top->timer;
    uint64_t due = top->due;

    /* A repeating timer is put back before its callback runs, which may stop it again. Its slot stays: the
     * new time is later. */
    if (handle->repeat != 0) {
      uv_timer_start(handle, handle->timer_cb, handle->repeat, handle->repeat);
    } else {
      handle->heap_index = 0;
      uv__heap_drop_top(loop);
      uv__handle_stop(handle);
    }
    uv__trace_timer_late(loop, handle, due, now);
    UV__CALL_HANDLE(loop, handle, handle->timer_cb(handle));
  }
}
