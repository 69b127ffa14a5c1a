/* src/runtime/worker/locks.h — named locks of all threads of the process (navigator.locks). */
#ifndef WORKER_LOCKS_H
#define WORKER_LOCKS_H

#include "channel.h"

enum gy_lock_event { GY_LOCK_GRANTED = 1, GY_LOCK_STOLEN };

struct gy_lock_request {
  const char* name;
  size_t length;
  bool is_shared;
  bool steals;       /* takes the lock from its owner */
  bool if_available; /* do not wait */
};

struct gy_lock_entry {
  struct gy_lock_entry* next;
  bool is_shared;
  bool is_held;
  uint32_t thread;
  size_t length;
  char name[];
};

/* Registers a thread that will request locks. Each event posts a copy of `wake` through `end`.
 * Takes ownership of both. False when there is no memory. */
bool gy_locks_open(const void* owner, uint32_t thread, struct gy_end* end, struct gy_message* wake);
/* All requests and locks of the owner are dropped. */
void gy_locks_close(const void* owner);
/* The number of the request; *is_held: it has the lock already. 0: not available, or no memory. */
uint64_t gy_locks_request(const void* owner, const struct gy_lock_request* request, bool* is_held);
/* Releases a lock, or withdraws a request. */
void gy_locks_release(uint64_t id);
/* Takes one event of the owner: what happened to which request; 0: none. */
int gy_locks_next_event(const void* owner, uint64_t* id);
/* Copies of what is held or requested, in the order of the requests, which the caller frees. */
struct gy_lock_entry* gy_locks_list(void);

#endif
