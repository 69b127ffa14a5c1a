/* src/runtime/faults.c — signals for faults that somebody sent. The engine handles faults of its compiled code,
 * and takes one that was sent for a fault that comes again when its handler returns: it does not, and the
 * process would live on. A signal that was sent does here what it does to any program.
 * (1) Faults go to the engine as before, and so does what threads of this process send each other: it
 *     stops its own thread by such a signal. */
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
