/* src/runtime/see/alive.c — what keeps the loop alive, as JSON for lib/internal/see/holders.js, and the objects of
 * lib/ that stand for it, in the same order. */
#include "runtime/bindings/handle.h"
#include "see.h"
#include "uv_trace.h"

struct list {
  FILE* out;
  gy_env* env;
  int count;
};

static void text(FILE* out, const char* name, const char* value) {
  if (value == NULL)
    return;
  fprintf(out, ",\"%s\":", name);
  gy_json_string(out, value);
}

static void number(FILE* out, const char* name, double value) {
  fprintf(out, ",\"%s\":%.0f", name, value);
}

/* JavaScript's timers share one handle; lib/ knows them one by one. */
static bool is_our_own(const gy_env* env, const void* object) {
  return object == &env->timer;
}

static void write_one(const uv_trace_alive_t* held, void* arg) {
  struct list* list = arg;
  FILE* out = list->out;

  if (is_our_own(list->env, held->object))
    return;
  fprintf(out, "%s{\"type\":\"%s\",\"isRequest\":%s,\"isClosing\":%s", list->count++ > 0 ? "," : "",
          held->type_name, held->is_request ? "true" : "false", held->closing ? "true" : "false");
  number(out, "age", (double) held->age_ns);
  number(out, "callbacks", (double) held->callbacks);
  number(out, "fd", held->fd);
  if (held->pid != 0)
    number(out, "pid", held->pid);
  if (held->signum != 0)
    number(out, "signum", held->signum);
  text(out, "what", held->what);
  text(out, "local", held->local);
  text(out, "peer", held->peer);
  text(out, "path", held->path);
  text(out, "origin", held->origin);
  fputc('}', out);
}

void gy_json_alive(FILE* out, gy_env* env) {
  struct list list = {.out = out, .env = env};

  fputc('[', out);
  uv_trace_alive(env->loop, write_one, &list);
  fputc(']', out);
}

/* ---- Whose it is ---- */

struct owners {
  gy_env* env;
  JSObjectRef array;
  unsigned count;
};

/* A request on a stream is the stream's. */
static const uv_handle_t* handle_of(const uv_trace_alive_t* held) {
  if (!held->is_request)
    return held->object;
  switch (held->type) {
    case UV_CONNECT: return (const uv_handle_t*) ((const uv_connect_t*) held->object)->handle;
    case UV_WRITE: return (const uv_handle_t*) ((const uv_write_t*) held->object)->handle;
    case UV_SHUTDOWN: return (const uv_handle_t*) ((const uv_shutdown_t*) held->object)->handle;
    default: return NULL;
  }
}

static void add_owner(const uv_trace_alive_t* held, void* arg) {
  struct owners* owners = arg;
  const uv_handle_t* handle = handle_of(held);
  JSObjectRef owner = handle != NULL ? gy_handle_owner(handle) : NULL;

  if (is_our_own(owners->env, held->object))
    return;
  JSObjectSetPropertyAtIndex(owners->env->ctx, owners->array, owners->count++,
                             owner != NULL ? owner : JSValueMakeNull(owners->env->ctx), NULL);
}

JSValueRef gy_alive_owners(gy_env* env) {
  struct owners owners = {.env = env, .array = JSObjectMakeArray(env->ctx, 0, NULL, NULL)};

  uv_trace_alive(env->loop, add_owner, &owners);
  return owners.array;
}
