/* src/trace/alive.c — what keeps a loop alive: the handles and requests that hold it, described.
 *
 * (1) What is told is what the loop itself counts: active and referenced handles, active requests,
 *     handles that are closing. The library's own handles are not told.
 * (2) Both lists of the loop are in the order of birth, so that telling the oldest first is a merge. */
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

#include "loop/internal.h"
#include "trace/names.h"
#include "trace/trace.h"

#if UV__TRACE

enum { ADDRESS_SIZE = 128 };

struct uv__held {
  uv_trace_alive_t record;
  char local[ADDRESS_SIZE];
  char peer[ADDRESS_SIZE];
  char path[PATH_MAX];
};

/* ---- Addresses ---- */

/* A path, or @name for one without a file. */
static const char* uv__unix_text(const struct sockaddr_un* sun, socklen_t len, char* out) {
  size_t max = len - offsetof(struct sockaddr_un, sun_path);

  if (len <= offsetof(struct sockaddr_un, sun_path))
    return NULL;
  if (sun->sun_path[0] != '\0')
    snprintf(out, ADDRESS_SIZE, "%.*s", (int) max, sun->sun_path);
  else
    snprintf(out, ADDRESS_SIZE, "@%.*s", (int) max - 1, sun->sun_path + 1);
  return out;
}

static const char* uv__address_text(const struct sockaddr_storage* a, socklen_t len, char* out) {
  const struct sockaddr_in* in = (const struct sockaddr_in*) a;
  const struct sockaddr_in6* in6 = (const struct sockaddr_in6*) a;
  char ip[INET6_ADDRSTRLEN];

  if (a->ss_family == AF_UNIX)
    return uv__unix_text((const struct sockaddr_un*) a, len, out);
  if (a->ss_family == AF_INET && inet_ntop(AF_INET, &in->sin_addr, ip, sizeof(ip)) != NULL)
    snprintf(out, ADDRESS_SIZE, "%s:%u", ip, ntohs(in->sin_port));
  else if (a->ss_family == AF_INET6 && inet_ntop(AF_INET6, &in6->sin6_addr, ip, sizeof(ip)) != NULL)
    snprintf(out, ADDRESS_SIZE, "[%s]:%u", ip, ntohs(in6->sin6_port));
  else
    return NULL;
  return out;
}

static const char* uv__name_of(int (*get)(int, struct sockaddr*, socklen_t*), int fd, char* out) {
  struct sockaddr_storage a;
  socklen_t len = sizeof(a);

  memset(&a, 0, sizeof(a));
  if (fd < 0 || get(fd, (struct sockaddr*) &a, &len))
    return NULL; /* not a socket, not connected: then there is no name */
  return uv__address_text(&a, len, out);
}

static int uv__get_local(int fd, struct sockaddr* a, socklen_t* len) {
  return getsockname(fd, a, len);
}

static int uv__get_peer(int fd, struct sockaddr* a, socklen_t* len) {
  return getpeername(fd, a, len);
}

static void uv__tell_fd(struct uv__held* held, const uv_handle_t* h) {
  uv_os_fd_t fd = -1;

  if (uv_fileno(h, &fd))
    return;
  held->record.fd = fd;
  held->record.local = uv__name_of(uv__get_local, fd, held->local);
  held->record.peer = uv__name_of(uv__get_peer, fd, held->peer);
}

/* ---- Handles ---- */

static void uv__tell_stream(struct uv__held* held, const uv_handle_t* h) {
  uv__tell_fd(held, h);
  if (h->flags & UV__LISTENING)
    held->record.what = "listening";
  else if (((const uv_stream_t*) h)->connect_req != NULL)
    held->record.what = "connecting";
  else if (held->record.peer != NULL)
    held->record.what = "connected";
}

static void uv__tell_timer(struct uv__held* held, const uv_handle_t* h) {
  const uv_timer_t* timer = (const uv_timer_t*) h;
  uint64_t now = uv__clock_ns();

  held->record.due_ns = timer->due > now ? timer->due - now : 0;
  held->record.repeat_ms = timer->repeat;
}

static void uv__tell_process(struct uv__held* held, const uv_handle_t* h) {
  held->record.pid = ((const uv_process_t*) h)->pid;
}

static void uv__tell_signal(struct uv__held* held, const uv_handle_t* h) {
  held->record.signum = ((const uv_signal_t*) h)->signum;
}

static void uv__tell_fs_event(struct uv__held* held, const uv_handle_t* h) {
  size_t size = sizeof(held->path);
  if (uv_fs_event_getpath((uv_fs_event_t*) h, held->path, &size) == 0)
    held->record.path = held->path;
}

static void uv__tell_fs_poll(struct uv__held* held, const uv_handle_t* h) {
  size_t size = sizeof(held->path);
  if (uv_fs_poll_getpath((uv_fs_poll_t*) h, held->path, &size) == 0)
    held->record.path = held->path;
}

static void (*const uv__tell_handle[UV_HANDLE_TYPE_MAX])(struct uv__held*, const uv_handle_t*) = {
    [UV_TCP] = uv__tell_stream,        [UV_NAMED_PIPE] = uv__tell_stream,
    [UV_TTY] = uv__tell_stream,        [UV_UDP] = uv__tell_fd,
    [UV_POLL] = uv__tell_fd,           [UV_TIMER] = uv__tell_timer,
    [UV_PROCESS] = uv__tell_process,   [UV_SIGNAL] = uv__tell_signal,
    [UV_FS_EVENT] = uv__tell_fs_event, [UV_FS_POLL] = uv__tell_fs_poll,
};

/* Idle, prepare and check handles count turns (trace.h). */
static unsigned uv__callbacks_of(const uv_handle_t* h) {
  int each_turn = h->type == UV_IDLE || h->type == UV_PREPARE || h->type == UV_CHECK;

  if (!each_turn || !uv__is_active(h))
    return h->callbacks;
  return (unsigned) h->loop->internal->pulse.metrics.loop_count - h->callbacks;
}

static void uv__describe_handle(struct uv__held* held, const uv_handle_t* h) {
  held->record = (uv_trace_alive_t){.type = h->type,
                                    .type_name = uv_handle_type_name(h->type),
                                    .object = h,
                                    .origin = h->origin,
                                    .callbacks = uv__callbacks_of(h),
                                    .closing = uv__is_closing(h),
                                    .fd = -1};
  if (held->record.closing)
    held->record.what = "closing"; /* its descriptor is gone, and may be somebody else's by now */
  else if (uv__tell_handle[h->type] != NULL)
    uv__tell_handle[h->type](held, h);
}

/* ---- Requests ---- */

/* connect, write and shutdown: of which stream. */
/* A request on a handle has its line, unless it has one of its own. */
static void uv__tell_of(struct uv__held* held, const uv_handle_t* h) {
  uv__tell_fd(held, h);
  if (held->record.origin == NULL)
    held->record.origin = h->origin;
}

static void uv__tell_connect(struct uv__held* held, const uv_req_t* r) {
  uv__tell_of(held, (const uv_handle_t*) ((const uv_connect_t*) r)->handle);
}

static void uv__tell_write(struct uv__held* held, const uv_req_t* r) {
  uv__tell_of(held, (const uv_handle_t*) ((const uv_write_t*) r)->handle);
}

static void uv__tell_shutdown(struct uv__held* held, const uv_req_t* r) {
  uv__tell_of(held, (const uv_handle_t*) ((const uv_shutdown_t*) r)->handle);
}

static void uv__tell_udp_send(struct uv__held* held, const uv_req_t* r) {
  const uv_udp_send_t* send = (const uv_udp_send_t*) r;

  uv__tell_of(held, (const uv_handle_t*) send->handle);
  if (send->addr.ss_family != AF_UNSPEC)
    held->record.peer = uv__address_text(&send->addr, sizeof(send->addr), held->peer);
}

static void uv__tell_fs(struct uv__held* held, const uv_req_t* r) {
  const uv_fs_t* fs = (const uv_fs_t*) r;

  held->record.what = uv__fs_type_name(fs->fs_type);
  held->record.path = fs->path;
  if (fs->path == NULL)
    held->record.fd = fs->file;
}

static void uv__tell_getaddrinfo(struct uv__held* held, const uv_req_t* r) {
  held->record.path = ((const uv_getaddrinfo_t*) r)->hostname;
}

static void uv__tell_getnameinfo(struct uv__held* held, const uv_req_t* r) {
  const uv_getnameinfo_t* look_up = (const uv_getnameinfo_t*) r;
  held->record.peer = uv__address_text(&look_up->storage, sizeof(look_up->storage), held->peer);
}

static void (*const uv__tell_req[UV_REQ_TYPE_MAX])(struct uv__held*, const uv_req_t*) = {
    [UV_CONNECT] = uv__tell_connect,
    [UV_WRITE] = uv__tell_write,
    [UV_SHUTDOWN] = uv__tell_shutdown,
    [UV_UDP_SEND] = uv__tell_udp_send,
    [UV_FS] = uv__tell_fs,
    [UV_GETADDRINFO] = uv__tell_getaddrinfo,
    [UV_GETNAMEINFO] = uv__tell_getnameinfo,
};

static void uv__describe_req(struct uv__held* held, const uv_req_t* r) {
  held->record = (uv_trace_alive_t){.is_request = 1,
                                    .type = r->type,
                                    .type_name = uv_req_type_name(r->type),
                                    .object = r,
                                    .origin = r->origin,
                                    .fd = -1};
  if (uv__tell_req[r->type] != NULL)
    uv__tell_req[r->type](held, r);
}

/* ---- The walk ---- */

static int uv__holds(const uv_handle_t* h) {
  if (h->flags & (UV__INTERNAL | UV__CLOSED))
    return 0;
  return h->flags & UV__CLOSING || (h->flags & UV__ACTIVE && h->flags & UV__REF);
}

/* The first handle from here on that holds the loop; NULL at the end. */
static const uv_handle_t* uv__next_handle(const uv_loop_t* loop, const struct uv__queue* q) {
  for (; q != &loop->handle_queue; q = q->next) {
    const uv_handle_t* h = uv__container(q, uv_handle_t, handle_queue);
    if (uv__holds(h))
      return h;
  }
  return NULL;
}

static const uv_req_t* uv__next_req(const uv_loop_t* loop, const struct uv__queue* q) {
  return q == &loop->active_reqs_queue ? NULL : uv__container(q, uv_req_t, active_link);
}

int uv_trace_alive(uv_loop_t* loop, uv_trace_alive_cb cb, void* arg) {
  const uv_handle_t* h = uv__next_handle(loop, loop->handle_queue.next);
  const uv_req_t* r = uv__next_req(loop, loop->active_reqs_queue.next);
  uint64_t now = uv__clock_ns();
  struct uv__held held;
  int count = 0;

  for (; h != NULL || r != NULL; count++) {
    if (r == NULL || (h != NULL && h->born <= r->born)) {
      uv__describe_handle(&held, h);
      held.record.age_ns = now - h->born;
      h = uv__next_handle(loop, h->handle_queue.next);
    } else {
      uv__describe_req(&held, r);
      held.record.age_ns = now - r->born;
      r = uv__next_req(loop, r->active_link.next);
    }
    cb(&held.record, arg);
  }
  return count;
}

int uv_trace_set_origin(uv_handle_t* handle, const char* origin) {
  handle->origin = origin;
  return 0;
}

int uv_trace_set_req_origin(uv_req_t* req, const char* origin) {
  req->origin = origin;
  return 0;
}

#endif
