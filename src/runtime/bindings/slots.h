/* src/runtime/bindings/slots.h — objects of C that JavaScript knows by small numbers.
 * (1) 0 is the number of nothing.
 * (2) Adding and removing take the same time however many there are.
 * (3) A table belongs to one thread. A number is used again after it was removed. */
#ifndef BINDINGS_SLOTS_H
#define BINDINGS_SLOTS_H

#include <stddef.h>
#include <stdint.h>

struct gy_slots {
  void** at;
  uint32_t size;
  uint32_t* free; /* the numbers of empty slots, a stack */
  uint32_t free_count;
};

/* The number of `value`, which is not NULL; 0 when there is no memory. */
uint32_t gy_slots_add(struct gy_slots* slots, void* value);
void gy_slots_remove(struct gy_slots* slots, uint32_t id);
/* All numbers are gone. */
void gy_slots_free(struct gy_slots* slots);

/* What has the number, or NULL. */
static inline void* gy_slots_get(const struct gy_slots* slots, uint32_t id) {
  return id < slots->size ? slots->at[id] : NULL;
}

#endif
