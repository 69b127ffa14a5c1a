/* src/runtime/see/frames.c — parses the engine's text of a stack: which frames are the program's,
 * and what the innermost of these has called.
 *
 * (1) A line is "#3 name() at url:12", or "#0 name() at [native code]", innermost first. A name may
 *     contain any text: it ends at the last "() at " of the line. */
#include <stdlib.h>
#include <string.h>

#include "blocked.h"

static const char top_level[] =
    "Object.<anonymous>"; /* as modules are wrapped: lib/internal/bootstrap */

/* Whether this is the name of an anonymous function. */
static bool is_no_name(const char* name) {
  static const char* const none[] = {top_level, "global code", "eval code", "module code",
                                     "anonymous"};

  for (size_t i = 0; i < GY_COUNT(none); i++)
    if (strcmp(name, none[i]) == 0)
      return true;
  return false;
}

static char* last_of(char* line, const char* part) {
  char* found = NULL;

  for (char* at = line; (at = strstr(at, part)) != NULL; at++)
    found = at;
  return found;
}

/* Cuts the line up in place. */
static bool parse_line(char* line, struct gy_frame* frame) {
  static const char between[] = "() at ", scheme[] = "file://";
  char* name = strchr(line, ' ');
  char* place = name != NULL ? last_of(name, between) : NULL;
  char* colon;

  if (place == NULL)
    return false;
  *place = '\0';
  place += sizeof(between) - 1;
  *frame = (struct gy_frame){.name = is_no_name(name + 1) ? "" : name + 1, .file = ""};
  if (place[0] == '[' && strcmp(place, "[native code]") == 0)
    return true;
  colon = strrchr(place, ':');
  if (colon == NULL)
    return true;
  *colon = '\0';
  frame->line = atoi(colon + 1);
  if (strncmp(place, scheme, sizeof(scheme) - 1) == 0)
    place += sizeof(scheme) - 1;
  frame->file = place;
  frame->is_user = place[0] != '\0' && strncmp(place, "node:", 5) != 0;
  return true;
}

void gy_stack_parse(struct gy_stack* stack) {
  char* line = stack->text;

  stack->count = 0;
  while (line != NULL && *line != '\0' && stack->count < GY_STACK_FRAMES) {
    char* end = strchr(line, '\n');
    if (end != NULL)
      *end = '\0';
    if (parse_line(line, &stack->frames[stack->count]))
      stack->count++;
    line = end != NULL ? end + 1 : NULL;
  }
}

void gy_stack_copy(struct gy_stack* to, const struct gy_stack* from) {
  *to = *from;
  for (int i = 0; i < to->count; i++) {
    struct gy_frame* frame = &to->frames[i];
    if (frame->name[0] != '\0')
      frame->name = to->text + (frame->name - from->text);
    if (frame->file[0] != '\0')
      frame->file = to->text + (frame->file - from->text);
  }
}

int gy_stack_top(const struct gy_stack* stack) {
  for (int i = 0; i < stack->count; i++)
    if (stack->frames[i].is_user)
      return i;
  return -1;
}

int gy_stack_bottom(const struct gy_stack* stack) {
  for (int i = stack->count; i-- > 0;)
    if (stack->frames[i].is_user)
      return i;
  return -1;
}

/* ---- What was called ---- */

/* The objects that the engine's functions belong to; others are shown by their name alone. */
static const char* owner_of(const char* name) {
  static const struct {
    const char *name, *owner;
  } owners[] = {
      {"parse", "JSON"},
      {"stringify", "JSON"},
      {"rawJSON", "JSON"},
      {"wait", "Atomics"},
      {"test", "RegExp"},
      {"exec", "RegExp"},
      {"match", "String"},
      {"matchAll", "String"},
      {"replace", "String"},
      {"replaceAll", "String"},
      {"split", "String"},
      {"search", "String"},
      {"repeat", "String"},
      {"padStart", "String"},
      {"padEnd", "String"},
      {"normalize", "String"},
      {"localeCompare", "String"},
      {"sort", "Array"},
      {"toSorted", "Array"},
      {"from", "Array"},
      {"fill", "Array"},
      {"join", "Array"},
      {"map", "Array"},
      {"forEach", "Array"},
      {"filter", "Array"},
      {"reduce", "Array"},
      {"some", "Array"},
      {"every", "Array"},
      {"find", "Array"},
      {"findIndex", "Array"},
      {"flatMap", "Array"},
      {"flat", "Array"},
      {"splice", "Array"},
      {"slice", "Array"},
      {"concat", "Array"},
      {"indexOf", "Array"},
      {"includes", "Array"},
      {"shift", "Array"},
      {"unshift", "Array"},
      {"reverse", "Array"},
      {"now", "Date"},
  };

  for (size_t i = 0; i < GY_COUNT(owners); i++)
    if (strcmp(owners[i].name, name) == 0)
      return owners[i].owner;
  return NULL;
}

/* "node:fs" → "fs", "node:internal/crypto/keys" → "crypto", "node:internal/gc", a global → "". */
static void module_of(const char* url, char* module, size_t size) {
  static const char builtin[] = "node:", internal[] = "internal/";
  const char* at =
      strncmp(url, builtin, sizeof(builtin) - 1) == 0 ? url + sizeof(builtin) - 1 : url;

  if (strncmp(at, internal, sizeof(internal) - 1) == 0)
    at += sizeof(internal) - 1;
  snprintf(module, size, "%.*s", (int) strcspn(at, "/"), at);
  if (strcmp(module, "streams") == 0)
    module[sizeof("stream") - 1] = '\0';
  else if (strcmp(module, "json_parse") == 0) /* wraps JSON.parse to give V8's error messages */
    snprintf(module, size, "JSON");
  if (strcmp(module, "modules") == 0 || strcmp(module, "bootstrap") == 0 ||
      strcmp(module, "structured_clone") == 0 || strcmp(module, "gc") == 0)
    module[0] = '\0';
}

/* "wasm-stub", "wasm-function[3]", "<?>.wasm-function[3]": what the engine calls its frames
 * there. */
static bool is_wasm(const struct gy_frame* frame) {
  return frame->file[0] == '\0' && strstr(frame->name, "wasm-") != NULL;
}

void gy_stack_what(const struct gy_stack* stack, char* what, size_t size) {
  int top = gy_stack_top(stack);
  char module[64] = "";
  const struct gy_frame* called;
  const char* owner;

  what[0] = '\0';
  if (top <= 0) {
    if (stack->is_regexp)
      snprintf(what, size, "a regular expression");
    return;
  }
  called = &stack->frames[top - 1];
  if (is_wasm(called)) {
    snprintf(what, size, "WebAssembly");
    return;
  }
  owner = called->file[0] == '\0' ? owner_of(called->name) : NULL;
  if (called->file[0] != '\0')
    module_of(called->file, module, sizeof(module));
  if (owner == NULL)
    owner = module;
  snprintf(what, size, "%s%s%s", owner, owner[0] != '\0' && called->name[0] != '\0' ? "." : "",
           called->name);
}
