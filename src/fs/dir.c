/* src/fs/dir.c — folders: mkdir, mkdtemp, rmdir, and reading one piece by piece.
 *
 * A uv_dir_t is born in uv_fs_opendir() and dies in uv_fs_closedir(); no request owns it meanwhile.
 * The names in its dirents belong to the request that read them, until uv_fs_req_cleanup(). */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fs/fs.h"

ssize_t uv__fs_mkdir_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(mkdir(req->path, req->mode)));
}

ssize_t uv__fs_mkdtemp_work(uv_fs_t* req) {
  return mkdtemp((char*) req->path) == NULL ? UV__ERR(errno) : 0;
}

ssize_t uv__fs_rmdir_work(uv_fs_t* req) {
  return uv__fs_result(UV__RETRY(rmdir(req->path)));
}

/* ---- Reading ---- */

ssize_t uv__fs_opendir_work(uv_fs_t* req) {
  uv_dir_t* dir = uv__calloc(1, sizeof(*dir));

  if (dir == NULL)
    return UV_ENOMEM;
  do
    dir->dir = opendir(req->path); /* close-on-exec */
  while (dir->dir == NULL && errno == EINTR);
  if (dir->dir == NULL) {
    uv__free(dir);
    return UV__ERR(errno);
  }
  req->ptr = dir;
  return 0;
}

static void uv__dirents_free(uv_dirent_t* dirents, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uv__free((void*) dirents[i].name);
    dirents[i].name = NULL;
  }
}

/* 1: *to is the next entry, 0: there is none, or -errno. */
static int uv__dir_next(DIR* dir, uv_dirent_t* to) {
  const struct dirent* d;

  do {
    errno = 0;
    d = readdir(dir);
  } while (d != NULL && (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0));
  if (d == NULL)
    return UV__ERR(errno);

  to->name = uv__strdup(d->d_name);
  to->type = uv__fs_dirent_type(d->d_type);
  return to->name == NULL ? UV_ENOMEM : 1;
}

ssize_t uv__fs_readdir_work(uv_fs_t* req) {
  uv_dir_t* dir = req->ptr;
  size_t count = 0;
  int more = 1;

  while (count < dir->nentries && (more = uv__dir_next(dir->dir, &dir->dirents[count])) > 0)
    count++;
  if (more < 0) {
    uv__dirents_free(dir->dirents, count);
    return more;
  }
  return (ssize_t) count;
}

void uv__fs_readdir_cleanup(uv_fs_t* req) {
  uv_dir_t* dir = req->ptr;

  if (req->result > 0)
    uv__dirents_free(dir->dirents, (size_t) req->result);
}

ssize_t uv__fs_closedir_work(uv_fs_t* req) {
  uv_dir_t* dir = req->ptr;

  closedir(dir->dir);
  uv__free(dir);
  req->ptr = NULL;
  return 0;
}

/* ---- API ---- */

int uv_fs_mkdir(uv_loop_t* loop, uv_fs_t* req, const char* path, int mode, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_MKDIR, path, cb);
  if (err)
    return err;
  req->mode = (mode_t) mode;
  return uv__fs_start(req);
}

int uv_fs_mkdtemp(uv_loop_t* loop, uv_fs_t* req, const char* tpl, uv_fs_cb cb) {
  int err = uv__fs_init_template(loop, req, UV_FS_MKDTEMP, tpl, cb);
  return err ? err : uv__fs_start(req);
}

int uv_fs_rmdir(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_RMDIR, path, cb);
  return err ? err : uv__fs_start(req);
}

int uv_fs_opendir(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_OPENDIR, path, cb);
  return err ? err : uv__fs_start(req);
}

int uv_fs_readdir(uv_loop_t* loop, uv_fs_t* req, uv_dir_t* dir, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, UV_FS_READDIR, cb);
  if (err)
    return err;
  if (dir == NULL || dir->dir == NULL || dir->dirents == NULL)
    return UV_EINVAL;
  req->ptr = dir;
  return uv__fs_start(req);
}

int uv_fs_closedir(uv_loop_t* loop, uv_fs_t* req, uv_dir_t* dir, uv_fs_cb cb) {
  int err = uv__fs_init(loop, req, UV_FS_CLOSEDIR, cb);
  if (err)
    return err;
  if (dir == NULL)
    return UV_EINVAL;
  req->ptr = dir;
  return uv__fs_start(req);
}
