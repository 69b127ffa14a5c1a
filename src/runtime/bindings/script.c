/* src/runtime/bindings/script.c — compiling: built-in modules, CommonJS modules, scripts. */
#include "runtime/script.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/engine.h"
#include "runtime/modules/awaiting.h"
#include "runtime/modules/awaits.h"

/* Calls `convert` with the text of argument 0; `call` is the signature for the error message. */
static JSValueRef of_text(size_t argc, const JSValueRef* argv, JSValueRef* exception,
                          const char* call,
                          JSValueRef (*convert)(gy_env* env, const char* text,
                                                JSValueRef* exception)) {
  gy_env* env = gy_env_here();
  struct gy_text text;
  JSValueRef value;

  if (argc == 0 || !gy_text_get(env, argv[0], &text, exception))
    return gy_throw_type(env, exception, call);
  value = convert(env, text.data, exception);
  gy_text_free(&text);
  return value;
}

/* builtin(id) → the module's function */
GY_FUNCTION(builtin) {
  return of_text(argc, argv, exception, "builtin(id)", gy_builtin_compile);
}

/* hasBuiltin(id) */
GY_FUNCTION(has_builtin) {
  gy_env* env = gy_env_here();
  struct gy_text id;
  bool known;

  if (argc == 0 || !gy_text_get(env, argv[0], &id, exception))
    return NULL;
  known = gy_builtin_exists(id.data);
  gy_text_free(&id);
  return gy_bool(env, known);
}

/* run(source, url, line, onlyCompiles, loads) → the value of a classic script; the last two:
 * modules/awaiting.h, runtime/script.h */
GY_FUNCTION(run) {
  struct gy_script script;
  JSValueRef value = NULL;

  if (gy_script_args(&script, ctx, argc, argv, 0, exception)) {
    script.loads = gy_arg_bool(ctx, argc, argv, 4);
    value =
        gy_script_evaluate(gy_env_here(), gy_env_here()->ctx, &script,
                           gy_arg_bool(ctx, argc, argv, 3) ? GY_ONLY_COMPILES : GY_RUNS, exception);
  }
  gy_script_release(&script);
  return value;
}

/* insertAwaits(text) → the text with what its async functions need (modules/awaits.h) */
GY_FUNCTION(insert_awaits) {
  gy_env* env = gy_env_here();
  JSStringRef text = argc > 0 ? JSValueToStringCopy(ctx, argv[0], exception) : NULL;
  JSValueRef value;

  if (text == NULL)
    return NULL;
  for (int mode = GY_AWAIT_ALL; mode <= GY_AWAIT_PLAIN; mode++) {
    JSStringRef result = gy_awaits_text(env, text, mode);
    if (result == NULL)
      break;
    bool fine = JSCheckScriptSyntax(env->ctx, result, NULL, 1, NULL);
    value = fine ? JSValueMakeString(ctx, result) : NULL;
    JSStringRelease(result);
    if (fine) {
      JSStringRelease(text);
      return value;
    }
  }
  JSStringRelease(text);
  return argv[0];
}

/* insertedColumns(url) → what stands where in the script of that URL: line, column and length each;
 * undefined when nothing was inserted */
GY_FUNCTION(inserted_columns) {
  gy_env* env = gy_env_here();
  JSStringRef url = argc > 0 ? JSValueToStringCopy(ctx, argv[0], exception) : NULL;
  size_t count = 0;

  if (url == NULL)
    return NULL;
  const uint32_t* places = gy_script_columns(env, url, &count);
  JSStringRelease(url);
  if (places == NULL)
    return gy_undefined(env);
  JSObjectRef array = JSObjectMakeTypedArray(ctx, kJSTypedArrayTypeUint32Array, count, exception);
  if (array != NULL)
    memcpy(JSObjectGetTypedArrayBytesPtr(ctx, array, exception), places, count * sizeof(*places));
  return array;
}

/* check(source, url, line): throws the SyntaxError that running it would */
GY_FUNCTION(check) {
  gy_env* env = gy_env_here();
  struct gy_script script;
  bool fine = false;

  if (gy_script_args(&script, ctx, argc, argv, 0, exception))
    fine = JSCheckScriptSyntax(env->ctx, script.source, script.url, script.line, exception);
  if (!fine && script.source != NULL)
    gy_script_hide_place(env->ctx, &script, exception);
  gy_script_release(&script);
  return fine ? gy_undefined(env) : NULL;
}

/* readText(path) → the file's text; or a negative errno. For the module loader: the fewest
 * calls. */
GY_FUNCTION(read_text) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  JSValueRef value;
  char* bytes;
  size_t size;
  int err;

  if (argc == 0 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  err = gy_source_read(path.data, &bytes, &size);
  gy_text_free(&path);
  if (err != 0)
    return gy_number(env, err);
  value = gy_string_new(env, bytes, size);
  free(bytes);
  return JSValueIsString(ctx, value) ? value : gy_number(env, UV_ENOMEM);
}

/* mainScript(head, tail, file of a worker) → [its file, its folder, its node_modules folders, the
 * result of compiling head + source + tail]; undefined, or null in a worker, unless the program is
 * a CommonJS file without options: modules/main_script.c */
GY_FUNCTION(main_script) {
  gy_env* env = gy_env_here();
  struct gy_text head, tail, file = {0};
  JSValueRef result;

  if (argc < 2 || !gy_text_get(env, argv[0], &head, exception))
    return gy_undefined(env);
  if (!gy_text_get(env, argv[1], &tail, exception)) {
    gy_text_free(&head);
    return NULL;
  }
  if (argc > 2 && gy_text_get(env, argv[2], &file, exception) && strlen(file.data) != file.length)
    file.data[0] = '\0'; /* it has a NUL: no such file */
  result = gy_main_script(env, head.data, tail.data, file.data);
  gy_text_free(&head);
  gy_text_free(&tail);
  gy_text_free(&file);
  if (result == NULL && env->worker != NULL)
    return JSValueMakeNull(ctx);
  return result != NULL ? result : gy_undefined(env);
}

/* nodeModulePaths(dir) → the node_modules folders for a module in `dir`, an absolute path */
GY_FUNCTION(node_module_paths) {
  return of_text(argc, argv, exception, "nodeModulePaths(dir)", gy_node_module_paths);
}

/* stat(path) → 0 a file, 1 a folder, negative: nothing there */
GY_FUNCTION(stat_kind) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  struct stat st;
  int kind;

  if (argc == 0 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  kind = stat(path.data, &st) < 0 ? -errno : S_ISDIR(st.st_mode) ? 1 : 0;
  gy_text_free(&path);
  return gy_number(env, kind);
}

/* realpath(path) → string, or a negative errno */
GY_FUNCTION(real_path) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  JSValueRef value;
  char* real;

  if (argc == 0 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  real = realpath(path.data, NULL);
  value = real != NULL ? gy_string(env, real) : gy_number(env, -errno);
  gy_text_free(&path);
  free(real);
  return value;
}

/* hasPackage(file) → whether a package.json stands in its folder or above */
GY_FUNCTION(has_package) {
  gy_env* env = gy_env_here();
  static const char name[] = "package.json";
  struct gy_text file;
  char path[PATH_MAX];
  bool found = false;

  if (argc == 0 || !gy_text_get(env, argv[0], &file, exception))
    return NULL;
  for (char* slash = strrchr(file.data, '/'); slash != NULL && !found;
       slash = strrchr(file.data, '/')) {
    if ((size_t) (slash - file.data) + 1 + sizeof(name) <= sizeof(path)) {
      memcpy(path, file.data, slash - file.data + 1);
      memcpy(path + (slash - file.data) + 1, name, sizeof(name));
      found = access(path, F_OK) == 0;
    }
    *slash = '\0';
  }
  gy_text_free(&file);
  return gy_bool(env, found);
}

/* primordials() → the values of all, an array; primordials(array) → an object with their names */
GY_FUNCTION(read_primordials) {
  gy_env* env = gy_env_here();
  JSObjectRef values = gy_arg_object(ctx, argc, argv, 0);

  return values == NULL ? gy_primordials_read(env) : gy_primordials_name(env, values);
}

/* pristineGlobal() → the global object of the realm that no program reaches */
GY_FUNCTION(pristine_global) {
  return JSContextGetGlobalObject(gy_engine_pristine(gy_env_here()));
}

static JSTypedArrayType array_type(const char* name) {
  static const struct {
    const char* name;
    JSTypedArrayType type;
  } types[] = {
      {"Int8Array", kJSTypedArrayTypeInt8Array},
      {"Int16Array", kJSTypedArrayTypeInt16Array},
      {"Int32Array", kJSTypedArrayTypeInt32Array},
      {"Uint8ClampedArray", kJSTypedArrayTypeUint8ClampedArray},
      {"Uint16Array", kJSTypedArrayTypeUint16Array},
      {"Uint32Array", kJSTypedArrayTypeUint32Array},
      {"Float32Array", kJSTypedArrayTypeFloat32Array},
      {"Float64Array", kJSTypedArrayTypeFloat64Array},
      {"BigInt64Array", kJSTypedArrayTypeBigInt64Array},
      {"BigUint64Array", kJSTypedArrayTypeBigUint64Array},
  };

  for (size_t i = 0; i < GY_COUNT(types); i++)
    if (strcmp(name, types[i].name) == 0)
      return types[i].type;
  return kJSTypedArrayTypeUint8Array;
}

/* sampleOf(name) → an empty object of the program's realm: an ArrayBuffer or a typed array */
GY_FUNCTION(sample_of) {
  gy_env* env = gy_env_here();
  struct gy_text name;
  JSObjectRef sample;

  if (argc == 0 || !gy_text_get(env, argv[0], &name, exception))
    return NULL;
  sample = JSObjectMakeTypedArray(env->ctx, array_type(name.data), 0, exception);
  if (sample != NULL && strcmp(name.data, "ArrayBuffer") == 0)
    sample = JSObjectGetTypedArrayBuffer(env->ctx, sample, exception);
  gy_text_free(&name);
  return sample;
}

void gy_bind_script(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"builtin", builtin},
      {"hasBuiltin", has_builtin},
      {"run", run},
      {"check", check},
      {"insertAwaits", insert_awaits},
      {"insertedColumns", inserted_columns},
      {"readText", read_text},
      {"stat", stat_kind},
      {"realpath", real_path},
      {"hasPackage", has_package},
      {"mainScript", main_script},
      {"nodeModulePaths", node_module_paths},
      {"primordials", read_primordials},
      {"pristineGlobal", pristine_global},
      {"sampleOf", sample_of},
  };

  gy_define(env, target, functions);
}
