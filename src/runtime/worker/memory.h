/* src/runtime/worker/memory.h — memory of ArrayBuffers that is moved from one engine to another, or
 * shared. */
#ifndef WORKER_MEMORY_H
#define WORKER_MEMORY_H

#include "runtime/gyre.h"

struct gy_memory;

/* Whether the engine's library has the functions that this needs; determined once per process. */
bool gy_memory_is_available(gy_env* env);
/* The memory of the buffer that `view`, a DataView, covers. It is shared with the buffer, or taken
 * from it: then the buffer is detached, unless it is pinned. NULL on failure. */
struct gy_memory* gy_memory_share(gy_env* env, JSObjectRef view);
struct gy_memory* gy_memory_move(gy_env* env, JSObjectRef view);
/* A DataView of the memory in this engine; frees `memory`. NULL on failure. */
JSValueRef gy_memory_view(gy_env* env, struct gy_memory* memory);
/* The same shared memory once more, for another receiver; NULL when it is not shared. */
struct gy_memory* gy_memory_add_reference(const struct gy_memory* memory);
/* From any thread, with or without an engine. */
void gy_memory_drop(void* memory);

#endif
