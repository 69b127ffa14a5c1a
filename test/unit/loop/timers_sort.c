/* src/loop/timer_slots.h: sorting gives the order of the keys and loses none, whatever it begins
 * with. */
#include "loop/timer_slots.h"

#include <string.h>

#include "check.h"

enum { MOST = 20000 };

static struct uv__timer_slot slots[MOST];
static char seen[MOST];

static void check_sorted(size_t count) {
  memset(seen, 0, sizeof(seen));
  for (size_t i = 0; i < count; i++) {
    CHECK_EQ(seen[slots[i].entry], 0);
    seen[slots[i].entry] = 1;
    if (i > 0)
      CHECK(uv__key(&slots[i - 1]) < uv__key(&slots[i]));
  }
}

static uint64_t next_random(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

/* The time of the i-th of n slots. */
static uint64_t in_order(uint64_t i, uint64_t n) {
  return i;
}
static uint64_t reversed(uint64_t i, uint64_t n) {
  return n - i;
}
static uint64_t all_equal(uint64_t i, uint64_t n) {
  return 7;
}
static uint64_t up_and_down(uint64_t i, uint64_t n) {
  return i < n / 2 ? i : n - i;
}
static uint64_t saw(uint64_t i, uint64_t n) {
  return i % 10;
}
static uint64_t far_apart(uint64_t i, uint64_t n) {
  return i % 2 ? UINT64_MAX - i : i;
}
static uint64_t at_random(uint64_t i, uint64_t n) {
  static uint64_t state = 1;
  return next_random(&state) % (n + 1);
}

static void fill(size_t count, uint64_t (*due)(uint64_t, uint64_t)) {
  for (size_t i = 0; i < count; i++)
    slots[i] = (struct uv__timer_slot){(uint32_t) i, (uint32_t) i, due(i, count)};
}

TEST(sorting_slots_orders_them_by_time_and_then_by_number) {
  static uint64_t (*const shapes[])(uint64_t, uint64_t) = {
      in_order, reversed, all_equal, up_and_down, saw, far_apart, at_random};
  static const size_t counts[] = {0, 1, 2, 3, 15, 16, 17, 18, 100, 1000, MOST};

  for (size_t k = 0; k < sizeof(shapes) / sizeof(*shapes); k++) {
    for (size_t n = 0; n < sizeof(counts) / sizeof(*counts); n++) {
      fill(counts[n], shapes[k]);
      uv__slots_sort(slots, counts[n]);
      check_sorted(counts[n]);
    }
  }
}

TEST(sorting_slots_also_ends_when_its_splits_are_used_up) {
  fill(MOST, at_random);
  uv__slots_sort_parts(slots, MOST, 3);
  check_sorted(MOST);
  fill(MOST, at_random);
  uv__slots_sort_parts(slots, MOST, 0);
  check_sorted(MOST);
}
