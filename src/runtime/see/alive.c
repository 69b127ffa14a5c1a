/* src/runtime/see/alive.c — what keeps the loop alive, as JSON for lib/internal/see/why.js. */
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
