/* src/runtime/bindings/locks.c — the locks of worker/locks.h, for lib/internal/locks. */
#include <stdlib.h>

#include "messaging.h"
#include "runtime/worker/locks.h"
#include "runtime/worker/worker.h"

/* open(id of an end, bytes): a thread that will request locks. The message wakes it. */
GY_FUNCTION(open_locks) {
  gy_env* env = gy_env_here();
  struct gy_end* end = gy_messaging_release(ctx, argc, argv, 0);
  struct gy_message* wake = gy_messaging_message(ctx, argc, argv, 1);

  if (end != NULL && wake != NULL && gy_locks_open(env, gy_worker_id(env->worker), end, wake))
    return gy_undefined(env);
  if (end != NULL && wake == NULL)
    gy_end_close(end);
  if (end == NULL && wake != NULL)
    gy_message_free(wake);
  return gy_throw(env, exception, "Out of memory");
}

/* request(name, isShared, steals, ifAvailable) → the number of the request, negative if it was
 * granted; 0 if the lock is not available */
GY_FUNCTION(request) {
  gy_env* env = gy_env_here();
  struct gy_lock_request wanted = {.is_shared = gy_arg_bool(ctx, argc, argv, 1),
                                   .steals = gy_arg_bool(ctx, argc, argv, 2),
                                   .if_available = gy_arg_bool(ctx, argc, argv, 3)};
  struct gy_text name;
  bool is_held = false;
  double id;

  if (argc == 0 || !gy_text_get(env, argv[0], &name, exception))
    return gy_throw_type(env, exception, "request(name, isShared, steals, ifAvailable)");
  wanted.name = name.data;
  wanted.length = name.length;
  id = (double) gy_locks_request(env, &wanted, &is_held);
  gy_text_free(&name);
  return gy_number(env, is_held ? -id : id);
}

/* release(number of the request) */
GY_FUNCTION(release) {
  gy_locks_release((uint64_t) gy_arg_number(ctx, argc, argv, 0));
  return JSValueMakeUndefined(ctx);
}

/* nextEvent() → the number of a request that was granted, negative if its lock was stolen; 0 if
 * there is no event */
GY_FUNCTION(next_event) {
  gy_env* env = gy_env_here();
  uint64_t id = 0;
  int what = gy_locks_next_event(env, &id);

  return gy_number(env, what == GY_LOCK_STOLEN ? -(double) id : (double) id);
}

static _Thread_local struct gy_lock_entry* listed; /* what list() has begun */

/* list(): begins a list; listNext() → [name, isShared, isHeld, thread], undefined at its end */
GY_FUNCTION(list_locks) {
  if (listed == NULL)
    listed = gy_locks_list();
  return JSValueMakeUndefined(ctx);
}

GY_FUNCTION(list_next) {
  gy_env* env = gy_env_here();
  struct gy_lock_entry* entry = listed;
  JSValueRef values[4];

  if (entry == NULL)
    return gy_undefined(env);
  listed = entry->next;
  values[0] = gy_string_new(env, entry->name, entry->length);
  values[1] = gy_bool(env, entry->is_shared);
  values[2] = gy_bool(env, entry->is_held);
  values[3] = gy_number(env, entry->thread);
  free(entry);
  return JSObjectMakeArray(ctx, GY_COUNT(values), values, exception);
}

static void close_locks(gy_env* env) {
  gy_locks_close(env);
}

void gy_bind_locks(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"open", open_locks},      {"request", request}, {"release", release},
      {"nextEvent", next_event}, {"list", list_locks}, {"listNext", list_next},
  };

  gy_define(env, target, functions);
  gy_at_close(env, close_locks);
}
