/* src/loop/idle.c — despite the name, idle handles run in every turn; while one is active, poll
 * does not block. */
#define UV__PHASE UV_TRACE_IDLE
#include "loop/watchers.h"

UV__WATCHER(idle, IDLE)
