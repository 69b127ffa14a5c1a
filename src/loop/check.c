/* src/loop/check.c — check handles run right after poll. */
#include "loop/watchers.h"

UV__WATCHER(check, CHECK)
