/* What a process knows about itself and its machine. */
#include "check.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

TEST(pids_are_those_of_the_system) {
  CHECK_EQ(uv_os_getpid(), getpid());
  CHECK_EQ(uv_os_getppid(), getppid());
}

TEST(exepath_is_the_running_program_and_is_cut_to_fit) {
  char path[PATH_MAX];
  size_t size = sizeof(path);

  CHECK_OK(uv_exepath(path, &size));
  CHECK_STR(path, check_self());
  CHECK_EQ(size, strlen(path));
  size = 2;
  CHECK_OK(uv_exepath(path, &size));
  CHECK_STR(path, "/");
  CHECK_EQ(size, 1);
  size = 1;
  CHECK_OK(uv_exepath(path, &size));
  CHECK_STR(path, "");
  size = 0;
  CHECK_EQ(uv_exepath(path, &size), UV_EINVAL);
  CHECK_EQ(uv_exepath(NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_exepath(path, NULL), UV_EINVAL);
}

TEST(cwd_follows_chdir) {
  char path[PATH_MAX] = "";
  size_t size = sizeof(path);

  CHECK_OK(uv_chdir("/"));
  CHECK_OK(uv_cwd(path, &size));
  CHECK_STR(path, "/");
  CHECK_EQ(size, 1);
  CHECK_OK(uv_chdir("/proc/self/"));
  size = 3;
  CHECK_EQ(uv_cwd(path, &size), UV_ENOBUFS);
  CHECK_GT(size, strlen("/proc/") + 1);
  CHECK_OK(uv_cwd(path, &size));
  CHECK_EQ(atoi(path + strlen("/proc/")), getpid());
  CHECK_EQ(uv_chdir("/no/such/folder"), UV_ENOENT);
  size = 0;
  CHECK_EQ(uv_cwd(path, &size), UV_EINVAL);
  CHECK_EQ(uv_cwd(NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_cwd(path, NULL), UV_EINVAL);
}

TEST(a_removed_working_folder_is_an_error) {
  char path[PATH_MAX];
  size_t size = sizeof(path);

  CHECK_OK(mkdir("gone", 0700));
  CHECK_OK(chdir("gone"));
  CHECK_OK(rmdir("../gone"));
  CHECK_EQ(uv_cwd(path, &size), UV_ENOENT);
}

static volatile unsigned sink;

static void spin_for_ms(uint64_t ms) {
  for (uint64_t end = uv_hrtime() + ms * 1000000; uv_hrtime() < end;)
    sink++;
}

static void spin_and_ask(void* arg) {
  spin_for_ms(30);
  CHECK_OK(uv_getrusage_thread(arg));
}

static uint64_t busy_us(const uv_rusage_t* r) {
  return (uint64_t) (r->ru_utime.tv_sec + r->ru_stime.tv_sec) * 1000000 +
         (uint64_t) (r->ru_utime.tv_usec + r->ru_stime.tv_usec);
}

TEST(rusage_of_a_thread_is_a_part_of_the_whole) {
  uv_rusage_t other;
  uv_rusage_t mine;
  uv_rusage_t all;
  uv_thread_t thread;

  CHECK_OK(uv_thread_create(&thread, spin_and_ask, &other));
  CHECK_OK(uv_thread_join(&thread));
  CHECK_OK(uv_getrusage_thread(&mine));
  CHECK_OK(uv_getrusage(&all));
  CHECK_GT(busy_us(&other), 0);
  CHECK_LE(busy_us(&other), busy_us(&all));
  CHECK_GT(busy_us(&all), busy_us(&mine));
  CHECK_GT(all.ru_maxrss, 500);
  CHECK_GT(all.ru_minflt, 0);
}

TEST(uptime_goes_forward) {
  double a = 0;
  double b;

  CHECK_OK(uv_uptime(&a));
  CHECK_GT(a, 0);
  uv_sleep(20);
  CHECK_OK(uv_uptime(&b));
  CHECK_GT(b, a);
}

TEST(descriptors_are_their_own_handles) {
  CHECK_EQ(uv_get_osfhandle(2), 2);
  CHECK_EQ(uv_open_osfhandle(uv_get_osfhandle(1)), 1);
}

TEST(hostname_and_uname_are_those_of_the_system) {
  struct utsname u;
  uv_utsname_t mine;
  char name[UV_MAXHOSTNAMESIZE] = "x";
  size_t size = 1;

  CHECK_OK(uname(&u));
  CHECK_OK(uv_os_uname(&mine));
  CHECK_STR(mine.sysname, u.sysname);
  CHECK_STR(mine.release, u.release);
  CHECK_STR(mine.version, u.version);
  CHECK_STR(mine.machine, u.machine);
  CHECK_EQ(uv_os_uname(NULL), UV_EINVAL);
  CHECK_EQ(uv_os_gethostname(name, &size), UV_ENOBUFS);
  CHECK_EQ(size, strlen(u.nodename) + 1);
  CHECK_STR(name, "x");
  CHECK_OK(uv_os_gethostname(name, &size));
  CHECK_STR(name, u.nodename);
  CHECK_EQ(size, strlen(u.nodename));
  size = 0;
  CHECK_EQ(uv_os_gethostname(name, &size), UV_EINVAL);
  CHECK_EQ(uv_os_gethostname(NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_os_gethostname(name, NULL), UV_EINVAL);
}

TEST(priority_can_be_lowered_and_read_back) {
  int priority = -100;

  CHECK_OK(uv_os_setpriority(0, UV_PRIORITY_BELOW_NORMAL));
  CHECK_OK(uv_os_getpriority(uv_os_getpid(), &priority));
  CHECK_EQ(priority, UV_PRIORITY_BELOW_NORMAL);
  CHECK_EQ(uv_os_setpriority(0, UV_PRIORITY_LOW + 1), UV_EINVAL);
  CHECK_EQ(uv_os_setpriority(0, UV_PRIORITY_HIGHEST - 1), UV_EINVAL);
  CHECK_EQ(uv_os_getpriority(0, NULL), UV_EINVAL);
  CHECK_EQ(uv_os_getpriority(INT_MAX, &priority), UV_ESRCH);
  CHECK_EQ(uv_os_setpriority(INT_MAX, 0), UV_ESRCH);
}
