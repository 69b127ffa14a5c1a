/* src/runtime/text/vectors.c — which vector instructions the processor has. */
#include "vectors.h"

#if GY_VECTORS

unsigned gy_text_vectors;

__attribute__((constructor)) static void find_vectors(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
    gy_text_vectors |= GY_USE_AVX2;
  if (gy_text_vectors != 0 && __builtin_cpu_supports("avx512vbmi2") &&
      __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    gy_text_vectors |= GY_USE_AVX512;
}

#endif
