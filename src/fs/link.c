/* src/fs/link.c — names of files: link, symlink, readlink, realpath, rename, unlink. */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "fs/fs.h"

ssize_t uv__fs_link_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(link(req->path, req->new_path)));
}

ssize_t uv__fs_symlink_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(symlink(req->path, req->new_path)));
}

ssize_t uv__fs_rename_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(rename(req->path, req->new_path)));
}

ssize_t uv__fs_unlink_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(unlink(req->path)));
}

/* Some links are longer than their size (in /proc it is 0): a full buffer means to try a larger
 * one. */
ssize_t uv__fs_readlink_work(uv_fs_t* req) {
  size_t size = 256;
  char* target = NULL;
  ssize_t n;

  do {
    char* larger = uv__realloc(target, size *= 2);
    if (larger == NULL) {
      uv__free(target);
      return UV_ENOMEM;
    }
    target = larger;
    n = UV__RETRY(readlink(req->path, target, size));
  } while (n == (ssize_t) size);

  if (n == -1) {
    uv__free(target);
    return UV__ERR(errno);
  }
  target[n] = '\0';
  req->ptr = target;
  return 0;
}

/* Into our own memory: realpath()'s own would not come from uv_replace_allocator()'s functions. */
ssize_t uv__fs_realpath_work(uv_fs_t* req) {
  char* path = uv__malloc(PATH_MAX + 1);

  if (path == NULL)
    return UV_ENOMEM;
  if (realpath(req->path, path) == NULL) {
    uv__free(path);
    return UV__ERR(errno);
  }
  req->ptr = path;
  return 0;
}

/* ---- API ---- */

static int uv__fs_start_two(uv_loop_t* loop, uv_fs_t* req, uv_fs_type type, const char* path,
                            const char* new_path, uv_fs_cb cb) {
  int err = uv__fs_init_paths(loop, req, type, path, new_path, cb);
  return err ? err : uv__fs_start(req);
}

int uv_fs_link(uv_loop_t* loop, uv_fs_t* req, const char* path, const char* new_path, uv_fs_cb cb) {
  return uv__fs_start_two(loop, req, UV_FS_LINK, path, new_path, cb);
}

int uv_fs_symlink(uv_loop_t* loop, uv_fs_t* req, const char* path, const char* new_path, int flags,
                  uv_fs_cb cb) {
  (void) flags; /* kinds of links that only Windows has */
  return uv__fs_start_two(loop, req, UV_FS_SYMLINK, path, new_path, cb);
}

int uv_fs_rename(uv_loop_t* loop, uv_fs_t* req, const char* path, const char* new_path,
                 uv_fs_cb cb) {
  return uv__fs_start_two(loop, req, UV_FS_RENAME, path, new_path, cb);
}

int uv_fs_readlink(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_READLINK, path, cb);
  return err ? err : uv__fs_start(req);
}

int uv_fs_realpath(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_REALPATH, path, cb);
  return err ? err : uv__fs_start(req);
}

int uv_fs_unlink(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_UNLINK, path, cb);
  return err ? err : uv__fs_start(req);
}
