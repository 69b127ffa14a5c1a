/* Folders, links and names. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "fs_steps.h"

static uv_dir_t* dir;
static uv_dirent_t entries[4];
static int listed;

#define STEP(name, call)                                        \
  static int name(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) { \
    return call;                                                \
  }

STEP(mkdir_, uv_fs_mkdir(loop, req, "folder", 0755, cb))
STEP(mkdtemp_, uv_fs_mkdtemp(loop, req, "folder/tXXXXXX", cb))
STEP(mkstemp_, uv_fs_mkstemp(loop, req, "folder/fXXXXXX", cb))
STEP(symlink_, uv_fs_symlink(loop, req, "folder", "link", 0, cb))
STEP(lstat_, uv_fs_lstat(loop, req, "link", cb))
STEP(readlink_, uv_fs_readlink(loop, req, "link", cb))
STEP(realpath_, uv_fs_realpath(loop, req, "link", cb))
STEP(scandir_, uv_fs_scandir(loop, req, "folder", 0, cb))
STEP(opendir_, uv_fs_opendir(loop, req, "folder", cb))
STEP(readdir_, uv_fs_readdir(loop, req, dir, cb))
STEP(access_, uv_fs_access(loop, req, "folder", R_OK, cb))
STEP(chmod_, uv_fs_chmod(loop, req, "folder", 0700, cb))
STEP(chown_, uv_fs_chown(loop, req, "folder", (uv_uid_t) -1, (uv_gid_t) -1, cb))
STEP(lchown_, uv_fs_lchown(loop, req, "link", (uv_uid_t) -1, (uv_gid_t) -1, cb))
STEP(utime_, uv_fs_utime(loop, req, "folder", 1e9, 1e9, cb))
STEP(lutime_, uv_fs_lutime(loop, req, "link", 1e9, 1e9, cb))
STEP(statfs_, uv_fs_statfs(loop, req, ".", cb))
STEP(rename_, uv_fs_rename(loop, req, "link", "renamed", cb))
STEP(link_, uv_fs_link(loop, req, "renamed", "hard", cb))
STEP(unlink_, uv_fs_unlink(loop, req, "hard", cb))
STEP(mkdir2_, uv_fs_mkdir(loop, req, "empty", 0755, cb))
STEP(rmdir_, uv_fs_rmdir(loop, req, "empty", cb))

static int made_file(uv_fs_t* req) {
  must(strncmp(req->path, "folder/f", 8) == 0 && strcmp(req->path, "folder/fXXXXXX") != 0);
  close((int) req->result);
  return 0;
}

static int made_folder(uv_fs_t* req) {
  must(strncmp(req->path, "folder/t", 8) == 0 && strcmp(req->path, "folder/tXXXXXX") != 0);
  return 0;
}

static int read_link(uv_fs_t* req) {
  must(strcmp(uv_fs_get_ptr(req), "folder") == 0);
  return 0;
}

static int real_path(uv_fs_t* req) {
  const char* path = uv_fs_get_ptr(req);

  must(path[0] == '/' && strcmp(path + strlen(path) - 7, "/folder") == 0);
  return 0;
}

static int scanned(uv_fs_t* req) {
  uv_dirent_t entry;

  must(req->result == 2);
  must(uv_fs_scandir_next(req, &entry) == 0);
  must(uv_fs_scandir_next(req, &entry) == 0);
  must(uv_fs_scandir_next(req, &entry) == UV_EOF);
  return 0;
}

static int opened_dir(uv_fs_t* req) {
  dir = uv_fs_get_ptr(req);
  dir->dirents = entries;
  dir->nentries = 4;
  return 0;
}

static int read_dir(uv_fs_t* req) {
  listed += (int) req->result;
  return req->result > 0 ? AGAIN : 0;
}

static int closedir_(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  uv_dir_t* d = dir;
  int err = uv_fs_closedir(loop, req, d, cb);

  /* A call that was not begun has closed nothing. */
  if (cb == NULL || err == 0)
    dir = NULL;
  return err;
}

static const struct fs_step steps[] = {
    {"mkdir", mkdir_, NULL},
    {"mkdtemp", mkdtemp_, made_folder},
    {"mkstemp", mkstemp_, made_file},
    {"symlink", symlink_, NULL},
    {"lstat", lstat_, NULL},
    {"readlink", readlink_, read_link},
    {"realpath", realpath_, real_path},
    {"scandir", scandir_, scanned},
    {"opendir", opendir_, opened_dir},
    {"readdir", readdir_, read_dir},
    {"closedir", closedir_, NULL},
    {"access", access_, NULL},
    {"chmod", chmod_, NULL},
    {"chown", chown_, NULL},
    {"lchown", lchown_, NULL},
    {"utime", utime_, NULL},
    {"lutime", lutime_, NULL},
    {"statfs", statfs_, NULL},
    {"rename", rename_, NULL},
    {"link", link_, NULL},
    {"unlink", unlink_, NULL},
    {"mkdir", mkdir2_, NULL},
    {"rmdir", rmdir_, NULL},
};

static void end(void) {
  uv_fs_t req;

  if (dir == NULL) {
    return;
  }
  note("closedir", uv_fs_closedir(NULL, &req, dir, NULL));
  uv_fs_req_cleanup(&req);
}

SCENARIO(fs_tree_sync) {
  fs_steps_sync(loop, steps, sizeof(steps) / sizeof(steps[0]), end);
}

SCENARIO(fs_tree_async) {
  fs_steps_async(loop, steps, sizeof(steps) / sizeof(steps[0]), end);
}
