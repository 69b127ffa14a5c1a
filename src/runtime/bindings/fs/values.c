/* src/runtime/bindings/fs/values.c — converts results of operations to JavaScript values.
 *
 * (1) The numbers of stat() and statfs() are written to arrays that lib/ reads; lib/ creates the
 *     object.
 * (2) The entries of a directory are one string (or one array of bytes): for each entry its type as
 *     a digit, its name, and a slash, which no name can contain. One string from C costs less than
 *     a thousand. */
#include <stdlib.h>
#include <string.h>

#include "runtime/bindings/fs/fs.h"

void fs_stat_fill(const uv_stat_t* s, bool big, unsigned int slot) {
  const uint64_t fields[FS_STAT_FIELDS] = {
      s->st_dev,
      s->st_mode,
      s->st_nlink,
      s->st_uid,
      s->st_gid,
      s->st_rdev,
      s->st_blksize,
      s->st_ino,
      s->st_size,
      s->st_blocks,
      s->st_atim.tv_sec,
      s->st_atim.tv_nsec,
      s->st_mtim.tv_sec,
      s->st_mtim.tv_nsec,
      s->st_ctim.tv_sec,
      s->st_ctim.tv_nsec,
      s->st_birthtim.tv_sec,
      s->st_birthtim.tv_nsec,
  };
  size_t at = (size_t) slot * FS_STAT_FIELDS;

  for (size_t i = 0; i < FS_STAT_FIELDS; i++)
    if (big)
      fs_state->big_stats[at + i] = (int64_t) fields[i];
    else
      /* Times before 1970 are negative; the other fields use no more than 63 bits. */
      fs_state->stats[at + i] = (double) (int64_t) fields[i];
}

JSValueRef fs_value_none(gy_env* env, struct fs_req* req) {
  (void) env, (void) req;
  return NULL;
}

JSValueRef fs_value_result(gy_env* env, struct fs_req* req) {
  return gy_number(env, (double) req->uv.result);
}

JSValueRef fs_value_stat(gy_env* env, struct fs_req* req) {
  (void) env;
  fs_stat_fill(&req->uv.statbuf, req->flag, 0);
  return NULL;
}

JSValueRef fs_value_statfs(gy_env* env, struct fs_req* req) {
  const uv_statfs_t* s = req->uv.ptr;
  const uint64_t fields[] = {s->f_type,  s->f_bsize,  s->f_frsize, s->f_blocks,
                             s->f_bfree, s->f_bavail, s->f_files,  s->f_ffree};

  (void) env;
  for (size_t i = 0; i < GY_COUNT(fields); i++)
    if (req->flag)
      fs_state->big_stats[i] = (int64_t) fields[i];
    else
      fs_state->stats[i] = (double) fields[i];
  return NULL;
}

/* Text as a string or as bytes. */
static JSValueRef text(gy_env* env, const char* data, size_t length, bool as_bytes) {
  if (!as_bytes)
    return gy_string_new(env, data, length);
  char* copy = malloc(length + 1);
  if (copy == NULL)
    return gy_undefined(env);
  memcpy(copy, data, length);
  return gy_bytes_adopt(env, copy, length);
}

JSValueRef fs_value_ptr_text(gy_env* env, struct fs_req* req) {
  return text(env, req->uv.ptr, strlen(req->uv.ptr), req->flag);
}

JSValueRef fs_value_path_text(gy_env* env, struct fs_req* req) {
  return text(env, req->uv.path, strlen(req->uv.path), req->flag);
}

/* ---- Names ---- */

struct names {
  char* data;
  size_t length, capacity;
};

static bool add_name(struct names* names, const uv_dirent_t* entry) {
  size_t length = strlen(entry->name);

  if (names->length + length + 2 > names->capacity) {
    size_t capacity = (names->capacity + length) * 2 + 512;
    char* data = realloc(names->data, capacity);
    if (data == NULL)
      return false;
    names->data = data;
    names->capacity = capacity;
  }
  char* at = names->data + names->length;
  *at++ = (char) ('0' + (int) entry->type);
  memcpy(at, entry->name, length);
  at[length] = '/';
  names->length += length + 2;
  return true;
}

static JSValueRef take_names(gy_env* env, struct names* names, bool as_bytes) {
  if (as_bytes)
    return gy_bytes_adopt(env, names->data != NULL ? names->data : malloc(1), names->length);
  JSValueRef value = gy_string_new(env, names->data, names->length);
  free(names->data);
  return value;
}

JSValueRef fs_value_names(gy_env* env, struct fs_req* req) {
  struct names names = {0};
  uv_dirent_t entry;

  while (uv_fs_scandir_next(&req->uv, &entry) != UV_EOF)
    if (!add_name(&names, &entry))
      break;
  return take_names(env, &names, req->flag);
}

JSValueRef fs_value_dir(gy_env* env, struct fs_req* req) {
  return gy_number(env, (double) (uintptr_t) req->uv.ptr);
}

/* Entries of one uv_fs_readdir(): null at the end of the directory. */
JSValueRef fs_value_entries(gy_env* env, struct fs_req* req) {
  const uv_dirent_t* entries = req->memory;
  struct names names = {0};

  if (req->uv.result == 0)
    return JSValueMakeNull(env->ctx);
  for (ssize_t i = 0; i < req->uv.result; i++)
    if (!add_name(&names, &entries[i]))
      break;
  return take_names(env, &names, req->flag);
}
