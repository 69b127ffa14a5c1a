/* src/runtime/bindings/cares/library.c — finds c-ares at run time.
 *
 * (1) If a function is missing, the library is not used at all.
 * (2) Several threads may load at the same time. */
#include <dlfcn.h>
#include <pthread.h>

#include "cares.h"
#include "runtime/library.h"

static struct gy_cares functions;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void* library = dlopen("libcares.so.2", RTLD_LAZY | RTLD_LOCAL);
  bool all = library != NULL;
#define CARES(name) all = all && gy_library_find(library, #name, (void**) &functions.name);
#include "functions.def"
  is_loaded = all && functions.ares_library_init(ARES_LIB_INIT_ALL) == ARES_SUCCESS;
}

const struct gy_cares* gy_cares(gy_env* env, JSValueRef* exception) {
  pthread_once(&once, load);
  if (is_loaded)
    return &functions;
  gy_throw(env, exception, "libcares.so.2 (c-ares) could not be loaded");
  return NULL;
}

const char* gy_cares_code(int status) {
  static const char* const codes[] = {
      [ARES_ENODATA] = "ENODATA",
      [ARES_EFORMERR] = "EFORMERR",
      [ARES_ESERVFAIL] = "ESERVFAIL",
      [ARES_ENOTFOUND] = "ENOTFOUND",
      [ARES_ENOTIMP] = "ENOTIMP",
      [ARES_EREFUSED] = "EREFUSED",
      [ARES_EBADQUERY] = "EBADQUERY",
      [ARES_EBADNAME] = "EBADNAME",
      [ARES_EBADFAMILY] = "EBADFAMILY",
      [ARES_EBADRESP] = "EBADRESP",
      [ARES_ECONNREFUSED] = "ECONNREFUSED",
      [ARES_ETIMEOUT] = "ETIMEOUT",
      [ARES_EOF] = "EOF",
      [ARES_EFILE] = "EFILE",
      [ARES_ENOMEM] = "ENOMEM",
      [ARES_EDESTRUCTION] = "EDESTRUCTION",
      [ARES_EBADSTR] = "EBADSTR",
      [ARES_EBADFLAGS] = "EBADFLAGS",
      [ARES_ENONAME] = "ENONAME",
      [ARES_EBADHINTS] = "EBADHINTS",
      [ARES_ENOTINITIALIZED] = "ENOTINITIALIZED",
      [ARES_ECANCELLED] = "ECANCELLED",
      [ARES_ESERVICE] = "ESERVICE",
  };

  if (status < 0 || (size_t) status >= GY_COUNT(codes) || codes[status] == NULL)
    return "EUNKNOWN";
  return codes[status];
}
