/* src/loop/idle.c — despite the name, idle handles run in every turn; while one is active, poll does not
 * block. */
#include "loop/watchers.h"

UV__WATCHER(idle, IDLE)
