/* Reading line by line, with lines at the edge of the buffer and beyond it. */
#include "os/os.h"

#include <string.h>
#include "check.h"

static void put(const char* text) {
  FILE* f = fopen("file", "w");

  fputs(text, f);
  fclose(f);
}

TEST(lines_come_without_newlines_and_the_last_one_needs_none) {
  struct uv__lines l;

  put("one\n\nthree");
  CHECK_OK(uv__lines_open(&l, "file"));
  CHECK_STR(uv__lines_next(&l), "one");
  CHECK_STR(uv__lines_next(&l), "");
  CHECK_STR(uv__lines_next(&l), "three");
  CHECK_EQ(uv__lines_next(&l), NULL);
  CHECK_EQ(uv__lines_next(&l), NULL);
  CHECK_OK(uv__lines_close(&l));
}

TEST(a_line_across_two_reads_is_whole) {
  char text[6000];
  struct uv__lines l;

  memset(text, 'a', sizeof(text));
  text[3999] = '\n';
  text[5998] = '\n';
  text[5999] = '\0';
  put(text);
  CHECK_OK(uv__lines_open(&l, "file"));
  CHECK_EQ(strlen(uv__lines_next(&l)), 3999);
  CHECK_EQ(strlen(uv__lines_next(&l)), 1998);
  CHECK_EQ(uv__lines_next(&l), NULL);
  CHECK_OK(uv__lines_close(&l));
}

TEST(a_line_longer_than_the_buffer_comes_in_pieces) {
  char text[10001];
  struct uv__lines l;
  size_t bytes = 0;
  int pieces = 0;

  memset(text, 'a', sizeof(text) - 1);
  text[sizeof(text) - 1] = '\0';
  put(text);
  CHECK_OK(uv__lines_open(&l, "file"));
  for (char* line; (line = uv__lines_next(&l)) != NULL; pieces++)
    bytes += strlen(line);
  CHECK_EQ(bytes, 10000);
  CHECK_EQ(pieces, 3);
  CHECK_OK(uv__lines_close(&l));
}

TEST(failures_to_open_and_to_read_are_told) {
  struct uv__lines l;

  CHECK_EQ(uv__lines_open(&l, "missing"), UV_ENOENT);
  CHECK_OK(uv__lines_open(&l, "."));
  CHECK_EQ(uv__lines_next(&l), NULL);
  CHECK_EQ(uv__lines_close(&l), UV_EISDIR);
}
