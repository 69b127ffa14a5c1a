/* src/runtime/bindings/tls/roots.c — root certificates of contexts that have no `ca` of their own.
 *
 * (1) lib/internal/tls/roots.js chooses them: files, folders, and certificates as PEM. resetRoots()
 *     builds the store of this thread, which all contexts share.
 * (2) A certificate is read when it is looked up (root_index.c). */
#include <string.h>

#include "tls.h"

static _Thread_local X509_STORE* roots;
static _Thread_local struct gy_roots* root_index; /* of it */

X509_STORE* gy_tls_roots(void) {
  return roots;
}

X509_STORE* gy_tls_whole_roots(void) {
  if (roots != NULL)
    gy_roots_read_all(root_index, roots);
  return roots;
}

static bool load(gy_env* env) {
  JSValueRef ignored = NULL;

  if (gy_tls_lib == NULL)
    gy_tls_lib = gy_openssl_tls(env, &ignored);
  return gy_tls_lib != NULL;
}

static int no_phrase(char* room, int size, int writes, void* argument) {
  (void) room, (void) size, (void) writes, (void) argument;
  return 0;
}

/* The text of a file, which may change before it is read; NULL without memory. */
static BIO* copy_of(BIO* file) {
  BIO* text = gy_tls_lib->BIO_new(gy_tls_lib->BIO_s_mem());
  char bytes[16384];
  int length;

  while (text != NULL && (length = gy_tls_lib->BIO_read(file, bytes, sizeof(bytes))) > 0)
    if (gy_tls_lib->BIO_write(text, bytes, length) != length) {
      gy_tls_lib->BIO_free(text);
      text = NULL;
    }
  return text;
}

/* resetRoots(): the store is empty afterwards */
GY_FUNCTION(reset) {
  gy_env* env = gy_env_here();

  if (!load(env))
    return gy_throw(env, exception, "libssl.so.3 (OpenSSL 3) could not be loaded");
  gy_tls_lib->X509_STORE_free(roots);
  roots = gy_tls_lib->X509_STORE_new();
  root_index = roots != NULL ? gy_roots_new(roots) : NULL;
  if (root_index == NULL) {
    gy_tls_lib->X509_STORE_free(roots);
    roots = NULL;
    return gy_throw(env, exception, "Out of memory");
  }
  return gy_undefined(env);
}

/* addRootFile(path), addRootFolder(path) → whether it could be read */
GY_FUNCTION(add_file) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  BIO *bio, *text;

  if (argc < 1 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  bio = gy_tls_lib->BIO_new_file(path.data, "r");
  gy_text_free(&path);
  text = bio != NULL && roots != NULL ? copy_of(bio) : NULL;
  if (text != NULL)
    gy_roots_add(root_index, text);
  gy_tls_lib->BIO_free(bio);
  gy_tls_lib->ERR_clear_error();
  return gy_bool(env, bio != NULL);
}

GY_FUNCTION(add_folder) {
  gy_env* env = gy_env_here();
  struct gy_text path;
  int done;

  if (argc < 1 || !gy_text_get(env, argv[0], &path, exception))
    return NULL;
  done = gy_tls_lib->X509_STORE_load_path(roots, path.data);
  gy_text_free(&path);
  gy_tls_lib->ERR_clear_error();
  return gy_bool(env, done == 1);
}

/* addRoot(PEM) */
GY_FUNCTION(add_pem) {
  gy_env* env = gy_env_here();
  BIO* bio = argc > 0 ? gy_tls_bio(argv[0], exception) : NULL;

  if (bio == NULL)
    return NULL;
  if (roots != NULL)
    gy_roots_add(root_index, bio);
  else
    gy_tls_lib->BIO_free(bio);
  return gy_undefined(env);
}

/* addCheckedRoots(PEM) → false: it has one that is damaged */
GY_FUNCTION(add_checked) {
  BIO* bio = argc > 0 ? gy_tls_bio(argv[0], exception) : NULL;
  bool done = false;

  if (bio == NULL)
    return NULL;
  if (roots != NULL)
    done = gy_roots_add_checked(root_index, bio);
  else
    gy_tls_lib->BIO_free(bio);
  return gy_bool(gy_env_here(), done);
}

static JSValueRef pem_of(gy_env* env, X509* cert) {
  BIO* bio = gy_tls_lib->BIO_new(gy_tls_lib->BIO_s_mem());
  char* text = NULL;
  JSValueRef result;
  long length;

  if (bio == NULL)
    return gy_undefined(env);
  gy_tls_lib->PEM_write_bio_X509(bio, cert);
  length = gy_tls_lib->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text);
  result = gy_string_new(env, text, length > 0 ? (size_t) length : 0);
  gy_tls_lib->BIO_free(bio);
  return result;
}

/* certificatesIn(PEM) → [PEM of each, in one form]; a failure is thrown */
GY_FUNCTION(certificates_in) {
  gy_env* env = gy_env_here();
  JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, NULL);
  JSValueRef prototype = JSObjectGetPrototype(ctx, list);
  unsigned count = 0;
  X509* cert;
  BIO* bio;

  if (!load(env))
    return gy_throw(env, exception, "libssl.so.3 (OpenSSL 3) could not be loaded");
  bio = argc > 0 ? gy_tls_bio(argv[0], exception) : NULL;
  if (bio == NULL)
    return NULL;
  gy_tls_lib->ERR_clear_error();
  /* A program may have put a setter for an index on the prototype. */
  JSObjectSetPrototype(ctx, list, JSValueMakeNull(ctx));
  while ((cert = gy_tls_lib->PEM_read_bio_X509(bio, NULL, no_phrase, NULL)) != NULL) {
    JSObjectSetPropertyAtIndex(ctx, list, count++, pem_of(env, cert), NULL);
    gy_tls_lib->X509_free(cert);
  }
  JSObjectSetPrototype(ctx, list, prototype);
  gy_tls_lib->BIO_free(bio);
  /* The last error is that of the certificate, those before it of its parts. */
  while (gy_tls_lib->ERR_peek_error() != gy_tls_lib->ERR_peek_last_error())
    gy_tls_lib->ERR_get_error();
  if (count == 0 || ERR_GET_REASON(gy_tls_lib->ERR_peek_last_error()) != PEM_R_NO_START_LINE)
    return gy_tls_throw(env, exception);
  gy_tls_lib->ERR_clear_error();
  return list;
}

/* defaultPaths() → [file, folder] that OpenSSL was built with */
GY_FUNCTION(default_paths) {
  gy_env* env = gy_env_here();

  if (!load(env))
    return gy_throw(env, exception, "libssl.so.3 (OpenSSL 3) could not be loaded");
  JSValueRef paths[] = {gy_string(env, gy_tls_lib->X509_get_default_cert_file()),
                        gy_string(env, gy_tls_lib->X509_get_default_cert_dir())};
  return JSObjectMakeArray(ctx, GY_COUNT(paths), paths, NULL);
}

/* Those of a worker; contexts that are left have a reference of their own. */
static void free_roots(gy_env* env) {
  (void) env;
  if (roots != NULL)
    gy_tls_lib->X509_STORE_free(roots);
  roots = NULL;
}

void gy_bind_tls_roots(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"resetRoots", reset},
      {"addRootFile", add_file},
      {"addRootFolder", add_folder},
      {"addRoot", add_pem},
      {"certificatesIn", certificates_in},
      {"defaultPaths", default_paths},
      {"addCheckedRoots", add_checked},
  };

  gy_define(env, target, functions);
  gy_at_close(env, free_roots);
}
