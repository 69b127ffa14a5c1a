/* Processors, memory, load, interfaces. Limits by control groups: test/unit/os/cgroup.c. */
#include "check.h"

#include <net/if.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

TEST(cpu_info_has_an_entry_per_processor_online) {
  uv_cpu_info_t* cpus;
  int count;

  CHECK_OK(uv_cpu_info(&cpus, &count));
  CHECK_EQ(count, sysconf(_SC_NPROCESSORS_ONLN));
  for (int i = 0; i < count; i++) {
    CHECK_GT(strlen(cpus[i].model), 0);
    CHECK_EQ(strchr(cpus[i].model, '\n'), NULL);
    CHECK_GE(cpus[i].speed, 0);
    CHECK_GT(cpus[i].cpu_times.user + cpus[i].cpu_times.sys + cpus[i].cpu_times.idle, 0);
  }
  uv_free_cpu_info(cpus, count);
}

TEST(parallelism_respects_the_affinity_of_the_thread) {
  cpu_set_t all;
  cpu_set_t one;
  int first = 0;

  CHECK_OK(sched_getaffinity(0, sizeof(all), &all));
  CHECK_GE(uv_available_parallelism(), 1);
  CHECK_LE(uv_available_parallelism(), CPU_COUNT(&all));
  while (!CPU_ISSET(first, &all))
    first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  CHECK_OK(sched_setaffinity(0, sizeof(one), &one));
  CHECK_EQ(uv_available_parallelism(), 1);
}

TEST(loadavg_is_that_of_the_system) {
  double mine[3] = {-1, -1, -1};
  double theirs[3];

  uv_loadavg(mine);
  CHECK_EQ(getloadavg(theirs, 3), 3);
  for (int i = 0; i < 3; i++) {
    CHECK_GE(mine[i], 0);
    CHECK_LE(mine[i], theirs[i] + 1);
    CHECK_GE(mine[i], theirs[i] - 1);
  }
}

TEST(free_and_available_memory_are_below_the_total) {
  uint64_t total = uv_get_total_memory();

  CHECK_GT(total, 1 << 20);
  CHECK_GT(uv_get_free_memory(), 0);
  CHECK_LT(uv_get_free_memory(), total);
  CHECK_LE(uv_get_available_memory(), total);
}

TEST(resident_memory_grows_with_what_is_touched) {
  size_t bytes = 32u << 20;
  size_t before;
  size_t after;
  char* block;

  CHECK_OK(uv_resident_set_memory(&before));
  CHECK_GT(before, 0);
  block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK_NE(block, MAP_FAILED);
  memset(block, 1, bytes);
  CHECK_OK(uv_resident_set_memory(&after));
  CHECK_GE(after, before + bytes / 2);
  CHECK_OK(munmap(block, bytes));
}

TEST(interfaces_have_addresses_and_netmasks) {
  uv_interface_address_t* list;
  int count;

  CHECK_OK(uv_interface_addresses(&list, &count));
  for (int i = 0; i < count; i++) {
    int family = list[i].address.address4.sin_family;

    CHECK(family == AF_INET || family == AF_INET6);
    CHECK_EQ(list[i].netmask.netmask4.sin_family, family);
    CHECK_GT(if_nametoindex(list[i].name), 0);
    CHECK_EQ(list[i].is_internal, strcmp(list[i].name, "lo") == 0);
    if (list[i].is_internal && family == AF_INET)
      CHECK_EQ(list[i].address.address4.sin_addr.s_addr, htonl(INADDR_LOOPBACK));
    if (list[i].is_internal)
      CHECK_MEM(list[i].phys_addr, "\0\0\0\0\0", 6);
  }
  uv_free_interface_addresses(list, count);
}

/* In a network namespace of its own nothing is up. */
TEST(no_interface_up_is_an_empty_list) {
  uv_interface_address_t* list = (void*) 1;
  int count = 1;

  if (unshare(CLONE_NEWUSER | CLONE_NEWNET))
    SKIP("no namespaces here");
  CHECK_OK(uv_interface_addresses(&list, &count));
  CHECK_EQ(count, 0);
  uv_free_interface_addresses(list, count);
}
