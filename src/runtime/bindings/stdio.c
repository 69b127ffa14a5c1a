/* src/runtime/bindings/stdio.c — writing to standard output and error at once, to the last byte.
 * (1) A descriptor that another process made non-blocking is waited for with poll(): nothing is
 *     lost because a pipe was full for a moment.
 * (2) The result is 0 or a negative errno; SIGPIPE is ignored, so a closed pipe is UV_EPIPE. */
#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/gyre.h"

static int write_all(int fd, const char* bytes, size_t length) {
  while (length > 0) {
    ssize_t n = write(fd, bytes, length);
    if (n >= 0) {
      bytes += n;
      length -= (size_t) n;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      struct pollfd wait = {.fd = fd, .events = POLLOUT};
      if (poll(&wait, 1, -1) == -1 && errno != EINTR)
        return -errno;
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return 0;
}

/* writeSync(fd, string) */
GY_FUNCTION(write_sync) {
  gy_env* env = gy_env_here();
  int fd = gy_arg_int(ctx, argc, argv, 0), err;
  struct gy_text text;

  if (argc < 2 || !gy_text_get(env, argv[1], &text, exception))
    return gy_number(env, UV_EINVAL);
  err = write_all(fd, text.data, text.length);
  gy_text_free(&text);
  return gy_number(env, err);
}

/* writeBytes(fd, buffer) */
GY_FUNCTION(write_bytes) {
  gy_env* env = gy_env_here();
  uint8_t* bytes;
  size_t length;

  if (argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length))
    return gy_number(env, UV_EINVAL);
  return gy_number(env, write_all(gy_arg_int(ctx, argc, argv, 0), (const char*) bytes, length));
}

/* guessHandleType(fd) */
GY_FUNCTION(guess_type) {
  gy_env* env = gy_env_here();
  int fd = gy_arg_int(ctx, argc, argv, 0);
  struct stat st;

  switch (uv_guess_handle(fd)) {
    case UV_TTY: return gy_string(env, "TTY");
    case UV_FILE: return gy_string(env, "FILE");
    case UV_NAMED_PIPE: return gy_string(env, "PIPE");
    case UV_TCP: return gy_string(env, "TCP");
    case UV_UDP: return gy_string(env, "UDP");
    default: return gy_string(env, fstat(fd, &st) == 0 ? "UNKNOWN" : "INVALID");
  }
}

void gy_bind_stdio(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"writeSync", write_sync},
      {"writeBytes", write_bytes},
      {"guessHandleType", guess_type},
  };

  gy_define(env, target, functions);
}
