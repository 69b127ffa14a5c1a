/* A burst of look-ups, more than are answered at once, is answered completely and correctly. */
#include "files.h"

enum { MANY = 500 };

TEST(many_stats_and_opens_at_a_time_are_all_answered) {
  static struct seen stats[MANY], opens[MANY], closes[MANY];
  static char names[MANY][16];
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  for (int i = 0; i < MANY; i++) {
    snprintf(names[i], sizeof(names[i]), "f%d", i % 50);
    if (i < 50)
      put_bytes(names[i], names, (size_t) i);
  }
  for (int i = 0; i < MANY; i++) {
    CHECK_OK(uv_fs_stat(&loop, &stats[i].req, names[i], see));
    CHECK_OK(uv_fs_open(&loop, &opens[i].req, names[i], O_RDONLY, 0, see));
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  for (int i = 0; i < MANY; i++) {
    CHECK_EQ(stats[i].calls, 1);
    CHECK_OK(stats[i].result);
    CHECK_EQ(stats[i].req.statbuf.st_size, i % 50);
    CHECK_GE(opens[i].result, 0);
    CHECK_OK(uv_fs_close(&loop, &closes[i].req, (int) opens[i].result, see));
  }
  run_and_close(&loop);
  for (int i = 0; i < MANY; i++)
    CHECK_OK(closes[i].result);
}
