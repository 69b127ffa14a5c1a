/* src/runtime/modules/main_script.c — finds, reads and compiles the program when it is what most
 * are: a CommonJS file, started without options. For everything else, and for every error,
 * gy_main_script() returns NULL and lib/internal/main.js does all of it, which needs 45 KB more of
 * lib/.
 * (1) The program that runs here, and its name, are those that lib/internal/modules/cjs.js would
 *     use. */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/options.h"
#include "runtime/script.h"

/* No parent that wants to talk. */
static const char* plain_file(gy_env* env) {
  const struct gy_options* options = env->options;

  if (options->from_stdin || options->script >= env->argc || getenv("NODE_CHANNEL_FD") != NULL)
    return NULL;
  return env->argv[options->script];
}

/* Of the command line or of a variable. */
static bool has_options(const struct gy_options* options) {
  return options->exec_argc > 0 || options->argument_count > 0;
}

static bool ends_with(const char* text, const char* end) {
  size_t length = strlen(text), wanted = strlen(end);

  return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

static bool is_text_if_any(gy_env* env, JSObjectRef data, const char* key) {
  JSValueRef value = gy_get(env, data, key);

  return JSValueIsUndefined(env->ctx, value) || JSValueIsString(env->ctx, value);
}

/* Whether package.json at `path` is one that a script may have: proper, and not of modules. What is
 * not proper, or has escaped characters, is left to internal/modules/package. */
static bool is_script_package(gy_env* env, const char* path) {
  JSValueRef data = NULL, type;
  struct gy_text word;
  bool fine = false, escaped;
  JSStringRef text;
  char* bytes;
  size_t size;

  if (gy_source_read(path, &bytes, &size) != 0)
    return false;
  text = gy_script_string(env, gy_string_new(env, bytes, size));
  escaped = memmem(bytes, size, "\\u", 2) != NULL;
  free(bytes);
  if (text != NULL) {
    data = JSValueMakeFromJSONString(env->ctx, text);
    JSStringRelease(text);
  }
  if (escaped || data == NULL || !JSValueIsObject(env->ctx, data) ||
      JSValueIsArray(env->ctx, data) ||
      !is_text_if_any(env, (JSObjectRef) data, "name") ||
      !is_text_if_any(env, (JSObjectRef) data, "type"))
    return false;
  type = gy_get(env, (JSObjectRef) data, "type");
  if (gy_text_get(env, type, &word, NULL)) {
    fine = strcmp(word.data, "module") != 0;
    gy_text_free(&word);
  }
  return fine;
}

/* The nearest package.json decides whether a .js file is a script. */
static bool is_script(gy_env* env, const char* file) {
  static const char name[] = "/package.json";
  char path[PATH_MAX + sizeof(name)];
  struct stat st;
  char* slash;

  if (ends_with(file, ".cjs"))
    return true;
  if (!ends_with(file, ".js"))
    return false;
  memcpy(path, file, strlen(file) + 1);
  while ((slash = strrchr(path, '/')) != NULL) {
    *slash = '\0';
    if (ends_with(path, "/node_modules"))
      return true;
    memcpy(slash, name, sizeof(name));
    if (stat(path, &st) == 0)
      return is_script_package(env, path);
    *slash = '\0';
  }
  return true;
}

/* A source with import( must be rewritten: anything that looks like it is left to lib/. */
static bool may_import(const char* source) {
  static const char word[] = "import";

  for (const char* at = source; (at = strstr(at, word)) != NULL;) {
    at += sizeof(word) - 1;
    while (isspace((unsigned char) *at))
      at++;
    if (*at == '(' || *at == '/' || *at < 0)
      return true;
  }
  return false;
}

/* head + source + tail, with "#!" made a comment, for free(). */
static char* wrap(const char* head, char* source, size_t size, const char* tail, size_t* length) {
  size_t before = strlen(head), behind = strlen(tail);
  char* text = malloc(before + size + behind + 1);

  if (text == NULL)
    return NULL;
  if (size >= 2 && memcmp(source, "#!", 2) == 0)
    memcpy(source, "//", 2);
  char* end = mempcpy(text, head, before);
  end = mempcpy(end, source, size);
  memcpy(end, tail, behind + 1);
  *length = before + size + behind;
  return text;
}

static JSValueRef compile(gy_env* env, const char* file, const char* head, const char* tail) {
  JSValueRef error = NULL, value = NULL;
  char *source, *text;
  size_t size, length;

  if (gy_source_read(file, &source, &size) != 0)
    return NULL;
  /* A NUL would end the text here, and an import( after it would not be seen. */
  if (memchr(source, '\0', size) == NULL && !may_import(source)) {
    text = wrap(head, source, size, tail, &length);
    if (text != NULL)
      value = gy_script_run(env, text, length, file, &error);
    free(text);
  }
  free(source);
  return error == NULL ? value : NULL;
}

JSValueRef gy_node_module_paths(gy_env* env, const char* dir, JSValueRef* exception) {
  static const char name[] = "/node_modules";
  size_t length = strlen(dir);
  char* path = malloc(length + sizeof(name));
  unsigned count = 1;
  JSObjectRef paths;

  if (path == NULL)
    return gy_throw(env, exception, "Out of memory");
  for (size_t i = 0; i < length; i++)
    count += dir[i] == '/';
  paths = gy_array_new(env, count);
  count = 0;
  for (;;) {
    memcpy(path, dir, length);
    path[length] = '\0';
    if (strcmp(path, "/") == 0)
      length = 0;
    if (!ends_with(path, name)) {
      memcpy(path + length, name, sizeof(name));
      JSObjectSetPropertyAtIndex(env->ctx, paths, count++, gy_string(env, path), NULL);
    }
    if (length == 0)
      break;
    do
      length--;
    while (length > 0 && dir[length] != '/');
  }
  free(path);
  gy_set_number(env, paths, "length", count);
  return paths;
}

JSValueRef gy_main_script(gy_env* env, const char* head, const char* tail, const char* given) {
  JSValueRef found[4];
  char file[PATH_MAX];
  struct stat st;
  char* slash;

  if (env->worker == NULL)
    given = plain_file(env);
  if (given == NULL || has_options(env->options) || realpath(given, file) == NULL ||
      stat(file, &st) != 0 || !S_ISREG(st.st_mode) || !is_script(env, file))
    return NULL;
  found[3] = compile(env, file, head, tail);
  if (found[3] == NULL)
    return NULL;
  found[0] = gy_string(env, file);
  slash = strrchr(file, '/');
  slash[slash == file] = '\0'; /* the folder; "/" keeps its name */
  found[1] = gy_string(env, file);
  found[2] = gy_node_module_paths(env, file, NULL);
  if (found[2] == NULL)
    return NULL;
  return JSObjectMakeArray(env->ctx, GY_COUNT(found), found, NULL);
}
