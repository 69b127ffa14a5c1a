/* Limits of control groups, read from trees like those of real systems. */
#include "os/cgroup.c"

#include <sys/sysinfo.h>
#include <unistd.h>
#include "check.h"

#define GB ((uint64_t) 1 << 30)

/* Makes folder/file with this text, and the folder. */
static void put(const char* folder, const char* file, const char* text) {
  char command[512];
  FILE* f;

  snprintf(command, sizeof(command), "mkdir -p %s", folder);
  CHECK_OK(system(command));
  snprintf(command, sizeof(command), "%s/%s", folder, file);
  f = fopen(command, "w");
  CHECK_NE(f, NULL);
  fputs(text, f);
  fclose(f);
}

static void groups(const char* list) {
  put(".", "list", list);
  uv__cgroup_list = "list";
  uv__cgroup_mount = "cg";
}

TEST(v2_memory_limit_is_the_smaller_of_max_and_high) {
  groups("0::/a/b\n");
  put("cg/a/b", "memory.max", "1073741824\n");
  put("cg/a/b", "memory.high", "536870912\n");
  CHECK_EQ(uv_get_constrained_memory(), GB / 2);
}

TEST(v2_limits_of_enclosing_groups_hold) {
  groups("0::/a/b\n");
  put("cg/a/b", "memory.max", "max\n");
  put("cg/a", "memory.max", "1073741824\n");
  put("cg/a", "memory.current", "1073741000\n");
  CHECK_EQ(uv_get_constrained_memory(), GB);
  CHECK_EQ(uv_get_available_memory(), 824);
}

TEST(v2_use_above_the_limit_leaves_nothing) {
  groups("0::/\n");
  put("cg", "memory.high", "1000\n");
  put("cg", "memory.current", "2000\n");
  CHECK_EQ(uv_get_available_memory(), 0);
}

TEST(groups_without_a_limit_say_so) {
  groups("0::/a\n");
  put("cg/a", "memory.max", "max\n");
  put("cg/a", "cpu.max", "max 100000\n");
  CHECK_EQ(uv_get_constrained_memory(), UINT64_MAX);
  CHECK_LE(uv_get_available_memory(), uv_get_total_memory());
  CHECK_EQ(uv_available_parallelism(), get_nprocs());
}

TEST(no_groups_at_all_mean_unknown) {
  uv__cgroup_list = "nothing";
  uv__cgroup_mount = "nothing";
  CHECK_EQ(uv_get_constrained_memory(), 0);
  CHECK_GT(uv_get_available_memory(), 0);
  groups("0::/a\n");
  CHECK_EQ(uv_get_constrained_memory(), 0);
  CHECK_GE(uv_available_parallelism(), 1);
}

TEST(v1_limits_are_in_the_tree_of_the_controller) {
  groups("12:cpuacct,cpu:/c\n4:memory:/m\n0::/u\n");
  put("cg/memory/m", "memory.limit_in_bytes", "1073741824\n");
  put("cg/memory/m", "memory.soft_limit_in_bytes", "9223372036854771712\n");
  put("cg/memory/m", "memory.usage_in_bytes", "1073740824\n");
  put("cg/cpu/c", "cpu.cfs_quota_us", "100000\n");
  put("cg/cpu/c", "cpu.cfs_period_us", "100000\n");
  CHECK_EQ(uv_get_constrained_memory(), GB);
  CHECK_EQ(uv_get_available_memory(), 1000);
  CHECK_EQ(uv_available_parallelism(), 1);
}

TEST(v1_without_limits) {
  groups("1:memory:/\n2:cpu:/\n");
  put("cg/memory", "memory.limit_in_bytes", "9223372036854771712\n");
  put("cg/cpu", "cpu.cfs_quota_us", "-1\n");
  put("cg/cpu", "cpu.cfs_period_us", "100000\n");
  CHECK_EQ(uv_get_constrained_memory(), UINT64_MAX);
  CHECK_EQ(uv_available_parallelism(), get_nprocs());
}

/* A container may see its group's real name, but only its own part of the tree. */
TEST(a_name_that_leads_nowhere_ends_at_the_mount_point) {
  groups("0::/machine/container-1\n");
  put("cg", "memory.max", "4096\n");
  CHECK_EQ(uv_get_constrained_memory(), 4096);
}

TEST(less_than_one_processor_is_still_one) {
  groups("0::/a\n");
  put("cg/a", "cpu.max", "50000 100000\n");
  CHECK_EQ(uv_available_parallelism(), 1);
}

TEST(strange_lists_and_files_are_no_limits) {
  groups("nonsense\n1:memory\n\n3:xmemory,memoryx:/x\n0::/a");
  put("cg/a", "memory.max", "lots\n");
  put("cg/a", "cpu.max", "100000 0\n");
  CHECK_EQ(uv_get_constrained_memory(), 0);
  CHECK_EQ(uv_available_parallelism(), get_nprocs());
}
