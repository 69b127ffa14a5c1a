/* src/runtime/bindings/crypto/methods.c — see methods.h. */
#include "methods.h"

#include <pthread.h>
#include <string.h>
#include <strings.h>

enum kind { DIGEST, CIPHER };
enum { SLOTS = 32, NAME_MAX_LENGTH = 31 };

static struct slot {
  enum kind kind;
  char name[NAME_MAX_LENGTH + 1];
  void* method;
} slots[SLOTS];
static size_t slot_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* find(enum kind kind, const char* name) {
  void* method = NULL;

  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < slot_count && method == NULL; i++)
    if (slots[i].kind == kind && strcmp(slots[i].name, name) == 0)
      method = slots[i].method;
  pthread_mutex_unlock(&lock);
  return method;
}

/* Whether it is held: then it needs a reference of its own. */
static bool hold(enum kind kind, const char* name, void* method) {
  pthread_mutex_lock(&lock);
  bool has_room = slot_count < SLOTS && strlen(name) <= NAME_MAX_LENGTH;
  for (size_t i = 0; i < slot_count; i++)
    if (slots[i].kind == kind && strcmp(slots[i].name, name) == 0)
      has_room = false; /* another thread was first */
  if (has_room) {
    struct slot* slot = &slots[slot_count++];
    slot->kind = kind;
    slot->method = method;
    strcpy(slot->name, name);
  }
  pthread_mutex_unlock(&lock);
  return has_room;
}

static EVP_MD* fetch_digest(const struct gy_openssl* ssl, const char* name) {
  /* DSS1 is an old name of SHA-1 in OpenSSL. */
  EVP_MD* digest =
      ssl->EVP_MD_fetch(NULL, strcasecmp(name, "dss1") == 0 ? "SHA1" : name, NULL);

  if (digest == NULL) {
    /* Names like RSA-SHA256 are only in the older table. */
    const EVP_MD* old = ssl->EVP_get_digestbyname(name);
    if (old != NULL)
      digest = ssl->EVP_MD_fetch(NULL, ssl->EVP_MD_get0_name(old), NULL);
  }
  ssl->ERR_clear_error();
  return digest;
}

EVP_MD* gy_method_digest(const struct gy_openssl* ssl, const char* name) {
  EVP_MD* digest = find(DIGEST, name);

  if (digest != NULL) {
    ssl->EVP_MD_up_ref(digest);
    return digest;
  }
  digest = fetch_digest(ssl, name);
  if (digest != NULL && hold(DIGEST, name, digest))
    ssl->EVP_MD_up_ref(digest);
  return digest;
}

/* After a failure OpenSSL's errors are queued. */
static EVP_CIPHER* fetch_cipher(const struct gy_openssl* ssl, const char* name) {
  EVP_CIPHER* cipher = ssl->EVP_CIPHER_fetch(NULL, name, NULL);

  if (cipher == NULL) {
    const EVP_CIPHER* old = ssl->EVP_get_cipherbyname(name);
    if (old != NULL)
      cipher = ssl->EVP_CIPHER_fetch(NULL, ssl->EVP_CIPHER_get0_name(old), NULL);
    if (cipher != NULL)
      ssl->ERR_clear_error();
  }
  return cipher;
}

EVP_CIPHER* gy_method_cipher(const struct gy_openssl* ssl, const char* name) {
  EVP_CIPHER* cipher = find(CIPHER, name);

  if (cipher != NULL) {
    ssl->EVP_CIPHER_up_ref(cipher);
    return cipher;
  }
  cipher = fetch_cipher(ssl, name);
  if (cipher != NULL && hold(CIPHER, name, cipher))
    ssl->EVP_CIPHER_up_ref(cipher);
  return cipher;
}

static EVP_MAC* hmac;
static pthread_once_t hmac_once = PTHREAD_ONCE_INIT;

static void fetch_hmac(void) {
  hmac = gy_openssl(NULL, NULL)->EVP_MAC_fetch(NULL, "HMAC", NULL);
}

EVP_MAC* gy_method_hmac(const struct gy_openssl* ssl) {
  (void) ssl; /* it is loaded */
  pthread_once(&hmac_once, fetch_hmac);
  return hmac;
}
