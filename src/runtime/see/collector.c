/* src/runtime/see/collector.c — measures the garbage collector of the engine by the CPU time of its
 * threads. The program's own thread takes part and sometimes waits for them; that share cannot be
 * measured. Without collections these threads sleep. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blocked.h"

static bool read_name(int folder, const char* thread, const char* file, char* text, size_t size) {
  char path[300];
  ssize_t got;
  int fd;

  snprintf(path, sizeof(path), "%s/%s", thread, file);
  fd = openat(folder, path, O_RDONLY | O_CLOEXEC);
  got = fd < 0 ? -1 : read(fd, text, size - 1);
  if (fd >= 0)
    close(fd);
  text[got > 0 ? got : 0] = '\0';
  return got > 0;
}

/* The kernel stores 15 characters of a name; the engine passes the last ones. */
static bool is_of_collector(const char* name) {
  return strncmp(name, "HeapHelper", 10) == 0 || strstr(name, "ollector Thread") != NULL;
}

uint64_t gy_collector_time(void) {
  DIR* threads = opendir("/proc/self/task");
  struct dirent* entry;
  uint64_t sum = 0;
  char text[96];

  if (threads == NULL)
    return 0;
  while ((entry = readdir(threads)) != NULL)
    if (entry->d_name[0] != '.' &&
        read_name(dirfd(threads), entry->d_name, "comm", text, sizeof(text)) &&
        is_of_collector(text) &&
        read_name(dirfd(threads), entry->d_name, "schedstat", text, sizeof(text)))
      sum += strtoull(text, NULL, 10);
  closedir(threads);
  return sum;
}
