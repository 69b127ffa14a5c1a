/* src/runtime/bindings/report.c — the parts of a diagnostic report (lib/internal/process/report.js)
 * that C collects, as JSON: the handles of the loop, and the reports of workers.
 *
 * (1) The main thread waits for the reports of its workers, WAIT_MS at most: a blocked worker has
 *     none. */
#include <arpa/inet.h>
#include <inttypes.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/gyre.h"
#include "runtime/see/see.h"

enum { WAIT_MS = 500 };

/* ---- Handles ---- */

struct listing {
  FILE* out;
  bool has_names; /* look up the names of addresses */
  unsigned count;
};

static void write_address(const struct listing* l, const char* key, const struct sockaddr* address,
                          int err) {
  char ip[INET6_ADDRSTRLEN] = "", host[NI_MAXHOST];
  bool is_v6 = address->sa_family == AF_INET6;
  socklen_t size = is_v6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
  unsigned port = ntohs(is_v6 ? ((const struct sockaddr_in6*) address)->sin6_port
                              : ((const struct sockaddr_in*) address)->sin_port);

  fprintf(l->out, ",\"%s\":", key);
  if (err != 0 || uv_ip_name(address, ip, sizeof(ip)) != 0) {
    fputs("null", l->out);
    return;
  }
  if (!l->has_names || getnameinfo(address, size, host, sizeof(host), NULL, 0, 0) != 0)
    snprintf(host, sizeof(host), "%s", ip);
  fputs("{\"host\":", l->out);
  gy_json_string(l->out, host);
  fprintf(l->out, ",\"%s\":\"%s\",\"port\":%u}", is_v6 ? "ip6" : "ip4", ip, port);
}

static void write_tcp(const struct listing* l, const uv_tcp_t* tcp) {
  struct sockaddr_storage address = {0};
  struct sockaddr* any = (struct sockaddr*) &address;
  int size = sizeof(address);
  int err = uv_tcp_getsockname(tcp, any, &size);

  write_address(l, "localEndpoint", any, err);
  size = sizeof(address);
  err = uv_tcp_getpeername(tcp, any, &size);
  write_address(l, "remoteEndpoint", any, err);
}

static void write_udp(const struct listing* l, const uv_udp_t* udp) {
  struct sockaddr_storage address = {0};
  struct sockaddr* any = (struct sockaddr*) &address;
  int size = sizeof(address);
  int err = uv_udp_getsockname(udp, any, &size);

  write_address(l, "localEndpoint", any, err);
  size = sizeof(address);
  err = uv_udp_getpeername(udp, any, &size);
  write_address(l, "remoteEndpoint", any, err);
}

/* Writes the path of a handle, or null. */
static void write_path(const struct listing* l, const char* key, const char* path, size_t length,
                       int err) {
  char text[4096];

  fprintf(l->out, ",\"%s\":", key);
  snprintf(text, sizeof(text), "%.*s", err == 0 ? (int) length : 0, path);
  gy_json_string(l->out, err == 0 && length > 0 ? text : NULL);
}

static void write_pipe(const struct listing* l, const uv_pipe_t* pipe) {
  char path[4096];
  size_t size = sizeof(path);
  int err = uv_pipe_getsockname(pipe, path, &size);

  write_path(l, "localEndpoint", path, size, err);
  size = sizeof(path);
  err = uv_pipe_getpeername(pipe, path, &size);
  write_path(l, "remoteEndpoint", path, size, err);
}

static void write_stream(const struct listing* l, uv_handle_t* handle) {
  const uv_stream_t* stream = (const uv_stream_t*) handle;
  int send = 0, receive = 0;
  uv_os_fd_t fd;

  if (handle->type != UV_TTY) {
    if (uv_send_buffer_size(handle, &send) == 0)
      fprintf(l->out, ",\"sendBufferSize\":%d", send);
    if (uv_recv_buffer_size(handle, &receive) == 0)
      fprintf(l->out, ",\"recvBufferSize\":%d", receive);
  }
  if (uv_fileno(handle, &fd) == 0)
    fprintf(l->out, ",\"fd\":%d", fd);
  if (handle->type == UV_UDP) {
    const uv_udp_t* udp = (const uv_udp_t*) handle;
    fprintf(l->out, ",\"writeQueueSize\":%zu,\"writeQueueCount\":%zu",
            uv_udp_get_send_queue_size(udp), uv_udp_get_send_queue_count(udp));
    return;
  }
  fprintf(l->out, ",\"writeQueueSize\":%zu,\"readable\":%s,\"writable\":%s",
          uv_stream_get_write_queue_size(stream), uv_is_readable(stream) ? "true" : "false",
          uv_is_writable(stream) ? "true" : "false");
}

static void write_timer(const struct listing* l, const uv_timer_t* timer) {
  bool is_active = uv_is_active((const uv_handle_t*) timer) != 0;
  uint64_t due = is_active ? uv_timer_get_due_in(timer) : 0;

  fprintf(l->out, ",\"repeat\":%" PRIu64 ",\"firesInMsFromNow\":%" PRIu64 ",\"expired\":%s",
          uv_timer_get_repeat(timer), due, due == 0 ? "true" : "false");
}

static void write_watched(const struct listing* l, uv_handle_t* handle) {
  char path[4096];
  size_t size = sizeof(path);
  int err = handle->type == UV_FS_EVENT ? uv_fs_event_getpath((uv_fs_event_t*) handle, path, &size)
                                        : uv_fs_poll_getpath((uv_fs_poll_t*) handle, path, &size);

  write_path(l, "filename", path, size, err);
}

static void write_signal(const struct listing* l, const uv_signal_t* handle) {
  const char* name = sigabbrev_np(handle->signum);

  fprintf(l->out, ",\"signum\":%d,\"signal\":\"SIG%s\"", handle->signum, name != NULL ? name : "?");
}

static void write_details(const struct listing* l, uv_handle_t* handle) {
  switch (handle->type) {
    case UV_TCP: write_tcp(l, (const uv_tcp_t*) handle); break;
    case UV_UDP: write_udp(l, (const uv_udp_t*) handle); break;
    case UV_NAMED_PIPE: write_pipe(l, (const uv_pipe_t*) handle); break;
    case UV_TIMER: write_timer(l, (const uv_timer_t*) handle); break;
    case UV_FS_EVENT:
    case UV_FS_POLL: write_watched(l, handle); break;
    case UV_SIGNAL: write_signal(l, (const uv_signal_t*) handle); break;
    case UV_PROCESS: fprintf(l->out, ",\"pid\":%d", ((uv_process_t*) handle)->pid); break;
    default: break;
  }
  if (handle->type == UV_TCP || handle->type == UV_UDP || handle->type == UV_NAMED_PIPE ||
      handle->type == UV_TTY)
    write_stream(l, handle);
}

static void write_handle(uv_handle_t* handle, void* data) {
  struct listing* l = data;

  fprintf(l->out,
          "%s{\"type\":\"%s\",\"is_active\":%s,\"is_referenced\":%s,\"address\":\"0x%016" PRIxPTR
          "\"",
          l->count++ > 0 ? "," : "", uv_handle_type_name(handle->type),
          uv_is_active(handle) ? "true" : "false", uv_has_ref(handle) ? "true" : "false",
          (uintptr_t) handle);
  if (!uv_is_closing(handle))
    write_details(l, handle);
  fputc('}', l->out);
}

/* handles(hasNames) → a list of the loop's handles, and last the loop */
GY_FUNCTION(handles) {
  gy_env* env = gy_env_here();
  char* text = NULL;
  size_t length = 0;
  struct listing l = {open_memstream(&text, &length), gy_arg_bool(ctx, argc, argv, 0), 0};
  JSValueRef value;

  if (l.out == NULL)
    return gy_string(env, "[]");
  fputc('[', l.out);
  uv_walk(env->loop, write_handle, &l);
  fprintf(l.out, "%s{\"type\":\"loop\",\"is_active\":%s,\"address\":\"0x%016" PRIxPTR "\"}]",
          l.count > 0 ? "," : "", uv_loop_alive(env->loop) ? "true" : "false",
          (uintptr_t) env->loop);
  fclose(l.out);
  value = gy_string_new(env, text, length);
  free(text);
  return value;
}

/* ---- Workers ---- */

/* workers(text) → a list of the reports of all workers; `text` is passed to workerReport() of
 * lib/internal/process/report.js in each of them. */
GY_FUNCTION(workers) {
  gy_env* env = gy_env_here();
  struct gy_text argument;
  JSValueRef value;
  char* list;

  if (env->worker != NULL || argc == 0 || !gy_text_get(env, argv[0], &argument, exception))
    return gy_string(env, "[]");
  list = gy_wait_for_workers("internal/process/report", "workerReport", argument.data, WAIT_MS);
  gy_text_free(&argument);
  value = gy_string(env, list != NULL ? list : "[]");
  free(list);
  return value;
}

void gy_bind_report(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"handles", handles}, {"workers", workers}};

  gy_define(env, target, functions);
}
