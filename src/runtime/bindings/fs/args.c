/* src/runtime/bindings/fs/args.c — reads the arguments of an operation by its line in ops.def.
 *
 * lib/ has checked types and ranges. The checks here keep C inside of memory even if a getter or a
 * detached buffer has changed a value since. */
#include <stdlib.h>
#include <string.h>

#include "runtime/bindings/fs/fs.h"

/* A path given as a Buffer, with a NUL after it. */
static bool path_from_bytes(gy_env* env, const uint8_t* bytes, size_t length, struct gy_text* path,
                            JSValueRef* exception) {
  path->data = length < sizeof(path->small) ? path->small : malloc(length + 1);
  if (path->data == NULL) {
    gy_throw(env, exception, "out of memory");
    return false;
  }
  memcpy(path->data, bytes, length);
  path->data[length] = '\0';
  path->length = length;
  return true;
}

bool fs_path_get(gy_env* env, JSValueRef value, struct gy_text* path, JSValueRef* exception) {
  uint8_t* bytes;
  size_t length;

  if (!JSValueIsString(env->ctx, value) && gy_bytes_get(env, value, &bytes, &length))
    return path_from_bytes(env, bytes, length, path, exception);
  return gy_text_get(env, value, path, exception);
}

/* buffer, offset, length */
static bool get_bytes(gy_env* env, size_t argc, const JSValueRef* argv, size_t i, struct fs_args* a,
                      JSValueRef* exception) {
  uint8_t* bytes;
  size_t size;

  if (i + 2 >= argc || !gy_bytes_get(env, argv[i], &bytes, &size)) {
    gy_throw_type(env, exception, "bytes expected");
    return false;
  }
  double offset = gy_arg_number(env->ctx, argc, argv, i + 1);
  double length = gy_arg_number(env->ctx, argc, argv, i + 2);
  if (!(offset >= 0 && length >= 0 && offset + length <= (double) size)) {
    gy_throw_type(env, exception, "offset and length are out of bounds");
    return false;
  }
  a->bufs = a->small;
  a->nbufs = 1;
  a->small[0] = uv_buf_init((char*) bytes + (size_t) offset, (unsigned int) length);
  a->hold = argv[i];
  return true;
}

static bool get_list(gy_env* env, JSValueRef value, struct fs_args* a, JSValueRef* exception) {
  JSObjectRef list = JSValueToObject(env->ctx, value, exception);

  if (list == NULL)
    return false;
  size_t count = (size_t) JSValueToNumber(env->ctx, gy_get(env, list, "length"), exception);
  a->bufs = count <= FS_SMALL_BUFS ? a->small : malloc(count * sizeof(uv_buf_t));
  if (a->bufs == NULL) {
    gy_throw(env, exception, "out of memory");
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    JSValueRef item = JSObjectGetPropertyAtIndex(env->ctx, list, (unsigned int) i, exception);
    uint8_t* bytes;
    size_t length;
    if (item == NULL || !gy_bytes_get(env, item, &bytes, &length)) {
      gy_throw_type(env, exception, "bytes expected");
      return false;
    }
    a->bufs[i] = uv_buf_init((char*) bytes, (unsigned int) length);
  }
  a->nbufs = (unsigned int) count;
  a->hold = value;
  return true;
}

/* One argument (or three: b) of the given kind, at *i. */
static bool get_one(gy_env* env, char kind, size_t argc, const JSValueRef* argv, size_t* i,
                    struct fs_args* a, JSValueRef* exception) {
  size_t at = (*i)++;

  switch (kind) {
    case 'p': return fs_path_get(env, argv[at], &a->path[a->paths], exception) && ++a->paths > 0;
    case 'i': a->n[a->ints++] = gy_arg_int64(env->ctx, argc, argv, at); return true;
    case 'd': a->d[a->doubles++] = gy_arg_number(env->ctx, argc, argv, at); return true;
    case 'f': a->flag = gy_arg_bool(env->ctx, argc, argv, at); return true;
    case 'b': *i = at + 3; return get_bytes(env, argc, argv, at, a, exception);
    default: return get_list(env, argv[at], a, exception);
  }
}

bool fs_args_get(gy_env* env, const char* kinds, size_t argc, const JSValueRef* argv,
                 struct fs_args* a, size_t* next, JSValueRef* exception) {
  size_t i = 0;

  a->paths = a->ints = a->doubles = a->nbufs = 0;
  a->flag = false;
  a->bufs = NULL;
  a->hold = NULL;
  for (const char* kind = kinds; *kind != '\0'; kind++) {
    if (i >= argc) {
      gy_throw_type(env, exception, "too few arguments");
      return false;
    }
    if (!get_one(env, *kind, argc, argv, &i, a, exception))
      return false;
  }
  *next = i;
  return true;
}

void fs_args_free(struct fs_args* a) {
  for (unsigned int i = 0; i < a->paths; i++)
    gy_text_free(&a->path[i]);
  if (a->bufs != a->small)
    free(a->bufs);
}
