/* src/runtime/bindings/crypto_library.c — finds OpenSSL 3 at run time.
 *
 * (1) If a function is missing, OpenSSL is not used at all, but for GY_OPENSSL_OPTIONAL. */
#include <dlfcn.h>
#include <pthread.h>
#include <strings.h>

#include "crypto.h"

static struct gy_openssl functions;
static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Called once: workers may need OpenSSL at the same time as the main thread. */
static void load(void) {
  void* library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  bool all = library != NULL;
#define X(name)                                        \
  if (all) {                                           \
    *(void**) &functions.name = dlsym(library, #name); \
    all = functions.name != NULL;                      \
  }
  GY_OPENSSL_FUNCTIONS(X)
#undef X
  loaded = all;
#define X(name)                                        \
  if (all) {                                           \
    *(void**) &functions.name = dlsym(library, #name); \
    all = functions.name != NULL;                      \
  }
  GY_OPENSSL_OPTIONAL(X)
#undef X
  functions.has_optional = all;
}

const struct gy_openssl* gy_openssl(gy_env* env, JSValueRef* exception) {
  pthread_once(&once, load);
  if (loaded)
    return &functions;
  gy_throw(env, exception, "libcrypto.so.3 (OpenSSL 3) could not be loaded");
  return NULL;
}

EVP_MD* gy_digest(const struct gy_openssl* ssl, gy_env* env, JSValueRef name) {
  struct gy_text text;
  JSValueRef ignored = NULL;
  EVP_MD* digest;

  if (!gy_text_get(env, name, &text, &ignored))
    return NULL;
  /* DSS1 is an old name of SHA-1 in OpenSSL. */
  digest = ssl->EVP_MD_fetch(NULL, strcasecmp(text.data, "dss1") == 0 ? "SHA1" : text.data, NULL);
  if (digest == NULL) {
    /* Names like RSA-SHA256 are only in the older table. */
    const EVP_MD* old = ssl->EVP_get_digestbyname(text.data);
    if (old != NULL)
      digest = ssl->EVP_MD_fetch(NULL, ssl->EVP_MD_get0_name(old), NULL);
  }
  ssl->ERR_clear_error();
  gy_text_free(&text);
  return digest;
}
