/* Copies that the kernel does not make by itself, and requests too long for the room in
 * themselves. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "fs_steps.h"

enum { PARTS = 6 };

static uv_file file = -1, appended = -1;
static char text[PARTS][2] = {"a", "b", "c", "d", "e", "f"};
static char in[PARTS];
static char longer[300];
static int64_t sent, written, got;

/* Has content and no size. */
static int copy_proc(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_copyfile(loop, req, "/proc/self/limits", "limits", 0, cb);
}

static int clone_it(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_copyfile(loop, req, "limits", "clone", UV_FS_COPYFILE_FICLONE, cb);
}

static int open_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_open(loop, req, "file", O_RDWR | O_CREAT, 0600, cb);
}

static int opened(uv_fs_t* req) {
  file = (uv_file) req->result;
  return 0;
}

static unsigned parts(uv_buf_t bufs[PARTS], char* base, size_t stride, int64_t done) {
  unsigned n = 0;

  for (int64_t i = done; i < PARTS; i++)
    bufs[n++] = uv_buf_init(base + i * (int64_t) stride, 1);
  return n;
}

static int write_parts(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  uv_buf_t bufs[PARTS];
  unsigned n = parts(bufs, text[0], sizeof(text[0]), written);

  return uv_fs_write(loop, req, file, bufs, n, written, cb);
}

static int wrote(uv_fs_t* req) {
  must(req->result > 0);
  written += req->result;
  return written < PARTS ? AGAIN : 0;
}

static int read_parts(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  uv_buf_t bufs[PARTS];
  unsigned n = parts(bufs, in, 1, got);

  return uv_fs_read(loop, req, file, bufs, n, got, cb);
}

static int has_read(uv_fs_t* req) {
  must(req->result > 0);
  got += req->result;
  if (got < PARTS)
    return AGAIN;
  must(memcmp(in, "abcdef", PARTS) == 0);
  return 0;
}

/* sendfile() does not append. */
static int send_parts(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_sendfile(loop, req, appended, file, sent, (size_t) (PARTS - sent), cb);
}

static int has_sent(uv_fs_t* req) {
  must(req->result > 0);
  sent += req->result;
  return sent < PARTS ? AGAIN : 0;
}

static int stat_longer(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_stat(loop, req, longer, cb);
}

static int rename_longer(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_rename(loop, req, longer, "renamed", cb);
}

static const struct fs_step steps[] = {
    {"copy proc", copy_proc, NULL},       {"clone", clone_it, NULL},
    {"open", open_file, opened},          {"write parts", write_parts, wrote},
    {"read parts", read_parts, has_read}, {"sendfile", send_parts, has_sent},
    {"stat", stat_longer, NULL},          {"rename", rename_longer, NULL},
};

static void end(void) {
  uv_fs_t req;

  if (file != -1)
    note("close", uv_fs_close(NULL, &req, file, NULL));
  close(appended);
}

SCENARIO(fs_copy) {
  for (int i = 0; i < 140; i++)
    memcpy(longer + 2 * i, "./", 2);
  strcpy(longer + 280, "file");
  appended = open("appended", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  must(appended >= 0);
  fs_steps_async(loop, steps, sizeof(steps) / sizeof(steps[0]), end);
}
