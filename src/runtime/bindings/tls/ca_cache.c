/* src/runtime/bindings/tls/ca_cache.c — caches parsed certificates of the option `ca`.
 *
 * A client makes a context for each connection, mostly with the same `ca`, and OpenSSL 3.0 needs
 * 0.3 ms to parse one certificate.
 *
 * (1) The most recently used texts are stored with their certificates, for all threads. A text is
 *     found only if all of its bytes are equal.
 * (2) Contexts share the certificates and never change them. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tls.h"

enum { ENTRIES = 8, TEXT_MOST = 512 * 1024 };

struct entry {
  char* text; /* NULL: not used */
  size_t length;
  unsigned long used_at;
  OPENSSL_STACK* list;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry entries[ENTRIES];
static unsigned long uses;

static int no_phrase(char* room, int size, int writes, void* argument) {
  (void) room, (void) size, (void) writes, (void) argument;
  return 0;
}

void gy_tls_free_ca(OPENSSL_STACK* list) {
  gy_tls_lib->OPENSSL_sk_pop_free(list, (OPENSSL_sk_freefunc) gy_tls_lib->X509_free);
}

static OPENSSL_STACK* copy_list(const OPENSSL_STACK* list) {
  OPENSSL_STACK* copy = gy_tls_lib->OPENSSL_sk_dup(list);

  for (int i = 0; copy != NULL && i < gy_tls_lib->OPENSSL_sk_num(copy); i++)
    gy_tls_lib->X509_up_ref(gy_tls_lib->OPENSSL_sk_value(copy, i));
  return copy;
}

static OPENSSL_STACK* find(const char* text, size_t length) {
  OPENSSL_STACK* list = NULL;

  pthread_mutex_lock(&lock);
  for (struct entry* e = entries; e < entries + ENTRIES; e++)
    if (e->text != NULL && e->length == length && memcmp(e->text, text, length) == 0) {
      e->used_at = ++uses;
      list = copy_list(e->list);
      break;
    }
  pthread_mutex_unlock(&lock);
  return list;
}

/* Replaces the least recently used entry. Without memory nothing is stored. */
static void insert(char* text, size_t length, OPENSSL_STACK* list) {
  struct entry *oldest = entries, old;

  pthread_mutex_lock(&lock);
  for (struct entry* e = entries; e < entries + ENTRIES; e++)
    if (e->used_at < oldest->used_at)
      oldest = e;
  old = *oldest;
  *oldest = (struct entry){text, length, ++uses, list};
  pthread_mutex_unlock(&lock);
  free(old.text);
  gy_tls_free_ca(old.list);
}

static OPENSSL_STACK* parse(BIO* bio) {
  OPENSSL_STACK* list = gy_tls_lib->OPENSSL_sk_new_null();
  X509* cert;

  while (list != NULL &&
         (cert = gy_tls_lib->PEM_read_bio_X509_AUX(bio, NULL, no_phrase, NULL)) != NULL)
    if (gy_tls_lib->OPENSSL_sk_push(list, cert) == 0) {
      gy_tls_lib->X509_free(cert);
      gy_tls_free_ca(list);
      list = NULL;
    }
  return list;
}

OPENSSL_STACK* gy_tls_read_ca(BIO* bio) {
  char *text = NULL, *own_text;
  long length = gy_tls_lib->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text);
  OPENSSL_STACK *list, *copy;

  if (length <= 0 || length > TEXT_MOST)
    return parse(bio);
  list = find(text, (size_t) length);
  if (list != NULL)
    return list;
  own_text = malloc((size_t) length);
  if (own_text != NULL)
    memcpy(own_text, text, (size_t) length); /* reading moves the BIO */
  list = parse(bio);
  copy = own_text != NULL && list != NULL ? copy_list(list) : NULL;
  if (copy != NULL)
    insert(own_text, (size_t) length, copy);
  else
    free(own_text);
  return list;
}
