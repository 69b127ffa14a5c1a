/* src/loop/handle.c — what all handles and requests have in common. */
#include <stdio.h>

#include "loop/loop.h"

#define XX(upper, lower) [UV_##upper] = {#lower, sizeof(uv_##lower##_t)},
static const struct uv__type_info {
  const char* name;
  size_t size;
} uv__handle_types[UV_HANDLE_TYPE_MAX] = {UV_HANDLE_TYPE_MAP(XX)[UV_FILE] = {"file", (size_t) -1}},
  uv__req_types[UV_REQ_TYPE_MAX] = {UV_REQ_TYPE_MAP(XX)};
#undef XX

size_t uv_handle_size(uv_handle_type type) {
  if (type <= UV_UNKNOWN_HANDLE || type >= UV_HANDLE_TYPE_MAX)
    return -1;
  return uv__handle_types[type].size;
}

size_t uv_req_size(uv_req_type type) {
  if (type <= UV_UNKNOWN_REQ || type >= UV_REQ_TYPE_MAX)
    return -1;
  return uv__req_types[type].size;
}

const char* uv_handle_type_name(uv_handle_type type) {
  if (type <= UV_UNKNOWN_HANDLE || type >= UV_HANDLE_TYPE_MAX)
    return NULL;
  return uv__handle_types[type].name;
}

const char* uv_req_type_name(uv_req_type type) {
  if (type <= UV_UNKNOWN_REQ || type >= UV_REQ_TYPE_MAX)
    return NULL;
  return uv__req_types[type].name;
}

uv_handle_type uv_handle_get_type(const uv_handle_t* handle) {
  return handle->type;
}

void* uv_handle_get_data(const uv_handle_t* handle) {
  return handle->data;
}

void uv_handle_set_data(uv_handle_t* handle, void* data) {
  handle->data = data;
}

uv_loop_t* uv_handle_get_loop(const uv_handle_t* handle) {
  return handle->loop;
}

uv_req_type uv_req_get_type(const uv_req_t* req) {
  return req->type;
}

void* uv_req_get_data(const uv_req_t* req) {
  return req->data;
}

void uv_req_set_data(uv_req_t* req, void* data) {
  req->data = data;
}

int uv_is_active(const uv_handle_t* handle) {
  return uv__is_active(handle);
}

int uv_is_closing(const uv_handle_t* handle) {
  return uv__is_closing(handle);
}

int uv_has_ref(const uv_handle_t* handle) {
  return (handle->flags & UV__REF) != 0;
}

void uv_ref(uv_handle_t* handle) {
  if (handle->flags & (UV__REF | UV__CLOSING))
    return;
  handle->flags |= UV__REF;
  if (uv__is_active(handle))
    handle->loop->active_handles++;
}

void uv_unref(uv_handle_t* handle) {
  if (!(handle->flags & UV__REF) || (handle->flags & UV__CLOSING))
    return;
  handle->flags &= ~UV__REF;
  if (uv__is_active(handle))
    handle->loop->active_handles--;
}

int uv__fileno(const uv_handle_t* handle, uv_os_fd_t* fd) {
  int found;

  switch (handle->type) {
    case UV_TCP:
    case UV_NAMED_PIPE:
    case UV_TTY: found = ((const uv_stream_t*) handle)->io.fd; break;
    case UV_UDP: found = ((const uv_udp_t*) handle)->io.fd; break;
    case UV_POLL: found = ((const uv_poll_t*) handle)->io.fd; break;
    default: return UV_EINVAL;
  }
  if (uv__is_closing(handle) || found == -1)
    return UV_EBADF;
  *fd = found;
  return 0;
}

/* The caller may duplicate the descriptor or pass it on. */
int uv_fileno(const uv_handle_t* handle, uv_os_fd_t* fd) {
  int err = uv__fileno(handle, fd);

  if (err == 0)
    ((uv_handle_t*) handle)->flags &= ~UV__SOLE_OWNER;
  return err;
}

/* The callback may close handles and make new ones: each is moved back before its call, and new
 * ones go after them and are not visited. */
void uv_walk(uv_loop_t* loop, uv_walk_cb walk_cb, void* arg) {
  struct uv__queue round;

  uv__queue_move(&loop->handle_queue, &round);
  while (!uv__queue_empty(&round)) {
    struct uv__queue* q = uv__queue_head(&round);
    uv_handle_t* h = uv__container(q, uv_handle_t, handle_queue);

    uv__queue_remove(q);
    uv__queue_push_tail(&loop->handle_queue, q);
    if (!(h->flags & UV__INTERNAL))
      walk_cb(h, arg);
  }
}

static void uv__print_handles(uv_loop_t* loop, int only_active, FILE* stream) {
  struct uv__queue* q;

  if (loop == NULL)
    loop = uv_default_loop();
  uv__queue_each (q, &loop->handle_queue) {
    const uv_handle_t* h = uv__container(q, uv_handle_t, handle_queue);
    const char* name = uv_handle_type_name(h->type);

    if (only_active && !uv__is_active(h))
      continue;
    fprintf(stream, "[%c%c%c] %-8s %p\n", h->flags & UV__REF ? 'R' : '-',
            h->flags & UV__ACTIVE ? 'A' : '-', h->flags & UV__INTERNAL ? 'I' : '-',
            name ? name : "<unknown>", (const void*) h);
  }
}

void uv_print_all_handles(uv_loop_t* loop, FILE* stream) {
  uv__print_handles(loop, 0, stream);
}

void uv_print_active_handles(uv_loop_t* loop, FILE* stream) {
  uv__print_handles(loop, 1, stream);
}
