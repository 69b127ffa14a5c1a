/* src/runtime/worker/spin.h — waiting for another thread without the kernel, for a moment.
 *
 * (1) To put a thread to sleep and wake it on another processor takes 5 to 25 us. A thread that
 *     expects an answer spins for at most GY_SPIN_NS before it sleeps.
 * (2) One that has spun in vain does so for half the time next, soon not at all, and then only once
 *     in GY_SPIN_PROBE times: threads that share a processor, or wait long, pay 0.1 us per wait.
 * (3) Where there is one processor only, none spins. */
#ifndef WORKER_SPIN_H
#define WORKER_SPIN_H

#include <stdbool.h>
#include <stdint.h>

enum { GY_SPIN_NS = 20000, GY_SPIN_PROBE = 256 };

/* What one thread knows of its waits; `ns` begins as GY_SPIN_NS. */
struct gy_spin {
  uint32_t ns; /* how long the next may take; 0: (2) */
  uint32_t waits;
};

/* Spins while *word is `value`. Whether it changed. */
bool gy_spin_while(struct gy_spin* spin, const uint32_t* word, uint32_t value);

#endif
