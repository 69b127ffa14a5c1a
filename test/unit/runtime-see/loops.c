/* The list of loops, without an engine: threads open and close loops while another one lists them,
 * holds them and posts to them. Run under ThreadSanitizer, too. */
#include "runtime/see/loops.c"

#include <string.h>

#include "check.h"

enum { THREADS = 4, ROUNDS = 200 };

static uint32_t next_id, done;
static unsigned posted, ran, ran_at_close;

static void close_all(uv_handle_t* handle, void* arg) {
  (void) arg;
  if (!uv_is_closing(handle))
    uv_close(handle, NULL);
}

static _Thread_local struct gy_see_loop* mine;

static void on_post(void* arg) {
  (void) arg;
  CHECK(mine != NULL);
  __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  if (gy_loop_is_closing(mine))
    __atomic_fetch_add(&ran_at_close, 1, __ATOMIC_RELAXED);
}

/* As a worker does: open, turn, close. */
static void* live(void* arg) {
  (void) arg;
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t id = __atomic_add_fetch(&next_id, 1, __ATOMIC_RELAXED);
    uv_loop_t loop;
    CHECK(uv_loop_init(&loop) == 0);
    CHECK(gy_loop_open(&loop, NULL, id, "a worker", &mine) == 0);
    uv_ref((uv_handle_t*) &mine->wake); /* or the loop would not turn */
    for (int turn = 0; turn < 3; turn++)
      uv_run(&loop, UV_RUN_NOWAIT);
    gy_loop_close(mine);
    uv_walk(&loop, close_all, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(uv_loop_close(&loop) == 0);
    gy_loop_free(mine);
    mine = NULL;
  }
  __atomic_fetch_add(&done, 1, __ATOMIC_RELEASE);
  return NULL;
}

/* As the side thread does. A loop that is held can be read. */
static void look_at_all(void) {
  for (struct gy_see_loop* loop = gy_loop_hold_after(0); loop != NULL;) {
    uint32_t id = loop->id;
    CHECK(strcmp(loop->name, "a worker") == 0);
    CHECK(loop->tid != gettid());
    gy_loop_release(loop);
    if (gy_loop_post(id, on_post, NULL) == 0)
      posted++;
    loop = gy_loop_hold_after(id);
  }
}

TEST(every_post_to_a_loop_that_may_close_runs_once) {
  pthread_t threads[THREADS];

  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, live, NULL) == 0);
  while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) < THREADS)
    look_at_all();
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  CHECK(gy_loop_count() == 0);
  CHECK(posted == __atomic_load_n(&ran, __ATOMIC_RELAXED));
  CHECK(gy_loop_hold(1) == NULL);
  CHECK(gy_loop_post(1, on_post, NULL) == UV_ESRCH);
}

TEST(loops_are_listed_by_their_numbers_and_a_post_waits_for_the_loop) {
  static const uint32_t ids[] = {900, 100, 500};
  struct gy_see_loop* opened[3];
  uv_loop_t loop;
  unsigned before = __atomic_load_n(&ran, __ATOMIC_RELAXED);

  CHECK(uv_loop_init(&loop) == 0);
  for (int i = 0; i < 3; i++)
    CHECK(gy_loop_open(&loop, NULL, ids[i], "", &opened[i]) == 0);
  mine = opened[0];
  struct gy_see_loop* first = gy_loop_hold_after(0);
  struct gy_see_loop* second = gy_loop_hold_after(100);
  CHECK(first == opened[1] && second == opened[2]);
  CHECK(gy_loop_hold_after(900) == NULL && gy_loop_hold(101) == NULL);
  gy_loop_release(first);
  gy_loop_release(second);
  CHECK(gy_loop_post(500, on_post, NULL) == 0);
  CHECK(__atomic_load_n(&ran, __ATOMIC_RELAXED) == before);
  uv_ref((uv_handle_t*) &opened[2]->wake);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK(__atomic_load_n(&ran, __ATOMIC_RELAXED) == before + 1);
  for (int i = 0; i < 3; i++)
    gy_loop_close(opened[i]);
  uv_walk(&loop, close_all, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK(uv_loop_close(&loop) == 0);
  for (int i = 0; i < 3; i++)
    gy_loop_free(opened[i]);
}

TEST(a_name_that_is_too_long_ends_with_a_whole_character) {
  char name[GY_LOOP_NAME], longer[3 * GY_LOOP_NAME + 1] = "";

  while (strlen(longer) + 3 <= sizeof(longer) - 1)
    strcat(longer, "\xe2\x82\xac");
  copy_name(name, longer);
  CHECK(strlen(name) > 0 && strlen(name) % 3 == 0);
  copy_name(name, "images");
  CHECK(strcmp(name, "images") == 0);
}
