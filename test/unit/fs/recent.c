/* src/fs/recent.c: a name is remembered for a tenth of a second, and only that name. */
#include "check.h"

#include "../../../src/fs/recent.c"

static uv_loop_t loop;

static uv_fs_t request(const char* path, uv_fs_type type) {
  uv_fs_t req = {.loop = &loop, .path = path, .fs_type = type};
  return req;
}

static enum uv__fs_recency recency(const char* path, uv_fs_type type) {
  uv_fs_t req = request(path, type);
  return uv__fs_recency(&req, uv__fs_name(&req));
}

TEST(a_name_is_recent_for_a_tenth_of_a_second) {
  uv_fs_t req = request("/some/path", UV_FS_STAT);

  loop.time = 5000000000;
  CHECK_EQ(recency("/some/path", UV_FS_STAT), UV__FS_NEW);
  uv__fs_record_peek(&req, uv__fs_name(&req), 0);
  CHECK_EQ(recency("/some/path", UV_FS_STAT), UV__FS_FRESH);
  loop.time += 90000000;
  CHECK_EQ(recency("/some/path", UV_FS_STAT), UV__FS_FRESH);
  loop.time += 20000000;
  CHECK_EQ(recency("/some/path", UV_FS_STAT), UV__FS_STALE);
  uv__fs_record_peek(&req, uv__fs_name(&req), UV_ENOENT); /* an answer, too */
  CHECK_EQ(recency("/some/path", UV_FS_STAT), UV__FS_FRESH);
  uv__fs_record_peek(&req, uv__fs_name(&req), UV_EAGAIN);
  CHECK_EQ(recency("/some/path", UV_FS_STAT), UV__FS_NEW);
}

TEST(other_names_are_not_recent) {
  static const char* const others[] = {"",           "/",          "/some/pat",   "/some/path/",
                                       "/some/pbth", "/tome/path", "/some//path", "some/path"};
  uv_fs_t req = request("/some/path", UV_FS_STAT);

  loop.time = 5000000000;
  uv__fs_record_peek(&req, uv__fs_name(&req), 0);
  for (size_t i = 0; i < UV__COUNT(others); i++)
    CHECK_EQ(recency(others[i], UV_FS_STAT), UV__FS_NEW);
  CHECK_EQ(recency("/some/path", UV_FS_LSTAT), UV__FS_NEW);
  CHECK_EQ(recency("/some/path", UV_FS_ACCESS), UV__FS_FRESH); /* follows links, as stat does */
}

/* Also where the clock's ticks wrap round. */
TEST(the_age_of_a_name_survives_the_wrapping_of_ticks) {
  uv_fs_t req = request("x", UV_FS_STAT);

  loop.time = (TICK_MASK << TICK_SHIFT) + 1;
  uv__fs_record_peek(&req, uv__fs_name(&req), 0);
  loop.time += 50000000;
  CHECK_EQ(recency("x", UV_FS_STAT), UV__FS_FRESH);
  loop.time += 80000000;
  CHECK_EQ(recency("x", UV_FS_STAT), UV__FS_STALE);
}

TEST(files_of_a_folder_share_its_name) {
  uv_fs_t a = request("/folder/a", UV_FS_OPEN), b = request("/folder/bb", UV_FS_OPEN);
  uv_fs_t root = request("/a", UV_FS_OPEN), here = request("a", UV_FS_OPEN);
  uv_fs_t below = request("/folder/a/b", UV_FS_OPEN), stat = request("/folder", UV_FS_STAT);

  CHECK_EQ(uv__fs_folder_name(&a), uv__fs_folder_name(&b));
  CHECK_NE(uv__fs_folder_name(&a), uv__fs_folder_name(&root));
  CHECK_NE(uv__fs_folder_name(&root), uv__fs_folder_name(&here));
  CHECK_NE(uv__fs_folder_name(&a), uv__fs_folder_name(&below));
  CHECK_NE(uv__fs_folder_name(&a), uv__fs_name(&stat));
}

TEST(only_what_keeps_being_asked_for_is_peeked_at_in_a_crowd) {
  uv_fs_t req = request("y", UV_FS_STAT);

  loop.fs_lookups = 1;
  CHECK_EQ(uv__fs_worth_a_peek(&req, UV__FS_NEW), 1);
  loop.fs_lookups = 100;
  CHECK_EQ(uv__fs_worth_a_peek(&req, UV__FS_NEW), 0);
  CHECK_EQ(uv__fs_worth_a_peek(&req, UV__FS_STALE), 1);
  loop.fs_lookups = 0;
}
