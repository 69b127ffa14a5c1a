/* src/runtime/main_stack.c — where the main thread's stack lies, without reading /proc/self/maps;
 * and another stack where that one is too small.
 *
 * The engine asks once, when it opens, by pthread_getattr_np(). For the main thread the C library's
 * answer is to parse the list of all mappings, which is 3 % of the wall time of an empty program.
 * This executable's function of that name comes first in the dynamic linker's search.
 *
 * (1) The kernel puts the program's name last on the stack: the page after it is where the stack
 *     begins. From there it may grow as far down as its limit says.
 * (2) Every other thread is answered by the C library, and so is a stack without limit.
 * (3) Not under AddressSanitizer, which asks before anything else runs.
 * (4) The engine keeps 192 KB of every stack to itself. Where the limit (ulimit -s) leaves little
 *     more, the whole program runs on a stack that is mapped for it, and threads get stacks of that
 *     size by default. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include "limits.h"

#ifndef __SANITIZE_ADDRESS__

enum { TOO_SMALL = 768 << 10, ROOMY = 4 << 20 };

static struct {
  char* memory; /* NULL: the main thread runs on the stack that the kernel gave it */
  int (*main)(int argc, char** argv);
  int argc;
  char** argv;
} other;

static int answer_of_libc(pthread_t thread, pthread_attr_t* attr) {
  int (*next)(pthread_t, pthread_attr_t*);

  *(void**) &next = dlsym(RTLD_NEXT, "pthread_getattr_np");
  return next(thread, attr);
}

__attribute__((visibility("default"))) int gy_stack_of(
    pthread_t thread, pthread_attr_t* attr) __asm__("pthread_getattr_np");

int gy_stack_of(pthread_t thread, pthread_attr_t* attr) {
  const char* name = (const char*) getauxval(AT_EXECFN);
  uintptr_t page = (uintptr_t) sysconf(_SC_PAGESIZE), top;
  struct rlimit limit;

  if (other.memory != NULL && getpid() == gettid() && pthread_equal(thread, pthread_self())) {
    pthread_attr_init(attr);
    return pthread_attr_setstack(attr, other.memory, ROOMY);
  }
  if (name == NULL || getpid() != gettid() || !pthread_equal(thread, pthread_self()) ||
      getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return answer_of_libc(thread, attr);
  top = ((uintptr_t) name + strlen(name) + page) & -page;
  limit.rlim_cur &= -page;
  pthread_attr_init(attr);
  return pthread_attr_setstack(attr, (void*) (top - limit.rlim_cur), limit.rlim_cur);
}

/* The engine takes its size from the limit, not from the answer above. */
__attribute__((visibility("default"))) int gy_limit_of(__rlimit_resource_t resource,
                                                       struct rlimit* limit) __asm__("getrlimit");

int gy_limit_of(__rlimit_resource_t resource, struct rlimit* limit) {
  int err = prlimit(0, resource, NULL, limit);

  if (err == 0 && resource == RLIMIT_STACK && other.memory != NULL)
    limit->rlim_cur = ROOMY;
  return err;
}

static void run_main(void) {
  exit(other.main(other.argc, other.argv));
}

static char* map_stack(void) {
  size_t page = (size_t) sysconf(_SC_PAGESIZE);
  char* memory = mmap(NULL, ROOMY + page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);

  if (memory == MAP_FAILED)
    return NULL;
  mprotect(memory, page, PROT_NONE); /* what runs over the end is caught */
  return memory + page;
}

static void make_thread_stacks_roomy(void) {
  pthread_attr_t attr;

  if (pthread_attr_init(&attr) != 0)
    return;
  if (pthread_attr_setstacksize(&attr, ROOMY) == 0)
    pthread_setattr_default_np(&attr);
  pthread_attr_destroy(&attr);
}

int gy_stack_run(int (*main)(int argc, char** argv), int argc, char** argv) {
  struct rlimit limit;
  ucontext_t context;

  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= TOO_SMALL ||
      (other.memory = map_stack()) == NULL || getcontext(&context) != 0)
    return main(argc, argv);
  make_thread_stacks_roomy();
  other.main = main;
  other.argc = argc;
  other.argv = argv;
  context.uc_stack = (stack_t){.ss_sp = other.memory, .ss_size = ROOMY};
  context.uc_link = NULL;
  makecontext(&context, run_main, 0);
  setcontext(&context);
  abort(); /* setcontext() does not return */
}

#else

int gy_stack_run(int (*main)(int argc, char** argv), int argc, char** argv) {
  return main(argc, argv);
}

#endif
