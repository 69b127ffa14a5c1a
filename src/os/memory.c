/* src/os/memory.c — how much memory there is, for the machine and for this process.
 *
 * (1) 0 means unknown, for every function that returns bytes.
 * (2) The limit of a process is the smallest of its control group and all groups around it; what is
 *     left for it is the smallest remainder among them, and never more than the machine has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "os/os.h"
#include "os/sys.h"
#include "uv.h"

/* Version 1 writes "no limit" as the largest multiple of the page size that a long can hold. */
#define UV__NO_LIMIT_V1 ((uint64_t) INT64_MAX - 0xffff)

struct uv__memory_limit {
  uint64_t limit; /* 0: no control group is known; UINT64_MAX: there is no limit */
  uint64_t left;  /* UINT64_MAX without a limit */
};

static uint64_t uv__min(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* One line of /proc/meminfo, in bytes. */
static uint64_t uv__meminfo(const char* key) {
  char text[4096];
  const char* line;

  if (uv__slurp("/proc/meminfo", text, sizeof(text)) < 0)
    return 0;
  line = strstr(text, key);
  return line == NULL ? 0 : strtoull(line + strlen(key), NULL, 10) * 1024;
}

/* Page cache that can be reclaimed counts as free: a program can use it. */
uint64_t uv_get_free_memory(void) {
  struct sysinfo info;
  uint64_t bytes = uv__meminfo("MemAvailable:");

  if (bytes == 0 && sysinfo(&info) == 0)
    bytes = (uint64_t) info.freeram * info.mem_unit;
  return bytes;
}

uint64_t uv_get_total_memory(void) {
  struct sysinfo info;
  uint64_t bytes = uv__meminfo("MemTotal:");

  if (bytes == 0 && sysinfo(&info) == 0)
    bytes = (uint64_t) info.totalram * info.mem_unit;
  return bytes;
}

/* The limit of one group: of the hard and the soft one, what comes first. */
static int uv__memory_level(const struct uv__cgroup* g, uint64_t* limit) {
  static const char* const files[2][2] = {
      {"memory.limit_in_bytes", "memory.soft_limit_in_bytes"},
      {"memory.max", "memory.high"},
  };
  uint64_t value;
  int found = 0;

  *limit = UINT64_MAX;
  for (int i = 0; i < 2; i++) {
    if (uv__cgroup_number(g, files[g->version - 1][i], &value))
      continue;
    found = 1;
    if (g->version == 1 && value >= UV__NO_LIMIT_V1)
      value = UINT64_MAX;
    *limit = uv__min(*limit, value);
  }
  return found;
}

static struct uv__memory_limit uv__memory_limit(void) {
  struct uv__memory_limit all = {0, UINT64_MAX};
  struct uv__cgroup g;
  uint64_t limit;
  uint64_t used;

  if (uv__cgroup_find(&g, "memory"))
    return all;
  do {
    if (!uv__memory_level(&g, &limit))
      continue;
    all.limit = all.limit == 0 ? limit : uv__min(all.limit, limit);
    if (limit == UINT64_MAX)
      continue;
    if (uv__cgroup_number(&g, g.version == 1 ? "memory.usage_in_bytes" : "memory.current", &used))
      used = 0;
    all.left = uv__min(all.left, limit > used ? limit - used : 0);
  } while (uv__cgroup_up(&g));
  return all;
}

uint64_t uv_get_constrained_memory(void) {
  return uv__memory_limit().limit;
}

uint64_t uv_get_available_memory(void) {
  return uv__min(uv_get_free_memory(), uv__memory_limit().left);
}

int uv_resident_set_memory(size_t* rss) {
  char text[256];
  char* end;
  ssize_t n = uv__slurp("/proc/self/statm", text, sizeof(text));

  if (n < 0)
    return (int) n;
  strtoul(text, &end, 10); /* the first number is the size of the address space */
  *rss = strtoul(end, NULL, 10) * (size_t) getpagesize();
  return 0;
}
