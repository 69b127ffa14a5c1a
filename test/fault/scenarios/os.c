/* Questions to the system. */
#include <string.h>
#include <unistd.h>
#include "scenario.h"

static void who(void) {
  uv_passwd_t user;
  uv_group_t group;
  char text[4096];
  size_t size;

  if (note("passwd", uv_os_get_passwd(&user)) == 0) {
    goal();
    uv_os_free_passwd(&user);
  }
  if (note("passwd2", uv_os_get_passwd2(&user, 0)) == 0)
    uv_os_free_passwd(&user);
  if (note("group", uv_os_get_group(&group, 0)) == 0) {
    goal();
    uv_os_free_group(&group);
  }
  note("unsetenv", uv_os_unsetenv("HOME"));
  size = sizeof(text);
  note("homedir", uv_os_homedir(text, &size));
  size = sizeof(text);
  note("tmpdir", uv_os_tmpdir(text, &size));
  size = sizeof(text);
  note("hostname", uv_os_gethostname(text, &size));
}

static void machine(void) {
  uv_cpu_info_t* cpus;
  uv_interface_address_t* interfaces;
  uv_utsname_t name;
  double load[3], uptime;
  int count;

  if (note("cpu_info", uv_cpu_info(&cpus, &count)) == 0) {
    goal();
    must(count > 0);
    uv_free_cpu_info(cpus, count);
  }
  if (note("interfaces", uv_interface_addresses(&interfaces, &count)) == 0) {
    goal();
    uv_free_interface_addresses(interfaces, count);
  }
  note("uname", uv_os_uname(&name));
  note("uptime", uv_uptime(&uptime));
  uv_loadavg(load);
  must(uv_available_parallelism() > 0);
}

/* 0 is their way to say that they do not know. */
static void memory(void) {
  size_t rss;

  note("total", uv_get_total_memory() == 0 ? UV_ENOSYS : 0);
  note("free", uv_get_free_memory() == 0 ? UV_ENOSYS : 0);
  uv_get_constrained_memory();
  note("available", uv_get_available_memory() == 0 ? UV_ENOSYS : 0);
  note("rss", uv_resident_set_memory(&rss));
}

static void environment(void) {
  uv_env_item_t* items;
  char text[4096];
  size_t size = sizeof(text);
  int count;

  if (note("setenv", uv_os_setenv("FAULT_SCENARIO", "yes")) == 0) {
    must(uv_os_getenv("FAULT_SCENARIO", text, &size) == 0 && strcmp(text, "yes") == 0);
    note("unsetenv", uv_os_unsetenv("FAULT_SCENARIO"));
  }
  if (note("environ", uv_os_environ(&items, &count)) == 0) {
    goal();
    uv_os_free_environ(items, count);
  }
}

static void this_process(void) {
  static char arg0[] = "fault-scenario-with-a-long-name";
  char* argv[] = {arg0, NULL};
  char text[4096];
  size_t size = sizeof(text);
  uv_rusage_t usage;
  uv_timespec64_t spec;
  uv_timeval64_t now;
  int priority;

  char** args = uv_setup_args(1, argv);
  must(args != NULL && args[0] != NULL);
  note("set title", uv_set_process_title("fault"));
  note("get title", uv_get_process_title(text, sizeof(text)));
  note("exepath", uv_exepath(text, &size));
  size = sizeof(text);
  if (note("cwd", uv_cwd(text, &size)) == 0)
    note("chdir", uv_chdir(text));
  note("getrusage", uv_getrusage(&usage));
  note("getrusage_thread", uv_getrusage_thread(&usage));
  note("clock", uv_clock_gettime(UV_CLOCK_MONOTONIC, &spec));
  note("gettimeofday", uv_gettimeofday(&now));
  note("getpriority", uv_os_getpriority(0, &priority));
  note("setpriority", uv_os_setpriority(0, 0));
  must(uv_os_getpid() == getpid() && uv_os_getppid() == getppid());
  must(uv_hrtime() > 0);
  uv_sleep(1);
}

static void libraries_and_texts(void) {
  static const uint16_t utf16[] = {'o', 's', 0xd83d, 0xde00, 0};
  uint16_t back[8];
  uv_lib_t lib;
  void* symbol;
  char* wtf8 = NULL;
  size_t length = 0;
  char text[100];

  if (note("dlopen", uv_dlopen("libm.so.6", &lib)) == 0)
    note("dlsym", uv_dlsym(&lib, "cos", &symbol));
  must(uv_dlerror(&lib) != NULL);
  uv_dlclose(&lib);
  note("no library", uv_dlopen("/no/such/library", &lib));
  must(uv_dlerror(&lib) != NULL);
  uv_dlclose(&lib);
  if (note("utf16", uv_utf16_to_wtf8(utf16, -1, &wtf8, &length)) == 0) {
    must(length == 6 && uv_wtf8_length_as_utf16(wtf8) == 5);
    uv_wtf8_to_utf16(wtf8, back, 5);
    must(memcmp(utf16, back, sizeof(utf16)) == 0);
    release(wtf8);
  }
  must(uv_strerror(-12345) != NULL && uv_err_name(-12346) != NULL);
  must(uv_strerror_r(UV_ENOMEM, text, sizeof(text)) == text);
  must(uv_err_name_r(UV_ENOMEM, text, sizeof(text)) == text);
  must(uv_version() != 0 && uv_version_string() != NULL);
  must(uv_translate_sys_error(2) == UV_ENOENT);
}

SCENARIO(os) {
  (void) loop;
  who();
  machine();
  memory();
  environment();
  this_process();
  libraries_and_texts();
}
