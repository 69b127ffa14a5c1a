/* src/runtime/worker/locks.c — see locks.h.
 * (1) The process has one list of requests, under one lock, in the order of their arrival. A
 *     granted request stays in its place until it is released.
 * (2) A request waits for all earlier requests for its name, unless both are shared. So no request
 *     starves.
 * (3) An event is stored in its request until the owner takes it. Each event wakes the owner.
 * (4) The lock is taken before that of a channel. */
#include "locks.h"

#include <stdlib.h>
#include <string.h>

struct client {
  struct client* next;
  const void* owner;
  uint32_t thread;
  struct gy_end* end;
  struct gy_message* wake;
};

struct request {
  struct request* next;
  struct client* client;
  uint64_t id;
  bool is_shared;
  bool is_held;
  bool is_stolen; /* stays listed until its owner has taken the event */
  int event;
  size_t length;
  char name[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct client* clients;
static struct request* requests;
static uint64_t last_id;

static struct client** find_client(const void* owner) {
  struct client** at = &clients;

  while (*at != NULL && (*at)->owner != owner)
    at = &(*at)->next;
  return at;
}

bool gy_locks_open(const void* owner, uint32_t thread, struct gy_end* end,
                   struct gy_message* wake) {
  struct client* client = malloc(sizeof(*client));

  if (client == NULL) {
    gy_end_close(end);
    gy_message_free(wake);
    return false;
  }
  *client = (struct client){.owner = owner, .thread = thread, .end = end, .wake = wake};
  pthread_mutex_lock(&lock);
  client->next = clients;
  clients = client;
  pthread_mutex_unlock(&lock);
  return true;
}

/* (3) */
static void notify(struct request* request, int event) {
  const struct gy_message* wake = request->client->wake;
  struct gy_message* copy = gy_message_new(wake->length);

  request->event = event;
  if (copy == NULL)
    return;
  memcpy(copy->bytes, wake->bytes, wake->length);
  gy_end_post(request->client->end, copy);
}

static bool is_same(const struct request* request, const char* name, size_t length) {
  return !request->is_stolen && request->length == length &&
         memcmp(request->name, name, length) == 0;
}

/* (2): whether no request before `end` of the list prevents this one. */
static bool is_free(const struct request* end, const char* name, size_t length, bool is_shared) {
  for (const struct request* at = requests; at != end; at = at->next)
    if (is_same(at, name, length) && !(is_shared && at->is_shared))
      return false;
  return true;
}

static void grant_next(const char* name, size_t length) {
  for (struct request* at = requests; at != NULL; at = at->next)
    if (is_same(at, name, length) && !at->is_held && is_free(at, name, length, at->is_shared)) {
      at->is_held = true;
      notify(at, GY_LOCK_GRANTED);
    }
}

static void steal(const char* name, size_t length) {
  for (struct request* at = requests; at != NULL; at = at->next)
    if (is_same(at, name, length) && at->is_held) {
      at->is_stolen = true;
      notify(at, GY_LOCK_STOLEN);
    }
}

static void insert(struct request* request, bool is_first) {
  struct request** at = &requests;

  while (!is_first && *at != NULL)
    at = &(*at)->next;
  request->next = *at;
  *at = request;
}

uint64_t gy_locks_request(const void* owner, const struct gy_lock_request* wanted, bool* is_held) {
  struct request* request = malloc(sizeof(*request) + wanted->length);
  uint64_t id = 0;

  if (request == NULL)
    return 0;
  pthread_mutex_lock(&lock);
  if (wanted->steals)
    steal(wanted->name, wanted->length);
  *is_held = wanted->steals || is_free(NULL, wanted->name, wanted->length, wanted->is_shared);
  if (*is_held || !wanted->if_available) {
    *request = (struct request){.client = *find_client(owner),
                                .id = ++last_id,
                                .is_shared = wanted->is_shared,
                                .is_held = *is_held,
                                .length = wanted->length};
    memcpy(request->name, wanted->name, wanted->length);
    insert(request, wanted->steals);
    id = request->id;
    request = NULL;
  }
  pthread_mutex_unlock(&lock);
  free(request);
  return id;
}

/* With the lock. */
static void remove_request(struct request** at) {
  struct request* request = *at;

  *at = request->next;
  if (!request->is_stolen)
    grant_next(request->name, request->length);
  free(request);
}

void gy_locks_release(uint64_t id) {
  struct request** at = &requests;

  pthread_mutex_lock(&lock);
  while (*at != NULL && (*at)->id != id)
    at = &(*at)->next;
  if (*at != NULL)
    remove_request(at);
  pthread_mutex_unlock(&lock);
}

int gy_locks_next_event(const void* owner, uint64_t* id) {
  int event = 0;

  pthread_mutex_lock(&lock);
  for (struct request** at = &requests; *at != NULL && event == 0; at = &(*at)->next) {
    struct request* request = *at;
    if (request->client->owner != owner || request->event == 0)
      continue;
    event = request->event;
    *id = request->id;
    request->event = 0;
    if (request->is_stolen) {
      remove_request(at);
      break;
    }
  }
  pthread_mutex_unlock(&lock);
  return event;
}

void gy_locks_close(const void* owner) {
  struct client *client, **place;
  struct request** at;

  pthread_mutex_lock(&lock);
  for (at = &requests; *at != NULL;) {
    if ((*at)->client->owner == owner)
      remove_request(at);
    else
      at = &(*at)->next;
  }
  place = find_client(owner);
  client = *place;
  if (client != NULL)
    *place = client->next;
  pthread_mutex_unlock(&lock);
  if (client != NULL) {
    gy_end_close(client->end);
    gy_message_free(client->wake);
    free(client);
  }
}

struct gy_lock_entry* gy_locks_list(void) {
  struct gy_lock_entry *first = NULL, **last = &first;

  pthread_mutex_lock(&lock);
  for (const struct request* at = requests; at != NULL; at = at->next) {
    struct gy_lock_entry* entry = at->is_stolen ? NULL : malloc(sizeof(*entry) + at->length);
    if (entry == NULL)
      continue;
    *entry = (struct gy_lock_entry){.is_shared = at->is_shared,
                                    .is_held = at->is_held,
                                    .thread = at->client->thread,
                                    .length = at->length};
    memcpy(entry->name, at->name, at->length);
    *last = entry;
    last = &entry->next;
  }
  pthread_mutex_unlock(&lock);
  return first;
}
