/* Environment variables. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

TEST(a_variable_can_be_set_read_and_removed) {
  char buf[8];
  size_t size = sizeof(buf);

  CHECK_OK(uv_os_setenv("UV_T", "abc"));
  CHECK_OK(uv_os_getenv("UV_T", buf, &size));
  CHECK_STR(buf, "abc");
  CHECK_EQ(size, 3);
  CHECK_OK(uv_os_setenv("UV_T", ""));
  size = sizeof(buf);
  CHECK_OK(uv_os_getenv("UV_T", buf, &size));
  CHECK_EQ(size, 0);
  CHECK_OK(uv_os_unsetenv("UV_T"));
  size = sizeof(buf);
  CHECK_EQ(uv_os_getenv("UV_T", buf, &size), UV_ENOENT);
  CHECK_OK(uv_os_unsetenv("UV_T"));
}

TEST(a_small_buffer_learns_the_size_it_needs) {
  char buf[4] = "";
  size_t size = 3;

  CHECK_OK(uv_os_setenv("UV_T", "abc"));
  CHECK_EQ(uv_os_getenv("UV_T", buf, &size), UV_ENOBUFS);
  CHECK_EQ(size, 4);
  CHECK_STR(buf, "");
  CHECK_OK(uv_os_getenv("UV_T", buf, &size));
  CHECK_STR(buf, "abc");
}

TEST(bad_arguments_for_variables_are_refused) {
  char buf[4];
  size_t size = 0;

  CHECK_EQ(uv_os_setenv(NULL, "x"), UV_EINVAL);
  CHECK_EQ(uv_os_setenv("x", NULL), UV_EINVAL);
  CHECK_EQ(uv_os_setenv("a=b", "x"), UV_EINVAL);
  CHECK_EQ(uv_os_setenv("", "x"), UV_EINVAL);
  CHECK_EQ(uv_os_unsetenv(NULL), UV_EINVAL);
  CHECK_EQ(uv_os_getenv("x", buf, &size), UV_EINVAL);
  size = sizeof(buf);
  CHECK_EQ(uv_os_getenv(NULL, buf, &size), UV_EINVAL);
  CHECK_EQ(uv_os_getenv("x", NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_os_getenv("x", buf, NULL), UV_EINVAL);
}

TEST(the_whole_environment_is_a_copy_in_order) {
  uv_env_item_t* items;
  int count;

  clearenv();
  CHECK_OK(setenv("A", "1=2", 1));
  CHECK_OK(putenv("EMPTY="));
  CHECK_OK(uv_os_environ(&items, &count));
  CHECK_OK(setenv("A", "changed", 1));
  CHECK_EQ(count, 2);
  CHECK_STR(items[0].name, "A");
  CHECK_STR(items[0].value, "1=2");
  CHECK_STR(items[1].name, "EMPTY");
  CHECK_STR(items[1].value, "");
  uv_os_free_environ(items, count);
}

TEST(an_entry_without_equals_sign_is_left_out) {
  extern char** environ;
  char* odd[] = {"nothing", "B=2", NULL};
  uv_env_item_t* items;
  int count;

  environ = odd;
  CHECK_OK(uv_os_environ(&items, &count));
  CHECK_EQ(count, 1);
  CHECK_STR(items[0].name, "B");
  uv_os_free_environ(items, count);
}

TEST(an_empty_environment_is_no_error) {
  uv_env_item_t* items;
  int count = 1;

  clearenv();
  CHECK_OK(uv_os_environ(&items, &count));
  CHECK_EQ(count, 0);
  uv_os_free_environ(items, count);
}
