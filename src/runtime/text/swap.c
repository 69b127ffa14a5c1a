/* src/runtime/text/swap.c — the other byte order.
 *
 * (1) Works in place on bytes of any alignment: memcpy() is how C says "unaligned". */
#include "text.h"

#include <string.h>

#define SWAP_EACH(type, swap)                    \
  for (size_t i = 0; i < n; i += sizeof(type)) { \
    type word;                                   \
    memcpy(&word, bytes + i, sizeof(word));      \
    word = swap(word);                           \
    memcpy(bytes + i, &word, sizeof(word));      \
  }

void gy_swap(uint8_t* bytes, size_t n, unsigned width) {
  if (width == 2)
    SWAP_EACH(uint16_t, __builtin_bswap16)
  else if (width == 4)
    SWAP_EACH(uint32_t, __builtin_bswap32)
  else
    SWAP_EACH(uint64_t, __builtin_bswap64)
}
