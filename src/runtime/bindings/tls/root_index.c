/* src/runtime/bindings/tls/root_index.c — root certificates by their subject, read when asked for.
 *
 * OpenSSL 3.0 needs 0.4 ms to read a certificate, so the 144 of a system would cost the first
 * context 60 ms. A server needs none of them, a client mostly one.
 *
 * (1) Texts that are added are kept. The first look-up finds the certificates in them, and reads
 *     their subjects; those that have the wanted one are read and added to the store. A text whose
 *     faults are reported (NODE_EXTRA_CA_CERTS) is searched at once.
 * (2) The index belongs to the store, as one of its look-up methods, and is freed with it. Both are
 *     used by one thread.
 * (3) As when all are read at once, a text ends at the first thing that is no certificate. */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tls.h"

struct root {
  unsigned char* der; /* NULL: it was added to the store */
  long length;
  X509_NAME* subject; /* NULL until it is compared */
};

struct gy_roots {
  BIO** texts; /* that were not searched yet */
  size_t text_count;
  struct root* roots;
  size_t count, room;
};

static X509_LOOKUP_METHOD* method;

static int no_phrase(char* room, int size, int writes, void* argument) {
  (void) room, (void) size, (void) writes, (void) argument;
  return 0;
}

static void empty(struct root* root) {
  gy_tls_lib->CRYPTO_free(root->der, __FILE__, __LINE__);
  gy_tls_lib->X509_NAME_free(root->subject);
  root->der = NULL;
  root->subject = NULL;
}

static void free_index(X509_LOOKUP* lookup) {
  struct gy_roots* index = gy_tls_lib->X509_LOOKUP_get_method_data(lookup);

  if (index == NULL)
    return;
  for (size_t i = 0; i < index->text_count; i++)
    gy_tls_lib->BIO_free(index->texts[i]);
  for (size_t i = 0; i < index->count; i++)
    empty(index->roots + i);
  free(index->texts);
  free(index->roots);
  free(index);
}

/* ---- The subject of a certificate ---- */

struct der {
  const unsigned char *at, *end;
};

/* Takes the next element; its content goes to `content`, which may be NULL. false: there is none,
 * or its length is not right. */
static bool take(struct der* in, struct der* content) {
  const unsigned char* p = in->at;
  size_t length, bytes;

  if (in->end - p < 2)
    return false;
  p++; /* the tag: those of certificates have one byte */
  length = *p++;
  if (length > 127) {
    bytes = length & 127;
    if (bytes == 0 || bytes > 4 || (size_t) (in->end - p) < bytes)
      return false;
    for (length = 0; bytes > 0; bytes--)
      length = length << 8 | *p++;
  }
  if ((size_t) (in->end - p) < length)
    return false;
  if (content != NULL)
    *content = (struct der){p, p + length};
  in->at = p + length;
  return true;
}

/* The bytes of the subject; false: this is no certificate. */
static bool find_subject(const struct root* root, struct der* subject) {
  enum { VERSION_TAG = 0xa0, BEFORE_SUBJECT = 4 }; /* serial number, algorithm, issuer, dates */
  struct der in = {root->der, root->der + root->length}, cert, fields;

  if (!take(&in, &cert) || !take(&cert, &fields))
    return false;
  if (fields.at < fields.end && *fields.at == VERSION_TAG && !take(&fields, NULL))
    return false;
  for (int i = 0; i < BEFORE_SUBJECT; i++)
    if (!take(&fields, NULL))
      return false;
  subject->at = fields.at;
  if (!take(&fields, NULL))
    return false;
  subject->end = fields.at;
  return true;
}

/* Reads its subject, once. */
static bool has_subject(struct root* root, const X509_NAME* name) {
  struct der subject;

  if (root->der == NULL)
    return false;
  if (root->subject == NULL && find_subject(root, &subject))
    root->subject = gy_tls_lib->d2i_X509_NAME(NULL, &subject.at, subject.end - subject.at);
  return root->subject != NULL && gy_tls_lib->X509_NAME_cmp(root->subject, name) == 0;
}

/* ---- The index ---- */

/* Takes over `root`; false without memory. */
static bool put(struct gy_roots* index, struct root root) {
  if (index->count == index->room) {
    size_t room = index->room > 0 ? index->room * 2 : 256;
    struct root* more = realloc(index->roots, room * sizeof(*more));
    if (more == NULL) {
      empty(&root);
      return false;
    }
    index->roots = more;
    index->room = room;
  }
  index->roots[index->count++] = root;
  return true;
}

static void search_text(struct gy_roots* index, BIO* text) {
  struct root root = {0};
  struct der subject;

  while (gy_tls_lib->PEM_bytes_read_bio(&root.der, &root.length, NULL, "CERTIFICATE", text,
                                        no_phrase, NULL) == 1) {
    if (!find_subject(&root, &subject)) {
      empty(&root);
      return; /* (3) */
    }
    if (!put(index, root))
      return;
    root = (struct root){0};
  }
}

static void search_texts(struct gy_roots* index) {
  for (size_t i = 0; i < index->text_count; i++) {
    search_text(index, index->texts[i]);
    gy_tls_lib->BIO_free(index->texts[i]);
  }
  index->text_count = 0;
}

/* The certificate, which the store has then; NULL if it cannot be read. */
static X509* add(X509_STORE* store, struct root* root) {
  const unsigned char* bytes = root->der;
  X509* cert = gy_tls_lib->d2i_X509(NULL, &bytes, root->length);
  bool done = cert != NULL && gy_tls_lib->X509_STORE_add_cert(store, cert) == 1;

  empty(root);
  gy_tls_lib->X509_free(cert);
  return done ? cert : NULL;
}

/* OpenSSL asks for what its store does not have. All certificates with the name are added, one is
 * returned, of which the store keeps the reference. */
static int find(X509_LOOKUP* lookup, X509_LOOKUP_TYPE type, const X509_NAME* name,
                X509_OBJECT* found) {
  struct gy_roots* index = gy_tls_lib->X509_LOOKUP_get_method_data(lookup);
  X509_STORE* store = gy_tls_lib->X509_LOOKUP_get_store(lookup);
  X509* cert = NULL;

  if (type != X509_LU_X509 || index == NULL)
    return 0;
  gy_tls_lib->ERR_set_mark();
  search_texts(index);
  for (size_t i = 0; i < index->count; i++) {
    struct root* root = index->roots + i;
    if (has_subject(root, name)) {
      X509* other = add(store, root);
      cert = other != NULL ? other : cert;
    }
  }
  gy_tls_lib->ERR_pop_to_mark();
  if (cert == NULL || gy_tls_lib->X509_OBJECT_set1_X509(found, cert) != 1)
    return 0;
  gy_tls_lib->X509_free(cert);
  return 1;
}

static void make_method(void) {
  method = gy_tls_lib->X509_LOOKUP_meth_new("gyre");
  if (method == NULL)
    return;
  gy_tls_lib->X509_LOOKUP_meth_set_get_by_subject(method, find);
  gy_tls_lib->X509_LOOKUP_meth_set_free(method, free_index);
}

struct gy_roots* gy_roots_new(X509_STORE* store) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct gy_roots* index = calloc(1, sizeof(*index));
  X509_LOOKUP* lookup = NULL;

  pthread_once(&once, make_method);
  if (index != NULL && method != NULL)
    lookup = gy_tls_lib->X509_STORE_add_lookup(store, method);
  if (lookup == NULL || gy_tls_lib->X509_LOOKUP_set_method_data(lookup, index) != 1) {
    free(index);
    return NULL;
  }
  return index;
}

bool gy_roots_add(struct gy_roots* index, BIO* text) {
  BIO** more = realloc(index->texts, (index->text_count + 1) * sizeof(*more));

  if (more == NULL) {
    gy_tls_lib->BIO_free(text);
    return false;
  }
  index->texts = more;
  index->texts[index->text_count++] = text;
  return true;
}

bool gy_roots_add_checked(struct gy_roots* index, BIO* text) {
  bool is_list;

  gy_tls_lib->ERR_clear_error();
  search_text(index, text);
  gy_tls_lib->BIO_free(text);
  is_list = ERR_GET_REASON(gy_tls_lib->ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  gy_tls_lib->ERR_clear_error();
  return is_list;
}

void gy_roots_read_all(struct gy_roots* index, X509_STORE* store) {
  gy_tls_lib->ERR_set_mark();
  search_texts(index);
  for (size_t i = 0; i < index->count; i++)
    if (index->roots[i].der != NULL)
      add(store, index->roots + i);
  gy_tls_lib->ERR_pop_to_mark();
}
