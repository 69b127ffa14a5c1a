/* src/runtime/text/search.c — bytes within bytes, from either end.
 *
 * (1) The forward search finds the first byte by memchr(), which is vectorised; where
 *     that byte is too common to help, memmem() takes over, whose time is bounded.
 * (2) Backwards looks for the first byte with memrchr() and compares there.
 * (3) With step 2 a match at an odd place is passed over, never shortened or moved. */
#include "text.h"

#include <string.h>

enum { MAX_CANDIDATES = 32 }; /* those that may fail before memmem() takes over */

static const uint8_t* next_place(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m,
                                 int* candidates) {
  const uint8_t* last = hay + (n - m);
  while (*candidates > 0) {
    const uint8_t* at = memchr(hay, needle[0], (size_t) (last - hay) + 1);
    if (at == NULL || memcmp(at, needle, m) == 0)
      return at;
    (*candidates)--;
    if (at == last)
      return NULL;
    hay = at + 1;
  }
  return memmem(hay, (size_t) (last - hay) + m, needle, m);
}

size_t gy_find(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m, size_t from,
               unsigned step) {
  int candidates = MAX_CANDIDATES;
  while (from <= n && m <= n - from) {
    const uint8_t* at = next_place(hay + from, n - from, needle, m, &candidates);
    if (at == NULL)
      break;
    size_t place = (size_t) (at - hay);
    if (place % step == 0)
      return place;
    from = place + 1;
  }
  return GY_NOT_FOUND;
}

size_t gy_find_last(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m, size_t from,
                    unsigned step) {
  if (m > n)
    return GY_NOT_FOUND;
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
  return GY_NOT_FOUND;
}
