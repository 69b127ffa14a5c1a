/* src/runtime/bindings/private_file.c — internalBinding('private_file'): files that gyre writes by
 * itself (uv_trace_file_open()), for lib/internal/private_file.js. Results below 0 are negative
 * errno values. */
#include <stdlib.h>

#include "runtime/gyre.h"
#include "uv_trace.h"

struct open_file {
  struct open_file* next;
  uv_trace_file_t file;
};

static struct open_file* open_files; /* between open() and commit(): mostly none, at most a few */

static JSValueRef with_path(gy_env* env, size_t argc, const JSValueRef argv[],
                            JSValueRef* exception, int (*call)(const char* path)) {
  struct gy_text path;
  int result;

  if (argc == 0 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  result = call(path.data);
  gy_text_free(&path);
  return gy_number(env, result);
}

static int open_path(const char* path) {
  struct open_file* open = malloc(sizeof(*open));
  int err = open == NULL ? UV_ENOMEM : uv_trace_file_open(&open->file, path);

  if (err != 0) {
    free(open);
    return err;
  }
  open->next = open_files;
  open_files = open;
  return open->file.fd;
}

static int discard(uv_trace_file_t* file) {
  uv_trace_file_discard(file);
  return 0;
}

static int end_file(int fd, int (*end)(uv_trace_file_t* file)) {
  for (struct open_file** at = &open_files; *at != NULL; at = &(*at)->next) {
    struct open_file* open = *at;
    int err;
    if (open->file.fd != fd)
      continue;
    *at = open->next;
    err = end(&open->file);
    free(open);
    return err;
  }
  return UV_EBADF;
}

/* open(path) → a descriptor to write to; the file takes its place by commit(fd), or vanishes by
 * discard(fd) */
GY_FUNCTION(open_file) {
  return with_path(gy_env_here(), argc, argv, exception, open_path);
}

GY_FUNCTION(commit_file) {
  return gy_number(gy_env_here(), end_file(gy_arg_int(ctx, argc, argv, 0), uv_trace_file_commit));
}

GY_FUNCTION(discard_file) {
  return gy_number(gy_env_here(), end_file(gy_arg_int(ctx, argc, argv, 0), discard));
}

/* append(path) → a descriptor */
GY_FUNCTION(append_file) {
  return with_path(gy_env_here(), argc, argv, exception, uv_trace_file_append);
}

/* unnamed(folder) → a descriptor */
GY_FUNCTION(unnamed_file) {
  return with_path(gy_env_here(), argc, argv, exception, uv_trace_file_unnamed);
}

void gy_bind_private_file(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"open", open_file},     {"commit", commit_file},   {"discard", discard_file},
      {"append", append_file}, {"unnamed", unnamed_file},
  };

  gy_define(env, target, functions);
}
