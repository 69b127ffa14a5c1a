/* src/os/host.c — the name of this machine and of its system. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "os/sys.h"
#include "uv.h"

int uv_os_gethostname(char* buffer, size_t* size) {
  char name[UV_MAXHOSTNAMESIZE];

  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  if (gethostname(name, sizeof(name)))
    return -errno;
  name[sizeof(name) - 1] = '\0'; /* a name that was cut need not be terminated */
  return uv__copy_out(name, strlen(name), buffer, size);
}

int uv_os_uname(uv_utsname_t* buffer) {
  struct utsname u;

  if (buffer == NULL)
    return UV_EINVAL;
  if (uname(&u) == -1) {
    memset(buffer, 0, sizeof(*buffer));
    return -errno;
  }
  snprintf(buffer->sysname, sizeof(buffer->sysname), "%s", u.sysname);
  snprintf(buffer->release, sizeof(buffer->release), "%s", u.release);
  snprintf(buffer->version, sizeof(buffer->version), "%s", u.version);
  snprintf(buffer->machine, sizeof(buffer->machine), "%s", u.machine);
  return 0;
}
