/* scandir gives every entry of a folder once, sorted by name, with its type. */
#include "files.h"

#include <sys/socket.h>
#include <sys/un.h>

static struct seen s;

static ssize_t scan(const char* path) {
  uv_loop_t loop;

  memset(&s, 0xdb, sizeof(s));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_scandir(&loop, &s.req, path, 0, see));
  run_and_close(&loop);
  return s.result;
}

TEST(scandir_sorts_and_leaves_out_the_dots) {
  static const char* const names[] = {"B", "a", "a b", ".hidden", "..more", "\xff", "zz"};
  static const char* const sorted[] = {"..more", ".hidden", "B", "a", "a b", "zz", "\xff"};
  uv_dirent_t ent;

  for (int i = 0; i < 7; i++)
    put(names[i], "");
  CHECK_EQ(scan("."), 7);
  for (int i = 0; i < 7; i++) {
    CHECK_OK(uv_fs_scandir_next(&s.req, &ent));
    CHECK_STR(ent.name, sorted[i]);
    CHECK_EQ(ent.type, UV_DIRENT_FILE);
  }
  CHECK_EQ(uv_fs_scandir_next(&s.req, &ent), UV_EOF);
  CHECK_EQ(uv_fs_scandir_next(&s.req, &ent), UV_EOF);
  uv_fs_req_cleanup(&s.req);
  CHECK_EQ(s.req.ptr, NULL);
  CHECK_EQ(uv_fs_scandir_next(&s.req, &ent), UV_EOF);
}

TEST(scandir_tells_types_apart) {
  static const uv_dirent_type_t types[] = {UV_DIRENT_DIR, UV_DIRENT_FIFO, UV_DIRENT_LINK,
                                           UV_DIRENT_SOCKET};
  struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "d"};
  int sock = socket(AF_UNIX, SOCK_STREAM, 0);
  uv_dirent_t ent;

  CHECK_OK(mkdir("a", 0700));
  CHECK_OK(mkfifo("b", 0600));
  CHECK_OK(symlink("a", "c"));
  CHECK_OK(bind(sock, (struct sockaddr*) &name, sizeof(name)));
  CHECK_EQ(scan("."), 4);
  for (int i = 0; i < 4; i++) {
    CHECK_OK(uv_fs_scandir_next(&s.req, &ent));
    CHECK_EQ(ent.type, types[i]);
  }
  uv_fs_req_cleanup(&s.req);
  CHECK_OK(close(sock));
}

TEST(scandir_of_an_empty_folder_and_of_none) {
  uv_dirent_t ent;

  CHECK_OK(mkdir("empty", 0700));
  put("file", "");
  CHECK_EQ(scan("empty"), 0);
  CHECK_EQ(s.req.ptr, NULL);
  CHECK_EQ(uv_fs_scandir_next(&s.req, &ent), UV_EOF);
  uv_fs_req_cleanup(&s.req);
  CHECK_EQ(scan("nothing"), UV_ENOENT);
  CHECK_EQ(uv_fs_scandir_next(&s.req, &ent), UV_ENOENT);
  uv_fs_req_cleanup(&s.req);
  CHECK_EQ(scan("file"), UV_ENOTDIR);
  uv_fs_req_cleanup(&s.req);
}

/* More than fits into one reading of the folder. */
TEST(scandir_of_a_large_folder) {
  enum { COUNT = 500 };
  char name[200], last[200] = "";
  uv_dirent_t ent;

  for (int i = 0; i < COUNT; i++) {
    snprintf(name, sizeof(name), "%0100d-%d", i * 7919 % COUNT, i);
    put(name, "");
  }
  CHECK_EQ(scan("."), COUNT);
  for (int i = 0; i < COUNT; i++) {
    CHECK_OK(uv_fs_scandir_next(&s.req, &ent));
    CHECK_LT(strcmp(last, ent.name), 0);
    strcpy(last, ent.name);
  }
  CHECK_EQ(uv_fs_scandir_next(&s.req, &ent), UV_EOF);
  uv_fs_req_cleanup(&s.req);
}
