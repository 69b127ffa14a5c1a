/* A file: created, written, read, measured, copied, sent, and removed. */
#include <fcntl.h>
#include <string.h>
#include "fs_steps.h"

enum { SIZE = 9000 };

static uv_file file = -1, other = -1;
static char out[SIZE], in[SIZE];
static int64_t written, got, sent;

static int open_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_open(loop, req, "file", O_RDWR | O_CREAT, 0644, cb);
}

static int opened(uv_fs_t* req) {
  file = (uv_file) req->result;
  for (int i = 0; i < SIZE; i++)
    out[i] = (char) (i * 7 >> 3);
  return 0;
}

static int open_other(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_open(loop, req, "sent", O_WRONLY | O_CREAT, 0644, cb);
}

static int opened_other(uv_fs_t* req) {
  other = (uv_file) req->result;
  return 0;
}

/* Two buffers; what is left after a short write, in one. */
static int write_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  unsigned half = written == 0 ? SIZE / 2 : 0;
  uv_buf_t bufs[2] = {uv_buf_init(out + written, half),
                      uv_buf_init(out + written + half, (unsigned) (SIZE - written - half))};

  return uv_fs_write(loop, req, file, bufs + (half == 0), half == 0 ? 1 : 2, written, cb);
}

static int wrote(uv_fs_t* req) {
  must(req->result > 0);
  written += req->result;
  return written < SIZE ? AGAIN : 0;
}

static int read_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  unsigned half = got == 0 ? SIZE / 2 : 0;
  uv_buf_t bufs[2] = {uv_buf_init(in + got, half),
                      uv_buf_init(in + got + half, (unsigned) (SIZE - got - half))};

  return uv_fs_read(loop, req, file, bufs + (half == 0), half == 0 ? 1 : 2, got, cb);
}

static int has_read(uv_fs_t* req) {
  must(req->result > 0);
  got += req->result;
  if (got < SIZE)
    return AGAIN;
  must(memcmp(in, out, SIZE) == 0);
  return 0;
}

/* Where the file stands, as a sequence of reads does. */
static int read_on(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  uv_buf_t buf = uv_buf_init(in, 100);

  return uv_fs_read(loop, req, file, &buf, 1, -1, cb);
}

static int has_read_on(uv_fs_t* req) {
  must(memcmp(in, out, (size_t) req->result) == 0);
  return 0;
}

static int send_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_sendfile(loop, req, other, file, sent, (size_t) (SIZE - sent), cb);
}

static int has_sent(uv_fs_t* req) {
  must(req->result > 0);
  sent += req->result;
  return sent < SIZE ? AGAIN : 0;
}

static int fstat_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_fstat(loop, req, other, cb);
}

static int fstatted(uv_fs_t* req) {
  must(req->statbuf.st_size == SIZE);
  return 0;
}

static int sync_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_fsync(loop, req, file, cb);
}

static int datasync_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_fdatasync(loop, req, file, cb);
}

static int truncate_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_ftruncate(loop, req, file, 5000, cb);
}

static int fchmod_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_fchmod(loop, req, file, 0600, cb);
}

static int fchown_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_fchown(loop, req, file, (uv_uid_t) -1, (uv_gid_t) -1, cb);
}

static int futime_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_futime(loop, req, file, 1e9, 1e9, cb);
}

static int copy_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_copyfile(loop, req, "file", "copy", UV_FS_COPYFILE_EXCL, cb);
}

static int stat_copy(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_stat(loop, req, "copy", cb);
}

static int statted_copy(uv_fs_t* req) {
  must(req->statbuf.st_size == 5000);
  return 0;
}

static int close_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  uv_file fd = file;

  file = -1;
  return uv_fs_close(loop, req, fd, cb);
}

static int open_again(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_open(loop, req, "file", O_RDONLY, 0, cb);
}

static int opened_again(uv_fs_t* req) {
  file = (uv_file) req->result;
  got = 0;
  return 0;
}

static int read_end(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  uv_buf_t buf = uv_buf_init(in + got, (unsigned) (SIZE - got));

  return uv_fs_read(loop, req, file, &buf, 1, got, cb);
}

static int has_read_end(uv_fs_t* req) {
  got += req->result;
  must(got <= 5000 && memcmp(in, out, (size_t) got) == 0);
  must(req->result > 0 || got == 5000);
  return req->result > 0 ? AGAIN : 0;
}

static int append(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  uv_buf_t buf = uv_buf_init("end", 3);

  return uv_fs_write(loop, req, other, &buf, 1, -1, cb);
}

static int unlink_file(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb) {
  return uv_fs_unlink(loop, req, "file", cb);
}

static const struct fs_step steps[] = {
    {"open", open_file, opened},
    {"write", write_file, wrote},
    {"read", read_file, has_read},
    {"read on", read_on, has_read_on},
    {"open other", open_other, opened_other},
    {"sendfile", send_file, has_sent},
    {"fstat", fstat_file, fstatted},
    {"fsync", sync_file, NULL},
    {"fdatasync", datasync_file, NULL},
    {"ftruncate", truncate_file, NULL},
    {"fchmod", fchmod_file, NULL},
    {"fchown", fchown_file, NULL},
    {"futime", futime_file, NULL},
    {"copyfile", copy_file, NULL},
    {"stat", stat_copy, statted_copy},
    {"close", close_file, NULL},
    {"open again", open_again, opened_again},
    {"read to the end", read_end, has_read_end},
    {"append", append, NULL},
    {"close again", close_file, NULL},
    {"unlink", unlink_file, NULL},
};

static void end(void) {
  uv_fs_t req;

  if (file != -1)
    note("close", uv_fs_close(NULL, &req, file, NULL));
  if (other != -1)
    note("close other", uv_fs_close(NULL, &req, other, NULL));
}

SCENARIO(fs_file_sync) {
  fs_steps_sync(loop, steps, sizeof(steps) / sizeof(steps[0]), end);
}

SCENARIO(fs_file_async) {
  fs_steps_async(loop, steps, sizeof(steps) / sizeof(steps[0]), end);
}
