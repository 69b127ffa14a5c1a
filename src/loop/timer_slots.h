/* src/loop/timer_slots.h — the keys of timers: a 4-ary heap of them, and sorting them.
 *
 * (1) A slot is 16 bytes, so that four children are one cache line; sifting reads nothing else.
 * (2) No two keys are equal, so sorting need not be stable. */
#ifndef UV__TIMER_SLOTS_H
#define UV__TIMER_SLOTS_H

#include <stdint.h>
#include <stdlib.h>

/* Compared as one 128-bit number: due, then seq; entry decides nothing, as no two share a seq. */
struct uv__timer_slot {
  uint32_t entry;
  uint32_t seq;
  uint64_t due;
};

__extension__ typedef unsigned __int128 uv__timer_key;

static inline uv__timer_key uv__key(const struct uv__timer_slot* s) {
  return (uv__timer_key) s->due << 64 | (uint64_t) s->seq << 32 | s->entry;
}

/* ---- The heap ---- */

static inline void uv__sift_up(struct uv__timer_slot* heap, unsigned i,
                               struct uv__timer_slot slot) {
  uv__timer_key key = uv__key(&slot);

  while (i > 0) {
    unsigned parent = (i - 1) / 4;
    if (key >= uv__key(&heap[parent]))
      break;
    heap[i] = heap[parent];
    i = parent;
  }
  heap[i] = slot;
}

/* The smallest of four children, by arithmetic: a branch would be guessed wrong half the time. */
static inline unsigned uv__least_child(const struct uv__timer_slot* heap, unsigned child) {
  uv__timer_key a = uv__key(&heap[child]);
  uv__timer_key b = uv__key(&heap[child + 1]);
  uv__timer_key c = uv__key(&heap[child + 2]);
  uv__timer_key d = uv__key(&heap[child + 3]);
  unsigned ab = b < a;
  unsigned cd = d < c;
  uv__timer_key m = ab ? b : a;
  uv__timer_key n = cd ? d : c;
  return child + (n < m ? 2 + cd : ab);
}

/* Lets the hole at the top sink to the bottom first, and the slot rise from there: it came from the
 * bottom and rarely goes far. */
static inline void uv__sift_down(struct uv__timer_slot* heap, unsigned count, unsigned i,
                                 struct uv__timer_slot slot) {
  unsigned top = i;
  unsigned child;

  while ((child = 4 * i + 1) + 3 < count) {
    /* Prefetches the next level while this one is still being loaded. */
    for (unsigned k = 0; k < 4; k++)
      __builtin_prefetch(&heap[4 * (child + k) + 1]);
    unsigned least = uv__least_child(heap, child);
    heap[i] = heap[least];
    i = least;
  }
  if (child < count) {
    unsigned least = child;
    while (++child < count)
      if (uv__key(&heap[child]) < uv__key(&heap[least]))
        least = child;
    heap[i] = heap[least];
    i = least;
  }

  uv__timer_key key = uv__key(&slot);
  while (i > top && key < uv__key(&heap[(i - 1) / 4])) {
    heap[i] = heap[(i - 1) / 4];
    i = (i - 1) / 4;
  }
  heap[i] = slot;
}

/* ---- Sorting ---- */

enum { UV__FEW_SLOTS = 16 }; /* are sorted by insertion */

static inline int uv__slot_compare(const void* a, const void* b) {
  uv__timer_key x = uv__key(a);
  uv__timer_key y = uv__key(b);
  return x < y ? -1 : x > y;
}

static inline void uv__slots_insert(struct uv__timer_slot* slots, size_t count) {
  for (size_t i = 1; i < count; i++) {
    struct uv__timer_slot slot = slots[i];
    size_t at = i;
    for (; at > 0 && uv__key(&slot) < uv__key(&slots[at - 1]); at--)
      slots[at] = slots[at - 1];
    slots[at] = slot;
  }
}

static inline void uv__slots_swap(struct uv__timer_slot* a, struct uv__timer_slot* b) {
  struct uv__timer_slot slot = *a;
  *a = *b;
  *b = slot;
}

/* The middle one of first, middle and last comes first. */
static inline void uv__slots_choose(struct uv__timer_slot* slots, size_t count) {
  struct uv__timer_slot *first = &slots[0], *middle = &slots[count / 2], *last = &slots[count - 1];

  if (uv__key(middle) > uv__key(last))
    uv__slots_swap(middle, last);
  if (uv__key(first) > uv__key(last))
    uv__slots_swap(first, last);
  if (uv__key(first) < uv__key(middle))
    uv__slots_swap(first, middle);
}

/* Partitions around the pivot and returns its place. Each element is exchanged with the first one
 * known to belong after the pivot, needed or not: there is no branch to mispredict. */
static inline size_t uv__slots_split(struct uv__timer_slot* slots, size_t count) {
  uv__timer_key pivot = uv__key(&slots[0]);
  size_t before = 0;

  for (size_t i = 1; i < count; i++) {
    struct uv__timer_slot slot = slots[i];
    slots[i] = slots[before + 1];
    slots[before + 1] = slot;
    before += uv__key(&slot) < pivot;
  }
  uv__slots_swap(&slots[0], &slots[before]);
  return before;
}

/* Quicksort, the smaller part first; `splits` bounds the number of bad partitions. */
static inline void uv__slots_sort_parts(struct uv__timer_slot* slots, size_t count,
                                        unsigned splits) {
  while (count > UV__FEW_SLOTS) {
    size_t at, behind;

    if (splits-- == 0) {
      qsort(slots, count, sizeof(*slots), uv__slot_compare);
      return;
    }
    uv__slots_choose(slots, count);
    at = uv__slots_split(slots, count);
    behind = count - at - 1;
    if (at < behind) {
      uv__slots_sort_parts(slots, at, splits);
      slots += at + 1;
      count = behind;
    } else {
      uv__slots_sort_parts(slots + at + 1, behind, splits);
      count = at;
    }
  }
  uv__slots_insert(slots, count);
}

/* Takes little more than half the time of qsort(), which calls a function to compare and copies
 * everything. Often there is nothing to do: timers with one delay, started one after another. */
static inline void uv__slots_sort(struct uv__timer_slot* slots, size_t count) {
  size_t i = 1;

  while (i < count && uv__key(&slots[i - 1]) < uv__key(&slots[i]))
    i++;
  if (i < count)
    uv__slots_sort_parts(slots, count, 64);
}

#endif
