/* src/fs/recent.c — names that the kernel has looked up a moment ago.
 *
 * Peeking at a name (peek.c) opens and closes a descriptor, half of the whole cost, to be sure that
 * the name is in the kernel's cache. A name that was there within the last tenth of a second still
 * is: the cache drops what was not used for long. So such a name is looked up directly. Servers use
 * the same few names again and again.
 *
 * If the kernel has dropped it nevertheless, the loop waits once for a local disk, as it would for
 * a page of its own code.
 *
 * For open only the device matters: the kernel checks its cache by itself, but may then ask a
 * server. So there the name is that of the folder, and its files are taken to be on the device of
 * the last one.
 *
 * (1) Only names with a valid answer are recorded: on a LOCAL device, or an error about the path.
 * (2) A wrong record costs that wait and nothing else: every answer comes from the kernel. */
#include <string.h>

#include "fs/fs.h"

enum {
  TICK_BITS = 24,  /* of a slot: when; the others: which name */
  TICK_SHIFT = 20, /* a tick is 1.05 ms of the loop's clock, */
  FRESH_TICKS = 95 /* and a name is fresh for so many */
};

#define TICK_MASK ((UINT64_C(1) << TICK_BITS) - 1)

/* Written and read by any thread; one word per name, so that none is seen half written. */
static uint64_t uv__recent[256];

static uint64_t uv__tick(const uv_fs_t* req) {
  return req->loop->time >> TICK_SHIFT & TICK_MASK;
}

static uint64_t* uv__recent_slot(uint64_t name) {
  return &uv__recent[name % UV__COUNT(uv__recent)];
}

static uint64_t uv__hash(const char* text, size_t len, uint64_t hash) {
  uint64_t chunk;

  for (; len >= sizeof(chunk); text += sizeof(chunk), len -= sizeof(chunk)) {
    memcpy(&chunk, text, sizeof(chunk));
    hash = (hash ^ chunk) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  chunk = 0;
  memcpy(&chunk, text, len);
  hash = (hash ^ chunk) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

/* stat and lstat of one path are two names: the last link is followed or not. No name is 0, which
 * is what an empty slot holds. */
uint64_t uv__fs_name(const uv_fs_t* req) {
  size_t len = strlen(req->path);
  return uv__hash(req->path, len, len + (req->fs_type == UV_FS_LSTAT ? 1u << 16 : 1u << 18));
}

uint64_t uv__fs_folder_name(const uv_fs_t* req) {
  const char* slash = strrchr(req->path, '/');
  size_t len = slash == NULL ? 0 : (size_t) (slash - req->path) + 1;
  return uv__hash(req->path, len, len + (1u << 17));
}

enum uv__fs_recency uv__fs_recency(const uv_fs_t* req, uint64_t name) {
  uint64_t slot = __atomic_load_n(uv__recent_slot(name), __ATOMIC_RELAXED);

  if (slot >> TICK_BITS != name >> TICK_BITS)
    return UV__FS_NEW;
  return ((uv__tick(req) - slot) & TICK_MASK) <= FRESH_TICKS ? UV__FS_FRESH : UV__FS_STALE;
}

/* Whether to peek at a name that is not fresh. With many requests in progress a pool thread is
 * cheaper; but for a name that is used repeatedly, one peek serves all of them. */
int uv__fs_worth_a_peek(const uv_fs_t* req, enum uv__fs_recency recency) {
  return recency == UV__FS_STALE || uv__fs_few_lookups(req);
}

/* What came of it; `err` as from uv__fs_peek(). */
void uv__fs_record_peek(const uv_fs_t* req, uint64_t name, int err) {
  uint64_t slot = err == UV_EAGAIN ? 0 : (name & ~TICK_MASK) | uv__tick(req);
  __atomic_store_n(uv__recent_slot(name), slot, __ATOMIC_RELAXED);
}
