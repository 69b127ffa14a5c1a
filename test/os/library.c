/* The library as a whole: its version, its allocator, its end. */
#include "check.h"

#include <stdlib.h>

TEST(version_is_the_one_of_the_header) {
  char text[32];

  snprintf(text, sizeof(text), "%d.%d.%d%s", UV_VERSION_MAJOR, UV_VERSION_MINOR, UV_VERSION_PATCH,
           UV_VERSION_SUFFIX);
  CHECK_EQ(uv_version(), UV_VERSION_HEX);
  CHECK_STR(uv_version_string(), text);
}

static int live;

static void* count_malloc(size_t size) {
  void* p = malloc(size);
  live += p != NULL;
  return p;
}

static void* count_calloc(size_t count, size_t size) {
  void* p = calloc(count, size);
  live += p != NULL;
  return p;
}

static void* count_realloc(void* old, size_t size) {
  CHECK_GT(size, 0);
  live += old == NULL;
  return realloc(old, size);
}

static void count_free(void* p) {
  live -= p != NULL;
  free(p);
}

TEST(allocator_wants_all_four_functions) {
  CHECK_EQ(uv_replace_allocator(NULL, count_realloc, count_calloc, count_free), UV_EINVAL);
  CHECK_EQ(uv_replace_allocator(count_malloc, NULL, count_calloc, count_free), UV_EINVAL);
  CHECK_EQ(uv_replace_allocator(count_malloc, count_realloc, NULL, count_free), UV_EINVAL);
  CHECK_EQ(uv_replace_allocator(count_malloc, count_realloc, count_calloc, NULL), UV_EINVAL);
}

TEST(all_memory_comes_from_the_replaced_allocator_and_goes_back) {
  uv_cpu_info_t* cpus;
  uv_env_item_t* env;
  uv_passwd_t pwd;
  uv_loop_t loop;
  int cpu_count;
  int env_count;

  CHECK_OK(uv_replace_allocator(count_malloc, count_realloc, count_calloc, count_free));
  CHECK_OK(uv_cpu_info(&cpus, &cpu_count));
  CHECK_OK(uv_os_environ(&env, &env_count));
  CHECK_OK(uv_os_get_passwd(&pwd));
  CHECK_OK(uv_loop_init(&loop));
  CHECK_GT(live, 3 + cpu_count);
  CHECK_OK(uv_loop_close(&loop));
  uv_os_free_passwd(&pwd);
  uv_os_free_environ(env, env_count);
  uv_free_cpu_info(cpus, cpu_count);
  CHECK_STR(uv_strerror(-777), "Unknown system error -777");
  uv_library_shutdown();
  CHECK_EQ(live, 0);
}

TEST(shutdown_may_be_asked_for_twice) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_loop_close(&loop));
  uv_library_shutdown();
  uv_library_shutdown();
}
