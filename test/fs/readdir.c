/* A folder is read in pieces of the size its reader has room for. */
#include "files.h"

static uv_loop_t loop;

static uv_dir_t* open_dir(const char* path) {
  struct seen o = {0};

  CHECK_OK(uv_fs_opendir(&loop, &o.req, path, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(o.result);
  uv_dir_t* dir = o.req.ptr;
  uv_fs_req_cleanup(&o.req);
  CHECK_EQ(o.req.ptr, NULL);
  return dir;
}

static void close_dir(uv_dir_t* dir) {
  struct seen c = {0};

  CHECK_OK(uv_fs_closedir(&loop, &c.req, dir, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(c.result);
  uv_fs_req_cleanup(&c.req);
}

TEST(readdir_gives_each_entry_once) {
  uv_dirent_t ents[4];
  char name[12];
  unsigned seen = 0;
  int pieces = 0;
  uv_dir_t* dir;

  for (int i = 0; i < 10; i++) {
    snprintf(name, sizeof(name), "%d", i);
    put(name, "");
  }
  CHECK_OK(uv_loop_init(&loop));
  dir = open_dir(".");
  dir->dirents = ents;
  dir->nentries = 4;
  for (;;) {
    struct seen r = {0};
    CHECK_OK(uv_fs_readdir(&loop, &r.req, dir, see));
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(r.req.ptr, dir);
    if (r.result == 0) {
      uv_fs_req_cleanup(&r.req);
      break;
    }
    pieces++;
    CHECK_LE(r.result, 4);
    for (ssize_t i = 0; i < r.result; i++) {
      CHECK_EQ(ents[i].type, UV_DIRENT_FILE);
      CHECK_EQ(seen & 1u << atoi(ents[i].name), 0);
      seen |= 1u << atoi(ents[i].name);
    }
    uv_fs_req_cleanup(&r.req);
    uv_fs_req_cleanup(&r.req);
    CHECK_EQ(ents[0].name, NULL);
  }
  CHECK_EQ(seen, 0x3ff);
  CHECK_EQ(pieces, 3);
  close_dir(dir);
  CHECK_OK(uv_loop_close(&loop));
}

TEST(readdir_without_callbacks_and_without_room) {
  uv_dirent_t ent;
  uv_fs_t req;
  uv_dir_t* dir;

  put("only", "");
  CHECK_OK(uv_fs_opendir(NULL, &req, ".", NULL));
  dir = req.ptr;
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_readdir(NULL, &req, dir, NULL), UV_EINVAL); /* no dirents yet */
  uv_fs_req_cleanup(&req);
  dir->dirents = &ent;
  dir->nentries = 0;
  CHECK_EQ(uv_fs_readdir(NULL, &req, dir, NULL), 0);
  uv_fs_req_cleanup(&req);
  dir->nentries = 1;
  CHECK_EQ(uv_fs_readdir(NULL, &req, dir, NULL), 1);
  CHECK_STR(ent.name, "only");
  uv_fs_req_cleanup(&req);
  CHECK_OK(uv_fs_closedir(NULL, &req, dir, NULL));
  uv_fs_req_cleanup(&req);
}

TEST(opendir_of_a_file_is_refused) {
  uv_fs_t req;

  put("file", "");
  CHECK_EQ(uv_fs_opendir(NULL, &req, "file", NULL), UV_ENOTDIR);
  CHECK_EQ(req.ptr, NULL);
  uv_fs_req_cleanup(&req);
}
