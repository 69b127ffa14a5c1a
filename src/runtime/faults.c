/* src/runtime/faults.c — fault signals (SIGSEGV and the like) that were sent by kill(). The engine
 * handles faults of its compiled code. It would treat a sent signal as such a fault, which occurs
 * again when the handler returns; as it does not, the process would survive. Here a signal that was
 * sent has its default effect.
 * (1) Real faults go to the engine as before, and so do signals between threads of this process:
 *     the engine stops its own threads by them. */
#include <signal.h>

#include "engine.h"

static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
static struct sigaction engines[GY_COUNT(faults)];

static void on_fault(int signum, siginfo_t* info, void* context) {
  size_t i = 0;

  while (faults[i] != signum)
    i++;
  if (info->si_code != SI_USER) {
    engines[i].sa_sigaction(signum, info, context);
    return;
  }
  signal(signum, SIG_DFL);
  raise(signum);
}

void gy_faults_open(void) {
  for (size_t i = 0; i < GY_COUNT(faults); i++) {
    struct sigaction ours;
    if (sigaction(faults[i], NULL, &engines[i]) != 0 || !(engines[i].sa_flags & SA_SIGINFO))
      continue; /* the engine has no handler for this one */
    ours = engines[i];
    ours.sa_sigaction = on_fault;
    sigaction(faults[i], &ours, NULL);
  }
}
