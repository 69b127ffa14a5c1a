/* src/fs/event.c: the table of watches finds what is in it, at once. */
#include "check.h"

#include "../../../src/fs/event.c"

enum { COUNT = 100 };

TEST(watches_are_found_whatever_the_order_they_came_in) {
  struct uv__inotify_watches all = {0};
  uv_loop_t loop = {.inotify_watchers = &all};

  loop.inotify_io.fd = -1;
  for (int i = 0; i < COUNT; i++)
    CHECK_NE(uv__watch_add(&loop, i * 37 % COUNT + 1), NULL);
  CHECK_EQ(all.count, COUNT);
  CHECK_GE(all.size, COUNT);
  for (int wd = 1; wd <= COUNT; wd++) /* numbered as the kernel does it, none is behind another */
    CHECK_EQ(all.table[wd & (int) (all.size - 1)]->wd, wd);
  CHECK_EQ(uv__watch_find(&loop, 0), NULL);
  CHECK_EQ(uv__watch_find(&loop, COUNT + 1), NULL);

  for (int wd = 1; wd <= COUNT; wd += 2) /* nobody is on them: released at once */
    uv__watch_release(&loop, uv__watch_find(&loop, wd));
  CHECK_EQ(all.count, COUNT / 2);
  for (int wd = 1; wd <= COUNT; wd++)
    CHECK_EQ(uv__watch_find(&loop, wd) != NULL, wd % 2 == 0);

  for (int wd = 2; wd <= COUNT; wd += 2)
    uv__watch_release(&loop, uv__watch_find(&loop, wd));
  CHECK_EQ(all.count, 0);
  uv__free(all.table);
}

TEST(changes_and_renames_are_told_apart) {
  CHECK_EQ(uv__fs_event_kind(IN_MODIFY), UV_CHANGE);
  CHECK_EQ(uv__fs_event_kind(IN_ATTRIB), UV_CHANGE);
  CHECK_EQ(uv__fs_event_kind(IN_CREATE | IN_ISDIR), UV_RENAME);
  CHECK_EQ(uv__fs_event_kind(IN_MOVE_SELF), UV_RENAME);
  CHECK_EQ(uv__fs_event_kind(IN_IGNORED), UV_RENAME);
  CHECK_EQ(uv__fs_event_kind(IN_ATTRIB | IN_ISDIR), UV_CHANGE | UV_RENAME);
}

TEST(the_name_of_a_file_is_the_end_of_its_path) {
  CHECK_STR(uv__basename("a"), "a");
  CHECK_STR(uv__basename("/a/b"), "b");
  CHECK_STR(uv__basename("a/"), "");
}
