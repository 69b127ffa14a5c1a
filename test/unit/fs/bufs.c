/* src/fs/read_write.c: which buffers are left after so many bytes. */
#include "check.h"

#include "../../../src/fs/read_write.c"

static char data[10];
static uv_buf_t bufs[4] = {{data, 3}, {data + 3, 0}, {data + 3, 4}, {data + 7, 3}};
static uv_fs_t req = {.bufs = bufs, .nbufs = 4};

static void expect(size_t done, int count, const char* base, size_t len) {
  struct iovec part;
  int n;
  const struct iovec* iov = uv__bufs_left(&req, done, &part, &n);

  CHECK_EQ(n, count);
  CHECK_EQ(iov->iov_base, base);
  CHECK_EQ(iov->iov_len, len);
}

TEST(whole_buffers_are_given_together_and_a_rest_alone) {
  CHECK_EQ(uv__bufs_size(bufs, 4), 10);
  expect(0, 4, data, 3);
  expect(1, 1, data + 1, 2);
  expect(3, 2, data + 3, 4); /* the empty one is passed over */
  expect(5, 1, data + 5, 2);
  expect(7, 1, data + 7, 3);
  expect(9, 1, data + 9, 1);
}

TEST(a_refusal_is_remembered_for_a_while) {
  uv_fs_t r = {.file = 7};
  int skipped = 0;

  CHECK_EQ(uv__fs_hinted(uv__read_refused, 7), 0);
  errno = EOPNOTSUPP;
  CHECK_EQ(uv__fs_not_now(&r, uv__read_refused), UV__FS_POOL);
  while (uv__fs_hinted(uv__read_refused, 7))
    skipped++;
  CHECK_EQ(skipped, HINTS);
  CHECK_EQ(uv__fs_hinted(uv__write_refused, 7), 0);
  CHECK_EQ(uv__fs_hinted(uv__read_refused, 5000), 0);
  CHECK_EQ(uv__fs_hinted(uv__read_refused, -1), 0);
}

TEST(only_waiting_goes_to_the_ring) {
  uv_fs_t r = {.file = 0};

  errno = EAGAIN;
  CHECK_EQ(uv__fs_not_now(&r, uv__read_refused), UV__FS_RING);
  r.result = 5; /* with a part done, a thread does the rest */
  CHECK_EQ(uv__fs_not_now(&r, uv__read_refused), UV__FS_POOL);
  r.result = 0;
  errno = EISDIR;
  CHECK_EQ(uv__fs_not_now(&r, uv__read_refused), UV__FS_DONE);
  CHECK_EQ(r.result, UV_EISDIR);
}
