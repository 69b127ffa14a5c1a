/* Offsets, positions, many buffers, and reads and writes that come in pieces. */
#include "files.h"

#include <limits.h>
#include <sys/wait.h>

static ssize_t go(uv_fs_type type, int fd, uv_buf_t* bufs, unsigned n, int64_t at) {
  struct seen s = {0};
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  if (type == UV_FS_READ)
    CHECK_OK(uv_fs_read(&loop, &s.req, fd, bufs, n, at, see));
  else
    CHECK_OK(uv_fs_write(&loop, &s.req, fd, bufs, n, at, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(s.calls, 1);
  uv_fs_req_cleanup(&s.req);
  CHECK_OK(uv_loop_close(&loop));
  return s.result;
}

TEST(only_a_negative_offset_moves_the_position) {
  char c[4] = "";
  uv_buf_t one = uv_buf_init(c, 1);
  uv_buf_t x = uv_buf_init("x", 1);
  int fd;

  put("f", "abcdef");
  fd = open("f", O_RDWR);
  CHECK_EQ(go(UV_FS_READ, fd, &one, 1, 3), 1);
  CHECK_STR(c, "d");
  CHECK_EQ(lseek(fd, 0, SEEK_CUR), 0);
  CHECK_EQ(go(UV_FS_READ, fd, &one, 1, -1), 1);
  CHECK_STR(c, "a");
  CHECK_EQ(go(UV_FS_WRITE, fd, &x, 1, 4), 1);
  CHECK_EQ(lseek(fd, 0, SEEK_CUR), 1);
  CHECK_EQ(go(UV_FS_WRITE, fd, &x, 1, -1), 1);
  CHECK_EQ(lseek(fd, 0, SEEK_CUR), 2);
  CHECK_STR(get("f"), "axcdxf");
  CHECK_EQ(go(UV_FS_READ, fd, &one, 1, 6), 0);
  CHECK_OK(close(fd));
}

TEST(a_read_of_more_than_there_is_ends_at_the_end) {
  char text[100] = "";
  uv_buf_t bufs[3] = {uv_buf_init(text, 2), uv_buf_init(text + 2, 0), uv_buf_init(text + 2, 90)};
  int fd;

  put("f", "abcdef");
  fd = open("f", O_RDONLY);
  CHECK_EQ(go(UV_FS_READ, fd, bufs, 3, 0), 6);
  CHECK_EQ(go(UV_FS_READ, fd, bufs, 3, -1), 6);
  CHECK_STR(text, "abcdef");
  CHECK_EQ(go(UV_FS_READ, fd, bufs, 3, -1), 0);
  CHECK_OK(close(fd));
}

/* Many reads at once go another way than one, and not in the first round. */
TEST(each_of_many_reads_gets_its_bytes) {
  enum { COUNT = 64, ROUNDS = 3, EACH = 20, STEP = 16, SIZE = COUNT * STEP - 30 };
  static struct seen opened[2], reads[COUNT];
  static char text[SIZE], got[COUNT][EACH];
  uv_loop_t loop;

  for (int i = 0; i < SIZE; i++)
    text[i] = (char) ('a' + i % 23);
  put_bytes("f", text, SIZE);
  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < 2; i++) /* two of them, so that the loop has its ring, where there is one */
    CHECK_OK(uv_fs_open(&loop, &opened[i].req, "f", O_RDONLY, 0, see));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < COUNT; i++) {
      uv_buf_t buf = uv_buf_init(got[i], EACH);
      uv_file fd = (uv_file) opened[0].result;
      CHECK_OK(uv_fs_read(&loop, &reads[i].req, fd, &buf, 1, i * STEP, see));
    }
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    for (int i = 0; i < COUNT; i++) {
      int left = SIZE - i * STEP, expected = left < 0 ? 0 : left < EACH ? left : EACH;
      CHECK_EQ(reads[i].calls, round + 1);
      CHECK_EQ(reads[i].result, expected);
      CHECK_EQ(memcmp(got[i], text + i * STEP, (size_t) expected), 0);
      uv_fs_req_cleanup(&reads[i].req);
      memset(got[i], 0, EACH);
    }
  }
  for (int i = 0; i < 2; i++) {
    CHECK_OK(close((int) opened[i].result));
    uv_fs_req_cleanup(&opened[i].req);
  }
  CHECK_OK(uv_loop_close(&loop));
}

/* A read takes as many buffers as the system does in one call, a write takes them all. */
TEST(more_buffers_than_the_system_takes_at_once) {
  enum { COUNT = 3 * IOV_MAX + 7 };
  static uv_buf_t bufs[COUNT];
  static char data[COUNT], back[COUNT];
  int fd = open("f", O_RDWR | O_CREAT, 0600);

  for (int i = 0; i < COUNT; i++) {
    data[i] = (char) i;
    bufs[i] = uv_buf_init(data + i, 1);
  }
  CHECK_EQ(go(UV_FS_WRITE, fd, bufs, COUNT, 5), COUNT);
  CHECK_EQ(pread(fd, back, COUNT, 5), COUNT);
  CHECK_MEM(data, back, COUNT);
  memset(data, 0, sizeof(data));
  CHECK_EQ(go(UV_FS_READ, fd, bufs, COUNT, 5), IOV_MAX);
  CHECK_MEM(data, back, IOV_MAX);
  CHECK_OK(close(fd));
}

/* More than is copied on the loop's thread. */
TEST(a_large_file_comes_back_as_it_was_written) {
  enum { SIZE = 3 << 20 };
  char* data = malloc(SIZE);
  char* back = malloc(SIZE);
  uv_buf_t out = uv_buf_init(data, SIZE);
  uv_buf_t in = uv_buf_init(back, SIZE);
  int fd = open("f", O_RDWR | O_CREAT, 0600);

  for (int i = 0; i < SIZE; i++)
    data[i] = (char) (i * 31 >> 3);
  CHECK_EQ(go(UV_FS_WRITE, fd, &out, 1, -1), SIZE);
  CHECK_EQ(go(UV_FS_READ, fd, &in, 1, 0), SIZE);
  CHECK_MEM(data, back, SIZE);
  CHECK_OK(close(fd));
  free(data);
  free(back);
}

TEST(errors_of_reading_and_writing_are_the_systems) {
  char c;
  uv_buf_t buf = uv_buf_init(&c, 1);
  int fd = open(".", O_RDONLY);

  CHECK_EQ(go(UV_FS_READ, fd, &buf, 1, 0), UV_EISDIR);
  CHECK_EQ(go(UV_FS_WRITE, fd, &buf, 1, 0), UV_EBADF);
  CHECK_EQ(go(UV_FS_READ, 99, &buf, 1, 0), UV_EBADF);
  CHECK_EQ(go(UV_FS_WRITE, 99, &buf, 1, -1), UV_EBADF);
  CHECK_OK(close(fd));
}

TEST(ftruncate_and_fsync_work_on_the_descriptor) {
  struct seen t = {0}, s = {0}, d = {0}, bad = {0};
  uv_loop_t loop;
  int fd;

  put("f", "abcdef");
  fd = open("f", O_RDWR);
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_ftruncate(&loop, &t.req, fd, 3, see));
  CHECK_OK(uv_fs_fsync(&loop, &s.req, fd, see));
  CHECK_OK(uv_fs_fdatasync(&loop, &d.req, fd, see));
  CHECK_OK(uv_fs_fsync(&loop, &bad.req, 99, see));
  run_and_close(&loop);
  CHECK_OK(t.result);
  CHECK_OK(s.result);
  CHECK_OK(d.result);
  CHECK_EQ(bad.result, UV_EBADF);
  CHECK_STR(get("f"), "abc");
  CHECK_OK(close(fd));
}
