/* src/os/cpu.c — processors: what they are, what they did, how many of them we may use.
 *
 * (1) uv_cpu_info() reports the processors that are online; their numbers may have gaps.
 * (2) Every entry has a model text of its own, also when the system reports none. */
#include <ctype.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "os/mem.h"
#include "os/os.h"
#include "os/sys.h"
#include "uv.h"

/* Under construction: id[i] is the number that the system gives to info[i]. */
struct uv__cpus {
  uv_cpu_info_t* info;
  unsigned* id;
  int count;
  int capacity;
};

static int uv__cpus_grow(struct uv__cpus* c) {
  int capacity = c->capacity > 0 ? 2 * c->capacity : 16;
  uv_cpu_info_t* info;
  unsigned* id;

  info = uv__realloc(c->info, (size_t) capacity * sizeof(*info));
  if (info == NULL)
    return UV_ENOMEM;
  c->info = info;
  id = uv__realloc(c->id, (size_t) capacity * sizeof(*id));
  if (id == NULL)
    return UV_ENOMEM;
  c->id = id;
  c->capacity = capacity;
  return 0;
}

/* "cpu3 user nice system idle iowait irq …" in clock ticks. Only the lines of single processors. */
static int uv__cpus_add(struct uv__cpus* c, const char* line) {
  unsigned long long user, nice, sys, idle, iowait, irq;
  uint64_t ms_per_tick = 1000 / (uint64_t) sysconf(_SC_CLK_TCK);
  unsigned id;
  int err;

  if (sscanf(line, "cpu%u %llu %llu %llu %llu %llu %llu", &id, &user, &nice, &sys, &idle, &iowait,
             &irq) != 7)
    return 0;
  if (c->count == c->capacity) {
    err = uv__cpus_grow(c);
    if (err)
      return err;
  }
  c->id[c->count] = id;
  c->info[c->count++] = (uv_cpu_info_t){
      .cpu_times = {user * ms_per_tick, nice * ms_per_tick, sys * ms_per_tick, idle * ms_per_tick,
                    irq * ms_per_tick},
  };
  return 0;
}

/* The lines of the processors are the first ones of the file. */
static int uv__cpus_read_times(struct uv__cpus* c) {
  struct uv__lines stat;
  char* line;
  int err = uv__lines_open(&stat, "/proc/stat");
  int failed;

  if (err)
    return err;
  while (err == 0 && (line = uv__lines_next(&stat)) != NULL && strncmp(line, "cpu", 3) == 0)
    if (isdigit((unsigned char) line[3]))
      err = uv__cpus_add(c, line);
  failed = uv__lines_close(&stat);
  return err ? err : failed;
}

/* The value of a line "key : value" of /proc/cpuinfo, or NULL when it is about something else. */
static const char* uv__cpuinfo_value(const char* line, const char* key) {
  const char* value = strchr(line, ':');

  if (value == NULL || strncmp(line, key, strlen(key)) != 0)
    return NULL;
  return value + 1 + (value[1] == ' ');
}

/* The entry with this number, if it is online. Both files are in ascending order: *at only
 * grows. */
static uv_cpu_info_t* uv__cpus_find(struct uv__cpus* c, unsigned id, int* at) {
  while (*at < c->count && c->id[*at] < id)
    ++*at;
  return *at < c->count && c->id[*at] == id ? &c->info[*at] : NULL;
}

/* Without /proc/cpuinfo there are no models and no speeds; that is no reason to fail. */
static int uv__cpus_read_models(struct uv__cpus* c) {
  struct uv__lines cpuinfo;
  uv_cpu_info_t* cpu = NULL;
  const char* value;
  char* line;
  int at = 0;
  int err = 0;

  if (uv__lines_open(&cpuinfo, "/proc/cpuinfo"))
    return 0;
  while (err == 0 && (line = uv__lines_next(&cpuinfo)) != NULL) {
    if ((value = uv__cpuinfo_value(line, "processor")) != NULL) {
      cpu = uv__cpus_find(c, (unsigned) strtoul(value, NULL, 10), &at);
    } else if (cpu == NULL) {
      continue;
    } else if ((value = uv__cpuinfo_value(line, "cpu MHz")) != NULL) {
      cpu->speed = (int) strtod(value, NULL);
    } else if (cpu->model == NULL && (value = uv__cpuinfo_value(line, "model name")) != NULL) {
      cpu->model = uv__strdup(value);
      err = cpu->model == NULL ? UV_ENOMEM : 0;
    }
  }
  uv__lines_close(&cpuinfo);
  return err;
}

/* Frequency scaling knows the speed of this moment; /proc/cpuinfo may know only the nominal one. */
static int uv__cpus_finish(struct uv__cpus* c) {
  char path[96];
  char khz[32];

  for (int i = 0; i < c->count; i++) {
    uv_cpu_info_t* cpu = &c->info[i];

    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/cpufreq/scaling_cur_freq",
             c->id[i]);
    if (uv__slurp(path, khz, sizeof(khz)) > 0)
      cpu->speed = (int) (strtoul(khz, NULL, 10) / 1000);
    if (cpu->model == NULL)
      cpu->model = uv__strdup("unknown");
    if (cpu->model == NULL)
      return UV_ENOMEM;
  }
  return 0;
}

int uv_cpu_info(uv_cpu_info_t** cpu_infos, int* count) {
  struct uv__cpus c = {0};
  int err = uv__cpus_read_times(&c);

  if (err == 0)
    err = uv__cpus_read_models(&c);
  if (err == 0)
    err = uv__cpus_finish(&c);
  uv__free(c.id);
  if (err) {
    uv_free_cpu_info(c.info, c.count);
    c = (struct uv__cpus){0};
  }
  *cpu_infos = c.info;
  *count = c.count;
  return err;
}

void uv_free_cpu_info(uv_cpu_info_t* cpu_infos, int count) {
  for (int i = 0; i < count; i++)
    uv__free(cpu_infos[i].model);
  uv__free(cpu_infos);
}

/* Processors that this thread may run on. The mask has room for as many as Linux can have on
 * x86-64: with a smaller one the system call fails on a large machine. */
static unsigned uv__cpu_affinity(void) {
  unsigned long mask[8192 / (8 * sizeof(unsigned long))] = {0};
  long online;

  if (sched_getaffinity(0, sizeof(mask), (cpu_set_t*) mask) == 0)
    return (unsigned) CPU_COUNT_S(sizeof(mask), (cpu_set_t*) mask);
  online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (unsigned) online : 1;
}

/* Time per period that one control group grants. 0 when it sets no limit. */
static int uv__cpu_quota(const struct uv__cgroup* g, uint64_t* quota, uint64_t* period) {
  unsigned long long q, p;
  char text[64];

  if (g->version == 1)
    return uv__cgroup_number(g, "cpu.cfs_quota_us", quota) == 0 && (int64_t) *quota > 0 &&
           uv__cgroup_number(g, "cpu.cfs_period_us", period) == 0 && *period > 0;
  if (uv__cgroup_read(g, "cpu.max", text, sizeof(text)) || sscanf(text, "%llu %llu", &q, &p) != 2)
    return 0; /* no such file, or "max" instead of a number */
  *quota = q;
  *period = p;
  return p > 0;
}

/* A group that grants the time of 2.5 processors keeps two threads busy, and a third one
 * waiting. */
unsigned int uv_available_parallelism(void) {
  struct uv__cgroup g;
  uint64_t n = uv__cpu_affinity();
  uint64_t quota;
  uint64_t period;

  if (uv__cgroup_find(&g, "cpu") == 0) {
    do {
      if (uv__cpu_quota(&g, &quota, &period) && quota / period < n)
        n = quota / period;
    } while (uv__cgroup_up(&g));
  }
  return n > 0 ? (unsigned) n : 1;
}

void uv_loadavg(double avg[3]) {
  struct sysinfo info;

  if (getloadavg(avg, 3) == 3)
    return;
  if (sysinfo(&info))
    memset(&info, 0, sizeof(info));
  for (int i = 0; i < 3; i++)
    avg[i] = (double) info.loads[i] / (1 << SI_LOAD_SHIFT);
}
