/* src/runtime/text/vectors.c — which vector instructions the processor has. The C library knows
 * already: CPUID itself leaves a virtual machine, 20 to 70 us for each of its questions. */
#include "vectors.h"

#if GY_VECTORS

#  include <sys/platform/x86.h>

unsigned gy_text_vectors;

__attribute__((constructor)) static void find_vectors(void) {
  if (CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI1) && CPU_FEATURE_ACTIVE(BMI2) &&
      CPU_FEATURE_ACTIVE(LZCNT) && CPU_FEATURE_ACTIVE(POPCNT))
    gy_text_vectors |= GY_USE_AVX2;
  if (gy_text_vectors != 0 && CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512BW) &&
      CPU_FEATURE_ACTIVE(AVX512VL) && CPU_FEATURE_ACTIVE(AVX512_VBMI) &&
      CPU_FEATURE_ACTIVE(AVX512_VBMI2))
    gy_text_vectors |= GY_USE_AVX512;
}

#endif
