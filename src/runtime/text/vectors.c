/* src/runtime/text/vectors.c — which vector instructions the processor has. The C library knows
 * already: CPUID itself leaves a virtual machine, 20 to 70 us for each of its questions. */
#include "vectors.h"

#if GY_VECTORS

#  include <stdbool.h>
#  include <sys/platform/x86.h>

#  define IS_ACTIVE(feature) is_active(x86_cpu_##feature)

unsigned gy_text_vectors;

/* CPU_FEATURE_ACTIVE() of the C library shifts a signed 1 by 31, which has no defined result. */
static bool is_active(unsigned feature) {
  enum { WORD = 32, LEAF = 4 * WORD };
  const struct cpuid_feature* leaf = __x86_get_cpuid_feature_leaf(feature / LEAF);

  return leaf->active_array[feature % LEAF / WORD] >> feature % WORD & 1;
}

__attribute__((constructor)) static void find_vectors(void) {
  if (IS_ACTIVE(AVX2) && IS_ACTIVE(BMI1) && IS_ACTIVE(BMI2) && IS_ACTIVE(LZCNT) &&
      IS_ACTIVE(POPCNT))
    gy_text_vectors |= GY_USE_AVX2;
  if (gy_text_vectors != 0 && IS_ACTIVE(AVX512F) && IS_ACTIVE(AVX512BW) && IS_ACTIVE(AVX512VL) &&
      IS_ACTIVE(AVX512_VBMI) && IS_ACTIVE(AVX512_VBMI2))
    gy_text_vectors |= GY_USE_AVX512;
}

#endif
