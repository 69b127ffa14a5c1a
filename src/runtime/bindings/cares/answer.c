/* src/runtime/bindings/cares/answer.c — parses the answer of a DNS server.
 *
 * (1) The input comes from the network. The reader never passes the end of the message, and the
 *     fields of a record never pass the end of the record.
 * (2) An answer is parsed twice: first to check and count, then to make values. So values are made
 *     only from an answer that is valid as a whole.
 * (3) A record whose fields do not fill it exactly makes the answer invalid.
 * (4) An answer that has only records of other types is empty or an error, by the wanted type, as
 *     in c-ares. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "cares.h"

enum { HEADER = 12, CLASS_IN = 1 };
enum {
  TYPE_A = 1,
  TYPE_NS = 2,
  TYPE_CNAME = 5,
  TYPE_SOA = 6,
  TYPE_PTR = 12,
  TYPE_AAAA = 28,
  TYPE_ANY = 255
};

/* The fields of a record, one character each: 4 and 6 are addresses, n is a name; b, h and w are
 * numbers of 1, 2 and 4 bytes; s is a string with a length, t all remaining strings; r and d are
 * the remaining bytes, as a string and as bytes. */
struct record_type {
  int type;
  const char* fields;
};

static const struct record_type types[] = {
    {1, "4"},       {28, "6"}, {2, "n"},     {5, "n"},       {12, "n"},    {15, "hn"},
    {6, "nnwwwww"}, {16, "t"}, {33, "hhhn"}, {35, "hhsssn"}, {52, "bbbd"}, {257, "bsr"},
};

struct reader {
  const struct gy_cares* cares;
  gy_env* env;
  const uint8_t* bytes; /* the message, and */
  size_t length;        /* its end, */
  size_t at;            /* the place in it, */
  size_t end;           /* the end of the record */
  JSObjectRef list;     /* NULL while the answer is checked */
  unsigned count;       /* values so far */
  unsigned answers;     /* records of any type, */
  bool has_alias;       /* one of them is a CNAME */
};

static bool has(const struct reader* r, size_t size) {
  return r->end - r->at >= size;
}

static uint32_t number(struct reader* r, size_t size) {
  uint32_t value = 0;

  for (size_t i = 0; i < size; i++)
    value = value << 8 | r->bytes[r->at++];
  return value;
}

static void add(struct reader* r, JSValueRef value) {
  JSObjectSetPropertyAtIndex(r->env->ctx, r->list, r->count, value, NULL);
}

static JSValueRef address(struct reader* r, int family) {
  char text[INET6_ADDRSTRLEN];

  if (inet_ntop(family, r->bytes + r->at, text, sizeof(text)) == NULL)
    return gy_undefined(r->env);
  return gy_string(r->env, text);
}

static bool read_address(struct reader* r, int family, size_t size) {
  if (!has(r, size))
    return false;
  if (r->list != NULL)
    add(r, address(r, family));
  r->at += size;
  return true;
}

/* Skips a name; c-ares checks that its pointers stay in the message and end. */
static bool read_name(struct reader* r, bool is_field) {
  char* name = NULL;
  long size = 0;

  if (!has(r, 1) || r->cares->ares_expand_name(r->bytes + r->at, r->bytes, (int) r->length, &name,
                                               &size) != ARES_SUCCESS)
    return false;
  if (is_field && r->list != NULL)
    add(r, gy_string_latin1(r->env, (const uint8_t*) name, strlen(name)));
  r->cares->ares_free_string(name);
  if (size < 0 || !has(r, (size_t) size))
    return false;
  r->at += (size_t) size;
  return true;
}

static bool read_number(struct reader* r, size_t size) {
  uint32_t value;

  if (!has(r, size))
    return false;
  value = number(r, size);
  if (r->list != NULL)
    add(r, gy_number(r->env, value));
  return true;
}

static bool read_string(struct reader* r) {
  size_t size;

  if (!has(r, 1) || !has(r, 1 + (size_t) r->bytes[r->at]))
    return false;
  size = r->bytes[r->at++];
  if (r->list != NULL)
    add(r, gy_string_latin1(r->env, r->bytes + r->at, size));
  r->at += size;
  return true;
}

/* A list of strings, by a reader of their own that counts and fills it. */
static bool read_strings(struct reader* r) {
  struct reader strings = *r;

  strings.list = NULL;
  strings.count = 0;
  for (; strings.at < strings.end; strings.count++)
    if (!read_string(&strings))
      return false;
  if (r->list != NULL) {
    strings.list = gy_array_new(r->env, strings.count);
    strings.at = r->at;
    add(r, strings.list);
    for (strings.count = 0; strings.at < strings.end; strings.count++)
      read_string(&strings);
  }
  r->at = r->end;
  return true;
}

static JSValueRef copy_bytes(struct reader* r) {
  size_t size = r->end - r->at;
  uint8_t* copy = malloc(size + 1);

  if (copy == NULL)
    return gy_undefined(r->env);
  memcpy(copy, r->bytes + r->at, size);
  return gy_bytes_adopt(r->env, copy, size);
}

static bool read_rest(struct reader* r, bool as_string) {
  if (r->list != NULL)
    add(r, as_string ? gy_string_latin1(r->env, r->bytes + r->at, r->end - r->at) : copy_bytes(r));
  r->at = r->end;
  return true;
}

static bool read_field(struct reader* r, char kind) {
  switch (kind) {
    case '4': return read_address(r, AF_INET, 4);
    case '6': return read_address(r, AF_INET6, 16);
    case 'n': return read_name(r, true);
    case 'b': return read_number(r, 1);
    case 'h': return read_number(r, 2);
    case 'w': return read_number(r, 4);
    case 's': return read_string(r);
    case 't': return read_strings(r);
    default: return read_rest(r, kind == 'r');
  }
}

static const struct record_type* find_type(int type) {
  for (size_t i = 0; i < GY_COUNT(types); i++)
    if (types[i].type == type)
      return &types[i];
  return NULL;
}

static void add_number(struct reader* r, uint32_t value) {
  if (r->list != NULL)
    add(r, gy_number(r->env, value));
  r->count++;
}

/* (3) */
static bool read_fields(struct reader* r, const struct record_type* found, uint32_t ttl) {
  add_number(r, (uint32_t) found->type);
  add_number(r, ttl > INT32_MAX ? 0 : ttl); /* RFC 2181, section 8 */
  for (const char* field = found->fields; *field != '\0'; field++, r->count++)
    if (!read_field(r, *field))
      return false;
  return r->at == r->end;
}

static bool read_record(struct reader* r, int wanted) {
  const struct record_type* found;
  uint32_t type, class, ttl;
  size_t size;

  r->end = r->length;
  if (!read_name(r, false) || !has(r, 10))
    return false;
  type = number(r, 2);
  class = number(r, 2);
  ttl = number(r, 4);
  size = number(r, 2);
  if (!has(r, size))
    return false;
  r->end = r->at + size;
  r->has_alias = r->has_alias || type == TYPE_CNAME;
  found = class == CLASS_IN && (wanted == TYPE_ANY || wanted == (int) type) ? find_type((int) type)
                                                                            : NULL;
  if (found != NULL && !read_fields(r, found, ttl))
    return false;
  r->at = r->end;
  return true;
}

static bool read_all(struct reader* r, int wanted) {
  uint32_t questions;

  r->end = r->length;
  if (r->length < HEADER)
    return false;
  r->at = 4;
  questions = number(r, 2);
  r->answers = number(r, 2);
  r->at = HEADER;
  r->count = 0;
  for (uint32_t i = 0; i < questions; i++) {
    if (!read_name(r, false) || !has(r, 4))
      return false;
    r->at += 4;
  }
  for (uint32_t i = 0; i < r->answers; i++)
    if (!read_record(r, wanted))
      return false;
  return true;
}

/* (4) */
static int status_without_records(const struct reader* r, int type) {
  if (r->answers == 0)
    return ARES_ENODATA;
  switch (type) {
    case TYPE_A:
    case TYPE_AAAA: return r->has_alias ? ARES_SUCCESS : ARES_ENODATA;
    case TYPE_NS:
    case TYPE_CNAME:
    case TYPE_PTR:
    case TYPE_ANY: return ARES_ENODATA;
    case TYPE_SOA: return ARES_EBADRESP;
    default: return ARES_SUCCESS;
  }
}

int gy_answer_read(const struct gy_cares* cares, gy_env* env, const uint8_t* bytes, size_t length,
                   int type, JSValueRef* records) {
  struct reader r = {.cares = cares, .env = env, .bytes = bytes, .length = length};
  int status;

  if (!read_all(&r, type))
    return ARES_EBADRESP;
  status = r.count == 0 ? status_without_records(&r, type) : ARES_SUCCESS;
  if (status != ARES_SUCCESS)
    return status;
  r.list = gy_array_new(env, r.count);
  gy_hold(env, r.list);
  read_all(&r, type); /* (2) */
  gy_drop(env, r.list);
  *records = r.list;
  return ARES_SUCCESS;
}
