/* Numbers of objects: slots.h, (1) and (3). */
#include "runtime/bindings/slots.c"

#include "check.h"

enum { COUNT = 1000 };
static int values[COUNT];

TEST(every_value_has_a_number_of_its_own_and_none_has_0) {
  struct gy_slots slots = {0};
  bool taken[COUNT + 1] = {false};

  for (int i = 0; i < COUNT; i++) {
    uint32_t id = gy_slots_add(&slots, &values[i]);
    CHECK_GT(id, 0);
    CHECK_LE(id, COUNT);
    CHECK(!taken[id]);
    taken[id] = true;
    CHECK(gy_slots_get(&slots, id) == &values[i]);
  }
  CHECK(gy_slots_get(&slots, 0) == NULL);
  CHECK(gy_slots_get(&slots, UINT32_MAX) == NULL);
  gy_slots_free(&slots);
  CHECK(gy_slots_get(&slots, 1) == NULL);
}

TEST(number_is_used_again_after_it_was_removed_once) {
  struct gy_slots slots = {0};
  uint32_t first = gy_slots_add(&slots, &values[0]), size;

  for (int i = 1; i < COUNT; i++)
    gy_slots_add(&slots, &values[i]);
  size = slots.size;
  while (slots.free_count > 0)
    gy_slots_add(&slots, &values[0]);
  gy_slots_remove(&slots, first);
  gy_slots_remove(&slots, first); /* nothing is there */
  CHECK(gy_slots_get(&slots, first) == NULL);
  CHECK_EQ(gy_slots_add(&slots, &values[1]), first);
  CHECK_EQ(slots.free_count, 0);
  CHECK_EQ(slots.size, size);
  gy_slots_free(&slots);
}
