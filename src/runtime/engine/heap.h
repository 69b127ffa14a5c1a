/* src/runtime/engine/heap.h — the size of the engine's heap, by functions of the direct lane. */
#ifndef ENGINE_HEAP_H
#define ENGINE_HEAP_H

#include "runtime/engine.h"

/* False if the engine does not allow it: then gy_engine_statistics() is the way. */
bool gy_direct_heap(gy_env* env, struct gy_heap* heap);
/* Memory that objects of the engine own and that it does not count: the next collection comes so
 * much earlier. Without effect if the engine does not allow it. */
void gy_direct_heap_count(gy_env* env, size_t bytes);

#endif
