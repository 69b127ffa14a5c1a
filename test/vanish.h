/* test/vanish.h — the hardest thing that a callback can do to its own handle: close it, run the
 * loop, and free its memory in the close callback. Under a memory checker, whoever touches the
 * handle after that callback is caught; without one, who follows what was in it. */
#ifndef VANISH_H
#define VANISH_H

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static uv_loop_t vanish_loop;
static int vanish_calls; /* of vanish() */
static int vanish_gone;  /* handles freed */

/* Filled with something: a flag or pointer that is never set is not zero by luck. */
static inline void* vanish_new(size_t size) {
  void* memory = malloc(size);
  CHECK(memory != NULL);
  memset(memory, 0xa5, size);
  return memory;
}

static char vanish_room[2 * 64 * 1024];
static size_t vanish_room_size = sizeof(vanish_room);

static inline void vanish_alloc(uv_handle_t* h, size_t size, uv_buf_t* buf) {
  (void) h;
  (void) size;
  *buf = uv_buf_init(vanish_room, (unsigned) vanish_room_size);
}

static inline void vanish_alloc_none(uv_handle_t* h, size_t size, uv_buf_t* buf) {
  (void) h;
  (void) size;
  *buf = uv_buf_init(NULL, 0);
}

/* Filled with something again. The compiler must not know that it is freed next. */
static inline void vanish_free(uv_handle_t* h) {
  static void* (*volatile fill)(void*, int, size_t) = memset;

  vanish_gone++;
  fill(h, 0xa5, malloc_usable_size(h));
  free(h);
}

static inline void vanish(void* handle) {
  int before = vanish_gone;

  vanish_calls++;
  uv_close(handle, vanish_free);
  uv_run(&vanish_loop, UV_RUN_NOWAIT);
  CHECK_EQ(vanish_gone, before + 1);
}

static inline void vanish_in_alloc(uv_handle_t* h, size_t size, uv_buf_t* buf) {
  vanish_alloc(h, size, buf);
  vanish(h);
}

/* Runs the loop to its end: one handle has vanished, in one callback. */
static inline void vanish_end(void) {
  CHECK_EQ(uv_run(&vanish_loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(vanish_calls, 1);
  CHECK_EQ(vanish_gone, 1);
  CHECK_OK(uv_loop_close(&vanish_loop));
}

#endif
