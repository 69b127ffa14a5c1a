/* test/fault/touch.c — which functions of the library does a scenario reach?
 *
 * A trap is put at the first byte of each; the first call springs it, is noted, and takes it away.
 * So the same objects that are swept can be asked, without another build. x86-64 only, as the
 * library is. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "run.h"

enum { MOST = 4096, TRAP = 0xCC };

extern char __executable_start[], etext[];

static struct {
  uintptr_t offset;
  unsigned char first; /* the byte that belongs there */
} functions[MOST];
static int count;
static unsigned char* touched; /* shared with the processes of a run */

/* One offset per line, in hexadecimal, as nm prints them. */
void fault_touch_read(const char* path) {
  FILE* f = fopen(path, "r");

  if (f == NULL)
    exit(2);
  while (count < MOST && fscanf(f, "%lx", &functions[count].offset) == 1)
    count++;
  fclose(f);
  touched = mmap(NULL, MOST, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static unsigned char* code_of(int i) {
  return (unsigned char*) __executable_start + functions[i].offset;
}

static void on_trap(int signum, siginfo_t* info, void* context) {
  greg_t* ip = &((ucontext_t*) context)->uc_mcontext.gregs[REG_RIP];
  unsigned char* at = (unsigned char*) (*ip - 1);

  for (int i = 0; i < count; i++) {
    if (code_of(i) == at) {
      *at = functions[i].first;
      touched[i] = 1;
      *ip = (greg_t) (uintptr_t) at;
      return;
    }
  }
  abort();
}

/* The library blocks all signals here and there; a trap it must not block. */
int fault_touch_spare(sigset_t* set) {
  return count == 0 ? 0 : sigdelset(set, SIGTRAP);
}

/* Nor may it have the signal for itself. */
int fault_touch_keeps(int signum) {
  return count != 0 && signum == SIGTRAP;
}

void fault_touch_begin(void) {
  struct sigaction sa = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_RESTART};
  uintptr_t page = (uintptr_t) sysconf(_SC_PAGESIZE);
  uintptr_t from = (uintptr_t) __executable_start & ~(page - 1);

  if (mprotect((void*) from, (uintptr_t) etext - from, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    abort();
  sigaction(SIGTRAP, &sa, NULL);
  for (int i = 0; i < count; i++) {
    functions[i].first = *code_of(i);
    *code_of(i) = TRAP;
  }
}

void fault_touch_print(void) {
  for (int i = 0; i < count; i++)
    if (touched[i])
      printf("touched %lx\n", functions[i].offset);
}
