/* src/runtime/bindings/slots.c — objects of C that JavaScript knows by small numbers (slots.h). */
#include "slots.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 16 };

static bool grow(struct gy_slots* slots) {
  uint32_t size = slots->size > 0 ? slots->size * 2 : FIRST_SIZE;
  void** at = realloc(slots->at, size * sizeof(*at));
  uint32_t* numbers;

  if (at == NULL)
    return false;
  slots->at = at;
  numbers = realloc(slots->free, size * sizeof(*numbers));
  if (numbers == NULL)
    return false;
  slots->free = numbers;
  memset(at + slots->size, 0, (size - slots->size) * sizeof(*at));
  /* The lowest on top. Slot 0 stays empty. */
  for (uint32_t id = size - 1; id >= slots->size && id > 0; id--)
    numbers[slots->free_count++] = id;
  slots->size = size;
  return true;
}

uint32_t gy_slots_add(struct gy_slots* slots, void* value) {
  uint32_t id;

  if (slots->free_count == 0 && !grow(slots))
    return 0;
  id = slots->free[--slots->free_count];
  slots->at[id] = value;
  return id;
}

void gy_slots_remove(struct gy_slots* slots, uint32_t id) {
  if (gy_slots_get(slots, id) == NULL)
    return;
  slots->at[id] = NULL;
  slots->free[slots->free_count++] = id;
}

void gy_slots_free(struct gy_slots* slots) {
  free(slots->at);
  free(slots->free);
  *slots = (struct gy_slots){0};
}
