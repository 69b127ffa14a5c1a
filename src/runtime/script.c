/* src/runtime/script.c — source text, compiled and run. */
#include "script.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine_private.h"
#include "runtime/modules/awaiting.h"

JSStringRef gy_script_string(gy_env* env, JSValueRef text) {
  return JSValueIsString(env->ctx, text) ? JSValueToStringCopy(env->ctx, text, NULL) : NULL;
}

JSValueRef gy_script_run(gy_env* env, const char* source, size_t length, const char* url,
                         JSValueRef* exception) {
  JSStringRef text = gy_script_string(env, gy_string_new(env, source, length));
  JSStringRef name = JSStringCreateWithUTF8CString(url);
  JSValueRef value = NULL;

  struct gy_script script = {.source = text, .url = name, .line = 1};

  if (text != NULL)
    value = gy_script_evaluate(env, env->ctx, &script, GY_ONLY_COMPILES, exception);
  else
    gy_throw(env, exception, "Out of memory");
  if (text != NULL)
    JSStringRelease(text);
  JSStringRelease(name);
  return value;
}

JSValueRef gy_script_run_static(gy_env* env, const char* source, size_t length, const char* url,
                                JSValueRef* exception) {
  JSScriptRef script = NULL;
  JSValueRef value;
  JSStringRef name;

  if (JSScriptCreateReferencingImmortalASCIIText != NULL && JSScriptEvaluate != NULL &&
      JSScriptRelease != NULL) {
    name = JSStringCreateWithUTF8CString(url);
    script =
        JSScriptCreateReferencingImmortalASCIIText(env->group, name, 1, source, length, NULL, NULL);
    JSStringRelease(name);
  }
  if (script == NULL)
    return gy_script_run(env, source, length, url, exception);
  value = JSScriptEvaluate(env->ctx, script, NULL, exception);
  JSScriptRelease(script);
  return value;
}

/* All of an open file; `guess` is how much there may be. */
static int read_all(int fd, size_t guess, char** bytes, size_t* size) {
  size_t room = guess + 1, length = 0;
  char* at = malloc(room + 1);
  ssize_t got;

  while (at != NULL) {
    got = read(fd, at + length, room - length);
    if (got == 0) {
      at[length] = '\0';
      *bytes = at;
      *size = length;
      return 0;
    }
    if (got < 0 && errno != EINTR) {
      int err = -errno;
      free(at);
      return err;
    }
    length += got > 0 ? got : 0;
    if (length == room) {
      char* more = realloc(at, (room *= 2) + 1);
      if (more == NULL)
        free(at);
      at = more;
    }
  }
  return UV_ENOMEM;
}

int gy_source_read(const char* path, char** bytes, size_t* size) {
  enum { UNKNOWN = 65536 };
  struct stat st;
  int err, fd;

  do
    fd = open(path, O_RDONLY | O_CLOEXEC);
  while (fd < 0 && errno == EINTR);
  if (fd < 0)
    return -errno;
  if (fstat(fd, &st) < 0)
    err = -errno;
  else if (S_ISDIR(st.st_mode))
    err = UV_EISDIR;
  else
    err = read_all(fd, st.st_size > 0 ? (size_t) st.st_size : UNKNOWN, bytes, size);
  close(fd);
  if (err == 0 && *size >= 3 && memcmp(*bytes, "\xEF\xBB\xBF", 3) == 0)
    memmove(*bytes, *bytes + 3, (*size -= 3) + 1);
  return err;
}

static JSStringRef string_of(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i,
                             JSValueRef* exception) {
  return i < argc ? JSValueToStringCopy(ctx, argv[i], exception) : NULL;
}

bool gy_script_args(struct gy_script* script, JSContextRef ctx, size_t argc, const JSValueRef* argv,
                    size_t first, JSValueRef* exception) {
  script->source = string_of(ctx, argc, argv, first, exception);
  script->url = string_of(ctx, argc, argv, first + 1, exception);
  script->line = gy_arg_int(ctx, argc, argv, first + 2);
  script->loads = false;
  return script->source != NULL && script->url != NULL;
}

void gy_script_release(struct gy_script* script) {
  if (script->source != NULL)
    JSStringRelease(script->source);
  if (script->url != NULL)
    JSStringRelease(script->url);
}
