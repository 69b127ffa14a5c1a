/* The process title: the memory of the arguments, shown by the kernel in /proc/self/cmdline. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

static size_t read_file(const char* path, char* buf, size_t size) {
  FILE* f = fopen(path, "r");
  size_t n = fread(buf, 1, size - 1, f);

  fclose(f);
  buf[n] = '\0';
  return n;
}

TEST(title_needs_setup_args_first) {
  char buf[64];

  CHECK_EQ(uv_get_process_title(buf, sizeof(buf)), UV_ENOBUFS);
  CHECK_EQ(uv_set_process_title("x"), UV_ENOBUFS);
}

TEST(title_starts_as_the_name_of_the_program) {
  char buf[512];
  char** argv = uv_setup_args(check_argc, check_argv);

  CHECK_NE(argv, check_argv);
  CHECK_EQ(argv[check_argc], NULL);
  CHECK_OK(uv_get_process_title(buf, sizeof(buf)));
  CHECK_STR(buf, argv[0]);
}

TEST(a_new_title_is_what_the_kernel_shows_and_arguments_survive) {
  char shown[4096];
  char* last = strdup(check_argv[check_argc - 1]);
  char** argv = uv_setup_args(check_argc, check_argv);
  size_t size = read_file("/proc/self/cmdline", shown, sizeof(shown));

  CHECK_OK(uv_set_process_title("%s gone"));
  CHECK_EQ(read_file("/proc/self/cmdline", shown, sizeof(shown)), size);
  CHECK_STR(shown, "%s gone");
  for (size_t i = strlen(shown); i < size; i++)
    CHECK_EQ(shown[i], '\0');
  CHECK_STR(argv[check_argc - 1], last);
  read_file("/proc/self/comm", shown, sizeof(shown));
  CHECK_STR(shown, "%s gone\n");
  free(last);
}

TEST(a_long_title_is_cut_to_the_room_there_is) {
  char shown[4096];
  char title[4096];
  char buf[4096];
  size_t size = read_file("/proc/self/cmdline", shown, sizeof(shown));

  memset(title, 'x', sizeof(title) - 1);
  title[sizeof(title) - 1] = '\0';
  uv_setup_args(check_argc, check_argv);
  CHECK_OK(uv_set_process_title(title));
  CHECK_OK(uv_get_process_title(buf, sizeof(buf)));
  CHECK_EQ(strlen(buf), size - 1);
  read_file("/proc/self/cmdline", shown, sizeof(shown));
  CHECK_STR(shown, buf);
}

TEST(the_buffer_for_the_title_must_hold_it) {
  char buf[8] = "before";

  uv_setup_args(check_argc, check_argv);
  CHECK_OK(uv_set_process_title("abcd"));
  CHECK_EQ(uv_get_process_title(NULL, 100), UV_EINVAL);
  CHECK_EQ(uv_get_process_title(buf, 0), UV_EINVAL);
  CHECK_EQ(uv_get_process_title(buf, 4), UV_ENOBUFS);
  CHECK_STR(buf, "before");
  CHECK_OK(uv_get_process_title(buf, 5));
  CHECK_STR(buf, "abcd");
}

TEST(arguments_that_lie_apart_are_not_overwritten) {
  char memory[] = "one\0must stay\0two";
  char* argv[] = {memory, memory + sizeof("one\0must stay"), NULL};
  char buf[32];

  uv_setup_args(2, argv);
  CHECK_OK(uv_set_process_title("much longer"));
  CHECK_OK(uv_get_process_title(buf, sizeof(buf)));
  CHECK_STR(buf, "muc");
  CHECK_MEM(memory, "muc\0must stay\0two", sizeof(memory));
}

TEST(setting_up_again_changes_nothing) {
  char** argv = uv_setup_args(check_argc, check_argv);

  CHECK_OK(uv_set_process_title("t"));
  CHECK_EQ(uv_setup_args(check_argc, argv), argv);
  CHECK_EQ(uv_setup_args(0, NULL), NULL);
}

static void set_titles(void* arg) {
  for (int i = 0; i < 500; i++)
    CHECK_OK(uv_set_process_title(arg));
}

TEST(threads_never_see_a_mixed_title) {
  char buf[16];
  uv_thread_t a;
  uv_thread_t b;

  uv_setup_args(check_argc, check_argv);
  CHECK_OK(uv_set_process_title("aaaaaa"));
  CHECK_OK(uv_thread_create(&a, set_titles, "aaaaaa"));
  CHECK_OK(uv_thread_create(&b, set_titles, "bbbb"));
  for (int i = 0; i < 500; i++) {
    CHECK_OK(uv_get_process_title(buf, sizeof(buf)));
    CHECK_STR(buf, buf[0] == 'a' ? "aaaaaa" : "bbbb");
  }
  CHECK_OK(uv_thread_join(&a));
  CHECK_OK(uv_thread_join(&b));
}
