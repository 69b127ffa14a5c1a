/* src/fs/recent.c: a name is remembered for a tenth of a second, and only that name. */
#include "check.h"

#include "../../../src/fs/recent.c"

static uv_loop_t loop;

static uv_fs_t request(const char* path, uv_fs_type type) {
  uv_fs_t req = {.loop = &loop, .path = path, .fs_type = type};
  return req;
}

static int is_recent(const char* path, uv_fs_type type) {
  uv_fs_t req = request(path, type);
  return uv__fs_is_recent(&req, uv__fs_name(&req));
}

TEST(a_name_is_recent_for_a_tenth_of_a_second) {
  uv_fs_t req = request("/some/path", UV_FS_STAT);

  loop.time = 5000000000;
  CHECK_EQ(is_recent("/some/path", UV_FS_STAT), 0);
  uv__fs_note_recent(&req, uv__fs_name(&req));
  CHECK_EQ(is_recent("/some/path", UV_FS_STAT), 1);
  loop.time += 90000000;
  CHECK_EQ(is_recent("/some/path", UV_FS_STAT), 1);
  loop.time += 20000000;
  CHECK_EQ(is_recent("/some/path", UV_FS_STAT), 0);
}

TEST(other_names_are_not_recent) {
  static const char* const others[] = {"",           "/",          "/some/pat",   "/some/path/",
                                       "/some/pbth", "/tome/path", "/some//path", "some/path"};
  uv_fs_t req = request("/some/path", UV_FS_STAT);

  loop.time = 5000000000;
  uv__fs_note_recent(&req, uv__fs_name(&req));
  for (size_t i = 0; i < UV__COUNT(others); i++)
    CHECK_EQ(is_recent(others[i], UV_FS_STAT), 0);
  CHECK_EQ(is_recent("/some/path", UV_FS_LSTAT), 0);
  CHECK_EQ(is_recent("/some/path", UV_FS_ACCESS), 1); /* follows links, as stat does */
}

/* Also where the clock's ticks wrap round. */
TEST(the_age_of_a_name_survives_the_wrapping_of_ticks) {
  uv_fs_t req = request("x", UV_FS_STAT);

  loop.time = (TICK_MASK << TICK_SHIFT) + 1;
  uv__fs_note_recent(&req, uv__fs_name(&req));
  loop.time += 50000000;
  CHECK_EQ(is_recent("x", UV_FS_STAT), 1);
  loop.time += 80000000;
  CHECK_EQ(is_recent("x", UV_FS_STAT), 0);
}
