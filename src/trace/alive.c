/* src/trace/alive.c — what keeps a loop alive: describes the handles and requests that hold it.
 *
 * (1) These are what the loop itself counts: active and referenced handles, active requests,
 *     closing handles. Internal handles of the library are left out.
 * (2) Both lists of the loop are in order of creation, so that listing the oldest first is a
 *     merge. */
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

#include "loop/internal.h"
#include "trace/names.h"
#include "trace/trace.h"

#if UV__TRACE

enum { ADDRESS_SIZE = 128 };

struct uv__holder {
  uv_trace_alive_t record;
  char local[ADDRESS_SIZE];
  char peer[ADDRESS_SIZE];
  char path[PATH_MAX];
};

/* ---- Addresses ---- */

/* A path, or @name for an abstract socket. */
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
    return NULL; /* not a socket, or not connected: no name */
  return uv__address_text(&a, len, out);
}

static int uv__get_local(int fd, struct sockaddr* a, socklen_t* len) {
  return getsockname(fd, a, len);
}

static int uv__get_peer(int fd, struct sockaddr* a, socklen_t* len) {
  return getpeername(fd, a, len);
}

static void uv__describe_fd(struct uv__holder* holder, const uv_handle_t* h) {
  uv_os_fd_t fd = -1;

  if (uv__fileno(h, &fd))
    return;
  holder->record.fd = fd;
  holder->record.local = uv__name_of(uv__get_local, fd, holder->local);
  holder->record.peer = uv__name_of(uv__get_peer, fd, holder->peer);
}

/* ---- Handles ---- */

static void uv__describe_stream(struct uv__holder* holder, const uv_handle_t* h) {
  uv__describe_fd(holder, h);
  if (h->flags & UV__LISTENING)
    holder->record.what = "listening";
  else if (((const uv_stream_t*) h)->connect_req != NULL)
    holder->record.what = "connecting";
  else if (holder->record.peer != NULL)
    holder->record.what = "connected";
}

static void uv__describe_timer(struct uv__holder* holder, const uv_handle_t* h) {
  const uv_timer_t* timer = (const uv_timer_t*) h;
  uint64_t now = uv__clock_ns();

  holder->record.due_ns = timer->due > now ? timer->due - now : 0;
  holder->record.repeat_ms = timer->repeat;
}

static void uv__describe_process(struct uv__holder* holder, const uv_handle_t* h) {
  holder->record.pid = ((const uv_process_t*) h)->pid;
}

static void uv__describe_signal(struct uv__holder* holder, const uv_handle_t* h) {
  holder->record.signum = ((const uv_signal_t*) h)->signum;
}

static void uv__describe_fs_event(struct uv__holder* holder, const uv_handle_t* h) {
  size_t size = sizeof(holder->path);
  if (uv_fs_event_getpath((uv_fs_event_t*) h, holder->path, &size) == 0)
    holder->record.path = holder->path;
}

static void uv__describe_fs_poll(struct uv__holder* holder, const uv_handle_t* h) {
  size_t size = sizeof(holder->path);
  if (uv_fs_poll_getpath((uv_fs_poll_t*) h, holder->path, &size) == 0)
    holder->record.path = holder->path;
}

static void (*const uv__handle_describers[UV_HANDLE_TYPE_MAX])(struct uv__holder*,
                                                               const uv_handle_t*) = {
    [UV_TCP] = uv__describe_stream,        [UV_NAMED_PIPE] = uv__describe_stream,
    [UV_TTY] = uv__describe_stream,        [UV_UDP] = uv__describe_fd,
    [UV_POLL] = uv__describe_fd,           [UV_TIMER] = uv__describe_timer,
    [UV_PROCESS] = uv__describe_process,   [UV_SIGNAL] = uv__describe_signal,
    [UV_FS_EVENT] = uv__describe_fs_event, [UV_FS_POLL] = uv__describe_fs_poll,
};

/* Idle, prepare and check handles count turns (trace.h). */
static unsigned uv__callbacks_of(const uv_handle_t* h) {
  int each_turn = h->type == UV_IDLE || h->type == UV_PREPARE || h->type == UV_CHECK;

  if (!each_turn || !uv__is_active(h))
    return h->callbacks;
  return (unsigned) h->loop->internal->pulse.metrics.loop_count - h->callbacks;
}

static void uv__describe_handle(struct uv__holder* holder, const uv_handle_t* h) {
  holder->record = (uv_trace_alive_t){.type = h->type,
                                      .type_name = uv_handle_type_name(h->type),
                                      .object = h,
                                      .origin = h->origin,
                                      .callbacks = uv__callbacks_of(h),
                                      .closing = uv__is_closing(h),
                                      .fd = -1};
  if (holder->record.closing)
    holder->record.what = "closing"; /* its descriptor may be reused by now */
  else if (uv__handle_describers[h->type] != NULL)
    uv__handle_describers[h->type](holder, h);
}

/* ---- Requests ---- */

/* The handle of a connect, write, shutdown or send request. Its origin is used when the request has
 * none. */
static void uv__describe_target(struct uv__holder* holder, const uv_handle_t* h) {
  uv__describe_fd(holder, h);
  if (holder->record.origin == NULL)
    holder->record.origin = h->origin;
}

static void uv__describe_connect(struct uv__holder* holder, const uv_req_t* r) {
  uv__describe_target(holder, (const uv_handle_t*) ((const uv_connect_t*) r)->handle);
}

static void uv__describe_write(struct uv__holder* holder, const uv_req_t* r) {
  uv__describe_target(holder, (const uv_handle_t*) ((const uv_write_t*) r)->handle);
}

static void uv__describe_shutdown(struct uv__holder* holder, const uv_req_t* r) {
  uv__describe_target(holder, (const uv_handle_t*) ((const uv_shutdown_t*) r)->handle);
}

static void uv__describe_udp_send(struct uv__holder* holder, const uv_req_t* r) {
  const uv_udp_send_t* send = (const uv_udp_send_t*) r;

  uv__describe_target(holder, (const uv_handle_t*) send->handle);
  if (send->addr.ss_family != AF_UNSPEC)
    holder->record.peer = uv__address_text(&send->addr, sizeof(send->addr), holder->peer);
}

static void uv__describe_fs(struct uv__holder* holder, const uv_req_t* r) {
  const uv_fs_t* fs = (const uv_fs_t*) r;

  holder->record.what = uv__fs_type_name(fs->fs_type);
  holder->record.path = fs->path;
  if (fs->path == NULL)
    holder->record.fd = fs->file;
}

static void uv__describe_getaddrinfo(struct uv__holder* holder, const uv_req_t* r) {
  holder->record.path = ((const uv_getaddrinfo_t*) r)->hostname;
}

static void uv__describe_getnameinfo(struct uv__holder* holder, const uv_req_t* r) {
  const uv_getnameinfo_t* look_up = (const uv_getnameinfo_t*) r;
  holder->record.peer = uv__address_text(&look_up->storage, sizeof(look_up->storage), holder->peer);
}

static void (*const uv__req_describers[UV_REQ_TYPE_MAX])(struct uv__holder*, const uv_req_t*) = {
    [UV_CONNECT] = uv__describe_connect,
    [UV_WRITE] = uv__describe_write,
    [UV_SHUTDOWN] = uv__describe_shutdown,
    [UV_UDP_SEND] = uv__describe_udp_send,
    [UV_FS] = uv__describe_fs,
    [UV_GETADDRINFO] = uv__describe_getaddrinfo,
    [UV_GETNAMEINFO] = uv__describe_getnameinfo,
};

static void uv__describe_req(struct uv__holder* holder, const uv_req_t* r) {
  holder->record = (uv_trace_alive_t){.is_request = 1,
                                      .type = r->type,
                                      .type_name = uv_req_type_name(r->type),
                                      .object = r,
                                      .origin = r->origin,
                                      .fd = -1};
  if (uv__req_describers[r->type] != NULL)
    uv__req_describers[r->type](holder, r);
}

/* ---- The walk ---- */

static int uv__holds(const uv_handle_t* h) {
  if (h->flags & (UV__INTERNAL | UV__CLOSED))
    return 0;
  return h->flags & UV__CLOSING || (h->flags & UV__ACTIVE && h->flags & UV__REF);
}

/* The first handle at or after q that holds the loop; NULL at the end. */
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
  struct uv__holder holder;
  int count = 0;

  for (; h != NULL || r != NULL; count++) {
    if (r == NULL || (h != NULL && h->born <= r->born)) {
      uv__describe_handle(&holder, h);
      holder.record.age_ns = now - h->born;
      h = uv__next_handle(loop, h->handle_queue.next);
    } else {
      uv__describe_req(&holder, r);
      holder.record.age_ns = now - r->born;
      r = uv__next_req(loop, r->active_link.next);
    }
    cb(&holder.record, arg);
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
