/* src/runtime/main_stack.c — where the main thread's stack lies, without reading /proc/self/maps.
 *
 * The engine asks once, when it opens, by pthread_getattr_np(). For the main thread the C library's answer
 * is to parse the list of all mappings, which is 3 % of the wall time of an empty program. This executable's
 * function of that name comes first in the dynamic linker's search.
 *
 * (1) The kernel puts the program's name last on the stack: the page after it is where the stack begins.
 *     From there it may grow as far down as its limit says.
 * (2) Every other thread is answered by the C library, and so is a stack without limit.
 * (3) Not under AddressSanitizer, which asks before anything else runs. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef __SANITIZE_ADDRESS__

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

  if (name == NULL || getpid() != gettid() || !pthread_equal(thread, pthread_self()) ||
      getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return answer_of_libc(thread, attr);
  top = ((uintptr_t) name + strlen(name) + page) & -page;
  limit.rlim_cur &= -page;
  pthread_attr_init(attr);
  return pthread_attr_setstack(attr, (void*) (top - limit.rlim_cur), limit.rlim_cur);
}

#endif
