/* A polling watcher tells of changes between two looks, and of an error once. */
#include "files.h"

static int step;

static void on_change(uv_fs_poll_t* h, int status, const uv_stat_t* prev, const uv_stat_t* now) {
  static const uv_stat_t zero;

  switch (step++) {
    case 0: /* not there at the first look: told at once */
      CHECK_EQ(status, UV_ENOENT);
      CHECK_MEM(prev, &zero, sizeof(zero));
      CHECK_MEM(now, &zero, sizeof(zero));
      put("f", "1");
      break;
    case 1:
      CHECK_EQ(status, 0);
      CHECK_MEM(prev, &zero, sizeof(zero));
      CHECK_EQ(now->st_size, 1);
      put("f", "22");
      break;
    case 2:
      CHECK_EQ(status, 0);
      CHECK_EQ(prev->st_size, 1);
      CHECK_EQ(now->st_size, 2);
      CHECK_OK(unlink("f"));
      break;
    case 3:
      CHECK_EQ(status, UV_ENOENT);
      CHECK_EQ(prev->st_size, 2);
      CHECK_MEM(now, &zero, sizeof(zero));
      put("f", "333");
      break;
    case 4: /* the last good answer is still remembered */
      CHECK_EQ(status, 0);
      CHECK_EQ(prev->st_size, 2);
      CHECK_EQ(now->st_size, 3);
      uv_close((uv_handle_t*) h, NULL);
      break;
  }
}

TEST(a_polled_file_comes_changes_goes_and_comes_back) {
  uv_fs_poll_t h;
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_poll_init(&loop, &h));
  CHECK_OK(uv_fs_poll_start(&h, on_change, "f", 1));
  run_and_close(&loop);
  CHECK_EQ(step, 5);
}

static int told;

static void count(uv_fs_poll_t* h, int status, const uv_stat_t* prev, const uv_stat_t* now) {
  told++;
}

/* Changes its file each time it is told, and ends all three after twenty changes. */
static void change_again(uv_fs_poll_t* h, int status, const uv_stat_t* prev, const uv_stat_t* now) {
  static const char text[] = "aaaaaaaa";
  static int changes;
  uv_fs_poll_t** others = h->data;

  (void) prev;
  (void) now;
  CHECK_EQ(status, 0);
  put("changes", text + ++changes % 4);
  if (changes < 20)
    return;
  uv_close((uv_handle_t*) h, NULL);
  uv_close((uv_handle_t*) others[0], NULL);
  uv_close((uv_handle_t*) others[1], NULL);
}

/* While a third file is found changed twenty times: one error, and a file that is only read has not
 * changed. */
TEST(what_stays_the_same_is_not_told_again) {
  uv_fs_poll_t changes, gone, same;
  uv_fs_poll_t* others[] = {&gone, &same};
  uv_loop_t loop;

  put("same", "x");
  put("changes", "a");
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_fs_poll_init(&loop, &gone));
  CHECK_OK(uv_fs_poll_init(&loop, &same));
  CHECK_OK(uv_fs_poll_init(&loop, &changes));
  changes.data = others;
  CHECK_OK(uv_fs_poll_start(&gone, count, "gone", 1));
  CHECK_OK(uv_fs_poll_start(&same, count, "same", 1));
  CHECK_OK(uv_fs_poll_start(&changes, change_again, "changes", 1));
  CHECK_STR(get("same"), "x");
  put("changes", "bb");
  run_and_close(&loop);
  CHECK_EQ(told, 1);
}
