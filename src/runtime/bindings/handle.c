/* src/runtime/bindings/handle.c — the table of handles and what all kinds of them can do.
 * (1) 0 is the id of no handle.
 * (2) A slot is used again only after the close callback of its last handle has run. */
#include "handle.h"

#include "message.h"
#include "runtime/see/see.h"
#include "slots.h"

#include <stdlib.h>

static _Thread_local struct {
  struct gy_slots slots;
  JSObjectRef events[GY_EVENTS];
} table;

struct gy_handle* gy_handle_new(gy_env* env) {
  struct gy_handle* h = calloc(1, sizeof(*h));

  if (h == NULL)
    return NULL;
  h->env = env;
  h->id = gy_slots_add(&table.slots, h);
  if (h->id == 0) {
    free(h);
    return NULL;
  }
  return h;
}

static void release(struct gy_handle* h) {
  if (h->filter != NULL)
    h->filter->closed(h->filter);
  gy_slots_remove(&table.slots, h->id);
  gy_drop(h->env, h->owner);
  free(h);
}

void gy_handle_abandon(struct gy_handle* h) {
  release(h);
}

JSValueRef gy_handle_answer(gy_env* env, struct gy_handle* h, int err) {
  if (err != 0) {
    if (h != NULL)
      gy_handle_abandon(h);
    return gy_number(env, err);
  }
  h->uv.handle.data = h;
  h->origin = gy_origin_set(env, &h->uv.handle);
  return gy_number(env, h->id);
}

static struct gy_handle* find(uint32_t id, uv_handle_type type) {
  struct gy_handle* h = gy_slots_get(&table.slots, id);

  if (h == NULL || uv_is_closing(&h->uv.handle))
    return NULL;
  return type == UV_UNKNOWN_HANDLE || h->uv.handle.type == type ? h : NULL;
}

struct gy_handle* gy_handle_get(uint32_t id, uv_handle_type type) {
  struct gy_handle* h = find(id, type);

  if (h != NULL && h == gy_holder)
    gy_handle_flush_held();
  return h;
}

static uint32_t id_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv) {
  return argc > 0 ? (uint32_t) JSValueToNumber(ctx, argv[0], NULL) : 0;
}

struct gy_handle* gy_handle_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                uv_handle_type type) {
  return gy_handle_get(id_arg(ctx, argc, argv), type);
}

struct gy_handle* gy_handle_holding(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                    uv_handle_type type) {
  return find(id_arg(ctx, argc, argv), type);
}

/* Children and ports point to themselves, too, but are smaller: only these types are of the
 * table. */
static struct gy_handle* of_table(const uv_handle_t* handle) {
  bool has_type = handle->type == UV_TCP || handle->type == UV_NAMED_PIPE ||
                  handle->type == UV_TTY || handle->type == UV_UDP;

  return has_type && handle->data == handle ? handle->data : NULL;
}

JSObjectRef gy_handle_owner(const uv_handle_t* handle) {
  const struct gy_handle* h = of_table(handle);

  return h != NULL && gy_slots_get(&table.slots, h->id) == h ? h->owner : NULL;
}

void gy_handle_event_of(gy_env* env, JSObjectRef owner, enum gy_event event, size_t count,
                        const JSValueRef* rest) {
  JSValueRef argv[4];

  if (owner == NULL || table.events[event] == NULL)
    return;
  argv[0] = owner;
  for (size_t i = 0; i < count; i++)
    argv[i + 1] = rest[i];
  gy_enter(env, event == GY_ON_CLOSED ? GY_CLOSE : GY_IO, table.events[event], NULL, count + 1,
           argv);
}

void gy_handle_event(struct gy_handle* h, enum gy_event event, size_t count,
                     const JSValueRef* rest) {
  gy_handle_event_of(h->env, h->owner, event, count, rest);
}

void gy_handle_status(struct gy_handle* h, enum gy_event event, int status) {
  JSValueRef value = gy_number(h->env, status);

  gy_handle_event(h, event, 1, &value);
}

void gy_handle_on_closed(uv_handle_t* handle) {
  struct gy_handle* h = handle->data;

  gy_handle_event(h, GY_ON_CLOSED, 0, NULL);
  release(h);
}

static void on_closed_unheard(uv_handle_t* handle) {
  release(handle->data);
}

void gy_handle_close(struct gy_handle* h, bool heard) {
  if (h == gy_holder)
    gy_handle_flush_held();
  uv_close(&h->uv.handle, heard ? gy_handle_on_closed : on_closed_unheard);
}

bool gy_handle_end(uv_handle_t* handle) {
  struct gy_handle* h = of_table(handle);

  if (h == NULL || gy_slots_get(&table.slots, h->id) != h)
    return false;
  gy_handle_close(h, false);
  return true;
}

/* own(id, owner) */
GY_FUNCTION(own) {
  gy_env* env = gy_env_here();
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  JSObjectRef owner = gy_arg_object(ctx, argc, argv, 1);

  if (h != NULL && owner != NULL) {
    gy_drop(env, h->owner);
    h->owner = (JSObjectRef) gy_hold(env, owner);
  }
  return gy_undefined(env);
}

/* close(id, heard) */
GY_FUNCTION(close_handle) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);

  if (h != NULL)
    gy_handle_close(h, gy_arg_bool(ctx, argc, argv, 1));
  return gy_undefined(gy_env_here());
}

GY_FUNCTION(ref) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);

  if (h != NULL)
    uv_ref(&h->uv.handle);
  return gy_undefined(gy_env_here());
}

GY_FUNCTION(unref) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);

  if (h != NULL)
    uv_unref(&h->uv.handle);
  return gy_undefined(gy_env_here());
}

GY_FUNCTION(has_ref) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);

  return gy_bool(gy_env_here(), h != NULL && uv_has_ref(&h->uv.handle));
}

GY_FUNCTION(get_fd) {
  struct gy_handle* h = gy_handle_arg(ctx, argc, argv, UV_UNKNOWN_HANDLE);
  uv_os_fd_t fd = -1;

  if (h == NULL || uv_fileno(&h->uv.handle, &fd) != 0)
    fd = -1;
  return gy_number(gy_env_here(), fd);
}

/* events(onRead, onWrite, onConnect, onConnection, onShutdown, onClosed, onMore), once. */
GY_FUNCTION(set_events) {
  gy_env* env = gy_env_here();

  for (size_t i = 0; i < GY_EVENTS; i++) {
    JSObjectRef function = gy_arg_function(ctx, argc, argv, i);
    if (function != NULL)
      table.events[i] = (JSObjectRef) gy_hold(env, function);
  }
  return gy_undefined(env);
}

/* owners() → those of the open handles that are referenced */
GY_FUNCTION(owners) {
  gy_env* env = gy_env_here();
  JSObjectRef list = gy_array_new(env, table.slots.size);
  unsigned count = 0;

  for (uint32_t i = 1; i < table.slots.size; i++) {
    struct gy_handle* h = gy_slots_get(&table.slots, i);
    if (h != NULL && h->owner != NULL && uv_has_ref(&h->uv.handle))
      JSObjectSetPropertyAtIndex(ctx, list, count++, h->owner, NULL);
  }
  gy_set_number(env, list, "length", count);
  return list;
}

static void free_table(gy_env* env) {
  gy_slots_free(&table.slots);
}

void gy_handle_bind(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"own", own},        {"close", close_handle}, {"ref", ref},           {"unref", unref},
      {"hasRef", has_ref}, {"fd", get_fd},          {"events", set_events}, {"owners", owners},
  };

  gy_define(env, target, functions);
  gy_at_close(env, free_table);
}
