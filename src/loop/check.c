/* src/loop/check.c — check handles run right after poll. */
#define UV__PHASE UV_TRACE_CHECK
#include "loop/watchers.h"

UV__WATCHER(check, CHECK)
