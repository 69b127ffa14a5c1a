/* src/os/process_info.c — what a process knows about itself. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "os/sys.h"
#include "uv.h"

uv_pid_t uv_os_getpid(void) {
  return getpid();
}

uv_pid_t uv_os_getppid(void) {
  return getppid();
}

/* A path that does not fit is cut, not refused: so does libuv, and its callers rely on it. */
int uv_exepath(char* buffer, size_t* size) {
  ssize_t n;

  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  n = *size > 1 ? readlink("/proc/self/exe", buffer, *size - 1) : 0;
  if (n == -1)
    return -errno;
  buffer[n] = '\0';
  *size = (size_t) n;
  return 0;
}

/* Reads into the caller's buffer; only if that is too small into one of our own, to get the
 * length. */
int uv_cwd(char* buffer, size_t* size) {
  char scratch[PATH_MAX + 1];

  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  if (getcwd(buffer, *size) != NULL) {
    *size = strlen(buffer);
    return 0;
  }
  if (errno != ERANGE)
    return -errno;
  if (getcwd(scratch, sizeof(scratch)) == NULL)
    return -errno;
  return uv__copy_out(scratch, strlen(scratch), buffer, size);
}

int uv_chdir(const char* dir) {
  return chdir(dir) ? -errno : 0;
}

static int uv__rusage_of(int who, uv_rusage_t* r) {
  struct rusage u;

  if (getrusage(who, &u))
    return -errno;
  *r = (uv_rusage_t){
      .ru_utime = {u.ru_utime.tv_sec, u.ru_utime.tv_usec},
      .ru_stime = {u.ru_stime.tv_sec, u.ru_stime.tv_usec},
      .ru_maxrss = (uint64_t) u.ru_maxrss,
      .ru_ixrss = (uint64_t) u.ru_ixrss,
      .ru_idrss = (uint64_t) u.ru_idrss,
      .ru_isrss = (uint64_t) u.ru_isrss,
      .ru_minflt = (uint64_t) u.ru_minflt,
      .ru_majflt = (uint64_t) u.ru_majflt,
      .ru_nswap = (uint64_t) u.ru_nswap,
      .ru_inblock = (uint64_t) u.ru_inblock,
      .ru_oublock = (uint64_t) u.ru_oublock,
      .ru_msgsnd = (uint64_t) u.ru_msgsnd,
      .ru_msgrcv = (uint64_t) u.ru_msgrcv,
      .ru_nsignals = (uint64_t) u.ru_nsignals,
      .ru_nvcsw = (uint64_t) u.ru_nvcsw,
      .ru_nivcsw = (uint64_t) u.ru_nivcsw,
  };
  return 0;
}

int uv_getrusage(uv_rusage_t* rusage) {
  return uv__rusage_of(RUSAGE_SELF, rusage);
}

int uv_getrusage_thread(uv_rusage_t* rusage) {
  return uv__rusage_of(RUSAGE_THREAD, rusage);
}

/* Of the system, not of the process. A container may show its own age in /proc. */
int uv_uptime(double* uptime) {
  struct timespec t;
  char text[64];

  if (uv__slurp("/proc/uptime", text, sizeof(text)) > 0) {
    *uptime = strtod(text, NULL);
    return 0;
  }
  if (clock_gettime(CLOCK_BOOTTIME, &t))
    return -errno;
  *uptime = (double) t.tv_sec + (double) t.tv_nsec / 1e9;
  return 0;
}

/* Descriptors of C's library and of the system are the same numbers here. */
uv_os_fd_t uv_get_osfhandle(int fd) {
  return fd;
}

int uv_open_osfhandle(uv_os_fd_t os_fd) {
  return os_fd;
}
