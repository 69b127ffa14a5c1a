/* Every function that allocates says UV_ENOMEM when it cannot, and leaves nothing behind: the
 * first, second, third ... allocation fails until the call succeeds. */
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int live;
static int until_failure;

static int fails(void) {
  if (until_failure == 0 || --until_failure > 0)
    return 0;
  errno = ENOMEM;
  return 1;
}

static void* sweep_malloc(size_t size) {
  void* p = fails() ? NULL : malloc(size);
  live += p != NULL;
  return p;
}

static void* sweep_calloc(size_t count, size_t size) {
  void* p = fails() ? NULL : calloc(count, size);
  live += p != NULL;
  return p;
}

static void* sweep_realloc(void* old, size_t size) {
  void* p = fails() ? NULL : realloc(old, size);
  live += p != NULL && old == NULL;
  return p;
}

static void sweep_free(void* p) {
  live -= p != NULL;
  free(p);
}

/* Fails the nth allocation of `call` for n = 1, 2, ... and returns how many there are. */
static int sweep(int (*call)(void)) {
  int failures = 0;
  int err;

  CHECK_OK(uv_replace_allocator(sweep_malloc, sweep_realloc, sweep_calloc, sweep_free));
  do {
    until_failure = failures + 1;
    err = call();
    CHECK_EQ(live, 0);
    if (until_failure == 0)
      CHECK_EQ(err, UV_ENOMEM);
    failures += until_failure == 0;
  } while (until_failure == 0);
  CHECK_OK(err);
  return failures;
}

static int cpu_info(void) {
  uv_cpu_info_t* cpus;
  int count;
  int err = uv_cpu_info(&cpus, &count);

  if (err == 0)
    uv_free_cpu_info(cpus, count);
  return err;
}

static int environment(void) {
  uv_env_item_t* items;
  int count;
  int err = uv_os_environ(&items, &count);

  if (err == 0)
    uv_os_free_environ(items, count);
  return err;
}

static int interfaces(void) {
  uv_interface_address_t* list;
  int count;
  int err = uv_interface_addresses(&list, &count);

  if (err == 0)
    uv_free_interface_addresses(list, count);
  return err;
}

static int passwd(void) {
  uv_passwd_t pwd;
  int err = uv_os_get_passwd2(&pwd, 0);

  if (err == 0)
    uv_os_free_passwd(&pwd);
  return err;
}

static int group(void) {
  uv_group_t grp;
  int err = uv_os_get_group(&grp, 0);

  if (err == 0)
    uv_os_free_group(&grp);
  return err;
}

static int homedir(void) {
  char buf[256];
  size_t size = sizeof(buf);

  unsetenv("HOME");
  return uv_os_homedir(buf, &size);
}

static int wtf8(void) {
  static const uint16_t text[] = {'a', 0};
  char* out = NULL;
  int err = uv_utf16_to_wtf8(text, -1, &out, NULL);

  if (err == 0)
    sweep_free(out);
  return err;
}

TEST(no_memory_for_processors) {
  CHECK_GE(sweep(cpu_info), 3);
}

TEST(no_memory_for_the_environment) {
  CHECK_EQ(sweep(environment), 1);
}

TEST(no_memory_for_interfaces) {
  CHECK_LE(sweep(interfaces), 1);
}

TEST(no_memory_for_users_and_groups) {
  CHECK_EQ(sweep(passwd), 2);
  CHECK_EQ(sweep(group), 2);
  CHECK_EQ(sweep(homedir), 2);
}

TEST(no_memory_for_text) {
  CHECK_EQ(sweep(wtf8), 1);
}

TEST(no_memory_for_arguments_leaves_them_alone) {
  char buf[8];

  CHECK_OK(uv_replace_allocator(sweep_malloc, sweep_realloc, sweep_calloc, sweep_free));
  until_failure = 1;
  CHECK_EQ(uv_setup_args(check_argc, check_argv), check_argv);
  CHECK_EQ(uv_get_process_title(buf, sizeof(buf)), UV_ENOBUFS);
  CHECK_NE(uv_setup_args(check_argc, check_argv), check_argv);
}

TEST(no_memory_for_messages_still_gives_one) {
  uv_lib_t lib;

  CHECK_OK(uv_replace_allocator(sweep_malloc, sweep_realloc, sweep_calloc, sweep_free));
  until_failure = 1;
  CHECK_STR(uv_strerror(-3999), "Unknown system error");
  CHECK_STR(uv_strerror(-3999), "Unknown system error -3999");
  until_failure = 1;
  CHECK_EQ(uv_dlopen("no/such/library.so", &lib), -1);
  CHECK_NE(strcmp(uv_dlerror(&lib), "no error"), 0);
  uv_dlclose(&lib);
  CHECK_STR(uv_dlerror(&lib), "no error");
}
