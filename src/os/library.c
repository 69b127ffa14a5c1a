/* src/os/library.c — the end of the library: what it holds for the whole process is given back.
 *
 * (1) Threads go first: a pool job may still use everything below. Then the signal handlers' pipes,
 *     then plain memory.
 * (2) Runs once, however often it is called: at exit or dlclose() by itself, earlier when the
 *     program calls it (allocator replacement, leak checkers). */
#include <stdatomic.h>
#include "loop/loop.h"
#include "os/os.h"
#include "threads/pool.h"

__attribute__((destructor)) void uv_library_shutdown(void) {
  static atomic_flag done = ATOMIC_FLAG_INIT;

  if (atomic_flag_test_and_set(&done))
    return;
  uv__pool_shutdown();
  uv__signal_shutdown();
  uv__title_shutdown();
  uv__error_shutdown();
}
