/* trace/out.c: text without stdio. */
#include <check.h>
#include <string.h>
#include <unistd.h>

#include "trace/out.h"

static const char* take(int fd) {
  static char text[1 << 16];
  ssize_t n = read(fd, text, sizeof(text) - 1);
  CHECK_GE(n, 0);
  text[n] = '\0';
  return text;
}

TEST(numbers_and_strings) {
  struct uv__out o;
  int fds[2];

  CHECK_OK(uv_pipe(fds, 0, 0));
  uv__out_init(&o, fds[1]);
  uv__out_u64(&o, 0);
  uv__out_text(&o, " ");
  uv__out_u64(&o, UINT64_MAX);
  uv__out_text(&o, " ");
  uv__out_i64(&o, INT64_MIN);
  uv__out_text(&o, " ");
  uv__out_hex(&o, 0xbeef);
  uv__out_text(&o, " ");
  uv__out_us(&o, 1234056);
  uv__out_text(&o, " ");
  uv__out_us(&o, 7);
  uv__out_json(&o, NULL);
  uv__out_json(&o, "a\"b\\c\x01\x7f\xe9");
  uv__out_flush(&o);
  CHECK_OK(o.err);
  CHECK_STR(take(fds[0]),
            "0 18446744073709551615 -9223372036854775808 \"0xbeef\" 1234.056 0.007"
            "null\"a\\\"b\\\\c\\u0001\\u007f\\u00e9\"");
  close(fds[0]);
  close(fds[1]);
}

/* More than the buffer holds, and more than a nonblocking pipe takes at once. */
static void reader(void* arg) {
  int fd = *(int*) arg;
  size_t total = 0;
  char bytes[5000];
  ssize_t n;

  while ((n = read(fd, bytes, sizeof(bytes))) > 0)
    total += (size_t) n;
  CHECK_EQ(total, 300000);
}

TEST(a_full_pipe_is_waited_for) {
  uv_thread_t thread;
  struct uv__out o;
  int fds[2];

  CHECK_OK(uv_pipe(fds, 0, UV_NONBLOCK_PIPE));
  CHECK_OK(uv_thread_create(&thread, reader, &fds[0]));
  uv__out_init(&o, fds[1]);
  for (int i = 0; i < 100000; i++)
    uv__out_text(&o, "abc");
  uv__out_flush(&o);
  CHECK_OK(o.err);
  close(fds[1]);
  CHECK_OK(uv_thread_join(&thread));
  close(fds[0]);
}

TEST(an_error_ends_the_writing) {
  struct uv__out o;

  uv__out_init(&o, -1);
  uv__out_text(&o, "text");
  uv__out_flush(&o);
  CHECK_EQ(o.err, UV_EBADF);
}
