/* src/runtime/function.c — C functions, classes and properties, seen from JavaScript. */
#include <stdlib.h>
#include <string.h>

#include "runtime/engine/lanes.h"

void gy_define_functions(gy_env* env, JSObjectRef target, const struct gy_function* table,
                         size_t count) {
  for (size_t i = 0; i < count; i++)
    gy_set(env, target, table[i].name,
           gy_engine.make_function(env, table[i].name, table[i].entries));
}

JSClassRef gy_class_new(const char* name, JSObjectFinalizeCallback finalize) {
  JSClassDefinition definition = kJSClassDefinitionEmpty;

  definition.className = name;
  definition.finalize = finalize;
  return JSClassCreate(&definition);
}

/* The engine makes a prototype for each class and finds it by an object of the class. It forgets a
 * prototype that nobody holds. */
void gy_define_functions_of_class(gy_env* env, JSClassRef class, const struct gy_function* table,
                                  size_t count) {
  JSObjectRef sample = JSObjectMake(env->ctx, class, NULL);
  JSObjectRef prototype = (JSObjectRef) gy_hold(env, JSObjectGetPrototype(env->ctx, sample));
  JSValueRef inherited = JSObjectGetPrototype(env->ctx, prototype);

  /* An assignment would call a setter that the program has put on Object.prototype. */
  JSObjectSetPrototype(env->ctx, prototype, JSValueMakeNull(env->ctx));
  gy_define_functions(env, prototype, table, count);
  JSObjectSetPrototype(env->ctx, prototype, inherited);
}

void* gy_unwrap(JSContextRef ctx, JSValueRef value, JSClassRef class, JSValueRef* exception) {
  void* data = NULL;

  if (value != NULL && JSValueIsObjectOfClass(ctx, value, class))
    data = JSObjectGetPrivate((JSObjectRef) value);
  if (data == NULL)
    gy_throw_type(gy_env_here(), exception, "Illegal invocation");
  return data;
}

JSValueRef gy_get(gy_env* env, JSObjectRef object, const char* name) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);
  JSValueRef value = JSObjectGetProperty(env->ctx, object, key, NULL);

  JSStringRelease(key);
  return value != NULL ? value : gy_undefined(env);
}

void gy_set(gy_env* env, JSObjectRef object, const char* name, JSValueRef value) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);

  JSObjectSetProperty(env->ctx, object, key, value, kJSPropertyAttributeNone, NULL);
  JSStringRelease(key);
}

void gy_set_own(gy_env* env, JSObjectRef object, const char* name, JSValueRef value) {
  JSValueRef prototype = JSObjectGetPrototype(env->ctx, object);

  JSObjectSetPrototype(env->ctx, object, JSValueMakeNull(env->ctx));
  gy_set(env, object, name, value);
  JSObjectSetPrototype(env->ctx, object, prototype);
}

JSObjectRef gy_bare_object(gy_env* env) {
  JSObjectRef object = JSObjectMake(env->ctx, NULL, NULL);

  JSObjectSetPrototype(env->ctx, object, JSValueMakeNull(env->ctx));
  return object;
}

JSObjectRef gy_array_new(gy_env* env, size_t count) {
  JSValueRef undefined = gy_undefined(env);
  JSValueRef* values = calloc(count + 1, sizeof(*values));
  JSObjectRef array;

  for (size_t i = 0; values != NULL && i < count; i++)
    values[i] = undefined;
  array = JSObjectMakeArray(env->ctx, values != NULL ? count : 0, values, NULL);
  free(values);
  return array;
}

void gy_set_number(gy_env* env, JSObjectRef object, const char* name, double value) {
  gy_set(env, object, name, gy_number(env, value));
}

void gy_set_string(gy_env* env, JSObjectRef object, const char* name, const char* value) {
  gy_set(env, object, name, gy_string(env, value));
}

double gy_arg_number(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i) {
  return i < argc && JSValueIsNumber(ctx, argv[i]) ? JSValueToNumber(ctx, argv[i], NULL) : 0;
}

int32_t gy_arg_int(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i) {
  return i < argc && JSValueIsNumber(ctx, argv[i]) ? JSValueToInt32(ctx, argv[i], NULL) : 0;
}

int64_t gy_arg_int64(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i) {
  if (i < argc && JSValueIsBigInt(ctx, argv[i]))
    return JSValueToInt64(ctx, argv[i], NULL);
  return (int64_t) gy_arg_number(ctx, argc, argv, i);
}

bool gy_arg_bool(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i) {
  /* What needs no lock of the engine's first: most flags are one of these. */
  if (i >= argc || JSValueIsUndefined(ctx, argv[i]))
    return false;
  if (JSValueIsBoolean(ctx, argv[i]))
    return argv[i] == JSValueMakeBoolean(ctx, true);
  return JSValueToBoolean(ctx, argv[i]);
}

JSObjectRef gy_arg_object(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i) {
  return i < argc && JSValueIsObject(ctx, argv[i]) ? (JSObjectRef) argv[i] : NULL;
}

JSObjectRef gy_arg_function(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i) {
  JSObjectRef object = gy_arg_object(ctx, argc, argv, i);

  return object != NULL && JSObjectIsFunction(ctx, object) ? object : NULL;
}
