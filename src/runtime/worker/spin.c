/* src/runtime/worker/spin.c — see spin.h. */
#include "spin.h"

#include <pthread.h>
#include <sched.h>

#include "uv.h"

enum { LEAST_NS = 2000, SPINS_PER_LOOK = 32 };

static bool has_other_processors;

/* (3) */
static void count_processors(void) {
  cpu_set_t set;

  has_other_processors = sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) > 1;
}

static bool changes_within(const uint32_t* word, uint32_t value, uint64_t ns) {
  uint64_t end = uv_hrtime() + ns;

  do {
    for (int i = 0; i < SPINS_PER_LOOK; i++) {
      if (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value)
        return true;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  } while (uv_hrtime() < end);
  return false;
}

bool gy_spin_while(struct gy_spin* spin, const uint32_t* word, uint32_t value) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  uint32_t ns = spin->ns == 0 && ++spin->waits % GY_SPIN_PROBE == 0 ? GY_SPIN_NS : spin->ns;
  bool changed;

  if (ns == 0)
    return false;
  pthread_once(&once, count_processors);
  changed = has_other_processors && changes_within(word, value, ns);
  if (changed)
    spin->ns = GY_SPIN_NS;
  else
    spin->ns = spin->ns / 2 < LEAST_NS ? 0 : spin->ns / 2; /* (2) */
  return changed;
}
