/* src/runtime/modules/builtin.c — built-in modules: their sources, and the function that compiling
 * one gives. GYRE_LIB names a folder to take them from instead: a change in lib/ is then seen
 * without building. */
#include "builtin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/gyre.h"
#include "runtime/script.h"

static int by_id(const void* key, const void* entry) {
  return strcmp(key, ((const struct gy_builtin*) entry)->id);
}

static const struct gy_builtin* find(const char* id) {
  return bsearch(id, gy_builtins, gy_builtins_count, sizeof(gy_builtins[0]), by_id);
}

static const char wrapper[] =
    "(function (exports, require, module, process, internalBinding, primordials) {";

/* The wrapped source of DIR/ID.js, for free(); NULL when there is none. */
static char* read_from(const char* dir, const char* id) {
  char path[PATH_MAX];
  char* text = NULL;
  FILE* file;
  long size;

  snprintf(path, sizeof(path), "%s/%s.js", dir, id);
  file = fopen(path, "rb");
  if (file == NULL)
    return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
      (text = malloc(sizeof(wrapper) + size + 4)) != NULL) {
    rewind(file);
    memcpy(text, wrapper, sizeof(wrapper));
    size = fread(text + sizeof(wrapper) - 1, 1, size, file);
    memcpy(text + sizeof(wrapper) - 1 + size, "\n})", sizeof("\n})"));
  }
  fclose(file);
  return text;
}

bool gy_builtin_exists(const char* id) {
  const char* dir = getenv("GYRE_LIB");
  char path[PATH_MAX];

  if (find(id) != NULL || dir == NULL)
    return find(id) != NULL;
  snprintf(path, sizeof(path), "%s/%s.js", dir, id);
  return access(path, R_OK) == 0;
}

static char* read_text(const char* path, size_t* length) {
  char* bytes;

  return gy_source_read(path, &bytes, length) == 0 ? bytes : NULL;
}

const char* gy_builtin_text(const char* name, size_t* length, char** fresh) {
  const char* dir = getenv("GYRE_LIB");
  char path[PATH_MAX];

  snprintf(path, sizeof(path), "%s/%s", dir != NULL ? dir : "", name);
  *fresh = dir != NULL ? read_text(path, length) : NULL;
  if (*fresh != NULL)
    return *fresh;
  for (size_t i = 0; i < gy_texts_count; i++) {
    if (strcmp(gy_texts[i].id, name) == 0) {
      *length = gy_texts[i].length;
      return gy_texts[i].source;
    }
  }
  return NULL;
}

JSValueRef gy_builtin_compile(gy_env* env, const char* id, JSValueRef* exception) {
  const char* dir = getenv("GYRE_LIB");
  const struct gy_builtin* entry = find(id);
  char* fresh = dir != NULL ? read_from(dir, id) : NULL;
  JSValueRef function;
  char url[256];

  if (entry == NULL && fresh == NULL) {
    snprintf(url, sizeof(url), "No such built-in module: %s", id);
    return gy_throw(env, exception, url);
  }
  snprintf(url, sizeof(url), "node:%s", id);
  if (fresh != NULL)
    function = gy_script_run(env, fresh, strlen(fresh), url, exception);
  else
    function = gy_script_run_static(env, entry->source, entry->length, url, exception);
  free(fresh);
  return function;
}
