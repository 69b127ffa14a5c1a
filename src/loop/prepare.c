/* src/loop/prepare.c — prepare handles run right before poll. */
#define UV__PHASE UV_TRACE_PREPARE
#include "loop/watchers.h"

UV__WATCHER(prepare, PREPARE)
