/* src/runtime/bindings/sqlite/library.c — finds SQLite 3 at run time.
 *
 * (1) If a function is missing, the library is not used at all.
 * (2) Several threads may load at the same time.
 * (3) SQLite does not count the memory it uses: that takes a lock per allocation, a fifth of the
 *     time of an insert. So limits of its heap (PRAGMA hard_heap_limit) have no effect. */
#include <dlfcn.h>
#include <pthread.h>

#include "sqlite.h"
#include "runtime/library.h"

static struct gy_sqlite functions;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void* library = dlopen("libsqlite3.so.0", RTLD_LAZY | RTLD_LOCAL);
  bool all = library != NULL;
#define SQLITE(name) all = all && gy_library_find(library, #name, (void**) &functions.name);
#include "functions.def"
  is_loaded = all;
  /* It saves a lock per allocation. Refused if somebody else uses the library already. */
  if (all)
    (void) functions.sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

const struct gy_sqlite* gy_sqlite(gy_env* env, JSValueRef* exception) {
  pthread_once(&once, load);
  if (is_loaded)
    return &functions;
  gy_throw(env, exception, "libsqlite3.so.0 (SQLite 3) could not be loaded");
  return NULL;
}
