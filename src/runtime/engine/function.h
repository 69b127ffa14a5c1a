/* src/runtime/engine/function.h — C functions that JavaScript calls: one body, an entry per lane.
 *
 * (1) GY_FUNCTION(name) { ... } defines the body and `name`, which tables of functions refer to.
 * (2) The body runs with the engine's lock held, in both lanes. It returns a value; NULL is
 *     undefined. To throw, it sets *exception; what it returns then is ignored.
 * (3) `self` is the `this` of the call as it was passed: it need not be an object.
 * (4) The direct entry is what the engine calls for a function of its own. The frame is an array of
 *     64-bit words; these are the only ones we read:
 *     [4] low half: number of arguments and `this`, [5] `this`, [6] the first argument. */
#ifndef ENGINE_FUNCTION_H
#define ENGINE_FUNCTION_H

#include <JavaScriptCore/JavaScript.h>
#include <stddef.h>
#include <stdint.h>

typedef JSValueRef gy_function_body(JSContextRef ctx, JSValueRef self, size_t argc,
                                    const JSValueRef argv[], JSValueRef* exception);
typedef int64_t gy_direct_function(void* global, const int64_t* frame);

struct gy_entries {
  JSObjectCallAsFunctionCallback plain;
  gy_direct_function* direct;
};

enum { GY_FRAME_COUNT = 4, GY_FRAME_THIS = 5, GY_FRAME_ARGUMENTS = 6 };

/* plain.c: calls the body with the lock, which the engine drops around such a call. */
JSValueRef gy_call_locked(gy_function_body* body, JSContextRef ctx, JSValueRef self, size_t argc,
                          const JSValueRef argv[], JSValueRef* exception);

/* direct.c */
int64_t gy_direct_throw(void* global, JSValueRef error);
extern int64_t gy_direct_undefined;

static inline int64_t gy_call_from_frame(gy_function_body* body, void* global,
                                         const int64_t* frame) {
  JSValueRef exception = NULL;
  size_t argc = (size_t) (uint32_t) frame[GY_FRAME_COUNT] - 1;
  const JSValueRef* argv = (const JSValueRef*) &frame[GY_FRAME_ARGUMENTS];
  JSValueRef result =
      body((JSContextRef) global, (JSValueRef) frame[GY_FRAME_THIS], argc, argv, &exception);

  if (__builtin_expect(exception != NULL, 0))
    return gy_direct_throw(global, exception);
  return result != NULL ? (int64_t) result : gy_direct_undefined;
}

#define GY_FUNCTION_BODY(name)                                                             \
  static JSValueRef name##_body(JSContextRef ctx, JSValueRef self, size_t argc,            \
                                const JSValueRef argv[], JSValueRef* exception)

#define GY_FUNCTION(name)                                                                  \
  GY_FUNCTION_BODY(name);                                                                  \
  static JSValueRef name##_plain(JSContextRef ctx, JSObjectRef callee, JSObjectRef self,   \
                                 size_t argc, const JSValueRef argv[],                     \
                                 JSValueRef* exception) {                                  \
    return gy_call_locked(name##_body, ctx, self, argc, argv, exception);                  \
  }                                                                                        \
  static int64_t name##_direct(void* global, const int64_t* frame) {                       \
    return gy_call_from_frame(name##_body, global, frame);                                 \
  }                                                                                        \
  static const struct gy_entries name[1] = {{name##_plain, name##_direct}};                \
  GY_FUNCTION_BODY(name)

#endif
