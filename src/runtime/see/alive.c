/* src/runtime/see/alive.c — what keeps the loop alive, as objects for lib/internal/see/holders.js.
 *
 * (1) One walk makes one array, so that a record cannot be paired with the wrong owner in lib/.
 * (2) Records have no prototype, and the array is made at once: what the program has added to
 *     Object.prototype or Array.prototype is neither read nor called.
 * (3) When memory is short the list is incomplete. */
#include <stdlib.h>

#include "runtime/bindings/handle.h"
#include "runtime/worker/worker.h"
#include "see.h"
#include "uv_trace.h"

struct list {
  gy_env* env;
  JSValueRef* records; /* held: the engine does not see this memory */
  size_t count;
  size_t capacity;
};

static void set_text(gy_env* env, JSObjectRef record, const char* name, const char* value) {
  if (value != NULL)
    gy_set_string(env, record, name, value);
}

/* The handle itself; for a request on a stream, the stream. */
static const uv_handle_t* handle_of(const uv_trace_alive_t* holder) {
  if (!holder->is_request)
    return holder->object;
  switch (holder->type) {
    case UV_CONNECT: return (const uv_handle_t*) ((const uv_connect_t*) holder->object)->handle;
    case UV_WRITE: return (const uv_handle_t*) ((const uv_write_t*) holder->object)->handle;
    case UV_SHUTDOWN: return (const uv_handle_t*) ((const uv_shutdown_t*) holder->object)->handle;
    default: return NULL;
  }
}

static JSObjectRef record_of(gy_env* env, const uv_trace_alive_t* holder) {
  JSObjectRef record = gy_bare_object(env);
  const uv_handle_t* handle = handle_of(holder);
  JSObjectRef owner = handle != NULL ? gy_handle_owner(handle) : NULL;
  const struct gy_worker* worker = handle != NULL ? gy_worker_of(handle) : NULL;

  gy_set_string(env, record, "type", holder->type_name);
  gy_set(env, record, "isRequest", gy_bool(env, holder->is_request));
  gy_set(env, record, "isClosing", gy_bool(env, holder->closing));
  gy_set_number(env, record, "age", (double) holder->age_ns);
  gy_set_number(env, record, "callbacks", (double) holder->callbacks);
  gy_set_number(env, record, "fd", holder->fd);
  if (holder->pid != 0)
    gy_set_number(env, record, "pid", holder->pid);
  if (holder->signum != 0)
    gy_set_number(env, record, "signum", holder->signum);
  set_text(env, record, "what", holder->what);
  set_text(env, record, "local", holder->local);
  set_text(env, record, "peer", holder->peer);
  set_text(env, record, "path", holder->path);
  set_text(env, record, "origin", holder->origin);
  if (owner != NULL)
    gy_set(env, record, "owner", owner);
  if (worker != NULL) {
    gy_set_number(env, record, "worker", gy_worker_id(worker));
    gy_set_string(env, record, "workerName", gy_worker_name(worker));
  }
  return record;
}

static bool grow(struct list* list) {
  size_t capacity = list->capacity != 0 ? list->capacity * 2 : 16;
  JSValueRef* records = realloc(list->records, capacity * sizeof(*records));

  if (records == NULL)
    return false;
  list->records = records;
  list->capacity = capacity;
  return true;
}

/* JavaScript's timers share one handle, which is left out: lib/ lists them one by one. */
static void add(const uv_trace_alive_t* holder, void* arg) {
  struct list* list = arg;

  if (holder->object == &list->env->timer || (list->count == list->capacity && !grow(list)))
    return;
  list->records[list->count++] = gy_hold(list->env, record_of(list->env, holder));
}

JSValueRef gy_alive_list(gy_env* env) {
  struct list list = {.env = env};
  JSValueRef array;

  uv_trace_alive(env->loop, add, &list);
  array = JSObjectMakeArray(env->ctx, list.count, list.records, NULL);
  for (size_t i = 0; i < list.count; i++)
    gy_drop(env, list.records[i]);
  free(list.records);
  return array;
}
