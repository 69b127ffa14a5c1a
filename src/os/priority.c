/* src/os/priority.c — the scheduling priority of a process: -20 (first) to 19 (last). */
#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>
#include "uv.h"

int uv_os_getpriority(uv_pid_t pid, int* priority) {
  int value;

  if (priority == NULL)
    return UV_EINVAL;
  errno = 0; /* -1 is a priority as well as a failure */
  value = getpriority(PRIO_PROCESS, (id_t) pid);
  if (value == -1 && errno != 0)
    return -errno;
  *priority = value;
  return 0;
}

/* The kernel would take anything and clamp it. */
int uv_os_setpriority(uv_pid_t pid, int priority) {
  if (priority < UV_PRIORITY_HIGHEST || priority > UV_PRIORITY_LOW)
    return UV_EINVAL;
  return setpriority(PRIO_PROCESS, (id_t) pid, priority) ? -errno : 0;
}
