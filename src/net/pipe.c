/* src/net/pipe.c — what is specific to pipes: names, directions, permissions.
 *
 * (1) A name is a path, or, when it begins with a NUL, a name in the abstract namespace, where
 *     every byte counts. An empty name, when binding, lets the kernel pick an abstract one.
 * (2) The path of a bound pipe is removed when the pipe is closed, before its descriptor is: the
 *     other way round, another process could have bound the path in between.
 * (3) Every failure to connect is reported by the callback, except for invalid arguments of
 *     uv_pipe_connect2(). */
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "net/stream.h"

#define PATH_AT offsetof(struct sockaddr_un, sun_path)
#define PATH_ROOM sizeof(((struct sockaddr_un*) 0)->sun_path)

/* The kernel adds a NUL after a path that fills sun_path. */
union uv__unix_address {
  struct sockaddr any;
  struct sockaddr_un un;
  char bytes[sizeof(struct sockaddr_un) + 1];
};

int uv_pipe_init(uv_loop_t* loop, uv_pipe_t* h, int ipc) {
  uv__stream_init(loop, (uv_stream_t*) h, UV_NAMED_PIPE);
  h->ipc = ipc;
  h->pipe_fname = NULL;
  return 0;
}

int uv_pipe_open(uv_pipe_t* h, uv_file fd) {
  int mode, err;

  if (uv__is_closing(h))
    return UV_EINVAL;
  if (uv__io_fd_in_use(h->loop, fd))
    return UV_EEXIST;
  mode = UV__RETRY(fcntl(fd, F_GETFL));
  if (mode == -1)
    return UV__ERR(errno);
  err = uv__nonblock(fd, 1);
  if (err)
    return err;
  return uv__stream_open((uv_stream_t*) h, fd, uv__access_flags(mode));
}

int uv__pipe_close(uv_pipe_t* h) {
  if (h->pipe_fname != NULL)
    UV__RETRY(unlink(h->pipe_fname));
  uv__free(h->pipe_fname);
  h->pipe_fname = NULL;
  uv__stream_close((uv_stream_t*) h);
  return UV__CLOSE_NOW;
}

/* ---- Names in ---- */

/* The length of the address, or an error. */
static int uv__pipe_address(const char* name, size_t len, unsigned flags,
                            union uv__unix_address* a) {
  if ((flags & ~(unsigned) UV_PIPE_NO_TRUNCATE) || name == NULL)
    return UV_EINVAL;
  if (len > 0 && name[0] != '\0' && memchr(name, '\0', len) != NULL)
    return UV_EINVAL;
  if (len > PATH_ROOM && (flags & UV_PIPE_NO_TRUNCATE))
    return UV_EINVAL;

  len = len > PATH_ROOM ? PATH_ROOM : len;
  memset(a, 0, sizeof(*a));
  a->un.sun_family = AF_UNIX;
  memcpy(a->un.sun_path, name, len);
  return (int) (PATH_AT + len);
}

static int uv__pipe_bind_new(const union uv__unix_address* a, int len) {
  int fd = uv__socket(AF_UNIX, SOCK_STREAM, 0);
  int err;

  if (fd < 0)
    return fd;
  if (bind(fd, &a->any, (socklen_t) len) == 0)
    return fd;
  err = errno == ENOENT ? UV_EACCES : UV__ERR(errno); /* as libuv has it, for Windows' sake */
  uv__close(fd);
  return err;
}

int uv_pipe_bind2(uv_pipe_t* h, const char* name, size_t namelen, unsigned int flags) {
  union uv__unix_address a;
  char* path = NULL;
  int len = uv__pipe_address(name, namelen, flags, &a);
  int fd;

  if (len < 0)
    return len;
  if (uv__is_closing(h) || h->io.fd != -1)
    return UV_EINVAL;
  if (a.un.sun_path[0] != '\0') {
    path = uv__strndup(a.un.sun_path, PATH_ROOM);
    if (path == NULL)
      return UV_ENOMEM;
  }
  fd = uv__pipe_bind_new(&a, len);
  if (fd < 0) {
    uv__free(path);
    return fd;
  }
  h->pipe_fname = path;
  h->io.fd = fd;
  return 0;
}

int uv_pipe_bind(uv_pipe_t* h, const char* name) {
  return uv_pipe_bind2(h, name, name == NULL ? 0 : strlen(name), 0);
}

/* An IPC pipe is a connection, not a door. */
int uv__pipe_before_listen(uv_pipe_t* h) {
  return h->io.fd == -1 || h->ipc ? UV_EINVAL : 0;
}

/* ---- Connecting ---- */

static int uv__pipe_try_connect(uv_pipe_t* h, const union uv__unix_address* a, int len) {
  if (h->io.fd == -1) {
    int fd = uv__socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0)
      return fd;
    h->io.fd = fd;
  }
  if (UV__RETRY(connect(h->io.fd, &a->any, (socklen_t) len)) == 0 || errno == EINPROGRESS)
    return 0;
  return UV__ERR(errno);
}

int uv_pipe_connect2(uv_connect_t* req, uv_pipe_t* h, const char* name, size_t namelen,
                     unsigned int flags, uv_connect_cb cb) {
  union uv__unix_address a;
  int len = uv__pipe_address(name, namelen, flags, &a);
  int outcome;

  if (len < 0)
    return len;
  if (namelen == 0 || uv__is_closing(h))
    return UV_EINVAL;
  if (h->connect_req != NULL)
    return UV_EALREADY;
  outcome = uv__pipe_try_connect(h, &a, len);
  return uv__stream_connecting((uv_stream_t*) h, req, outcome, cb);
}

/* Without a return value, an error can only be reported by the callback. */
void uv_pipe_connect(uv_connect_t* req, uv_pipe_t* h, const char* name, uv_connect_cb cb) {
  int err;

  if (h->connect_req != NULL) { /* ends with that one */
    uv__req_init(h->loop, req, UV_CONNECT);
    req->handle = (uv_stream_t*) h;
    req->cb = cb;
    uv__queue_push_tail(&h->connect_req->queue, &req->queue);
    return;
  }
  err = uv_pipe_connect2(req, h, name, name == NULL ? 0 : strlen(name), 0, cb);
  if (err)
    uv__stream_connecting((uv_stream_t*) h, req, err, cb);
}

/* ---- Names out ---- */

/* A path is followed by a NUL, an abstract name is not: it consists of its length. */
static int uv__pipe_name(const uv_pipe_t* h, int (*get)(int, struct sockaddr*, socklen_t*),
                         char* buffer, size_t* size) {
  union uv__unix_address a;
  int addrlen = sizeof(a);
  size_t len;
  int err;

  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  memset(&a, 0, sizeof(a));
  err = uv__getsockpeername((const uv_handle_t*) h, get, &a.any, &addrlen);
  if (err)
    return err;

  len = (size_t) addrlen > PATH_AT ? (size_t) addrlen - PATH_AT : 0;
  if (len == 0 || a.un.sun_path[0] != '\0')
    return uv__copy_out(a.un.sun_path, strnlen(a.un.sun_path, PATH_ROOM), buffer, size);
  err = len > *size ? UV_ENOBUFS : 0;
  if (err == 0)
    memcpy(buffer, a.un.sun_path, len);
  *size = len;
  return err;
}

int uv_pipe_getsockname(const uv_pipe_t* h, char* buffer, size_t* size) {
  return uv__pipe_name(h, getsockname, buffer, size);
}

int uv_pipe_getpeername(const uv_pipe_t* h, char* buffer, size_t* size) {
  return uv__pipe_name(h, getpeername, buffer, size);
}

/* Exactly the requested permissions. */
int uv_pipe_chmod(uv_pipe_t* h, int flags) {
  char path[PATH_ROOM + 1];
  size_t size = sizeof(path);
  mode_t mode = 0;
  int err;

  if (h == NULL || h->io.fd == -1)
    return UV_EBADF;
  if (flags == 0 || (flags & ~(UV_READABLE | UV_WRITABLE)))
    return UV_EINVAL;
  err = uv_pipe_getsockname(h, path, &size);
  if (err)
    return err;
  if (size == 0 || path[0] == '\0')
    return UV_ENOENT; /* it is not in the file system */

  if (flags & UV_READABLE)
    mode |= S_IRUSR | S_IRGRP | S_IROTH;
  if (flags & UV_WRITABLE)
    mode |= S_IWUSR | S_IWGRP | S_IWOTH;
  return UV__RETRY(chmod(path, mode)) ? UV__ERR(errno) : 0;
}

/* ---- Descriptors that have arrived ---- */

int uv_pipe_pending_count(uv_pipe_t* h) {
  return h->ipc ? (int) uv__fds_waiting((uv_stream_t*) h) : 0;
}

uv_handle_type uv_pipe_pending_type(uv_pipe_t* h) {
  return h->ipc && h->accepted_fd != -1 ? uv_guess_handle(h->accepted_fd) : UV_UNKNOWN_HANDLE;
}

/* A setting of Windows' named pipes. */
void uv_pipe_pending_instances(uv_pipe_t* h, int count) {
  (void) h;
  (void) count;
}
