/* src/runtime/script.h — source text, compiled and run. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "gyre.h"

/* Converts a text that text.c has made to a string of the engine, 8-bit if possible. NULL when
 * there was no memory for it. */
JSStringRef gy_script_string(gy_env* env, JSValueRef text);

/* Runs a classic script whose first line is line 1 of `url`; its value, or NULL. */
JSValueRef gy_script_run(gy_env* env, const char* source, size_t length, const char* url,
                         JSValueRef* exception);

/* The same for ASCII text that is never freed: it is not copied. */
JSValueRef gy_script_run_static(gy_env* env, const char* source, size_t length, const char* url,
                                JSValueRef* exception);

/* A classic script as JavaScript gives it. */
struct gy_script {
  JSStringRef source, url;
  int line; /* of `url` that its first line is; the engine takes what is less than 1 for 1 */
  bool loads; /* its import() becomes a call of _$load */
};

/* The arguments from `first` on: source, url, line. False: *exception is set, or some are missing.
 * Release it in either case. */
bool gy_script_args(struct gy_script* script, JSContextRef ctx, size_t argc, const JSValueRef* argv,
                    size_t first, JSValueRef* exception);
void gy_script_release(struct gy_script* script);

/* The bytes of a file without its byte order mark, ended by a NUL, for free(); or a negative
 * errno. */
int gy_source_read(const char* path, char** bytes, size_t* size);

/* The program, when it is a plain CommonJS file: modules/main_script.c. That of a worker is `file`,
 * if it is not NULL. */
JSValueRef gy_main_script(gy_env* env, const char* head, const char* tail, const char* file);

/* The node_modules folders for a module in `dir`, an absolute path. */
JSValueRef gy_node_module_paths(gy_env* env, const char* dir, JSValueRef* exception);

/* Built-in modules: modules/builtin.c. */
bool gy_builtin_exists(const char* id);
JSValueRef gy_builtin_compile(gy_env* env, const char* id, JSValueRef* exception);
/* gy_primordials_read() reads the functions of the language that built-in modules call into an
 * array, before the program runs. gy_primordials_name() makes an object of them, by name. */
JSObjectRef gy_primordials_read(gy_env* env);
JSObjectRef gy_primordials_name(gy_env* env, JSObjectRef values);

#endif
