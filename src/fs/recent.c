/* src/fs/recent.c — names that the kernel looked up a moment ago.
 *
 * Peeking at a name (peek.c) costs a descriptor made and thrown away: half of the whole. It is
 * there to be sure that the name is in the kernel's cache. A name that was there within the last
 * tenth of a second still is: the cache throws out what was not used for long, and used this one
 * was. So it is looked up directly. Servers ask for the same few names again and again.
 *
 * Should the kernel have forgotten it all the same, the loop waits once for a local disk, as it
 * would for its own code, which goes at the same time.
 *
 * (1) Only names whose answer counted are noted: on a LOCAL device, or an error about the path.
 * (2) A wrong note costs that wait and nothing else: every answer comes from the kernel. */
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

/* stat and lstat of one path are two names: the last link is followed or not. */
uint64_t uv__fs_name(const uv_fs_t* req) {
  const char* path = req->path;
  size_t len = strlen(path);
  uint64_t hash = len + (req->fs_type == UV_FS_LSTAT ? 1u << 16 : 0);
  uint64_t chunk;

  for (; len >= sizeof(chunk); path += sizeof(chunk), len -= sizeof(chunk)) {
    memcpy(&chunk, path, sizeof(chunk));
    hash = (hash ^ chunk) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  chunk = 0;
  memcpy(&chunk, path, len);
  hash = (hash ^ chunk) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

int uv__fs_is_recent(const uv_fs_t* req, uint64_t name) {
  uint64_t slot = __atomic_load_n(uv__recent_slot(name), __ATOMIC_RELAXED);
  return slot >> TICK_BITS == name >> TICK_BITS &&
         ((uv__tick(req) - slot) & TICK_MASK) <= FRESH_TICKS;
}

void uv__fs_note_recent(const uv_fs_t* req, uint64_t name) {
  __atomic_store_n(uv__recent_slot(name), (name & ~TICK_MASK) | uv__tick(req), __ATOMIC_RELAXED);
}
