/* test/fuzz/url.c — the URL parser against any bytes. Besides not breaking, what it makes of them
 * must be a URL that it reads as itself, and a setter must leave such a URL.
 *
 * The first byte says what to do: 0xff … parse the rest; else a part to set, with the text before
 * the first NUL as the URL and the rest as the value; an odd one takes the value as a base. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/url/url.h"

static void fail(const char* why, const struct gy_url_text* one, const struct gy_url_text* two) {
  fprintf(stderr, "%s\n%.*s\n%.*s\n", why, (int) one->length, one->data, (int) two->length,
          two->data);
  abort();
}

static void check_layout(const struct gy_url_text* text, const struct gy_url_layout* at) {
  bool ordered = at->protocol_end <= at->username_end && at->username_end <= at->host_start &&
                 at->host_start <= at->host_end && at->host_end <= at->pathname_start &&
                 at->pathname_start <= text->length;
  bool tail = (at->search_start == GY_URL_OMITTED || at->search_start >= at->pathname_start) &&
              (at->hash_start == GY_URL_OMITTED || at->hash_start >= at->pathname_start);
  if (!ordered || !tail)
    fail("parts out of order", text, text);
  for (size_t i = 0; i < text->length; i++)
    if ((uint8_t) text->data[i] >= 0x7f || (uint8_t) text->data[i] < ' ')
      fail("not printable ASCII", text, text);
}

/* Written, read and written again it is the same. */
static void check_stable(const struct gy_url* url) {
  struct gy_url_text once;
  struct gy_url_text twice;
  struct gy_url_layout layout;
  struct gy_url again;

  gy_url_text_init(&once);
  gy_url_text_init(&twice);
  gy_url_write(url, &once, &layout);
  check_layout(&once, &layout);
  if (gy_url_parse(&again, once.data, once.length, NULL) != GY_URL_OK)
    fail("does not read its own text", &once, &once);
  gy_url_write(&again, &twice, &layout);
  if (once.length != twice.length || memcmp(once.data, twice.data, once.length) != 0)
    fail("reads its own text as another", &once, &twice);
  gy_url_free(&again);
  gy_url_text_free(&once);
  gy_url_text_free(&twice);
}

static void try_parse(const char* input, size_t length, const struct gy_url* base) {
  struct gy_url url;
  if (gy_url_parse(&url, input, length, base) == GY_URL_OK)
    check_stable(&url);
  gy_url_free(&url);
}

static void try_two(uint8_t kind, const char* first, size_t first_length, const char* second,
                    size_t second_length) {
  struct gy_url url;
  if (gy_url_parse(&url, first, first_length, NULL) == GY_URL_OK) {
    if (kind & 1)
      try_parse(second, second_length, &url);
    else if (gy_url_set(&url, kind / 2 % GY_URL_PARTS, second, second_length) == GY_URL_OK)
      check_stable(&url);
  }
  gy_url_free(&url);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0)
    return 0;
  const char* text = (const char*) data + 1;
  size_t length = size - 1;
  const char* nul = memchr(text, 0, length);
  if (data[0] == 0xff || nul == NULL)
    try_parse(text, length, NULL);
  else
    try_two(data[0], text, (size_t) (nul - text), nul + 1, length - (size_t) (nul - text) - 1);
  return 0;
}
