/* bench/soak/soak.h — what both processes of the soak share: the ledger and the verdict.
 * (1) Every request and every close holds a ticket from its start to its callback. A callback
 *     without an open ticket, or a start on an open one, is a failure at once.
 * (2) At the end each kind was called back as often as it was started, except what was stopped.
 * (3) Descriptors and memory are compared with what they were after a first small loop: whatever
 *     a library keeps per process (threads, a signal pipe) is then there already. */
#ifndef GYRE_SOAK_H_
#define GYRE_SOAK_H_

#include "../bench.h"

#include <netinet/in.h>
#include <stdatomic.h>

enum { ADDRESSES = 8, MAX_MESSAGE = 4096 };

enum kind { CONNECT, WRITE, SHUTDOWN, CLOSE, TIMER, FS, WORK, KINDS };

struct ticket {
  int open;
};

struct soak {
  uv_loop_t loop;
  const char* who;
  long connections;
  long seconds;
  int ending; /* nothing new is started any more */
  int failures;
  uint64_t started[KINDS];
  uint64_t called[KINDS];
  uint64_t cancelled; /* requests that uv_cancel() caught in time */
  uint64_t messages;
  long live, peak; /* connections */
  uint64_t seed;
  atomic_long* server_open; /* shared: connections begun and not yet closed by the server */
  unsigned char pattern[MAX_MESSAGE + 256]; /* any message is a piece of it */
};

extern struct soak soak;

void soak_fail(const char* what, long value);
void ticket_start(enum kind kind, struct ticket* ticket);
void ticket_called(enum kind kind, struct ticket* ticket);
void ticket_stopped(enum kind kind, struct ticket* ticket); /* a timer that will not fire */

static inline uint64_t soak_random(uint64_t bound) {
  return bench_random(&soak.seed) % bound;
}

/* The server learns of a close later than of the connection that follows it. The client waits
 * when that many are open over there, so that no limit on descriptors is hit. */
static inline long server_most(void) {
  return soak.connections + soak.connections / 4 + 64;
}

/* Timers, files and jobs that run beside the connections, in both processes. */
void side_start(void);
void side_end(void);

/* The two processes. Each runs its loop until everything it started has ended. */
void server_listen(struct sockaddr_in addresses[ADDRESSES]);
void server_run(int channel);
void client_run(const struct sockaddr_in addresses[ADDRESSES]);

#endif
