/* src/runtime/text/search.c — bytes within bytes, from either end.
 *
 * (1) Forwards is the C library's business: memchr() and memmem() know this machine's vectors.
 * (2) Backwards looks for the first byte with memrchr() and compares there.
 * (3) With step 2 a match at an odd place is passed over, never shortened or moved. */
#include "text.h"

#include <string.h>

size_t gy_find(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m, size_t from,
               unsigned step) {
  while (from <= n && m <= n - from) {
    const uint8_t* at =
        m == 1 ? memchr(hay + from, needle[0], n - from) : memmem(hay + from, n - from, needle, m);
    if (at == NULL)
      break;
    size_t place = (size_t) (at - hay);
    if (place % step == 0)
      return place;
    from = place + 1;
  }
  return GY_NOWHERE;
}

size_t gy_find_last(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m, size_t from,
                    unsigned step) {
  if (m > n)
    return GY_NOWHERE;
  size_t left = (from < n - m ? from : n - m) + 1;
  while (left > 0) {
    const uint8_t* at = memrchr(hay, needle[0], left);
    if (at == NULL)
      break;
    size_t place = (size_t) (at - hay);
    if (place % step == 0 && memcmp(at, needle, m) == 0)
      return place;
    left = place;
  }
  return GY_NOWHERE;
}
