/* src/runtime/text/swap.c — the other byte order, in place, at any alignment. */
#include "text.h"

#include <string.h>

#include "vectors.h"

#define SWAP_EACH(type, swap)                    \
  for (; i < n; i += sizeof(type)) {             \
    type word;                                   \
    memcpy(&word, bytes + i, sizeof(word));      \
    word = swap(word);                           \
    memcpy(bytes + i, &word, sizeof(word));      \
  }

void gy_swap(uint8_t* bytes, size_t n, unsigned width) {
  size_t i = gy_has_avx2() ? gy_avx2_swap(bytes, n, width) : 0;
  if (width == 2)
    SWAP_EACH(uint16_t, __builtin_bswap16)
  else if (width == 4)
    SWAP_EACH(uint32_t, __builtin_bswap32)
  else
    SWAP_EACH(uint64_t, __builtin_bswap64)
}
