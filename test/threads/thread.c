/* Threads: their stacks, names, CPUs and priorities. */
#include "check.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int entered;
static uv_sem_t ready, go_on;

static void enter(void* arg) {
  CHECK(arg == &entered);
  entered++;
}

TEST(a_thread_runs_its_entry_with_its_argument) {
  uv_thread_t thread, self = uv_thread_self();

  CHECK_OK(uv_thread_create(&thread, enter, &entered));
  CHECK(!uv_thread_equal(&thread, &self));
  CHECK(uv_thread_equal(&thread, &thread));
  CHECK_OK(uv_thread_join(&thread));
  CHECK_EQ(entered, 1);
}

static size_t stack_size(void) {
  pthread_attr_t attr;
  size_t size;

  CHECK_OK(pthread_getattr_np(pthread_self(), &attr));
  CHECK_OK(pthread_attr_getstacksize(&attr, &size));
  CHECK_OK(pthread_attr_destroy(&attr));
  return size;
}

static void measure_stack(void* arg) {
  *(size_t*) arg = stack_size();
}

static size_t stack_for(unsigned flags, size_t wanted) {
  uv_thread_options_t options = {flags, wanted};
  uv_thread_t thread;
  size_t got = 0;

  CHECK_OK(uv_thread_create_ex(&thread, &options, measure_stack, &got));
  CHECK_OK(uv_thread_join(&thread));
  return got;
}

TEST(a_stack_is_as_large_as_asked_rounded_up_to_pages) {
  CHECK_EQ(stack_for(UV_THREAD_HAS_STACK_SIZE, 1 << 20), 1 << 20);
  CHECK_EQ(stack_for(UV_THREAD_HAS_STACK_SIZE, (1 << 20) + 1), (1 << 20) + 4096);
}

TEST(a_stack_is_never_too_small_to_start_on) {
  CHECK_GE(stack_for(UV_THREAD_HAS_STACK_SIZE, 1), PTHREAD_STACK_MIN);
  CHECK_GE(stack_for(UV_THREAD_HAS_STACK_SIZE, PTHREAD_STACK_MIN - 42), PTHREAD_STACK_MIN);
}

TEST(without_a_size_the_stack_follows_the_limit) {
  struct rlimit limit;

  CHECK_OK(getrlimit(RLIMIT_STACK, &limit));
  limit.rlim_cur = 3 << 20;
  CHECK_OK(setrlimit(RLIMIT_STACK, &limit));
  CHECK_EQ(stack_for(UV_THREAD_NO_FLAGS, 1 << 20), 3 << 20);
  CHECK_EQ(stack_for(UV_THREAD_HAS_STACK_SIZE, 0), 3 << 20);
}

static void note_stack(uv_work_t* req) {
  *(size_t*) req->data = stack_size();
}

TEST(pool_threads_have_eight_megabytes) {
  size_t size = 0;
  uv_work_t req = {.data = &size};

  CHECK_OK(uv_queue_work(uv_default_loop(), &req, note_stack, NULL));
  CHECK_EQ(uv_run(uv_default_loop(), UV_RUN_DEFAULT), 0);
  CHECK_GE(size, 8 << 20);
}

static void post(void* arg) {
  uv_sem_post(&ready);
}

TEST(a_detached_thread_needs_no_join) {
  uv_thread_t thread;

  CHECK_OK(uv_sem_init(&ready, 0));
  CHECK_OK(uv_thread_create(&thread, post, NULL));
  CHECK_OK(uv_thread_detach(&thread));
  uv_sem_wait(&ready);
}

static void named(void* arg) {
  CHECK_OK(uv_thread_setname("a name of its own that is too long"));
  uv_sem_post(&ready);
  uv_sem_wait(&go_on);
}

TEST(a_name_is_cut_to_what_the_system_keeps) {
  uv_thread_t thread;
  char name[64];

  CHECK_OK(uv_sem_init(&ready, 0));
  CHECK_OK(uv_sem_init(&go_on, 0));
  CHECK_OK(uv_thread_create(&thread, named, NULL));
  uv_sem_wait(&ready);
  CHECK_OK(uv_thread_getname(&thread, name, sizeof(name)));
  CHECK_STR(name, "a name of its o");
  CHECK_OK(uv_thread_getname(&thread, name, 4));
  CHECK_STR(name, "a n");
  CHECK_EQ(uv_thread_getname(&thread, name, 0), UV_EINVAL);
  CHECK_EQ(uv_thread_getname(&thread, NULL, 4), UV_EINVAL);
  CHECK_EQ(uv_thread_setname(NULL), UV_EINVAL);
  uv_sem_post(&go_on);
  CHECK_OK(uv_thread_join(&thread));
}

TEST(affinity_is_a_byte_per_cpu) {
  size_t size = (size_t) uv_cpumask_size();
  char* mask = calloc(3, size);
  uv_thread_t self = uv_thread_self();
  int cpu;

  CHECK_EQ(uv_thread_getaffinity(&self, mask, size - 1), UV_EINVAL);
  CHECK_EQ(uv_thread_setaffinity(&self, mask, NULL, size - 1), UV_EINVAL);
  CHECK_OK(uv_thread_getaffinity(&self, mask, size));
  cpu = uv_thread_getcpu();
  CHECK_GE(cpu, 0);
  CHECK_EQ(mask[cpu], 1);

  mask[size + (size_t) cpu] = 1;
  CHECK_OK(uv_thread_setaffinity(&self, mask + size, mask + 2 * size, size));
  CHECK_MEM(mask, mask + 2 * size, size);
  CHECK_OK(uv_thread_getaffinity(&self, mask, size));
  CHECK_MEM(mask, mask + size, size);
  CHECK_EQ(uv_thread_getcpu(), cpu);
  free(mask);
}

TEST(no_cpu_is_no_affinity) {
  char* mask = calloc(1, (size_t) uv_cpumask_size());
  uv_thread_t self = uv_thread_self();

  CHECK_EQ(uv_thread_setaffinity(&self, mask, NULL, (size_t) uv_cpumask_size()), UV_EINVAL);
  free(mask);
}

static void wait_for_go(void* arg) {
  uv_sem_wait(&go_on);
}

/* Linux has no priorities among ordinary threads, but each has a nice value, and may raise its
 * own. */
TEST(priority_of_oneself_is_a_nice_value_and_of_others_none) {
  uv_thread_t thread;
  int priority = -1;

  CHECK_OK(uv_sem_init(&go_on, 0));
  CHECK_OK(uv_thread_create(&thread, wait_for_go, NULL));
  CHECK_OK(uv_thread_setpriority(thread, UV_THREAD_PRIORITY_LOWEST));
  CHECK_OK(uv_thread_getpriority(thread, &priority));
  CHECK_EQ(priority, 0);
  CHECK_OK(uv_thread_setpriority(uv_thread_self(), UV_THREAD_PRIORITY_BELOW_NORMAL));
  CHECK_OK(uv_thread_getpriority(uv_thread_self(), &priority));
  CHECK_EQ(priority, 2);
  CHECK_OK(uv_thread_setpriority(uv_thread_self(), UV_THREAD_PRIORITY_LOWEST));
  CHECK_OK(uv_thread_getpriority(uv_thread_self(), &priority));
  CHECK_EQ(priority, 4);
  CHECK_EQ(uv_thread_getpriority(thread, NULL), UV_EINVAL);
  CHECK_EQ(uv_thread_setpriority(thread, UV_THREAD_PRIORITY_HIGHEST + 1), UV_EINVAL);
  CHECK_EQ(uv_thread_setpriority(thread, UV_THREAD_PRIORITY_LOWEST - 1), UV_EINVAL);
  uv_sem_post(&go_on);
  CHECK_OK(uv_thread_join(&thread));
}
