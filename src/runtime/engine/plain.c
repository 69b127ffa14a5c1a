/* src/runtime/engine/plain.c — the engine's C API alone: every part of the interface, simply.
 * (1) The engine runs promise jobs when its outermost lock is released, so releasing it for a
 *     moment is the whole microtask checkpoint.
 * (2) Strings are 16-bit in both directions: the C API has no other way that is not slow. */
#include <stdlib.h>

#include "lanes.h"
#include "runtime/engine_private.h"
#include "runtime/text/text.h"

JSValueRef gy_call_locked(gy_function_body* body, JSContextRef ctx, JSValueRef self, size_t argc,
                          const JSValueRef argv[], JSValueRef* exception) {
  JSValueRef result;

  if (JSLock == NULL || JSUnlock == NULL)
    return body(ctx, self, argc, argv, exception);
  JSLock(ctx);
  result = body(ctx, self, argc, argv, exception);
  if (exception != NULL && *exception != NULL && gy_env_here()->exiting)
    *exception = gy_termination(gy_env_here()); /* what came through C could be caught */
  JSUnlock(ctx); /* no promise job runs here: the engine has dropped its own lock, not released */
  return result;
}

static JSObjectRef make_function(gy_env* env, const char* name, const struct gy_entries* entries) {
  JSStringRef text = JSStringCreateWithUTF8CString(name);
  JSObjectRef function = JSObjectMakeFunctionWithCallback(env->ctx, text, entries->plain);

  JSStringRelease(text);
  return function;
}

/* (1) */
static void drain(gy_env* env) {
  if (JSLock == NULL || JSUnlock == NULL)
    return;
  JSUnlock(env->ctx);
  JSLock(env->ctx);
}

static bool open_chars(gy_env* env, JSValueRef value, struct gy_chars* chars,
                       JSValueRef* exception) {
  JSStringRef string = JSValueToStringCopy(env->ctx, value, exception);

  *chars = (struct gy_chars){.string = string};
  if (string == NULL)
    return false;
  chars->wide = JSStringGetCharactersPtr(string);
  chars->length = JSStringGetLength(string);
  return true;
}

static void close_chars(struct gy_chars* chars) {
  if (chars->string != NULL)
    JSStringRelease(chars->string);
  chars->string = NULL;
}

static bool start_string(gy_env* env, struct gy_draft* draft, size_t length, bool is_wide) {
  draft->data = malloc((length + 1) * (is_wide ? sizeof(uint16_t) : 1));
  draft->length = length;
  draft->is_wide = is_wide;
  return draft->data != NULL;
}

static JSValueRef string_of(gy_env* env, const uint16_t* units, size_t length) {
  JSStringRef string = JSStringCreateWithCharacters(units, length);
  JSValueRef value = JSValueMakeString(env->ctx, string);

  JSStringRelease(string);
  return value;
}

static JSValueRef finish_string(gy_env* env, struct gy_draft* draft) {
  JSValueRef value;

  if (draft->is_wide) {
    value = string_of(env, draft->data, draft->length);
  } else {
    uint16_t* units = malloc((draft->length + 1) * sizeof(*units));
    if (units != NULL)
      gy_latin1_to_utf16(draft->data, draft->length, units);
    value = units != NULL ? string_of(env, units, draft->length) : gy_undefined(env);
    free(units);
  }
  free(draft->data);
  return value;
}

const struct gy_engine gy_plain_lane = {
    .make_function = make_function,
    .drain = drain,
    .open_chars = open_chars,
    .close_chars = close_chars,
    .start_string = start_string,
    .finish_string = finish_string,
};
