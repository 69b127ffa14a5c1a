/* src/process/stdio.c — the parent's side of a child's descriptors.
 *
 * (1) Between uv__stdio_make() and adopt or drop, each pair is open or -1. Inherited descriptors
 *     are only looked up: they stay the parent's. */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/stream.h"
#include "process/spawn.h"

enum { KINDS = UV_IGNORE | UV_CREATE_PIPE | UV_INHERIT_FD | UV_INHERIT_STREAM };

static void uv__fd_drop(int* fd) {
  if (*fd != -1)
    uv__close(*fd);
  *fd = -1;
}

static void uv__stdio_free(struct uv__stdio* s) {
  if (s->use != s->use_small)
    uv__free(s->use);
  if (s->pair != s->pair_small)
    uv__free(s->pair);
}

/* At least the three standard streams: a child without them would get its first files there. */
static int uv__stdio_alloc(struct uv__stdio* s, int count) {
  s->count = count < 3 ? 3 : count;
  s->use = s->use_small;
  s->pair = s->pair_small;
  if (s->count > UV__STDIO_SMALL) {
    s->use = uv__malloc((size_t) s->count * sizeof(*s->use));
    s->pair = uv__malloc((size_t) s->count * sizeof(*s->pair));
  }
  if (s->use == NULL || s->pair == NULL) {
    uv__stdio_free(s);
    return UV_ENOMEM;
  }
  memset(s->use, -1, (size_t) s->count * sizeof(*s->use));
  memset(s->pair, -1, (size_t) s->count * sizeof(*s->pair));
  return 0;
}

/* ---- One descriptor ---- */

/* A socket pair and not a pipe: it works in both directions, and can carry descriptors. */
static int uv__stdio_make_pair(const uv_stdio_container_t* container, int pair[2]) {
  const uv_stream_t* stream = container->data.stream;
  int type = SOCK_STREAM | SOCK_CLOEXEC;
  int err;

  if (stream == NULL || stream->type != UV_NAMED_PIPE)
    return UV_EINVAL;
  if (stream->io.fd != -1)
    return UV_EBUSY;
  if (container->flags & UV_NONBLOCK_PIPE)
    type |= SOCK_NONBLOCK;
  if (socketpair(AF_UNIX, type, 0, pair))
    return UV__ERR(errno);
  err = uv__nonblock(pair[0], 1);
  if (err) {
    uv__fd_drop(&pair[0]);
    uv__fd_drop(&pair[1]);
  }
  return err;
}

static int uv__stdio_make_one(struct uv__stdio* s, int i, const uv_stdio_container_t* container) {
  int err = 0;

  switch ((int) container->flags & KINDS) {
    case UV_IGNORE: return 0;
    case UV_CREATE_PIPE:
      err = uv__stdio_make_pair(container, s->pair[i]);
      s->use[i] = s->pair[i][1];
      return err;
    case UV_INHERIT_FD: s->use[i] = container->data.fd; break;
    case UV_INHERIT_STREAM:
      s->use[i] = container->data.stream->io.fd;
      container->data.stream->flags &= ~UV__SOLE_OWNER;
      break;
    default: return UV_EINVAL;
  }
  return s->use[i] < 0 ? UV_EINVAL : 0;
}

static int uv__stdio_adopt_one(int pair[2], const uv_stdio_container_t* container) {
  unsigned flags = 0;
  int err;

  uv__fd_drop(&pair[1]);
  /* The flags are the child's view. */
  if (container->flags & UV_READABLE_PIPE)
    flags |= UV__WRITABLE;
  if (container->flags & UV_WRITABLE_PIPE)
    flags |= UV__READABLE;
  err = uv__stream_open(container->data.stream, pair[0], flags);
  if (err == 0)
    pair[0] = -1;
  return err;
}

/* ---- All of them ---- */

int uv__stdio_make(struct uv__stdio* s, const uv_process_options_t* options) {
  int err = uv__stdio_alloc(s, options->stdio_count);

  if (err)
    return err;
  for (int i = 0; i < options->stdio_count && err == 0; i++)
    err = uv__stdio_make_one(s, i, &options->stdio[i]);
  if (err)
    uv__stdio_drop(s);
  return err;
}

int uv__stdio_adopt(struct uv__stdio* s, const uv_process_options_t* options) {
  int err = 0;

  for (int i = 0; i < options->stdio_count && err == 0; i++)
    if (s->pair[i][0] != -1)
      err = uv__stdio_adopt_one(s->pair[i], &options->stdio[i]);
  uv__stdio_drop(s);
  return err;
}

void uv__stdio_drop(struct uv__stdio* s) {
  for (int i = 0; i < s->count; i++) {
    uv__fd_drop(&s->pair[i][0]);
    uv__fd_drop(&s->pair[i][1]);
  }
  uv__stdio_free(s);
}
