/* src/net/socket.c — questions about descriptors and pairs of them; no loop is involved. */
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/stream.h"

uv_buf_t uv_buf_init(char* base, unsigned int len) {
  return (uv_buf_t){.base = base, .len = len};
}

int uv__getsockpeername(const uv_handle_t* h, int (*get)(int, struct sockaddr*, socklen_t*),
                        struct sockaddr* name, int* namelen) {
  socklen_t len = (socklen_t) *namelen;
  uv_os_fd_t fd;
  int err = uv__fileno(h, &fd);

  if (err)
    return err;
  if (get(fd, name, &len))
    return UV__ERR(errno);
  *namelen = (int) len;
  return 0;
}

/* ---- Buffer sizes ---- */

static int uv__buffer_size(uv_handle_t* h, int option, int* value) {
  socklen_t len = sizeof(*value);
  uv_os_fd_t fd;
  int err;

  if (h == NULL || value == NULL)
    return UV_EINVAL;
  if (h->type != UV_TCP && h->type != UV_NAMED_PIPE && h->type != UV_UDP)
    return UV_ENOTSUP;
  err = uv__fileno(h, &fd);
  if (err)
    return err;
  if (*value == 0)
    err = getsockopt(fd, SOL_SOCKET, option, value, &len);
  else
    err = setsockopt(fd, SOL_SOCKET, option, value, len);
  return err ? UV__ERR(errno) : 0;
}

int uv_send_buffer_size(uv_handle_t* h, int* value) {
  return uv__buffer_size(h, SO_SNDBUF, value);
}

int uv_recv_buffer_size(uv_handle_t* h, int* value) {
  return uv__buffer_size(h, SO_RCVBUF, value);
}

/* ---- Pairs ---- */

/* Close-on-exec from birth, non-blocking one by one: the two ends are often for two processes. */
static int uv__pair_flags(int fds[2], int flags0, int flags1) {
  int err = flags0 & UV_NONBLOCK_PIPE ? uv__nonblock(fds[0], 1) : 0;

  if (err == 0 && (flags1 & UV_NONBLOCK_PIPE))
    err = uv__nonblock(fds[1], 1);
  if (err) {
    uv__close(fds[0]);
    uv__close(fds[1]);
  }
  return err;
}

int uv_pipe(uv_file fds[2], int read_flags, int write_flags) {
  int pair[2];
  int err;

  if (pipe2(pair, O_CLOEXEC))
    return UV__ERR(errno);
  err = uv__pair_flags(pair, read_flags, write_flags);
  if (err)
    return err;
  fds[0] = pair[0];
  fds[1] = pair[1];
  return 0;
}

int uv_socketpair(int type, int protocol, uv_os_sock_t fds[2], int flags0, int flags1) {
  int pair[2];
  int err;

  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, protocol, pair))
    return UV__ERR(errno);
  err = uv__pair_flags(pair, flags0, flags1);
  if (err)
    return err;
  fds[0] = pair[0];
  fds[1] = pair[1];
  return 0;
}

/* ---- What is this descriptor? ---- */

static uv_handle_type uv__guess_socket(int fd) {
  static const struct {
    int family, type;
    uv_handle_type handle;
  } kinds[] = {
      {AF_INET, SOCK_STREAM, UV_TCP},        {AF_INET6, SOCK_STREAM, UV_TCP},
      {AF_INET, SOCK_DGRAM, UV_UDP},         {AF_INET6, SOCK_DGRAM, UV_UDP},
      {AF_UNIX, SOCK_STREAM, UV_NAMED_PIPE},
  };
  int family, type;
  socklen_t len = sizeof(int);

  if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &len) ||
      getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len))
    return UV_UNKNOWN_HANDLE;
  for (size_t i = 0; i < UV__COUNT(kinds); i++)
    if (kinds[i].family == family && kinds[i].type == type)
      return kinds[i].handle;
  return UV_UNKNOWN_HANDLE;
}

uv_handle_type uv_guess_handle(uv_file fd) {
  struct stat st;

  if (fd < 0)
    return UV_UNKNOWN_HANDLE;
  if (isatty(fd))
    return UV_TTY;
  if (fstat(fd, &st))
    return UV_UNKNOWN_HANDLE;
  switch (st.st_mode & S_IFMT) {
    case S_IFREG:
    case S_IFCHR: return UV_FILE;
    case S_IFIFO: return UV_NAMED_PIPE;
    case S_IFSOCK: return uv__guess_socket(fd);
    default: return UV_UNKNOWN_HANDLE;
  }
}
