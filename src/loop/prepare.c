/* src/loop/prepare.c — prepare handles run right before poll. */
#include "loop/watchers.h"

UV__WATCHER(prepare, PREPARE)
