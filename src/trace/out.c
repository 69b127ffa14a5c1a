/* src/trace/out.c — text to a descriptor, from where nothing else may be called. */
#include "trace/out.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "os/sys.h"
#include "uv.h"

void uv__out_init(struct uv__out* o, int fd) {
  o->fd = fd;
  o->err = 0;
  o->len = 0;
}

/* The descriptor may be a nonblocking pipe: wait for room instead of losing the rest. */
static int uv__out_retry(int fd) {
  struct pollfd p = {.fd = fd, .events = POLLOUT};

  if (errno == EINTR)
    return 1;
  return errno == EAGAIN && UV__RETRY(poll(&p, 1, -1)) == 1;
}

void uv__out_flush(struct uv__out* o) {
  size_t done = 0;

  while (done < o->len && o->err == 0) {
    ssize_t n = write(o->fd, o->buf + done, o->len - done);
    if (n >= 0)
      done += (size_t) n;
    else if (!uv__out_retry(o->fd))
      o->err = UV__ERR(errno);
  }
  o->len = 0;
}

static void uv__out_char(struct uv__out* o, char c) {
  if (o->len == sizeof(o->buf))
    uv__out_flush(o);
  o->buf[o->len++] = c;
}

void uv__out_text(struct uv__out* o, const char* s) {
  while (*s != '\0')
    uv__out_char(o, *s++);
}

void uv__out_json(struct uv__out* o, const char* s) {
  static const char hex[] = "0123456789abcdef";

  if (s == NULL) {
    uv__out_text(o, "null");
    return;
  }
  uv__out_char(o, '"');
  for (; *s != '\0'; s++) {
    unsigned char c = (unsigned char) *s;
    if (c == '"' || c == '\\') {
      uv__out_char(o, '\\');
      uv__out_char(o, *s);
    } else if (c < 0x20 || c >= 0x7f) {
      /* Bytes beyond ASCII may not be UTF-8: shown one by one, as Latin-1, the file stays valid. */
      uv__out_text(o, "\\u00");
      uv__out_char(o, hex[c >> 4]);
      uv__out_char(o, hex[c & 15]);
    } else {
      uv__out_char(o, *s);
    }
  }
  uv__out_char(o, '"');
}

static void uv__out_digits(struct uv__out* o, uint64_t n, unsigned base, int width) {
  char digits[24];
  int count = 0;

  do
    digits[count++] = "0123456789abcdef"[n % base];
  while ((n /= base) != 0 || count < width);
  while (count > 0)
    uv__out_char(o, digits[--count]);
}

void uv__out_u64(struct uv__out* o, uint64_t n) {
  uv__out_digits(o, n, 10, 1);
}

void uv__out_i64(struct uv__out* o, int64_t n) {
  if (n < 0)
    uv__out_char(o, '-');
  uv__out_u64(o, n < 0 ? 0 - (uint64_t) n : (uint64_t) n);
}

void uv__out_hex(struct uv__out* o, uint64_t n) {
  uv__out_text(o, "\"0x");
  uv__out_digits(o, n, 16, 1);
  uv__out_char(o, '"');
}

void uv__out_us(struct uv__out* o, uint64_t ns) {
  uv__out_u64(o, ns / 1000);
  uv__out_char(o, '.');
  uv__out_digits(o, ns % 1000, 10, 3);
}
